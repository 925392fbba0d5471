"""Positions with few men: a table of all that they lead to, which has the shortest mates and their certificates.

`auto` looks for all positions as well, but anew for each question, and only after other searches. A `go` asks many
questions about one position; so one table answers all but the first of them.
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
"""More than any three men have. Where fewer nodes are left to a search, no table is made."""


class FewMen:
    """The table of the position of a `go`, made when it is first asked."""

    def __init__(self, stop: _core.StopFlag, memory: int, threads: int) -> None:
        self._stop = stop
        self._memory = memory
        self._threads = threads
        self._table: Table | None = None
        self._closed = False
        self.positions = 0
        """The positions found, as nodes."""

    def ask(self, place: Position, goal: str, left: int | None) -> Result | None:
        """The answer of the table, if there is one.

        >>> few = FewMen(_core.StopFlag(), 1 << 26, 1)
        >>> from pnyx.api.position import position
        >>> few.ask(position("chess", "8/8/8/8/8/5K2/7R/6k1 w - - 0 1"), "mate", None).moves_to_win
        2
        """
        if self._closed or place.options or sum(letter.isalpha() for letter in place.text.split()[0]) > _MOST_MEN:
            return None
        try:
            if self._table is None:
                if left is not None and left < _MOST_POSITIONS:
                    return None
                self._table = self._made(place)
                self.positions = len(self._table)
            result = self._table.result(place, goal, stop=self._stop)
        except TableIncompleteError as error:
            self._closed, self.positions = True, error.positions
            return None
        except InputError:  # not among the positions that the first one leads to
            return None
        return None if result.unknown else result

    def _made(self, place: Position) -> Table:
        limit = Limit(nodes=_MOST_POSITIONS, memory=self._memory)
        return tabulate(place, limit=limit, threads=self._threads, stop=self._stop)
