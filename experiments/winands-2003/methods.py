"""The searches of this experiment, and what came out of them."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pnyx
import reporting
from reporting import Method, Problem

RESULTS = (
    "set",
    "id",
    "method",
    "limit",
    "verdict",
    "reason",
    "nodes",
    "expansions",
    "generated",
    *reporting.PROOF,
)
KEYS = 4
SEED = 2003
STORED = 1_000_000
"""The nodes that may be held in memory."""
READ_TWICE = 5_000
"""Certificates of at most this many nodes are also verified by the Python checker."""


@dataclass(frozen=True)
class Measured(reporting.Answer[Problem]):
    """What came out for one position by one method."""

    nodes: int
    generated: int
    seconds: float

    @property
    def solved(self) -> bool:
        """Whether the win was proved."""
        return self.verdict == "proven"

    @property
    def wrong(self) -> str:
        """What is wrong with the answer, if something is."""
        if self.verdict == "disproven":
            return f"{self.problem.id} disproven by {self.method}, known to be won"
        if self.reason.startswith("certificate failed"):
            return f"{self.problem.id} by {self.method}: {self.reason}"
        return ""


def read(name: str, path: Path, count: int | None) -> list[Problem]:
    """The problems of a set, or a fixed sample of them; smaller samples are part of larger ones."""
    with path.open(newline="", encoding="utf-8") as file:
        problems = [Problem(name, row["id"], row["position"]) for row in csv.DictReader(file)]
    places = list(range(len(problems)))
    Random(SEED).shuffle(places)
    return [problems[place] for place in sorted(places[:count])]


def _growing(title: str, algorithm: str, a: int, b: int, stored: int = STORED) -> Method:
    return Method(title, algorithm, {"a": str(a), "b": str(b), "stored": str(stored)})


NAMED = {
    "alpha-beta": Method("αβ", "alpha-beta", {"stored": str(STORED)}),
    "pn": Method("PN", "pn", {"stored": str(STORED)}),
    "pds": Method("PDS", "pds", {"table": "two-big", "stored": str(STORED)}),
    "pn2": _growing("PN²", "pn2", 1_800_000, 240_000),
    "pds-pn": _growing("PDS-PN", "pds-pn", 450_000, 300_000),
}
"""The searches of Tables 1, 2, 4 and 5."""


def grid() -> dict[str, Method]:
    """The searches of Table 3, by their parameters. The chosen ones are those of the other tables."""
    made = {}
    for a in range(150_000, 1_350_001, 300_000):
        for b in range(60_000, 360_001, 60_000):
            name = f"pds-pn {a}/{b}"
            made[name] = _growing(name, "pds-pn", a, b)
    return made


def memory() -> dict[str, Method]:
    """The searches of Figure 3: the nodes that may be stored, and with them a and b, are halved again and again."""
    made = {}
    for name in ("pn2", "pds-pn"):
        whole = NAMED[name]
        for halvings in range(11):
            options = {key: str(int(value) >> halvings) for key, value in whole.options.items()}
            made[f"{name} 1/{1 << halvings}"] = Method(whole.title, whole.algorithm, options)
    return made


def named(name: str) -> tuple[str, Method]:
    """A method by its name, and the one name under which its results are kept."""
    methods = {**NAMED, **grid(), **memory()}
    method = methods[name]
    first = next(
        key for key, other in methods.items() if (other.algorithm, other.options) == (method.algorithm, method.options)
    )
    return first, method


def search(problem: Problem, name: str, method: Method, limit: int, stop: pnyx.StopFlag) -> list[object]:
    """Search: a row of the raw results."""
    result = pnyx.solve(
        problem.position,
        "win",
        method.algorithm,
        game="lines-of-action",
        options=method.options,
        limit=pnyx.Limit(nodes=limit),
        stop=stop,
    )
    return [
        problem.set,
        problem.id,
        name,
        limit,
        result.verdict,
        result.reason or "",
        result.nodes,
        result.expansions,
        result.generated,
        *reporting.proof_cells(result, READ_TWICE),
    ]


def measured(problem: Problem, name: str, row: Mapping[str, str]) -> Measured:
    """A row of the raw results."""
    return Measured(
        problem, name, row["verdict"], row["reason"], int(row["nodes"]), int(row["generated"]), float(row["seconds"])
    )


def common(found: Sequence[Measured]) -> set[str]:
    """The problems that all methods solve."""
    return {each.problem.id for each in found} - {each.problem.id for each in found if not each.solved}
