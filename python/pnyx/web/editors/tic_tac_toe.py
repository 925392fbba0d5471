"""Setting up tic-tac-toe: who is to move follows from the stones.

>>> put("tic-tac-toe", ".../.../... x", "b2", "X")
'.../.X./... o'
"""

from __future__ import annotations

from collections.abc import Sequence

from pnyx.draw.reading import rows
from pnyx.errors import InputError
from pnyx.web.editors.rows import changed, cleared

__all__ = ["clear", "put", "read", "turn", "written"]

_EXAMPLE = "X.O/.X./..O x"


def put(game: str, text: str, square: str, piece: str | None) -> str:
    """Put a cross or a ring on a square, or take it off."""
    return written(changed(read(text), square, piece or "."))


def turn(game: str, text: str, second: bool) -> str:
    """Refuse: X begins, and both take turns."""
    raise InputError(f"in {game} who is to move follows from the stones: put one more on the board, or take one off")


def clear(game: str, text: str) -> str:
    """Take everything off the board."""
    return written(cleared(read(text)))


def read(text: str) -> list[str]:
    """The rows from the top."""
    return rows(text.strip(), "XO.", _EXAMPLE)[0]


def written(lines: Sequence[str]) -> str:
    """The position of these rows: X is to move when there are as many of both, as far as that can be."""
    board = "/".join(lines)
    return f"{board} {'x' if board.count('X') <= board.count('O') else 'o'}"
