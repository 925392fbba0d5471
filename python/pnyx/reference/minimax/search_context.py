"""What the searches for a number have in common: nodes, values, the table, the order of moves, counts and the trace.

Values
    Max is the player on move at the root, and all numbers are seen from Max. They lie strictly between `-INFINITY` and
    `INFINITY`. Games may have ``evaluate``, ``score``, ``smallest_difference`` and ``largest_value``, as
    `pnyx.game.Game` says; the searches count in steps of the smallest difference. Rules may also say what no score
    exceeds, by ``largest_score``.

    Where evaluations are asked, payoffs are moved away from 0 by the largest evaluation: no evaluation is worth a win.

Repetition
    Where it is a draw, a position that is on the line or came before the root is a leaf worth 0. A value depends on the
    smallest ply that some leaf below it brought back (the positions before the root have ply 0, the root 1). Only what
    depends on nothing above its own node is stored: this cures draws that were found first, on another line. Draws that
    the table hides remain: a stored value is used on lines where a position below it would be repeated. The compiled
    searches notice that (`may_hide_repetition`); these do not.

Tables
    An entry has bounds for one depth, which count only for that depth, and the place of the best move, which counts for
    all. With one bound to an entry a new bound replaces the old one; with two, the other one stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from pnyx.errors import ContractError, InputError, quoted
from pnyx.game import DRAW, Game
from pnyx.game.steps import Steps
from pnyx.reference.df_pn_problem import HISTORY, PATH_INDEPENDENT
from pnyx.reference.pn import Asked

INFINITY: Final = 2**30
"""More than every value."""

Bound: TypeAlias = Literal["exact", "lower", "upper"]
Row: TypeAlias = "tuple[list[str], int, int, int]"


class Evaluator(NamedTuple):
    """Evaluations of positions that are not final, in steps seen from player 0, and the largest absolute value."""

    value: Callable[[Any], int]
    largest: int


@dataclass(frozen=True)
class Options:
    """How to search. What an algorithm has no use for, it does not examine."""

    killers: bool = False
    history: bool = False
    best: bool = True
    """Whether the table's best move is tried first."""
    bounds: Literal["one", "two"] | None = None
    """Bounds to an entry of the table: unless said otherwise one for MT and its drivers, two for the others."""
    leaves: bool = True
    """Whether leaves are stored."""
    etc: int | None = None
    """Enhanced transposition cutoffs in nodes that are more than N plies above the horizon."""
    etc_left_to_right: bool = False
    deepening: int | None = None
    """The step of iterative deepening, 1 or 2; none is one search to the full depth."""
    guess: int = 1
    """The value of N iterations ago is the first guess: 1 or 2."""
    shift: int = 0
    window: int = 50
    """For aspiration searches: the distance of the first window's ends from the guess."""
    stepsize: int = 10
    """For `mtd-step`."""
    gamma: int = 0
    """For `mt`."""


class Entry(NamedTuple):
    """What the table stores about a position: bounds of its value, the depth they hold for, the place of the best
    move."""

    lower: int
    upper: int
    depth: int | None
    best: int | None


@dataclass(eq=False, slots=True)
class Node:
    """A position as it is reached on one line, N plies above the horizon (`None`: there is no horizon)."""

    position: Any
    key: Hashable
    depth: int | None
    ply: int
    parent: Node | None = field(default=None, repr=False)
    place: int = 0
    """The place of the move to it in the game's order."""
    move: Any = None
    repeats: int | None = None
    """The ply of the position that it repeats, if it does."""
    is_max: bool = True
    moves: list[tuple[int, Any]] = field(default_factory=list, repr=False)
    """Places and moves, in the order in which they are tried."""
    g: int = 0
    best: Node | None = field(default=None, repr=False)
    depends_on_ply: int = PATH_INDEPENDENT

    def take(self, child: Node, value: int) -> int:
        """A child is worth this: the node's own value so far. Among equals the first is the best."""
        if self.best is None or (value > self.g if self.is_max else value < self.g):
            self.g, self.best = value, child
        self.depends_on_ply = min(self.depends_on_ply, child.depends_on_ply)
        return self.g

    def child_depth(self) -> int | None:
        """The depth of its children."""
        return None if self.depth is None else self.depth - 1


class Found(NamedTuple):
    """What one search of the root found: a value, what is known about it, and the child that has it."""

    value: int
    bound: Bound
    best: Node | None


class Problem(Asked):
    """A game and a root; how to search; the line, the table, and what has been counted.

    >>> from pnyx.reference.rules.graph import Graph
    >>> problem = Problem(Graph("A min: B C; B = 7; C = draw"), "A")
    >>> [problem.value_of(child) for child in problem.children(problem.expand(problem.begin_at(None)))]
    [-7, 0]
    """

    def __init__(
        self,
        game: Game[Any, Any],
        position: Hashable,
        depth: int | None = None,
        *,
        evaluator: Evaluator | None = None,
        options: Options | None = None,
        history: Iterable[Hashable] = (),
        trace: bool = False,
    ) -> None:
        self.game, self.options = game, options or Options()
        self.repetition: str = getattr(game, "repetition", "draw")
        if self.repetition == "illegal":
            raise InputError(
                "the minimax searches cannot search games in which repeating a position is illegal: whether a move is "
                "legal depends on the way to it, and their table joins ways; use df_pn or pn"
            )
        self.steps = Steps(game)
        self.has_score = callable(getattr(game, "score", None))
        if evaluator is None and callable(getattr(game, "evaluate", None)):
            evaluator = Evaluator(lambda position: self.ask("evaluate", position), self.steps.largest)
        self.evaluator = None if depth is None else evaluator
        self.max: int = game.turn(position)
        """The player who is Max."""
        self.position, self.depth = position, depth
        self._key: Callable[[Any], Hashable] = getattr(game, "repetition_key", lambda position: position)
        self.seen: dict[Hashable, int] = {self.key(before): HISTORY for before in history}
        self.table: dict[Hashable, Entry] = {}
        self.two_bounds = self.options.bounds == "two"
        self.killers: dict[int, list[Any]] = {}
        self.history_scores = (Counter[Any](), Counter[Any]())
        self.leaf_nodes = self.interior_nodes = self.transposition_nodes = 0
        self.traces = trace
        self.rows: list[Any] = []
        self.evaluated: list[list[str]] = []
        """The lines to the leaves that were evaluated, if there is a trace."""
        self.root = self.begin_at(depth)

    def begin_at(self, depth: int | None) -> Node:
        """The root, for a search of this depth."""
        self.root = Node(self.position, self.key(self.position), depth, HISTORY + 1)
        return self.root

    # Positions

    def key(self, position: Any) -> Hashable:
        """The table's key of a position. If a repetition is a draw, positions with the same key are the same."""
        return self._key(position) if self.repetition == "draw" else position

    def is_leaf(self, n: Node) -> bool:
        """Whether nothing below a node is searched."""
        return n.repeats is not None or n.depth == 0 or self.game.outcome(n.position) is not None

    def value_of(self, n: Node) -> int:
        """The value of a leaf, seen from Max."""
        if n.repeats is not None:
            return 0
        outcome = self.game.outcome(n.position)
        value = self.evaluation_of(n.position) if outcome is None else self.payoff(n.position, outcome)
        return value if self.max == 0 else -value

    def evaluation_of(self, position: Any) -> int:
        """What the evaluator thinks of a position that is not final, seen from player 0."""
        if self.evaluator is None:
            return 0
        value = self.evaluator.value(position)
        if abs(value) > self.evaluator.largest:
            raise ContractError(
                f"evaluate() must return a whole number from -{self.evaluator.largest} to {self.evaluator.largest}, "
                f"not {quoted(value)}, at {quoted(position)}"
            )
        return value

    def payoff(self, position: Any, outcome: object) -> int:
        """What a final position is worth to player 0: more than every evaluation."""
        sign = 0 if outcome == DRAW else 1 if outcome == 0 else -1
        value = sign * self.steps.win
        if self.has_score:
            value = self.ask("score", position)
            if (value > 0) - (value < 0) != sign:
                raise ContractError(
                    "score() must return a number above 0 where player 0 has won, below 0 where player 1 has won and 0 "
                    f"for a draw, not {quoted(self.steps.number(value))}, at {quoted(position)}"
                )
        if abs(value) > self.largest_payoff():
            raise InputError(f"expected payoffs of no more than {self.largest_payoff()}, got {quoted(value)}")
        return value + sign * self.largest_estimate()

    def ask(self, method: str, position: Any) -> int:
        """What one of the methods that give numbers says of a position, in steps."""
        answer = getattr(self.game, method)(position)
        largest = getattr(self.game, "largest_score", None) if method == "score" else None
        complaint = self.steps.complaint(answer, largest)
        if complaint is not None:
            raise ContractError(f"{method}() {complaint}, not {quoted(answer)}, at {quoted(position)}")
        return self.steps.count(answer)

    def largest_estimate(self) -> int:
        """No evaluation lies further from 0."""
        return 0 if self.evaluator is None else self.evaluator.largest

    def largest_payoff(self) -> int:
        """No payoff lies further from 0."""
        largest = self.steps.largest if self.has_score else self.steps.win
        return min(int(getattr(self.game, "largest_score", largest)), INFINITY - 1 - self.largest_estimate())

    def largest_value(self) -> int:
        """No value lies further from 0."""
        return self.largest_payoff() + self.largest_estimate()

    def guess(self) -> int:
        """What is thought of the root before any search, seen from Max."""
        final = self.game.outcome(self.position) is not None
        value = 0 if final else self.evaluation_of(self.position)
        return value if self.max == 0 else -value

    # Descending and returning

    def expand(self, n: Node) -> Node:
        """Whose turn it is at an inner node, and its moves in the order in which to try them."""
        player = self.game.turn(n.position)
        n.is_max, n.best, n.depends_on_ply = player == self.max, None, PATH_INDEPENDENT
        entry = self.table.get(n.key) if self.options.best else None
        killers = self.killers.get(n.ply, [])

        def rank(placed: tuple[int, Any]) -> tuple[int, int, int]:
            place, move = placed
            if entry is not None and place == entry.best:
                return 0, 0, place
            if move in killers:
                return 1, killers.index(move), place
            return 2, -self.history_scores[player][move], place

        n.moves = sorted(enumerate(self.moves(n.position)), key=rank)
        return n

    def begin(self, n: Node, alpha: int, beta: int) -> None:
        """The search goes down from an inner node."""
        self.interior_nodes += 1
        n.g = -INFINITY if n.is_max else INFINITY
        if self.repetition == "draw":
            self.seen.setdefault(n.key, n.ply)
        self.trace_step(n, alpha, beta, n.g)

    def children(self, n: Node) -> Iterator[Node]:
        """The children of a node on the line, in the order in which they are tried."""
        for place, move in n.moves:
            position = self.game.play(n.position, move)
            key = self.key(position)
            # The node itself may not be on the line yet.
            repeats = self.seen.get(key, n.ply if key == n.key else None) if self.repetition == "draw" else None
            yield Node(position, key, n.child_depth(), n.ply + 1, n, place, move, repeats)

    def end(self, n: Node, alpha: int, beta: int) -> None:
        """The search returns from a node that was begun with this window, and learns from its best move."""
        self.leave(n)
        if n.g > alpha if n.is_max else n.g < beta:
            self.reward(n, is_cut=n.g >= beta if n.is_max else n.g <= alpha)

    def leave(self, n: Node) -> None:
        """The search returns from a node."""
        if self.seen.get(n.key) == n.ply:
            del self.seen[n.key]
        if n.depends_on_ply >= n.ply:
            n.depends_on_ply = PATH_INDEPENDENT

    def reward(self, n: Node, is_cut: bool) -> None:
        """The best move was better than its player could expect; it is a killer if nothing else was needed."""
        assert n.best is not None
        move = n.best.move
        if self.options.history:
            self.history_scores[self.game.turn(n.position)][move] += 1 if n.depth is None else n.depth**2
        if self.options.killers and is_cut:
            killers = self.killers.setdefault(n.ply, [])
            if killers[:1] != [move]:
                killers[:] = [move, *killers[:1]]

    def evaluate(self, n: Node, alpha: int, beta: int) -> int:
        """Visit a leaf."""
        value = self.count_leaf(n)
        self.trace_step(n, alpha, beta, value)
        return value

    def count_leaf(self, n: Node) -> int:
        """Evaluate a leaf."""
        self.leaf_nodes += 1
        n.depends_on_ply = PATH_INDEPENDENT if n.repeats is None else n.repeats
        if self.traces:
            self.evaluated.append(self.line_to(n))
        return self.value_of(n)

    def answer(self, n: Node, alpha: int, beta: int, value: int) -> int:
        """Visit a node of which the table knows enough."""
        self.transposition_nodes += 1
        n.depends_on_ply = PATH_INDEPENDENT
        self.trace_step(n, alpha, beta, value)
        return value

    # The table

    def retrieve(self, n: Node) -> Entry | None:
        """What the table knows of a node's value."""
        entry = self.table.get(n.key)
        return entry if entry is not None and entry.depth == n.depth and n.repeats is None else None

    def store(self, n: Node, lower: int, upper: int) -> None:
        """Keep what was found, unless it depends on the line above the node."""
        if n.depends_on_ply != PATH_INDEPENDENT:
            return
        old = self.retrieve(n)
        if self.two_bounds and old is not None:
            if lower == -INFINITY and old.lower <= upper:
                lower = old.lower
            if upper == INFINITY and old.upper >= lower:
                upper = old.upper
        self.table[n.key] = Entry(lower, upper, n.depth, None if n.best is None else n.best.place)

    def store_leaf(self, n: Node, value: int) -> None:
        """Keep the value of a leaf, unless the line made it one."""
        if self.options.leaves and n.repeats is None:
            self.table[n.key] = Entry(value, value, n.depth, None)

    # The trace

    def trace_step(self, n: Node, alpha: int, beta: int, g: int) -> None:
        """One row of the trace."""
        if self.traces:
            self.rows.append((self.line_to(n), alpha, beta, g))
