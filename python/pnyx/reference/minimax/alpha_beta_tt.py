"""Alpha-Beta with a transposition table, and with enhanced transposition cutoffs.

Paper
    A. Plaat, *Research Re: Search & Re-Search* (1996), Figure 2.15; the cutoffs (ETC) are those of Figure 5.4.

What it answers
    The value of the root, if the window is open on both sides; else a bound where the value lies outside.

Deviations and errata
    - The figures compare g with alpha and beta after the loop has moved them: a max node would never store a lower
      bound, nor a min node an upper one. They must be compared with the window that the loop began with.
    - Figure 5.4 lacks the narrowing of the window by the bounds that were retrieved.
    - An exact value that was retrieved ends the visit. The figure would go on with an empty window.
    - Leaves are stored as exact values.

What counts as a node
    Every visit: leaf nodes are evaluated, transposition nodes are answered by the table, interior nodes are the others.
"""

from __future__ import annotations

from pnyx.reference.minimax.etc import transposition_cutoff
from pnyx.reference.minimax.search_context import INFINITY, Found, Node, Problem


def alpha_beta_tt(problem: Problem, n: Node, alpha: int, beta: int) -> int:
    """Figure 2.15 with the lines of Figure 5.4."""
    known, alpha, beta = visit(problem, n, alpha, beta)
    if known is not None:
        return known
    window = alpha, beta
    if n.is_max:
        for c in problem.children(n):
            g = n.take(c, alpha_beta_tt(problem, c, alpha, beta))
            alpha = max(alpha, g)
            problem.trace_step(n, alpha, beta, g)
            if g >= beta:
                break
    else:
        for c in problem.children(n):
            g = n.take(c, alpha_beta_tt(problem, c, alpha, beta))
            beta = min(beta, g)
            problem.trace_step(n, alpha, beta, g)
            if g <= alpha:
                break
    problem.end(n, *window)
    store_bounds(problem, n, *window)
    return n.g


def visit(problem: Problem, n: Node, alpha: int, beta: int) -> tuple[int | None, int, int]:
    """What is found before any child is searched: a value if it is enough for the window; else the window that is
    left."""
    asked = alpha, beta
    known, alpha, beta = narrowed(problem, n, alpha, beta)
    if known is None and problem.is_leaf(n):
        g = problem.evaluate(n, *asked)
        problem.store_leaf(n, g)
        return g, alpha, beta
    if known is None:
        problem.expand(n)
        known = transposition_cutoff(problem, n, alpha, beta)
    if known is not None:
        return problem.answer(n, *asked, known), alpha, beta
    problem.begin(n, alpha, beta)
    return None, alpha, beta


def narrowed(problem: Problem, n: Node, alpha: int, beta: int) -> tuple[int | None, int, int]:
    """The value that the table has for a node, if it is enough for the window; else the window that is left."""
    entry = problem.retrieve(n)
    if entry is None:
        return None, alpha, beta
    if entry.lower >= beta or entry.lower == entry.upper:
        return entry.lower, alpha, beta
    if entry.upper <= alpha:
        return entry.upper, alpha, beta
    return None, max(alpha, entry.lower), min(beta, entry.upper)


def store_bounds(problem: Problem, n: Node, alpha: int, beta: int) -> None:
    """Keep what a search with this window found."""
    lower = n.g if n.g > alpha else -INFINITY
    upper = n.g if n.g < beta else INFINITY
    problem.store(n, lower, upper)


def search_root(problem: Problem, guess: int) -> Found:
    """The root's value."""
    return Found(alpha_beta_tt(problem, problem.root, -INFINITY, INFINITY), "exact", problem.root.best)
