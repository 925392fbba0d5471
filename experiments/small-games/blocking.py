"""Games of blocking: Pong hau k'i and Mū tōrere. Men move to the free point; who cannot move has lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import boards

Position = tuple[int, int, int]
"""The men of both players as masks, and the player on move."""

Move = tuple[int, int]
"""From where to where, as masks."""


class Blocking:
    """What they share: men on a figure of points, which move along its lines to a free point."""

    players: ClassVar[Sequence[str]] = ("x", "o")
    repetition = "draw"
    near: ClassVar[list[list[int]]]
    """The points beside each point."""
    begin: ClassVar[str]
    """The men at the start."""
    shape: ClassVar[Sequence[str]]
    """Where the points lie."""

    def __init__(self) -> None:
        self._names = boards.names(1, len(self.near))
        self._turnings = boards.turnings_of_a_figure(self.near)

    def start(self) -> Position:
        return self.parse(f"{self.begin} {self.players[0]}")

    def turn(self, position: Position) -> int:
        return position[2]

    def outcome(self, position: Position) -> int | None:
        return None if self.moves(position) else 1 - position[2]

    def moves(self, position: Position) -> list[Move]:
        men = position[position[2]]
        taken = position[0] | position[1]
        return [
            (1 << point, 1 << to)
            for point in boards.squares(men)
            for to in self.near[point]
            if not taken >> to & 1 and self.may_move(position, point, to)
        ]

    def may_move(self, position: Position, point: int, to: int) -> bool:
        """Whether the rules allow a man to move along this line."""
        return True

    def play(self, position: Position, move: Move) -> Position:
        return boards.after(position, move)

    def canonical(self, position: Position) -> Position:
        first, second, turn = position
        return min((turned(first), turned(second), turn) for turned in self._turnings)

    def move_text(self, position: Position, move: Move) -> str:
        """Both points, as `a1b1`."""
        return "".join(self._names[point] for mask in move for point in boards.squares(mask))

    def board(self, position: Position) -> list[str]:
        return boards.figure({"X": position[0], "O": position[1]}, self.shape)

    def position_text(self, position: Position) -> str:
        pieces = {"X": position[0], "O": position[1]}
        return boards.text(pieces, 1, len(self.near), self.players[position[2]])

    def parse(self, text: str) -> Position:
        found, turn = boards.read(text, "XO", 1, len(self.near), self.players)
        first, second = found.values()
        if not first.bit_count() == second.bit_count() == len(self.near) // 2:
            raise ValueError(f"expected {len(self.near) // 2} men of each player")
        return (first, second, turn)


class PongHauKi(Blocking):
    """Pong hau k'i of China, Umul gonu in Korea: five points, the corners of a square and its centre; two men each.

    The points are `a1` and `b1` above, `c1` in the centre, `d1` and `e1` below. All are joined but the upper two.
    """

    name = "pong-hau-ki"
    near = boards.joined(5, [(0, 2), (1, 2), (3, 2), (4, 2), (0, 3), (1, 4), (3, 4)])
    begin = "XX.OO"
    shape = ("0 1", " 2 ", "3 4")


class MuTorere(Blocking):
    """Mū tōrere of the Māori: a centre, the pūtahi, and a ring of eight points, the kewai; four men each.

    A man moves to the free point if it is beside; from the ring to the centre only if an opponent's man is beside it.
    The points are the ring, in order, then the centre, `i1`.
    """

    name = "mu-torere"
    near = boards.joined(9, [*((point, (point + 1) % 8) for point in range(8)), *((point, 8) for point in range(8))])
    begin = "XXXXOOOO."
    shape = ("012", "783", "654")

    def may_move(self, position: Position, point: int, to: int) -> bool:
        """To the centre only from beside an opponent."""
        others = position[1 - position[2]]
        return to != 8 or bool(others & (1 << (point + 1) % 8 | 1 << (point - 1) % 8))
