"""Setting up Othello.

>>> put("othello", "-----OX--XO----- X", "b1", "O")
'-O---OX--XO----- X'
"""

from __future__ import annotations

from math import isqrt

from pnyx.draw.othello import read as expect_drawn
from pnyx.web.editors.rows import changed, cleared

__all__ = ["clear", "put", "turn"]


def put(game: str, text: str, square: str, piece: str | None) -> str:
    """Put a disc on a square, or take it off."""
    lines, side = _read(text)
    return f"{''.join(changed(lines, square, piece or '-', from_top=True))} {side}"


def turn(game: str, text: str, second: bool) -> str:
    """Let black or white move."""
    return f"{''.join(_read(text)[0])} {'O' if second else 'X'}"


def clear(game: str, text: str) -> str:
    """Take all discs off the board."""
    lines, side = _read(text)
    return f"{''.join(cleared(lines, '-'))} {side}"


def _read(text: str) -> tuple[list[str], str]:
    expect_drawn(text)
    board, side = text.strip().upper().replace(".", "-").split()
    size = isqrt(len(board))
    return [board[start : start + size] for start in range(0, len(board), size)], side
