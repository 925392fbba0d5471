"""The value of every legal move, best first: `pnyx.moves`.

A move's value is that of the position after it, for the player who makes the move. It comes from the rules where the
game is over then, from a table if there is one, and otherwise from `pnyx.value`. The line so far counts: where a
repetition is a draw, a move back to an earlier position is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from pnyx import _core
from pnyx.api.move_rounds import Rounds
from pnyx.api.notation import move_texts
from pnyx.api.position import Position, as_position
from pnyx.api.solve import Limit, read_limits
from pnyx.api.table import Table
from pnyx.api.table_history import holds
from pnyx.api.value import GameValue, possible_values
from pnyx.api.walked import passed, walked
from pnyx.api.wording import RESTRICTIONS, counted, spent, why
from pnyx.errors import InputError, quoted

Source = Literal["rules", "table", "search"]
"""Where a value comes from: the game is over after the move, a table, or searches with checked certificates."""

_WORST_FIRST: Final[tuple[GameValue, ...]] = ("loss", "draw", "win")
_OTHER: Final[dict[GameValue, GameValue]] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True)
class MoveValue:
    """A legal move and its value for the player who makes it.

    >>> import pnyx
    >>> best = pnyx.moves("XX./OO./... x")[0]
    >>> best.move, best.value, best.distance, best.proved, str(best)
    ('c3', 'win', 1, True, 'win in 1 ply')
    """

    move: str
    text: str
    """The move for display, such as `Nf3` for `g1f3`."""
    possible: tuple[GameValue, ...]
    """The values that are not ruled out, the best first: one of them when the value is known."""
    distance: int | None = None
    """Plies to the end of the game with best play, this move included; `None` for draws, and where the length is not
    proved."""
    source: Source | None = None
    """Where the value comes from; `None` if it is unknown."""
    reason: str | None = None
    """Why the value is unknown: the limit that was reached, or `repetition`."""
    nodes: int = 0
    """The nodes of the searches about this move."""

    @property
    def value(self) -> GameValue | None:
        """`win`, `draw` or `loss`; `None` if it is unknown."""
        return self.possible[0] if len(self.possible) == 1 else None

    @property
    def proved(self) -> bool:
        """Whether the value is known: by the rules, a table, or searches whose certificates were checked."""
        return self.value is not None

    def to_json(self) -> dict[str, Any]:
        """The move as `pnyx moves --json` prints it."""
        return {
            "move": self.move,
            "text": self.text,
            "value": self.value,
            "possible_values": list(self.possible),
            "distance": self.distance,
            "proved": self.proved,
            "source": self.source,
            "reason": self.reason,
            "nodes": self.nodes,
        }

    def __str__(self) -> str:
        if self.value is not None:
            return self.value if self.distance is None else f"{self.value} in {plies(self.distance)}"
        known = ", but no loss" if "loss" not in self.possible else ", but no win" if "win" not in self.possible else ""
        return f"unknown{known}: {why(self.reason or 'nodes')}"


def plies(number: int) -> str:
    """A length of play.

    >>> plies(1), plies(12)
    ('1 ply', '12 plies')
    """
    return f"{number:,} {'ply' if number == 1 else 'plies'}"


def rank(row: MoveValue) -> tuple[int, int]:
    """Better moves come first: the soonest win, then what may still be one, draws, what is unknown, the latest loss.

    >>> known = MoveValue("a", "a", ("draw",)), MoveValue("b", "b", ("win", "draw")), MoveValue("c", "c", ("loss",), 8)
    >>> [each.move for each in sorted(known, key=rank)]
    ['b', 'a', 'c']
    """
    order = [
        ("win",),
        ("win", "draw"),
        ("draw",),
        ("win", "draw", "loss"),
        ("win", "loss"),
        ("draw", "loss"),
        ("loss",),
    ]
    if row.distance is None:
        # A proof without a length may be of any: wins after those that are known, losses before.
        return order.index(row.possible), -(1 << 30) if row.value == "loss" else 1 << 30
    return order.index(row.possible), -row.distance if row.value == "loss" else row.distance


@dataclass(frozen=True)
class MovesProgress:
    """How far `pnyx.moves` has come: the moves whose value is known, of how many, and the one being searched."""

    settled: int
    moves: int
    move: str
    nodes: int
    seconds: float


@dataclass(frozen=True)
class MoveValues(Sequence[MoveValue]):
    """The legal moves of a position with their values, the best first. None if the game is over.

    >>> import pnyx
    >>> answer = pnyx.moves(pnyx.position("tic-tac-toe", "XX./OO./... x"))
    >>> [(row.move, row.value) for row in answer][:3], answer.value
    ([('c3', 'win'), ('c2', 'draw'), ('a1', 'loss')], 'win')
    """

    position: Position
    """The position whose moves they are."""
    rows: tuple[MoveValue, ...]
    nodes: int
    seconds: float

    @property
    def possible(self) -> tuple[GameValue, ...]:
        """The values of the position, for the player on move, that the moves leave possible; none if it is over."""
        if not self.rows:
            return ()
        least = max(_WORST_FIRST.index(row.possible[-1]) for row in self.rows)
        most = max(_WORST_FIRST.index(row.possible[0]) for row in self.rows)
        without = {"draw"} if all("draw" not in row.possible for row in self.rows) else set()
        return tuple(value for value in reversed(_WORST_FIRST[least : most + 1]) if value not in without)

    @property
    def value(self) -> GameValue | None:
        """The value of the position for the player on move, if it follows from those of the moves."""
        return self.possible[0] if len(self.possible) == 1 else None

    @property
    def best(self) -> list[str]:
        """The moves that nothing known is better than: all with the value, and the distance, of the first."""
        return [row.move for row in self.rows if rank(row) == rank(self.rows[0])]

    def to_json(self) -> dict[str, Any]:
        """The answer as `pnyx moves --json` prints it."""
        return {
            "game": self.position.game,
            "position": self.position.text,
            "turn": self.position.turn,
            "value": self.value,
            "possible_values": list(self.possible),
            "moves": [row.to_json() for row in self.rows],
            "nodes": self.nodes,
            "seconds": self.seconds,
        }

    def __getitem__(self, index: Any) -> Any:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[MoveValue]:
        return iter(self.rows)

    def __str__(self) -> str:
        width = max((len(row.text) for row in self.rows), default=0)
        lines = [f"{row.text:<{width}}  {row}" for row in self.rows]
        return "\n".join([*lines, f"{counted(len(self.rows), 'move')} ({spent(self.nodes, self.seconds)})."])


def moves(
    position: Any,
    table: Table | None = None,
    *,
    game: Any = None,
    line: Sequence[str] = (),
    limit: Limit | None = None,
    on_progress: Callable[[MovesProgress], None] | None = None,
    stop: _core.StopFlag | None = None,
) -> MoveValues:
    """The value of every legal move for the player who makes it, the best first.

    `position` and `game` are as for `pnyx.solve`. `line` are moves played from there: the values are those of the moves
    after it, in a game in which its positions, and those of the position's own history, were on the board before.

    A `table` knows values and distances of its positions at once. A win of the table that the earlier positions may
    spoil, because a repetition is a draw, is not taken from it. Other moves are searched by `pnyx.value`: first all of
    them for a short time, then longer those that stay unknown. The `limit` is for all moves together; without one of
    nodes or seconds, each move gets 1,000,000 nodes (100,000 if the game is written in Python). Wins and losses found
    by a search get a distance within the rest of the limit: mates where `pnyx.shortest` proves it, others from a table
    of all positions if they are not more than the nodes of the searches.

    >>> import pnyx
    >>> table = pnyx.tabulate("tic-tac-toe")
    >>> print(pnyx.moves(pnyx.position("tic-tac-toe"), table, line=["a1", "a2"])[0])
    win in 5 plies
    """
    root = as_position(position, game)
    limits = read_limits(limit)
    if table is not None and not isinstance(table, Table):
        raise InputError(f"table must be a pnyx.Table, such as pnyx.Table(FILE), not {quoted(table)}")
    for name in RESTRICTIONS:
        if name in root.options:
            raise InputError(f"values of moves are about all moves: leave out the option {name!r}")
    here, returned = walked(root, line)
    if here.outcome is not None or returned is not None:
        return MoveValues(here, (), 0, 0.0)
    rows: dict[str, MoveValue] = {}
    after: dict[str, Position] = {}
    earlier = passed(here)
    legal = here.moves()
    for move, text in zip(legal, move_texts(here, legal), strict=True):
        reached, back = walked(here, [move])
        if back == "illegal":
            continue
        after[move] = reached
        if back == "draw":
            rows[move] = MoveValue(move, text, ("draw",), source="rules")
        else:
            rows[move] = _known(here, MoveValue(move, text, possible_values(here, ())), reached, earlier, table)
    rounds = Rounds(after, limits, stop, slow=here.python_game is not None)

    def settle(move: str, possible: tuple[GameValue, ...], reason: str | None, nodes: int) -> bool:
        seen = possible if after[move].turn == here.turn else tuple(_OTHER[value] for value in reversed(possible))
        row = rows[move]
        left = tuple(value for value in row.possible if value in seen)
        known = len(left) == 1
        rows[move] = replace(
            row,
            possible=left,
            source="search" if known else None,
            reason=None if known else reason or row.reason,
            nodes=row.nodes + nodes,
        )
        return known

    def told(move: str, nodes: int, seconds: float) -> None:
        if on_progress is not None:
            on_progress(MovesProgress(sum(row.proved for row in rows.values()), len(rows), move, nodes, seconds))

    rounds.search([move for move, row in rows.items() if not row.proved], settle, told)
    for move, length, nodes in rounds.lengths(
        {move: row.value for move, row in rows.items() if row.source == "search" and row.value is not None}, told
    ):
        rows[move] = replace(rows[move], distance=length, nodes=rows[move].nodes + nodes)
    lacking = [move for move, row in rows.items() if row.value in ("win", "loss") and row.distance is None]
    known = rounds.table(here) if lacking and table is None else None
    if known is not None:
        for move in lacking:
            found = _known(here, replace(rows[move], possible=possible_values(here, ())), after[move], earlier, known)
            if found.value == rows[move].value:
                rows[move] = replace(rows[move], distance=found.distance)
    return MoveValues(here, tuple(sorted(rows.values(), key=rank)), rounds.nodes, rounds.seconds)


def _known(
    here: Position, row: MoveValue, after: Position, earlier: Sequence[Position], table: Table | None
) -> MoveValue:
    """What the rules and the table say of a move."""
    if after.outcome is not None:
        if after.outcome == "draw":
            return replace(row, possible=("draw",), source="rules")
        return replace(row, possible=("win" if after.outcome == here.turn else "loss",), distance=1, source="rules")
    plain = earlier[-1].play(row.move)
    entry = None if table is None else table.get(plain)
    if table is None or entry is None:
        return row
    value = entry.value if plain.turn == here.turn else _OTHER[entry.value]
    if holds(table, plain, earlier):
        return replace(
            row, possible=(value,), distance=None if entry.distance is None else entry.distance + 1, source="table"
        )
    # Earlier positions only add draws.
    either = tuple(each for each in row.possible if each in (value, "draw"))
    return replace(row, possible=either, reason="repetition")
