"""Proof-number search in two levels, to be read beside the paper.

Paper
    M. H. M. Winands, J. W. H. M. Uiterwijk and H. J. van den Herik, *PDS-PN: A New Proof-Number Search Algorithm*
    (2003), section 3.2, after Allis (1994) and Breuker, Uiterwijk and van den Herik (2001).

What it answers
    As `pnyx.reference.pn`: whether the side to move at the root can force the goal, for every repetition rule.

Deviations
    - Solved subtrees are given back at both levels (the paper speaks of the second only); x is the number of nodes
      held. A node that the second level solves keeps no children.
    - The compiled search also notices a position that is repeated in a game that declares this impossible; here such a
      game needs a node limit.

A node
    is the root or a child generated at either level. Those that move from the second level to the first count once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from pnyx.game import Game
from pnyx.reference import second_level
from pnyx.reference.df_pn_problem import Problem
from pnyx.reference.growth import Growth
from pnyx.reference.pn import LARGEST, Init, Node, Step, set_proof_and_disproof_numbers, verdict_of
from pnyx.reference.second_level import forget, numbers, select_most_proving_node


@dataclass(eq=False)
class Pn2Result:
    """What the search found, and the tree of its first level.

    >>> from pnyx.reference.rules.graph import Graph
    >>> result = search(Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win"), "A")
    >>> result.verdict, result.reason, result.nodes, result.expansions
    ('proven', None, 6, 3)
    """

    verdict: Literal["proven", "disproven", "unknown"]
    reason: Literal["nodes", "numbers", "memory", "misdeclared"] | None
    nodes: int
    proof: int
    disproof: int
    expansions: int
    root: Node = field(repr=False)
    trace: list[Step] = field(repr=False)
    """One entry an iteration of the first level: the line to the selected node, the root's numbers and the node count
    after it."""


def search(
    game: Game[Any, Any],
    position: Hashable,
    goal: str = "win",
    *,
    init: Init = "mobility",
    a: int = 1_800_000,
    b: int = 240_000,
    stored: int = 1_000_000,
    recycle: bool = True,
    max_nodes: int | None = None,
    history: Iterable[Hashable] = (),
) -> Pn2Result:
    """Search a position of a game; `history` holds the positions that came before it.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win")
    >>> search(game, "A").trace
    [([], 1, 2, 3), (['B'], 2, 1, 4), (['C'], 0, 4294967295, 6)]
    >>> search(game, "A", a=1, b=1).trace
    [([], 1, 2, 3), (['B'], 2, 1, 4), (['C'], 0, 4294967295, 6)]
    """
    problem = Problem(game, position, goal, init=init, max_nodes=max_nodes, history=history)
    problem.nodes = 1
    growth = Growth(a, b, stored)
    root = Node(position, key=problem.path.line.key)
    second_level.evaluate(problem, root, None)

    reason: Literal["nodes", "numbers", "memory", "misdeclared"] | None = None
    current, held, trace = root, 1, list[Step]()
    while numbers(root).solved is None:
        if held >= stored:
            reason = "memory"
        elif max(root.proof, root.disproof) >= LARGEST:
            reason = "numbers"
        elif max_nodes is not None and problem.nodes >= max_nodes:
            reason = "nodes"
        if reason is not None:
            break
        most_proving_node = select_most_proving_node(problem, current)
        line = problem.line_to(most_proving_node)
        found = second_level.search(problem, most_proving_node.position, growth.second_level(held), recycle=recycle)
        if found is None:
            reason = problem.reason
            break
        keep(most_proving_node, found)
        held += len(most_proving_node.children)
        current, given_back = update_ancestors(problem, most_proving_node, root, recycle=recycle)
        held -= given_back
        trace.append((line, root.proof, root.disproof, problem.nodes))

    verdict, expansions = verdict_of(root.proof, root.disproof), problem.second_level_expansions
    return Pn2Result(verdict, reason, problem.nodes, root.proof, root.disproof, expansions, root, trace)


def keep(node: Node, found: second_level.Found) -> None:
    """Keep the children of the second level's root, with their numbers; of a solved one, the value."""
    if found.numbers.solved is not None:
        node.value = found.numbers.solved
        return
    node.children, node.expanded = found.children, True
    for child in node.children:
        child.parent = node


def update_ancestors(problem: Problem, node: Node, root: Node, *, recycle: bool) -> tuple[Node, int]:
    """Set the numbers anew from the node upwards; return where they stopped changing, and how many were given back."""
    given_back = 0
    while True:
        before = numbers(node)
        set_proof_and_disproof_numbers(node)
        if recycle and numbers(node).solved is not None:
            given_back += forget_beside_solution(node)
        if node is root or before == numbers(node):
            return node, given_back
        assert node.parent is not None
        node = node.parent
        problem.path.pop()


def forget_beside_solution(node: Node) -> int:
    """Where one child settles a solved node, give back all that lies below the others."""
    solved = numbers(node).solved
    if not node.children or (node.type == "OR") != solved:
        return 0
    kept = next(child for child in node.children if numbers(child).solved == solved)
    return sum(forget(child) for child in node.children if child is not kept)
