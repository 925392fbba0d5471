"""What the searches for the best move share: the moves of the root, each with bounds of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnyx.reference.minimax.mt import test
from pnyx.reference.minimax.search_context import INFINITY, Found, Node, Problem


@dataclass(eq=False)
class Move:
    """A move of the root, and the bounds of what it is worth."""

    child: Node
    lower: int = -INFINITY
    upper: int = INFINITY


@dataclass(eq=False)
class Contest:
    """The root while its moves are compared."""

    problem: Problem
    moves: list[Move] = field(default_factory=list)

    def begin(self) -> None:
        """All moves, in the order in which to try them."""
        root = self.problem.expand(self.problem.root)
        self.problem.begin(root, -INFINITY, INFINITY)
        self.moves = [Move(child) for child in self.problem.children(root)]

    def test(self, move: Move, bound: int) -> bool:
        """Whether a move is worth at least `bound`."""
        root = self.problem.root
        g = test(self.problem, move.child, bound)
        root.depends_on_ply = min(root.depends_on_ply, move.child.depends_on_ply)
        if g >= bound:
            move.lower = g
        else:
            move.upper = g
        self.problem.trace_step(root, bound - 1, bound, g)
        return g >= bound

    def rest(self, best: Move) -> int:
        """What all other moves together may be worth at most."""
        return max((move.upper for move in self.moves if move is not best), default=-INFINITY)

    def end(self, best: Move) -> Found:
        """The best move is known."""
        problem, root = self.problem, self.problem.root
        upper = max(best.upper, self.rest(best))
        problem.leave(root)
        root.best = best.child
        problem.store(root, best.lower, upper)
        if best.lower == -INFINITY:
            return Found(upper, "upper", best.child)
        return Found(best.lower, "exact" if best.lower >= upper else "lower", best.child)


def leaf(problem: Problem) -> Found:
    """The root is a leaf: there is no move to be found."""
    return Found(problem.evaluate(problem.root, -INFINITY, INFINITY), "exact", None)
