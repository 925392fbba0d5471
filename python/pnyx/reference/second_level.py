"""A proof-number search that evaluates a leaf of another search: the second level of `pn2` and `pds-pn`.

Paper
    M. H. M. Winands, J. W. H. M. Uiterwijk and H. J. van den Herik, *PDS-PN: A New Proof-Number Search Algorithm*
    (2003), section 3.2. It is the search of `pnyx.reference.pn` with immediate evaluation; the functions have the same
    names.

What it answers
    The numbers of the last position of the problem's line, and those of the positions after it. A verdict may be true
    on this line only, so it comes with the smallest ply of an earlier position that it depends on. In a node this is
    its `depends_on_ply`; as long as it has no verdict, the smallest ply that its forbidden moves would go back to.

A node
    is a generated child. The root is a node of the first level, and is not counted.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from pnyx.game import DRAW
from pnyx.reference.df_pn_problem import PATH_INDEPENDENT, Numbers, Problem
from pnyx.reference.pn import LARGEST, Node, set_proof_and_disproof_numbers


class Found(NamedTuple):
    """What was found out about a position: its numbers; of a solved one the place of the deciding move, if one decides,
    and what the verdict depends on; and the nodes after it, as leaves."""

    numbers: Numbers
    best: int | None
    depends_on_ply: int
    children: list[Node]


def search(problem: Problem, position: Hashable, most: int, *, recycle: bool = True) -> Found | None:
    """Search the last position of the line until it is solved or more than `most` nodes are stored.

    At least one node is expanded. The position is neither final nor a repetition. `None` if the problem's node limit
    ends the search.

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
    while numbers(root).solved is None and stored <= most and max(root.proof, root.disproof) < LARGEST:
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
    best, depends_on_ply = None, PATH_INDEPENDENT
    if numbers(root).solved is not None:
        decides = deciding(root)
        best = None if decides is None else problem.moves(position).index(decides.move)
        depends_on_ply = root.depends_on_ply
    for child in root.children:
        forget(child)
    return Found(numbers(root), best, depends_on_ply, root.children)


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
    """Generate all children and evaluate them. Barred moves have none, but the verdict depends on them."""
    for move in problem.moves(node.position):
        position = problem.game.play(node.position, move)
        key = problem.repetition_key(position)
        returns_to = problem.returns_to(node.position, move, key)
        if returns_to is not None and problem.repetition == "illegal":
            node.depends_on_ply = min(node.depends_on_ply, returns_to)
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
        node.value, node.depends_on_ply = problem.reached(DRAW), repeats
    else:
        node.type = problem.node_type(node.position)
        node.first = problem.first_numbers(node.position, is_or=node.type == "OR")
    set_proof_and_disproof_numbers(node)


def update_ancestors(problem: Problem, node: Node, root: Node, *, recycle: bool) -> tuple[Node, int]:
    """Set the numbers anew from the node upwards; return where they stopped changing, and how many were given back."""
    given_back = 0
    while True:
        before = numbers(node)
        set_proof_and_disproof_numbers(node)
        if numbers(node).solved is not None:
            settle(problem, node)
            if recycle and node is not root:
                given_back += forget(node)
        if node is root or before == numbers(node):
            return node, given_back
        assert node.parent is not None
        node = node.parent
        problem.path.pop()


def settle(problem: Problem, node: Node) -> None:
    """Store what the verdict on the node at the end of the line depends on.

    This is what any child depends on where all are needed, and what the best child does where one suffices.
    """
    decides = deciding(node)
    depends_on_ply = (
        min([node.depends_on_ply, *(c.depends_on_ply for c in node.children)])
        if decides is None
        else decides.depends_on_ply
    )
    node.depends_on_ply = problem.depends_above(depends_on_ply, problem.path.line.ply)


def numbers(node: Node) -> Numbers:
    """Both numbers of a node."""
    return Numbers(node.proof, node.disproof)


def deciding(node: Node) -> Node | None:
    """Where one child is enough for the verdict on a node: the one that depends least on the line."""
    if (node.type == "OR") != numbers(node).solved:
        return None
    agreeing = [child for child in node.children if numbers(child).solved == numbers(node).solved]
    return max(agreeing, key=lambda child: child.depends_on_ply)


def forget(node: Node) -> int:
    """Give back everything below a node, which becomes a leaf and keeps its numbers. Returns how much it was."""
    count, waiting = 0, [node]
    while waiting:
        children = waiting.pop().children
        count += len(children)
        waiting.extend(children)
    node.children, node.expanded = [], False
    node.value, node.first = numbers(node).solved, numbers(node)
    return count
