"""Aspiration windows: the root is searched with a window about a guess, and again if its value lies outside.

Paper
    A. Plaat, *Research Re: Search & Re-Search* (1996), Figure 2.11. With NegaScout in place of Alpha-Beta this is the
    Aspiration NegaScout that the figures of chapter 4 are relative to.

What it answers
    The value of the root.

Deviations and errata
    - A window needs room: with a distance of 0 it reaches from the guess to the next number.
    - The move of a second search that ends at the lower end of its window need not be worth that: the first search's
      stays the best.

What counts as a node
    What counts in the search that is called, all calls together.
"""

from __future__ import annotations

from collections.abc import Callable

from pnyx.reference.minimax.alpha_beta_tt import alpha_beta_tt
from pnyx.reference.minimax.nega_scout import nega_scout
from pnyx.reference.minimax.search_context import INFINITY, Found, Node, Problem


def aspiration(
    problem: Problem, n: Node, estimate: int, delta: int, search: Callable[[Problem, Node, int, int], int]
) -> Found:
    """Figure 2.11."""
    alpha = max(estimate - delta, -INFINITY)
    beta = min(max(estimate + delta, alpha + 1), INFINITY)
    g = search(problem, n, alpha, beta)
    best = n.best
    if g <= alpha:
        g = search(problem, n, -INFINITY, g)
        best = n.best
    elif g >= beta:
        bound = g
        g = search(problem, n, bound, INFINITY)
        if g > bound:
            best = n.best
    return Found(g, "exact", best)


def search_root(problem: Problem, guess: int) -> Found:
    """The root's value, by Alpha-Beta with a table."""
    return aspiration(problem, problem.root, guess, problem.options.window, alpha_beta_tt)


def search_root_by_nega_scout(problem: Problem, guess: int) -> Found:
    """The root's value, by NegaScout."""
    return aspiration(problem, problem.root, guess, problem.options.window, nega_scout)
