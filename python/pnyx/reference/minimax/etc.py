"""ETC, enhanced transposition cutoffs: before a node is searched, its children are looked up in the table.

Paper
    A. Plaat, *Research Re: Search & Re-Search* (1996), Figure 5.4 and section 5.3.

What it answers
    A bound of a child that makes searching the node needless, if the table has one.

Deviations and errata
    - A child that would repeat a position is left out: what the table has for it does not count on this line.
    - The option left-to-right is the variant of section 5.3: if there is no cutoff, a child is tried first whose entry,
      of whatever depth, would have been one.

What counts as a node
    A node that is cut off is a transposition node. Looking at its children costs nothing.
"""

from __future__ import annotations

from pnyx.reference.minimax.search_context import Node, Problem


def transposition_cutoff(problem: Problem, n: Node, alpha: int, beta: int) -> int | None:
    """Figure 5.4, the lines with stars: the bound, if there is one."""
    if problem.options.etc is None or (n.depth is not None and n.depth <= problem.options.etc):
        return None
    front = None
    for c in problem.children(n):
        entry = problem.table.get(c.key)
        if entry is None or c.repeats is not None:
            continue
        if entry.lower >= beta if n.is_max else entry.upper <= alpha:
            if entry.depth == c.depth:
                n.best = c
                return entry.lower if n.is_max else entry.upper
            front = c.place if front is None else front
    if problem.options.etc_left_to_right and front is not None:
        n.moves.sort(key=lambda placed: placed[0] != front)
    return None
