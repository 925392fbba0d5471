"""Positions of English checkers on the common board, square 1 at the top; squares bear their numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pnyx.draw.board import PALE, Board, Piece, disc
from pnyx.draw.canvas import INK
from pnyx.draw.ground import Mark, Square
from pnyx.draw.reading import misread
from pnyx.errors import InputError, quoted
from pnyx.reference.rules.checkers import Checkers, CheckersPosition

_EXAMPLE: Final = "B:W21,22,K30:B1,2,K9"
_SIDES: Final = {"B": "Black", "W": "White"}
# Row by row from the top, four dark squares a row, the first row's beginning one to the right.
_SQUARES: Final[dict[int, Square]] = {
    number: (2 * ((number - 1) % 4) + 1 - (number - 1) // 4 % 2, 7 - (number - 1) // 4) for number in range(1, 33)
}
_CELLS: Final = {"": ".", "B": "b", "W": "w", "KB": "B", "KW": "W"}
"""The pieces as the reference rules have them."""
_LIGHT: Final = frozenset((x, y) for x in range(8) for y in range(8)) - frozenset(_SQUARES.values())


def _kinds(colour: str, letter: str, glyphs: str, fill: str, line: str) -> dict[str, Piece]:
    """A man and a king, a groove on the one and a crown on the other; small, for the numbers of squares to be seen."""
    groove = (
        f'<circle cx="22.5" cy="22.5" r="9.5" fill="none" stroke="{line}" stroke-width="1.3" stroke-opacity="0.55"/>'
    )
    crown = f'<path d="M14.5 28.5L13 17.5L18.5 22L22.5 14.5L26.5 22L32 17.5L30.5 28.5z" fill="{line}"/>'
    return {
        letter: Piece(f"{colour} man", glyphs[0], letter.lower(), disc(fill, radius=14.5, inside=groove)),
        "K" + letter: Piece(f"{colour} king", glyphs[1], letter, disc(fill, radius=14.5, inside=crown)),
    }


PIECES: Final = {**_kinds("black", "B", "●♚", INK, PALE), **_kinds("white", "W", "○♔", PALE, INK)}


def read(position: str, last_move: str | None = None) -> Board:
    """The board of a PDN FEN; all squares of the last move's path are marked.

    >>> print(read("W:W23,K30:B12,K15,18", last_move="11-15").text())
          ┌─────────────────┐
      1-4 │   ·   ·   ·   · │
      5-8 │ ·   ·   ·   ·   │
     9-12 │   ·   ·  [·]  ● │
    13-16 │ ·   ·  [♚]  ·   │
    17-20 │   ·   ●   ·   · │
    21-24 │ ·   ·   ○   ·   │
    25-28 │   ·   ·   ·   · │
    29-32 │ ·   ♔   ·   ·   │
          └─────────────────┘
    White to move
    """
    text = position.strip()
    side, men = parse(text)
    board = {_SQUARES[number]: PIECES[kind] for number, kind in men.items()}
    status = f"{_SIDES[side]} to move" + ("" if _can_move(men, side) else ": no move")
    return Board(
        title=f"Checkers position, {status}",
        description=position,
        columns=" " * 8,
        rows=[f"{first}-{first + 3}" for first in range(29, 0, -4)],
        pieces=board,
        marks={Mark.LAST_MOVE: _path(last_move)},
        pattern="checkered",
        status=status,
        mover=PIECES[side],
        faded=_LIGHT,
        numbers={square: str(number) for number, square in _SQUARES.items()},
    )


def parse(text: str) -> tuple[str, dict[int, str]]:
    """The side to move, and by square `B`, `W`, `KB` or `KW`."""
    head = re.match(r"[BW](?=:)", text)
    if head is None:
        raise misread("B: or W:", text, 1, _EXAMPLE)
    men: dict[int, str] = {}
    lists: list[str] = []
    place = 1
    while place < len(text.removesuffix(".")):
        found = re.compile(r":([BW])").match(text, place)
        if found is None or found[1] in lists:
            raise misread(
                "':' and the list of the other side" if lists else "':' and a list", text, place + 1, _EXAMPLE
            )
        lists.append(found[1])
        place = _read_list(text, found.end(), found[1], men)
    if len(lists) != 2:
        raise misread("a list of both sides' pieces to end", text, place + 1, _EXAMPLE)
    return head[0], men


def _read_list(text: str, place: int, side: str, men: dict[int, str]) -> int:
    """Enter the pieces of one list, such as `1-4,K9`; where it ends."""
    item = re.compile(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?")
    first = True
    while place < len(text) and text[place] not in ":.":
        if not first:
            comma = re.compile(", *").match(text, place)
            if comma is None:
                raise misread("a comma", text, place + 1, _EXAMPLE)
            place = comma.end()
        found = item.match(text, place)
        numbers = range(int(found[2]), int(found[3] or found[2]) + 1) if found else range(0)
        if found is None or not numbers or not all(number in _SQUARES and number not in men for number in numbers):
            raise misread("a square from 1 to 32 that is not taken yet", text, place + 1, _EXAMPLE)
        men.update(dict.fromkeys(numbers, found[1] + side))
        place = found.end()
        first = False
    return place


def _can_move(men: Mapping[int, str], side: str) -> bool:
    cells = "".join(_CELLS[men.get(number, "")] for number in _SQUARES)
    return bool(Checkers().moves(CheckersPosition(cells, "BW".index(side))))


def _path(last_move: str | None) -> list[Square]:
    if last_move is None:
        return []
    numbers = [int(number) for number in re.findall("[0-9]{1,2}", last_move)]
    if not re.fullmatch("[0-9]{1,2}(-[0-9]{1,2}|(x[0-9]{1,2})+)", last_move) or not all(map(_SQUARES.get, numbers)):
        raise InputError(f"expected the last move as squares such as '11-15' or '15x22x31', got {quoted(last_move)}")
    return list(dict.fromkeys(_SQUARES[number] for number in numbers))
