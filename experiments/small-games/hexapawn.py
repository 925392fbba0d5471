"""Hexapawn of Martin Gardner (1962): pawns of chess on a small board, without a double step.

A pawn moves one square ahead, if it is free, or takes an opponent's pawn one square diagonally ahead. Who brings a pawn
to the far side, or leaves the opponent without a move, has won.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import boards

Position = tuple[int, int, int]
"""The pawns of White and Black as masks, and the player on move."""

Move = tuple[int, int]
"""From which square to which, as masks."""


class Hexapawn:
    """Hexapawn on 3 by 3 squares. White moves up, Black down."""

    name = "hexapawn"
    players: ClassVar[Sequence[str]] = ("white", "black")
    repetition = "impossible"
    size = 3

    def __init__(self) -> None:
        self._names = boards.names(self.size, self.size)
        columns = range(self.size)
        mirrored = [row * self.size + column for row in columns for column in reversed(columns)]
        self._mirror = boards.turning(mirrored)
        self._last = boards.mask(columns), boards.mask(self.size * (self.size - 1) + column for column in columns)

    def start(self) -> Position:
        white_last, black_last = self._last
        return (black_last, white_last, 0)

    def turn(self, position: Position) -> int:
        return position[2]

    def outcome(self, position: Position) -> int | None:
        white, black, turn = position
        if white & self._last[0]:
            return 0
        if black & self._last[1]:
            return 1
        return None if self.moves(position) else 1 - turn

    def moves(self, position: Position) -> list[Move]:
        turn = position[2]
        own, others = position[turn], position[1 - turn]
        found = []
        for square in boards.squares(own):
            row, column = divmod(square, self.size)
            ahead = (row + (1 if turn else -1)) * self.size
            if not (own | others) >> ahead + column & 1:
                found.append((1 << square, 1 << ahead + column))
            aside = [side for side in (column - 1, column + 1) if 0 <= side < self.size]
            found += [(1 << square, 1 << ahead + side) for side in aside if others >> ahead + side & 1]
        return found

    def play(self, position: Position, move: Move) -> Position:
        white, black, turn = position
        start, to = move
        return (white ^ start | to, black & ~to, 1) if turn == 0 else (white & ~to, black ^ start | to, 0)

    def canonical(self, position: Position) -> Position:
        white, black, turn = position
        return min(position, (self._mirror(white), self._mirror(black), turn))

    def move_text(self, position: Position, move: Move) -> str:
        """Both squares, as `a1a2`."""
        return "".join(self._names[square] for mask in move for square in boards.squares(mask))

    def board(self, position: Position) -> list[str]:
        return boards.board({"P": position[0], "p": position[1]}, self.size, self.size)

    def position_text(self, position: Position) -> str:
        return boards.text({"P": position[0], "p": position[1]}, self.size, self.size, self.players[position[2]])

    def parse(self, text: str) -> Position:
        found, turn = boards.read(text, "Pp", self.size, self.size, self.players)
        white, black = found.values()
        if white & self._last[0] and black & self._last[1]:
            raise ValueError("expected a pawn on the far side of one player at most")
        return (white, black, turn)


class Octopawn(Hexapawn):
    """The same on 4 by 4 squares."""

    name = "octopawn"
    size = 4
