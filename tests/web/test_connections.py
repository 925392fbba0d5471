"""Many connections at once, and slow ones: streams are counted, and requests that do not come to an end are ended."""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from support.web_client import ENDLESS, PATIENCE, asked, explorer, until

WAITING = 1.0
"""Seconds in which a request must have come."""


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with explorer(head_seconds=WAITING, body_seconds=WAITING) as client:
        yield client


def connect(client: httpx.Client) -> socket.socket:
    raw = socket.create_connection((client.base_url.host, client.base_url.port or 0))
    raw.settimeout(PATIENCE)
    return raw


def rest(raw: socket.socket) -> bytes:
    """All that comes until the connection is closed, which it must be."""
    received = b""
    try:
        while chunk := raw.recv(65536):
            received += chunk
    except ConnectionResetError:
        pass
    return received


def trickle(raw: socket.socket, data: bytes) -> None:
    """Send something now and then, forever if nobody minds."""
    limit = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < limit:
            raw.sendall(data)
            time.sleep(WAITING / 10)
    except OSError:  # closed at last
        return
    raise AssertionError("it is still open")


HEAD = b"GET /api/alive HTTP/1.1\r\nHost: localhost\r\n"
POST = (
    b"POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n"
)


class TestUnfinishedRequests:
    def test_heads_that_stop_are_closed(self, client: httpx.Client) -> None:
        with ExitStack() as opened:
            stopped = [opened.enter_context(connect(client)) for _ in range(5)]
            for raw, sent in zip(stopped, (b"", b"G", HEAD[:9], HEAD, HEAD + b"X: y"), strict=True):
                raw.sendall(sent)
            assert [rest(raw) for raw in stopped] == [b""] * 5

    def test_heads_that_trickle_are_closed_the_first_and_the_second_of_a_connection(self, client: httpx.Client) -> None:
        with connect(client) as first, connect(client) as second:
            self.ask(second)
            for raw in (first, second):
                raw.sendall(HEAD)
            trickle(first, b"X: y\r\n")
            trickle(second, b"X: y\r\n")

    @staticmethod
    def ask(raw: socket.socket) -> None:
        """A request that is complete, and its whole answer."""
        raw.sendall(HEAD + b"\r\n")
        answer = b""
        while not answer.endswith(b"}"):
            answer += raw.recv(65536)
        assert answer.startswith(b"HTTP/1.1 200 ")

    def test_bodies_that_stop_or_trickle_are_closed(self, client: httpx.Client) -> None:
        unread = (
            POST.replace(b"application/json", b"text/plain"),
            POST.replace(b"POST /api/position", b"GET /api/alive"),
        )
        with connect(client) as stopped, connect(client) as refused, connect(client) as answered:
            stopped.sendall(POST + b"{")
            for raw, head, status in ((refused, unread[0], b"415"), (answered, unread[1], b"200")):
                raw.sendall(head)
                assert raw.recv(12).split()[1] == status, head
            trickle(refused, b" ")
            trickle(answered, b" ")
            assert rest(stopped).startswith(b"HTTP/1.1 408 ")

    def test_many_of_them_leave_room_for_others(self, client: httpx.Client) -> None:
        with ExitStack() as opened:
            slow = [opened.enter_context(connect(client)) for _ in range(60)]
            for number, raw in enumerate(slow):
                raw.sendall((b"", HEAD, POST + b"{")[number % 3])
            assert client.get("/api/about").status_code == 200
            for raw in slow:
                rest(raw)
        assert client.get("/api/about").status_code == 200

    def test_one_that_waits_for_its_answer_is_not_closed(self, client: httpx.Client) -> None:
        job = asked(client, game="chess", position=ENDLESS, goal="mate")["job"]
        with connect(client) as raw:
            head = f"GET /api/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            raw.sendall(head.encode())
            time.sleep(1.5 * WAITING)
            raw.recv(65536)
            assert client.delete(f"/api/jobs/{job}").status_code == 204
            assert rest(raw).count(b"event: end") == 1

    def test_a_connection_is_kept_between_requests(self, client: httpx.Client) -> None:
        with connect(client) as raw:
            for _ in range(2):
                self.ask(raw)
                time.sleep(1.5 * WAITING)


def test_of_120_streams_at_once_32_are_served() -> None:
    with explorer() as client:
        job = asked(client, game="chess", position=ENDLESS, goal="mate")["job"]
        until(client, job, lambda found: found["progress"] is not None)
        assert statuses(client, job) == {b"200": 32, b"429": 88}
        # Their places are free again as soon as the server notices that they have gone.
        limit = time.monotonic() + PATIENCE
        while (found := statuses(client, job)) != {b"200": 32, b"429": 88}:
            assert found[b"200"] < 32, found
            assert time.monotonic() < limit, found
        client.delete(f"/api/jobs/{job}")


def statuses(client: httpx.Client, job: str) -> Counter[bytes]:
    """What 120 clients that want to watch a job receive."""
    with ExitStack() as opened:
        watchers = [opened.enter_context(connect(client)) for _ in range(120)]
        for watcher in watchers:
            watcher.sendall(f"GET /api/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return Counter(watcher.recv(12).split()[1] for watcher in watchers)
