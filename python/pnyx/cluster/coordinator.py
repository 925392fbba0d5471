"""The one process that keeps the first level: it gives out jobs, judges what comes back, stores it, and goes on.

Nothing that a worker says counts before its certificate was accepted and it is in the store, or held for it. Whatever
is lost with a worker, or with this process, is at most the jobs that were in work: the store has the rest, and each
position is looked up there before it is searched.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

from pnyx.cluster.expanding import Expander
from pnyx.cluster.jobs import Failure, Job, Report
from pnyx.cluster.judging import Judge
from pnyx.cluster.outcome import ClusterProgress, Spent
from pnyx.cluster.pool import Pool
from pnyx.cluster.questions import effect_of
from pnyx.cluster.sizes import JobSizes
from pnyx.cluster.storing import Fact, Store
from pnyx.cluster.tree import Leaf, Tree
from pnyx.errors import InputError

__all__ = ["ClusterLimit", "Coordinator", "Objector"]

_MOST_TRIES: Final = 3
"""A position whose jobs were lost so often is expanded instead."""

_PATIENCE: Final = 0.2
"""Seconds to wait for reports, before limits and the stop flag are looked at again."""

_BETWEEN: Final = 0.1
"""Seconds from one word about the progress to the next."""


class Objector(Protocol):
    """Who says what is wrong with reports: `Judge`, or in a simulation somebody who believes all."""

    def objection(self, job: Job, report: object) -> str | None:
        """Why a report is wrong, if it is."""


class Flag(Protocol):
    """What says that it is enough: `pnyx.StopFlag`."""

    def is_set(self) -> bool:
        """Whether to stop."""


@dataclass(frozen=True)
class ClusterLimit:
    """How much a run may spend, all workers together.

    >>> ClusterLimit(jobs=10).reached(Spent(jobs=10))
    'jobs'
    """

    seconds: float | None = None
    jobs: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "jobs", "nodes"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise InputError(f"the limit of {name} must be more than 0, not {value}")

    def reached(self, spent: Spent) -> str | None:
        """The limit that is reached, if one is."""
        for name in ("seconds", "jobs", "nodes"):
            most = getattr(self, name)
            if most is not None and getattr(spent, name) >= most:
                return name
        return None


@dataclass(frozen=True)
class _Given:
    """A job in work."""

    job: Job
    leaf: Leaf
    worker: str
    at: float


class Coordinator:
    """One run: a store and a pool are given, and remain the caller's.

    >>> from pnyx.cluster.desk import Desk
    >>> from pnyx.cluster.pool import InlinePool
    >>> from pnyx.cluster.questions import Question
    >>> from pnyx.cluster.storing import MemoryStore
    >>> question = Question("tic-tac-toe", ".../.../... x", "win")
    >>> run = Coordinator(MemoryStore(question), InlinePool(Desk(question).work, 2), JobSizes(50, 500))
    >>> run.run(), run.tree.verdict
    (None, 'disproven')
    """

    def __init__(
        self,
        store: Store,
        pool: Pool,
        sizes: JobSizes | None = None,
        limit: ClusterLimit | None = None,
        *,
        objector: Objector | None = None,
        stop: Flag | None = None,
        on_progress: Callable[[ClusterProgress], None] | None = None,
        on_wrong: Callable[[str, str], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        question = store.question
        self._store, self._pool = store, pool
        self._sizes, self._limit = sizes or JobSizes(), limit or ClusterLimit()
        self._objector: Objector = objector or Judge(question)
        self._stop, self._on_progress, self._on_wrong, self._clock = stop, on_progress, on_wrong, clock
        self._expander = Expander(question)
        root = question.open().identity
        self.tree = Tree(root, self._expander.prover_moves(root), effect_of(question))
        """The first level."""
        self.spent = Spent(workers=pool.size)
        """What it has cost."""
        self._working: dict[int, _Given] = {}
        self._again: list[tuple[Job, Leaf]] = []
        self._tries: dict[int, int] = {}
        self._knows: dict[str, str] = {}
        self._number = store.next_number()
        self._told = -_BETWEEN
        self._began = self._clock()

    def run(self) -> str | None:
        """Go on until the root is settled; gives the reason if it is not."""
        self._began = self._clock()
        waited, real = 0.0, time.perf_counter()
        while True:
            reason = self._over()
            if reason is not None:
                break
            self._give_out()
            self._tell()
            if self._over() is not None:
                continue
            if not self._working and self._pool.idle() > 0:
                reason = "numbers"  # an open leaf would have been given out
                break
            before = time.perf_counter()
            came = self._pool.wait(_PATIENCE)
            waited += time.perf_counter() - before
            for each in came:
                self._take(each)
            self.spent.coordinating = time.perf_counter() - real - waited
        self.spent.coordinating = time.perf_counter() - real - waited
        return None if self.tree.verdict is not None else reason

    def _over(self) -> str | None:
        """Why there is no more to do, if there is not."""
        self.spent.seconds = self._clock() - self._began
        if self.tree.verdict is not None:
            return "settled"
        if self._stop is not None and self._stop.is_set():
            return "stopped"
        return self._limit.reached(self.spent)

    def _give_out(self) -> None:
        """Jobs for all who have none."""
        for _ in range(self._pool.idle()):
            job, leaf = self._again.pop() if self._again else self._next()
            if leaf is None or job is None:
                return
            worker = self._pool.submit(job, self._preferred(leaf))
            self._working[job.number] = _Given(job, leaf, worker, self._clock())

    def _next(self) -> tuple[Job | None, Leaf | None]:
        """The next job about a position of which the store knows nothing."""
        while (leaf := self.tree.select()) is not None:
            if self._take_up(leaf.position):
                # A large store takes its time.
                self._tell()
                if self._over() is not None:
                    break
                continue
            nodes = self._sizes.nodes(len(self.tree))
            if self._limit.nodes is not None:
                nodes = max(1, min(nodes, self._limit.nodes - self.spent.nodes))
            job = Job(self._number, leaf.position, nodes)
            self._number += 1
            self.tree.start(leaf.position)
            return job, leaf
        return None, None

    def _take_up(self, position: str) -> bool:
        """Use what the store has about a position; `False` if it has nothing."""
        fact = self._store.fact(position)
        if fact is not None:
            self._learn(self.tree.settle(position, fact.verdict, known=fact))
        else:
            done = self._store.job(position)
            if done is None:
                return False
            self._learn(self._fold(*done))
        self.spent.taken_up += 1
        return True

    def _preferred(self, leaf: Leaf) -> str | None:
        """The worker whose table knows most about a position: the one that looked at the last position before it."""
        before = (self._knows.get(position) for position in reversed(leaf.positions))
        return next((worker for worker in before if worker is not None), None)

    def _take(self, came: Report | Failure) -> None:
        came_at = self._clock()
        number = came.job.number if isinstance(came, Failure) else getattr(came, "number", None)
        if number not in self._working:
            return  # nobody asked for it
        given = self._working.pop(number)
        job, leaf, worker = given.job, given.leaf, given.worker
        if isinstance(came, Failure):
            self._repeat(job, leaf)
            return
        why = self._objector.objection(job, came)
        if why is not None:
            self.spent.refused += 1
            if self._on_wrong is not None:
                self._on_wrong(worker, why)
            self._pool.distrust(worker)
            self._repeat(job, leaf)
            return
        report = replace(came, worker=worker)
        facts = self._fold(job, report)
        self._store.record(job, report, facts)
        self._tries.pop(job.number, None)
        self._knows[job.position] = worker
        self.spent.count(worker, report.nodes, report.seconds)
        self.spent.under_way += max(0.0, came_at - given.at - report.seconds)

    def _repeat(self, job: Job, leaf: Leaf) -> None:
        tries = self._tries[job.number] = self._tries.get(job.number, 1) + 1
        self.spent.repeated += 1
        if tries <= _MOST_TRIES:
            self._again.append((job, leaf))
        else:
            self._learn(self.tree.expand(job.position, self._expander.children(job.position)))

    def _fold(self, job: Job, report: Report) -> list[Fact]:
        """What follows from a report that is believed."""
        if report.verdict != "unknown":
            return self.tree.settle(job.position, report.verdict, job=job.number)
        if report.reason == "misdeclared":
            raise InputError(
                f"a position came back under {job.position!r:.80}, but the game declares repetition impossible"
            )
        return self.tree.expand(job.position, self._expander.children(job.position, report.children))

    def _learn(self, facts: list[Fact]) -> None:
        if facts:
            self._store.learn(facts)

    def _tell(self) -> None:
        now = self._clock()
        if self._on_progress is None or now - self._told < _BETWEEN:
            return
        self._told = now
        lines = tuple(given.leaf.moves for _, given in sorted(self._working.items()))
        progress = ClusterProgress(self.spent, len(self.tree), len(self._working), *self.tree.numbers(), lines)
        self._on_progress(progress)
