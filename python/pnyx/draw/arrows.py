"""Moves that can be played, drawn over the pieces of a board: arrows, and frames where a piece is placed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pnyx.draw.canvas import NEXT, number
from pnyx.draw.ground import Grid, Square

_THICK: Final = 0.13
_HEAD_LENGTH: Final = 0.42
_HEAD_WIDTH: Final = 0.44
_INSET: Final = 0.08


def arrow(grid: Grid, squares: Sequence[Square]) -> str:
    """The way over these squares, to the last of them; a single square gets a frame, and none nothing.

    The frame has corners, and its colour is no player's, so that it is not taken for a stone.

    >>> arrow(Grid("ruled", 0, 0, 10, 3, 3), [(0, 0)])[:30]
    '<rect class="next-move" x="0.8'
    >>> arrow(Grid("ruled", 0, 0, 10, 3, 3), [(0, 0), (0, 2)]).count("<path ")
    1
    """
    if not squares:
        return ""
    points = [grid.centre(square) for square in squares]
    side = grid.side
    if len(points) == 1:
        return _frame(grid, squares[0])
    (x0, y0), (x1, y1) = points[-2:]
    distance = math.hypot(x1 - x0, y1 - y0)
    across, down = (x1 - x0) / distance, (y1 - y0) / distance
    neck = x1 - across * _HEAD_LENGTH * side, y1 - down * _HEAD_LENGTH * side
    half = _HEAD_WIDTH * side / 2
    head = [
        (neck[0] - down * half, neck[1] + across * half),
        (x1, y1),
        (neck[0] + down * half, neck[1] - across * half),
    ]
    shaft = "".join(_bar(a, b, _THICK * side / 2) for a, b in pairwise([*points[:-1], neck]))
    return f'<path class="next-move" d="{shaft}{_outline(head)}" fill="{NEXT}" fill-opacity="0.8"/>'


def _frame(grid: Grid, square: Square) -> str:
    (x, y), side = grid.corner(square), grid.side
    inset, across = _INSET * side, number((1 - 2 * _INSET) * side)
    place = f'x="{number(x + inset)}" y="{number(y + inset)}" width="{across}" height="{across}"'
    line = f'stroke="{NEXT}" stroke-width="{number(0.07 * side)}"'
    return f'<rect class="next-move" {place} rx="{number(0.16 * side)}" fill="{NEXT}" fill-opacity="0.12" {line}/>'


def _bar(start: tuple[float, float], end: tuple[float, float], half: float) -> str:
    """A straight bar between two points. Bars and heads all turn the same way, so that they are filled as one."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    if length == 0:
        return ""
    x, y = (end[0] - start[0]) / length * half, (end[1] - start[1]) / length * half
    return _outline(
        [
            (start[0] - y, start[1] + x),
            (end[0] - y, end[1] + x),
            (end[0] + y, end[1] - x),
            (start[0] + y, start[1] - x),
        ]
    )


def _outline(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"
