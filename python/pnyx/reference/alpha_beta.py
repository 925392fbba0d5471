"""Iterative deepening with a depth-limited alpha-beta search, as a solver of yes-or-no questions.

Paper
    What proof-number search was compared with: D. M. Breuker, *Memory versus Search in Games* (1998), section 3.5, and
    M. H. M. Winands, J. W. H. M. Uiterwijk and H. J. van den Herik, "PDS-PN: a new proof-number search algorithm"
    (2003), section 3.4. Neither prints its search; this is the textbook's in its fail-soft form.

What it answers
    Whether the side to move at the root (the prover) can force the goal, in any game of the `pnyx.game.Game` protocol
    in which repeating is not illegal. A reached goal is worth `WIN`, a failed one `LOSS`, and what lies beyond the
    horizon something between them. The search ends with the first iteration whose root is worth one of the two.

Deviations and errata
    - A repetition that fails the prover makes scores too low, never too high: lower bounds hold on all lines. An upper
      bound depends on the smallest ply of a position that was repeated: the minimum over the children of an OR node,
      the best child's at an AND node. The table gets it only if it depends on nothing above its own node. Where a
      repetition satisfies the prover, lower and upper change places, and so do OR and AND.
    - No extensions. Moves are tried in this order: the best one of the table, the two killers of the ply, the others
      by their history; among equals in the order of the game. The papers' programs had more.
    - Beyond 32 plies the depth grows by more than one at a time, by a part in 32.
    - The table forgets nothing; the compiled search has also one of fixed size (TwoDeep).
    - Nothing recurses, so the depth of a line is no limit.

What counts as a node
    The root, and every position played to in the first iteration that reaches its depth. `generated` counts all visits;
    a limit on nodes also ends a search with 100 times as many of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias, TypedDict

from pnyx.errors import InputError
from pnyx.game import DRAW, Game
from pnyx.reference.df_pn_problem import HISTORY, PATH_INDEPENDENT
from pnyx.reference.pn import INFINITY, Step
from pnyx.reference.pn import Problem as PnProblem

if TYPE_CHECKING:
    from typing_extensions import Unpack

WIN: Final = 1 << 30
"""The goal is reached."""

LOSS: Final = -WIN
"""The goal has failed."""

VISITS_PER_NODE: Final = 100

Evaluator: TypeAlias = Callable[[Any], int]
"""The value of a position that is not final, seen from player 0."""


class Score(NamedTuple):
    """What the table stores about a position: bounds of its score, the depth they hold for, the place of the best
    move."""

    lower: int
    upper: int
    depth: int
    best: int


@dataclass(eq=False, slots=True)
class Node:
    """A node on the current line, begun with the window `alpha`, `beta` and N plies above the horizon."""

    position: Any
    key: Hashable
    type: Literal["OR", "AND"]
    depth: int
    alpha: int
    beta: int
    ply: int
    moves: list[tuple[int, Any]] = field(default_factory=list, repr=False)
    """Places and moves, in the order in which they are tried."""
    tried: int = 0
    value: int = 0
    depends_on_ply: int = PATH_INDEPENDENT
    best: tuple[int, Any] | None = None

    def window(self) -> tuple[int, int]:
        """What a child's score has to lie between to matter."""
        if self.best is None:
            return self.alpha, self.beta
        if self.type == "OR":
            return max(self.alpha, self.value), self.beta
        return self.alpha, min(self.beta, self.value)

    def is_cut(self) -> bool:
        """Whether nothing that could still be found matters above the node."""
        alpha, beta = self.window()
        return alpha >= beta

    def take(self, value: int, depends_on_ply: int, needs_all: bool) -> None:
        """The value of the child that was tried last; `needs_all`: the path-dependent bound needs all children."""
        better = self.best is None or (value > self.value if self.type == "OR" else value < self.value)
        if better:
            self.best, self.value = self.moves[self.tried - 1], value
        if needs_all:
            self.depends_on_ply = min(self.depends_on_ply, depends_on_ply)
        elif better:
            self.depends_on_ply = depends_on_ply


class Settings(TypedDict, total=False):
    """What can be said about a search; `Problem` has the defaults."""

    evaluator: Evaluator | None
    table: bool
    killers: bool
    history_heuristic: bool
    max_nodes: int | None
    history: Iterable[Hashable]


class Problem(PnProblem):
    """A game, a root and a goal; how to search; the line, the table, and what has been counted.

    >>> from pnyx.reference.rules.graph import Graph
    >>> problem = Problem(Graph("A max: B C; B = win; C = draw"), "A")
    >>> problem.table, problem.nodes
    ({}, 1)
    """

    def __init__(
        self,
        game: Game[Any, Any],
        position: Hashable,
        goal: str = "win",
        *,
        evaluator: Evaluator | None = None,
        table: bool = True,
        killers: bool = True,
        history_heuristic: bool = True,
        max_nodes: int | None = None,
        history: Iterable[Hashable] = (),
    ) -> None:
        super().__init__(game, position, goal, init="unit")
        if self.repetition == "illegal":
            raise InputError(
                "alpha_beta cannot search games in which repeating a position is illegal: whether a move is legal "
                "depends on the way to it, and its table joins ways; use df_pn or pn"
            )
        self.evaluator, self.uses_table = evaluator, table
        self.uses_killers, self.uses_history = killers, history_heuristic
        self.max_nodes = max_nodes
        self.fails = self.repetition == "draw" and not self.reached(DRAW)
        """Whether a repetition fails the prover."""
        self.table: dict[Hashable, Score] = {}
        self.killers: dict[int, list[Any]] = {}
        self.history_scores = (Counter[Any](), Counter[Any]())
        self.seen: dict[Hashable, int] = {self._key(before): HISTORY for before in history}
        self.root_key = self._key(position)
        self.seen.setdefault(self.root_key, HISTORY + 1)
        self.reason: Literal["nodes", "misdeclared"] | None = None
        self.depth_reached = 0
        self.nodes, self.generated, self.expansions = 1, 1, 0
        self.steps: list[tuple[tuple[Any, ...], int]] = []

    def identity(self, position: Hashable) -> Hashable:
        """The table's key of a position. If a repetition is a draw, positions with the same key are the same."""
        return self._key(position) if self.repetition == "draw" else position

    def exhausted(self) -> bool:
        """Whether the limit on nodes is hit."""
        nodes = max(self.nodes, self.generated // VISITS_PER_NODE)
        return self.max_nodes is not None and nodes >= self.max_nodes

    def evaluate(self, position: Hashable) -> int:
        """What the evaluator says, seen from the prover. No evaluation is a verdict."""
        value = 0 if self.evaluator is None else max(LOSS + 1, min(WIN - 1, self.evaluator(position)))
        return value if self.prover == 0 else -value


@dataclass(eq=False)
class AlphaBetaResult:
    """What the search found. The problem has the table.

    >>> from pnyx.reference.rules.graph import Graph
    >>> result = search(Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win"), "A")
    >>> result.verdict, result.reason, result.nodes, result.generated
    ('proven', None, 6, 8)
    """

    verdict: Literal["proven", "disproven", "unknown"]
    reason: Literal["nodes", "misdeclared"] | None
    nodes: int
    proof: int
    disproof: int
    expansions: int
    generated: int
    problem: Problem = field(repr=False)
    root: Any = field(repr=False)

    @property
    def trace(self) -> list[Step]:
        """One entry for each node that was begun: the line to it, the root's numbers, and the count of nodes."""
        return [(self.texts(moves), 1, 1, nodes) for moves, nodes in self.problem.steps]

    def texts(self, moves: Iterable[Any]) -> list[str]:
        """A line in the game's notation."""
        texts, position = [], self.root
        for move in moves:
            texts.append(self.problem.move_text(position, move))
            position = self.problem.game.play(position, move)
        return texts


def search(
    game: Game[Any, Any], position: Hashable, goal: str = "win", **settings: Unpack[Settings]
) -> AlphaBetaResult:
    """Search a position of a game; `history` holds the positions that came before it.

    Without an evaluator all positions at the horizon are worth the same.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win")
    >>> search(game, "A").verdict, search(game, "B").verdict
    ('proven', 'disproven')
    >>> result = search(game, "A", max_nodes=4)
    >>> result.verdict, result.reason, result.nodes
    ('unknown', 'nodes', 4)
    """
    return deepen(Problem(game, position, goal, **settings), position)


def deepen(problem: Problem, position: Hashable) -> AlphaBetaResult:
    """Search deeper and deeper, until the root is decided."""
    outcome = problem.game.outcome(position)
    value = 0 if outcome is None else WIN if problem.reached(outcome) else LOSS
    depth = 1
    while value not in (WIN, LOSS):
        value = alpha_beta(problem, position, depth)
        if problem.reason is not None:
            break
        problem.depth_reached, depth = depth, depth + 1 + depth // 32
    numbers, verdict = (1, 1), "unknown"
    if problem.reason is None:
        numbers, verdict = ((0, INFINITY), "proven") if value == WIN else ((INFINITY, 0), "disproven")
    return AlphaBetaResult(
        verdict,  # type: ignore[arg-type]  # one of the three
        problem.reason,
        problem.nodes,
        *numbers,
        problem.expansions,
        problem.generated,
        problem,
        position,
    )


def alpha_beta(problem: Problem, position: Hashable, depth: int) -> int:
    """The score of the root, searched to a depth. In place of a recursive call a node is put on the line."""
    line = [enter(problem, position, problem.identity(position), depth, (LOSS, WIN), [])]
    while True:
        node = line[-1]
        if node.tried < len(node.moves) and not node.is_cut():
            if problem.reason is None and problem.exhausted():
                problem.reason = "nodes"
            if problem.reason is not None:
                return 0
            found = visit(problem, line)
        else:
            line.pop()
            found = leave(problem, node)
            if not line:
                return found[0]
            key = problem._key(node.position)
            if problem.seen[key] == node.ply:
                del problem.seen[key]
        if found is not None:
            line[-1].take(*found, needs_all=(line[-1].type == "OR") == problem.fails)


def visit(problem: Problem, line: list[Node]) -> tuple[int, int] | None:
    """Play the next move of the last node: the value behind it and what that depends on, or nothing but a new node."""
    node = line[-1]
    _, move = node.moves[node.tried]
    depth, (alpha, beta) = node.depth - 1, node.window()
    node.tried += 1
    position = problem.game.play(node.position, move)
    problem.generated += 1
    problem.nodes += len(line) > problem.depth_reached
    repetition_key = problem._key(position)
    if repetition_key in problem.seen:
        if problem.repetition == "impossible":
            problem.reason = "misdeclared"
        return WIN if problem.reached(DRAW) else LOSS, problem.seen[repetition_key]
    key = problem.identity(position)
    value = known(problem, key, depth, alpha, beta)
    if value is not None:
        return value, PATH_INDEPENDENT
    outcome = problem.game.outcome(position)
    if outcome is not None:
        return WIN if problem.reached(outcome) else LOSS, PATH_INDEPENDENT
    if depth == 0:
        return problem.evaluate(position), PATH_INDEPENDENT
    problem.seen[repetition_key] = node.ply + 1
    line.append(enter(problem, position, key, depth, (alpha, beta), line))
    return None


def known(problem: Problem, key: Hashable, depth: int, alpha: int, beta: int) -> int | None:
    """The score of a position, as far as the table knows it and it matters for the window."""
    if key not in problem.table:
        return None
    score = problem.table[key]
    if score.upper == LOSS:
        return LOSS
    if score.lower == WIN or (score.depth >= depth and (score.lower == score.upper or score.lower >= beta)):
        return score.lower
    if score.depth >= depth and score.upper <= alpha:
        return score.upper
    return None


def enter(
    problem: Problem, position: Any, key: Hashable, depth: int, window: tuple[int, int], line: list[Node]
) -> Node:
    """Begin a node, with its moves in the order in which to try them."""
    player = problem.game.turn(position)
    best = problem.table[key].best if key in problem.table else None
    killers = problem.killers.get(len(line), [])
    history = problem.history_scores[player]

    def rank(placed: tuple[int, Any]) -> tuple[int, int, int]:
        place, move = placed
        if place == best:
            return 0, 0, place
        if move in killers:
            return 1, killers.index(move), place
        return 2, -history[move], place

    moves = sorted(enumerate(problem.moves(position)), key=rank)
    problem.expansions += 1
    problem.steps.append((tuple(node.moves[node.tried - 1][1] for node in line), problem.nodes))
    node_type: Literal["OR", "AND"] = "OR" if player == problem.prover else "AND"
    return Node(position, key, node_type, depth, *window, len(line) + HISTORY + 1, moves)


def leave(problem: Problem, node: Node) -> tuple[int, int]:
    """End a node: store what was found. Returns it, with what it depends on above the node."""
    assert node.best is not None
    value, (place, move) = node.value, node.best
    # Proofs depend on nothing where a repetition fails the prover, and disproofs where it does not.
    free = node.depends_on_ply >= node.ply or value == (WIN if problem.fails else LOSS)
    if value > node.alpha if node.type == "OR" else value < node.beta:
        reward(problem, node, move)
    if problem.uses_table:
        lower = value if value > node.alpha and (free or problem.fails) else LOSS
        upper = value if value < node.beta and (free or not problem.fails) else WIN
        problem.table[node.key] = Score(lower, upper, node.depth, place)
    return value, PATH_INDEPENDENT if free else node.depends_on_ply


def reward(problem: Problem, node: Node, move: Any) -> None:
    """The move was better than its player could expect; it is a killer if nothing else was needed."""
    player = problem.prover if node.type == "OR" else 1 - problem.prover
    if problem.uses_history:
        problem.history_scores[player][move] += node.depth**2
    if problem.uses_killers and node.is_cut():
        killers = problem.killers.setdefault(node.ply - HISTORY - 1, [])
        if killers[:1] != [move]:
            killers[:] = [move, *killers[:1]]
