"""Checking a certificate in a process of its own: the worker's part, and the server's.

A certificate from outside is not trusted. It may be built to take unlimited time or memory, so each checker has a time
and a memory limit. The Rust checker must accept it. The Python checker, which is a thousand times slower, reads small
certificates at once and others on request, and may reach its time limit: the page shows which checkers have accepted.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pnyx
from pnyx._util.child import Report, serve
from pnyx._util.limits import set_limits
from pnyx.api.check import CHECKERS, CheckReport, agreed, require_rules, run_checker
from pnyx.api.loading import load_game
from pnyx.errors import CertificateError, InputError
from pnyx.reference.certificate import LONGEST_HEADER
from pnyx.web.settings import Settings
from pnyx.web.workers import Workers

_MEMORY: Final = 1 << 30


def main() -> None:
    """Run one checker on a file, in a process of its own."""
    serve(_check, pnyx.StopFlag(), once=True)


def _check(question: Mapping[str, Any], report: Report) -> dict[str, Any]:
    set_limits(_MEMORY, 1)
    data = Path(question["file"]).read_bytes()
    game = None if question["game"] is None else load_game(question["game"])
    require_rules(data, game)
    return run_checker(question["checker"], data, game)


def checked(file: Path, game: str | None, settings: Settings, workers: Workers) -> CheckReport:
    """The checkers' verdicts on a file; `game` names a game written in Python, if it is about one."""
    rust, python = Check(CHECKERS[0], file, game, settings, workers), None
    if claimed_nodes(file) <= settings.second_nodes:
        python = Check(CHECKERS[1], file, game, settings, workers)
    first, second = rust.outcome(), None if python is None else python.outcome()
    if first is None:
        raise InputError(f"checking the certificate takes too much time or memory: {rust.complaint}")
    if second is None:
        if isinstance(first, CertificateError):
            raise first
        return CheckReport(**first, checkers=CHECKERS[:1])
    return agreed(first, second)


def claimed_nodes(file: Path) -> int:
    """The number of nodes in a certificate's header; the checkers verify it."""
    with open(file, "rb") as opened:
        found = re.search(rb"\nnodes: ([0-9]{1,12})\n", opened.read(LONGEST_HEADER))
    return int(found[1]) if found else 0


class Check:
    """One checker at work."""

    def __init__(self, checker: str, file: Path, game: str | None, settings: Settings, workers: Workers) -> None:
        self.complaint = ""
        self._message: dict[str, Any] = {}
        self._done = threading.Event()
        question = {"checker": checker, "file": str(file), "game": game}
        workers.start("pnyx.web.checking", question, settings.check_seconds, self._message.update, self._end)

    def outcome(self) -> dict[str, Any] | CertificateError | None:
        """Its report, its rejection, or `None` if it did not finish; an `InputError` if something is missing."""
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
