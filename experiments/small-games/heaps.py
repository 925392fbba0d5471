"""Games of heaps and rows: Nim, Kayles and Chomp. Who has won is known from theory, or from an argument.

Positions are numbers in a row and the player on move, as text `3,4,5 first`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

Position = tuple[tuple[int, ...], int]
"""The heaps, and the player on move."""

Move = tuple[int, ...]


class Heaps:
    """What they share."""

    players: ClassVar[Sequence[str]] = ("first", "second")
    repetition = "impossible"
    begin: ClassVar[tuple[int, ...]]
    """The heaps at the start."""

    def start(self) -> Position:
        return (self.begin, 0)

    def turn(self, position: Position) -> int:
        return position[1]

    def move_text(self, position: Position, move: Move) -> str:
        """The numbers of the move, as `1-4`."""
        return "-".join(map(str, move))

    def position_text(self, position: Position) -> str:
        heaps, turn = position
        return f"{','.join(map(str, heaps))} {self.players[turn]}"

    def parse(self, text: str) -> Position:
        numbers, _, player = text.partition(" ")
        return (tuple(int(number) for number in numbers.split(",") if number), self.players.index(player))


class Nim(Heaps):
    """Nim (Bouton 1901) with heaps of 3, 5 and 7: take any number from one heap; who takes the last one wins."""

    name = "nim"
    begin = (3, 5, 7)

    def outcome(self, position: Position) -> int | None:
        return None if any(position[0]) else 1 - position[1]

    def moves(self, position: Position) -> list[Move]:
        """Which heap, and how many."""
        return [(heap, taken) for heap, size in enumerate(position[0]) for taken in range(1, size + 1)]

    def play(self, position: Position, move: Move) -> Position:
        heaps, turn = position
        heap, taken = move
        return ((*heaps[:heap], heaps[heap] - taken, *heaps[heap + 1 :]), 1 - turn)

    def canonical(self, position: Position) -> Position:
        return (tuple(sorted(position[0])), position[1])


class Kayles(Heaps):
    """Kayles of Dudeney and Loyd: 20 pins in a row; a throw takes one, or two beside each other; the last throw wins.

    A position is the rows that are left, without those of no pins.
    """

    name = "kayles"
    begin = (20,)

    def outcome(self, position: Position) -> int | None:
        return None if position[0] else 1 - position[1]

    def moves(self, position: Position) -> list[Move]:
        """Which row, how many pins are left before the throw's, and how many it takes."""
        return [
            (row, before, taken)
            for row, size in enumerate(position[0])
            for taken in (1, 2)
            for before in range(size - taken + 1)
        ]

    def play(self, position: Position, move: Move) -> Position:
        rows, turn = position
        row, before, taken = move
        parts = (before, rows[row] - before - taken)
        return ((*rows[:row], *(part for part in parts if part), *rows[row + 1 :]), 1 - turn)

    def canonical(self, position: Position) -> Position:
        return (tuple(sorted(position[0])), position[1])


class Chomp(Heaps):
    """Chomp (Gale 1974) on a bar of 5 by 8: take a square and all above and to the right; the last square is poisoned.

    A position is the rows from the lowest, each as the number of its squares. Who takes the last square has lost.
    """

    name = "chomp"
    begin = (8, 8, 8, 8, 8)

    def outcome(self, position: Position) -> int | None:
        return None if any(position[0]) else position[1]

    def moves(self, position: Position) -> list[Move]:
        """Which row, and how many of its squares are left."""
        return [(row, left) for row, size in enumerate(position[0]) for left in range(size)]

    def play(self, position: Position, move: Move) -> Position:
        rows, turn = position
        row, left = move
        return ((*rows[:row], *(min(size, left) for size in rows[row:])), 1 - turn)
