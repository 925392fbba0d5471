"""PN*: depth-first search with a threshold for the proof number alone.

Papers
    M. Seo, H. Iida and J. W. H. M. Uiterwijk, "The PN*-search algorithm: application to tsume-shogi", *Artificial
    Intelligence* 129 (2001) 253-277, after Seo (1995); described by Winands and others (2003), section 3.3. Neither
    prints it as it is written here.

What it answers
    Whether the side to move at the root can force the goal, for every repetition rule, as `pnyx.reference.df_pn`; `ghi`
    is the same option, without `nagai`. A node is disproved when nothing is left to try.

Deviations
    - The root's threshold is 2 at first, and doubled whenever it is reached, or made larger than the number that has
      reached it.
    - At an AND node, the first of the children with the smallest proof number is searched, until it is proved.
    - Thresholds are controlled, as in `pnyx.reference.df_pn`.
    - Up to `sum_limit` numbers are added; beyond it the sum is the largest of them, and 1 for each other. A root whose
      number cannot grow any more ends the search as unknown, for the reason `numbers`.

What counts as a node
    A call of MID; whether a position is terminal is tested there. `generated` counts the root and the positions that
    were played to, as often as they were.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from pnyx.game import Game
from pnyx.reference.depth_first import (
    Child,
    DepthFirstResult,
    Node,
    Settings,
    control_thresholds,
    delayed_search,
    generate_moves,
    leave,
    numbers_of,
    result_of,
    tt_lookup,
)
from pnyx.reference.df_pn_problem import Numbers, Problem
from pnyx.reference.pn import INFINITY, LARGEST

if TYPE_CHECKING:
    from typing_extensions import Unpack


def search(
    game: Game[Any, Any], position: Hashable, goal: str = "win", **settings: Unpack[Settings]
) -> DepthFirstResult:
    """Search a position of a game.

    >>> from pnyx.reference.rules.graph import Graph
    >>> result = search(Graph("A max: B C; B min: A D; C min: D E; D = win; E = win"), "A")
    >>> result.verdict, result.reason, result.nodes
    ('proven', None, 7)
    """
    return delayed_search(pn_star, game, position, goal, settings)


def pn_star(problem: Problem, position: Hashable) -> DepthFirstResult:
    """Iterative deepening at the root."""
    steps: list[tuple[Node, Numbers, int]] = []
    threshold = 2
    while True:
        root = mid(problem, node(problem, position, problem.identity(position), threshold), steps)
        if root.solved is not None or problem.reason is not None or threshold == LARGEST:
            return result_of(problem, root, steps)
        threshold = min(max(2 * threshold, root.proof + 1), LARGEST)


def node(
    problem: Problem, position: Hashable, key: Hashable, threshold: int, n: Node | None = None, n_c: Child | None = None
) -> Node:
    """A node with this threshold for its proof number."""
    node_type = problem.node_type(position)
    thresholds = (threshold, INFINITY) if node_type == "OR" else (INFINITY, threshold)
    return Node(position, key, node_type, *thresholds, n, n_c)


def mid(problem: Problem, root: Node, steps: list[tuple[Node, Numbers, int]]) -> Numbers:
    """Search a node until its number reaches its threshold. In place of a recursive call `n` becomes the child."""
    n = root
    enter(problem, n)
    while problem.reason is None:
        numbers = numbers_of(problem, n)
        if numbers.solved is not None or numbers.proof >= min(n.phi, n.delta):
            numbers, above = leave(problem, n)
            if above is None:
                return numbers
            n = above
            continue
        if problem.out_of_nodes():
            problem.reason = "nodes"
            break
        steps.append((n, numbers_of(problem, root), problem.nodes))
        n_c, threshold = select_child(problem, n)
        if tt_lookup(problem, n_c):
            continue
        control, n.control = n.control, False
        problem.path.push(n_c.line)
        n = node(problem, n_c.position, n_c.key, threshold, n, n_c)
        enter(problem, n, control)
    return numbers_of(problem, root)


def enter(problem: Problem, n: Node, control: bool = False) -> None:
    """The beginning of MID; with `control`, the threshold of the node above was raised."""
    generate_moves(problem, n)
    control_thresholds(problem, n, control)


def proof(child: Child) -> int:
    """A child's proof number."""
    assert child.numbers is not None
    return child.numbers.proof


def select_child(problem: Problem, n: Node) -> tuple[Child, int]:
    """A child, and its threshold."""
    if n.type == "OR":
        best, *rest = sorted(n.children, key=proof)
        second = proof(rest[0]) if rest else INFINITY
        return best, min(n.phi, second + 1)
    easiest = min((child for child in n.children if proof(child) > 0), key=proof)
    others = [proof(child) for child in n.children if child is not easiest]
    if n.delta > problem.sum_limit:
        return easiest, max(n.delta - sum(1 for number in others if number > 0), 0)
    return easiest, n.delta - sum(others)
