"""Setting up games whose boards are written row by row, before the side to move.

>>> EDITORS["tic-tac-toe"].put("tic-tac-toe", ".../.../... x", "b2", "X")
'.../.X./... o'
>>> EDITORS["othello"].put("othello", "-----OX--XO----- X", "b1", "O")
'-O---OX--XO----- X'
>>> EDITORS["lines-of-action"].put("lines-of-action", "8/8/8/8/8/8/8/o7 b", "b2", "x")
'8/8/8/8/8/8/1x6/o7 b'
>>> EDITORS["connect-four"].put("connect-four", "..../..../X... o", "1", "O")
'..../O.../X... x'
>>> EDITORS["connect-four"].put("connect-four", "..../O.../X... x", "1", None)
'..../..../X... o'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt
from string import ascii_lowercase
from typing import Final

from pnyx.draw import lines_of_action, othello
from pnyx.draw.reading import rows
from pnyx.errors import InputError


def changed(
    lines: Sequence[str], square: str, sign: str, columns: str = ascii_lowercase, *, from_top: bool = False
) -> list[str]:
    """The rows, from the top, with another sign on a square; rows are numbered from the bottom or from the top.

    >>> changed(["...", "..."], "b2", "X"), changed(["...", "..."], "b2", "X", from_top=True)
    (['.X.', '...'], ['...', '.X.'])
    """
    row, column = int(square[1:]), columns.index(square[0])
    index = row - 1 if from_top else len(lines) - row
    line = lines[index]
    return [*lines[:index], line[:column] + sign + line[column + 1 :], *lines[index + 1 :]]


def cleared(lines: Sequence[str], sign: str = ".") -> list[str]:
    """Rows of the same length without anything on them.

    >>> cleared(["X.", ".O"])
    ['..', '..']
    """
    return [sign * len(line) for line in lines]


@dataclass(frozen=True)
class _Editor:
    read: Callable[[str], tuple[list[str], str]]
    """The rows from the top, and the side to move."""
    write: Callable[[Sequence[str], str], str]
    sides: tuple[str, str] | None = None
    """Both sides as they are written; none where it follows from the stones who is to move."""
    empty: str = "."
    from_top: bool = False

    def put(self, game: str, text: str, square: str, piece: str | None) -> str:
        lines, side = self.read(text)
        return self.write(changed(lines, square, piece or self.empty, from_top=self.from_top), side)

    def turn(self, game: str, text: str, second: bool) -> str:
        if self.sides is None:
            raise InputError(f"in {game} the side to move follows from the stones: add or remove one")
        return self.write(self.read(text)[0], self.sides[second])

    def clear(self, game: str, text: str) -> str:
        lines, side = self.read(text)
        return self.write(cleared(lines, self.empty), side)


class _Falling(_Editor):
    """Squares are columns: a disc falls on those that are there, and the top one is taken off."""

    def put(self, game: str, text: str, square: str, piece: str | None) -> str:
        lines, side = self.read(text)
        column = int(square) - 1
        free = [index for index, line in enumerate(lines) if line[column] == "."]
        place = max(free, default=-1) if piece else len(free)
        if not 0 <= place < len(lines):
            raise InputError(f"column {square} is {'full' if piece else 'empty'}: choose another one")
        lines[place] = lines[place][:column] + (piece or ".") + lines[place][column + 1 :]
        return self.write(lines, side)


def _read_stones(text: str) -> tuple[list[str], str]:
    return rows(text.strip(), "XO.", "X.O/.X./..O x")


def _write_stones(lines: Sequence[str], side: str) -> str:
    """X is to move when there are as many of both, as far as that can be."""
    board = "/".join(lines)
    return f"{board} {'x' if board.count('X') <= board.count('O') else 'o'}"


def _read_othello(text: str) -> tuple[list[str], str]:
    othello.read(text)
    board, side = text.strip().upper().replace(".", "-").split()
    size = isqrt(len(board))
    return [board[start : start + size] for start in range(0, len(board), size)], side


def _read_lines_of_action(text: str) -> tuple[list[str], str]:
    lines_of_action.read(text)
    return rows(text.strip(), "xo.", lines_of_action.EXAMPLE, runs=True)


def _write_lines_of_action(lines: Sequence[str], side: str) -> str:
    board = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(lines))
    return f"{board} {side}"


EDITORS: Final = {
    "connect-four": _Falling(_read_stones, _write_stones),
    "lines-of-action": _Editor(_read_lines_of_action, _write_lines_of_action, ("b", "w")),
    "othello": _Editor(_read_othello, lambda lines, side: f"{''.join(lines)} {side}", ("X", "O"), "-", from_top=True),
    "tic-tac-toe": _Editor(_read_stones, _write_stones),
}
"""The editor of each game."""
