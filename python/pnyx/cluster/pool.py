"""Worker pools: the interface that the coordinator needs, and the simplest implementation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from pnyx.cluster.jobs import Failure, Job, Report


class Pool(Protocol):
    """Workers that run jobs, each one at a time. Workers have names; a replacement may keep the name."""

    @property
    def size(self) -> int:
        """The number of workers."""

    def idle(self) -> int:
        """The number of idle workers."""

    def submit(self, job: Job, prefer: str | None = None) -> str:
        """Submit a job to an idle worker, to the preferred one if it is idle; returns its name."""

    def wait(self, seconds: float) -> list[Report | Failure]:
        """The reports received; if there are none, wait up to `seconds`."""

    def distrust(self, worker: str) -> None:
        """Replace an idle worker that sent a wrong report."""

    def close(self) -> None:
        """End all workers; jobs that they have not finished are lost."""


class InlinePool:
    """Workers in this process, which work while they are waited for; `choose` says who is first to finish.

    >>> pool = InlinePool(lambda job, worker: Report(job.number, job.position, "unknown", "nodes", 1, 0.0, 1, 1), 2)
    >>> pool.submit(Job(1, "A", 10)), pool.submit(Job(2, "B", 10)), pool.idle()
    ('worker-1', 'worker-2', 0)
    >>> [report.number for report in pool.wait(1.0)], pool.idle()
    ([1], 1)
    """

    def __init__(
        self,
        work: Callable[[Job, str], Report | Failure],
        size: int = 1,
        choose: Callable[[Sequence[Job]], int] = lambda jobs: 0,
    ) -> None:
        self._work = work
        self._choose = choose
        self._names = [f"worker-{number}" for number in range(1, size + 1)]
        self._busy: dict[str, Job] = {}
        self.distrusted: list[str] = []
        """The workers that were replaced."""

    @property
    def size(self) -> int:
        """The number of workers."""
        return len(self._names)

    def idle(self) -> int:
        """The number of idle workers."""
        return self.size - len(self._busy)

    def submit(self, job: Job, prefer: str | None = None) -> str:
        """Submit a job to an idle worker, to the preferred one if it is idle; returns its name."""
        idle = [name for name in self._names if name not in self._busy]
        name = prefer if prefer is not None and prefer in idle else idle[0]
        self._busy[name] = job
        return name

    def wait(self, seconds: float) -> list[Report | Failure]:
        """Do one of the jobs."""
        if not self._busy:
            return []
        names = list(self._busy)
        name = names[self._choose([self._busy[name] for name in names])]
        return [self._work(self._busy.pop(name), name)]

    def distrust(self, worker: str) -> None:
        """Record it: there is nothing to replace."""
        self.distrusted.append(worker)

    def close(self) -> None:
        """Forget the jobs that were not done."""
        self._busy.clear()
