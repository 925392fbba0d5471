"""Proof-number and disproof-number search: depth first, with a threshold for each, to be read beside the paper.

Paper
    M. H. M. Winands, J. W. H. M. Uiterwijk and H. J. van den Herik, "PDS-PN: a new proof-number search
    algorithm" (2003), section 3.3 and the appendix, after Nagai (1999). The functions carry the appendix's names:
    `nega_pds`, `mid`, `select_child`. Its part for PDS-PN is here too, and left out unless `pnyx.reference.pds_pn` asks
    for it.

What it answers
    Whether the side to move at the root can force the goal, for every repetition rule, as `pnyx.reference.df_pn`; `ghi`
    is the same option, without `nagai`. The paper's own search is `ignore`.

Deviations and errata
    - The appendix has lost the brace that ends `else` after the terminal test. It sets `proof_child` and
      `disproof_child` nowhere: here they are the chosen child's own numbers.
    - A node's `proof` and `disproof` are its thresholds when MID begins, and its numbers when it ends. Here the
      thresholds are `phi` and `delta`, those of the node's player; its numbers are δ-min and φ-sum of the children.
    - The `proof` that MID looks up and hands to selectChild is `floor` here: the largest that the node's φ has been.
    - Nothing is stored to avoid cycles on the way down: repetitions are found on the line, when moves are generated.
    - Children are looked up when their node is begun, and again before they are searched; the appendix looks all of
      them up each time.
    - Thresholds are controlled, as in `pnyx.reference.df_pn`, unless `ghi` is `ignore`.
    - Up to `sum_limit` numbers are added; beyond it the sum is the largest of them, and 1 for each other.
    - A number that cannot be raised any more ends the search as unknown, for the reason `numbers`.

What counts as a node
    A call of MID; whether a position is terminal is tested there. `generated` counts the root and the positions that
    were played to, as often as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, TypeAlias

from pnyx.game import Game
from pnyx.reference.depth_first import (
    Child,
    DepthFirstResult,
    Node,
    Settings,
    control_thresholds,
    delayed_search,
    delta_min,
    generate_moves,
    leave,
    numbers_of,
    phi_and_delta,
    phi_sum,
    result_of,
    tt_lookup,
)
from pnyx.reference.df_pn_problem import Numbers, Problem
from pnyx.reference.pn import LARGEST

if TYPE_CHECKING:
    from typing_extensions import Unpack

SecondLevel: TypeAlias = "Callable[[Problem, Child], None]"


def search(
    game: Game[Any, Any], position: Hashable, goal: str = "win", **settings: Unpack[Settings]
) -> DepthFirstResult:
    """Search a position of a game.

    >>> from pnyx.reference.rules.graph import Graph
    >>> result = search(Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win"), "A")
    >>> result.verdict, result.reason, result.nodes
    ('proven', None, 6)
    """
    return delayed_search(nega_pds, game, position, goal, settings)


def nega_pds(problem: Problem, position: Hashable, second_level: SecondLevel | None = None) -> DepthFirstResult:
    """NegaPDS: iterative deepening at the root."""
    steps: list[tuple[Node, Numbers, int]] = []
    thresholds = root = Numbers(1, 1)
    while True:
        # The prover is on move at the root: φ is the proof number.
        n = Node(position, problem.identity(position), "OR", *thresholds, floor=root.proof)
        root = mid(problem, n, steps, second_level)
        if root.solved is None and problem.reason is None and problem.out_of_nodes():
            problem.reason = "nodes"
        if root.solved is not None or problem.reason is not None or min(root) == LARGEST:
            return result_of(problem, root, steps)
        if root.proof <= root.disproof:
            thresholds = Numbers(root.proof + 1, root.disproof)
        else:
            thresholds = Numbers(root.proof, root.disproof + 1)


def mid(
    problem: Problem, root: Node, steps: list[tuple[Node, Numbers, int]], second_level: SecondLevel | None
) -> Numbers:
    """MID: multiple iterative deepening. In place of a recursive call `n` becomes the child."""
    n = root
    enter(problem, n)
    while problem.reason is None:
        # Terminate searching when both numbers exceed their thresholds
        if numbers_of(problem, n).solved is not None or (n.phi <= delta_min(n) and n.delta <= phi_sum(problem, n)):
            numbers, above = leave(problem, n)
            if above is None:
                return numbers
            n = above
            continue
        if problem.out_of_nodes():
            problem.reason = "nodes"
            break
        steps.append((n, numbers_of(problem, root), problem.nodes))
        n.floor = max(n.floor, delta_min(n))
        n_child = select_child(n)
        if tt_lookup(problem, n_child):
            continue
        phi, delta = phi_and_delta(n, n_child)
        if n.delta > phi_sum(problem, n) and (phi <= delta or n.phi <= delta_min(n)):
            phi += 1
        else:
            delta += 1
        if max(phi, delta) > LARGEST:
            problem.reason = "numbers"
            break
        control, n.control = n.control, False
        problem.path.push(n_child.line)
        # This is the PDS-PN part
        if second_level is not None and n_child.fresh and problem.game.outcome(n_child.position) is None:
            second_level(problem, n_child)
        else:
            n = descend(problem, n, n_child, phi, delta)
            enter(problem, n, control)
    return numbers_of(problem, root)


def enter(problem: Problem, n: Node, control: bool = False) -> None:
    """The beginning of MID; with `control`, the thresholds of the node above were raised."""
    generate_moves(problem, n)
    if problem.ghi != "ignore":
        control_thresholds(problem, n, control)


def descend(problem: Problem, n: Node, n_child: Child, phi: int, delta: int) -> Node:
    """The node for a child, with these thresholds for its φ and δ as the node above sees them."""
    known, _ = phi_and_delta(n, n_child)
    node_type = problem.node_type(n_child.position)
    if node_type == n.type:
        phi, delta = delta, phi
        _, known = phi_and_delta(n, n_child)
    return Node(n_child.position, n_child.key, node_type, phi, delta, n, n_child, floor=known)


def select_child(n: Node) -> Child:
    """selectChild: the child with the lowest δ, but not below the floor, and among equals with the lowest φ."""

    def rank(child: Child) -> tuple[int, int]:
        phi, delta = phi_and_delta(n, child)
        return max(delta, n.floor), phi

    return min(n.children, key=rank)
