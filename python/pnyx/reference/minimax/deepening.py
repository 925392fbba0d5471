"""Iterative deepening: searches of growing depth that share one table and one history.

Paper
    A. Plaat, *Research Re: Search & Re-Search* (1996), section 2.2.2; the first guess is that of sections 3.2 and 4.3.

What it answers
    What the search that is called answers, for the full depth.

Deviations and errata
    - With a step of 2 the depths are all even or all odd, as the full depth is.
    - The first guess of an iteration is the value of one or two iterations ago (the first, if there is only one);
      before there is one, it is the evaluator's evaluation of the root. A constant can be added.

What counts as a node
    What counts in the search that is called, all iterations together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pnyx.reference.minimax.search_context import INFINITY, Bound, Found, Problem


class Iteration(NamedTuple):
    """What an iteration found, and what had been counted when it ended."""

    depth: int | None
    value: int
    bound: Bound
    best: str | None
    leaf_nodes: int
    interior_nodes: int
    transposition_nodes: int


def depths(depth: int | None, step: int | None) -> list[int | None]:
    """The depths to search.

    >>> depths(5, 2), depths(4, 1), depths(4, None), depths(None, 1)
    ([1, 3, 5], [1, 2, 3, 4], [4], [None])
    """
    if depth is None or depth == 0 or step is None:
        return [depth]
    return list(range((depth - 1) % step + 1, depth + 1, step))


def deepen(problem: Problem, search_root: Callable[[Problem, int], Found]) -> list[Iteration]:
    """Search deeper and deeper."""
    options = problem.options
    iterations: list[Iteration] = []
    for depth in depths(problem.depth, options.deepening):
        ago = min(options.guess, len(iterations))
        guess = iterations[-ago].value if ago else problem.guess()
        root = problem.begin_at(depth)
        guess = min(max(guess + options.shift, -INFINITY + 1), INFINITY - 1)
        value, bound, best = search_root(problem, guess)
        move = None if best is None else problem.move_text(root.position, best.move)
        counts = problem.leaf_nodes, problem.interior_nodes, problem.transposition_nodes
        iterations.append(Iteration(depth, value, bound, move, *counts))
    return iterations
