"""Games written in Python that draw themselves, by a method `svg(position)`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pnyx.draw.framed import Framed
from pnyx.errors import ContractError, quoted

__all__ = ["Own"]


@dataclass(frozen=True)
class Own(Framed):
    """A position whose SVG drawing is the game's own; for a terminal it is its text.

    >>> class Heap:
    ...     def svg(self, position):
    ...         return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{position}</text></svg>'
    >>> Own("heap", "7 left", None, Heap(), 7).svg()
    '<svg xmlns="http://www.w3.org/2000/svg"><text>7</text></svg>'
    """

    python_game: Any = None
    object: Any = None

    def svg(self, *, size: int = 360) -> str:
        """What the game draws, whatever size that has."""
        drawn = self.python_game.svg(self.object)
        if not isinstance(drawn, str) or not drawn.lstrip().startswith("<svg"):
            raise ContractError(f"{self.game}.svg must give a text that begins with '<svg', not {quoted(drawn)}")
        return drawn
