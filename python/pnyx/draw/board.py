"""Boards: a grid of squares with coordinates, pieces and marks, as text and as SVG.

A game's module says what stands where; this one knows how boards look, so that all games look alike.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pnyx.draw.arrows import arrow
from pnyx.draw.canvas import FAINT, INK, document, element, escape, label, number, printable, width
from pnyx.draw.framed import frame
from pnyx.draw.ground import Grid, Mark, Pattern, Square, faded, ground, mark_shape
from pnyx.errors import InputError, quoted

BOX: Final = 45
"""The side of the square in which the shape of a piece is drawn."""

_SIDE: Final = 400.0
_LEFT, _RIGHT, _TOP, _COORDINATES, _STATUS, _NOTE = 26.0, 14.0, 14.0, 22.0, 26.0, 18.0
_LEAST_WIDTH: Final = 180.0


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

    def svg(self, *, size: int = BOX) -> str:
        """The piece alone, as an SVG element without a background."""
        return element(BOX, BOX, [self.shape], title=self.name, scale=size / BOX)


@dataclass(frozen=True)
class Place:
    """A square as it is drawn: its name, its top left corner and its extent, in the units of the drawing's `viewBox`.

    >>> Board("Dots", "no dots", "abc", "12", {}).places()[0].name
    'a1'
    """

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Board:
    """A board ready to be drawn: labels of its columns (from the left) and rows (from the bottom), pieces and marks.

    `mover` stands beside the status line in SVG, and `notes` are further lines under it. `faded` squares are out of
    play: pale in SVG and, when empty, blank in text. `numbers` are names of squares, for games that number them; they
    stand on the squares in SVG, in place of coordinates. `dots` are points of a board of crossings that are easy to
    find. `arrows` are moves that can be played, by the squares they touch, and are seen in SVG only. Pieces' shapes are
    trusted; all other texts are escaped.

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
    pattern: Pattern = "ruled"
    status: str = ""
    mover: Piece | None = None
    notes: Sequence[str] = ()
    faded: Collection[Square] = ()
    numbers: Mapping[Square, str] = field(default_factory=dict)
    dots: Collection[Square] = ()
    arrows: Sequence[Sequence[Square]] = ()

    def with_goals(self, names: Sequence[str]) -> Board:
        """The same board with these squares marked as goals, besides those that are.

        >>> print(Board("Dots", "no dots", "ab", "1", {}).with_goals(["b1"]).text(unicode=False))
          +-----+
        1 | .(.)|
          +-----+
            a b
        """
        squares = {self.name((column, row)): (column, row) for column, row in self._squares()}
        for name in names:
            if name not in squares:
                first, *_, last = [*squares, *squares]
                raise InputError(f"expected squares to mark, from '{first}' to '{last}', got {quoted(name)}")
        goals = [*self.marks.get(Mark.GOAL, ()), *(squares[name] for name in names)]
        return replace(self, marks={**self.marks, Mark.GOAL: list(dict.fromkeys(goals))})

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
        lines += [printable(line, unicode=unicode) for line in (self.status, *self.notes)]
        return "\n".join(filter(None, (line.rstrip() for line in lines)))

    def _squares(self) -> list[Square]:
        """All squares that have a name."""
        every = [(column, row) for row in range(len(self.rows)) for column in range(len(self.columns))]
        return [square for square in every if not self.numbers or square in self.numbers]

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
                line += self._sign((column, row), unicode=unicode)
        return line

    def _sign(self, square: Square, *, unicode: bool) -> str:
        piece = self.pieces.get(square)
        if piece is not None:
            return piece.glyph if unicode else piece.letter
        if square in self.dots:
            return "+"
        return " " if square in self.faded else "·" if unicode else "."

    def svg(self, *, size: int = 360) -> str:
        """The board as an SVG element whose longer side is `size` pixels."""
        grid, across, down = self._layout()
        body = [*ground(grid, self.dots), *faded(grid, self.faded), *self._marks(grid)]
        body += [*self._labels(grid), *self._pieces(grid), *(arrow(grid, way) for way in self.arrows if way)]
        body += self._words(grid.left, down)
        return document(
            across, down, body, title=self.title, description=self.description, scale=size / max(across, down)
        )

    def places(self) -> list[Place]:
        """Where the squares are in the SVG element, for pages on which they can be pressed.

        >>> board = Board("Dots", "no dots", "abc", "12", {})
        >>> left, right = board.places()[:2]
        >>> left.x + left.width == right.x, left.width == left.height
        (True, True)
        """
        grid, _, _ = self._layout()
        return [Place(self.name(square), *grid.corner(square), grid.side, grid.side) for square in self._squares()]

    def _layout(self) -> tuple[Grid, float, float]:
        """Where the squares are, and the width and height of the drawing."""
        columns, rows = len(self.columns), len(self.rows)
        margin, foot = (_RIGHT, _TOP) if self.numbers else (_LEFT, _COORDINATES)
        foot += (_STATUS if self.status else 0.0) + _NOTE * len(self.notes)
        side = min((_SIDE - margin - _RIGHT) / columns, (_SIDE - _TOP - foot) / rows)
        # 6.6 is a letter's width, near enough.
        words = max(map(width, self.notes), default=0) * 6.6 + 2 * _LEFT
        across = max(_LEAST_WIDTH, margin + columns * side + _RIGHT, words)
        down = _TOP + rows * side + foot
        left = (across - columns * side + margin - _RIGHT) / 2
        return Grid(self.pattern, left, _TOP, side, columns, rows), across, down

    def _marks(self, grid: Grid) -> list[str]:
        drawn = []
        # A frame stands out on the colour of the last move, and that colour on the ground of a region.
        lower, upper = (Mark.GOAL, Mark.LAST_MOVE) if self.pattern == "crossings" else (Mark.LAST_MOVE, Mark.GOAL)
        for mark in (lower, upper, Mark.CHECK):
            for square in self.marks.get(mark, ()):
                kind = mark.name.lower().replace("_", "-")
                drawn.append(f'<g class="mark {kind}" data-square="{escape(self.name(square))}">')
                drawn += [mark_shape(mark, grid, square), "</g>"]
        return drawn

    def _labels(self, grid: Grid) -> list[str]:
        if self.numbers:
            return [self._number(grid, square) for square in sorted(self.numbers)]
        x, foot = grid.corner((0, 0))
        foot += grid.side
        rows = [label(x - 13, grid.centre((0, row))[1] + 4.5, name, fill=FAINT) for row, name in enumerate(self.rows)]
        columns = [
            label(grid.centre((column, 0))[0], foot + 16, name, fill=FAINT) for column, name in enumerate(self.columns)
        ]
        return rows + columns

    def _number(self, grid: Grid, square: Square) -> str:
        x, y = grid.corner(square)
        return label(x + 0.04 * grid.side, y + 0.21 * grid.side, self.numbers[square], size=9, anchor="start")

    def _pieces(self, grid: Grid) -> list[str]:
        kinds = {piece.name: piece for piece in self.pieces.values()}
        drawn = ["<defs>", *(f'<g id="{_key(piece)}">{piece.shape}</g>' for piece in kinds.values()), "</defs>"]
        scale = grid.side / BOX
        for square, piece in sorted(self.pieces.items()):
            x, y = grid.corner(square)
            drawn.append(
                f'<use href="#{_key(piece)}" data-square="{escape(self.name(square))}"'
                f' transform="translate({number(x)} {number(y)}) scale({scale:.4g})"/>'
            )
        return drawn

    def _words(self, x: float, down: float) -> list[str]:
        """The status line and the notes under it, up to the lower edge."""
        y = down - 11 - _NOTE * len(self.notes)
        indent = 22 if self.mover else 0
        notes = [
            label(x + indent, y + _NOTE * line, note, anchor="start", fill=FAINT)
            for line, note in enumerate(self.notes, start=1)
        ]
        if not self.status:
            return notes
        words = [label(x + indent, y, self.status, anchor="start"), *notes]
        if self.mover is None:
            return words
        return [
            f'<g transform="translate({number(x - 3)} {number(y - 15)}) scale(0.44)">{self.mover.shape}</g>',
            *words,
        ]

    def name(self, square: Square) -> str:
        """What a square is called.

        >>> Board("Dots", "no dots", "abc", "12", {}).name((2, 1))
        'c2'
        """
        return self.numbers.get(square) or self.columns[square[0]] + self.rows[square[1]]


def _key(piece: Piece) -> str:
    return escape(f"pnyx-{piece.name}".replace(" ", "-"))


# Round pieces, for all games that have them.
PALE: Final = "#ffffff"


def disc(fill: str, *, radius: float = 16.5, line: float = 1.6, inside: str = "") -> str:
    """The shape of a disc, with other shapes on it.

    >>> disc("red", radius=5)
    '<circle cx="22.5" cy="22.5" r="5" fill="red" stroke="#2d2b28" stroke-width="1.6"/>'
    """
    place = f'cx="22.5" cy="22.5" r="{radius:g}"'
    return f'<circle {place} fill="{fill}" stroke="{INK}" stroke-width="{line:g}"/>{inside}'


BLACK: Final = Piece("black disc", "●", "x", disc(INK))
"""A black disc."""

WHITE: Final = Piece("white disc", "○", "o", disc(PALE))
"""A white disc."""
