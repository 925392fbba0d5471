"""Finding the processes of Ray that a test has started, while they live and after their parents have gone.

Their environment does not show it: some write their title over it. But all of them stay in the session of the process
that has started Ray.
"""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import Final, NamedTuple

HELPERS: Final = ("ray::DashboardAgent", "ray::RuntimeEnvAgent")
"""Idle parts of Ray that take up to a minute to notice that the rest was killed."""


class Process(NamedTuple):
    """A living process."""

    parent: int
    session: int
    name: str


def processes() -> dict[int, Process]:
    """All that there are."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            name = (folder / "cmdline").read_bytes().split(b"\0")[0].decode(errors="replace")
            if state not in "ZX":  # these have ended
                found[int(folder.name)] = Process(int(parent), int(session), name)
    return found


def below(ancestor: int) -> dict[int, str]:
    """The descendants of a process, and what they are called."""
    everything = processes()
    found: dict[int, str] = {}
    level = {ancestor}
    while level:
        level = {pid for pid, process in everything.items() if process.parent in level}
        found |= {pid: everything[pid].name for pid in level}
    return found


def in_session(session: int) -> dict[int, str]:
    """The processes of a session, and what they are called."""
    return {pid: process.name for pid, process in processes().items() if process.session == session}


def workers(among: dict[int, str]) -> list[int]:
    """Those that are workers of ours."""
    return [pid for pid, name in among.items() if name.startswith("ray::_Actor")]


def kill(pids: list[int]) -> None:
    """Kill processes, some of which may have ended by themselves."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
