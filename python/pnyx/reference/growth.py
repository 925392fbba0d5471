"""How large the trees of a second level may become."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Growth:
    """The logistic growth function of Breuker, Uiterwijk and van den Herik (2001)."""

    a: float
    """The size of the first level at which the second may be half as large."""
    b: float
    """How slowly the share grows around it."""
    stored: int
    """The number of nodes that both levels may hold together."""

    def share(self, x: int) -> float:
        """The share of its largest size that a second level may have when the first has `x` nodes."""
        exponent = (self.a - x) / self.b
        return 0.0 if exponent > 700 else 1 / (1 + math.exp(exponent))

    def second_level(self, x: int) -> int:
        """The nodes that a second level may hold when the first has `x`."""
        return min(int(x * self.share(x)), max(self.stored - x, 0))
