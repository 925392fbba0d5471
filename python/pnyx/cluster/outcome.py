"""What a cluster found, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pnyx.cluster.questions import Question, prover_of
from pnyx.result import Certificate, why
from pnyx.wording import sentence

__all__ = ["ClusterProgress", "ClusterResult", "Spent"]


@dataclass
class Spent:
    """What a run has cost so far.

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
    """Those that came back and were accepted."""
    taken_up: int = 0
    """Positions whose job was found in the store."""
    repeated: int = 0
    """Jobs that had to be given out again, because their worker died or was wrong."""
    refused: int = 0
    """Reports that were wrong."""
    nodes: int = 0
    coordinating: float = 0.0
    """Seconds in which the coordinator itself was busy: selecting, checking, storing."""
    under_way: float = 0.0
    """Seconds from giving out jobs to taking their reports, without the time of the work itself."""
    busy: dict[str, float] = field(default_factory=dict)
    """Seconds of accepted work by worker."""

    def count(self, worker: str, nodes: int, seconds: float) -> None:
        """Count a job that was done."""
        self.jobs += 1
        self.nodes += nodes
        self.busy[worker] = self.busy.get(worker, 0.0) + seconds

    @property
    def idle_share(self) -> float:
        """The share of the workers' time in which they did nothing that counts."""
        if self.seconds <= 0:
            return 0.0
        return max(0.0, 1 - sum(self.busy.values()) / (self.workers * self.seconds))

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "workers": self.workers,
            "seconds": self.seconds,
            "jobs": self.jobs,
            "taken_up": self.taken_up,
            "repeated": self.repeated,
            "refused": self.refused,
            "nodes": self.nodes,
            "coordinating": self.coordinating,
            "under_way": self.under_way,
            "idle_share": self.idle_share,
            "busy": dict(self.busy),
        }


@dataclass(frozen=True)
class ClusterProgress:
    """What a running cluster tells `on_progress`.

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
    """The lines to the positions in work, the oldest first."""


@dataclass(frozen=True)
class ClusterResult:
    """The answer of a cluster, and what it cost.

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
            words += f": {_why(self.reason)}"
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


_OUT_OF: Mapping[str, str] = {"jobs": "the limit of jobs was reached"}


def _why(reason: str) -> str:
    return _OUT_OF.get(reason) or why(reason)
