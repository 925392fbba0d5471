"""Depth-first proof-number search with a transposition table, to be read beside the paper.

Paper
    A. Kishimoto and M. Müller, "A solution to the GHI problem for depth-first proof-number search", *Information
    Sciences* 175 (2005) 296-314. The functions carry the names of Figure 2 (after Nagai 2002): `df_pn`, `mid`,
    `select_child`, `delta_min`, `phi_sum`, `tt_lookup`, `generate_moves`. Section 3, the solution to the GHI
    problem, is in `df_pn_problem` (3.1, 3.2 and 3.4) and `simulation` (3.3).

What it answers
    Whether the side to move at the root (the prover) can force the goal, in any game of the `pnyx.game.Game` protocol.
    A verdict that depends on a position of the line, because that is repeated or must not be, counts on that line. The
    rest is said by `ghi`: `full`, the default, keeps all others for all lines; `sim` and `dup`, the paper's first
    steps, keep every verdict for its line; with `ignore` all count on all lines, which is wrong; `nagai` is section
    2.2.4, keeps none that are path-dependent, and is refused where repeating is illegal. `full` can be wrong where
    repeating is illegal and positions that differ have the same key; the compiled search notices that when it writes
    the certificate.

Deviations and errata
    - Figure 2 has lost its subscripts: a child's thresholds are n.δ + φ_c - ΦSum(n) and min(n.φ, δ_2 + 1), and δ_2 is
      infinite at first. Its root test is inverted: a won root has φ = 0.
    - The root's thresholds are infinity - 1, as section 3.5 says. Thresholds are not stored before the children are
      searched: repetitions are found on the line itself. A sum that would reach infinity stops below it, and if it is
      the root's the search ends as unknown, for the reason `numbers`.
    - Numbers are kept as proof and disproof numbers, because players need not alternate. φ and δ of a child are those
      of the figure if its player is not the node's: δ is the number of which the node takes the minimum.
    - Section 3.2: lines are not encoded, but distinguished exactly. They are the same if they go through the same keys.
    - Section 3.4: a verdict carries the smallest ply that it depends on. Where all children are needed this is the
      minimum over them and the forbidden moves; where one is enough it is that of the best child.
    - Children are looked up when their node is begun, and again before they are searched; the figure looks all of them
      up each time.
    - Up to `sum_limit` numbers are added; beyond it ΦSum is the largest of them, and 1 for each other. Where play
      repeats positions, a node is part of its own sum again and again, and sums alone soon grow beyond all numbers.
    - The child's threshold is δ_2 (1 + ε) if that is more than δ_2 + 1 (Pawlewicz and Lew 2007).
    - Threshold control (Kishimoto 2010), against search in cycles: if a node has been searched before, and one
      of its children on a shorter line, its thresholds are raised above its numbers. So are those of the first child
      that is searched from it, if that is not new either, and so on.
    - Section 2.2.4: a repetition gives the largest number, which is passed up, cut down to `large`, and not stored. A
      node whose number and threshold are at least `large` is assumed to be decided: searched again without thresholds,
      and then repeating it is a disproof. What was concluded from that is forgotten if the node is not disproved in the
      end. (Where a draw reaches the goal: a proof.) Only the number that a repetition makes infinite is meant. A node
      that was stopped by a repetition of a node above it is not assumed to be decided, or a line of n forced moves
      would take 2^n searches.
    - The compiled search keeps plies of entries in 16 bits, so that all beyond 65,535 are the same to it.

What counts as a node
    A call of MID. With `nagai`, sealing a node is another one. `generated` counts the root and the positions that
    were played to, as often as they were; positions of simulations are counted apart.
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
    delta_min,
    generate_moves,
    leave,
    numbers_of,
    phi_and_delta,
    phi_sum,
    result_of,
    stopped_by,
    tt_lookup,
)
from pnyx.reference.df_pn_problem import Numbers, Problem
from pnyx.reference.pn import INFINITY, LARGEST, Init

if TYPE_CHECKING:
    from typing_extensions import Unpack


class DfPnSettings(Settings, total=False):
    """What can be said about a search; `Problem` has the defaults."""

    init: Init
    epsilon: float
    tca: bool
    large: int


def search(
    game: Game[Any, Any], position: Hashable, goal: str = "win", **settings: Unpack[DfPnSettings]
) -> DepthFirstResult:
    """Search a position of a game; `history` holds the positions that came before it.

    Figure 4, where repetition is forbidden: below C, D has no move and is lost; below B it has, and C has none.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("repetition illegal; A max: C B; B min: D; C min: D; D max: C")
    >>> search(game, "A").verdict, search(game, "A", ghi="ignore").verdict
    ('proven', 'disproven')
    >>> result = search(game, "A", max_nodes=2)
    >>> result.verdict, result.reason, result.nodes
    ('unknown', 'nodes', 2)
    """
    return df_pn(Problem(game, position, goal, **settings), position)


def df_pn(problem: Problem, position: Hashable) -> DepthFirstResult:
    """Figure 2, Df-pn: set up the root."""
    steps: list[tuple[Node, Numbers, int]] = []
    outcome = problem.game.outcome(position)
    if outcome is not None:
        numbers = Numbers.verdict(problem.reached(outcome))
    else:
        thresholds = Numbers(LARGEST, LARGEST)
        if problem.ghi == "nagai":
            thresholds = problem.with_large(thresholds, problem.large)
        # The prover is on move at the root: φ is the proof number.
        numbers = mid(problem, Node(position, problem.identity(position), "OR", *thresholds), steps)
    return result_of(problem, numbers, steps)


def mid(problem: Problem, root: Node, steps: list[tuple[Node, Numbers, int]]) -> Numbers:
    """Figure 2, MID: iterative deepening at each node. In place of a recursive call `n` becomes the child."""
    n = root
    enter(problem, n)
    while problem.reason is None:
        if n.phi > delta_min(n) and n.delta > phi_sum(problem, n):
            if problem.out_of_nodes():
                problem.reason = "nodes"
                break
            steps.append((n, numbers_of(problem, root), problem.nodes))
            n_c, delta_2 = select_child(n)
            if tt_lookup(problem, n_c):
                continue
            # Update thresholds
            phi = room(problem, n, n_c)
            delta = min(n.phi, beyond(problem, delta_2))
            n = descend(problem, n, n_c, phi, delta)
        elif may_assume_decided(problem, n):
            assume_decided(problem, n)
        else:
            # Store search results
            numbers, above = leave(problem, n)
            if above is None:
                return numbers
            n = above
    problem.forget_assumed()
    return numbers_of(problem, root)


def descend(problem: Problem, n: Node, n_c: Child, phi: int, delta: int) -> Node:
    """Call MID for a child, with these thresholds for its φ and δ as the node sees them."""
    node_type = problem.node_type(n_c.position)
    if node_type == n.type:
        phi, delta = delta, phi
    child = Node(n_c.position, n_c.key, node_type, phi, delta, n, n_c)
    problem.path.push(n_c.line)
    control, n.control = n.control, False
    enter(problem, child, control)
    return child


def enter(problem: Problem, n: Node, control: bool = False) -> None:
    """The beginning of MID; with `control`, the thresholds of the node above were raised."""
    generate_moves(problem, n)
    if problem.tca:
        control_thresholds(problem, n, control)


def select_child(n: Node) -> tuple[Child, int]:
    """Figure 2, SelectChild: the most promising child, and the second smallest δ."""
    n_best, delta_c, delta_2 = n.children[0], INFINITY, INFINITY
    for child in n.children:
        _, delta = phi_and_delta(n, child)
        if delta < delta_c:
            n_best, delta_2, delta_c = child, delta_c, delta
        elif delta < delta_2:
            delta_2 = delta
    return n_best, delta_2


def room(problem: Problem, n: Node, n_c: Child) -> int:
    """How large φ of a child may become before ΦSum of the node reaches its threshold."""
    others = [phi_and_delta(n, child)[0] for child in n.children if child is not n_c]
    if n.delta > problem.sum_limit:
        return max(n.delta - sum(1 for phi in others if phi > 0), 0)
    return n.delta - sum(others)


def beyond(problem: Problem, delta_2: int) -> int:
    """How far δ of the best child may go: a little beyond the second best, or by the share ε of it."""
    return max(delta_2 + 1, int(delta_2 * (1.0 + problem.epsilon)))


def may_assume_decided(problem: Problem, n: Node) -> bool:
    """Section 2.2.4: whether a large threshold has been exceeded at a node that is not solved."""
    numbers = numbers_of(problem, n)
    thresholds = Numbers(n.phi, n.delta) if n.type == "OR" else Numbers(n.delta, n.phi)
    return (
        numbers.solved is None
        and problem.path.line.ply not in problem.assumed_from
        and problem.too_large(numbers)
        and problem.too_large(thresholds)
        and stopped_by(problem, n) >= problem.path.line.ply
    )


def assume_decided(problem: Problem, n: Node) -> None:
    """Section 2.2.4: search a node again, with a threshold of infinity, as if it were decided by a repetition."""
    problem.assumed_from[problem.path.line.ply] = len(problem.assumed)
    n.phi = n.delta = LARGEST
    n.children.clear()
    generate_moves(problem, n)
