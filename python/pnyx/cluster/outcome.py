"""The result of a cluster, and its effort."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from pnyx.api.result import Certificate
from pnyx.api.wording import sentence, why
from pnyx.cluster.questions import Question, prover_of


@dataclass
class Spent:
    """The effort of a run so far.

    >>> spent = Spent(workers=2, seconds=10.0)
    >>> spent.count("worker-1", 1_000_000, 9.0)
    >>> spent.count("worker-2", 1_000_000, 8.0)
    >>> spent.jobs, spent.nodes, round(spent.idle_share, 2)
    (2, 2000000, 0.15)
    """

    workers: int = 1
    seconds: float = 0.0
    """From the first job to the last answer."""
    jobs: int = 0
    """Finished jobs whose reports were accepted."""
    taken_up: int = 0
    """Positions whose job was found in the store."""
    repeated: int = 0
    """Jobs that had to be repeated, because their worker died or was wrong."""
    refused: int = 0
    """Reports that were wrong."""
    nodes: int = 0
    coordinating: float = 0.0
    """Seconds in which the coordinator itself was busy: selecting, checking, storing."""
    under_way: float = 0.0
    """Seconds from submitting jobs to receiving their reports, without the search time."""
    busy: dict[str, float] = field(default_factory=dict)
    """Seconds of accepted work by worker."""

    def count(self, worker: str, nodes: int, seconds: float) -> None:
        """Count a job that was done."""
        self.jobs += 1
        self.nodes += nodes
        self.busy[worker] = self.busy.get(worker, 0.0) + seconds

    def after(self, earlier: Spent) -> Spent:
        """The effort of both, if this run came after an earlier one.

        >>> Spent(2, 10.0, 7, busy={"worker-1": 9.0}).after(Spent(2, 1.0, 3, busy={"worker-1": 1.0})).busy
        {'worker-1': 10.0}
        """
        names = ("seconds", "jobs", "taken_up", "repeated", "refused", "nodes", "coordinating", "under_way")
        sums = {name: getattr(earlier, name) + getattr(self, name) for name in names}
        busy = {**earlier.busy}
        for worker, seconds in self.busy.items():
            busy[worker] = busy.get(worker, 0.0) + seconds
        return Spent(max(earlier.workers, self.workers), **sums, busy=busy)

    @property
    def idle_share(self) -> float:
        """The share of the workers' time without accepted work."""
        if self.seconds <= 0:
            return 0.0
        return max(0.0, 1 - sum(self.busy.values()) / (self.workers * self.seconds))

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        known = asdict(self)
        busy = known.pop("busy")
        return {**known, "idle_share": self.idle_share, "busy": busy}


@dataclass(frozen=True)
class ClusterProgress:
    """The progress of a cluster, as passed to `on_progress`.

    >>> ClusterProgress(Spent(), 1, 0, 1, 1, ()).positions
    1
    """

    spent: Spent
    positions: int
    """The positions of the first level."""
    in_work: int
    proof: int
    disproof: int
    lines: tuple[tuple[str, ...], ...]
    """The lines to the positions being searched, the oldest first."""


@dataclass(frozen=True)
class ClusterResult:
    """The answer of a cluster, and its effort.

    >>> from pnyx import cluster
    >>> result = cluster.solve("tic-tac-toe", "XX./OO./... x", goal="win")
    >>> result.verdict, str(result.certificate.check())
    ('proven', 'X wins in 1 from XX./OO./... x: checked, 2 positions, 2 checkers agree')
    """

    question: Question
    verdict: Literal["proven", "disproven", "unknown"]
    reason: str | None
    """Why the verdict is unknown: `seconds`, `jobs`, `nodes`, `stopped`, `numbers` or `certificate failed: ...`."""
    certificate: Certificate | None
    positions: int
    """The positions of the first level."""
    expanded: int
    proof: int
    disproof: int
    spent: Spent

    @property
    def prover(self) -> str:
        """The name of the player whose goal it is."""
        return prover_of(self.question)

    def __str__(self) -> str:
        words = sentence(self.prover, self.question.goal, self.verdict, None, self.question.options)
        if self.reason is not None:
            words += f": {why(self.reason)}"
        return f"{words} ({self.spent.jobs:,} jobs, {self.spent.nodes:,} nodes, {self.spent.seconds:.2f} s)."

    def to_json(self, certificate: str | None = None) -> dict[str, Any]:
        """The result as `pnyx cluster solve --json` prints it; `certificate` is the path it was saved at."""
        return {
            "game": self.question.game,
            "position": self.question.position,
            "goal": self.question.goal,
            "prover": self.prover,
            "verdict": self.verdict,
            "reason": self.reason,
            "positions": self.positions,
            "expanded": self.expanded,
            "proof": self.proof,
            "disproof": self.disproof,
            **self.spent.to_json(),
            "certificate": certificate,
            "certificate_nodes": None if self.certificate is None else self.certificate.nodes,
            "checked": None if self.certificate is None else True,
        }
