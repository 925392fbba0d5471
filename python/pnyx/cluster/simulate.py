"""Simulates a run with other numbers of workers, from its recorded jobs.

The coordinator and the tree are the real ones; workers and clock are not. A job about a position that was searched in
the recorded run takes as long as it did there, and has the same result. One about any other position takes as long as a
recorded job with as many nodes, and has no result: neither a verdict nor promising numbers. So additional jobs are only
a loss, and speed-ups are lower bounds.

Between two jobs a worker waits for the coordinator, which does one thing at a time, and for messages. Both times are
means of the recorded run, as the coordinator measured them.
"""

from __future__ import annotations

import heapq
import json
from dataclasses import dataclass, replace
from typing import Final

from pnyx.cluster.coordinator import ClusterLimit, Coordinator
from pnyx.cluster.jobs import LARGEST, Failure, Job, Report
from pnyx.cluster.questions import Question
from pnyx.cluster.sizes import JobSizes
from pnyx.cluster.store import open_store
from pnyx.cluster.storing import MemoryStore, Store
from pnyx.errors import InputError

_MOST_WORKERS: Final = 1 << 20
"""Each of them has a name."""

_MOST: Final = 200
"""A simulation ends after this multiple of the recorded jobs."""


@dataclass(frozen=True)
class Simulated:
    """The cost of a simulated run.

    >>> Simulated(2, 5.0, 10, 0.1, True).speed_up(Simulated(1, 9.0, 10, 0.0, True))
    1.8
    """

    workers: int
    seconds: float
    jobs: int
    idle_share: float
    settled: bool
    """Whether it came to an end."""

    def speed_up(self, first: Simulated) -> float:
        """How much faster it is than another."""
        return first.seconds / self.seconds if self.seconds > 0 else 1.0


@dataclass(frozen=True)
class Record:
    """A recorded run."""

    question: Question
    jobs: dict[str, Report]
    """By position."""
    sizes: JobSizes
    coordinating: float
    """Seconds of the coordinator for each job."""
    under_way: float
    """Seconds for each job in which its worker waits for something else."""
    speed: float
    """Nodes that a worker searches in a second."""


def read_record(url: str) -> Record:
    """The recorded run of the store at a path or URL.

    >>> read_record("no-such-store")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: ...
    """
    store = open_store(url, read_only=True)
    try:
        return record_of(store)
    finally:
        store.close()


def record_of(store: Store) -> Record:
    """The recorded run of a store; an `InputError` if it is not finished."""
    runs = json.loads(store.notes().get("runs", "[]"))
    if store.fact(store.question.open().identity) is None or not any(run["jobs"] for run in runs):
        raise InputError("expected the store of a finished run: resume with `pnyx cluster solve`")
    jobs = {job.position: report for job, report in store.jobs()}
    count = sum(run["jobs"] for run in runs)
    coordinating, under_way = (sum(run[name] for run in runs) / count for name in ("coordinating", "under_way"))
    seconds, nodes = (sum(getattr(report, name) for report in jobs.values()) for name in ("seconds", "nodes"))
    last = runs[-1]
    return Record(
        question=store.question,
        jobs=jobs,
        sizes=JobSizes(last["least"], last["most"], last["a"], last["b"]),
        coordinating=coordinating,
        under_way=under_way,
        speed=max(1.0, nodes) / max(1e-9, seconds),
    )


def simulate(record: Record, workers: int) -> Simulated:
    """A recorded run with another number of workers."""
    if workers < 1:
        raise InputError(f"expected at least one worker, got {workers}")
    if workers > _MOST_WORKERS:
        raise InputError(f"expected at most {_MOST_WORKERS:,} workers, got {workers:,}")
    pool = _SimulatedPool(record, workers)
    limit = ClusterLimit(jobs=_MOST * len(record.jobs))
    store = MemoryStore(record.question)
    # The recorded run has judged its reports.
    run = Coordinator(store, pool, record.sizes, limit, objection=lambda *_: None, clock=lambda: pool.now)
    run.run()
    spent = run.spent
    return Simulated(workers, spent.seconds, spent.jobs, spent.idle_share, run.tree.verdict is not None)


class _SimulatedPool:
    """Workers whose jobs end at known times."""

    def __init__(self, record: Record, size: int) -> None:
        self._record = record
        self._idle = [f"worker-{number}" for number in range(size, 0, -1)]
        self._size = size
        self._ends: list[tuple[float, int, Report]] = []
        numbers = [max(report.proof, report.disproof) for report in record.jobs.values() if report.verdict == "unknown"]
        self._poor = min(LARGEST, 100 * max(numbers, default=1))
        self.now = 0.0

    @property
    def size(self) -> int:
        return self._size

    def idle(self) -> int:
        return len(self._idle)

    def submit(self, job: Job, prefer: str | None = None) -> str:
        if prefer in self._idle:
            self._idle.remove(prefer)
            worker = prefer
        else:
            worker = self._idle.pop()
        report = replace(self._report(job), worker=worker)
        heapq.heappush(self._ends, (self.now + report.seconds + self._record.under_way, job.number, report))
        return worker

    def _report(self, job: Job) -> Report:
        known = self._record.jobs.get(job.position)
        if known is not None:
            return replace(known, number=job.number)
        moves = self._record.question.open(job.position).moves()
        seconds = job.nodes / self._record.speed
        children = tuple((move, self._poor, self._poor) for move in moves)
        return Report(job.number, job.position, "unknown", "nodes", job.nodes, seconds, 1, 1, children)

    def wait(self, seconds: float) -> list[Report | Failure]:
        if not self._ends:
            return []
        end, _, report = heapq.heappop(self._ends)
        # If it ended before, it has waited for the coordinator.
        self.now = max(self.now, end) + self._record.coordinating
        self._idle.append(report.worker)
        return [report]

    def distrust(self, worker: str) -> None:
        pass

    def close(self) -> None:
        self._ends.clear()
