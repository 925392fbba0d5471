"""Stores: the interface that the coordinator needs, and a store in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from pnyx.cluster.jobs import Job, Report
from pnyx.cluster.questions import Question
from pnyx.errors import InputError


class StoreError(InputError):
    """A store that cannot be used now, and may be later: its disk is full, or its server cannot be reached."""


@dataclass(frozen=True)
class Fact:
    """The verdict on a position, and its reason: the certificate of a job, one move of the side that chooses, or, with
    neither, all moves of the other side.

    >>> Fact("XX./OO./... x", "proven", move="c3").job is None
    True
    """

    position: str
    verdict: Literal["proven", "disproven"]
    job: int | None = None
    """The number of the job that found it."""
    move: str | None = None


class Store(Protocol):
    """Where every finished job and every fact goes before it counts.

    A position has at most one fact, the first one: later ones about it are ignored. `facts` returns them in the order
    in which they were recorded, so that each depends only on earlier ones (or, with cycles, on ones recorded together
    with it).
    """

    @property
    def question(self) -> Question:
        """What the whole store is about."""

    def record(self, job: Job, report: Report, facts: Sequence[Fact]) -> None:
        """Keep a finished job and what follows from it, all or nothing."""

    def learn(self, facts: Sequence[Fact]) -> None:
        """Keep facts that follow from earlier ones, all or nothing."""

    def fact(self, position: str) -> Fact | None:
        """What is known about a position."""

    def facts(self) -> Iterator[Fact]:
        """All facts, oldest first."""

    def job(self, position: str) -> tuple[Job, Report] | None:
        """The last finished job about a position; its report comes without the certificate."""

    def jobs(self) -> Iterator[tuple[Job, Report]]:
        """All finished jobs by number; the reports come without certificates."""

    def certificate(self, number: int) -> bytes | None:
        """The certificate that a job brought."""

    def next_number(self) -> int:
        """A job number that is larger than all that were recorded."""

    def note(self, name: str, value: str) -> None:
        """Keep a small text about the run; a new one with the same name takes its place."""

    def notes(self) -> dict[str, str]:
        """All such texts by name."""

    def close(self) -> None:
        """Close the store."""


class MemoryStore:
    """A store that lasts as long as its process.

    >>> store = MemoryStore(Question("tic-tac-toe", "XX./OO./... x", "win"))
    >>> job = Job(store.next_number(), "XX./OO./... x", 1000)
    >>> store.record(job, Report(1, job.position, "unknown", "nodes", 1000, 0.01, 3, 5), [])
    >>> store.next_number(), store.fact(job.position)
    (2, None)
    """

    def __init__(self, question: Question) -> None:
        self._question = question
        self._jobs: dict[int, tuple[Job, Report]] = {}
        self._last: dict[str, int] = {}
        self._facts: dict[str, Fact] = {}
        self._notes: dict[str, str] = {}

    @property
    def question(self) -> Question:
        """What the whole store is about."""
        return self._question

    def record(self, job: Job, report: Report, facts: Sequence[Fact]) -> None:
        """Keep a finished job and what follows from it."""
        self._jobs[job.number] = job, report
        self._last[job.position] = job.number
        self.learn(facts)

    def learn(self, facts: Sequence[Fact]) -> None:
        """Keep facts that follow from earlier ones."""
        for fact in facts:
            self._facts.setdefault(fact.position, fact)

    def fact(self, position: str) -> Fact | None:
        """What is known about a position."""
        return self._facts.get(position)

    def facts(self) -> Iterator[Fact]:
        """All facts, oldest first."""
        return iter(list(self._facts.values()))

    def job(self, position: str) -> tuple[Job, Report] | None:
        """The last finished job about a position."""
        number = self._last.get(position)
        return None if number is None else self._bare(number)

    def jobs(self) -> Iterator[tuple[Job, Report]]:
        """All finished jobs by number."""
        return map(self._bare, sorted(self._jobs))

    def certificate(self, number: int) -> bytes | None:
        """The certificate that a job brought."""
        return self._jobs[number][1].certificate if number in self._jobs else None

    def next_number(self) -> int:
        """A job number that is larger than all that were recorded."""
        return max(self._jobs, default=0) + 1

    def note(self, name: str, value: str) -> None:
        """Keep a small text about the run."""
        self._notes[name] = value

    def notes(self) -> dict[str, str]:
        """All such texts by name."""
        return dict(self._notes)

    def close(self) -> None:
        """Nothing to close."""

    def _bare(self, number: int) -> tuple[Job, Report]:
        job, report = self._jobs[number]
        return job, replace(report, certificate=None)
