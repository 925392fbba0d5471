"""The drivers of MT: from bound to bound until the value is known. SSS*, DUAL* and MTD(f) are cases of one loop.

Paper
    A. Plaat, *Research Re: Search & Re-Search* (1996), Figure 3.5 and the list in section 3.2; Figures 3.1, 3.3 and 3.6
    are the loop with one driver put in.

What it answers
    The value of the root.

Deviations and errata
    - The figure ends when the two bounds are equal. Here it ends also when they have crossed, which happens only where
      draws by repetition are hidden by the table.
    - Values are whole numbers. Bisection begins with the range of values that the game and its evaluator declare, for
      infinities have no middle.
    - The best move is that of the last pass that found a lower bound.
    - `mtd-double` is not in the thesis: strides from the guess that double as long as all tests end the same way, but
      never beyond the middle of what is left, then bisection. MTD(step), which is, has one step size from above.

What counts as a node
    What counts in MT, all passes together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from pnyx.reference.minimax.mt import mt
from pnyx.reference.minimax.search_context import INFINITY, Found, Problem


@dataclass
class Pass:
    """What a pass has found: `g`, tested with `bound`, and the bounds of the root now."""

    problem: Problem
    guess: int
    bound: int = 0
    g: int = 0
    lower: int = -INFINITY
    upper: int = INFINITY
    count: int = 0


class Driver(NamedTuple):
    """How to choose the first bound and the next one.

    >>> from pnyx.reference.rules.graph import Graph
    >>> problem = Problem(Graph("A max: B C; B = 3; C = 7"), "A")
    >>> mtd(problem, 0, Driver(first=lambda found: 5, next=lambda found: found.g + 1)).value
    7
    """

    first: Callable[[Pass], int]
    next: Callable[[Pass], int]


def middle(found: Pass) -> int:
    """The middle of the bounds, rounded up; a bound that is not known yet is the end of the range of values."""
    largest = found.problem.largest_value()
    half = -(-(max(found.lower, -largest) + min(found.upper, largest)) // 2)
    return max(half, found.lower + 1)


def doubling(found: Pass) -> int:
    """One way in doubling strides, not beyond the middle of what is left; between two bounds, their middle."""
    stride = max(found.problem.options.stepsize, 1) << min(found.count - 1, 16)
    bound = middle(found)
    if found.upper == INFINITY:
        bound = min(bound, found.g + stride)
    elif found.lower == -INFINITY:
        bound = max(bound, found.g + 1 - stride)
    return min(max(bound, found.lower + 1), found.upper)


DRIVERS: Final[dict[str, Driver]] = {
    "mt-sss": Driver(lambda _: INFINITY, lambda found: found.g),
    "mt-dual": Driver(lambda _: -INFINITY + 1, lambda found: found.g + 1),
    "mtd-f": Driver(lambda found: found.guess, lambda found: found.g if found.g < found.bound else found.g + 1),
    "mtd-bi": Driver(middle, middle),
    "mtd-double": Driver(lambda found: found.guess, doubling),
    "mtd-step": Driver(
        lambda _: INFINITY, lambda found: max(found.lower + 1, found.g - found.problem.options.stepsize)
    ),
}
"""The drivers, by name."""


def mtd(problem: Problem, guess: int, driver: Driver) -> Found:
    """Figure 3.5."""
    found, best = Pass(problem, guess), None
    found.bound = driver.first(found)
    while True:
        found.g = mt(problem, problem.root, found.bound)
        found.count += 1
        if found.g < found.bound:
            found.upper = found.g
        else:
            found.lower, best = found.g, problem.root.best
        if found.lower >= found.upper:
            return Found(found.g, "exact", best)
        found.bound = driver.next(found)
