"""NegaScout with a transposition table: all moves but the first are asked only whether they are better.

Paper
    A. Plaat, *Research Re: Search & Re-Search* (1996), Figure 2.13, the minimax version of A. Reinefeld's algorithm;
    the table is used as in Figure 2.15.

What it answers
    The value of the root, if the window is open on both sides; else a bound where the value lies outside.

Deviations and errata
    - In the last two plies the figure overwrites g by the result of the null window, though that may be lower; it must
      raise g.
    - That this result is exact needs a child with the other player on move: it then examined all its children.
    - g serves the figure as the lower end of the next window and as the value of the node. Here the value is kept apart
      and may lie outside the window, as in Alpha-Beta.
    - Table, ETC and leaves as in `alpha_beta_tt`.

What counts as a node
    Every visit, the second search of a child included: leaf nodes are evaluated, transposition nodes are answered by
    the table, interior nodes are the others.
"""

from __future__ import annotations

from pnyx.reference.minimax.alpha_beta_tt import store_bounds, visit
from pnyx.reference.minimax.search_context import INFINITY, Found, Node, Problem


def nega_scout(problem: Problem, n: Node, alpha: int, beta: int) -> int:
    """Figure 2.13."""
    known, alpha, beta = visit(problem, n, alpha, beta)
    if known is not None:
        return known
    window = alpha, beta
    if n.is_max:
        g = alpha
        for c in problem.children(n):
            if n.best is None:
                t = nega_scout(problem, c, alpha, beta)
            else:
                t = nega_scout(problem, c, g, g + 1)
                if g < t < beta and not is_accurate(problem, n, c):
                    n.depends_on_ply = min(n.depends_on_ply, c.depends_on_ply)
                    t = max(t, nega_scout(problem, c, t, beta))
            g = max(g, n.take(c, t))
            problem.trace_step(n, g, beta, n.g)
            if g >= beta:
                break
    else:
        g = beta
        for c in problem.children(n):
            if n.best is None:
                t = nega_scout(problem, c, alpha, beta)
            else:
                t = nega_scout(problem, c, g - 1, g)
                if alpha < t < g and not is_accurate(problem, n, c):
                    n.depends_on_ply = min(n.depends_on_ply, c.depends_on_ply)
                    t = min(t, nega_scout(problem, c, alpha, t))
            g = min(g, n.take(c, t))
            problem.trace_step(n, alpha, g, n.g)
            if g <= alpha:
                break
    problem.end(n, *window)
    store_bounds(problem, n, *window)
    return n.g


def is_accurate(problem: Problem, n: Node, c: Node) -> bool:
    """Whether a null window that found a child to be better has found its value."""
    if problem.is_leaf(c):
        return True
    return c.depth == 1 and problem.game.turn(c.position) != problem.game.turn(n.position)


def search_root(problem: Problem, guess: int) -> Found:
    """The root's value."""
    return Found(nega_scout(problem, problem.root, -INFINITY, INFINITY), "exact", problem.root.best)
