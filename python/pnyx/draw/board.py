"""Boards: a grid of squares with coordinates, pieces and marks, as text and as SVG.

A game's module says what stands where; this one knows how boards look, so that all games look alike.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal

from pnyx.draw.canvas import (
    ALARM,
    DARK_SQUARE,
    FAINT,
    GOAL,
    HIGHLIGHT,
    INK,
    LIGHT_SQUARE,
    document,
    escape,
    label,
    number,
    printable,
)
from pnyx.draw.framed import frame

__all__ = ["BOX", "Board", "Mark", "Piece", "Square"]

BOX: Final = 45
"""The side of the square in which the shape of a piece is drawn."""

Square = tuple[int, int]
"""Column and row, both from 0, counted from the bottom left corner."""

_SIDE: Final = 400.0
_LEFT, _RIGHT, _TOP, _COORDINATES, _STATUS = 26.0, 14.0, 14.0, 22.0, 26.0
_LEAST_WIDTH: Final = 180.0


class Mark(Enum):
    """What a square can be marked as; the value is the pair of signs around it in text.

    >>> Mark.GOAL.value
    '()'
    """

    CHECK = "<>"
    LAST_MOVE = "[]"
    GOAL = "()"


@dataclass(frozen=True)
class Piece:
    """A kind of piece: its name, its two text forms of one column each, and its SVG shape in a `BOX` by `BOX` square.

    >>> Piece("disc", "●", "x", '<circle cx="22.5" cy="22.5" r="15"/>').letter
    'x'
    """

    name: str
    glyph: str
    letter: str
    shape: str


@dataclass(frozen=True)
class Board:
    """A board ready to be drawn: labels of its columns (from the left) and rows (from the bottom), pieces and marks.

    `mover` stands beside the status line in SVG. Pieces' shapes are trusted; all other texts are escaped.

    >>> dot = Piece("dot", "●", "*", '<circle cx="22.5" cy="22.5" r="9"/>')
    >>> board = Board("Dots", "one dot", "abc", "12", {(1, 0): dot}, marks={Mark.GOAL: [(2, 1)]}, status="dot to move")
    >>> print(board.text())
      ┌───────┐
    2 │ · ·(·)│
    1 │ · ● · │
      └───────┘
        a b c
    dot to move
    """

    title: str
    description: str
    columns: Sequence[str]
    rows: Sequence[str]
    pieces: Mapping[Square, Piece]
    marks: Mapping[Mark, Collection[Square]] = field(default_factory=dict)
    pattern: Literal["checkered", "ruled"] = "ruled"
    status: str = ""
    mover: Piece | None = None

    def text(self, *, unicode: bool = True) -> str:
        """The board for a terminal: marked squares stand between the signs of their mark."""
        marked = self._marked()
        margin = max(map(len, self.rows))
        rows = [self._row(row, marked, unicode=unicode) for row in reversed(range(len(self.rows)))]
        beside = ["", *reversed(self.rows), ""]
        lines = [
            f"{name:>{margin}} {line}"
            for name, line in zip(beside, frame(rows, unicode=unicode, padding=0), strict=True)
        ]
        lines.append(" " * (margin + 3) + " ".join(self.columns))
        if self.status:
            lines.append(printable(self.status, unicode=unicode))
        return "\n".join(line.rstrip() for line in lines)

    def _marked(self) -> dict[Square, Mark]:
        """One mark a square: the first in the order of `Mark`."""
        return {square: mark for mark in reversed(Mark) for square in self.marks.get(mark, ())}

    def _row(self, row: int, marked: Mapping[Square, Mark], *, unicode: bool) -> str:
        line = ""
        for column in range(len(self.columns) + 1):
            before, after = marked.get((column - 1, row)), marked.get((column, row))
            if before and after:
                line += "|"
            else:
                line += before.value[1] if before else after.value[0] if after else " "
            if column < len(self.columns):
                piece = self.pieces.get((column, row))
                empty = "·" if unicode else "."
                line += empty if piece is None else piece.glyph if unicode else piece.letter
        return line

    def svg(self, *, size: int = 360) -> str:
        """The board as an SVG element whose longer side is `size` pixels."""
        columns, rows = len(self.columns), len(self.rows)
        status = _STATUS if self.status else 0.0
        side = min((_SIDE - _LEFT - _RIGHT) / columns, (_SIDE - _TOP - _COORDINATES - status) / rows)
        across = max(_LEAST_WIDTH, _LEFT + columns * side + _RIGHT)
        down = _TOP + rows * side + _COORDINATES + status
        left = (across - columns * side + _LEFT - _RIGHT) / 2
        grid = _Grid(left, _TOP, side, rows)
        body = [*self._ground(grid), *self._marks(grid), *self._labels(grid), *self._pieces(grid)]
        if self.status:
            body += self._status(left, down - 11)
        return document(
            across, down, body, title=self.title, description=self.description, scale=size / max(across, down)
        )

    def _ground(self, grid: _Grid) -> list[str]:
        columns, rows = len(self.columns), len(self.rows)
        x, y = grid.corner((0, rows - 1))
        broad, high = columns * grid.side, rows * grid.side
        outline = f'x="{number(x)}" y="{number(y)}" width="{number(broad)}" height="{number(high)}"'
        lines = ""
        if self.pattern == "checkered":
            for row in range(rows):
                for column in range(row % 2, columns, 2):
                    cx, cy = grid.corner((column, row))
                    lines += f"M{number(cx)} {number(cy)}h{number(grid.side)}v{number(grid.side)}h{number(-grid.side)}z"
            inside = f'<path d="{lines}" fill="{DARK_SQUARE}"/>'
        else:
            for column in range(1, columns):
                lines += f"M{number(x + column * grid.side)} {number(y)}v{number(high)}"
            for row in range(1, rows):
                lines += f"M{number(x)} {number(y + row * grid.side)}h{number(broad)}"
            inside = f'<path d="{lines}" stroke="{DARK_SQUARE}" stroke-width="1.5"/>' if lines else ""
        edge = f'<rect {outline} fill="none" stroke="{INK}" stroke-width="1.2"/>'
        return [f'<rect {outline} fill="{LIGHT_SQUARE}"/>', *filter(None, [inside]), edge]

    def _marks(self, grid: _Grid) -> list[str]:
        drawn = []
        for mark in (Mark.LAST_MOVE, Mark.GOAL, Mark.CHECK):
            for square in self.marks.get(mark, ()):
                kind = mark.name.lower().replace("_", "-")
                drawn.append(f'<g class="mark {kind}" data-square="{self._name(square)}">')
                drawn += [_mark(mark, *grid.corner(square), grid.side), "</g>"]
        return drawn

    def _labels(self, grid: _Grid) -> list[str]:
        x, foot = grid.corner((0, 0))
        foot += grid.side
        rows = [
            label(x - 13, grid.corner((0, row))[1] + grid.side / 2 + 4.5, name, fill=FAINT)
            for row, name in enumerate(self.rows)
        ]
        columns = [
            label(grid.corner((column, 0))[0] + grid.side / 2, foot + 16, name, fill=FAINT)
            for column, name in enumerate(self.columns)
        ]
        return rows + columns

    def _pieces(self, grid: _Grid) -> list[str]:
        kinds = {piece.name: piece for piece in self.pieces.values()}
        drawn = ["<defs>", *(f'<g id="{_key(piece)}">{piece.shape}</g>' for piece in kinds.values()), "</defs>"]
        scale = grid.side / BOX
        for square, piece in sorted(self.pieces.items()):
            x, y = grid.corner(square)
            drawn.append(
                f'<use href="#{_key(piece)}" data-square="{self._name(square)}"'
                f' transform="translate({number(x)} {number(y)}) scale({scale:.4g})"/>'
            )
        return drawn

    def _status(self, x: float, y: float) -> list[str]:
        if self.mover is None:
            return [label(x, y, self.status, anchor="start")]
        icon = f'<g transform="translate({number(x - 3)} {number(y - 15)}) scale(0.44)">{self.mover.shape}</g>'
        return [icon, label(x + 22, y, self.status, anchor="start")]

    def _name(self, square: Square) -> str:
        return escape(self.columns[square[0]] + self.rows[square[1]])


@dataclass(frozen=True)
class _Grid:
    """Where squares are: the top left corner of the grid, the side of a square, the number of rows."""

    left: float
    top: float
    side: float
    rows: int

    def corner(self, square: Square) -> tuple[float, float]:
        return self.left + square[0] * self.side, self.top + (self.rows - 1 - square[1]) * self.side


def _mark(mark: Mark, x: float, y: float, side: float) -> str:
    if mark is Mark.LAST_MOVE:
        place = f'x="{number(x)}" y="{number(y)}" width="{number(side)}" height="{number(side)}"'
        return f'<rect {place} fill="{HIGHLIGHT}" fill-opacity="0.55"/>'
    if mark is Mark.GOAL:
        inset = side * 0.07
        place = f'x="{number(x + inset)}" y="{number(y + inset)}"'
        box = f'{place} width="{number(side - 2 * inset)}" height="{number(side - 2 * inset)}"'
        dashes = f'stroke-dasharray="{number(side * 0.14)} {number(side * 0.08)}"'
        return f'<rect {box} fill="none" stroke="{GOAL}" stroke-width="{number(side * 0.05)}" {dashes}/>'
    place = f'cx="{number(x + side / 2)}" cy="{number(y + side / 2)}" r="{number(side * 0.46)}"'
    ring = f'stroke="{ALARM}" stroke-width="{number(side * 0.045)}"'
    return f'<circle {place} fill="{ALARM}" fill-opacity="0.35" {ring}/>'


def _key(piece: Piece) -> str:
    return escape(f"pnyx-{piece.name}".replace(" ", "-"))
