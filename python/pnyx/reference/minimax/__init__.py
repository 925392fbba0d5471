"""The searches for a number, from minimax to MTD(f): one file each, written as the pseudo-code of Plaat's thesis.

They recurse: lines may be some thousand plies long.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from pnyx.errors import InputError, quoted
from pnyx.game import Game
from pnyx.reference.minimax import (
    alpha_beta,
    alpha_beta_tt,
    alpha_bounding,
    aspiration,
    minimax,
    mt,
    mtd,
    mtd_best,
    nega_scout,
    sss_star,
)
from pnyx.reference.minimax.deepening import Iteration, deepen
from pnyx.reference.minimax.search_context import INFINITY, Bound, Evaluator, Found, Options, Problem

__all__ = ["ALGORITHMS", "INFINITY", "Evaluator", "Iteration", "Options", "Problem", "SearchResult", "search"]

ALGORITHMS: Final[Mapping[str, Callable[[Problem, int], Found]]] = {
    "minimax": minimax.search_root,
    "alpha-beta": alpha_beta.search_root,
    "alpha-beta-tt": alpha_beta_tt.search_root,
    "aspiration": aspiration.search_root,
    "nega-scout": nega_scout.search_root,
    "aspiration-nega-scout": aspiration.search_root_by_nega_scout,
    "sss-star": sss_star.search_root,
    "dual-star": sss_star.search_root_from_min,
    "mt": mt.search_root,
    **{name: partial(mtd.mtd, driver=driver) for name, driver in mtd.DRIVERS.items()},
    "mtd-best": mtd_best.search_root,
    "alpha-bounding": alpha_bounding.search_root,
}
"""What searches the root once, by the names that users type."""

ONE_BOUND: Final = ("mt", *mtd.DRIVERS, "mtd-best", "alpha-bounding")
FRAMES: Final = 10_000


@dataclass(eq=False)
class SearchResult:
    """What was found, and what was counted. `bound` says what is known about the value.

    The trace and the iterations count in steps of the game's smallest difference, the value itself does not.

    `trace` has one row for each step: of `sss-star` and `dual-star` the operator, the line to its node and the list
    after it; of the others the line to a node, its window and its value so far.

    >>> from pnyx.reference.rules.graph import Graph
    >>> result = search(Graph("A max: B C; B = 3; C = 7"), "A", "mt", options=Options(gamma=2))
    >>> result.value, result.bound, result.best, result.leaf_nodes
    (3, 'lower', 'B', 1)
    """

    value: float
    bound: Bound
    best: str | None
    leaf_nodes: int
    interior_nodes: int
    transposition_nodes: int
    iterations: list[Iteration]
    trace: list[Any] = field(repr=False)
    problem: Problem = field(repr=False)


def search(
    game: Game[Any, Any],
    position: Hashable,
    algorithm: str,
    depth: int | None = None,
    *,
    evaluator: Evaluator | None = None,
    options: Options | None = None,
    history: Iterable[Hashable] = (),
    trace: bool = False,
) -> SearchResult:
    """Search a position N plies deep, or to the end of all lines; `history` holds the positions before it.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("A max: B C; B min: D E; C min: F G; D = 5; E = 6; F = 4; G = 7")
    >>> result = search(game, "A", "alpha-beta", trace=True)
    >>> result.value, result.best, result.leaf_nodes, result.interior_nodes
    (5, 'B', 3, 3)
    >>> result.trace[-2] == (["C"], 5, 4, 4)
    True
    """
    if algorithm not in ALGORITHMS:
        raise InputError(f"expected one of the searches {', '.join(ALGORITHMS)}, got {quoted(algorithm)}")
    if depth is not None and depth < 0:
        raise InputError(f"expected a depth of 0 plies or more, got {depth}")
    options = options or Options()
    if options.bounds is None:
        options = replace(options, bounds="one" if algorithm in ONE_BOUND else "two")
    problem = Problem(game, position, depth, evaluator=evaluator, options=options, history=history, trace=trace)
    with _room():
        iterations = deepen(problem, ALGORITHMS[algorithm])
    value, bound, best = iterations[-1][1:4]
    counts = problem.leaf_nodes, problem.interior_nodes, problem.transposition_nodes
    return SearchResult(problem.steps.number(value), bound, best, *counts, iterations, problem.rows, problem)


@contextmanager
def _room() -> Iterator[None]:
    """Lines may be longer than Python expects functions to call each other."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
