"""Processes of our own that take orders and give answers, each one line of JSON: what both ends share."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import IO, Any, BinaryIO

__all__ = ["answers", "last_words", "say", "start", "write"]


def start(module: str, errors: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start the function `main` of a module in a process of its own. What it says beside answers goes to `errors`.

    It finds modules where this process does, and nothing else from the current directory.
    """
    return subprocess.Popen(
        [sys.executable, "-c", f"import sys; sys.path[:] = sys.argv[1:]; from {module} import main; main()", *sys.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        # Ctrl-C in a terminal is for the program that started it, which then ends the others.
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


def say(process: subprocess.Popen[bytes], line: str) -> None:
    """Send it a line, unless it has ended: whoever reads its answers learns that."""
    assert process.stdin is not None
    with contextlib.suppress(OSError, ValueError):
        process.stdin.write(line.encode() + b"\n")
        process.stdin.flush()


def last_words(errors: IO[bytes], most: int) -> str:
    """The end of what it said, at most so many bytes."""
    errors.seek(max(errors.seek(0, os.SEEK_END) - most, 0))
    return errors.read().decode(errors="replace").strip()


def answers() -> BinaryIO:
    """In such a process: where its answers go. What a game of the user's prints must not come between them."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return out


def write(out: BinaryIO, answer: Mapping[str, Any]) -> None:
    """In such a process: give an answer."""
    out.write(json.dumps(answer, allow_nan=False).encode() + b"\n")
    out.flush()
