"""A proof-number search that evaluates a leaf of another search: the second level of `pn2` and `pds-pn`.

Paper
    M. H. M. Winands, J. W. H. M. Uiterwijk and H. J. van den Herik, *PDS-PN: A New Proof-Number Search Algorithm* (2003),
    section 3.2. It is the search of `pnyx.reference.pn` with immediate evaluation; the functions carry the same names.

What it answers
    The numbers of the last position of the problem's line, and those of the positions after it. A verdict may be true on
    this line only, so it comes with the smallest ply of an earlier position that it leans on.

A node
    is a generated child. The root is a node of the first level, and is not counted.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

from pnyx.game import DRAW
from pnyx.reference import pn
from pnyx.reference.df_pn_problem import NOTHING, Numbers, Problem
from pnyx.reference.pn import LARGEST, set_proof_and_disproof_numbers

__all__ = ["Found", "Node", "forget", "search", "select_most_proving_node"]


@dataclass(eq=False, slots=True)
class Node(pn.Node):
    """A node, with the smallest ply of an earlier position that its verdict leans on; as long as it has none, of the
    positions that its forbidden moves would bring back."""

    leans_on: int = NOTHING

    @property
    def numbers(self) -> Numbers:
        """Both of its numbers."""
        return Numbers(self.proof, self.disproof)


class Found(NamedTuple):
    """What was found out about a position: its numbers; of a solved one the place of the deciding move, if one decides,
    and what the verdict leans on; and the nodes after it, as leaves."""

    numbers: Numbers
    best: int | None
    leans_on: int
    children: list[Node]


def search(problem: Problem, position: Hashable, most: int, *, recycle: bool = True) -> Found | None:
    """Search the last position of the line until it is solved or more than `most` nodes are stored; at least one node is
    expanded. It is neither final nor a repetition. `None` if the problem's node limit ends it.

    >>> from pnyx.reference.rules.graph import Graph
    >>> problem = Problem(Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win"), "A")
    >>> found = search(problem, "A", 100)
    >>> found.numbers.solved, found.best, problem.nodes
    (True, 1, 5)
    >>> search(problem, "A", 1).numbers
    Numbers(proof=1, disproof=2)
    """
    root = Node(position, key=problem.path.line.key, type=problem.node_type(position))
    current, ply, stored = root, problem.path.line.ply, 0
    while root.numbers.solved is None and stored <= most and max(root.numbers) < LARGEST:
        if problem.max_nodes is not None and problem.nodes >= problem.max_nodes:
            problem.reason = "nodes"
            break
        most_proving_node = select_most_proving_node(problem, current)
        expand_node(problem, most_proving_node)
        problem.second_level_expansions += 1
        problem.nodes += len(most_proving_node.children)
        stored += len(most_proving_node.children)
        current, given_back = update_ancestors(problem, most_proving_node, root, recycle=recycle)
        stored -= given_back
    while problem.path.line.ply > ply:
        problem.path.pop()
    if problem.reason is not None:
        return None
    found = root.numbers, None, NOTHING
    if root.numbers.solved is not None:
        decides = deciding(root)
        moves = problem.moves(position)
        found = root.numbers, None if decides is None else moves.index(decides.move), root.leans_on
    for child in root.children:
        forget(child)
    return Found(*found, root.children)


def select_most_proving_node(problem: Problem, node: Node) -> Node:
    """Go down to a leaf, always to the first child with its parent's number; the line goes with it."""
    while node.expanded:
        if node.type == "OR":
            node = next(child for child in node.children if child.proof == node.proof)
        else:
            node = next(child for child in node.children if child.disproof == node.disproof)
        problem.path.push(problem.path.line.after(node.key))
    return node


def expand_node(problem: Problem, node: Node) -> None:
    """Generate all children and evaluate them. Barred moves have none, but they are leaned on."""
    for move in problem.moves(node.position):
        position = problem.game.play(node.position, move)
        key = problem.repetition_key(position)
        returns_to = problem.returns_to(node.position, move, key)
        if returns_to is not None and problem.repetition == "illegal":
            node.leans_on = min(node.leans_on, returns_to)
            continue
        child = Node(position, move, node, key)
        evaluate(problem, child, returns_to if problem.repetition == "draw" else None)
        node.children.append(child)
    node.expanded = True


def evaluate(problem: Problem, node: Node, repeats: int | None) -> None:
    """Find the value of a leaf, which may repeat the position of a ply, or its type and first numbers."""
    outcome = problem.game.outcome(node.position)
    if outcome is not None:
        node.value = problem.reached(outcome)
    elif repeats is not None:
        node.value, node.leans_on = problem.reached(DRAW), repeats
    else:
        node.type = problem.node_type(node.position)
        node.first = problem.first_numbers(node.position, is_or=node.type == "OR")
    set_proof_and_disproof_numbers(node)


def update_ancestors(problem: Problem, node: Node, root: Node, *, recycle: bool) -> tuple[Node, int]:
    """Set the numbers anew from the node upwards; return where they stopped changing, and how many were given back."""
    given_back = 0
    while True:
        before = node.numbers
        set_proof_and_disproof_numbers(node)
        if node.numbers.solved is not None:
            settle(problem, node)
            if recycle and node is not root:
                given_back += forget(node)
        if node is root or before == node.numbers:
            return node, given_back
        assert isinstance(node.parent, Node)
        node = node.parent
        problem.path.pop()


def settle(problem: Problem, node: Node) -> None:
    """Put down what the verdict on a node at the end of the line leans on: on what all children do where all are needed,
    on the least that one does where one suffices."""
    decides = deciding(node)
    leans_on = min([node.leans_on, *(c.leans_on for c in node.children)]) if decides is None else decides.leans_on
    node.leans_on = problem.leans_above(leans_on, problem.path.line.ply)


def deciding(node: Node) -> Node | None:
    """Where one child is enough for the verdict on a node: the one that leans least on the line."""
    if (node.type == "OR") != node.numbers.solved:
        return None
    agreeing = [child for child in node.children if child.numbers.solved == node.numbers.solved]
    return max(agreeing, key=lambda child: child.leans_on)


def forget(node: Node) -> int:
    """Give back everything below a node, which becomes a leaf and keeps its numbers. Gives how much it was."""
    count, waiting = 0, [node]
    while waiting:
        children = waiting.pop().children
        count += len(children)
        waiting.extend(children)
    node.children, node.expanded = [], False
    node.value, node.first = node.numbers.solved, node.numbers
    return count
