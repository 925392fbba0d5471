"""Boards of games written in Python, from the rows of characters that their method `board(position)` returns."""

from __future__ import annotations

import unicodedata
from string import ascii_letters, ascii_uppercase
from typing import Any, Final

from pnyx.draw.board import BLACK, PALE, WHITE, Board, Piece
from pnyx.draw.canvas import FIRST, INK, SECOND, escape, width
from pnyx.draw.ground import Square
from pnyx.errors import ContractError, quoted

EMPTY: Final = "."
"""The sign of an empty square."""

BLANK: Final = " "
"""The sign of a place where the board has no square."""

_MOST_ROWS: Final = 99
_WALL: Final = f'<rect x="2" y="2" width="41" height="41" rx="2" fill="{INK}"/>'
_DISCS: Final = {"●": BLACK, "○": WHITE}


def rows_of(game: Any, position: Any) -> tuple[str, ...]:
    r"""The rows that a game returns for a position, from the top; a `ContractError` if they are no board.

    >>> class Heap:
    ...     def board(self, position):
    ...         return "XO.\n.X."
    >>> rows_of(Heap(), None)
    ('XO.', '.X.')
    """
    method = f"{type(getattr(game.board, '__self__', game)).__name__}.board"
    drawn = game.board(position)
    if isinstance(drawn, str):
        rows: tuple[Any, ...] = tuple(drawn.strip("\n").split("\n"))
    elif isinstance(drawn, (list, tuple)):
        rows = tuple(drawn)
    else:
        raise ContractError(f"{method} must return rows of characters, a list of texts or one, not {quoted(drawn)}")
    if not rows or not all(isinstance(row, str) and row for row in rows):
        raise ContractError(f"{method} must return rows of at least one character each, not {quoted(drawn)}")
    if (other := next((row for row in rows if len(row) != len(rows[0])), None)) is not None:
        lengths = f"{len(rows[0])} and {len(other)} characters, {quoted(rows[0])} and {quoted(other)}"
        raise ContractError(f"{method} must return rows of equal length, not of {lengths}")
    if len(rows) > _MOST_ROWS or len(rows[0]) > len(ascii_letters):
        limit = f"at most {_MOST_ROWS} rows of {len(ascii_letters)} characters"
        raise ContractError(f"{method} must return {limit}, not {len(rows)} of {len(rows[0])}")
    for sign in dict.fromkeys("".join(rows)):
        if not sign.isprintable() or width(sign) != 1:
            raise ContractError(f"{method} must return characters that take one column each, not {quoted(sign)}")
    return rows


def board_of(
    game: Any, position: Any, *, title: str, text: str, status: str = "", last_move: str | None = None
) -> Board:
    """The board of a position, in the look of all boards; it is asked of the game.

    >>> class Heap:
    ...     def board(self, position):
    ...         return ["XO.", ".Xo"]
    >>> print(board_of(Heap(), None, title="heap", text="", status="Ann to move").text())
      ┌───────┐
    2 │ X O · │
    1 │ · X o │
      └───────┘
        a b c
    Ann to move
    """
    rows = rows_of(game, position)
    signs: dict[Square, str] = {
        (column, row): sign for row, line in enumerate(reversed(rows)) for column, sign in enumerate(line)
    }
    return Board(
        title=f"{title} position, {status}" if status else f"{title} position",
        description=text,
        columns=ascii_letters[: len(rows[0])],
        rows=[str(number) for number in range(1, len(rows) + 1)],
        pieces={square: piece(sign) for square, sign in signs.items() if sign not in (EMPTY, BLANK)},
        status=status,
        notes=[f"last move: {last_move}"] if last_move else [],
        faded=[square for square, sign in signs.items() if sign == BLANK],
    )


def changes(before: Board, after: Board) -> tuple[list[Square], list[Square]]:
    """The squares that are emptied between two boards, and those on which another piece stands; none if the boards
    differ in size.

    >>> class Line:
    ...     def board(self, position):
    ...         return [position]
    >>> one, other = (board_of(Line(), row, title="line", text="") for row in ("x.o.", "..x."))
    >>> changes(one, other)
    ([(0, 0)], [(2, 0)])
    """
    if (len(before.columns), len(before.rows)) != (len(after.columns), len(after.rows)):
        return [], []
    changed = [
        square
        for square in sorted({*before.pieces, *after.pieces})
        if before.pieces.get(square) != after.pieces.get(square)
    ]
    return (
        [square for square in changed if square not in after.pieces],
        [square for square in changed if square in after.pieces],
    )


def piece(sign: str) -> Piece:
    """The piece that a character stands for: X and O are a cross and a ring, `#` a wall, another letter a disc with
    the letter on it; capital letters have the first player's colour, small ones the second's. The rest is drawn as it
    is.

    >>> [piece(sign).name for sign in "XoK7#♞"]
    ['cross', 'small ring', 'K', '7', 'wall', 'black chess knight']
    """
    if sign in _DISCS:
        return _DISCS[sign]
    if sign == "#":
        return Piece("wall", "#", "#", _WALL)
    if sign in "XxOo":
        small = "small " if sign.islower() else ""
        name, shape = ("cross", _cross) if sign in "Xx" else ("ring", _ring)
        return Piece(small + name, sign, sign, shape(7.0 if small else 10.5))
    if sign in ascii_letters:
        fill = FIRST if sign in ascii_uppercase else SECOND
        ground = f'<circle cx="22.5" cy="22.5" r="17" fill="{fill}" stroke="{INK}" stroke-width="1.6"/>'
        return Piece(sign, sign, sign, ground + _letter(sign, 22, PALE))
    name = sign if sign.isalnum() and sign.isascii() else unicodedata.name(sign, f"sign {ord(sign):x}").lower()
    return Piece(name, sign, sign if sign.isascii() else "?", _letter(sign, 30, INK))


def _cross(reach: float) -> str:
    near, far = 22.5 - reach, 22.5 + reach
    way = f"M{near:g} {near:g}L{far:g} {far:g}M{far:g} {near:g}L{near:g} {far:g}"
    return f'<path d="{way}" stroke="{FIRST}" stroke-width="5" stroke-linecap="round"/>'


def _ring(reach: float) -> str:
    return f'<circle cx="22.5" cy="22.5" r="{reach + 1:g}" fill="none" stroke="{SECOND}" stroke-width="5"/>'


def _letter(sign: str, size: int, fill: str) -> str:
    place = f'x="22.5" y="{22.5 + 0.35 * size:g}" font-size="{size}" text-anchor="middle"'
    return f'<text {place} fill="{fill}">{escape(sign)}</text>'
