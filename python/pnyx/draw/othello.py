"""Othello positions on the common board; row 1 is at the top, as in the diagrams of that game."""

from __future__ import annotations

from math import isqrt
from string import ascii_lowercase
from typing import Final

from pnyx.draw.board import BLACK, WHITE, Board, Piece
from pnyx.draw.ground import Mark
from pnyx.draw.reading import misread, move_squares, pieces
from pnyx.reference.rules.othello import Othello, OthelloPosition

_EXAMPLE: Final = "-----OX--XO----- X"
_SIZES: Final = (4, 6, 8)
_NAMES: Final = {"X": "Black", "O": "White"}
PIECES: Final = {
    "X": Piece(BLACK.name, BLACK.glyph, "X", BLACK.shape),
    "O": Piece(WHITE.name, WHITE.glyph, "O", WHITE.shape),
}


def read(position: str, last_move: str | None = None) -> Board:
    """The board of a position, 16, 36 or 64 squares and the side to move; the status line counts the discs.

    >>> print(read("-X---XX--XO----- O", last_move="b1").text())
      ┌─────────┐
    1 │ ·[●]· · │
    2 │ · ● ● · │
    3 │ · ● ○ · │
    4 │ · · · · │
      └─────────┘
        a b c d
    White to move, Black 4, White 1
    """
    text = position.strip().upper()
    board, _, side = text.partition(" ")
    for column, sign in enumerate(board, start=1):
        if sign not in "XO-.":
            raise misread("one of X, O, -, .", text, column, _EXAMPLE)
    size = isqrt(len(board))
    if size not in _SIZES or size * size != len(board):
        raise misread(
            f"16, 36 or 64 squares and not {len(board)} before the side to move", text, len(board) + 1, _EXAMPLE
        )
    if side not in _NAMES:
        raise misread("a blank and X or O", text, len(board) + (2 if side else 1), _EXAMPLE)
    columns = ascii_lowercase[:size]
    labels = [str(number) for number in range(size, 0, -1)]
    discs = pieces([board[start : start + size] for start in range(0, len(board), size)], PIECES)
    over = Othello(size).outcome(OthelloPosition(board.replace(".", "-"), 0)) is not None
    counts = ", ".join(f"{_NAMES[sign]} {board.count(sign)}" for sign in _NAMES)
    status = f"{'game over' if over else f'{_NAMES[side]} to move'}, {counts}"
    form = f"a square from 'a1' to '{columns[-1]}{size}' or 'pass'"
    return Board(
        title=f"Othello position, {status}",
        description=position,
        columns=columns,
        rows=labels,
        pieces=discs,
        marks={Mark.LAST_MOVE: move_squares(last_move, "(.+)", columns, labels, form)},
        status=status,
        mover=None if over else PIECES[side],
    )
