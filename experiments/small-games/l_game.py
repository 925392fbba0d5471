"""The L-game of Edward de Bono (1968), by its printed rules.

Each player has an L of four squares, and there are two neutral pieces, on a board of 4 by 4. A move puts the own L on
other squares than before, turned or reflected as one likes; then one neutral piece may be moved to any free square. Who
cannot put the L elsewhere has lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

import boards

Position = tuple[int, int, int, int]
"""The L of the player on move, the other L, the neutral pieces (all as masks), and the player on move."""

Move = tuple[int, int]
"""The new place of the L, and the neutral pieces after the move."""

SIZE = 4
BOARD = (1 << SIZE * SIZE) - 1
NAMES = boards.names(SIZE, SIZE)
TURNINGS = boards.turnings_of_a_square(SIZE)


def _places() -> list[int]:
    """All 48 places of an L: a column of three and a foot, in all its turnings, moved over the board."""
    upright = boards.mask([0, SIZE, 2 * SIZE, 2 * SIZE + 1])
    moved = [upright << SIZE * down + right for down in range(2) for right in range(3)]
    return sorted({turned(place) for turned in TURNINGS for place in moved})


PLACES = _places()


@cache
def free_places(others: int) -> list[int]:
    """The places of an L that are free when these squares are taken."""
    return [place for place in PLACES if not place & others]


@cache
def neutral_places(neutrals: int, taken: int) -> list[int]:
    """The neutral pieces left alone, or with one of them moved to a free square."""
    free = [1 << square for square in boards.squares(BOARD & ~taken & ~neutrals)]
    pieces = [1 << square for square in boards.squares(neutrals)]
    return [neutrals, *(neutrals ^ piece | square for piece in pieces for square in free)]


class LGame:
    """The L-game. Who cannot move the L has lost."""

    name = "l-game"
    players: ClassVar[Sequence[str]] = ("red", "blue")
    repetition = "draw"

    def start(self) -> Position:
        """The neutral pieces in two corners, the L's between them."""
        return self.parse("*RR./.bR./.bR./.bb* red")

    def turn(self, position: Position) -> int:
        return position[3]

    def outcome(self, position: Position) -> int | None:
        own, other, neutrals, turn = position
        return 1 - turn if free_places(other | neutrals) == [own] else None

    def moves(self, position: Position) -> list[Move]:
        own, other, neutrals, _ = position
        return [
            (place, after)
            for place in free_places(other | neutrals)
            if place != own
            for after in neutral_places(neutrals, place | other)
        ]

    def play(self, position: Position, move: Move) -> Position:
        return (position[1], move[0], move[1], 1 - position[3])

    def move_text(self, position: Position, move: Move) -> str:
        """The squares of the L, and the neutral piece with its new square: `b1c1c2c3:a4d4`."""
        neutrals = position[2]
        moved = [*boards.squares(neutrals & ~move[1]), *boards.squares(move[1] & ~neutrals)]
        place = "".join(NAMES[square] for square in boards.squares(move[0]))
        return place + (":" + "".join(NAMES[square] for square in moved) if moved else "")

    def board(self, position: Position) -> list[str]:
        return boards.board(_pieces(position), SIZE, SIZE)

    def position_text(self, position: Position) -> str:
        return boards.text(_pieces(position), SIZE, SIZE, self.players[position[3]])

    def parse(self, text: str) -> Position:
        found, turn = boards.read(text, "Rb*", SIZE, SIZE, self.players)
        red, blue, neutrals = found.values()
        if red not in PLACES or blue not in PLACES or neutrals.bit_count() != 2:
            raise ValueError("expected an L of four R, an L of four b, and two *")
        return (red, blue, neutrals, 0) if turn == 0 else (blue, red, neutrals, 1)


class LGameBySymmetry(LGame):
    """The same, with positions that are turned or reflected counted once."""

    def canonical(self, position: Position) -> Position:
        own, other, neutrals, turn = position
        return min((turned(own), turned(other), turned(neutrals), turn) for turned in TURNINGS)


def _pieces(position: Position) -> dict[str, int]:
    own, other, neutrals, turn = position
    return {"Rb"[turn]: own, "bR"[turn]: other, "*": neutrals}
