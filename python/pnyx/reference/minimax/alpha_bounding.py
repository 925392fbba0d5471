"""Alpha Bounding: null windows on the low side of the value, until only one move reaches the bound.

Paper
    J. Schaeffer's algorithm, as described by A. Plaat, *Research Re: Search & Re-Search* (1996), section 3.3.2.

What it answers
    A best move of the root, and a bound of its value: what it is worth exactly may stay open.

Deviations and errata
    The thesis prints no pseudo-code. Here a pass tests all moves in question with one bound.
    - If none reaches it, the bound is lowered to the highest value that was returned.
    - If one reaches it, that is the best move.
    - If several reach it, only they stay in question, with a bound that is higher than all they have reached; if none
      reaches that, the one with the highest lower bound is the best.

What counts as a node
    What counts in MT; the root is one interior node.
"""

from __future__ import annotations

from pnyx.reference.minimax.best_move import Contest, leaf
from pnyx.reference.minimax.search_context import Found, Problem


def search_root(problem: Problem, guess: int) -> Found:
    """The best move."""
    if problem.is_leaf(problem.root):
        return leaf(problem)
    contest, bound = Contest(problem), guess
    contest.begin()
    question, narrowed = contest.moves, False
    while True:
        reached = [move for move in question if contest.test(move, bound)]
        if len(reached) == 1:
            return contest.end(reached[0])
        if not reached and narrowed:
            return contest.end(max(question, key=lambda move: move.lower))
        if not reached:
            bound = max(move.upper for move in question)
        else:
            question, narrowed = reached, True
            bound = max(move.lower for move in question) + 1
