"""A table for a game that is to be played, if its space is small enough to be tabulated while a player waits."""

from __future__ import annotations

from os import PathLike
from typing import Final

from pnyx import _core
from pnyx.api.position import Position, position
from pnyx.api.solve import Limit
from pnyx.api.table import Table
from pnyx.api.tabulate import tabulate
from pnyx.errors import InputError, TableIncompleteError

SMALL: Final = Limit(nodes=5_000_000, seconds=5.0, memory=512 << 20)
"""Positions, seconds and bytes that such a table may take."""


def small_table(
    start: Position,
    limit: Limit = SMALL,
    *,
    file: str | PathLike[str] | None = None,
    threads: int | None = None,
    stop: _core.StopFlag | None = None,
) -> Table | None:
    """The table of all positions that can be reached from one; `None` if they are too many, or the game has no tables.

    >>> import pnyx
    >>> small_table(pnyx.position("tic-tac-toe"))
    <pnyx.Table of tic-tac-toe: 765 positions from .../.../... x>
    >>> small_table(pnyx.position("chess"), pnyx.Limit(nodes=1_000)) is None
    True
    """
    if start.repetition == "illegal" or start.outcome is not None:
        return None
    plain = start
    if start.python_game is None and start.text != start.board:
        plain = position(start.game, start.board, **start.options)
    try:
        return tabulate(plain, file=file, limit=limit, threads=threads, stop=stop)
    except (TableIncompleteError, InputError):
        return None
