"""MT, the memory-enhanced test: a null-window Alpha-Beta search whose results are stored.

Paper
    A. Plaat, *Research Re: Search & Re-Search* (1996), Figure 3.2; a trace is in Figures A.15 to A.21.

What it answers
    Whether the value of a node is at least gamma. The answer is a bound: a lower one from gamma on, an upper one below.

Deviations and errata
    - The figure examines one bound of a child before it calls itself, the upper one at max nodes and the lower one at
      min nodes. The other bound is examined too; it can decide only where positions are reached by several ways.
    - Leaves are stored as exact values, where the figure keeps the bound that was asked for; it would read that as the
      value all the same.
    - ETC (Figure 5.4) before the loop, if asked for.

What counts as a node
    Every visit: leaf nodes are evaluated, transposition nodes are answered by the table (also if the answer is found
    before the call), interior nodes are the others.
"""

from __future__ import annotations

from pnyx.reference.minimax.etc import transposition_cutoff
from pnyx.reference.minimax.search_context import INFINITY, Found, Node, Problem


def mt(problem: Problem, n: Node, gamma: int) -> int:
    """Figure 3.2."""
    if problem.is_leaf(n):
        entry = problem.retrieve(n)
        if entry is not None:
            return problem.answer(n, gamma - 1, gamma, entry.lower)
        g = problem.evaluate(n, gamma - 1, gamma)
        problem.store_leaf(n, g)
        return g
    problem.expand(n)
    known = transposition_cutoff(problem, n, gamma - 1, gamma)
    if known is not None:
        return problem.answer(n, gamma - 1, gamma, known)
    problem.begin(n, gamma - 1, gamma)
    if n.is_max:
        for c in problem.children(n):
            g = n.take(c, test(problem, c, gamma))
            problem.trace_step(n, gamma - 1, gamma, g)
            if g >= gamma:
                break
    else:
        for c in problem.children(n):
            g = n.take(c, test(problem, c, gamma))
            problem.trace_step(n, gamma - 1, gamma, g)
            if g < gamma:
                break
    problem.end(n, gamma - 1, gamma)
    if n.g >= gamma:
        problem.store(n, n.g, INFINITY)
    else:
        problem.store(n, -INFINITY, n.g)
    return n.g


def test(problem: Problem, c: Node, gamma: int) -> int:
    """The bound that is stored for a child, if it answers the question; else what MT finds."""
    entry = problem.retrieve(c)
    if entry is not None:
        if entry.upper < gamma:
            return problem.answer(c, gamma - 1, gamma, entry.upper)
        if entry.lower >= gamma:
            return problem.answer(c, gamma - 1, gamma, entry.lower)
    return mt(problem, c, gamma)


def search_root(problem: Problem, guess: int) -> Found:
    """A bound of the root's value, found with the option gamma; of a leaf, its value."""
    gamma = problem.options.gamma
    g = mt(problem, problem.root, gamma)
    if problem.is_leaf(problem.root):
        return Found(g, "exact", None)
    return Found(g, "lower" if g >= gamma else "upper", problem.root.best if g >= gamma else None)
