"""Which values of a table hold in a game that is being played, where an earlier position of the line is a draw.

A table's values are those without a history. A draw stays one, since a history only adds draws. A win stays one if the
winner has a way that follows the distances down and meets none of the earlier positions: on such a way no position is
met twice, because every ply brings the end nearer. Then its length stays as well: no draw helps to win sooner.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Final

from pnyx.api.position import Position
from pnyx.api.walked import repetition_key

if TYPE_CHECKING:
    from pnyx.api.table import Table, TableEntry

_MOST: Final = 400
"""Positions that are looked at for it; beyond them it stays unknown whether the value holds."""


def holds(table: Table, after: Position, earlier: Iterable[Position]) -> bool:
    """Whether the table's value of a position holds after these earlier ones; `False` also if it is not found out.

    >>> import pnyx
    >>> start = pnyx.position("graph", "A max: B C; B min: A D; C min: E; D = win; E max: F G; F min: A; G = win")
    >>> table = pnyx.tabulate(start)
    >>> [(move, str(entry), holds(table, start.play(move), [start])) for move, entry in table.moves(start)]
    [('C', 'win in 3 plies', True), ('B', 'win in 5 plies', False)]
    """
    entry = table.get(after)
    if entry is None:
        return False
    if entry.distance is None or after.repetition == "impossible":
        return True
    winner = _winner(after, entry)
    barred: dict[Hashable, int] = {}
    for each in earlier:
        found = table.get(each)
        if found is None or found.distance is None or found.distance > entry.distance:
            continue
        if _winner(each, found) == winner:
            barred[repetition_key(each)] = found.distance
    return not barred or _Way(table, winner, barred).avoids(after)


def _winner(position: Position, entry: TableEntry) -> str:
    wins = entry.value == "win"
    return next(name for name in position.players if (name == position.turn) == wins)


class _Way:
    """The search for a way of the winner that avoids the barred positions."""

    def __init__(self, table: Table, winner: str, barred: dict[Hashable, int]) -> None:
        self._table, self._winner, self._barred = table, winner, barred
        self._nearest = min(barred.values())
        self._known: dict[Hashable, bool] = {}

    def avoids(self, here: Position) -> bool:
        """Whether the winner can avoid them from here. Distances fall, so this ends."""
        key = repetition_key(here)
        if key in self._barred:
            return False
        entry = self._table[here]
        if entry.distance is None or entry.distance <= self._nearest:
            return entry.distance is not None
        if key not in self._known:
            if len(self._known) >= _MOST:
                return False
            self._known[key] = False
            if here.turn == self._winner:
                self._known[key] = any(self.avoids(here.play(move)) for move in self._table.best_moves(here))
            else:
                self._known[key] = all(self.avoids(here.play(move)) for move in here.moves())
        return self._known[key]
