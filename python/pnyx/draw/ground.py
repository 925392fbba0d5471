"""What lies under the pieces of a board in SVG: squares, lines or holes, faded parts, and marks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

from pnyx.draw.canvas import ALARM, DARK_SQUARE, GOAL, HIGHLIGHT, INK, LIGHT_SQUARE, PAPER, number

Square = tuple[int, int]
"""Column and row, both from 0, counted from the bottom left corner."""

Pattern = Literal["checkered", "ruled", "holes", "crossings"]
"""Squares of two colours, squares between lines, holes in a wall, or lines whose crossings are the places."""

_HOLE: Final = 0.41


class Mark(Enum):
    """What a square can be marked as; the value is the pair of signs around it in text.

    >>> Mark.GOAL.value
    '()'
    """

    CHECK = "<>"
    LAST_MOVE = "[]"
    GOAL = "()"


@dataclass(frozen=True)
class Grid:
    """Where squares are: the top left corner of the board, the side of a square, how many columns and rows.

    >>> Grid("ruled", left=10, top=5, side=20, columns=3, rows=2).corner((0, 0))
    (10, 25)
    """

    pattern: Pattern
    left: float
    top: float
    side: float
    columns: int
    rows: int

    def corner(self, square: Square) -> tuple[float, float]:
        """The top left corner of a square."""
        return self.left + square[0] * self.side, self.top + (self.rows - 1 - square[1]) * self.side

    def centre(self, square: Square) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + self.side / 2, y + self.side / 2

    def path(self, squares: Collection[Square]) -> str:
        """The outlines of some squares, as the data of a path.

        >>> Grid("ruled", left=10, top=5, side=20, columns=3, rows=2).path([(0, 0)])
        'M10 25h20v20h-20z'
        """
        side = number(self.side)
        corners = (map(number, self.corner(square)) for square in squares)
        return "".join(f"M{x} {y}h{side}v{side}h-{side}z" for x, y in corners)


def ground(grid: Grid, dots: Collection[Square] = ()) -> list[str]:
    """The empty board; dots are the points that players of Go count by.

    >>> len(ground(Grid("checkered", 0, 0, 10, 3, 3)))
    3
    """
    broad, high = grid.columns * grid.side, grid.rows * grid.side
    outline = f'x="{number(grid.left)}" y="{number(grid.top)}" width="{number(broad)}" height="{number(high)}"'
    base = DARK_SQUARE if grid.pattern == "holes" else LIGHT_SQUARE
    edge = f'<rect {outline} fill="none" stroke="{INK}" stroke-width="1.2"/>'
    points = f'<path d="{"".join(_circle(grid, dot, 0.09) for dot in dots)}" fill="{INK}"/>' if dots else ""
    return [f'<rect {outline} fill="{base}"/>', *filter(None, [_inside(grid), points]), edge]


def _inside(grid: Grid) -> str:
    places = [(column, row) for row in range(grid.rows) for column in range(grid.columns)]
    if grid.pattern == "checkered":
        return f'<path d="{grid.path([place for place in places if sum(place) % 2 == 0])}" fill="{DARK_SQUARE}"/>'
    if grid.pattern == "holes":
        return f'<path d="{"".join(_circle(grid, place, _HOLE) for place in places)}" fill="{PAPER}"/>'
    # Lines between the squares, or through the middles of them and no further than the outermost.
    inset = 0.5 if grid.pattern == "crossings" else 0.0
    first = 0 if grid.pattern == "crossings" else 1
    x, y, side = grid.left, grid.top, grid.side
    lines = "".join(
        f"M{number(x + (column + inset) * side)} {number(y + inset * side)}v{number((grid.rows - 2 * inset) * side)}"
        for column in range(first, grid.columns)
    )
    lines += "".join(
        f"M{number(x + inset * side)} {number(y + (row + inset) * side)}h{number((grid.columns - 2 * inset) * side)}"
        for row in range(first, grid.rows)
    )
    stroke = f'stroke="{INK}" stroke-width="1"' if inset else f'stroke="{DARK_SQUARE}" stroke-width="1.5"'
    return f'<path d="{lines}" {stroke}/>' if lines else ""


def _circle(grid: Grid, square: Square, share: float) -> str:
    """A circle around the middle of a square, as the data of a path; the radius is a share of the side."""
    x, y = grid.centre(square)
    r = number(share * grid.side)
    across = number(2 * share * grid.side)
    return f"M{number(x - share * grid.side)} {number(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z"


def faded(grid: Grid, squares: Collection[Square]) -> list[str]:
    """A veil over the squares that are out of play.

    >>> faded(Grid("ruled", 0, 0, 10, 3, 3), [])
    []
    """
    if not squares:
        return []
    return [f'<path class="faded" d="{grid.path(sorted(squares))}" fill="{PAPER}" fill-opacity="0.7"/>']


def mark_shape(mark: Mark, grid: Grid, square: Square) -> str:
    """The shape of a mark on its square; goals among crossings are a coloured ground, for they come as regions.

    >>> mark_shape(Mark.LAST_MOVE, Grid("ruled", 0, 0, 10, 1, 1), (0, 0))[:32]
    '<rect x="0" y="0" width="10" hei'
    """
    (x, y), side = grid.corner(square), grid.side
    region = mark is Mark.GOAL and grid.pattern == "crossings"
    if mark is Mark.LAST_MOVE or region:
        place = f'x="{number(x)}" y="{number(y)}" width="{number(side)}" height="{number(side)}"'
        colour = f'fill="{GOAL}" fill-opacity="0.25"' if region else f'fill="{HIGHLIGHT}" fill-opacity="0.55"'
        return f"<rect {place} {colour}/>"
    if mark is Mark.GOAL:
        inset = side * 0.07
        place = f'x="{number(x + inset)}" y="{number(y + inset)}"'
        box = f'{place} width="{number(side - 2 * inset)}" height="{number(side - 2 * inset)}"'
        dashes = f'stroke-dasharray="{number(side * 0.14)} {number(side * 0.08)}"'
        return f'<rect {box} fill="none" stroke="{GOAL}" stroke-width="{number(side * 0.05)}" {dashes}/>'
    place = f'cx="{number(x + side / 2)}" cy="{number(y + side / 2)}" r="{number(side * 0.46)}"'
    ring = f'stroke="{ALARM}" stroke-width="{number(side * 0.045)}"'
    return f'<circle {place} fill="{ALARM}" fill-opacity="0.35" {ring}/>'
