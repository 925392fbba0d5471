"""`pnyx web` as a process: its address, its end, and what it leaves behind, which is nothing."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx.cli import app, web
from pnyx.web.folder import ServerFolder
from support.places import TESTS
from support.raising import raises_for
from support.web_client import ENDLESS, PATIENCE, asked, ended, is_alive, server, until


def workers(process: int) -> list[int]:
    """The processes that a process has started, as Linux lists them."""
    listing = Path(f"/proc/{process}/task/{process}/children")
    if not listing.exists():
        pytest.skip("this system does not list the children of a process")
    found = [Path(task, "children").read_text().split() for task in Path(f"/proc/{process}/task").iterdir()]
    return [int(number) for numbers in found for number in numbers]


def gone(processes: list[int]) -> bool:
    """Whether these processes end, if one waits a little."""
    limit = time.monotonic() + PATIENCE
    while any(map(is_alive, processes)) and time.monotonic() < limit:
        time.sleep(0.05)
    return not any(map(is_alive, processes))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_everything_at_once(number: signal.Signals, tmp_path: Path) -> None:
    with server(folder=tmp_path) as (process, client):
        job = asked(client, game="chess", position=ENDLESS, goal="mate")["job"]
        assert list(tmp_path.iterdir())
        with client.stream("GET", f"/api/jobs/{job}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: progress"
            running = workers(process.pid)
            assert running
            process.send_signal(number)
            assert "event: end" in list(lines)
        assert process.wait(PATIENCE) in (0, -number)
    assert gone(running)
    assert not list(tmp_path.iterdir())


def test_workers_end_when_the_server_is_killed(tmp_path: Path) -> None:
    with server(folder=tmp_path) as (process, client):
        job = asked(client, game="chess", position=ENDLESS, goal="mate")["job"]
        until(client, job, lambda found: found["progress"] is not None)
        running = workers(process.pid)
        process.kill()
        assert running
        assert gone(running)


def test_folders_of_killed_servers_go_at_the_next_start(tmp_path: Path) -> None:
    for name in ("pnyx-web-other", "pnyx-web-1-x.txt", "another"):
        (tmp_path / name).mkdir()
    (tmp_path / "pnyx-web-2-link").symlink_to(tmp_path / "another")
    others = set(tmp_path.iterdir())
    with server(folder=tmp_path) as (first, client):
        (left,) = set(tmp_path.iterdir()) - others
        assert left.name.startswith(f"pnyx-web-{first.pid}-")
        with server(folder=tmp_path) as (second, _):
            (used,) = set(tmp_path.iterdir()) - others - {left}
            assert used.name.startswith(f"pnyx-web-{second.pid}-")
            asked(client, game="chess", position=ENDLESS, goal="mate")
            running = workers(first.pid)
            first.kill()
            first.wait(PATIENCE)
            assert gone(running)
            assert {left, used} <= set(tmp_path.iterdir())
            with server(folder=tmp_path) as (third, client):
                assert used.is_dir()
                assert not left.exists()
                (new,) = set(tmp_path.iterdir()) - others - {used}
                assert new.name.startswith(f"pnyx-web-{third.pid}-")
                assert ended(client, asked(client, game="tic-tac-toe", goal="win")["job"])["state"] == "done"
            assert used.is_dir()
    assert set(tmp_path.iterdir()) == others


def test_a_folder_without_a_lock_goes_only_if_its_process_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    ours, gone_by = tmp_path / f"pnyx-web-{os.getpid()}-abc", tmp_path / "pnyx-web-4999999-abc"
    for folder in (ours, gone_by):
        folder.mkdir()
        (folder / "file").write_text("x")
    kept = ServerFolder()
    another = ServerFolder()
    assert set(tmp_path.iterdir()) == {ours, kept.path, another.path}
    for each in (kept, another):
        each.close()
    assert set(tmp_path.iterdir()) == {ours}


def test_a_check_does_not_hold_up_the_end() -> None:
    from support.sample_games import Nim

    data = pnyx.solve(Nim(), "win").certificate
    assert data is not None
    with server("support.web_games:Sleepy") as (process, client):
        upload = data.data.replace(b"game: Nim\n", b"game: Sleepy\n")
        with ThreadPoolExecutor(1) as pool:
            headers = {"content-type": "application/octet-stream"}
            answer = pool.submit(client.post, "/api/proofs", content=upload, headers=headers)
            limit = time.monotonic() + PATIENCE
            while not (running := workers(process.pid)) and time.monotonic() < limit:
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
            assert answer.exception() is not None or answer.result().status_code in (422, 503)
    assert gone(running)


def test_a_worker_that_is_killed_is_a_search_that_failed() -> None:
    with server() as (process, client):
        job = asked(client, game="chess", position=ENDLESS, goal="mate")["job"]
        until(client, job, lambda found: found["progress"] is not None)
        for worker in workers(process.pid):
            os.kill(worker, signal.SIGKILL)
        found = ended(client, job)
        assert (found["state"], found["error"]) == ("failed", "it ended unexpectedly (status -9)")


def test_limits_and_games_of_the_command_line() -> None:
    arguments = ["support.sample_games:Nim", "--max-jobs", "1", "--max-seconds", "2.5", "--max-memory", "64"]
    with server(*arguments) as (_, client):
        about = client.get("/api/about").json()
        assert (about["limits"]["jobs"], about["limits"]["seconds"], about["limits"]["memory_mib"]) == (1, 2.5, 64)
        assert about["games"][0]["name"] == "support.sample_games:Nim"
        assert (
            ended(client, asked(client, game="support.sample_games:Nim", goal="win")["job"])["answer"]["verdict"]
            == "proven"
        )


def test_it_is_reached_from_this_machine_only() -> None:
    with server() as (_, client):
        port = client.base_url.port
        assert port is not None
        others = {str(address[4][0]) for address in socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET)}
        for other in others - {"127.0.0.1", "127.0.1.1"}:
            with raises_for(other, OSError, match="refused"):
                socket.create_connection((other, port), timeout=5).close()


def run(*arguments: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, ["web", *arguments], catch_exceptions=False, prog_name="pnyx")
    return found.exit_code, found.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "70000"], "--port must be at most 65,535, not '70000'"),
        (["--max-jobs", "0"], "--max-jobs must be at least 1, not '0'"),
        (["--max-seconds", "0"], "--max-seconds must be above 0"),
        (["--max-memory", "x"], "--max-memory must be a whole number, not 'x'"),
        (["--host", "256.1.1.1"], "cannot listen on 256.1.1.1 port"),
        (["nothing"], "unknown game 'nothing'"),
        (["no_such_module:Game"], "there is no Python module 'no_such_module'"),
    ],
)
def test_bad_input(arguments: list[str], words: str) -> None:
    status, complaint = run("--no-browser", *arguments)
    assert (status, words in complaint) == (2, True), complaint
    assert complaint.count("\n") == 1


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        status, complaint = run("--no-browser", "--port", str(taken.getsockname()[1]))
    assert status == 2
    assert "--port 0 takes any free port" in complaint


def test_without_its_packages_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "find_spec", lambda name: None)
    assert run() == (2, "pnyx: the explorer needs starlette and uvicorn: pip install pnyx[web]\n")


def test_other_commands_do_not_wait_for_its_packages() -> None:
    program = "import sys, pnyx.cli; sys.exit(any(name in sys.modules for name in ('starlette', 'uvicorn')))"
    assert subprocess.run([sys.executable, "-c", program], cwd=TESTS, check=False).returncode == 0


def test_a_disk_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with server(folder=tmp_path) as (_, client):
        for folder in tmp_path.iterdir():
            shutil.rmtree(folder)
        answer = client.post("/api/jobs", json={"game": "tic-tac-toe", "goal": "win"})
        assert (answer.status_code, "the explorer cannot store the files of a search" in answer.text) == (507, True), (
            answer.text
        )
        headers = {"content-type": "application/octet-stream"}
        answer = client.post("/api/proofs", content=b"pnyx certificate 2\n", headers=headers)
        assert (answer.status_code, "the explorer cannot store the certificate" in answer.text) == (507, True), (
            answer.text
        )


def opened_in_a_browser(folder: Path, *arguments: str) -> tuple[str, str, str]:
    """The address that is printed, what a browser is asked to open, and what a file of that name holds."""
    seen, script = folder / "seen", folder / "browser"
    script.write_text(f'#!/bin/sh\n{{ echo "$1"; cat "${{1#file://}}"; }} > {seen}.part; mv {seen}.part {seen}\n')
    script.chmod(0o755)
    command = [sys.executable, "-m", "pnyx", "web", "--port", "0", *arguments]
    environment = {**os.environ, "BROWSER": f"{script} %s"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=TESTS, env=environment) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[4]
        limit = time.monotonic() + PATIENCE
        while not seen.exists() and time.monotonic() < limit:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
    name, _, content = seen.read_text().partition("\n")
    return address, name, content


def test_a_browser_is_opened(tmp_path: Path) -> None:
    """With the variable that says which browser, for which a script stands in."""
    address, name, _ = opened_in_a_browser(tmp_path)
    assert name == address


def test_no_command_line_has_the_token(tmp_path: Path) -> None:
    address, name, content = opened_in_a_browser(tmp_path, "--token", "blue-whales-sing-at-night")
    assert address.endswith("?token=blue-whales-sing-at-night")
    assert name.startswith("file:///")
    assert f"url={address}" in content
