"""All ways to place some men on the chessboard, as starts: `pnyx.tabulate("chess", Placements("KRvK"))`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from pnyx.api.position import Position, position
from pnyx.errors import InputError, quoted
from pnyx.reference.packing import pack_men

MOST_MEN: Final = 5
"""The most men that are placed. Tables of four men have some millions of positions, of five some hundred millions."""

_MEN: Final = "PNBRQK"
_MOVERS_KING, _WHITE_KING, _BLACK_KING = 13, 14, 15
_TRIANGLE: Final = tuple(8 * rank + file for file in range(4) for rank in range(file + 1))
"""The squares a1, b1, b2, ..., d4: without pawns a board can be turned so that White's king stands on one of them."""
_HALF: Final = tuple(square for square in range(64) if square % 8 < 4)
"""The files a to d: with pawns a board can only be reflected."""


class Placements:
    """The legal positions of chess with these men, with both sides to move, and one of those that are symmetric.

    Nobody may castle, and no pawn can be captured en passant. What captures and promotions lead to is not among them: a
    table has it, because it can be reached. They are made one after the other, whenever they are iterated over.

    >>> placements = Placements("KRvK")
    >>> placements.name, next(iter(placements))
    ('all placements of KRvK', pnyx.position('chess', '8/8/8/8/8/8/8/KRk5 b - - 0 1'))
    >>> sum(1 for _ in Placements("KvK"))
    924
    """

    PREFIX: Final = "all placements of "
    """How their names begin."""

    def __init__(self, material: str) -> None:
        sides = re.fullmatch(f"(K[{_MEN[:-1]}]*)[vV](K[{_MEN[:-1]}]*)", material if isinstance(material, str) else "")
        if sides is None:
            raise InputError(f"expected the men of both sides, as KRvK or KPvKP, not {quoted(material)}")
        if len(sides[1]) + len(sides[2]) > MOST_MEN:
            raise InputError(
                f"expected at most {MOST_MEN} men, got {len(sides[1]) + len(sides[2])}: {quoted(material)}"
            )
        self.material = f"{sides[1]}v{sides[2]}"
        """The men, as they were given."""
        self._groups = [
            (2 * _MEN.index(man) + black, count)
            for black, side in enumerate(sides.groups())
            for man, count in Counter(side[1:]).items()
        ]

    @property
    def name(self) -> str:
        """What a table calls these starts."""
        return f"{self.PREFIX}{self.material}"

    def __iter__(self) -> Iterator[Position]:
        root = position("chess").native
        for white, black in self._kings():
            for men in self._others([white, black], 0):
                for kings in ((_MOVERS_KING, _BLACK_KING), (_WHITE_KING, _MOVERS_KING)):
                    packed = pack_men([(white, kings[0]), (black, kings[1]), *men])
                    try:
                        found = root.unpacked(packed)
                    except InputError:  # the side that is not on move is in check
                        continue
                    if found.packed() == packed:
                        yield Position(found)

    def _kings(self) -> Iterator[tuple[int, int]]:
        has_pawns = any(number < 2 for number, _ in self._groups)
        for white in _HALF if has_pawns else _TRIANGLE:
            for black in range(64):
                if max(abs(white % 8 - black % 8), abs(white // 8 - black // 8)) > 1:
                    yield white, black

    def _others(self, taken: list[int], group: int) -> Iterator[list[tuple[int, int]]]:
        """The other men on squares that are not taken, from this group of equal ones on."""
        if group == len(self._groups):
            yield []
            return
        number, count = self._groups[group]
        squares = range(8, 56) if number < 2 else range(64)
        for chosen in combinations([square for square in squares if square not in taken], count):
            men = [(square, number) for square in chosen]
            for rest in self._others([*taken, *chosen], group + 1):
                yield men + rest

    def __repr__(self) -> str:
        return f"<pnyx.api.placements.Placements: {self.name}>"
