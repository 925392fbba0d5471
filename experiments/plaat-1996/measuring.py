"""The searches of this experiment, and what came out of them."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pnyx
from pnyx import report

__all__ = ["GAMES", "KEYS", "RESULTS", "TITLES", "Measured", "Problem", "mean", "measured", "read", "relative", "search"]

RESULTS = (
    "game",
    "id",
    "method",
    "depth",
    "depths",
    "values",
    "passes",
    "leaf_nodes",
    "interior_nodes",
    "transposition_nodes",
    "seconds",
    "cuts",
)
"""From `depths` on, columns are lists, with one entry for each iteration; seconds are those since the search began, and
cuts, by the ply of the last iteration, the nodes that were cut and those of them that the first move cut."""
KEYS = 4
GAMES = ("checkers", "othello", "chess")
TITLES = {
    "alpha-beta-tt": "Alpha-Beta",
    "aspiration-nega-scout": "Aspiration NegaScout",
    "mt-sss": "MT-SSS*",
    "mt-dual": "MT-DUAL*",
    "mtd-f": "MTD(f)",
}
"""The thesis' names."""

OPTIONS: Mapping[str, Mapping[str, str]] = {
    "checkers": {"stored": str(1 << 21), "deepening": "2"},
    "othello": {"stored": str(1 << 21)},
    "chess": {"stored": str(1 << 21)},
}
"""What every search of a game has that does not say otherwise: the thesis' table, and its steps."""
GUESSING = ("aspiration-nega-scout", "mtd-f")
GUESS = {"checkers": "1", "othello": "2", "chess": "2"}
"""Where values go up and down from ply to ply, the guess is the value of two iterations ago, as section 4.3.1 has it."""


@dataclass(frozen=True)
class Problem:
    """A position."""

    game: str
    id: str
    position: str


@dataclass(frozen=True)
class Measured:
    """What came out for one position by one method; sequences are by iteration, in the order of `depths`."""

    problem: Problem
    method: str
    depths: Sequence[int]
    values: Sequence[int]
    passes: Sequence[int]
    leaf: Sequence[int]
    total: Sequence[int]
    seconds: Sequence[float]
    cuts: Sequence[tuple[int, int]]

    def count(self, nodes: str, depth: int) -> int:
        """Leaf or total nodes of all iterations up to a depth."""
        return sum((self.leaf if nodes == "leaf" else self.total)[: self.depths.index(depth) + 1])

    def time(self, depth: int) -> float:
        """Seconds up to a depth."""
        return self.seconds[self.depths.index(depth)]


def read(path: Path, game: str, count: int | None) -> list[Problem]:
    """The positions of a game, or so many of them, spread evenly."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["game"] == game]
    return [Problem(game, row["id"], row["position"]) for row in report.sample(rows, count)]


def search(problem: Problem, method: str, depth: int, stop: pnyx.StopFlag) -> list[object]:
    """Search: a row of the raw results. A method is an algorithm and its options: `mtd-f etc=2`."""
    algorithm, *words = method.split()
    guess = {"guess": GUESS[problem.game]} if algorithm in GUESSING else {}
    options = {**OPTIONS[problem.game], **guess, **dict(word.split("=") for word in words)}
    limit = pnyx.Limit(memory=1 << 30)
    result = pnyx.search(
        problem.position, depth, algorithm, game=problem.game, options=options, limit=limit, stop=stop
    )
    if result.reason is not None:
        raise pnyx.InputError(f"{problem.game} {problem.id} by {method}: ended by {result.reason}")
    done = result.iterations
    return [
        problem.game,
        problem.id,
        method,
        depth,
        *(
            " ".join(str(entry) for entry in entries)
            for entries in (
                [each.depth for each in done],
                [each.value for each in done],
                [each.passes for each in done],
                [each.leaf_nodes for each in done],
                [each.interior_nodes for each in done],
                [each.transposition_nodes for each in done],
                [f"{each.seconds:.4f}" for each in done],
                [f"{by_first}/{cut}" for cut, by_first in result.cuts],
            )
        ),
    ]


def measured(problem: Problem, row: Mapping[str, str]) -> Measured:
    """A row of the raw results."""

    def numbers(column: str) -> list[int]:
        return [int(entry) for entry in row[column].split()]

    leaf = numbers("leaf_nodes")
    others = zip(numbers("interior_nodes"), numbers("transposition_nodes"), strict=True)
    cuts = (entry.split("/") for entry in row["cuts"].split())
    return Measured(
        problem,
        row["method"],
        numbers("depths"),
        numbers("values"),
        numbers("passes"),
        leaf,
        [leaves + sum(other) for leaves, other in zip(leaf, others, strict=True)],
        [float(entry) for entry in row["seconds"].split()],
        [(int(cut), int(by_first)) for by_first, cut in cuts],
    )


def mean(ratios: Iterable[float]) -> float:
    """The geometric mean.

    >>> mean([2, 8])
    4.0
    """
    logarithms = [math.log(ratio) for ratio in ratios]
    return math.exp(sum(logarithms) / len(logarithms))


def relative(found: Sequence[Measured], base: Sequence[Measured], nodes: str, depth: int) -> float:
    """Nodes to a depth in percent of another method's: the geometric mean over the positions that both have."""
    theirs = {each.problem.id: each for each in base}
    return 100 * mean(
        each.count(nodes, depth) / theirs[each.problem.id].count(nodes, depth)
        for each in found
        if each.problem.id in theirs
    )
