"""Setting up Connect Four: squares are columns, a disc falls on those that are there, and the top one is taken off.

>>> put("connect-four", "..../..../X... o", "1", "O"), put("connect-four", "..../O.../X... x", "1", None)
('..../O.../X... x', '..../..../X... o')
"""

from __future__ import annotations

from pnyx.errors import InputError
from pnyx.web.editors.tic_tac_toe import clear, read, turn, written

__all__ = ["clear", "put", "turn"]


def put(game: str, text: str, square: str, piece: str | None) -> str:
    """Drop a disc into a column, or take its highest one off."""
    lines = read(text)
    column = int(square) - 1
    free = [index for index, line in enumerate(lines) if line[column] == "."]
    place = max(free, default=-1) if piece else len(free)
    if not 0 <= place < len(lines):
        raise InputError(f"column {square} is {'full' if piece else 'empty'}: choose another one")
    lines[place] = lines[place][:column] + (piece or ".") + lines[place][column + 1 :]
    return written(lines)
