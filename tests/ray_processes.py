"""Finding the processes that a test has started, however they are related by now: they have its mark in their
environment.
"""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import Final

MARK: Final = "PNYX_TEST_MARK"
HELPERS: Final = ("ray::DashboardAgent", "ray::RuntimeEnvAgent")
"""Idle parts of Ray that take up to a minute to notice that the rest was killed."""


def marked(mark: str) -> dict[int, str]:
    """The living processes with this mark, and what they are called."""
    found = {}
    wanted = f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                name = (folder / "cmdline").read_bytes().split(b"\0")[0].decode(errors="replace")
                if name:  # one that has ended and was not yet waited for has none
                    found[int(folder.name)] = name
    return found


def workers(mark: str) -> list[int]:
    """The processes of Ray's workers that have this mark."""
    return [pid for pid, name in marked(mark).items() if name.startswith("ray::_Actor")]


def end(mark: str) -> None:
    """Kill whatever is left."""
    for pid in marked(mark):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
