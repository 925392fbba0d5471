"""Boards of the stones X and O that are drawn row by row: what tic-tac-toe and Connect Four read alike."""

from __future__ import annotations

import re

from pnyx.errors import InputError, quoted

STONES = "XO"


def words(text: str, blanks: str = r"\s") -> list[tuple[str, int]]:
    """The words of a text with their columns, if the first is made of what boards are made of.

    A foreign character is reported first, because other errors may follow from it. `blanks` is what separates words.

    >>> words("X.O/.X./..O x")
    [('X.O/.X./..O', 1), ('x', 13)]
    """
    found = [(word.group(), word.start() + 1) for word in re.finditer(f"[^{blanks}]+", text)]
    for board, start in found[:1]:
        for column, symbol in enumerate(board, start):
            if symbol not in "XxOo.-/":
                raise InputError(f"expected X, O, . or / in {quoted(text)}, got {quoted(symbol)} at column {column}")
    return found


def read_board(
    text: str, rows: int, columns: int, example: str, *, most_rows: int, blanks: str = r"\s"
) -> tuple[str, int]:
    """The squares of a board of this size, row by row from the top, and the player on move.

    >>> read_board("x./.- o", 2, 2, "'X./.. o'", most_rows=8)
    ('X...', 1)
    """
    fields = words(text, blanks)
    if len(fields) != 2:
        raise InputError(f"expected a board and the side to move, like {example}, got {quoted(text)}")
    (board, _), (mover, column) = fields
    drawn = board.split("/")
    if len(drawn) != rows or any(len(row) != columns for row in drawn):
        found = ", ".join(str(len(row)) for row in drawn[: most_rows + 1])
        raise InputError(f"expected {rows} rows of {columns} squares in {quoted(text)}, got rows of {found} squares")
    if mover.lower() not in ("x", "o"):
        raise InputError(
            f"expected the side to move to be x or o in {quoted(text)}, got {quoted(mover)} at column {column}"
        )
    return "".join(drawn).upper().replace("-", "."), "xo".index(mover.lower())


def count_complaints(cells: str, turn: int) -> list[str]:
    """What is wrong with the numbers of stones, if something is.

    >>> count_complaints("XX..", 1)
    ['with o to move there must be one X more than O, got 2 X and 0 O']
    """
    x, o = cells.count("X"), cells.count("O")
    if x - o == turn:
        return []
    need = "one X more than O" if turn else "as many X as O"
    return [f"with {'xo'[turn]} to move there must be {need}, got {x} X and {o} O"]
