"""Tic-tac-toe and m,n,k positions on the common board."""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import Final

from pnyx.draw.board import Board, Piece
from pnyx.draw.canvas import FIRST, SECOND
from pnyx.draw.ground import Mark, Square
from pnyx.draw.reading import pieces
from pnyx.errors import InputError, quoted

_CROSS: Final = f'<path d="M12 12L33 33M33 12L12 33" stroke="{FIRST}" stroke-width="5" stroke-linecap="round"/>'
_RING: Final = f'<circle cx="22.5" cy="22.5" r="11.5" fill="none" stroke="{SECOND}" stroke-width="5"/>'
PIECES: Final = {"X": Piece("cross", "X", "X", _CROSS), "O": Piece("ring", "O", "O", _RING)}


def read(position: str, last_move: str | None = None) -> Board:
    """The board of a position such as `X.O/.X./..O x`.

    >>> print(read("X.O/.X./..O x", last_move="c3").text())
      ┌───────┐
    3 │ X ·[O]│
    2 │ · X · │
    1 │ · · O │
      └───────┘
        a b c
    X to move
    """
    found = re.fullmatch(r"([XO.]+(?:/[XO.]+)*) ([xo])", position)
    lines = found[1].split("/") if found else []
    if found is None or len(set(map(len, lines))) != 1 or len(lines[0]) > len(ascii_lowercase):
        raise InputError(
            f"expected a tic-tac-toe position such as 'X.O/.X./..O x' (rows of equal length, then the side to move),"
            f" got {quoted(position)}"
        )
    columns = ascii_lowercase[: len(lines[0])]
    rows = [str(number) for number in range(1, len(lines) + 1)]
    full = not any("." in line for line in lines)
    status = "board full" if full else f"{found[2].upper()} to move"
    return Board(
        title=f"Tic-tac-toe position, {status}",
        description=position,
        columns=columns,
        rows=rows,
        pieces=pieces(lines, PIECES),
        marks={Mark.LAST_MOVE: _move_squares(last_move, columns, rows)},
        status=status,
        mover=None if full else PIECES[found[2].upper()],
    )


def _move_squares(last_move: str | None, columns: str, rows: list[str]) -> list[Square]:
    if last_move is None:
        return []
    if last_move[:1] not in [*columns] or last_move[1:] not in rows:
        raise InputError(
            f"expected the last move as a square from 'a1' to '{columns[-1]}{rows[-1]}', got {quoted(last_move)}"
        )
    return [(columns.index(last_move[0]), rows.index(last_move[1:]))]
