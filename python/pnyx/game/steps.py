"""The numbers of a game written in Python, its evaluations and scores, as whole steps.

Searches count in whole numbers. `evaluate` and `score` return multiples of the game's `smallest_difference`;
one of these is a step.
"""

from __future__ import annotations

import math
from typing import Any, Final

from pnyx.errors import InputError, quoted

DEFAULT_LARGEST: Final = 1_000_000
"""Steps to the largest value, unless the game says otherwise."""

MOST: Final = 500_000_000
"""The most steps that the largest value may have."""

TOLERANCE: Final = 1e-4
"""How far from a whole number of steps a float may be."""


class Steps:
    """The numbers of a game in steps.

    >>> class Points:
    ...     smallest_difference = 0.25
    >>> steps = Steps(Points())
    >>> steps.count(-1.75), steps.number(-7), steps.win
    (-7, -1.75, 4)
    >>> steps.complaint(0.3)
    'must return a multiple of smallest_difference, 0.25'
    """

    def __init__(self, game: Any) -> None:
        smallest = _positive(game, "smallest_difference")
        largest = _positive(game, "largest_value")
        self.is_stated = smallest is not None
        self.smallest: float = 1 if smallest is None else smallest
        self.largest = DEFAULT_LARGEST if largest is None else math.floor(min(largest / self.smallest, 2**40) + 0.5)
        """The largest value, in steps."""
        if not 1 <= self.largest <= MOST:
            raise InputError(f"largest_value must be 1 to {MOST} times smallest_difference, not {quoted(largest)}")
        self.win = min(max(math.floor(1 / self.smallest + 0.5), 1), self.largest)
        """What a win is worth in a game without scores, in steps: 1, or what is nearest to it."""

    def complaint(self, answer: object, largest: int | None = None) -> str | None:
        """What is wrong with an answer of `evaluate` or `score`; it may be up to `largest_value`, or `most` steps."""
        largest = self.largest if largest is None else largest
        number = _real(answer)
        if number is None or math.isnan(number):
            return "must return a number"
        steps = number / self.smallest
        if math.isfinite(steps) and abs(steps - round(steps)) > TOLERANCE:
            if self.is_stated:
                return f"must return a multiple of smallest_difference, {self.smallest:g}"
            return "must return a whole number unless the game states its smallest_difference"
        if abs(steps) > largest + TOLERANCE:
            most = self.number(largest)
            return f"must return a number from -{most:g} to {most:g} (largest_value)"
        return None

    def count(self, answer: Any) -> int:
        """An answer that nothing is wrong with, in steps."""
        return round(float(answer) / self.smallest)

    def number(self, steps: int) -> float:
        """A number of steps as one of the game's numbers."""
        if self.smallest == 1:
            return steps
        # Dividing by 10 is exact where multiplying by 0.1 is not.
        parts = 1 / self.smallest
        return steps / parts if parts.is_integer() else steps * self.smallest


def _positive(game: Any, name: str) -> float | None:
    """A number above 0 that the game may have."""
    given = getattr(game, name, None)
    if given is None:
        return None
    number = _real(given)
    if number is None or not 0 < number < math.inf:
        raise InputError(f"{name} must be a number above 0, not {quoted(given)}")
    return number


def _real(answer: Any) -> float | None:
    """A number, if it is one, and is not meant as a truth value."""
    if isinstance(answer, bool) or not hasattr(answer, "__float__"):
        return None
    try:
        return float(answer)
    except OverflowError:
        return math.inf if answer > 0 else -math.inf
    except (TypeError, ValueError):
        return None
