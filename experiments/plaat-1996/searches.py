"""The searches of this experiment, and what came out of them."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from simulated import Tree

import pnyx
import reporting
from reporting import Problem

RESULTS = (
    "set",
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
BRATKO_KOPEC = "bratko-kopec"
"""A set is a game, this test set, or `simulated-P`: trees whose first child is the best P times in a hundred."""
BASE = "aspiration-nega-scout"
"""What everything is compared with."""
WALL = "wall"
"""`mt wall=5` is a test whether a position is worth 5 more than it is."""
TITLES = {
    "alpha-beta-tt": "Alpha-Beta",
    "aspiration-nega-scout": "Aspiration NegaScout",
    "mt-sss": "MT-SSS*",
    "mt-dual": "MT-DUAL*",
    "mtd-f": "MTD(f)",
}
"""The thesis' names."""

STORED = {"stored": str(1 << 21)}
OPTIONS: Mapping[str, Mapping[str, str]] = {
    "checkers": {**STORED, "deepening": "2"},
    "othello": STORED,
    "chess": {**STORED, "quiescence": "on"},
    BRATKO_KOPEC: {**STORED, "quiescence": "on"},
}
"""What every search of a set has that does not say otherwise: the thesis' table, its steps, and its quiescence."""
PLAIN_CHESS = " quiescence=off"
"""Chess without quiescence, which is faster, and in which values go up and down much more."""
PLAIN = {"deepening": "off", "killers": "off", "history": "off", "best": "off", "table": "exact"}
"""Simulated trees are searched in their own order."""
GUESSING = (BASE, "mtd-f")
GUESS = {"checkers": "1", "othello": "2", "chess": "2", BRATKO_KOPEC: "2"}
"""Where values go up and down from ply to ply, guesses are values of two iterations ago, as section 4.3.1 has it."""


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
        """Seconds up to a depth, at least the smallest number that the results have."""
        return max(self.seconds[self.depths.index(depth)], 0.0001)


def read(path: Path, game: str, count: int | None) -> list[Problem]:
    """The positions of a game, or a sample of them, spread evenly."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["game"] == game]
    return [Problem(game, row["id"], row["position"]) for row in reporting.sample(rows, count)]


def bratko_kopec(path: Path, count: int | None) -> list[Problem]:
    """The positions of the test set, or a sample of them."""
    lines = reporting.sample(path.read_text(encoding="utf-8").splitlines(), count)
    fields = (line.split('"') for line in lines if line.strip())
    return [Problem(BRATKO_KOPEC, name, " ".join(text.split()[:4]) + " 0 1") for text, name, *_ in fields]


def search(problem: Problem, method: str, depth: int, stop: pnyx.StopFlag) -> list[object]:
    """Search: a row of the raw results. A method is an algorithm and its options: `mtd-f etc=2`."""
    algorithm, *words = method.split()
    options = dict(word.split("=") for word in words)
    if problem.set.startswith("simulated"):
        tree = Tree(problem.id, int(problem.set.partition("-")[2]), depth)
        result = _search(tree.start(), None, algorithm, {**PLAIN, **options}, stop, tree)
    else:
        if WALL in options:
            value = _value(problem, depth)
            options |= {
                "bound": str(value + int(options.pop(WALL))),
                "deepening": OPTIONS[problem.set].get("deepening", "1"),
            }
        guess = {"guess": GUESS[problem.set]} if algorithm in GUESSING else {}
        options = {**OPTIONS[problem.set], **guess, **options}
        result = _search(problem.position, depth, algorithm, options, stop, _game(problem))
    if result.reason is not None:
        raise pnyx.InputError(f"{problem.set} {problem.id} by {method}: ended by {result.reason}")
    done = result.iterations
    lists = (
        [each.depth or depth for each in done],
        [int(each.value) for each in done],
        [each.passes for each in done],
        [each.leaf_nodes for each in done],
        [each.interior_nodes for each in done],
        [each.transposition_nodes for each in done],
        [f"{each.seconds:.4f}" for each in done],
        [f"{by_first}/{cut}" for cut, by_first in result.cuts],
    )
    return [problem.set, problem.id, method, depth, *(" ".join(map(str, entries)) for entries in lists)]


def _search(
    position: Any, depth: int | None, algorithm: str, options: Mapping[str, str], stop: pnyx.StopFlag | None, game: Any
) -> pnyx.SearchResult:
    return pnyx.search(
        position,
        depth,
        algorithm,
        game=game,
        exact=depth is None,
        options=options,
        limit=pnyx.Limit(memory=1 << 30),
        stop=stop,
    )


@lru_cache(maxsize=1000)
def _value(problem: Problem, depth: int) -> int:
    """What a position is worth."""
    found = _search(problem.position, depth, "mtd-f", OPTIONS[problem.set], None, _game(problem))
    return int(found.value or 0)


def _game(problem: Problem) -> str:
    return "chess" if problem.set == BRATKO_KOPEC else problem.set


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
