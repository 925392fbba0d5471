"""The size of the next job: how many nodes it may search, more as the first level grows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from pnyx.errors import InputError
from pnyx.reference.growth import Growth

_MOST: Final = (1 << 63) - 1
"""The largest number that a store can hold."""


@dataclass(frozen=True)
class JobSizes:
    """Nodes of a job by the growth function of PN²: small jobs while the first level is small and its numbers say
    little, larger ones as it grows, so that it stays a size that one coordinator can keep.

    >>> sizes = JobSizes(least=1000, most=100_000, a=500, b=100)
    >>> sizes.nodes(1), sizes.nodes(500), sizes.nodes(5000)
    (1000, 50000, 100000)
    """

    least: int = 100_000
    most: int = 5_000_000
    a: float = 2_000
    """The size of the first level, in positions, at which a job has half of `most`."""
    b: float = 500
    """How slowly jobs grow around it."""

    def __post_init__(self) -> None:
        if not 1 <= self.least <= self.most:
            raise InputError(
                f"the smallest job must have at least 1 node and no more than the largest, not {self.least:,} and "
                f"{self.most:,}"
            )
        if self.most > _MOST:
            raise InputError(f"the most nodes of a job must be {_MOST:,} or fewer, not {self.most:,}")
        if not math.isfinite(self.a):
            raise InputError(f"the growth function's a must be a finite number, not {self.a}")
        if not 0 < self.b < math.inf:
            raise InputError(f"the growth function's b must be a finite number above 0, not {self.b}")

    def nodes(self, positions: int) -> int:
        """The nodes of the next job, when the first level has this many positions."""
        share = Growth(self.a, self.b, 0).share(positions)
        return max(self.least, min(self.most, int(self.most * share)))
