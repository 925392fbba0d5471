"""Setting up checkers; a man on the last row is a king.

>>> put("checkers", "B:W21:B1", "22", "KW"), put("checkers", "B:W21:B1", "32", "B")
('B:W21,K22:B1', 'B:W21:B1,K32')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pnyx.draw.checkers import parse

_LAST_ROWS: Final = {"W": range(1, 5), "B": range(29, 33)}


def put(game: str, text: str, square: str, piece: str | None) -> str:
    """Put a man or a king on a square, or take it off."""
    side, men = parse(text.strip())
    number = int(square)
    if piece is None:
        men.pop(number, None)
    else:
        men[number] = f"K{piece}" if number in _LAST_ROWS.get(piece, ()) else piece
    return _written(side, men)


def turn(game: str, text: str, second: bool) -> str:
    """Let black or white move."""
    return _written("W" if second else "B", parse(text.strip())[1])


def clear(game: str, text: str) -> str:
    """Take all pieces off the board."""
    return _written(parse(text.strip())[0], {})


def _written(side: str, men: Mapping[int, str]) -> str:
    lists = {
        colour: ",".join(f"{kind[:-1]}{number}" for number, kind in sorted(men.items()) if kind[-1] == colour)
        for colour in "WB"
    }
    return f"{side}:W{lists['W']}:B{lists['B']}"
