"""Who may ask the explorer, and how much: hosts, origins, content types, sizes, and clients that are slow."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import httpx
import pytest

from support.web_client import explorer

JSON = {"content-type": "application/json"}
BYTES = {"content-type": "application/octet-stream"}
TOKEN = "blue-whales-sing-at-night"
QUESTION = json.dumps({"game": "tic-tac-toe"})


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with explorer(json_bytes=1000, upload_bytes=5000, body_seconds=1.0) as client:
        yield client


class TestHost:
    @pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:9", "localhost:8281", "LOCALHOST", "[::1]:80", "[::1]"])
    def test_this_machine_is_served(self, client: httpx.Client, host: str) -> None:
        assert client.get("/api/about", headers={"host": host}).status_code == 200

    @pytest.mark.parametrize(
        "host",
        [
            "example.org", "127.0.0.1.example.org", "localhost.example.org:80", "127.0.0.2", "0.0.0.0", "[::2]", "",
            "localhost:80:80", "localhost@example.org", "user@localhost", "localhost:port", "::1", "2130706433",
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("path", ["/", "/api/about", "/api/jobs/1", "/nothing"])
    def test_others_are_refused(self, client: httpx.Client, host: str, path: str) -> None:
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 403
        assert "this server answers to 127.0.0.1" in answer.json()["error"]

    def test_a_name_that_was_given_is_served_too(self) -> None:
        with explorer(host="192.168.7.7", token=TOKEN) as client:
            client.headers["authorization"] = f"Bearer {TOKEN}"
            assert client.get("/api/about", headers={"host": "192.168.7.7:8281"}).status_code == 200
            assert client.get("/api/about").status_code == 200
            assert client.get("/api/about", headers={"host": "192.168.7.8"}).status_code == 403

    def test_an_address_of_the_new_kind(self) -> None:
        with explorer(host="fe80::1", token=TOKEN) as client:
            client.headers["authorization"] = f"Bearer {TOKEN}"
            assert client.get("/api/about", headers={"host": "[fe80::1]:8281"}).status_code == 200


class TestOrigin:
    @pytest.mark.parametrize(
        "origin", ["http://example.org", "null", "https://localhost:8281", "http://localhost:9999", "file://", ""]
    )
    def test_foreign_pages_are_refused(self, client: httpx.Client, origin: str) -> None:
        headers = {"host": "localhost:8281", "origin": origin, **JSON}
        answer = client.post("/api/position", content=QUESTION, headers=headers)
        assert answer.status_code == 403
        assert answer.json()["error"].startswith("requests from other pages are refused")
        assert client.get("/api/about", headers=headers).status_code == 403

    def test_the_page_itself_is_served(self, client: httpx.Client) -> None:
        headers = {"host": "localhost:8281", "origin": "http://localhost:8281", **JSON}
        assert client.post("/api/position", content=QUESTION, headers=headers).status_code == 200

    @pytest.mark.parametrize(
        ("site", "status"), [("same-origin", 200), ("none", 200), ("cross-site", 403), ("same-site", 403)]
    )
    def test_what_browsers_say_of_the_asking_page(self, client: httpx.Client, site: str, status: int) -> None:
        assert client.get("/api/about", headers={"sec-fetch-site": site}).status_code == status
        answer = client.post("/api/position", content=QUESTION, headers={"sec-fetch-site": site, **JSON})
        assert answer.status_code == status

    def test_a_link_on_another_page_leads_to_the_page_and_nowhere_else(self, client: httpx.Client) -> None:
        link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
        assert client.get("/?game=chess", headers=link).status_code in (200, 404)
        assert client.get("/api/svg?game=chess", headers=link).status_code == 403
        assert client.get("/", headers={**link, "sec-fetch-dest": "iframe"}).status_code == 403
        assert client.get("/", headers={**link, "sec-fetch-mode": "no-cors"}).status_code == 403
        assert client.get("/", headers={**link, "origin": "http://example.org"}).status_code == 403

    def test_nobody_is_given_leave(self, client: httpx.Client) -> None:
        asking = {"origin": "http://example.org", "access-control-request-method": "POST"}
        answer = client.options("/api/position", headers=asking)
        assert answer.status_code == 403
        assert not [name for name in answer.headers if name.startswith("access-control")]


class TestHeaders:
    @pytest.mark.parametrize("path", ["/", "/api/about", "/api/nothing"])
    def test_every_answer_has_them(self, client: httpx.Client, path: str) -> None:
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"

    def test_refusals_too(self, client: httpx.Client) -> None:
        assert "content-security-policy" in client.get("/", headers={"host": "example.org"}).headers


class TestContentTypes:
    @pytest.mark.parametrize(
        "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"]
    )
    @pytest.mark.parametrize("path", ["position", "play", "edit", "jobs", "jobs/1/stop", "proofs", "proofs/1/why"])
    def test_what_a_form_can_send_is_refused(self, client: httpx.Client, kind: str, path: str) -> None:
        answer = client.post(f"/api/{path}", content=QUESTION, headers={"content-type": kind})
        assert answer.status_code == 415
        assert "application/json" in answer.json()["error"]

    def test_parameters_do_not_matter(self, client: httpx.Client) -> None:
        headers = {"content-type": "Application/JSON; charset=utf-8"}
        assert client.post("/api/position", content=QUESTION, headers=headers).status_code == 200

    def test_each_address_has_its_own(self, client: httpx.Client) -> None:
        assert client.post("/api/position", content=QUESTION, headers=BYTES).status_code == 415
        assert client.post("/api/proofs", content=b"x", headers=JSON).status_code == 415

    @pytest.mark.parametrize("method", ["PUT", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
    def test_other_methods_are_refused(self, client: httpx.Client, method: str) -> None:
        assert client.request(method, "/api/about").status_code == 405


class TestSizes:
    def test_a_body_that_says_it_is_too_large(self, client: httpx.Client) -> None:
        answer = client.post("/api/position", content=b" " * 1001, headers=JSON)
        assert answer.status_code == 413
        assert answer.json()["error"] == "the request is larger than 1,000 bytes, the limit"
        assert client.post("/api/proofs", content=b" " * 5001, headers=BYTES).status_code == 413

    @pytest.mark.parametrize(("path", "headers"), [("/api/position", JSON), ("/api/proofs", BYTES)])
    def test_a_body_that_does_not_say_it(self, client: httpx.Client, path: str, headers: dict[str, str]) -> None:
        def chunks() -> Iterator[bytes]:
            for _ in range(20):
                yield b" " * 500

        assert client.post(path, content=chunks(), headers=headers).status_code == 413

    @pytest.mark.parametrize("length", ["-1", "1e3", "99999999999999999999999", " "])
    def test_a_length_that_is_none(self, client: httpx.Client, length: str) -> None:
        request = f"POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n"
        with socket.create_connection((client.base_url.host, client.base_url.port or 0)) as raw:
            raw.sendall(f"{request}Content-Type: application/json\r\n\r\n{{}}".encode())
            raw.settimeout(30)
            assert raw.recv(12).split()[1] in (b"400", b"413")

    def test_a_long_address_is_refused(self, client: httpx.Client) -> None:
        with socket.create_connection((client.base_url.host, client.base_url.port or 0)) as raw:
            raw.sendall(b"GET /api/svg?game=" + b"x" * 100_000)
            raw.settimeout(30)
            assert raw.recv(12).split()[1] == b"400"


class TestSlowClients:
    def test_others_are_served_while_one_dawdles(self, client: httpx.Client) -> None:
        address = (client.base_url.host, client.base_url.port or 0)
        with socket.create_connection(address) as head, socket.create_connection(address) as body:
            head.sendall(b"GET / HTTP/1.1\r\nHost: loc")
            body.sendall(
                b"POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b'Content-Length: 30\r\n\r\n{"game'
            )
            for _ in range(3):
                assert client.get("/api/about").status_code == 200
            body.settimeout(30)
            assert body.recv(12).split()[1] == b"408"

    def test_a_client_that_goes_away_is_forgotten(self, client: httpx.Client) -> None:
        for kind in (JSON, BYTES):
            path = "position" if kind is JSON else "proofs"
            with socket.create_connection((client.base_url.host, client.base_url.port or 0)) as raw:
                head = f"POST /api/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind['content-type']}\r\n"
                raw.sendall(f"{head}Content-Length: 30\r\n\r\nhalf of".encode())
        assert client.get("/api/about").status_code == 200


class TestNames:
    @pytest.mark.parametrize("name", ["1", "..%2f..", "%00", "a" * 1000, "<script>"])
    def test_what_is_not_there_is_not_found(self, client: httpx.Client, name: str) -> None:
        for path in (f"jobs/{name}", f"jobs/{name}/events", f"proofs/{name}", f"proofs/{name}/node?line=e2e4"):
            assert client.get(f"/api/{path}").status_code == 404, path
        for path in (f"jobs/{name}/stop", f"proofs/{name}/why", f"proofs/{name}/check"):
            assert client.post(f"/api/{path}", content=b"{}", headers=JSON).status_code == 404, path
        assert client.delete(f"/api/jobs/{name}").status_code == 404
