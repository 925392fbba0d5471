"""The base-twin algorithm: proof-number search on graphs with cycles, to be read beside the paper.

Paper
    D. M. Breuker, H. J. van den Herik, J. W. H. M. Uiterwijk and L. V. Allis, "A solution to the GHI problem for
    best-first search", *Theoretical Computer Science* 252 (2001) 121-149, sections 4 and 5. The functions carry the
    names of the figures: `bta_proof_number_search` is Figure 11, `select_most_proving_node` 12, `select_best_child` 13,
    `expand_node` 14, `update_ancestors` 15, `update_or_node` 16, `update_and_node` 17.

What it answers
    Whether the side to move at the root (the prover) can force the goal, in any game of the `pnyx.game.Game` protocol
    in which a position that is repeated is a draw, or in which none does. The paper's attacker, who moves at OR nodes,
    is the side that a repetition fails. For the goal `draw-or-better` that is the opponent, so the opposite question
    is searched, and its answer turned round.

Deviations and errata
    - Figure 12: only marked children enter the minimum, and all are unmarked. Its recursion is a loop.
    - Figure 13, AND branch: a marked child also makes the best child NULL, as the text says.
    - Figure 14: a twin starts with the numbers of an unexpanded leaf. `expanded` is set before the base node's numbers.
    - Figure 16 ("UpdateO2Node"): the numbers that ignore the marks come from the children of the base node.
    - Figure 17: proof and disproof are exchanged; the proof number of an AND node is the sum.
    - Footnote 11: a node that has become a real draw is itself a marked child, of an AND node too. Its mark is removed.
    - A position of the history is a draw wherever it is generated.
    - One selection may walk through very many lines with cycles. Its steps from one expansion to the next are limited
      as well; running out is `unknown`, for the reason `selections`.
    - A position that is repeated where this is declared impossible ends the search as `unknown`, too: `misdeclared`.

What counts as a node
    The root and every generated child whose position is new to the graph, the last expansion included. Twins are not
    counted.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from pnyx.errors import InputError
from pnyx.game import DRAW, Game
from pnyx.reference.pn import INFINITY, LARGEST, Init, Step
from pnyx.reference.pn import Problem as PnProblem
from pnyx.reference.pn import _sum as saturating_sum

SELECTIONS = 10_000_000
"""The steps of selection from one expansion to the next that are allowed by default."""

Reason: TypeAlias = Literal["nodes", "numbers", "selections", "misdeclared"]


class Exhausted(Exception):
    """A selection ends without a node; the argument says why."""


@dataclass(eq=False, slots=True)
class Node:
    """A node of the search graph; `base_node` is `None` for a base node.

    `parent` and `depth` belong to the path on which the node was last selected. `pd_depth` is `None` unless the node is
    marked as a possible draw.

    >>> first = Node("F", key="F")
    >>> twin = Node("F", key="F", base_node=first)
    >>> base_node(first) is base_node(twin) is first
    True
    """

    position: Any
    move: Any = None
    key: Hashable = None
    base_node: Node | None = field(default=None, repr=False)
    type: Literal["OR", "AND"] | None = None
    value: bool | None = None
    first: tuple[int, int] = (1, 1)
    proof: int = 1
    disproof: int = 1
    expanded: bool = False
    children: list[Node] = field(default_factory=list, repr=False)
    parent: Node | None = field(default=None, repr=False)
    depth: int = 0
    pd_depth: int | None = None


class Problem(PnProblem):
    """A game, a root and a goal; the attacker; and the table of positions.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("A max: B C; B = win; C = draw")
    >>> Problem(game, "A").attacker, Problem(game, "A", "draw-or-better").attacker
    (0, 1)
    """

    def __init__(
        self,
        game: Game[Any, Any],
        position: Hashable,
        goal: str = "win",
        *,
        init: str = "mobility",
        history: Iterable[Hashable] = (),
        max_selections: int = SELECTIONS,
    ) -> None:
        super().__init__(game, position, goal, init=init, history=history)
        if self.repetition == "illegal":
            raise InputError(
                "pn_bta cannot search games in which repeating a position is illegal: it settles cycles "
                "as draws; use pn"
            )
        self.negated = goal == "draw-or-better" and self.repetition == "draw"
        self.attacker = 1 - self.prover if self.negated else self.prover
        self.table: dict[Hashable, Node] = {}
        self.max_selections = max_selections
        self.steps = 0

    def identity(self, position: Hashable) -> Hashable:
        """What makes two positions one in the graph."""
        return self.key(position) if self.repetition == "draw" else position

    def numbers(self, node: Node) -> tuple[int, int]:
        """A node's numbers as the prover sees them."""
        return (node.disproof, node.proof) if self.negated else (node.proof, node.disproof)

    def line_to(self, node: Node) -> list[str]:
        """The moves of the current path to a node."""
        nodes = list(path(node))[::-1]
        return [self.move_text(above.position, below.move) for above, below in pairwise(nodes)]


@dataclass(eq=False)
class BtaResult:
    """What the search found, and its whole graph.

    >>> from pnyx.reference.rules.graph import Graph
    >>> result = search(Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win"), "A")
    >>> result.verdict, result.reason, result.nodes, result.expansions
    ('proven', None, 5, 3)
    >>> result.trace[-1]
    (['C'], 0, 4294967295, 5)
    """

    verdict: Literal["proven", "disproven", "unknown"]
    reason: Reason | None
    nodes: int
    proof: int
    disproof: int
    expansions: int
    root: Node = field(repr=False)
    problem: Problem = field(repr=False)
    trace: list[Step] = field(repr=False)


def search(
    game: Game[Any, Any],
    position: Hashable,
    goal: str = "win",
    *,
    init: Init = "mobility",
    max_nodes: int | None = None,
    max_selections: int = SELECTIONS,
    history: Iterable[Hashable] = (),
) -> BtaResult:
    """Search a position of a game; `history` holds the positions that came before it.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win")
    >>> search(game, "A").verdict, search(game, "B").verdict
    ('proven', 'disproven')
    >>> search(game, "A", max_nodes=3)
    BtaResult(verdict='unknown', reason='nodes', nodes=3, proof=1, disproof=2, expansions=1)
    """
    problem = Problem(game, position, goal, init=init, history=history, max_selections=max_selections)
    root = Node(position, key=problem.identity(position))
    problem.table[root.key] = root
    return bta_proof_number_search(problem, root, max_nodes)


def bta_proof_number_search(problem: Problem, root: Node, max_nodes: int | None = None) -> BtaResult:
    """Figure 11: select, expand and update until the root is solved or the resources are used up."""
    expansions, trace = 0, list[Step]()
    reason: Reason | None = None
    evaluate(problem, root)
    set_leaf_numbers(root)
    while root.proof != 0 and root.disproof != 0:
        if max(root.proof, root.disproof) >= LARGEST:
            reason = "numbers"
        elif max_nodes is not None and len(problem.table) >= max_nodes:
            reason = "nodes"
        if reason is not None:
            break
        try:
            most_proving_node = select_most_proving_node(problem, root)
        except Exhausted as exhausted:
            reason = exhausted.args[0]
            break
        expansions += expand_node(problem, most_proving_node)
        update_ancestors(most_proving_node.parent, root)
        trace.append((problem.line_to(most_proving_node), *problem.numbers(root), len(problem.table)))

    verdict: Literal["proven", "disproven", "unknown"] = "unknown"
    if reason is None:
        verdict = "proven" if (root.proof == 0) != problem.negated else "disproven"
    nodes = len(problem.table)
    return BtaResult(verdict, reason, nodes, *problem.numbers(root), expansions, root, problem, trace)


def evaluate(problem: Problem, node: Node, *, history: bool = False) -> None:
    """Find the value of a leaf for the attacker: true, false, or unknown, and then its type and first numbers."""
    outcome = problem.game.outcome(node.position)
    if outcome is None and history and problem.repetition == "draw" and node.key in problem.history:
        outcome = DRAW
    if outcome is not None:
        node.value = problem.reached(outcome) != problem.negated
        return
    node.type = "OR" if problem.game.turn(node.position) == problem.attacker else "AND"
    proof, disproof = problem.first_numbers(node.position, is_or=(node.type == "OR") != problem.negated)
    node.first = (disproof, proof) if problem.negated else (proof, disproof)


def base_node(node: Node) -> Node:
    """The node below which the subtree of this position hangs."""
    return node if node.base_node is None else node.base_node


def path(node: Node | None) -> Iterator[Node]:
    """The nodes of the current path, from this one up to the root."""
    while node is not None:
        yield node
        node = node.parent


def find_equal_ancestor_node(node: Node) -> Node | None:
    """The node of the same position above this one on the path, if it is a repetition."""
    return next((ancestor for ancestor in path(node.parent) if ancestor.key == node.key), None)


def set_proof_and_disproof_numbers(node: Node) -> None:
    """The numbers of an internal node, from the children of its base node."""
    base = base_node(node)
    if base.type == "AND":
        node.proof = saturating_sum(child.proof for child in base.children)
        node.disproof = min(child.disproof for child in base.children)
    else:
        node.proof = min(child.proof for child in base.children)
        node.disproof = saturating_sum(child.disproof for child in base.children)


def set_leaf_numbers(node: Node) -> None:
    """The numbers of a node that has just been evaluated, whatever is known of its base node."""
    if node.value is False:
        node.proof, node.disproof = INFINITY, 0
    elif node.value is True:
        node.proof, node.disproof = 0, INFINITY
    else:
        node.proof, node.disproof = node.first


def select_most_proving_node(problem: Problem, root: Node) -> Node:
    """Figure 12: go down by the best children, and up again from possible draws."""
    node = root
    while True:
        problem.steps += 1
        if problem.steps > problem.max_selections:
            raise Exhausted("selections")
        base = base_node(node)
        # 1: base node has been solved
        if base.proof == 0 or base.disproof == 0:
            return node
        ancestor = find_equal_ancestor_node(node)
        if ancestor is not None:  # 2: repetition of position
            if problem.repetition == "impossible":
                raise Exhausted("misdeclared")
            assert node.parent is not None
            node.pd_depth = ancestor.depth
            node = node.parent
        elif not base.expanded:  # 3: leaf
            return node
        else:  # 4: internal node; look for child
            best_child, pd_present = select_best_child(base)
            if best_child is not None:
                best_child.parent, best_child.depth = node, node.depth + 1
                node = best_child
            elif pd_present:
                node.pd_depth = collect_possible_draws(base)
                if is_real_draw(node):
                    return node
                assert node.parent is not None
                node = node.parent
            else:  # all children were solved elsewhere, through their twins
                base.proof, base.disproof = base.children[0].proof, base.children[0].disproof
                return node


def is_real_draw(node: Node) -> bool:
    """Lemma 3: nothing above a possible draw is needed for it, so it is a draw whatever the history."""
    return node.pd_depth == node.depth


def collect_possible_draws(base: Node) -> int:
    """Unmark the children of a base node; return the smallest possible-draw depth among them."""
    depths = [child.pd_depth for child in base.children if child.pd_depth is not None]
    for child in base.children:
        child.pd_depth = None
    return min(depths)


def select_best_child(base: Node) -> tuple[Node | None, bool]:
    """Figure 13: the first child with the smallest number, if there is one to select; whether a child is marked."""
    best_child, best_value, pd_present = None, INFINITY, False
    for child in base.children:
        if child.pd_depth is not None:
            pd_present = True
            if base.type == "AND":
                return None, True
        else:
            value = child.proof if base.type == "OR" else child.disproof
            if value < best_value:
                best_child, best_value = child, value
    return best_child, pd_present


def expand_node(problem: Problem, node: Node) -> bool:
    """Figure 14: evaluate the selected node; return whether children were generated for that."""
    base = base_node(node)
    if base.proof == 0 or base.disproof == 0:  # 1: base node already solved
        node.proof, node.disproof = base.proof, base.disproof
        return False
    if node.pd_depth is not None:  # 2: node has become a real draw
        node.pd_depth = None
        node.proof = base.proof = INFINITY
        node.disproof = base.disproof = 0
        return False
    # 3: node has to be expanded
    generate_all_children(problem, base)
    for child in base.children:
        evaluate(problem, child, history=True)
        set_leaf_numbers(child)
    base.expanded = True
    problem.steps = 0
    set_proof_and_disproof_numbers(base)
    node.proof, node.disproof = base.proof, base.disproof
    return True


def generate_all_children(problem: Problem, base: Node) -> None:
    """A base node for each position that is new to the graph, a twin for each other."""
    for move in problem.moves(base.position):
        position = problem.game.play(base.position, move)
        child = Node(position, move, problem.identity(position))
        first = problem.table.setdefault(child.key, child)
        child.base_node = None if first is child else first
        base.children.append(child)


def update_ancestors(node: Node | None, root: Node) -> None:
    """Figure 15: set the numbers anew on the path from the node to the root."""
    while node is not None:
        base = base_node(node)
        if base.type == "OR":
            update_or_node(node, base)
        else:
            update_and_node(node, base)
        node = node.parent
    root.pd_depth = None


def update_or_node(node: Node, base: Node) -> None:
    """Figure 16: marked children count as draws, unless nothing else is left."""
    pd_present = any(child.pd_depth is not None for child in base.children)
    unmarked = [child for child in base.children if child.pd_depth is None]
    for child in base.children:
        child.pd_depth = None
    node.proof = min((child.proof for child in unmarked), default=INFINITY)
    node.disproof = saturating_sum(child.disproof for child in unmarked)
    if node.proof == INFINITY and pd_present:
        set_proof_and_disproof_numbers(node)
    update_base_node(node, base)


def update_and_node(node: Node, base: Node) -> None:
    """Figure 17; no child is marked any more."""
    set_proof_and_disproof_numbers(node)
    update_base_node(node, base)


def update_base_node(node: Node, base: Node) -> None:
    """A solved node solves its base node, and so, when they are selected, all twins."""
    if node.proof == 0 or node.disproof == 0:
        base.proof, base.disproof = node.proof, node.disproof
