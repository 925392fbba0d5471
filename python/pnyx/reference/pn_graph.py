"""What proof-number searches that join transpositions have in common; see `pn_dag` and `pn_dcg`.

Paper
    D. M. Breuker, H. J. van den Herik, J. W. H. M. Uiterwijk, L. V. Allis, *A solution to the GHI problem for
    best-first search* (2001), section 3: Schijf's two changes to the search on trees. All parents of a node are
    updated, not one; and a child that is generated may be a node that exists, to which its parent is then connected.
    The functions carry the names of the figures of `pn`.

Deviations and errata
    - Each selection starts at the root, and the update goes on until nothing changes, in any order: the graph has no
      cycles, so the numbers come out the same. (The compiled search starts where something has changed, and updates
      from the deepest level up.)
    - A position that is repeated in a game that declares this impossible ends the search as unknown.

What counts as a node
    The root and every generated child, those of the last expansion included, but no child that is a node which exists.
    Links to such nodes count towards the limit only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal, TypedDict, TypeVar

from pnyx.game import DRAW, Game
from pnyx.reference.pn import INFINITY, LARGEST, Init, Problem, Step, verdict_of
from pnyx.reference.pn import _sum as add

J = TypeVar("J", bound="Joining")


@dataclass(eq=False, slots=True)
class Node:
    """A node of the graph. `stands_for` is the ancestor that a cut-off leaf repeats.

    >>> Node("A", settled=True).proof
    0
    """

    position: Any
    key: Hashable = field(default=None, repr=False)
    type: Literal["OR", "AND"] | None = None
    settled: bool | None = None
    proof: int = 1
    disproof: int = 1
    children: list[tuple[Any, Node]] = field(default_factory=list, repr=False)
    parents: list[Node] = field(default_factory=list, repr=False)
    stands_for: Node | None = field(default=None, repr=False)
    cut_offs: list[Node] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        if self.settled is not None:
            self.settle(self.settled)

    def settle(self, proved: bool) -> None:
        """Give a leaf a value."""
        self.proof, self.disproof = (0, INFINITY) if proved else (INFINITY, 0)


class Joining(ABC):
    """How transpositions are joined, and the nodes that positions can find again."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.known: dict[Hashable, Node] = {}

    def identity(self, position: Hashable) -> Hashable:
        """What makes two positions one node: what the repetition rule compares, or all where there is no such rule."""
        return self.problem.key(position) if self.problem.repetition == "draw" else position

    @abstractmethod
    def looks_up(self, position: Hashable, move: Any) -> bool:
        """Whether the position after the move may share its node with equal ones."""

    @abstractmethod
    def cut_off(self, ancestor: Node) -> Node | None:
        """The leaf in place of a child that is an ancestor; `None` if it cannot be one by the rules."""


@dataclass(eq=False)
class GraphResult:
    """What the search found, and its whole graph.

    >>> from pnyx.reference import pn_dag
    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("repetition impossible; A max: B C; B min: D; C min: D; D max: E F; E = loss; F = win")
    >>> pn_dag.search(game, "A")
    GraphResult(verdict='proven', reason=None, nodes=6, links=0, proof=0, disproof=4294967295, expansions=3)
    """

    verdict: Literal["proven", "disproven", "unknown"]
    reason: str | None
    nodes: int
    links: int
    proof: int
    disproof: int
    expansions: int
    root: Node = field(repr=False)
    trace: list[Step] = field(repr=False)
    """One entry an iteration: the line to the selected node, the root's numbers and the node count after it."""


class Settings(TypedDict, total=False):
    """What can be said about a search; `history` holds the positions that came before the root."""

    init: Init
    max_nodes: int | None
    history: Iterable[Hashable]


def joined_search(
    joining: type[J], game: Game[Any, Any], position: Hashable, goal: str, settings: Settings
) -> tuple[GraphResult, J]:
    """Search a position with transpositions joined in this way. Returns what was found, and how they were joined."""
    init, history = settings.get("init", "mobility"), settings.get("history", ())
    problem = Problem(game, position, goal, init=init, history=history)
    joined = joining(problem)
    root = Node(position, problem.key(position))
    return proof_number_search(problem, joined, root, settings.get("max_nodes")), joined


def proof_number_search(problem: Problem, joining: Joining, root: Node, max_nodes: int | None = None) -> GraphResult:
    """Figure 3.2: select, expand and update until the root is solved or the resources are used up."""
    nodes, links, expansions = 1, 0, 0
    trace: list[Step] = []
    misdeclared = False
    evaluate(problem, root, repeats=False)
    joining.known[joining.identity(root.position)] = root

    while (
        root.proof != 0
        and root.disproof != 0
        and max(root.proof, root.disproof) < LARGEST
        and (max_nodes is None or nodes + links < max_nodes)
    ):
        line = list(select_most_proving_node(root))
        most_proving_node = line[-1][1]
        problem.line = Counter(node.key for _, node in line)
        counts = expand_node(problem, joining, most_proving_node)
        if counts is None:
            misdeclared = True
            break
        nodes, links, expansions = nodes + counts[0], links + counts[1], expansions + 1
        update_ancestors(problem, most_proving_node)
        texts = [problem.move_text(above.position, move) for (_, above), (move, _) in pairwise(line)]
        trace.append((texts, root.proof, root.disproof, nodes))

    verdict = verdict_of(root.proof, root.disproof)
    reason = None
    if verdict == "unknown":
        limit = "numbers" if max(root.proof, root.disproof) >= LARGEST else "nodes"
        reason = "misdeclared" if misdeclared else limit
    return GraphResult(verdict, reason, nodes, links, root.proof, root.disproof, expansions, root, trace)


def evaluate(problem: Problem, node: Node, *, repeats: bool) -> None:
    """Find the value of a leaf, or its first numbers."""
    outcome = problem.game.outcome(node.position)
    if outcome is None and repeats:
        outcome = DRAW
    if outcome is not None:
        node.settle(problem.reached(outcome))
        return
    node.type = "OR" if problem.game.turn(node.position) == problem.prover else "AND"
    node.proof, node.disproof = problem.first_numbers(node.position, is_or=node.type == "OR")


def set_proof_and_disproof_numbers(node: Node) -> None:
    """Figure 3.3, for internal nodes: their numbers from those of their children."""
    proofs = [child.proof for _, child in node.children]
    disproofs = [child.disproof for _, child in node.children]
    if node.type == "OR":
        node.proof, node.disproof = min(proofs), add(disproofs)
    else:
        node.proof, node.disproof = add(proofs), min(disproofs)


def select_most_proving_node(node: Node) -> Iterator[tuple[Any, Node]]:
    """Figure 3.4: the nodes down to a leaf, with the moves to them; always the first child with its parent's number."""
    yield None, node
    while node.children:
        if node.type == "OR":
            move, node = next((move, child) for move, child in node.children if child.proof == node.proof)
        else:
            move, node = next((move, child) for move, child in node.children if child.disproof == node.disproof)
        yield move, node


def expand_node(problem: Problem, joining: Joining, node: Node) -> tuple[int, int] | None:
    """Figure 3.5: generate all children; the numbers of new nodes and of links, or nothing if one cannot be."""
    nodes = links = 0
    above: set[Node] | None = None
    for move in problem.moves(node.position):
        position = problem.game.play(node.position, move)
        identity = joining.identity(position)
        shared = joining.looks_up(node.position, move)
        child = joining.known.get(identity) if shared else None
        if child is not None:
            above = ancestors(node) if above is None else above
            if child not in above:
                links += 1
            else:
                leaf = joining.cut_off(child)
                if leaf is None:
                    return None
                child, nodes = leaf, nodes + 1
        else:
            child = Node(position, problem.key(position))
            repeats = problem.repetition == "draw" and (child.key in problem.line or child.key in problem.history)
            evaluate(problem, child, repeats=repeats)
            nodes += 1
            if shared:
                joining.known[identity] = child
        child.parents.append(node)
        node.children.append((move, child))
    return nodes, links


def ancestors(node: Node) -> set[Node]:
    """The node, and every node above it by whatever chain of parents."""
    found = {node}
    waiting = [node]
    while waiting:
        for parent in waiting.pop().parents:
            if parent not in found:
                found.add(parent)
                waiting.append(parent)
    return found


def update_ancestors(problem: Problem, node: Node) -> None:
    """Figure 3.6, for all parents: set the numbers anew from the node upwards until nothing changes."""
    waiting = {node: None}  # a queue that holds no node twice
    while waiting:
        node = next(iter(waiting))
        del waiting[node]
        before = node.proof, node.disproof
        if node.stands_for is None:
            set_proof_and_disproof_numbers(node)
        else:
            settle_cut_off(problem, node, node.stands_for)
        if before != (node.proof, node.disproof):
            waiting.update(dict.fromkeys((*node.parents, *node.cut_offs)))


def settle_cut_off(problem: Problem, leaf: Node, ancestor: Node) -> None:
    """A cut-off leaf is a repetition, unless its ancestor has the value that no repetition gives."""
    if problem.reached(DRAW):
        leaf.settle(ancestor.disproof != 0)
    else:
        leaf.settle(ancestor.proof == 0)
