"""The minimax function.

Paper
    A. Plaat, *Research Re: Search & Re-Search* (1996), Figure 2.3.

What it answers
    The value of the root, from all leaves above the horizon.

Deviations and errata
    The moves are always tried in the order of the game, and no table is used.

What counts as a node
    Every visit: leaf nodes are evaluated, interior nodes are the others.
"""

from __future__ import annotations

from pnyx.reference.minimax.search_context import INFINITY, Found, Node, Problem


def minimax(problem: Problem, n: Node) -> int:
    """Figure 2.3."""
    if problem.is_leaf(n):
        return problem.evaluate(n, -INFINITY, INFINITY)
    problem.expand(n)
    n.moves.sort()
    problem.begin(n, -INFINITY, INFINITY)
    for c in problem.children(n):
        g = n.take(c, minimax(problem, c))
        problem.trace_step(n, -INFINITY, INFINITY, g)
    problem.leave(n)
    return n.g


def search_root(problem: Problem, guess: int) -> Found:
    """The root's value."""
    return Found(minimax(problem, problem.root), "exact", problem.root.best)
