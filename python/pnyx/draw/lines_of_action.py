"""Lines of Action positions on the common board."""

from __future__ import annotations

from collections.abc import Collection
from string import ascii_lowercase
from typing import Final

from pnyx.draw.board import BLACK, WHITE, Board
from pnyx.draw.ground import Mark, Square
from pnyx.draw.reading import misread, move_squares, pieces, rows
from pnyx.errors import quoted

EXAMPLE: Final = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 b"
_SIDES: Final = {"b": ("Black", BLACK), "w": ("White", WHITE)}
PIECES: Final = {"x": BLACK, "o": WHITE}
_COLUMNS: Final = ascii_lowercase[:8]
_ROWS: Final = "12345678"


def read(position: str, last_move: str | None = None) -> Board:
    """The board of a position; where all pieces of a side are connected, they are marked as its goal.

    >>> print(read("8/2x5/3x4/4xo2/8/1o6/8/8 w", last_move="c5xe5").text(unicode=False))
      +-----------------+
    8 | . . . . . . . . |
    7 | . .(x). . . . . |
    6 | . . .(x). . . . |
    5 | . .[.].[x]o . . |
    4 | . . . . . . . . |
    3 | . o . . . . . . |
    2 | . . . . . . . . |
    1 | . . . . . . . . |
      +-----------------+
        a b c d e f g h
    Black is connected
    """
    text = position.strip()
    lines, side = rows(text, "xo.", EXAMPLE, runs=True)
    if len(lines) != 8 or len(lines[0]) != 8 or side not in _SIDES:
        end = len(text.partition(" ")[0]) + 1
        raise misread("eight rows of eight squares, a blank and b or w to end", text, end, EXAMPLE)
    board = pieces(lines, PIECES)
    goals = {}
    for name, disc in _SIDES.values():
        own = {square for square, piece in board.items() if piece == disc}
        if _connected(own):
            goals[name] = sorted(own)
    status = f"{_SIDES[side][0]} to move"
    if goals:
        status = "both sides are connected" if len(goals) == 2 else f"{next(iter(goals))} is connected"
    form = f"{quoted('a2-c4')}, {quoted('c1xa3')} or {quoted('pass')}"
    return Board(
        title=f"Lines of Action position, {status}",
        description=position,
        columns=_COLUMNS,
        rows=_ROWS,
        pieces=board,
        marks={
            Mark.LAST_MOVE: move_squares(last_move, "(..)[-x](..)", _COLUMNS, _ROWS, form),
            Mark.GOAL: [square for squares in goals.values() for square in squares],
        },
        status=status,
        mover=None if goals else _SIDES[side][1],
    )


def _connected(own: Collection[Square]) -> bool:
    """Whether these squares are one group of neighbours, and not none at all."""
    waiting = list(own)[:1]
    seen = set(waiting)
    while waiting:
        x, y = waiting.pop()
        beside = {(x + right, y + up) for right in (-1, 0, 1) for up in (-1, 0, 1)}
        new = (beside & set(own)) - seen
        seen |= new
        waiting += new
    return 0 < len(seen) == len(own)
