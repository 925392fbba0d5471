"""Run a command with a PostgreSQL server of its own: `python tests/support/with_postgres.py pytest -m postgres`.

The server lives in a temporary folder, listens on 127.0.0.1, and ends with the command, which finds its address in
the variable PNYX_POSTGRES. It is that of the system's package (Debian: postgresql); where there is none, the command is
run all the same, and its tests skip.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "PNYX_POSTGRES"


def programs() -> Path | None:
    """The folder of the newest server that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: float(path.parts[-3]))
    on_path = shutil.which("pg_ctl")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@contextmanager
def server(folder: Path, bin: Path) -> Iterator[str]:
    """A server while the block runs; gives its URL."""
    # It refuses to be run by root.
    become = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if become:
        shutil.chown(folder, "postgres")
    data, password = folder / "data", secrets.token_hex(16)
    secret = folder / "password"
    secret.write_text(password)
    secret.chmod(0o644 if become else 0o600)  # nobody else can enter the folder
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def run(*command: str | Path) -> None:
        done = subprocess.run([*become, *command], capture_output=True, text=True, cwd=folder, check=False)
        if done.returncode != 0:
            log = folder / "log"
            said = done.stdout + done.stderr + (log.read_text() if log.exists() else "")
            raise SystemExit(f"PostgreSQL could not be started: {said}")

    run(bin / "initdb", "-D", data, "-U", "pnyx", "-A", "scram-sha-256", f"--pwfile={secret}", "-E", "UTF8", "-N")
    settings = f"-c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -p {port}"
    run(bin / "pg_ctl", "-D", data, "-l", folder / "log", "-o", settings, "-w", "start")
    try:
        yield f"postgresql://pnyx:{password}@127.0.0.1:{port}/postgres"
    finally:
        run(bin / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")


def main() -> int:
    """Run the command; the exit status is its own."""
    if len(sys.argv) < 2:
        raise SystemExit("expected a command")
    bin = programs()
    if bin is None:
        print("no PostgreSQL: install it from your system's packages (Debian: postgresql)", file=sys.stderr)
        return subprocess.run(sys.argv[1:], check=False).returncode
    # However it is ended, the server must not stay behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="pnyx-postgres-") as folder, server(Path(folder), bin) as url:
        return subprocess.run(sys.argv[1:], env={**os.environ, VARIABLE: url}, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
