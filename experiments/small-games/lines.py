"""Games of men in line: Tapatan, three men's morris, Nine Holes, Achi, Picaria, Tsoro Yematatu and Teeko.

Players alternately put their men on free points; when all are on the board they move them, one at a time, to a free
point beside. Who has men on a whole line has won, whether they were put or moved there. Games differ in their figure,
their lines, and the number of men; the rules of each are in its class, and where a source calls them otherwise, there
too. Who cannot move has lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import ClassVar

import boards

Position = tuple[int, int, int]
"""The men of both players as masks, and the player on move."""

Move = tuple[int, int]
"""From where to where, as masks; a man that is put on the board comes from 0."""


class MenInLine:
    """What all of them share."""

    players: ClassVar[Sequence[str]] = ("x", "o")
    repetition = "draw"
    rows = 3
    columns = 3
    men = 3
    near: ClassVar[list[list[int]]]
    """The points beside each point."""
    lines: ClassVar[list[int]]
    """What wins."""
    figure: ClassVar[list[list[int]] | None] = None
    """The points beside each point as the board is drawn, where men may move otherwise."""
    shape: ClassVar[Sequence[str]] = ()
    """Where the points lie, if not in rows and columns."""
    forbidden = 0
    """Where no man may be put, though men may move there."""

    def __init__(self) -> None:
        points = range(len(self.near))
        self._neighbours = [(1 << point, boards.mask(self.near[point])) for point in points]
        self._all = (1 << len(points)) - 1
        self._names = boards.names(self.rows, self.columns)
        self._turnings = boards.turnings_of_a_figure(self.figure or self.near, self.lines)
        self._is_won = cache(self._has_line)
        self._least = cache(self._least_turnings)

    def _has_line(self, men: int) -> bool:
        return any(men & line == line for line in self.lines)

    def start(self) -> Position:
        return (0, 0, 0)

    def turn(self, position: Position) -> int:
        return position[2]

    def outcome(self, position: Position) -> int | None:
        first, second, turn = position
        if self._is_won(first):
            return 0
        if self._is_won(second):
            return 1
        if first.bit_count() + second.bit_count() == 2 * self.men and not self._can_move(position):
            return 1 - turn
        return None

    def _can_move(self, position: Position) -> bool:
        first, second, turn = position
        own = (first, second)[turn]
        free = self._all & ~(first | second)
        return any(own & point and near & free for point, near in self._neighbours)

    def moves(self, position: Position) -> list[Move]:
        first, second, turn = position
        own = (first, second)[turn]
        free = self._all & ~(first | second)
        if own.bit_count() < self.men:
            return [(0, point) for point in _points(free & ~self.forbidden)]
        return [(point, to) for point, near in self._neighbours if own & point for to in _points(near & free)]

    def play(self, position: Position, move: Move) -> Position:
        return boards.after(position, move)

    def canonical(self, position: Position) -> Position:
        """The turning in which the first player's men, then the second player's, have the least masks."""
        first, second, turn = position
        least, turnings = self._least(first)
        return (least, min(turned(second) for turned in turnings), turn)

    def _least_turnings(self, men: int) -> tuple[int, list[boards.Turning]]:
        least = min(turned(men) for turned in self._turnings)
        return least, [turned for turned in self._turnings if turned(men) == least]

    def move_text(self, position: Position, move: Move) -> str:
        """The point that is taken, as `b2`; of a move both points, as `a1b2`."""
        return "".join(self._names[point] for mask in move for point in boards.squares(mask))

    def board(self, position: Position) -> list[str]:
        pieces = {"X": position[0], "O": position[1]}
        return boards.figure(pieces, self.shape) if self.shape else boards.board(pieces, self.rows, self.columns)

    def position_text(self, position: Position) -> str:
        pieces = {"X": position[0], "O": position[1]}
        return boards.text(pieces, self.rows, self.columns, self.players[position[2]])

    def parse(self, text: str) -> Position:
        found, turn = boards.read(text, "XO", self.rows, self.columns, self.players)
        first, second = found.values()
        expected = first.bit_count() == second.bit_count() + turn
        if max(first.bit_count(), second.bit_count()) > self.men:
            raise ValueError(f"expected at most {self.men} men of each player")
        if not expected and min(first.bit_count(), second.bit_count()) < self.men:
            raise ValueError("expected as many men of both players, or one more of x when o is on move")
        return (first, second, turn)


@cache
def _points(mask: int) -> list[int]:
    return [1 << point for point in boards.squares(mask)]


def _straight(size: int, length: int, *, diagonal: bool) -> list[int]:
    """All lines of this length on a square board."""
    ways = [(0, 1), (1, 0), (1, 1), (1, -1)] if diagonal else [(0, 1), (1, 0)]
    found = []
    for (down, right), row, column in product(ways, range(size), range(size)):
        cells = [(row + step * down, column + step * right) for step in range(length)]
        if all(0 <= r < size and 0 <= c < size for r, c in cells):
            found.append(boards.mask(r * size + c for r, c in cells))
    return found


def _squares(size: int, sides: Sequence[int]) -> list[int]:
    """The four corners of every square that spans a number of squares of the board."""
    found = []
    for side in sides:
        for row, column in product(range(size - side + 1), repeat=2):
            corners = product((row, row + side - 1), (column, column + side - 1))
            found.append(boards.mask(r * size + c for r, c in corners))
    return found


THREE = _straight(3, 3, diagonal=True)
"""Rows, columns and diagonals of nine points."""

BY_SIDES = boards.neighbours(3, 3, diagonal=False)
BY_SIDES_AND_DIAGONALS = [
    near if point % 2 else [other for other in range(9) if other in near or (point != other and 4 in (point, other))]
    for point, near in enumerate(BY_SIDES)
]
"""Nine points in a square, joined along its rows, its columns and its two diagonals."""


class Tapatan(MenInLine):
    """Tapatan of the Philippines: nine points, joined by rows, columns and two diagonals; three men each."""

    name = "tapatan"
    near = BY_SIDES_AND_DIAGONALS
    lines = THREE


class ThreeMensMorris(MenInLine):
    """Three men's morris: as Tapatan, but men do not move along diagonals, which still win."""

    name = "three-mens-morris"
    near = BY_SIDES
    lines = THREE


class NineHoles(MenInLine):
    """Nine holes: as three men's morris, but men move to any free point."""

    name = "nine-holes"
    near: ClassVar[list[list[int]]] = [[other for other in range(9) if other != point] for point in range(9)]
    figure = BY_SIDES
    lines = THREE


class Achi(MenInLine):
    """Achi of the Asante: as Tapatan with four men each, so that one point is free."""

    name = "achi"
    men = 4
    near = BY_SIDES_AND_DIAGONALS
    lines = THREE


class Picaria(MenInLine):
    """Picaria of the Zuni: as Tapatan, but men also move along the diagonals between the middles of two sides.

    Sources differ on whether men may be put in the centre; here they may.
    """

    name = "picaria"
    near = boards.neighbours(3, 3, diagonal=True)
    lines = THREE


class PicariaWithoutCentre(Picaria):
    """Picaria in which no man is put in the centre; men may move there."""

    name = "picaria-without-centre"
    forbidden = 1 << 4


class TsoroYematatu(MenInLine):
    """Tsoro yematatu of Zimbabwe: a triangle of seven points, three men each, who may jump over a man on a line.

    The points are `a1`, the tip; `b1`, `c1`, `d1` across the middle; `e1`, `f1`, `g1` at the foot.
    """

    name = "tsoro-yematatu"
    rows, columns = 1, 7
    shape = (" 0 ", "123", "456")
    lines: ClassVar[list[int]] = [boards.mask(line) for line in ((0, 1, 4), (0, 2, 5), (0, 3, 6), (1, 2, 3), (4, 5, 6))]
    # One point is free when men move, so that there is a man to jump over on every line.
    near = boards.joined(
        7,
        [pair for line in ((0, 1, 4), (0, 2, 5), (0, 3, 6), (1, 2, 3), (4, 5, 6)) for pair in combinations(line, 2)],
    )


class SmallTeeko(MenInLine):
    """Teeko on a board of 4 by 4 with three men each, in a row or on three squares of a block of 2 by 2."""

    name = "small-teeko"
    rows = columns = 4
    near = boards.neighbours(4, 4, diagonal=True)
    lines: ClassVar[list[int]] = [
        *_straight(4, 3, diagonal=True),
        *(square ^ 1 << corner for square in _squares(4, [2]) for corner in boards.squares(square)),
    ]


class Teeko(MenInLine):
    """Teeko of John Scarne: 5 by 5 squares, four men each, in a row or on a block of 2 by 2: 44 ways to win."""

    name = "teeko"
    rows = columns = 5
    men = 4
    near = boards.neighbours(5, 5, diagonal=True)
    lines: ClassVar[list[int]] = [*_straight(5, 4, diagonal=True), *_squares(5, [2])]


class AdvancedTeeko(Teeko):
    """Advanced Teeko: the corners of larger squares win as well, so that there are 58 ways to win."""

    name = "advanced-teeko"
    lines: ClassVar[list[int]] = [*_straight(5, 4, diagonal=True), *_squares(5, [2, 3, 4, 5])]
