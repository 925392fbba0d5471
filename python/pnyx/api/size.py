"""How large a game is: `pnyx.size` counts positions, estimates the tree, and says whether a table would fit."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Final, Literal

from pnyx._util.limits import machine_memory
from pnyx._util.numbers import expect_whole
from pnyx.api.growth import Counted, count_plainly, forecast
from pnyx.api.position import Position
from pnyx.api.solve import Limit
from pnyx.api.table import root_of
from pnyx.api.tabulate import tabulate
from pnyx.api.tree_size import TreeSize, estimate_tree
from pnyx.api.wording import byte_words, count_words, range_words, time_words
from pnyx.errors import InputError, PnyxError, TableIncompleteError

Cycles = Literal["seen", "not seen", "none"]

_PLAIN, _TREE = 0.25, 0.2
"""The shares of the time for counting one by one, which sees cycles, and for play-outs. The rest is for a table."""

_POSITION, _MOVE, _PACKED = 24, 5, 16
"""Bytes of memory that a table takes for a position and for a move while it is made; longer packed positions than of
16 bytes take the difference more."""

_ENTRY: Final = 2
"""Bytes of an entry in the file, one or two in nearly all games."""

_REST: Final = 2.0
"""How many times longer a table takes than finding its positions: they are also linked, valued, sorted and written."""

_SHOWN: Final = 12
"""Plies at both ends of a count that are printed."""


@dataclass(frozen=True)
class TableSize:
    """What a table of the whole game would take: each from the smallest to the largest forecast, `None` if unknown.

    >>> TableSize(True, (765, 765), (4_000, 4_000), (30_000, 30_000), (0.1, 0.1), "all positions were counted").fits
    True
    """

    fits: bool | None
    """Whether it fits into memory; `None` if that is unknown."""
    positions: tuple[float, float] | None
    file_bytes: tuple[float, float] | None
    memory_bytes: tuple[float, float] | None
    """Memory while it is made."""
    seconds: tuple[float, float] | None
    reason: str
    """How this is known, or why it is not."""


@dataclass(frozen=True)
class Size:
    """The size of a game, as far as a few seconds go.

    >>> import pnyx
    >>> found = pnyx.size("tic-tac-toe", seconds=60)
    >>> found.positions, found.complete, found.by_ply
    (765, True, (1, 3, 12, 38, 108, 174, 204, 153, 57, 15))
    >>> found.cycles, found.table.fits, found.tree.playouts
    ('none', True, 1000)
    """

    position: Position
    """The position from which all others are reached."""
    positions: int
    """Positions that were found. Symmetric ones count once, if the game knows its symmetries."""
    complete: bool
    """Whether these are all."""
    by_ply: tuple[int, ...]
    """How many were new at each ply. The last number is not final, unless these are all."""
    symmetry: bool
    """Whether symmetric positions were counted as one."""
    moves_per_position: float
    """The mean number of moves, of the positions nearest to the start."""
    cycles: Cycles
    """Whether a cycle was seen, was not seen as far as the search for one went, or cannot be."""
    tree: TreeSize
    """Knuth's estimate of the game tree."""
    table: TableSize
    """What a table would take."""
    seconds: float
    """What finding this out took."""

    @property
    def growth(self) -> tuple[float, ...]:
        """How many times as many positions each ply has as the one before it; the last is left out unless final.

        >>> import pnyx
        >>> [round(factor, 2) for factor in pnyx.size("tic-tac-toe", seconds=60).growth[:3]]
        [3.0, 4.0, 3.17]
        """
        plies = self.by_ply if self.complete else self.by_ply[:-1]
        return tuple(after / before for before, after in pairwise(plies))

    def to_json(self) -> dict[str, Any]:
        """What `pnyx size --json` prints."""
        return {
            "game": self.position.game,
            "options": self.position.options,
            "position": self.position.text,
            "repetition": self.position.repetition,
            "positions": self.positions,
            "complete": self.complete,
            "by_ply": list(self.by_ply),
            "symmetry": self.symmetry,
            "moves_per_position": self.moves_per_position,
            "cycles": self.cycles,
            "tree": asdict(self.tree),
            "table": {
                name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self.table).items()
            },
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        once = "; symmetric ones count once" if self.symmetry else ""
        all_of_them = "all that can be reached" if self.complete else f"as far as {self.seconds:.1f} s go"
        tried = f"{self.tree.playouts:,}"
        return "\n".join(
            [
                f"Positions: {self.positions:,}, {all_of_them}{once}.",
                *self._plies(),
                f"Cycles: {_CYCLES[self.cycles]}.",
                f"Tree: {self.tree} ({tried} random play-outs, the longest of {self.tree.longest} plies).",
                f"Table: {self._table()}.",
            ]
        )

    def _plies(self) -> list[str]:
        growth = self.growth
        rows = [f"  {'ply':>3}  {'new positions':>15}  growth"]
        for ply, count in enumerate(self.by_ply):
            factor = f"{growth[ply - 1]:>6.2f}" if 0 < ply <= len(growth) else ""
            last = "" if factor or not ply else "so far"
            rows.append(f"  {ply:>3}  {count:>15,}  {factor or last}".rstrip())
        if len(rows) > 2 * _SHOWN + 2:
            rows[_SHOWN + 1 : -_SHOWN] = [f"  {'...':>3}"]
        return rows

    def _table(self) -> str:
        table = self.table
        words = {True: "it fits", False: "it does not fit", None: "unknown whether it fits"}
        if self.position.repetition == "illegal":
            return f"there is none: {table.reason}"
        parts = []
        if table.positions and table.file_bytes and table.memory_bytes and table.seconds:
            parts = [
                f"{range_words(table.positions, count_words)} positions",
                f"a file of {range_words(table.file_bytes, byte_words)}",
                f"{range_words(table.memory_bytes, byte_words)} of memory",
                range_words(table.seconds, time_words),
            ]
        return f"{', '.join([words[table.fits], *parts])}: {table.reason}"


_MISDECLARED: Final = TableSize(
    None,
    None,
    None,
    None,
    None,
    "a position can be repeated, but the game declares repetition = 'impossible': declare 'draw'",
)

_CYCLES: Final[dict[Cycles, str]] = {
    "seen": "seen, positions can be repeated",
    "not seen": "none seen, but not all positions were looked at",
    "none": "none, positions cannot be repeated",
}


def size(
    game: Any,
    *,
    seconds: float = 5.0,
    playouts: int = 1_000,
    seed: int = 0,
    memory: int | None = None,
    threads: int | None = None,
) -> Size:
    """Find out how large a game is, as far as some seconds go: positions, growth, cycles, tree, table.

    `game` is the name of a built-in game, a game written in Python, or a position to begin with. Positions are counted
    breadth first: one by one at first, to see cycles, then as `pnyx.tabulate` does it. From the growth follows a
    forecast of what a table would take, in bytes and seconds; it is compared with `memory`, in bytes, by default the
    machine's. The tree is estimated by random play-outs (Knuth 1975), the same for the same `seed`, unless the time is
    up before all `playouts` are played.

    Where repeating is illegal, there are no tables, and positions are counted without the moves before them.

    >>> import pnyx
    >>> pnyx.size(pnyx.position("othello", "-----OX--XO----- X"), seconds=60).positions
    14401
    """
    begun = time.monotonic()
    Limit(seconds=seconds)
    for name, number, least in (("playouts", playouts, 1), ("seed", seed, 0)):
        expect_whole(name, number, least, 2**32 - 1)
    if memory is not None:
        expect_whole("memory (bytes)", memory)
    root = root_of(game)
    if root.text != root.board:
        raise InputError("a game's size has no history: leave the moves before the position out")
    plain = count_plainly(root, _PLAIN * seconds)
    tree = estimate_tree(root, playouts, seed, _TREE * seconds)
    found = _Found(plain.by_ply, plain.complete, plain.symmetry, time.monotonic() - begun)
    if root.repetition != "illegal":
        found = _tabulated(root, plain, max(seconds - (time.monotonic() - begun), 0.1), threads) or found
    repeated = plain.cyclic or tree.repeated or found.misdeclared
    acyclic = plain.complete or root.repetition == "impossible"
    return Size(
        position=root,
        positions=sum(found.by_ply),
        complete=found.complete,
        by_ply=found.by_ply,
        symmetry=found.symmetry,
        moves_per_position=plain.moves / max(plain.expanded, 1),
        cycles="seen" if repeated else "none" if acyclic else "not seen",
        tree=tree,
        table=_MISDECLARED
        if repeated and root.repetition == "impossible"
        else _table_size(root, found, plain, machine_memory() if memory is None else memory),
        seconds=time.monotonic() - begun,
    )


@dataclass(frozen=True)
class _Found:
    """The better of two counts, and what it took."""

    by_ply: tuple[int, ...]
    complete: bool
    symmetry: bool
    seconds: float
    whole: tuple[int, float] | None = None
    """The bytes and seconds of the whole table, if it was made."""
    misdeclared: bool = False


def _tabulated(root: Position, plain: Counted, seconds: float, threads: int | None) -> _Found | None:
    """A count by making a table; nothing if the plain one is not outdone."""
    begun = time.monotonic()
    try:
        table = tabulate(root, limit=Limit(seconds=seconds), threads=threads)
    except TableIncompleteError as error:
        if error.reason.startswith("rules"):
            raise PnyxError(str(error)) from error
        spent, misdeclared = time.monotonic() - begun, error.reason == "misdeclared"
        if plain.complete or error.positions < plain.positions or misdeclared:
            return _Found(plain.by_ply, plain.complete, plain.symmetry, spent, misdeclared=misdeclared)
        return _Found(error.by_ply, complete=False, symmetry=plain.symmetry, seconds=spent)
    spent = time.monotonic() - begun
    whole = (table.path.stat().st_size, spent)
    by_ply = plain.by_ply if plain.complete else _plies(root, len(table), spent, threads)
    return _Found(by_ply, complete=True, symmetry=plain.symmetry, seconds=spent, whole=whole)


def _plies(root: Position, positions: int, seconds: float, threads: int | None) -> tuple[int, ...]:
    """The plies of a game with this number of positions, as far as they are known: a table does not say them."""
    by_ply: tuple[int, ...] = ()
    try:
        # The limit is looked at after a batch of positions, which mostly has the last one too.
        tabulate(root, limit=Limit(nodes=positions - 1, seconds=2 * seconds + 1), threads=threads)
    except TableIncompleteError as error:
        by_ply = error.by_ply
    left = positions - sum(by_ply)
    return (*by_ply, left) if left else by_ply


def _table_size(root: Position, found: _Found, plain: Counted, memory: int | None) -> TableSize:
    if root.repetition == "illegal":
        reason = "repeating is illegal in this game, so that values depend on the moves before a position"
        return TableSize(False, None, None, None, None, reason)
    total = sum(found.by_ply)
    expected: tuple[float, float] | None = (total, total) if found.complete else forecast(found.by_ply[:-1])
    per_position = _POSITION + max(0, plain.widest - _PACKED) + _MOVE * plain.moves / max(plain.expanded, 1)
    if expected is None:
        full = memory is not None and total * per_position > memory
        reason = f"it has more than {total:,} positions, and growth so far allows no forecast"
        return TableSize(False if full else None, None, None, None, None, reason)
    expected = (max(expected[0], total), max(expected[1], total))
    needed = _scaled(expected, per_position)
    if found.whole is not None:
        file_bytes, spent = found.whole
        reason = "it was made just now"
        return TableSize(
            memory is None or needed[1] <= memory, expected, (file_bytes, file_bytes), needed, (spent, spent), reason
        )
    known = memory is not None and (needed[1] <= memory or needed[0] > memory)
    fits = needed[1] <= (memory or 0) if known else None
    how = "all positions were counted" if found.complete else "growth is taken to slow down as it did in the last plies"
    room = "the machine's memory is not known" if memory is None else f"with {byte_words(memory)} of memory"
    pace = f"{total / max(found.seconds, 1e-9):,.0f} positions were found a second, and the rest takes as long again"
    return TableSize(
        fits,
        expected,
        _scaled(expected, plain.widest + _ENTRY),
        needed,
        _scaled(expected, _REST * found.seconds / total),
        f"{how}; {per_position:.0f} bytes a position, {room}; {pace}",
    )


def _scaled(bounds: tuple[float, float], factor: float) -> tuple[float, float]:
    return bounds[0] * factor, bounds[1] * factor
