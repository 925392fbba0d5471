"""MTD(best): null windows until one move is known to be no worse than all others.

Paper
    A. Plaat, *Research Re: Search & Re-Search* (1996), section 3.2: MTD with the stop criterion of H. Berliner's B*.

What it answers
    A best move of the root, and a bound of its value: what it is worth exactly may stay open.

Deviations and errata
    The thesis prints no pseudo-code. Here each move of the root has its own bounds.
    - First the moves are tested with the guess until one reaches it.
    - While one has a lower bound, the rest is disproved: the others are tested with one more than the best lower bound.
    - If none has, the best is proved: the move with the highest upper bound is tested with the upper bound of the rest.
    - The search ends when a lower bound is not lower than the upper bounds of all other moves.

What counts as a node
    What counts in MT; the root is one interior node.
"""

from __future__ import annotations

from pnyx.reference.minimax.best_move import Contest, leaf
from pnyx.reference.minimax.search_context import INFINITY, Found, Problem


def search_root(problem: Problem, guess: int) -> Found:
    """The best move."""
    if problem.is_leaf(problem.root):
        return leaf(problem)
    contest, bound = Contest(problem), guess
    contest.begin()
    for move in contest.moves:
        if contest.test(move, bound):
            break
    while True:
        best = max(contest.moves, key=lambda move: move.lower)
        if best.lower == -INFINITY:
            best = max(contest.moves, key=lambda move: move.upper)
        if best.lower >= contest.rest(best):
            return contest.end(best)
        if best.lower > -INFINITY:
            bound = best.lower + 1
            for move in contest.moves:
                if move is not best and move.upper >= bound and contest.test(move, bound):
                    break
        else:
            contest.test(best, contest.rest(best))
