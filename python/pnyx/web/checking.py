"""Checking a certificate in a process of its own: what the worker does, and what the server makes of it.

Nothing is known about a certificate from outside. It may be made to take for ever, or all memory, so each checker has a
time and a memory limit. The Rust checker must accept. The Python checker, which is a thousand times slower, is asked
about small ones at once and about others when the page wants it, and may run out of time: the page learns which of them
have read it all.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pnyx.errors import CertificateError, InputError
from pnyx.proof import CHECKERS, CheckReport, agreed, require_rules, run_checker
from pnyx.reference.certificate import LONGEST_HEADER
from pnyx.web.process import Worker
from pnyx.web.settings import Settings
from pnyx.web.workers import Workers

__all__ = ["check", "checked", "claimed_nodes", "second_opinion"]

_MEMORY: Final = 1 << 30

Opinion = dict[str, Any] | CertificateError | None


def check(order: Mapping[str, Any]) -> dict[str, Any]:
    """Run one checker on a file, in the worker."""
    from pnyx.cli.inputs import load_game

    data = Path(order["file"]).read_bytes()
    game = None if order["game"] is None else load_game(order["game"])
    require_rules(data, game)
    return run_checker(order["checker"], data, game)


def checked(file: Path, game: str | None, settings: Settings, workers: Workers) -> CheckReport:
    """What the checkers say of a file; `game` names a game written in Python, if it speaks of one."""
    rust, python = _Check(CHECKERS[0], file, game, settings, workers), None
    if claimed_nodes(file) <= settings.second_nodes:
        python = _Check(CHECKERS[1], file, game, settings, workers)
    first, second = rust.opinion(), None if python is None else python.opinion()
    if first is None:
        raise InputError(f"the certificate takes too long or too much memory to check: {rust.complaint}")
    if second is None:
        if isinstance(first, CertificateError):
            raise first
        return CheckReport(**first, checkers=CHECKERS[:1])
    return agreed(first, second)


def second_opinion(file: Path, game: str | None, settings: Settings, workers: Workers) -> Opinion:
    """What the Python checker says, if it comes to an end in time."""
    return _Check(CHECKERS[1], file, game, settings, workers).opinion()


def claimed_nodes(file: Path) -> int:
    """How many nodes a certificate says it has; the checkers find out whether that is true."""
    with open(file, "rb") as opened:
        found = re.search(rb"\nnodes: ([0-9]{1,12})\n", opened.read(LONGEST_HEADER))
    return int(found[1]) if found else 0


class _Check:
    """One checker at work."""

    def __init__(self, checker: str, file: Path, game: str | None, settings: Settings, workers: Workers) -> None:
        folder = file.parent / checker
        folder.mkdir(exist_ok=True)
        self.complaint = ""
        self._message: dict[str, Any] = {}
        self._done = threading.Event()
        order = {"kind": "check", "checker": checker, "file": str(file), "game": game, "memory": _MEMORY, "threads": 1}
        workers.start(lambda: Worker(order, folder, settings.check_seconds, self._message.update, self._end))

    def opinion(self) -> Opinion:
        """Its report, its refusal, or nothing if it did not come to an end; an `InputError` where it needs more."""
        self._done.wait()
        if "answer" in self._message:
            report: dict[str, Any] = self._message["answer"]
            return report
        error, kind = self._message.get("error", ""), self._message.get("kind")
        if kind == "CertificateError":
            return CertificateError(error)
        if kind == "InputError":
            raise InputError(error)
        if kind == "Exception":
            raise InputError(f"the game failed while the certificate was read: {error}")
        self.complaint = self.complaint or error
        return None

    def _end(self, complaint: str | None) -> None:
        self.complaint = complaint or ""
        self._done.set()
