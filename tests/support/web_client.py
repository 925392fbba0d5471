"""Talking to the explorer as a browser does: to a server in a thread of this process, and to one in its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from pnyx.web.explorer import Explorer
from pnyx.web.server import configured
from pnyx.web.settings import Settings
from support.places import TESTS

MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
# No mate can be forced here, and nobody finds that out in any reasonable time.
ENDLESS = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
PATIENCE = 60.0


@contextmanager
def explorer(*games: str, tables: Sequence[str] = (), **settings: Any) -> Iterator[httpx.Client]:
    """A client of an explorer that is served from a thread of this process."""
    served = Explorer(Settings(**settings), games, tables)
    config = configured(served, log_level="critical")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        running = uvicorn.Server(config)
        thread = threading.Thread(target=running.run, args=[[listener]])
        thread.start()
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}", timeout=PATIENCE) as client:
                yield client
        finally:
            served.closing = running.should_exit = True
            thread.join(PATIENCE)


@contextmanager
def started(*arguments: str, folder: Path | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`pnyx web` in a process of its own, with its temporary files in this folder, and the first line it prints."""
    place = os.environ if folder is None else {**os.environ, "TMPDIR": str(folder)}
    command = [sys.executable, "-m", "pnyx", "web", "--port", "0", "--no-browser", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=TESTS, env=place, start_new_session=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://127.0.0.1:" in line, line
        yield process, line
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        assert process.stdout is not None
        process.stdout.close()


@contextmanager
def server(*arguments: str, folder: Path | None = None) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """The same, and a client of it."""
    with (
        started(*arguments, folder=folder) as (process, line),
        httpx.Client(base_url=line.split()[4], timeout=PATIENCE) as client,
    ):
        yield process, client


def ended(client: httpx.Client, job: str) -> dict[str, Any]:
    """A job once it has ended."""
    return until(client, job, lambda found: found["state"] in ("done", "failed", "stopped"))


def until(client: httpx.Client, job: str, wanted: Any) -> dict[str, Any]:
    """A job once it is as wanted."""
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        found: dict[str, Any] = client.get(f"/api/jobs/{job}").json()
        if wanted(found):
            return found
        time.sleep(0.05)
    raise AssertionError(f"still {found['state']}: {found}")


def asked(client: httpx.Client, **question: Any) -> dict[str, Any]:
    """A question's job, which must have been taken."""
    answer = client.post("/api/jobs", json=question)
    assert answer.status_code == 201, answer.text
    job: dict[str, Any] = answer.json()
    return job


def is_alive(process: int) -> bool:
    """Whether there is a process of this number that is not just waiting to be buried."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rpartition(") ")[2][0] != "Z"
