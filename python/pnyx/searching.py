"""The value of a position as far as one can look: `pnyx.search`.

The file is not called `search.py`, because a module and a function of one name in one package hide each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from pnyx import _core
from pnyx.catalogue import read_algorithm_options, search_info
from pnyx.errors import InputError, quoted
from pnyx.notation import line_text
from pnyx.problem import Position, as_position
from pnyx.result import why
from pnyx.solving import DEFAULT_MEMORY, Limit, read_limits
from pnyx.steps import Steps
from pnyx.wording import bounded, player, player_within, spent

__all__ = ["DEFAULT_EXACT", "DEFAULT_SEARCH", "Bound", "Iteration", "SearchProgress", "SearchResult", "search"]

DEFAULT_SEARCH: Final = "mtd-f"
"""The search to a depth that is used when none is named."""

DEFAULT_EXACT: Final = "mtd-double"
"""The search to the end of the game that is used when none is named: in Connect Four and Othello it takes at most a
tenth more nodes than the best of the drivers, which is not the same in both."""

_DEEPEST: Final = 10_000

Bound = Literal["exact", "lower", "upper"]
"""Whether a value is the value, or the value is at least or at most that."""


@dataclass(frozen=True)
class Iteration:
    """What a search to one depth found: its value, best move, passes from the root, and nodes."""

    depth: int | None
    """Plies looked ahead; `None`: to the end of the game."""
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
    """What a running search tells `on_progress`: the depth it is at, and the value of the last one it finished."""

    nodes: int
    seconds: float
    memory_bytes: int
    depth: int | None
    value: float | None
    bound: Bound | None = None
    """Whether that is the value, or a bound of it."""

    @property
    def nodes_per_second(self) -> float:
        """The speed so far."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class SearchResult:
    """What a position is worth to the player on move, as far as the search looked.

    >>> import pnyx
    >>> found = pnyx.search("XX./OO./... x", depth=2)
    >>> found.value, found.best_moves, found.outcome
    (1, ['c3'], 'win')
    """

    position: Position
    algorithm: str
    depth: int | None
    """The plies that were asked for, or reached where only a limit was given; `None`: to the end of the game."""
    reason: str | None
    """The limit that ended the search before that depth."""
    best_moves: list[str]
    """The best move; if they were asked for, all moves as good."""
    line: list[str]
    """Best play for both, as far as it is known."""
    may_hide_repetition: bool
    """Whether the table may have hidden a draw by repetition: the value, or one of the best moves, may be wrong then.

    A position that comes back is a draw, but the table answers for positions as they were met on other lines. An answer
    that would ignore such a draw is noticed, and looked into for a small part of the search's time. Where this is
    `False`, the value is that of minimax. It is always `False` without a table, and where positions cannot come back.
    """
    leaf_nodes: int
    interior_nodes: int
    transposition_nodes: int
    iterations: list[Iteration]
    """The searches that were finished; the last one is the answer."""
    cuts: list[tuple[int, int]]
    """By ply of the last iteration: nodes that were cut, and those of them that were cut by the first move."""
    seconds: float
    memory_bytes: int
    largest_opinion: float
    """No opinion of the evaluator is larger: values beyond it are wins and losses."""
    trace: list[tuple[list[str], int, int, int]] | None = None
    """Every step, if that was asked for: the line, the window, the value so far."""
    open_list: list[tuple[int, list[str], list[tuple[list[str], bool, int]]]] | None = None
    """Every step of a search with a list: the operator, the line, and the list (line, whether solved, merit)."""

    @property
    def value(self) -> float | None:
        """The value of the last iteration that was finished, seen from the player on move; `None` if none was."""
        return self.iterations[-1].value if self.iterations else None

    @property
    def bound(self) -> Bound | None:
        """Whether that is the value, or a bound of it."""
        return self.iterations[-1].bound if self.iterations else None

    @property
    def reached(self) -> int | None:
        """The plies the value looks ahead; `None`: to the end of the game, or nothing was finished."""
        return self.iterations[-1].depth if self.iterations else None

    @property
    def outcome(self) -> Literal["win", "draw", "loss"] | None:
        """What the value says about the end of the game, for the player on move; `None` if it is an opinion.

        Only wins and losses that lie within the depth are known; a draw is known of searches to the end. Nothing is
        known where a draw by repetition may be hidden. A proof that others can check is what `pnyx.solve` gives.
        """
        value, bound = self.value, self.bound
        if value is None or bound is None or self.may_hide_repetition:
            return None
        if value > self.largest_opinion and bound != "upper":
            return "win"
        if value < -self.largest_opinion and bound != "lower":
            return "loss"
        return "draw" if self.depth is None and value == 0 and bound == "exact" else None

    @property
    def nodes(self) -> int:
        """Nodes of all kinds: leaves, interior nodes and transpositions."""
        return self.leaf_nodes + self.interior_nodes + self.transposition_nodes

    @property
    def line_text(self) -> str:
        """The line as people of the game write it."""
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

    def _repr_svg_(self) -> str:
        from pnyx import draw

        return draw.svg(self.position)

    def _repr_html_(self) -> str:
        from pnyx.notebook import answers

        return answers.search(self)


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
    """What is a position worth to the player on move, looking `depth` plies ahead, or to the end (`exact`)?

    `position` and `game` are as for `pnyx.solve`. Positions at the horizon are worth what the game's evaluator says;
    a game that was won or lost is worth more than any opinion. `algorithm` is one of `pnyx.searches()`, without it
    `mtd-f`, and for `exact` `mtd-double`. A search that
    reaches a limit gives the value of the last depth it finished, and says which limit it was. Without a depth it goes
    as deep as the limit allows. `all_best` asks for all moves as good as the best.

    Games written in Python may have opinions and scores: see `pnyx.Game`. Where these have a `smallest_difference`,
    options such as `shift` and the trace count in steps of it.

    `exact` is for games in which positions cannot come back. Its value is the score: in Othello discs, with the empty
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
        raise InputError("give a depth, in plies, or exact=True for a search to the end of the game, not both")
    open_ended = depth is None and not exact
    if open_ended and budget.nodes is None and budget.seconds is None and stop is None:
        raise InputError("give a depth, in plies, or exact=True for a search to the end of the game, or a limit")
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= _DEEPEST):
        raise InputError(f"depth must be a whole number from 0 to {_DEEPEST}, not {quoted(depth)}")
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
        position=root,
        algorithm=info.name,
        depth=None if exact else found.iterations[-1][0] if open_ended and found.iterations else depth,
        reason=found.reason,
        best_moves=found.best_moves,
        line=found.line,
        may_hide_repetition=found.may_hide_repetition,
        leaf_nodes=found.leaf_nodes,
        interior_nodes=found.interior_nodes,
        transposition_nodes=found.transposition_nodes,
        iterations=[
            Iteration(at, seen(value), cast(Bound, bound), best, passes, leaf, interior, transposition, seconds, hides)
            for at, value, bound, best, passes, leaf, interior, transposition, seconds, hides in found.iterations
        ],
        cuts=found.cuts,
        seconds=found.seconds,
        memory_bytes=found.memory_bytes,
        largest_opinion=seen(found.largest_opinion),
        trace=found.trace,
        open_list=found.open,
    )
