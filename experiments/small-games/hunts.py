"""Hunts: hare and hounds on eleven points, fox and hounds on a chessboard. Many hunt one, who wants to pass them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import boards

Position = tuple[int, int, int]
"""The hunters as a mask, the square of the hunted one, and the player on move."""

Move = tuple[int, int]
"""From which square to which."""


class Hunt:
    """What both share."""

    players: ClassVar[Sequence[str]]
    rows: int
    columns: int
    letters: str
    """Of the hunters and the hunted one."""
    begin: ClassVar[str]
    """The board at the start."""
    ways: ClassVar[list[list[int]]]
    """Where the hunted one can go from each square; the hunters do not go back."""
    hunters_ways: ClassVar[list[list[int]]]

    def __init__(self) -> None:
        self._names = boards.names(self.rows, self.columns)
        self._hunter = next(number for number, name in enumerate(self.players) if name == "hounds")

    def start(self) -> Position:
        return self.parse(f"{self.begin} {self.players[0]}")

    def turn(self, position: Position) -> int:
        return position[2]

    def outcome(self, position: Position) -> int | None:
        if self.is_past(position[0], position[1]):
            return 1 - self._hunter
        return None if self.moves(position) else 1 - position[2]

    def is_past(self, hunters: int, hunted: int) -> bool:
        """Whether the hunted one has escaped."""
        raise NotImplementedError

    def moves(self, position: Position) -> list[Move]:
        hunters, hunted, turn = position
        taken = hunters | 1 << hunted
        if turn != self._hunter:
            return [(hunted, to) for to in self.ways[hunted] if not taken >> to & 1]
        return [
            (square, to)
            for square in boards.squares(hunters)
            for to in self.hunters_ways[square]
            if not taken >> to & 1
        ]

    def play(self, position: Position, move: Move) -> Position:
        hunters, hunted, turn = position
        if turn != self._hunter:
            return (hunters, move[1], 1 - turn)
        return (hunters ^ 1 << move[0] ^ 1 << move[1], hunted, 1 - turn)

    def move_text(self, position: Position, move: Move) -> str:
        """Both squares, as `a1b2`."""
        return self._names[move[0]] + self._names[move[1]]

    def board(self, position: Position) -> list[str]:
        """Blanks are where nobody can go."""
        rows = boards.board(self._pieces(position), self.rows, self.columns)
        ways = iter(self.ways)
        return ["".join(letter if next(ways) else " " for letter in row) for row in rows]

    def _pieces(self, position: Position) -> dict[str, int]:
        return dict(zip(self.letters, (position[0], 1 << position[1]), strict=True))

    def position_text(self, position: Position) -> str:
        return boards.text(self._pieces(position), self.rows, self.columns, self.players[position[2]])

    def parse(self, text: str) -> Position:
        found, turn = boards.read(text, self.letters, self.rows, self.columns, self.players)
        hunters, hunted = found.values()
        used = boards.mask(square for square, ways in enumerate(self.ways) if ways)
        count = self.begin.count(self.letters[0])
        if hunters.bit_count() != count or hunted.bit_count() != 1 or (hunters | hunted) & ~used:
            raise ValueError(f"expected {count} {self.letters[0]} and one {self.letters[1]} on points of the board")
        return (hunters, hunted.bit_length() - 1, turn)


HARE_LINES = {
    "a2": ["b3", "b2", "b1"],
    "b3": ["b2", "c3", "c2"],
    "b2": ["b1", "c2"],
    "b1": ["c2", "c1"],
    "c3": ["c2", "d3"],
    "c2": ["c1", "d3", "d2", "d1"],
    "c1": ["d1"],
    "d3": ["d2", "e2"],
    "d2": ["d1", "e2"],
    "d1": ["e2"],
}
"""The lines of the board, from left to right and downwards."""


def _hare_board(*, backwards: bool) -> list[list[int]]:
    names = boards.names(3, 5)
    pairs = [(names.index(one), names.index(other)) for one, others in HARE_LINES.items() for other in others]
    near = boards.joined(15, pairs)
    return [[to for to in ways if backwards or to % 5 >= square % 5] for square, ways in enumerate(near)]


class HareAndHounds(Hunt):
    """Hare and hounds, the French military game: three hounds move ahead or aside, the hare as it likes.

    Hounds win if the hare cannot move; the hare wins if it is to the left of all hounds. (Gardner has the hare win also
    if the hounds do not get ahead in ten moves; here a repetition is a draw, which is no win for them either.)
    """

    name = "hare-and-hounds"
    players: ClassVar[Sequence[str]] = ("hounds", "hare")
    repetition = "draw"
    rows, columns = 3, 5
    letters = "Hr"
    begin = ".H.../H...r/.H..."
    ways: ClassVar[list[list[int]]] = _hare_board(backwards=True)
    hunters_ways: ClassVar[list[list[int]]] = _hare_board(backwards=False)

    def is_past(self, hunters: int, hunted: int) -> bool:
        """To the left of all hounds."""
        return all(square % 5 > hunted % 5 for square in boards.squares(hunters))

    def canonical(self, position: Position) -> Position:
        """Or its reflection: the upper row becomes the lower one."""
        hunters, hunted, turn = position
        flipped = hunters >> 10 | hunters & 31 << 5 | (hunters & 31) << 10
        return min(position, (flipped, hunted + 5 * (2 - 2 * (hunted // 5)), turn))


def _diagonals(*, backwards: bool) -> list[list[int]]:
    """The diagonal steps between the dark squares of a chessboard; ahead is up."""
    found: list[list[int]] = []
    for row, column in ((row, column) for row in range(8) for column in range(8)):
        steps = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1) if backwards or down < 0]
        dark = (row + column) % 2 == 1
        found.append([r * 8 + c for r, c in steps if dark and 0 <= r < 8 and 0 <= c < 8])
    return found


class FoxAndHounds(Hunt):
    """Fox and hounds on the dark squares of a chessboard: four hounds move diagonally ahead, the fox in all directions.

    The fox moves first. It wins if it gets to the row where the hounds began; who cannot move has lost.
    """

    name = "fox-and-hounds"
    players: ClassVar[Sequence[str]] = ("fox", "hounds")
    repetition = "impossible"
    rows = columns = 8
    letters = "hF"
    begin = "...F..../......../......../......../......../......../......../h.h.h.h."
    ways: ClassVar[list[list[int]]] = _diagonals(backwards=True)
    hunters_ways: ClassVar[list[list[int]]] = _diagonals(backwards=False)

    def is_past(self, hunters: int, hunted: int) -> bool:
        """On the row where the hounds began."""
        return hunted >= 56
