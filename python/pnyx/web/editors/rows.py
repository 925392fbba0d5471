"""What editors of boards that are written row by row share."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

__all__ = ["changed", "cleared"]


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
