"""Reading positions and moves for a drawing: boards written row by row, squares by name, errors that say where."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pnyx.draw.board import Piece
from pnyx.draw.ground import Square
from pnyx.errors import InputError, quoted


def misread(expected: str, text: str, column: int, example: str) -> InputError:
    """The error for a position that goes wrong at a column, counted from 1.

    >>> misread("X, O or '.'", "X?", 2, "X. o").args[0]
    "expected X, O or '.' at column 2, got '?' in 'X?'; a position looks like 'X. o'"
    """
    found = quoted(text[column - 1]) if column <= len(text) else "the end"
    return InputError(
        f"expected {expected} at column {column}, got {found} in {quoted(text)}; a position looks like {example!r}"
    )


def rows(text: str, signs: str, example: str, *, runs: bool = False) -> tuple[list[str], str]:
    """The rows of a board such as `X../.O. x`, from the top, and the text after it, a blank and the side to move.

    With `runs`, a digit stands for that number of dots.

    >>> rows("1x/o1 b", "xo.", "1x/o1 b", runs=True)
    (['.x', 'o.'], 'b')
    """
    board, _, rest = text.partition(" ")
    lines: list[str] = []
    line = ""
    for column, sign in enumerate(board + "/", start=1):
        if sign in signs:
            line += sign
        elif runs and sign in "123456789":
            line += "." * int(sign)
        elif sign != "/":
            allowed = [*signs, "a digit"] if runs else signs
            raise misread(f"one of {', '.join(allowed)} or '/'", text, column, example)
        elif not line or (lines and len(line) != len(lines[0])):
            wanted = f"a row of {len(lines[0])}" if lines else "a first row"
            raise misread(f"{wanted} and not of {len(line)} squares to end", text, column, example)
        else:
            lines.append(line)
            line = ""
    return lines, rest


def pieces(lines: Sequence[str], kinds: Mapping[str, Piece]) -> dict[Square, Piece]:
    """What stands where on a board of such rows; signs without a kind are empty squares.

    >>> dot = Piece("dot", "●", "*", '<circle cx="22.5" cy="22.5" r="9"/>')
    >>> list(pieces(["x.", ".x"], {"x": dot}))
    [(1, 0), (0, 1)]
    """
    return {
        (column, row): kinds[sign]
        for row, line in enumerate(reversed(lines))
        for column, sign in enumerate(line)
        if sign in kinds
    }


def move_squares(
    move: str | None, pattern: str, columns: Sequence[str], labels: Sequence[str], form: str
) -> list[Square]:
    """The squares whose names are the groups of a pattern, none for no move and a pass; `form` tells how moves look.

    >>> move_squares("a1-b2", "(..)-(..)", "ab", "12", "'a1-b2'")
    [(0, 0), (1, 1)]
    >>> move_squares("c1", "(.+)", "ab", "12", "a square from 'a1' to 'b2'")
    Traceback (most recent call last):
    pnyx.errors.InputError: expected the last move as a square from 'a1' to 'b2', got 'c1'
    """
    if move is None or move == "pass":
        return []
    found = re.fullmatch(pattern, move)
    names = found.groups() if found else [""]
    if not all(name[:1] in [*columns] and name[1:] in labels for name in names):
        raise InputError(f"expected the last move as {form}, got {quoted(move)}")
    return [(list(columns).index(name[0]), list(labels).index(name[1:])) for name in names]
