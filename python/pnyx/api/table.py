"""Tables of whole games: `pnyx.tabulate` makes one, and `pnyx.Table` has the value of every position in it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Final

from pnyx import _core
from pnyx._util.forked import Forked, can_fork
from pnyx._util.numbers import MOST_THREADS, expect_whole
from pnyx.api.goal import Goal, read_goal
from pnyx.api.loading import load_game
from pnyx.api.position import Position, as_position, position
from pnyx.api.result import Result, from_solution
from pnyx.api.solve import Limit, read_limits
from pnyx.api.value import GameValue
from pnyx.errors import InputError, PnyxError, TableIncompleteError, quoted

_LONGEST_NAME: Final = 200
"""Starts with longer texts are told apart by a hash."""


@dataclass(frozen=True)
class TableEntry:
    """What a table says of a position: its value for the player on move, and the distance.

    The distance counts plies to the end of the game: the winner hurries, the loser resists. A draw has none.
    """

    value: GameValue
    distance: int | None

    def __str__(self) -> str:
        if self.distance is None:
            return "draw"
        return f"{self.value} in {self.distance} {'ply' if self.distance == 1 else 'plies'}"


@dataclass(frozen=True)
class TableProgress:
    """How far a table has come, as passed to `on_progress`.

    `phase` is `enumerating`, `linking`, `valuing`, `sorting` or `writing`; `done` counts the positions that the phase
    is through with, and `frontier` those of the ply it is at. `rate` is in positions a second.
    """

    phase: str
    positions: int
    done: int
    ply: int
    frontier: int
    memory_bytes: int
    seconds: float
    rate: float


class Table:
    """The value and the distance of every position that can be reached from some starts.

    >>> import pnyx
    >>> table = pnyx.tabulate("tic-tac-toe")
    >>> len(table), table.symmetry
    (765, True)
    >>> start = pnyx.position("tic-tac-toe")
    >>> table[start].value, str(table["XX./OO./... x"]), table.best_moves("XX./OO./... x")
    ('draw', 'win in 1 ply', ['c3'])
    """

    def __init__(self, path: str | PathLike[str], game: Any = None) -> None:
        """Open a file that `tabulate` has written; `game` is needed if it is written in Python."""
        self._native = _core.Table(path)
        self._root = self._find_root(game)
        self.path: Path = Path(path)
        """The file."""
        _core.expect_table(self._root.native, self._native)

    def _find_root(self, game: Any) -> Position:
        options = json.loads(self._native.options)
        if game is None:
            try:
                return position(self._native.game, **{name.replace("-", "_"): value for name, value in options.items()})
            except InputError as error:
                raise InputError(
                    f"the table is about {self._native.game}, which is not built in: give the game with game="
                ) from error
        return _root(game)

    @property
    def game(self) -> str:
        """The game's name."""
        return self._native.game

    @property
    def starts(self) -> str:
        """The positions from which all others are reached, or what they are called."""
        return self._native.starts

    @property
    def symmetry(self) -> bool:
        """Whether one position stands for all that are symmetric to it."""
        return self._native.symmetry

    @property
    def edges(self) -> int:
        """The moves between all positions."""
        return self._native.edges

    @property
    def longest(self) -> int:
        """The largest distance."""
        return self._native.longest

    @property
    def values(self) -> dict[GameValue, int]:
        """How many positions are a win, a draw or a loss for the player on move.

        >>> import pnyx
        >>> pnyx.tabulate("tic-tac-toe").values
        {'win': 390, 'draw': 151, 'loss': 224}
        """
        wins, draws, losses = self._native.values
        return {"win": wins, "draw": draws, "loss": losses}

    def __len__(self) -> int:
        return len(self._native)

    def __contains__(self, given: Any) -> bool:
        return self.get(given) is not None

    def __getitem__(self, given: Any) -> TableEntry:
        entry = self.get(given)
        if entry is None:
            raise KeyError(f"{quoted(str(given))} is not in the table: it is not reached from {self.starts}")
        return entry

    def get(self, given: Any) -> TableEntry | None:
        """What is known of a position, in any form that `pnyx.solve` takes; `None` if it is not in the table.

        Its history does not matter: values are those of the position alone.
        """
        return self._entry(self._position(given))

    def _entry(self, here: Position) -> TableEntry | None:
        row = self._native.get(here.native.packed())
        return None if row is None else TableEntry(row[1], row[2])

    def _position(self, given: Any) -> Position:
        if isinstance(given, Position):
            _core.expect_table(given.native, self._native)
            return given
        if self._root.python_game is not None:
            return as_position(given, self._root.python_game)
        if isinstance(given, str):
            options = {name.replace("-", "_"): value for name, value in self._root.options.items()}
            return position(self._root.game, given, **options)
        return as_position(given, self._root.game)

    def moves(self, given: Any) -> list[tuple[str, TableEntry]]:
        """Every legal move with its value for the player who makes it, the best first.

        Distances count the move itself.

        >>> import pnyx
        >>> for move, entry in pnyx.tabulate("tic-tac-toe").moves("XX./OO./... x")[:3]:
        ...     print(move, entry)
        c3 win in 1 ply
        c2 draw
        a1 loss in 2 plies
        """
        here = self._position(given)
        if self._entry(here) is None:
            raise KeyError(f"{quoted(str(given))} is not in the table: it is not reached from {self.starts}")
        found = []
        for move in here.moves():
            after = here.play(move)
            entry = self._entry(after)
            if entry is None:
                raise PnyxError(f"the table lacks the position after {move}: check it with `pnyx table check`")
            found.append((move, _before(entry, same=after.turn == here.turn)))
        return sorted(found, key=lambda row: _rank(row[1]))

    def result(
        self,
        given: Any,
        goal: str | Goal | None = None,
        *,
        limit: Limit | None = None,
        stop: _core.StopFlag | None = None,
    ) -> Result:
        """Whether the player on move reaches a goal, with an ordinary certificate made from the table and checked.

        `goal` is one of the position's goals that the game's own ends decide, by default the first. A position outside
        the table, one with a history, and a goal that the table does not show, are a `pnyx.errors.InputError`. The
        limits of seconds and memory are for the certificate.

        >>> import pnyx
        >>> result = pnyx.tabulate("tic-tac-toe").result("XX./OO./... x")
        >>> result.verdict, result.moves_to_win, result.certificate.check().checkers
        ('proven', 1, ('rust', 'python'))
        """
        here = self._position(given)
        asked = read_goal(here, here.goals[0] if goal is None else goal)
        limits = read_limits(limit)
        seconds = None if limits.seconds is None else float(limits.seconds)
        solution = _core.table_answer(
            here.native, self._native, asked.text, max_seconds=seconds, max_memory=limits.memory, stop=stop
        )
        return from_solution(here, asked.text, "table", solution)

    def best_moves(self, given: Any) -> list[str]:
        """The moves that keep the value, of these those that win soonest or lose latest; none if the game is over."""
        rows = self.moves(given)
        return [move for move, entry in rows if entry == rows[0][1]]

    def line(self, given: Any) -> list[str]:
        """The moves of best play from a position to the end; of a draw none, because it need not end."""
        here, line = self._position(given), []
        while self[here].distance:
            move = self.best_moves(here)[0]
            line.append(move)
            here = here.play(move)
        return line

    def __iter__(self) -> Iterator[Position]:
        for number in range(len(self)):
            yield self._unpacked(self._native.at(number)[0])

    def items(self) -> Iterator[tuple[Position, TableEntry]]:
        """All positions, with what is known of them."""
        for number in range(len(self)):
            packed, row = self._native.at(number)
            yield self._unpacked(packed), TableEntry(row[1], row[2])

    def _unpacked(self, packed: bytes) -> Position:
        return Position(self._root.native.unpacked(packed), python_game=self._root.python_game)

    def counts(self) -> dict[str, dict[GameValue, dict[int | None, int]]]:
        """How many positions have which value and distance, by the player on move.

        >>> import pnyx
        >>> pnyx.tabulate("tic-tac-toe").counts()["x"]["win"]
        {1: 207, 3: 37, 5: 10}
        """
        found = {}
        for player, (wins, losses, draws, *_) in zip(self._root.players, self._native.counts(), strict=True):
            by_value: dict[GameValue, dict[int | None, int]] = {
                "win": {distance: count for distance, count in enumerate(wins) if count},
                "draw": {None: draws} if draws else {},
                "loss": {distance: count for distance, count in enumerate(losses) if count},
            }
            found[player] = by_value
        return found

    def longest_wins(self) -> dict[str, tuple[Position, int]]:
        """For each player a position that the player on move wins, but takes longest to, and how many plies that is."""
        found = {}
        for player, (wins, _, _, longest, _) in zip(self._root.players, self._native.counts(), strict=True):
            if longest is not None:
                found[player] = (self._unpacked(longest), len(wins) - 1)
        return found

    def check(
        self,
        starts: Iterable[Any] | None = None,
        *,
        sample: int | None = None,
        threads: int | None = None,
        stop: _core.StopFlag | None = None,
        on_progress: Callable[[TableProgress], None] | None = None,
    ) -> int:
        """Examine the table by the rules: whether it is closed under moves, and every entry follows from the next ones.

        A table that passes is right, as `docs/table-format.md` proves. Returns the positions examined: all, or a sample
        of this size. A wrong table is a `pnyx.CertificateError` that names a position.

        >>> import pnyx
        >>> pnyx.tabulate("tic-tac-toe").check()
        765
        """
        if sample is not None:
            expect_whole("sample", sample)
        with _Rules(self._root, threads) as rules:
            positions, _, _ = _core.check_table(
                self._root.native,
                self._native,
                [self._position(start).native.packed() for start in starts or ()],
                rules=rules.asked,
                sample=sample,
                threads=rules.threads,
                stop=stop,
                on_progress=_reporter(on_progress),
            )
        return positions

    def __repr__(self) -> str:
        return f"<pnyx.Table of {self.game}: {len(self):,} positions from {self.starts}>"


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
    default the game's start. What a table says holds for positions without a history. Where a repetition is a draw,
    positions that nobody can win are draws. Games in which repeating is illegal have no table, because the value of a
    position depends on the moves before it.

    The table is written to `file`, or to a temporary file that is deleted together with the table. A table that was not
    completed goes on from its last ply when the same call names the same file. `name` is what the file calls the
    starts, if they are many.

    `limit` bounds positions (`nodes`), seconds and memory; reaching it is a `pnyx.errors.TableIncompleteError`. The
    work is done by `threads`, by default one for each processor; a game written in Python is asked by as many
    processes.

    >>> import pnyx
    >>> pnyx.tabulate(pnyx.position("connect-four", rows=4, columns=4))
    <pnyx.Table of connect-four: 80,541 positions from ..../..../..../.... x>
    """
    root = _root(game)
    positions = [root] if starts is None else [_start(root, given) for given in starts]
    if not positions:
        raise InputError("a table needs a start: starts must not be empty")
    for start in positions:
        if start.text != start.board:
            raise InputError(f"a table has no history: leave the moves before {quoted(start.board)} out")
    limits = read_limits(limit)
    folder = None
    if file is None:
        folder = tempfile.mkdtemp(prefix="pnyx-table-")
        file = os.path.join(folder, "table.pnyxtable")
    with ExitStack() as unless_kept:
        if folder is not None:
            unless_kept.callback(shutil.rmtree, folder, ignore_errors=True)
        report = _build(positions, file, name, limits, threads, stop, on_progress)
        if report.reason is not None:
            words = _incomplete(report, has_file=folder is None)
            raise TableIncompleteError(words, report.reason, report.positions, tuple(report.by_ply))
        table = Table(file, root if root.python_game is None else root.python_game)
        unless_kept.pop_all()
    if folder is not None:
        # The file goes with the table.
        weakref.finalize(table, shutil.rmtree, folder, ignore_errors=True)
    return table


def _build(
    positions: Sequence[Position],
    file: str | PathLike[str],
    name: str | None,
    limits: Limit,
    threads: int | None,
    stop: _core.StopFlag | None,
    on_progress: Callable[[TableProgress], None] | None,
) -> _core.TableReport:
    with _Rules(positions[0], threads) as rules:
        return _core.tabulate(
            positions[0].native,
            file,
            [start.native.packed() for start in positions],
            _name(positions) if name is None else name,
            rules=rules.asked,
            max_positions=limits.nodes,
            max_seconds=None if limits.seconds is None else float(limits.seconds),
            max_memory=limits.memory,
            threads=rules.threads,
            stop=stop,
            on_progress=_reporter(on_progress),
        )


def _root(game: Any) -> Position:
    """The start of a game, or the position that is given."""
    if isinstance(game, Position):
        return game
    if isinstance(game, str):
        loaded = load_game(game)
        return position(loaded)
    return as_position(game)


def _start(root: Position, given: Any) -> Position:
    if isinstance(given, Position):
        return given
    if root.python_game is not None:
        return as_position(given, root.python_game)
    if isinstance(given, str):
        return position(root.game, given, **{key.replace("-", "_"): value for key, value in root.options.items()})
    return as_position(given, root.game)


def _name(positions: Sequence[Position]) -> str:
    """What the file calls the starts: their texts, or how many they are and a hash of them."""
    texts = sorted({start.identity for start in positions})
    said = "; ".join(texts)
    if len(said) <= _LONGEST_NAME:
        return said
    return f"{len(texts)} positions, {hashlib.sha256(said.encode()).hexdigest()[:16]}"


def _incomplete(report: _core.TableReport, *, has_file: bool) -> str:
    far = f"{report.positions:,} positions in {len(report.by_ply)} plies"
    reason = report.reason or ""
    if reason == "misdeclared":
        return "a position can be repeated, but the game declares repetition = 'impossible': declare 'draw'"
    if reason.startswith("rules"):
        return f"the table is not complete: {reason}"
    again = "; the same call goes on from there" if has_file else ""
    return f"the table is not complete after {far}: limit reached, {reason}{again}"


def _before(entry: TableEntry, *, same: bool) -> TableEntry:
    """An entry as it is seen before the move that leads there, by the player who makes it."""
    value: GameValue = entry.value
    if not same:
        value = {"win": "loss", "loss": "win", "draw": "draw"}[value]  # type: ignore[assignment]
    return TableEntry(value, None if entry.distance is None else entry.distance + 1)


def _rank(entry: TableEntry) -> tuple[int, int]:
    """Better entries come first: the soonest win, draws, the latest loss."""
    distance = entry.distance or 0
    return {"win": (0, distance), "draw": (1, 0), "loss": (2, -distance)}[entry.value]


def _reporter(listener: Callable[[TableProgress], None] | None) -> Callable[..., None] | None:
    return None if listener is None else lambda *numbers: listener(TableProgress(*numbers))


class _Rules:
    """Whom to ask: the native rules in threads, or processes that have the game written in Python."""

    def __init__(self, root: Position, threads: int | None) -> None:
        if threads is not None:
            expect_whole("threads", threads, most=MOST_THREADS)
        self.threads = threads or os.cpu_count() or 1
        self.asked: list[Callable[[bytes], bytes]] | None = None
        self._game, self._position = root.python_game, root.object
        self._stack = ExitStack()

    def __enter__(self) -> _Rules:
        if self._game is None:
            return self
        rules = _core.TableRules(self._game)
        # Classes that are met now are known in every process.
        rules.pack(self._position)
        answer = rules.answer
        if self.threads > 1 and can_fork():
            forked = self._stack.enter_context(Forked(answer, self.threads))
            self.asked = [lambda question, which=which: forked.ask(which, question) for which in range(self.threads)]  # type: ignore[misc]
        else:
            self.asked, self.threads = [answer], 1
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()
