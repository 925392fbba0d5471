"""What both tables share: questions, ways to search, and what came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pnyx
import reporting

RESULTS = (
    "table",
    "id",
    "method",
    "verdict",
    "reason",
    "claimed",
    "nodes",
    "generated",
    "simulation_nodes",
    "simulation_calls",
    "simulation_failed",
    *reporting.PROOF,
)
KEYS = 3
MEMORY = 4 << 30
READ_TWICE = 2_000
"""Certificates of at most this many nodes are also verified by the Python checker."""


@dataclass(frozen=True)
class Problem:
    """A question, the set it belongs to, and its answer if that is known before."""

    table: str
    set: str
    id: str
    game: str
    position: str
    goal: str
    expected: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Method(reporting.Method):
    """A way to search, with its limit, which counts what the algorithm calls a node."""

    nodes: int


@dataclass(frozen=True)
class Measured(reporting.Answer[Problem]):
    """What came out for one question by one method."""

    claimed: str
    """What the search said, whether or not it could be shown."""
    nodes: int
    generated: int
    simulation_nodes: int
    simulation_calls: int
    simulation_failed: int
    seconds: float

    @property
    def solved(self) -> bool:
        """Whether there is an answer with a certificate."""
        return self.verdict != "unknown"

    @property
    def flawed(self) -> bool:
        """Whether there was an answer, but none that could be shown."""
        return self.reason.startswith("certificate failed")

    @property
    def expansions(self) -> int:
        """Nodes, those of simulations included: the paper's total nodes."""
        return self.nodes + self.simulation_nodes

    @property
    def wrong(self) -> str:
        """What is wrong with the answer, if it is not the known one."""
        expected = self.problem.expected
        if not self.solved or not expected or self.verdict == expected:
            return ""
        return f"{self.problem.id} {self.verdict} by {self.method}, known to be {expected}"


def search(problem: Problem, name: str, method: Method, stop: pnyx.StopFlag) -> list[object]:
    """Search: a row of the raw results."""
    position = pnyx.position(problem.game, problem.position, **problem.options)
    limit = pnyx.Limit(nodes=method.nodes, memory=MEMORY)
    result = pnyx.solve(position, problem.goal, method.algorithm, options=method.options, limit=limit, stop=stop)
    return [
        problem.table,
        problem.id,
        name,
        result.verdict,
        result.reason or "",
        "proven" if result.proof == 0 else "disproven" if result.disproof == 0 else "",
        result.nodes,
        result.generated,
        result.simulation.nodes,
        result.simulation.calls,
        result.simulation.failed,
        *reporting.proof_cells(result, READ_TWICE),
    ]


def measured(problem: Problem, name: str, row: Mapping[str, str]) -> Measured:
    """A row of the raw results."""
    return Measured(
        problem,
        name,
        row["verdict"],
        row["reason"],
        row["claimed"],
        int(row["nodes"]),
        int(row["generated"]),
        int(row["simulation_nodes"]),
        int(row["simulation_calls"]),
        int(row["simulation_failed"]),
        float(row["seconds"]),
    )
