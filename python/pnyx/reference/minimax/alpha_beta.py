"""Alpha-Beta without a table, fail-soft.

Paper
    A. Plaat, *Research Re: Search & Re-Search* (1996), Figure 2.7; a trace is in Figure A.3.

What it answers
    The value of the root, if the window is open on both sides; else a bound where the value lies outside.

Deviations and errata
    Moves can be tried in the order of killers and history.

What counts as a node
    Every visit: leaf nodes are evaluated, interior nodes are the others.
"""

from __future__ import annotations

from pnyx.reference.minimax.search_context import INFINITY, Found, Node, Problem


def alpha_beta(problem: Problem, n: Node, alpha: int, beta: int) -> int:
    """Figure 2.7."""
    if problem.is_leaf(n):
        return problem.evaluate(n, alpha, beta)
    problem.expand(n)
    problem.begin(n, alpha, beta)
    window = alpha, beta
    if n.is_max:
        for c in problem.children(n):
            g = n.take(c, alpha_beta(problem, c, alpha, beta))
            alpha = max(alpha, g)
            problem.trace_step(n, alpha, beta, g)
            if g >= beta:
                break
    else:
        for c in problem.children(n):
            g = n.take(c, alpha_beta(problem, c, alpha, beta))
            beta = min(beta, g)
            problem.trace_step(n, alpha, beta, g)
            if g <= alpha:
                break
    problem.end(n, *window)
    return n.g


def search_root(problem: Problem, guess: int) -> Found:
    """The root's value."""
    return Found(alpha_beta(problem, problem.root, -INFINITY, INFINITY), "exact", problem.root.best)
