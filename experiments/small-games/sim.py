"""Sim of Gustavus Simmons (1969): six points, and the players draw lines between them; who closes a triangle loses.

Each player has a colour and draws one of the lines that are left. Who first has a triangle of three own lines between
three of the points has lost. The game cannot be drawn, because six points always have a triangle in one colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from typing import ClassVar

import boards

Position = tuple[int, int]
"""The lines of both players as masks. The first player is on move if they have as many."""

LINES = list(combinations("abcdef", 2))
"""The lines, each as its two points."""

ALL = (1 << len(LINES)) - 1
TRIANGLES = [
    boards.mask(LINES.index(side) for side in combinations(corners, 2)) for corners in combinations("abcdef", 3)
]
RENAMED = [
    [
        1 << LINES.index(min((names[one], names[other]), (names[other], names[one])))
        for one, other in combinations(range(6), 2)
    ]
    for names in permutations("abcdef")
]
"""For every way to name the points anew, what becomes of each line."""


def _renamed(lines: int, to: Sequence[int]) -> int:
    return sum(to[line] for line in boards.squares(lines))


@cache
def _least(lines: int) -> tuple[int, list[list[int]]]:
    """The least mask that lines have when the points are named anew, and all ways to get there."""
    found = [_renamed(lines, to) for to in RENAMED]
    least = min(found)
    return least, [to for to, mask in zip(RENAMED, found, strict=True) if mask == least]


class Sim:
    """Sim on six points."""

    name = "sim"
    players: ClassVar[Sequence[str]] = ("red", "blue")
    repetition = "impossible"

    def start(self) -> Position:
        return (0, 0)

    def turn(self, position: Position) -> int:
        return position[0].bit_count() - position[1].bit_count()

    def outcome(self, position: Position) -> int | None:
        for player in (0, 1):
            if any(position[player] & triangle == triangle for triangle in TRIANGLES):
                return 1 - player
        return None

    def moves(self, position: Position) -> list[int]:
        """The numbers of the lines that are left."""
        return boards.squares(ALL & ~position[0] & ~position[1])

    def play(self, position: Position, move: int) -> Position:
        red, blue = position
        return (red, blue | 1 << move) if self.turn(position) else (red | 1 << move, blue)

    def canonical(self, position: Position) -> Position:
        red, ways = _least(position[0])
        return (red, min(_renamed(position[1], to) for to in ways))

    def move_text(self, position: Position, move: int) -> str:
        """The two points, as `ab`."""
        return "".join(LINES[move])

    def position_text(self, position: Position) -> str:
        """The lines of red and of blue, as `ab,cd/ef`."""
        return "/".join(",".join("".join(LINES[line]) for line in boards.squares(lines)) for lines in position)

    def parse(self, text: str) -> Position:
        red, blue = (
            boards.mask(LINES.index((line[0], line[1])) for line in side.split(",") if line) for side in text.split("/")
        )
        if red & blue or red.bit_count() - blue.bit_count() not in (0, 1):
            raise ValueError("expected as many lines of both players, or one more of red, and no line twice")
        return (red, blue)
