"""Scales of a plot: where a value lies, and which values are written beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_MOST_TICKS: Final = 7
_BAND: Final = 0.09
"""The part of a logarithmic axis that is kept for 0, and again for infinity."""


def short(value: float) -> str:
    """A number as plots write it.

    >>> short(950), short(12_000), short(2_500_000), short(math.inf)
    ('950', '12k', '2.5M', '∞')
    """
    if math.isinf(value):
        return "∞"
    for size, unit in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.4g}{unit}"
    return f"{value:.4g}"


@dataclass(frozen=True)
class Linear:
    """Equal steps for equal differences, from 0.

    >>> Linear(40).place(10), Linear(40).ticks()
    (0.25, [0.0, 10.0, 20.0, 30.0, 40.0])
    """

    most: float

    def place(self, value: float) -> float:
        """Where a value lies: a share of the axis' length, counted from its start."""
        return min(max(value / self.most, 0.0), 1.0) if self.most > 0 else 0.0

    def ticks(self) -> list[float]:
        """Multiples of 1, 2 or 5 times a power of ten."""
        if self.most <= 0:
            return [0.0]
        step = next(step for step in _round_steps(self.most) if self.most / step <= _MOST_TICKS - 1)
        return [index * step for index in range(int(self.most / step * (1 + 1e-12)) + 1)]


@dataclass(frozen=True)
class Logarithmic:
    """Equal steps for equal ratios, from 1. With `ends`, 0 and infinity have places beyond the others.

    >>> axis = Logarithmic(1000)
    >>> [axis.place(value) for value in (0, 1, 1000, math.inf)]
    [0.0, 0.09, 0.91, 1.0]
    >>> axis.ticks()
    [0.0, 1.0, 10.0, 100.0, 1000.0, inf]
    """

    most: float
    ends: bool = True

    def place(self, value: float) -> float:
        """Where a value lies: a share of the axis' length, counted from its start."""
        band = _BAND if self.ends else 0.0
        if value < 1:
            return 0.0
        if math.isinf(value):
            return 1.0
        share = min(math.log10(value) / self._decades, 1.0)
        return round(band + share * (1 - 2 * band), 9)

    def ticks(self) -> list[float]:
        """Powers of ten; not all of them where they are many."""
        last = math.floor(self._decades + 1e-9)
        every = 1 + last // _MOST_TICKS
        powers = [10.0**power for power in range(0, last + 1, every)]
        return [0.0, *powers, math.inf] if self.ends else powers

    @property
    def _decades(self) -> float:
        return max(math.log10(max(self.most, 1)), 1.0)


def _round_steps(most: float) -> Iterator[float]:
    power = 10.0 ** (math.floor(math.log10(most)) - 1)
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10
