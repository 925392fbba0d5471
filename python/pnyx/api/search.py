"""The value of a position by a search of limited depth: `pnyx.search`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from pnyx import _core
from pnyx._util.numbers import expect_whole
from pnyx._util.words import player, player_within
from pnyx.api.catalogue import read_algorithm_options, search_info
from pnyx.api.notation import line_text
from pnyx.api.position import Position, as_position
from pnyx.api.shown import ShownOnBoard, shared_fields
from pnyx.api.solve import DEFAULT_MEMORY, Limit, read_limits
from pnyx.api.wording import bounded, spent, why
from pnyx.errors import InputError
from pnyx.game.steps import Steps

DEFAULT_SEARCH: Final = "mtd-f"
"""The search to a depth that is used when none is named."""

DEFAULT_EXACT: Final = "mtd-double"
"""The search to the end of the game that is used when none is named: in Connect Four and Othello it takes at most a
tenth more nodes than the best of the drivers, which is not the same in both."""

_DEEPEST: Final = 10_000

Bound = Literal["exact", "lower", "upper"]
"""Whether a value is exact, a lower bound or an upper bound."""


@dataclass(frozen=True)
class Iteration:
    """The result of one iteration: depth, value, best move, passes from the root, and nodes."""

    depth: int | None
    """Depth in plies; `None`: to the end of the game."""
    value: float
    bound: Bound
    best_move: str | None
    passes: int
    leaf_nodes: int
    interior_nodes: int
    transposition_nodes: int
    seconds: float
    """Time since the search began."""
    may_hide_repetition: bool
    """Whether the table may have hidden a draw by repetition: the value may be wrong then."""

    @property
    def nodes(self) -> int:
        """Nodes of all kinds."""
        return self.leaf_nodes + self.interior_nodes + self.transposition_nodes


@dataclass(frozen=True)
class SearchProgress:
    """The progress of a search, as passed to `on_progress`: the current depth, and the value of the last completed
    one."""

    nodes: int
    seconds: float
    memory_bytes: int
    depth: int | None
    value: float | None
    bound: Bound | None = None
    """Whether the value is exact or a bound."""

    @property
    def nodes_per_second(self) -> float:
        """The speed so far."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class SearchResult(ShownOnBoard):
    """The value of a position for the player on move, by a search of limited depth.

    >>> import pnyx
    >>> found = pnyx.search("XX./OO./... x", depth=2)
    >>> found.value, found.best_moves, found.outcome
    (1, ['c3'], 'win')
    """

    position: Position
    algorithm: str
    depth: int | None
    """The depth in plies that was asked for, or reached if only a limit was given; `None`: to the end of the game."""
    reason: str | None
    """The limit that ended the search before that depth."""
    best_moves: list[str]
    """The best move; with `all_best`, all moves as good as it."""
    line: list[str]
    """The principal variation, as far as it is known."""
    may_hide_repetition: bool
    """Whether the table may have hidden a draw by repetition: the value, or one of the best moves, may be wrong then.

    A repeated position is a draw, but the table stores values found on other paths. A table value that might ignore
    such a draw is detected, and searched again within a small part of the search's time. If this is `False`, the value
    is the minimax value. It is always `False` without a table, and in games without repetitions.
    """
    leaf_nodes: int
    interior_nodes: int
    transposition_nodes: int
    iterations: list[Iteration]
    """The completed iterations; the last one is the answer."""
    cuts: list[tuple[int, int]]
    """By ply of the last iteration: nodes that were cut, and those of them that were cut by the first move."""
    seconds: float
    memory_bytes: int
    largest_estimate: float
    """The largest value of the evaluator. Larger values are wins, and smaller than its negative are losses."""
    trace: list[tuple[list[str], int, int, int]] | None = None
    """Every step, if that was asked for: the line, the window, the value so far."""
    open_list: list[tuple[int, list[str], list[tuple[list[str], bool, int]]]] | None = None
    """Every step of a search with a list: the operator, the line, and the list (line, whether solved, merit)."""

    @property
    def value(self) -> float | None:
        """The value of the last completed iteration, for the player on move; `None` if there is none."""
        return self.iterations[-1].value if self.iterations else None

    @property
    def bound(self) -> Bound | None:
        """Whether the value is exact or a bound."""
        return self.iterations[-1].bound if self.iterations else None

    @property
    def reached(self) -> int | None:
        """The depth of the value in plies; `None`: to the end of the game, or no iteration was completed."""
        return self.iterations[-1].depth if self.iterations else None

    @property
    def outcome(self) -> Literal["win", "draw", "loss"] | None:
        """The outcome of the game that the value implies, for the player on move; `None` if it is an estimate.

        Wins and losses are known only within the depth, draws only from searches to the end. Nothing is known where a
        draw by repetition may be hidden. `pnyx.solve` returns proofs that others can check.
        """
        value, bound = self.value, self.bound
        if value is None or bound is None or self.may_hide_repetition:
            return None
        if value > self.largest_estimate and bound != "upper":
            return "win"
        if value < -self.largest_estimate and bound != "lower":
            return "loss"
        return "draw" if self.depth is None and value == 0 and bound == "exact" else None

    @property
    def nodes(self) -> int:
        """Nodes of all kinds: leaves, interior nodes and transpositions."""
        return self.leaf_nodes + self.interior_nodes + self.transposition_nodes

    @property
    def line_text(self) -> str:
        """The line for display."""
        return line_text(self.position, self.line)

    def to_json(self) -> dict[str, Any]:
        """The result as `pnyx search --json` prints it."""
        return {
            "game": self.position.game,
            "position": self.position.text,
            "algorithm": self.algorithm,
            "depth": self.depth,
            "value": self.value,
            "bound": self.bound,
            "outcome": self.outcome,
            "reached": self.reached,
            "reason": self.reason,
            "best_moves": self.best_moves,
            "line": self.line,
            "may_hide_repetition": self.may_hide_repetition,
            "leaf_nodes": self.leaf_nodes,
            "interior_nodes": self.interior_nodes,
            "transposition_nodes": self.transposition_nodes,
            "iterations": [vars(iteration) for iteration in self.iterations],
            "seconds": self.seconds,
            "memory_bytes": self.memory_bytes,
        }

    @property
    def headline(self) -> str:
        """The value in a few words.

        >>> import pnyx
        >>> pnyx.search("XX./OO./... x", depth=2).headline
        'X wins (1), looking 2 plies ahead'
        """
        if self.value is None:
            return f"no value: {why(self.reason or 'stopped')}"
        who, number = player(self.position.turn), bounded(self.value, self.bound)
        match self.outcome:
            case "win":
                number = f"{who} wins ({number})"
            case "loss":
                number = f"{who} loses ({number})"
            case "draw":
                number = "a draw"
            case None:
                number = f"{bounded(self.value, self.bound, sign=True)} for {player_within(self.position.turn)}"
        far = "to the end of the game" if self.reached is None else f"looking {self.reached} plies ahead"
        hidden = "; a draw by repetition may be hidden" if self.may_hide_repetition else ""
        return f"{number}, {far}{hidden}{f' ({why(self.reason)})' if self.reason else ''}"

    def __str__(self) -> str:
        return f"{self.headline[:1].upper()}{self.headline[1:]} ({spent(self.nodes, self.seconds)})."


def search(
    position: Any,
    depth: int | None = None,
    algorithm: str | None = None,
    *,
    game: Any = None,
    exact: bool = False,
    options: Mapping[str, Any] | None = None,
    limit: Limit | None = None,
    all_best: bool = False,
    on_progress: Callable[[SearchProgress], None] | None = None,
    stop: _core.StopFlag | None = None,
    trace: bool = False,
) -> SearchResult:
    """Evaluate a position for the player on move by a search of `depth` plies, or to the end of the game (`exact`).

    `position` and `game` are as for `pnyx.solve`. Positions at the horizon get the value of the game's evaluator; a won
    game is worth more than any of these. `algorithm` is one of `pnyx.api.catalogue.searches()`, by default `mtd-f`, and
    `mtd-double` for `exact`. A search that reaches a limit returns the value of the last completed depth, and the limit
    as its reason. Without a depth it goes as deep as the limit allows. `all_best` finds all moves as good as the best.

    Games written in Python may have evaluators and scores: see `pnyx.Game`. Where these have a `smallest_difference`,
    options such as `shift` and the trace count in steps of it.

    `exact` is for games without repetitions. Its value is the score: in Othello discs, with the empty
    squares for the winner; in Connect Four the stones the winner has left; in other games 1, 0 or -1. These two games
    have tests of their own, much faster than the general ones; all their nodes are counted as interior.

    >>> import pnyx
    >>> print(pnyx.search("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", depth=3).line_text)
    1. Rd8#
    """
    root = as_position(position, game)
    info = search_info(algorithm or (DEFAULT_EXACT if exact else DEFAULT_SEARCH))
    chosen = read_algorithm_options(info, options)
    budget = read_limits(limit)
    if exact and depth is not None:
        raise InputError("depth and exact=True exclude each other: give one of them")
    open_ended = depth is None and not exact
    if open_ended and budget.nodes is None and budget.seconds is None and stop is None:
        raise InputError("expected a depth in plies, exact=True (to the end of the game) or a limit")
    if depth is not None:
        expect_whole("depth", depth, 0, _DEEPEST)
    seen = Steps(root.python_game).number

    def report(nodes: int, seconds: float, memory: int, at: int | None, value: int | None, bound: str | None) -> None:
        if on_progress is not None:
            number = None if value is None else seen(value)
            on_progress(SearchProgress(nodes, seconds, memory, at, number, cast(Bound | None, bound)))

    found = _core.search(
        root.native,
        info.name,
        chosen,
        depth=_DEEPEST if open_ended else depth,
        until_end=open_ended,
        all_best=all_best,
        max_nodes=budget.nodes,
        max_seconds=None if budget.seconds is None else float(budget.seconds),
        max_memory=DEFAULT_MEMORY if budget.memory is None else budget.memory,
        trace=trace,
        stop=stop,
        on_progress=None if on_progress is None else report,
    )
    return SearchResult(
        **shared_fields(found, SearchResult, without=["iterations", "largest_estimate"]),
        position=root,
        algorithm=info.name,
        depth=None if exact else found.iterations[-1][0] if open_ended and found.iterations else depth,
        iterations=[
            Iteration(at, seen(value), cast(Bound, bound), best, passes, leaf, interior, transposition, seconds, hides)
            for at, value, bound, best, passes, leaf, interior, transposition, seconds, hides in found.iterations
        ],
        largest_estimate=seen(found.largest_estimate),
        open_list=found.open,
    )
