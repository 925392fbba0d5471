"""Parts of the chess board: squares and rectangles, as `a4-e8` or `a4-b4,c5`.

There is one text for each set of squares in certificates: rectangles from the lower left to the upper right corner.
Each begins with the first square that is left (a1, a2, ... h8), goes up as far as it can, and then to the right. The
whole board is the empty text.
"""

from __future__ import annotations

import re
from collections.abc import Set

import chess

from pnyx.errors import InputError, quoted

EVERYWHERE = frozenset(chess.SQUARES)
"""The whole board."""


def read_region(text: str) -> frozenset[int]:
    """The squares that a text names.

    >>> sorted(chess.square_name(square) for square in read_region("b2-a1,h8"))
    ['a1', 'a2', 'b1', 'b2', 'h8']
    >>> read_region("a4,e9")
    Traceback (most recent call last):
    pnyx.errors.InputError: expected option region to be squares and rectangles such as a4-e8 or a4,b4,c5-d8, got \
'a4,e9' ('e9' at column 4)
    """
    if not text.strip():
        return EVERYWHERE
    squares: set[int] = set()
    column = 1
    for part in text.split(","):
        corners = re.fullmatch(r"\s*([a-h][1-8])\s*(?:-\s*([a-h][1-8])\s*)?", part)
        if corners is None:
            raise InputError(
                "expected option region to be squares and rectangles such as a4-e8 or a4,b4,c5-d8, "
                f"got {quoted(text)} ({quoted(part)} at column {column})"
            )
        one, other = corners[1], corners[2] or corners[1]
        squares.update(
            square
            for square in chess.SQUARES
            if min(one[0], other[0]) <= chess.square_name(square)[0] <= max(one[0], other[0])
            and min(one[1], other[1]) <= chess.square_name(square)[1] <= max(one[1], other[1])
        )
        column += len(part) + 1
    return frozenset(squares)


def region_text(region: Set[int]) -> str:
    """The canonical text of some squares.

    >>> region_text(read_region("c5-d8,b4,a4")), region_text(read_region("h1-a8"))
    ('a4-b4,c5-d8', '')
    """
    if region == EVERYWHERE:
        return ""
    left = set(region)
    parts = []
    while left:
        low = min(left, key=chess.square_name)
        high = low
        while high + 8 in left:
            high += 8
        column = set(range(low, high + 1, 8))
        box = set(column)
        while chess.square_file(high) < 7 and {square + 1 for square in column} <= left:
            column = {square + 1 for square in column}
            box |= column
            high += 1
        first, last = chess.square_name(low), chess.square_name(high)
        parts.append(first if first == last else f"{first}-{last}")
        left -= box
    return ",".join(parts)
