"""Making tables of whole games: `pnyx.tabulate`."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import chain
from os import PathLike
from typing import Any, Final

from pnyx import _core
from pnyx.api.position import Position
from pnyx.api.solve import Limit, read_limits
from pnyx.api.table import Table, TableProgress, placed, reporter, root_of, shape
from pnyx.api.table_rules import TableRules
from pnyx.errors import InputError, TableIncompleteError, quoted

_LONGEST_NAME: Final = 200
"""Starts with longer texts are told apart by a hash."""


def tabulate(
    game: Any,
    starts: Iterable[Any] | None = None,
    *,
    file: str | PathLike[str] | None = None,
    name: str | None = None,
    limit: Limit | None = None,
    threads: int | None = None,
    stop: _core.StopFlag | None = None,
    on_progress: Callable[[TableProgress], None] | None = None,
) -> Table:
    """Make a table of all positions that can be reached, each with its value and distance.

    `game` is the name of a built-in game, a game written in Python, or a position; `starts` are positions of it, by
    default the game's start. They may be an iterator, such as `pnyx.api.placements.Placements`.

    What a table says holds for positions without a history. Where a repetition is a draw, positions that nobody can win
    are draws. Games in which repeating is illegal have no table, because the value of a position depends on the moves
    before it.

    The table is written to `file`, or to a temporary file that is deleted together with the table. A table that was not
    completed goes on from its last ply when the same call names the same file. `name` is what the file calls the
    starts, if they are many; for the same name the same starts are expected. Those of a built-in game are then made one
    after the other while they are put in, so that millions of them take no memory of their own.

    `limit` bounds positions (`nodes`), seconds and memory; reaching it is a `pnyx.errors.TableIncompleteError`. The
    work is done by `threads`, by default one for each processor; a game written in Python is asked by as many
    processes.

    >>> import pnyx
    >>> pnyx.tabulate(pnyx.position("connect-four", rows=4, columns=4))
    <pnyx.Table of connect-four: 80,541 positions from ..../..../..../.... x>
    """
    root = root_of(game)
    limits = read_limits(limit)
    given = [root] if starts is None else starts
    own_name = getattr(starts, "name", None) if name is None else name
    folder = None
    if file is None:
        folder = tempfile.mkdtemp(prefix="pnyx-table-")
        file = os.path.join(folder, "table.pnyxtable")
    with ExitStack() as unless_kept:
        if folder is not None:
            unless_kept.callback(shutil.rmtree, folder, ignore_errors=True)
        table = _finished(root, file, own_name)
        if table is None:
            report = _build(_Starts(root, given, own_name), file, limits, threads, stop, on_progress)
            if report.reason is not None:
                words = _incomplete(report, has_file=folder is None)
                raise TableIncompleteError(words, report.reason, report.positions, tuple(report.by_ply))
            table = Table(file, root if root.python_game is None else root.python_game)
        unless_kept.pop_all()
    if folder is not None:
        # The file goes with the table.
        weakref.finalize(table, shutil.rmtree, folder, ignore_errors=True)
    return table


def _finished(root: Position, file: str | PathLike[str], name: str | None) -> Table | None:
    """The table, if the file has it already and its starts need not be made to tell."""
    if name is None or not os.path.isfile(file) or os.path.exists(f"{os.fspath(file)}.part"):
        return None
    try:
        table = Table(file, root if root.python_game is None else root.python_game)
    except InputError:  # whatever it is, who builds says so
        return None
    return table if table.starts == name and shape(root) is None else None


class _Starts:
    """The starts as bytes, and what the file calls them.

    Those that have a name are made as they are needed, when the table is built. Without one, the name is made of all.
    """

    def __init__(self, root: Position, given: Iterable[Any], name: str | None) -> None:
        starts = (_start(root, each) for each in given)
        first = next(starts, None)
        if first is None:
            raise InputError("a table needs a start: starts must not be empty")
        self.first = first
        self.packed: Iterable[bytes] = self._packed(chain([first], starts))
        self._texts: set[str] | None = set() if name is None else None
        if name is None or root.python_game is not None:
            # Processes that are asked for the rules know the classes of positions that were packed before.
            self.packed = list(self.packed)
        if name is not None and shape(first) is not None:
            # Who opens the file must see the size of the board.
            name = f"{name}; {first.identity}"
        self.name = _words(self._texts or ()) if name is None else name

    def _packed(self, starts: Iterable[Position]) -> Iterator[bytes]:
        for start in starts:
            if self._texts is not None:
                self._texts.add(start.identity)
            yield start.native.packed()


def _start(root: Position, given: Any) -> Position:
    """A start as a position of the game."""
    start = placed(root, given)
    if (start.game, start.options) != (root.game, root.options) or start.python_game is not root.python_game:
        raise InputError(f"a start is a position of {start.game} with other rules than {root!r}: {quoted(given)}")
    if start.text != start.board:
        raise InputError(f"a table has no history: leave the moves before {quoted(start.board)} out")
    return start


def _words(identities: Iterable[str]) -> str:
    """What starts without a name are called: their texts, or how many they are and a hash of them."""
    texts = sorted(identities)
    said = "; ".join(texts)
    if len(said) <= _LONGEST_NAME:
        return said
    some = f"{len(texts):,} positions, {hashlib.sha256(said.encode()).hexdigest()[:16]}"
    return f"{some}; {texts[0]}" if len(texts[0]) <= _LONGEST_NAME else some


def _build(
    starts: _Starts,
    file: str | PathLike[str],
    limits: Limit,
    threads: int | None,
    stop: _core.StopFlag | None,
    on_progress: Callable[[TableProgress], None] | None,
) -> _core.TableReport:
    with TableRules(starts.first, threads) as rules:
        return _core.tabulate(
            starts.first.native,
            file,
            starts.packed,
            starts.name,
            rules=rules.asked,
            max_positions=limits.nodes,
            max_seconds=None if limits.seconds is None else float(limits.seconds),
            max_memory=limits.memory,
            threads=rules.threads,
            stop=stop,
            on_progress=reporter(on_progress),
        )


def _incomplete(report: _core.TableReport, *, has_file: bool) -> str:
    far = f"{report.positions:,} positions in {len(report.by_ply)} plies"
    reason = report.reason or ""
    if reason == "misdeclared":
        return "a position can be repeated, but the game declares repetition = 'impossible': declare 'draw'"
    if reason.startswith("rules"):
        return f"the table is not complete: {reason}"
    again = "; the same call goes on from there" if has_file else ""
    return f"the table is not complete after {far}: limit reached, {reason}{again}"
