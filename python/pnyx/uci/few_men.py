"""Positions with few men: a table of all that they lead to, which has the shortest mates and their certificates.

`auto` looks for all positions as well, but anew for each question, and only after other searches. A `go` asks many
questions about one position, and the next `go` about one that follows it; one table answers all but the first of them.
"""

from __future__ import annotations

from typing import Final

from pnyx import _core
from pnyx.api.position import Position
from pnyx.api.result import Result
from pnyx.api.solve import Limit
from pnyx.api.table import Table
from pnyx.api.tabulate import tabulate
from pnyx.errors import InputError, TableIncompleteError

_MOST_MEN: Final = 3
"""With one man more there are millions of positions, which take more than a moment."""

_MOST_POSITIONS: Final = 500_000
"""More than any three men have."""

_LEAST_NODES: Final = 50_000
"""Where fewer nodes are left to a search, no table is made."""


class FewMen:
    """A table of the positions of a game, made when one of them is first asked about, and kept for the next moves."""

    def __init__(self, memory: int, threads: int) -> None:
        self._memory = memory
        self._threads = threads
        self._table: Table | None = None
        self._refused: str | None = None
        """The position whose table would be too large."""

    @property
    def has_table(self) -> bool:
        """Whether a table was made."""
        return self._table is not None

    def ask(self, place: Position, goal: str, left: int | None, stop: _core.StopFlag) -> tuple[Result | None, int]:
        """The answer of the table, if there is one, and the positions that were found for it now.

        >>> few = FewMen(1 << 26, 1)
        >>> from pnyx.api.position import position
        >>> place = position("chess", "8/8/8/8/8/5K2/7R/6k1 w - - 0 1")
        >>> few.ask(place, "mate", 10, _core.StopFlag())
        (None, 0)
        >>> few.ask(place, "mate", None, _core.StopFlag())[0].moves_to_win
        2
        """
        if place.options or sum(letter.isalpha() for letter in place.text.split()[0]) > _MOST_MEN:
            return None, 0
        found = 0
        if self._table is None or place not in self._table:
            if place.text == self._refused or (left is not None and left < _LEAST_NODES):
                return None, 0
            most = _MOST_POSITIONS if left is None else min(left, _MOST_POSITIONS)
            limit = Limit(nodes=most, memory=self._memory)
            try:
                self._table = tabulate(place, limit=limit, threads=self._threads, stop=stop)
            except TableIncompleteError as error:
                # With more nodes, or more time, there may be one.
                if most == _MOST_POSITIONS and not stop.is_set():
                    self._refused = place.text
                return None, error.positions
            except InputError:  # rules that have no table
                self._refused = place.text
                return None, 0
            found = len(self._table)
        result = self._table.result(place, goal, stop=stop)
        return None if result.unknown else result, found
