"""Connect Four positions on the common board, as discs in the holes of a wall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pnyx.draw.board import Board, Piece, disc
from pnyx.draw.canvas import FIRST, SECOND
from pnyx.draw.ground import Mark, Square
from pnyx.draw.reading import misread, pieces, rows
from pnyx.errors import InputError, quoted

_EXAMPLE: Final = "......./......./......./......./...O.../..XXO.. x"
_DIGITS: Final = "123456789"
_USUAL: Final = (7, 6)
PIECES: Final = {
    "X": Piece("blue disc", "X", "X", disc(FIRST, radius=17.5)),
    "O": Piece("orange disc", "O", "O", disc(SECOND, radius=17.5)),
}


def read(position: str, last_move: str | None = None) -> Board:
    """The board of a drawn position, or of the string of columns that were played on the usual board.

    Four in a row are marked as the goal, and the last move is the highest disc of its column.

    >>> print(read("4433221", last_move="1").text(unicode=False))
      +---------------+
    6 | . . . . . . . |
    5 | . . . . . . . |
    4 | . . . . . . . |
    3 | . . . . . . . |
    2 | . O O O . . . |
    1 |[X|X|X|X). . . |
      +---------------+
        1 2 3 4 5 6 7
    X has four in a row
    """
    text = position.strip()
    lines, side = _played(text) if text[:1] in [*_DIGITS] else rows(text, "XO.", _EXAMPLE)
    if side not in ("x", "o") or len(lines[0]) > len(_DIGITS):
        raise misread("a blank and x or o after at most nine columns", text, len(text.partition(" ")[0]) + 1, _EXAMPLE)
    stones = pieces(lines, PIECES)
    goal = {name: _fours(stones, piece) for name, piece in PIECES.items()}
    won = [name for name, squares in goal.items() if squares]
    full = not won and not any("." in line for line in lines)
    status = f"{' and '.join(won)} {'have' if won[1:] else 'has'} four in a row" if won else f"{side.upper()} to move"
    return Board(
        title=f"Connect Four position, {'board full' if full else status}",
        description=position,
        columns=_DIGITS[: len(lines[0])],
        rows=[str(number) for number in range(1, len(lines) + 1)],
        pieces=stones,
        marks={Mark.LAST_MOVE: _top(last_move, stones), Mark.GOAL: sorted(set[Square]().union(*goal.values()))},
        pattern="holes",
        status="board full" if full else status,
        mover=None if won or full else PIECES[side.upper()],
    )


def _played(text: str) -> tuple[list[str], str]:
    broad, high = _USUAL
    stacks = [""] * broad
    for place, digit in enumerate(text):
        column = _DIGITS.find(digit)
        if not 0 <= column < broad or len(stacks[column]) == high:
            raise misread(f"a column from 1 to {broad} that is not full", text, place + 1, "4455")
        stacks[column] += "XO"[place % 2]
    lines = ["".join(stack[row : row + 1] or "." for stack in stacks) for row in reversed(range(high))]
    return lines, "xo"[len(text) % 2]


def _fours(stones: Mapping[Square, Piece], piece: Piece) -> set[Square]:
    """All squares that are part of four in a row of this kind."""
    found: set[Square] = set()
    for column, row in stones:
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            four = [(column + right * step, row + up * step) for step in range(4)]
            if all(stones.get(square) == piece for square in four):
                found.update(four)
    return found


def _top(last_move: str | None, stones: Mapping[Square, Piece]) -> list[Square]:
    if last_move is None:
        return []
    stack = [square for square in stones if str(square[0] + 1) == last_move]
    if not stack:
        raise InputError(f"expected the last move as the number of a column with a disc in it, got {quoted(last_move)}")
    return [max(stack)]
