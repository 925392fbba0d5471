"""Runners that are slow, fail or lie, for workers in other processes, which import them by name."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pnyx.cluster.job_runner import JobRunner
from pnyx.cluster.jobs import Job, Report
from pnyx.cluster.questions import Question
from pnyx.errors import InputError

LIES: Final[Mapping[str, Callable[[Report, bytes], Any]]] = {
    "garbage": lambda told, other: {"verdict": "proven"},
    "another job": lambda told, other: replace(told, number=told.number + 1),
    "another verdict": lambda told, other: _settled(told, _other(told), told.certificate or other),
    "no certificate": lambda told, other: _settled(told, "disproven", None),
    "another position": lambda told, other: _settled(told, "proven", other),
    "half a certificate": lambda told, other: _settled(told, "proven", other[: len(other) // 2]),
    "no bytes": lambda told, other: _settled(told, "proven", "pnyx certificate 2"),
    "no verdict": lambda told, other: _settled(told, ["proven"], other),
    "negative": lambda told, other: replace(told, nodes=-1, seconds=-1.0),
    "not a number": lambda told, other: replace(told, seconds=float("nan")),
    "huge time": lambda told, other: replace(told, seconds=10**400),
    "ages": lambda told, other: replace(told, seconds=1e308),
    "endless": lambda told, other: replace(told, seconds=float("inf")),
    "huge": lambda told, other: replace(told, nodes=10**30),
    "huge numbers": lambda told, other: _open(told, proof=10**30, disproof=10**40),
    "no numbers": lambda told, other: _open(told, proof="1", disproof=None),
    "no reason": lambda told, other: _open(told, reason=b"\0" * 1000),
    "certificate, but no verdict": lambda told, other: _open(told, certificate=[other]),
    "strange children": lambda told, other: _open(told, children=(("?", 1, 1), ("?", -1, 10**30))),
    "no children": lambda told, other: _open(told, children=[1, "two"]),
}
"""What may come instead of a report, made of the right one and a certificate of another position."""


def _settled(told: Report, verdict: Any, certificate: Any) -> Report:
    return replace(told, verdict=verdict, reason=None, certificate=certificate)


def _open(told: Report, **changes: Any) -> Report:
    settings: dict[str, Any] = {"verdict": "unknown", "reason": "nodes", "certificate": None, "proof": 1, "disproof": 1}
    return replace(told, **{**settings, **changes})


def _other(told: Report) -> str:
    return "disproven" if told.verdict == "proven" else "proven"


class DramaticRunner:
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
    """Reading it fails."""

    def __reduce__(self) -> Any:
        return int, ("what?",)


class SlowRunner(JobRunner):
    """A correct runner that takes its time for each job, and writes down which it has begun."""

    def __init__(self, folder: str, seconds: float, *rest: Any) -> None:
        super().__init__(*rest)
        self._begun = Path(folder, "begun")
        self._seconds = seconds

    def work(self, job: Job, worker: str | None = None) -> Any:
        """Do a job."""
        with self._begun.open("a") as file:
            file.write(f"{job.number}\n")
        time.sleep(self._seconds)
        return super().work(job, worker)


class LyingRunner(SlowRunner):
    """A slow one that answers each of some kinds of nonsense once; a folder remembers what was said, because liars are
    replaced.
    """

    def __init__(self, lies: Sequence[str], elsewhere: str, folder: str, *rest: Any) -> None:
        super().__init__(folder, *rest)
        self._lies = lies
        self._elsewhere = elsewhere
        self._folder = Path(folder)

    def work(self, job: Job, worker: str | None = None) -> Any:
        """Do a job, or pretend to."""
        told = super().work(job, worker)
        for lie in self._lies:
            with contextlib.suppress(FileExistsError):
                (self._folder / lie).touch(exist_ok=False)
                return LIES[lie](told, self._certificate())
        return told

    def _certificate(self) -> bytes:
        """A good one about another position."""
        found = JobRunner.work(self, Job(0, self._elsewhere, 100_000)).certificate
        assert found is not None
        return found
