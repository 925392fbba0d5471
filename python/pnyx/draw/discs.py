"""Round pieces, for all games that have them."""

from __future__ import annotations

from typing import Final

from pnyx.draw.board import Piece
from pnyx.draw.canvas import INK

__all__ = ["BLACK", "WHITE", "disc"]

PALE: Final = "#ffffff"


def disc(fill: str, *, radius: float = 16.5, inside: str = "") -> str:
    """The shape of a disc, with other shapes on it.

    >>> disc("red", radius=5)
    '<circle cx="22.5" cy="22.5" r="5" fill="red" stroke="#2d2b28" stroke-width="1.6"/>'
    """
    return f'<circle cx="22.5" cy="22.5" r="{radius:g}" fill="{fill}" stroke="{INK}" stroke-width="1.6"/>{inside}'


BLACK: Final = Piece("black disc", "●", "x", disc(INK))
"""A black disc."""

WHITE: Final = Piece("white disc", "○", "o", disc(PALE))
"""A white disc."""
