"""Minimal trees and graphs: figures 5.2, 5.3 and 5.8 to 5.10."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from drawing import Lines, Look
from searches import GAMES, mean

import pnyx
from reporting import Problem

PARTS = ("searched", "minimal_tree", "minimal_graph", "minimal_graph_etc", "cheap_graph", "cheap_graph_etc")
"""What is measured, as `pnyx.api.measure.Measures` calls it."""
COLUMNS = (
    "set",
    "id",
    "depth",
    "minimaxed",
    "value",
    *(f"{part}_{nodes}" for part in PARTS for nodes in ("leaf", "total")),
)
KEYS = 4
MINIMAXED = {"checkers": 3, "othello": 2, "chess": 0}
"""The last plies that are looked through for cheaper cut-offs, as in the thesis."""
DEPTHS: Mapping[str, Sequence[int]] = {
    "checkers": range(1, 16, 2),
    "othello": range(1, 10),
    "chess": range(1, 7),
}

Sizes = Mapping[str, int]
"""Nodes in all, by part."""
Graphs = Mapping[tuple[str, int], Sequence[Sizes]]
"""What was measured, by game and depth."""


def measure(problem: Problem, depth: int, stop: pnyx.StopFlag) -> list[object]:
    """Measure: a row of the raw results."""
    minimaxed = min(MINIMAXED[problem.set], depth)
    quiescence = problem.set == "chess"
    found = pnyx.measure(
        problem.position, depth, game=problem.set, minimaxed=minimaxed, quiescence=quiescence, stop=stop
    )
    row: list[object] = [problem.set, problem.id, depth, minimaxed, found.value]
    for part in PARTS:
        counts = getattr(found, part)
        row += ["", ""] if counts is None else [counts.leaf, counts.total]
    return row


def key(problem: Problem, depth: int) -> tuple[str, ...]:
    """Where the row of a position is found."""
    return problem.set, problem.id, str(depth), str(min(MINIMAXED[problem.set], depth))


def sizes(row: Mapping[str, str]) -> Sizes:
    """A row of the raw results."""
    return {part: int(row[f"{part}_total"]) for part in PARTS if row[f"{part}_total"]}


@dataclass(frozen=True)
class GraphFigure:
    """A figure of chapter 5."""

    look: Look
    games: Sequence[str]
    lines: Callable[[Graphs], Lines]


def _by_depth(found: Graphs, game: str, part: str, of: str | None = None, first: int = 1) -> list[tuple[float, float]]:
    """The geometric mean over positions of a size, or of its part of another one in percent, by depth."""
    return [
        (depth, mean(each[part] / (each[of] / 100 if of else 1) for each in some))
        for (name, depth), some in found.items()
        if name == game and depth >= first
    ]


def trees(found: Graphs) -> Lines:
    """Figure 5.2: the minimal tree and the minimal graph."""
    return {
        f"{game.capitalize()}, {words}": _by_depth(found, game, part)
        for game in GAMES
        for part, words in (("minimal_tree", "tree"), ("minimal_graph", "graph"))
    }


def efficiency(found: Graphs) -> Lines:
    """Figure 5.3: the last iteration of Aspiration NegaScout against the minimal graph."""
    return {game.capitalize(): _by_depth(found, game, "searched", "minimal_graph", 2) for game in GAMES}


def smaller(game: str) -> GraphFigure:
    """Figures 5.8 to 5.10: graphs smaller than the left-first minimal one."""
    names = {"minimal_graph_etc": "ETC"}
    if plies := MINIMAXED[game]:
        names |= {"cheap_graph": f"MM({plies})", "cheap_graph_etc": f"MM({plies}) and ETC"}

    def lines(found: Graphs) -> Lines:
        return {words: _by_depth(found, game, part, "minimal_graph", plies + 1) for part, words in names.items()}

    look = Look(f"{game.capitalize()}: the left-first graph is not minimal", "depth", "nodes, % of the minimal graph")
    return GraphFigure(look, [game], lines)


FIGURES: Mapping[str, GraphFigure] = {
    "5.2": GraphFigure(Look("Minimal trees and graphs", "depth", "nodes", logarithmic=True), GAMES, trees),
    "5.3": GraphFigure(Look("Search and minimal graph", "depth", "nodes, % of the minimal graph"), GAMES, efficiency),
    "5.8": smaller("checkers"),
    "5.9": smaller("othello"),
    "5.10": smaller("chess"),
}
