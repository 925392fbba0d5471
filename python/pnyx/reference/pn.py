"""Proof-number search on trees, to be read beside the paper.

Paper
    D. M. Breuker, *Memory versus Search in Games* (1998), chapter 3, after Allis (1994). The functions carry the names
    of the figures: `proof_number_search` is Figure 3.2, `set_proof_and_disproof_numbers` 3.3,
    `select_most_proving_node` 3.4, `expand_node` 3.5, `update_ancestors` 3.6.

What it answers
    Whether the side to move at the root (the prover) can force the goal, in any game of the `pnyx.game.Game` protocol.
    A position that is repeated on its line is a draw, unless the game says that this is impossible, or that the move
    which brings it back is illegal: such a move has no node, and a player whose every move is barred so has lost.

Deviations and errata
    - Figure 3.3, OR branch: only the assignment of the proof number belongs to the `if`; the disproof numbers of all
      children are added. An unsolved leaf starts with (1, 1), or, as section 3.3.1 says, with its mobility, or with
      what the game's own `estimate` says.
    - Figure 3.6: the update ends at the first ancestor whose numbers stay the same, and the next selection starts
      there. Nothing above has changed, so the walk from the root would come to the same place.
    - Delayed evaluation (section 3.1) shares the loop: the selected leaf is evaluated, then expanded if still unknown.
      A root that is final is noticed before the loop under either evaluation.
    - Infinity is a number no sum can reach: finite sums stop one below it. When the root's numbers get there, the
      search ends as unknown, for the reason `numbers`.
    - The compiled search can also recycle solved subtrees, which changes no number, and notices a position that comes
      back in a game that declares this impossible; here such a game needs a node limit.
    - Where repeating is illegal, a node may be expanded and have no children. A sum of nothing is 0 and a minimum of
      nothing infinite, which are the numbers of a node that the player on move has lost.
    - Nothing recurses, so the depth of the tree is no limit.

What counts as a node
    The root and every generated child, those of the last expansion included. Nothing is subtracted for solved nodes.
    Moves that are barred generate no child.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from pnyx.errors import ContractError, InputError, quoted
from pnyx.game import DRAW, MOST_ESTIMATED, Game

INFINITY: Final = 2**32 - 1
"""The number of a node that can no longer be proved (disproved)."""

LARGEST: Final = INFINITY - 1
"""Where finite sums stop."""

GOALS: Final = ("win", "mate", "draw-or-better")
EVALUATIONS: Final = ("immediate", "delayed")
INITS: Final = ("mobility", "unit", "custom")

Init: TypeAlias = Literal["mobility", "unit", "custom"]
"""Where the first numbers of an unsolved leaf come from: its moves, nowhere (1 and 1), or the game's `estimate`."""

Step: TypeAlias = "tuple[list[str], int, int, int]"


@dataclass(eq=False, slots=True)
class Node:
    """A node of the search tree; `value` is true, false, or `None` for unknown. `depends_on_ply` is for second levels.

    >>> leaf = Node("K", value=True)
    >>> set_proof_and_disproof_numbers(leaf)
    >>> leaf.proof, leaf.disproof == INFINITY
    (0, True)
    """

    position: Any
    move: Any = None
    parent: Node | None = field(default=None, repr=False)
    key: Hashable = field(default=None, repr=False)
    type: Literal["OR", "AND"] | None = None
    value: bool | None = None
    first: tuple[int, int] = (1, 1)
    proof: int = 1
    disproof: int = 1
    expanded: bool = False
    children: list[Node] = field(default_factory=list, repr=False)
    depends_on_ply: int = field(default=INFINITY, repr=False)


class Asked:
    """A game, as searches ask it for moves and for their texts."""

    game: Game[Any, Any]

    def moves(self, position: Hashable) -> list[Any]:
        """The legal moves of a position without an outcome."""
        moves = list(self.game.moves(position))
        if not moves:
            raise InputError(
                f"expected at least one move in a position without an outcome, got none in {position!r:.60}: "
                "outcome() must say how the game has ended there"
            )
        return moves

    def move_text(self, position: Hashable, move: Any) -> str:
        """A move in the game's notation, or as Python writes it."""
        text = getattr(self.game, "move_text", None)
        return repr(move) if text is None else str(text(position, move))

    def line_to(self, node: Any) -> list[str]:
        """The moves from the root to a node."""
        texts = []
        while node.parent is not None:
            texts.append(self.move_text(node.parent.position, node.move))
            node = node.parent
        return texts[::-1]


class Problem(Asked):
    """A game, a root and a goal: what the pseudo-code takes for granted.

    `line` counts the keys of the positions above the node the search is at (an exempt move may bring one back);
    `history` holds those from before the root.

    >>> from pnyx.reference.rules.graph import Graph
    >>> problem = Problem(Graph("A max: B C; B = win; C = draw"), "A")
    >>> problem.prover, problem.goal, problem.repetition
    (0, 'win', 'draw')
    """

    def __init__(
        self,
        game: Game[Any, Any],
        position: Hashable,
        goal: str = "win",
        *,
        evaluation: str = "immediate",
        init: str = "mobility",
        history: Iterable[Hashable] = (),
    ) -> None:
        expect("goal", goal, GOALS)
        expect("evaluation", evaluation, EVALUATIONS)
        expect("init", init, INITS)
        if evaluation == "delayed" and init != "unit":
            asking = "counting the moves of a new node" if init == "mobility" else "asking the game about a new node"
            raise InputError(
                f"delayed evaluation cannot start from {init}: {asking} is the evaluation that it puts off; "
                "use init='unit', or immediate evaluation"
            )
        if init == "custom" and not callable(getattr(game, "estimate", None)):
            raise InputError(
                f"{type(game).__name__} has no method estimate(position, prover), which init='custom' asks for first "
                "numbers: write one, or use init='mobility' or init='unit'"
            )
        self.game = game
        self.prover = game.turn(position)
        self.goal = goal
        self.delayed = evaluation == "delayed"
        self.init = init
        self.repetition: str = getattr(game, "repetition", "draw")
        expect("repetition rule", self.repetition, ("draw", "impossible", "illegal"))
        self._key = getattr(game, "repetition_key", lambda position: position)
        self._exempt = getattr(game, "may_repeat", lambda position, move: False)
        self.line = Counter[Hashable]()
        self.history = frozenset(map(self.key, history))

    def key(self, position: Hashable) -> Hashable:
        """What the repetition rule compares; `None` where it compares nothing."""
        return None if self.repetition == "impossible" else self._key(position)

    def enter(self, node: Node) -> None:
        """The search goes down from a node."""
        self.line[node.key] += 1

    def leave(self, node: Node) -> None:
        """The search returns to a node."""
        self.line[node.key] -= 1

    def repeats(self, node: Node) -> bool:
        """Whether the node's position occurs on the line before it, or in the history. The root repeats nothing."""
        if self.repetition != "draw" or node.parent is None:
            return False
        return self._seen(node.key)

    def barred(self, node: Node, move: Any, key: Hashable) -> bool:
        """Whether a move at the end of the line must not be played, because of the key of the position it leads to."""
        return self.repetition == "illegal" and self._seen(key) and not self._exempt(node.position, move)

    def _seen(self, key: Hashable) -> bool:
        return self.line[key] > 0 or key in self.history

    def reached(self, outcome: object) -> bool:
        """Whether a final position with this outcome reaches the goal."""
        return outcome != 1 - self.prover if self.goal == "draw-or-better" else outcome == self.prover

    def first_numbers(self, position: Hashable, *, is_or: bool) -> tuple[int, int]:
        """The proof and disproof numbers that an unsolved leaf starts with. At an OR node the prover is on move."""
        if self.init == "custom":
            return self.estimate(position)
        mobility = len(self.moves(position)) if self.init == "mobility" else 1
        return (1, mobility) if is_or else (mobility, 1)

    def estimate(self, position: Hashable) -> tuple[int, int]:
        """What the game itself says, no more than counts."""
        answer = self.game.estimate(position, self.prover)  # type: ignore[attr-defined]  # an optional method
        if not isinstance(answer, tuple) or len(answer) != 2 or not all(map(_is_estimate, answer)):
            raise ContractError(
                "estimate() must return two whole numbers from 1 on, as a tuple (proof, disproof), "
                f"not {quoted(answer)}, at {quoted(position)}"
            )
        proof, disproof = answer
        return min(proof, MOST_ESTIMATED), min(disproof, MOST_ESTIMATED)


@dataclass(eq=False)
class PnResult:
    """What the search found, and its whole tree.

    >>> from pnyx.reference.rules.graph import Graph
    >>> result = search(Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win"), "A")
    >>> result.verdict, result.reason, result.nodes, result.expansions
    ('proven', None, 6, 3)
    """

    verdict: Literal["proven", "disproven", "unknown"]
    reason: Literal["nodes", "numbers"] | None
    nodes: int
    proof: int
    disproof: int
    expansions: int
    root: Node = field(repr=False)
    problem: Problem = field(repr=False)
    steps: list[tuple[Node, int, int, int]] = field(repr=False)

    @property
    def trace(self) -> list[Step]:
        """One entry an iteration: the line to the selected node, the root's numbers and the node count after it.

        >>> from pnyx.reference.rules.graph import Graph
        >>> game = Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win")
        >>> search(game, "A").trace
        [([], 1, 2, 3), (['B'], 2, 1, 4), (['C'], 0, 4294967295, 6)]
        """
        return [(self.line(node), proof, disproof, nodes) for node, proof, disproof, nodes in self.steps]

    def line(self, node: Node) -> list[str]:
        """The moves from the root to a node of the tree.

        >>> from pnyx.reference.rules.graph import Graph
        >>> result = search(Graph("A max: B C; B = loss; C = win"), "A")
        >>> result.line(result.root.children[1])
        ['C']
        """
        return self.problem.line_to(node)


def verdict_of(proof: int, disproof: int) -> Literal["proven", "disproven", "unknown"]:
    """What the numbers of a root say.

    >>> verdict_of(0, INFINITY), verdict_of(3, 1)
    ('proven', 'unknown')
    """
    return "proven" if proof == 0 else "disproven" if disproof == 0 else "unknown"


def search(
    game: Game[Any, Any],
    position: Hashable,
    goal: str = "win",
    *,
    evaluation: Literal["immediate", "delayed"] = "immediate",
    init: Init = "mobility",
    max_nodes: int | None = None,
    history: Iterable[Hashable] = (),
) -> PnResult:
    """Search a position of a game; `history` holds the positions that came before it.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win")
    >>> search(game, "A").verdict
    'proven'
    >>> search(game, "B").verdict
    'disproven'
    >>> search(game, "A", max_nodes=4)
    PnResult(verdict='unknown', reason='nodes', nodes=4, proof=2, disproof=1, expansions=2)
    """
    problem = Problem(game, position, goal, evaluation=evaluation, init=init, history=history)
    root = Node(position, key=problem.key(position))
    return proof_number_search(problem, root, max_nodes)


def proof_number_search(problem: Problem, root: Node, max_nodes: int | None = None) -> PnResult:
    """Figure 3.2: select, expand and update until the root is solved or the resources are used up."""
    nodes, expansions, steps = 1, 0, []
    evaluate(problem, root)
    set_proof_and_disproof_numbers(root)

    current = root
    while (
        root.proof != 0
        and root.disproof != 0
        and max(root.proof, root.disproof) < LARGEST
        and (max_nodes is None or nodes < max_nodes)
    ):
        most_proving_node = select_most_proving_node(problem, current)
        if problem.delayed:
            evaluate(problem, most_proving_node)
        if most_proving_node.value is None:
            expand_node(problem, most_proving_node)
            nodes += len(most_proving_node.children)
            expansions += 1
        current = update_ancestors(problem, most_proving_node, root)
        steps.append((most_proving_node, root.proof, root.disproof, nodes))

    verdict = verdict_of(root.proof, root.disproof)
    reason: Literal["nodes", "numbers"] | None = None
    if verdict == "unknown":
        reason = "numbers" if max(root.proof, root.disproof) >= LARGEST else "nodes"
    return PnResult(verdict, reason, nodes, root.proof, root.disproof, expansions, root, problem, steps)


def evaluate(problem: Problem, node: Node) -> None:
    """Find the value of a leaf: true, false, or unknown, and then its type and first numbers."""
    outcome = problem.game.outcome(node.position)
    if outcome is None and problem.repeats(node):
        outcome = DRAW
    if outcome is not None:
        node.value = problem.reached(outcome)
        return
    node.type = "OR" if problem.game.turn(node.position) == problem.prover else "AND"
    node.first = problem.first_numbers(node.position, is_or=node.type == "OR")


def set_proof_and_disproof_numbers(node: Node) -> None:
    """Figure 3.3: the numbers of an internal node from its children, those of a leaf from its value."""
    if node.expanded:
        if node.type == "AND":
            node.proof = _sum(child.proof for child in node.children)
            node.disproof = min((child.disproof for child in node.children), default=INFINITY)
        else:
            node.proof = min((child.proof for child in node.children), default=INFINITY)
            node.disproof = _sum(child.disproof for child in node.children)
    elif node.value is False:
        node.proof, node.disproof = INFINITY, 0
    elif node.value is True:
        node.proof, node.disproof = 0, INFINITY
    else:
        node.proof, node.disproof = node.first


def select_most_proving_node(problem: Problem, node: Node) -> Node:
    """Figure 3.4: go down to a leaf, always to the first child with its parent's number."""
    while node.expanded:
        problem.enter(node)
        if node.type == "OR":
            node = next(child for child in node.children if child.proof == node.proof)
        else:
            node = next(child for child in node.children if child.disproof == node.disproof)
    return node


def expand_node(problem: Problem, node: Node) -> None:
    """Figure 3.5: generate all children, and evaluate them unless evaluation is delayed. Barred moves have none."""
    problem.enter(node)
    for move in problem.moves(node.position):
        position = problem.game.play(node.position, move)
        key = problem.key(position)
        if problem.barred(node, move, key):
            continue
        child = Node(position, move, node, key)
        if not problem.delayed:
            evaluate(problem, child)
            set_proof_and_disproof_numbers(child)
        node.children.append(child)
    problem.leave(node)
    node.expanded = True


def update_ancestors(problem: Problem, node: Node, root: Node) -> Node:
    """Figure 3.6: set the numbers anew from the node upwards; return where they stopped changing."""
    while True:
        before = node.proof, node.disproof
        set_proof_and_disproof_numbers(node)
        if node is root or before == (node.proof, node.disproof):
            return node
        assert node.parent is not None
        node = node.parent
        problem.leave(node)


def _sum(numbers: Iterable[int]) -> int:
    """A sum that is infinite only when a summand is."""
    total = 0
    for number in numbers:
        if number == INFINITY:
            return INFINITY
        total += number
    return min(total, LARGEST)


def _is_estimate(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number >= 1


def expect(what: str, given: object, known: tuple[str, ...]) -> None:
    """Refuse what is not one of the known words."""
    if given not in known:
        raise InputError(f"expected the {what} to be one of {', '.join(known)}, got {given!r:.60}")
