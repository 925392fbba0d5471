"""The coordinator: which leaf (chosen in `tree`) which worker gets next, as a job of the size that `sizes` says.

It stores their reports.

A worker's report counts only after its certificate was accepted and it is in the store, or held for it. A worker or a
coordinator that dies loses at most the running jobs: the store has the rest, and each position is looked up there
before it is searched.
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
from pnyx.cluster.questions import effect_of, prover_of
from pnyx.cluster.sizes import JobSizes
from pnyx.cluster.storing import Fact, Store
from pnyx.cluster.tree import Leaf, Tree
from pnyx.errors import InputError

_MOST_TRIES: Final = 3
"""A position whose jobs were lost so often is expanded instead."""

_PATIENCE: Final = 0.2
"""Seconds to wait for reports, before limits and the stop flag are checked again."""

_BETWEEN: Final = 0.1
"""Seconds between progress reports."""


Objection = Callable[[Job, object], str | None]
"""Why a report is wrong, if it is: by a `Judge`, or in a simulation none."""


class Flag(Protocol):
    """A stop flag: `pnyx.StopFlag`."""

    def is_set(self) -> bool:
        """Whether to stop."""


@dataclass(frozen=True)
class ClusterLimit:
    """The limits of a run, all workers together.

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

    def rest(self, spent: Spent) -> ClusterLimit | None:
        """What is left after a run; `None` if a limit is reached.

        >>> ClusterLimit(jobs=10, nodes=500).rest(Spent(jobs=4, nodes=100))
        ClusterLimit(seconds=None, jobs=6, nodes=400)
        """
        if self.reached(spent) is not None:
            return None
        limits = {name: getattr(self, name) for name in ("seconds", "jobs", "nodes")}
        return ClusterLimit(**{name: most and most - getattr(spent, name) for name, most in limits.items()})


@dataclass(frozen=True)
class _Given:
    """A running job."""

    job: Job
    leaf: Leaf
    worker: str
    at: float


class Coordinator:
    """One run: a store and a pool are given, and remain the caller's.

    >>> from pnyx.cluster.job_runner import JobRunner
    >>> from pnyx.cluster.pool import InlinePool
    >>> from pnyx.cluster.questions import Question
    >>> from pnyx.cluster.storing import MemoryStore
    >>> question = Question("tic-tac-toe", ".../.../... x", "win")
    >>> run = Coordinator(MemoryStore(question), InlinePool(JobRunner(question).work, 2), JobSizes(50, 500))
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
        objection: Objection | None = None,
        stop: Flag | None = None,
        on_progress: Callable[[ClusterProgress], None] | None = None,
        on_wrong: Callable[[str, str], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        question = store.question
        self._store, self._pool = store, pool
        self._sizes, self._limit = sizes or JobSizes(), limit or ClusterLimit()
        self._objection: Objection = objection or Judge(question).objection
        self._stop, self._on_progress, self._on_wrong, self._clock = stop, on_progress, on_wrong, clock
        self._expander = Expander(question)
        root = question.open()
        self.tree = Tree(root.identity, root.turn == prover_of(question), effect_of(question))
        """The first level."""
        self.spent = Spent(workers=pool.size)
        """The effort so far."""
        self._working: dict[int, _Given] = {}
        self._again: list[tuple[Job, Leaf]] = []
        self._tries: dict[int, int] = {}
        self._knows: dict[str, str] = {}
        self._number = store.next_number()
        self._told = -_BETWEEN
        self._began = self._clock()

    def run(self) -> str | None:
        """Run until the root is solved; returns the reason if it is not."""
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
                reason = "numbers"  # an open leaf would have been submitted
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
        """Why the run ends, if it does."""
        self.spent.seconds = self._clock() - self._began
        if self.tree.verdict is not None:
            return "settled"
        if self._stop is not None and self._stop.is_set():
            return "stopped"
        return self._limit.reached(self.spent)

    def _give_out(self) -> None:
        """Submit jobs to all idle workers."""
        for _ in range(self._pool.idle()):
            job, leaf = self._again.pop() if self._again else self._next()
            if leaf is None or job is None:
                return
            worker = self._pool.submit(job, self._preferred(leaf))
            self._working[job.number] = _Given(job, leaf, worker, self._clock())

    def _next(self) -> tuple[Job | None, Leaf | None]:
        """The next job about a position that is not in the store."""
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
        """Use the store's results for a position; `False` if there are none."""
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
        """The worker with the most relevant table: the one that searched the last position before this one."""
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
        why = self._objection(job, came)
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
        """Update the tree by a verified report."""
        if report.verdict != "unknown":
            return self.tree.settle(job.position, report.verdict, job=job.number)
        if report.reason == "misdeclared":
            raise InputError(
                f"a position was repeated below {job.position!r:.80}, but the game declares repetition impossible"
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
