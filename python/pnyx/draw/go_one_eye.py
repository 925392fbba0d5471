"""One-eye problems of Go: stones on the crossings, the region coloured, the rest of the board pale."""

from __future__ import annotations

from typing import Final

from pnyx.draw.board import BLACK, PALE, WHITE, Board, Piece, disc
from pnyx.draw.canvas import DARK_SQUARE, GOAL, INK
from pnyx.draw.ground import Mark, Square
from pnyx.draw.reading import misread, move_squares, pieces, rows

EXAMPLE: Final = "..../.XXO/.XOO rrrr/rCCs/rCss b b"
COLUMNS: Final = "abcdefghjklmnopqrst"
_SIDES: Final = {"b": ("Black", BLACK), "w": ("White", WHITE)}
_DOTS: Final[dict[int, tuple[int, ...]]] = {9: (2, 4, 6), 13: (3, 6, 9), 19: (3, 9, 15)}
_INSIDE, _CRUCIAL = "rCL", "cC"


REGION, OUTSIDE = "region", "outside"
"""What a point can be made, when a problem is set up."""


def _point(colour: str, opacity: float) -> str:
    lines = f'<path d="M0 22.5H45M22.5 0V45" stroke="{INK}" stroke-opacity="{opacity}"/>'
    return f'<rect width="45" height="45" fill="{colour}" fill-opacity="0.35"/>{lines}'


def _cross(colour: str) -> str:
    return f'<path d="M15.5 15.5L29.5 29.5M29.5 15.5L15.5 29.5" stroke="{colour}" stroke-width="3.4"/>'


# A cross on a crucial stone; "x" and "o" are not in the notation of stones, which these stand for, and the last two are
# no stones at all.
PIECES: Final = {
    "X": Piece("black stone", "●", "X", disc(INK, radius=20)),
    "O": Piece("white stone", "○", "O", disc(PALE, radius=20)),
    "x": Piece("crucial black stone", "◆", "#", disc(INK, radius=20, inside=_cross(PALE))),
    "o": Piece("crucial white stone", "◇", "@", disc(PALE, radius=20, inside=_cross(INK))),
    REGION: Piece("point of the region", "+", "+", _point(GOAL, 1.0)),
    OUTSIDE: Piece("point outside", "+", "+", _point(DARK_SQUARE, 0.4)),
}


def read(position: str, last_move: str | None = None) -> Board:
    """The board of a problem: stones, a mask of region, safe and crucial stones, the side to move, and the eye's side.

    Points of the region are marked as goals; crucial stones have a cross, and a form of their own in text.

    >>> print(read("..../.XXO/.XOO rrrr/rCCs/rCss w b", last_move="a1").text())
      ┌─────────┐
    3 │(·|·|·|·)│
    2 │(·|◆|◆)○ │
    1 │[·|◆)○ ○ │
      └─────────┘
        a b c d
    White to move, Black wants an eye
    crucial: b1 b2 c2
    """
    text = " ".join(position.split())
    stones, rest = rows(text, "XO.", EXAMPLE)
    mask, end = _mask(text, len(text) - len(rest), (len(stones), len(stones[0])))
    words = text[end:].split()
    if len(words) < 2 or {*words[:2]} - {*_SIDES} or {*words[2:]} - {"pass"} or len(words) > 4:
        raise misread("b or w to move, b or w for the eye, and 'pass' for each pass just made", text, end + 1, EXAMPLE)
    mover, eye, *passes = words
    columns, labels = COLUMNS[: len(stones[0])], [str(number) for number in range(1, len(stones) + 1)]
    signs = [
        "".join(stone.lower() if mark in _CRUCIAL else stone for stone, mark in zip(*lines, strict=True))
        for lines in zip(stones, mask, strict=True)
    ]
    points = {(column, row): mark for row, line in enumerate(reversed(mask)) for column, mark in enumerate(line)}
    crucial = [columns[x] + labels[y] for (x, y), mark in sorted(points.items()) if mark in _CRUCIAL]
    passed = ["", ", one pass", ", two passes"][len(passes)]
    status = f"{_SIDES[mover][0]} to move{passed}, {_SIDES[eye][0]} wants an eye"
    form = f"a point from 'a1' to '{columns[-1]}{labels[-1]}' or 'pass'"
    return Board(
        title=f"Go problem, {status}",
        description=position,
        columns=columns,
        rows=labels,
        pieces=pieces(signs, PIECES),
        marks={
            Mark.LAST_MOVE: move_squares(last_move, "(.+)", columns, labels, form),
            Mark.GOAL: [point for point, mark in points.items() if mark in _INSIDE],
        },
        pattern="crossings",
        status=status,
        mover=_SIDES[mover][1],
        notes=[f"crucial: {' '.join(crucial)}"] if crucial else [],
        faded=[point for point, mark in points.items() if mark not in _INSIDE],
        dots=_dots(len(stones[0]), len(stones)),
    )


def _mask(text: str, start: int, size: tuple[int, int]) -> tuple[list[str], int]:
    """The mask, which begins at an offset of the text and is as large as the stones, and where it ends."""
    if max(size) > len(COLUMNS):
        raise misread(f"at most {len(COLUMNS)} rows and columns", text, start, EXAMPLE)
    end = (text + " ").index(" ", start)
    signs = ".rscClL"
    lines = text[start:end].split("/")
    for offset, sign in enumerate(text[start:end]):
        if sign not in signs + "/":
            raise misread(f"one of {', '.join(signs)} or '/'", text, start + offset + 1, EXAMPLE)
    if len(lines) != size[0] or {*map(len, lines)} != {size[1]}:
        raise misread("a mask of as many rows and columns as the stones to end", text, end + 1, EXAMPLE)
    return lines, end


def _dots(columns: int, rows: int) -> list[Square]:
    """The points that players count by: all nine on the largest board, four and the middle on smaller ones."""
    lines = _DOTS.get(columns, ()) if columns == rows else ()
    return [(x, y) for x in lines for y in lines if columns == 19 or (x == lines[1]) == (y == lines[1])]
