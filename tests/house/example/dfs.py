"""Depth-first search of the tree, to a depth.

Paper
    None: it is what "can force" means, written as a function that calls itself.

What it answers
    Whether the side to move at the root can force the goal in lines of at most `depth` plies, where repetitions are
    draws or impossible. Each line is searched apart, and a position that is repeated on its line is a draw, so verdicts
    are exact. Where lines are cut off and nothing else decides, the answer is unknown, for the reason `plies`.

Deviations and errata
    None.

What counts as a node
    The root and every position that is played to, as often as it is. The limit is tested before each move.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from pnyx.errors import InputError
from pnyx.game import DRAW, Game
from pnyx.reference.pn import Problem


@dataclass
class DfsResult:
    """What the search found."""

    verdict: Literal["proven", "disproven", "unknown"]
    reason: Literal["nodes", "plies"] | None
    nodes: int


def search(
    game: Game[Any, Any],
    position: Hashable,
    goal: str = "win",
    *,
    depth: int = 100,
    max_nodes: int | None = None,
    history: Iterable[Hashable] = (),
) -> DfsResult:
    """Search a position of a game; `history` holds the positions that came before it.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win")
    >>> search(game, "A")
    DfsResult(verdict='proven', reason=None, nodes=6)
    >>> search(game, "A", depth=1)
    DfsResult(verdict='unknown', reason='plies', nodes=3)
    """
    problem = Problem(game, position, goal, history=history)
    if problem.repetition == "illegal":
        raise InputError("dfs cannot search games in which repeating a position is illegal; use pn")
    searching = Dfs(problem, depth, max_nodes)
    value = searching.dfs(position)
    if value is None:
        return DfsResult("unknown", "nodes" if searching.exhausted else "plies", searching.nodes)
    return DfsResult("proven" if value else "disproven", None, searching.nodes)


@dataclass
class Dfs:
    """A search that is under way."""

    problem: Problem
    depth: int
    max_nodes: int | None
    nodes: int = 1
    exhausted: bool = False

    def dfs(self, position: Hashable, line: tuple[Hashable, ...] = ()) -> bool | None:
        """Whether the goal can be forced after a line of positions; `None` if that is not known."""
        problem, key = self.problem, self.problem.key(position)
        outcome = problem.game.outcome(position)
        if outcome is None and problem.repetition == "draw" and line and (key in line or key in problem.history):
            outcome = DRAW
        if outcome is not None:
            return problem.reached(outcome)
        return self.expand(position, (*line, key))

    def expand(self, position: Hashable, line: tuple[Hashable, ...]) -> bool | None:
        """The same for a position that has moves: one child is enough, or all are needed."""
        if len(line) > self.depth:
            return None
        is_or = self.problem.game.turn(position) == self.problem.prover
        value: bool | None = not is_or
        for move in self.problem.moves(position):
            self.exhausted = self.max_nodes is not None and self.nodes >= self.max_nodes
            if self.exhausted:
                return None
            self.nodes += 1
            found = self.dfs(self.problem.game.play(position, move), line)
            if found is is_or or self.exhausted:
                return found
            if found is None:
                value = None
        return value
