"""Tables of whole games: `pnyx.Table` has the value and the distance of every position in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from pnyx import _core
from pnyx._util.numbers import expect_whole
from pnyx.api.goal import Goal, read_goal
from pnyx.api.loading import load_game
from pnyx.api.position import Position, as_position, position
from pnyx.api.result import Result, from_solution
from pnyx.api.solve import Limit, read_limits
from pnyx.api.table_rules import TableRules
from pnyx.api.value import GameValue
from pnyx.errors import InputError, PnyxError, quoted

if TYPE_CHECKING:
    import pandas

    from pnyx.api.zugzwang import MutualZugzwang


_SIZED: Final = ("tic-tac-toe", "connect-four", "othello")
"""Built-in games with boards of several sizes."""


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
        named = self._native.game
        if isinstance(game, str) and game == named:
            game = None
        given = None if game is None else root_of(game)
        if given is not None and given.python_game is not None:
            return given
        own = self._first_start()
        if given is None:
            if own is None:
                raise InputError(f"the table does not say by which rules {named} is played: give a position with game=")
            return own
        if own is not None and own.game == given.game and shape(own) != shape(given):
            raise InputError(f"the table is about another board than {given!r}: it has {self.starts}")
        return given

    def _first_start(self) -> Position | None:
        """A position of the game, from what the file says of the starts: boards come in several sizes."""
        options = {name.replace("-", "_"): value for name, value in json.loads(self._native.options).items()}
        named = self._native.game
        # The text of a graph has semicolons.
        for text in [self.starts] if named == "graph" else self.starts.split("; "):
            start = _read(named, text, options)
            if start is not None:
                return start
        usual = None if named == "graph" else _read(named, None, options)
        return usual if usual is not None and shape(usual) is None else None

    @property
    def root(self) -> Position:
        """A position of the game, by whose rules the table is read."""
        return self._root

    @property
    def game(self) -> str:
        """The game's name."""
        return self._native.game

    @property
    def starts(self) -> str:
        """The positions from which all others are reached, or what they are called."""
        return self._native.starts

    @property
    def repetition(self) -> Literal["draw", "impossible"]:
        """What a repetition means; where repeating is illegal there are no tables."""
        return self._native.repetition  # type: ignore[return-value]

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
        here = placed(self._root, given)
        if here is given:
            _core.expect_table(here.native, self._native)
        return here

    def is_about(self, position: Position) -> bool:
        """Whether it is a table of this position's game, with these options and a board of this size.

        The position itself need not be in it.

        >>> import pnyx
        >>> table = pnyx.tabulate("tic-tac-toe", ["XO./.../... x"])
        >>> start = pnyx.position("tic-tac-toe")
        >>> table.is_about(start), start in table, table.is_about(pnyx.position("chess"))
        (True, False, False)
        """
        try:
            self._position(position)
        except InputError:
            return False
        return True

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

    def items(self, value: GameValue | None = None) -> Iterator[tuple[Position, TableEntry]]:
        """All positions, or those of one value, with what is known of them."""
        for number in range(len(self)):
            packed, row = self._native.at(number)
            if value is None or row[1] == value:
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

    def mutual_zugzwangs(self) -> list[MutualZugzwang]:
        """The positions in which each player would be better off if it were the other's turn.

        Only for games in which the same position can have either player on move: those of chess and its variants,
        checkers, lines of action and Othello, and games written in Python with a method `swap(position)`. See
        `pnyx.api.zugzwang` for what counts as one.

        >>> import pnyx
        >>> zugzwangs = pnyx.tabulate(pnyx.position("othello", size=4)).mutual_zugzwangs()
        >>> len(zugzwangs), sum(each.full_point for each in zugzwangs)
        (19, 7)
        """
        from pnyx.api.zugzwang import mutual_zugzwangs

        return list(mutual_zugzwangs(self))

    def to_pandas(self) -> pandas.DataFrame:
        """All positions as a table of pandas: `position`, `turn`, `value` and `distance`, which a draw has none of.

        Needs pandas: `pip install pnyx[table]`.
        """
        from pnyx.api.table_export import to_pandas

        return to_pandas(self)

    def export(self, path: str | PathLike[str]) -> Path:
        """Write all positions to a file, with the columns of `to_pandas`: CSV, or Parquet if it is named `.parquet`.

        Parquet needs PyArrow: `pip install pnyx[table]`.

        >>> import os, pnyx, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pnyx.tabulate("tic-tac-toe").export(os.path.join(folder, "table.csv"))
        ...     path.read_text().splitlines()[:3]
        ['position,turn,value,distance', '.../.../... x,x,draw,', 'X../.../... o,o,draw,']
        """
        from pnyx.api.table_export import export

        return export(self, path)

    def check(
        self,
        starts: Iterable[Any] | None = None,
        *,
        sample: int | None = None,
        checker: Literal["rust", "python"] = "rust",
        threads: int | None = None,
        stop: _core.StopFlag | None = None,
        on_progress: Callable[[TableProgress], None] | None = None,
    ) -> int:
        """Examine the table by the rules: whether it is closed under moves, and every entry follows from the next ones.

        A table that passes is right, as `docs/table-format.md` proves. Returns the positions examined: all, or a sample
        of this size. A wrong table is a `pnyx.CertificateError` that names a position. The starts, if they are given,
        must be in the table.

        The checker `"python"` has its own reader of the file and its own rules of the built-in games. It is slow, about
        a thousand positions a second.

        >>> import pnyx
        >>> table = pnyx.tabulate("tic-tac-toe")
        >>> table.check(), table.check(checker="python", sample=50)
        (765, 50)
        """
        if sample is not None:
            expect_whole("sample", sample)
        expected = (self._position(start) for start in starts or ())
        if checker == "python":
            from pnyx.api.table_check import check_in_python

            return check_in_python(self, expected, sample, stop, on_progress)
        if checker != "rust":
            raise InputError(f"checker must be 'rust' or 'python', not {quoted(checker)}")
        with TableRules(self._root, threads) as rules:
            positions, _, _ = _core.check_table(
                self._root.native,
                self._native,
                [start.native.packed() for start in expected],
                rules=rules.asked,
                sample=sample,
                threads=rules.threads,
                stop=stop,
                on_progress=reporter(on_progress),
            )
        return positions

    def __repr__(self) -> str:
        return f"<pnyx.Table of {self.game}: {len(self):,} positions from {self.starts}>"


def root_of(game: Any) -> Position:
    """The start of a game, or the position that is given."""
    if isinstance(game, Position):
        return game
    if isinstance(game, str):
        loaded = load_game(game)
        return position(loaded)
    return as_position(game)


def placed(root: Position, given: Any) -> Position:
    """A position of the same game as another, on a board of the same size, in any form that `pnyx.solve` takes."""
    if isinstance(given, Position):
        here = given
    elif root.python_game is not None:
        return as_position(given, root.python_game)
    elif isinstance(given, str):
        here = position(root.game, given, **{name.replace("-", "_"): value for name, value in root.options.items()})
    else:
        here = as_position(given, root.game)
    if here.game == root.game and shape(here) != shape(root):
        raise InputError(f"the table is about another board than {here.board!r}: it has positions like {root.board!r}")
    return here


def _read(game: str, text: str | None, options: dict[str, str]) -> Position | None:
    try:
        return position(game, text, **options)
    except InputError:
        return None


def shape(here: Position) -> tuple[int, ...] | None:
    """The size of a board that comes in several sizes, which are not among the options that change the rules.

    >>> import pnyx
    >>> shape(pnyx.position("connect-four", rows=4, columns=5)), shape(pnyx.position("chess"))
    ((5, 5, 5, 5), None)
    """
    if here.game not in _SIZED:
        return None
    return tuple(map(len, here.board.split()[0].split("/")))


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


def reporter(listener: Callable[[TableProgress], None] | None) -> Callable[..., None] | None:
    """What the native module calls, for a listener."""
    return None if listener is None else lambda *numbers: listener(TableProgress(*numbers))
