"""Desks that are not what they should be, for workers in other processes, which import them by name."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pnyx.cluster.desk import Desk
from pnyx.cluster.jobs import INFINITY, Job, Report
from pnyx.cluster.questions import Question
from pnyx.errors import InputError

LIES: Final = ("garbage", "other-job", "wrong-verdict", "no-certificate", "other-position", "absurd", "error")
"""What a lying desk does instead of its job."""


class DramaticDesk:
    """Does what the job's position says."""

    def __init__(
        self, question: Question, algorithm: str, options: Mapping[str, str], memory: int | None, name: str
    ) -> None:
        if algorithm == "no-such":
            raise InputError("expected an algorithm, got 'no-such'")

    def work(self, job: Job, worker: str | None = None) -> Any:
        """Answer, or do not."""
        words = job.position
        if words == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if words == "raise":
            raise ValueError("this went wrong")
        if words == "panic":
            raise BaseException("the core panicked")
        if words == "garbage":
            return b"\0 garbage"
        if words == "unreadable":
            return _Unreadable()
        if words == "sleep":
            time.sleep(600)
        told = Report(job.number, words, "unknown", str(os.getpid()), 1, 0.0, 1, 1, worker="somebody else")
        return replace(told, number=job.number + 1) if words == "other" else told


class _Unreadable:
    """Whoever reads it fails."""

    def __reduce__(self) -> Any:
        return int, ("what?",)


class LyingDesk(Desk):
    """A good desk that answers each kind of nonsense once, if the job's number says so; a folder remembers what was
    done, because liars are replaced.
    """

    def __init__(self, folder: str, *rest: Any) -> None:
        super().__init__(*rest)
        self._folder = Path(folder)

    def work(self, job: Job, worker: str | None = None) -> Any:
        """Do a job, or pretend to."""
        told = super().work(job, worker)
        lie = LIES[job.number % len(LIES)]
        try:
            (self._folder / f"{lie}-{job.number}").touch(exist_ok=False)
        except FileExistsError:
            return told
        return lied(lie, told, self)

    def about(self, position: str) -> Report:
        """A report with a certificate about any position, if it is easily settled."""
        return super().work(Job(0, position, 100_000))


def lied(lie: str, told: Report, desk: Any) -> Any:
    """A report, made wrong."""
    if lie == "garbage":
        return {"verdict": "proven"}
    if lie == "other-job":
        return replace(told, number=told.number + 1)
    if lie == "wrong-verdict":
        other: Any = {"proven": "disproven"}.get(told.verdict, "proven")
        return replace(told, verdict=other, reason=None, certificate=told.certificate or b"pnyx certificate 1\n")
    if lie == "no-certificate":
        return replace(told, verdict="disproven", reason=None, certificate=None)
    if lie == "other-position":
        return replace(told, verdict="proven", reason=None, certificate=desk.about(desk.elsewhere).certificate)
    if lie == "absurd":
        return replace(told, nodes=-(10**30), seconds=float("nan"), proof=-5, disproof=10**30, children=(("?", -1, 2),))
    assert lie == "error", lie
    raise ArithmeticError(f"no wish to do job {told.number} {INFINITY}")
