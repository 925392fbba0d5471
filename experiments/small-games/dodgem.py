"""Dodgem of Colin Vout, by the rules in Winning Ways: cars dodge each other to the far side of the board.

On a board of n by n both players have n - 1 cars: the first player's stand on the left and leave on the right, the
second player's stand at the bottom and leave at the top; the corner between them is empty. A move takes one car to a
free square ahead or to either side, never back; from the last square a move ahead leaves the board. Who cannot move,
because all cars have left or are blocked, has won: a player must always leave a move to the opponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import boards

Position = tuple[int, int, int]
"""The cars of both players as masks, and the player on move."""

Move = tuple[int, int]
"""From which square to which, as masks; 0 is off the board."""


class Dodgem:
    """Dodgem on 3 by 3 squares with two cars each."""

    name = "dodgem"
    players: ClassVar[Sequence[str]] = ("x", "o")
    repetition = "draw"
    size = 3

    def __init__(self) -> None:
        self._names = boards.names(self.size, self.size)
        squares = range(self.size * self.size)
        self._ways = [[self._steps(square, player) for square in squares] for player in (0, 1)]

    def _steps(self, square: int, player: int) -> list[int]:
        """Where a car can go from a square, as masks; 0 is off the board."""
        row, column = divmod(square, self.size)
        ahead_and_aside = [(0, 1), (-1, 0), (1, 0)] if player == 0 else [(-1, 0), (0, -1), (0, 1)]
        found = []
        for down, right in ahead_and_aside:
            r, c = row + down, column + right
            if 0 <= r < self.size and 0 <= c < self.size:
                found.append(1 << r * self.size + c)
            elif (c == self.size) if player == 0 else (r == -1):
                found.append(0)
        return found

    def start(self) -> Position:
        corner = self.size * (self.size - 1)
        left = boards.mask(range(0, corner, self.size))
        bottom = boards.mask(range(corner + 1, self.size * self.size))
        return (left, bottom, 0)

    def turn(self, position: Position) -> int:
        return position[2]

    def outcome(self, position: Position) -> int | None:
        return None if self.moves(position) else position[2]

    def moves(self, position: Position) -> list[Move]:
        first, second, turn = position
        taken = first | second
        return [
            (1 << square, to)
            for square in boards.squares(position[turn])
            for to in self._ways[turn][square]
            if not to & taken
        ]

    def play(self, position: Position, move: Move) -> Position:
        first, second, turn = position
        changed = move[0] | move[1]
        return (first ^ changed, second, 1) if turn == 0 else (first, second ^ changed, 0)

    def move_text(self, position: Position, move: Move) -> str:
        """Both squares, as `a1b1`; a car that leaves the board, as `c1-off`."""
        names = [self._names[square] for mask in move for square in boards.squares(mask)]
        return "".join(names) if len(names) == 2 else f"{names[0]}-off"

    def board(self, position: Position) -> list[str]:
        return boards.board({"X": position[0], "O": position[1]}, self.size, self.size)

    def position_text(self, position: Position) -> str:
        return boards.text({"X": position[0], "O": position[1]}, self.size, self.size, self.players[position[2]])

    def parse(self, text: str) -> Position:
        found, turn = boards.read(text, "XO", self.size, self.size, self.players)
        first, second = found.values()
        if max(first.bit_count(), second.bit_count()) >= self.size:
            raise ValueError(f"expected at most {self.size - 1} cars of each player")
        return (first, second, turn)


class Dodgem4(Dodgem):
    """Dodgem on 4 by 4 squares with three cars each."""

    name = "dodgem-4x4"
    size = 4
