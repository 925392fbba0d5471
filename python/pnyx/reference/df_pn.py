"""Depth-first proof-number search with a transposition table, to be read beside the paper.

Paper
    A. Kishimoto and M. Müller, "A solution to the GHI problem for depth-first proof-number search", *Information
    Sciences* 175 (2005) 296-314. The functions carry the names of Figure 2 (after Nagai 2002): `df_pn`, `mid`,
    `select_child`, `delta_min`, `phi_sum`, `tt_lookup`, `generate_moves`. Section 3, the solution to the GHI
    problem, is in `df_pn_problem` (3.1, 3.2 and 3.4) and `simulation` (3.3).

What it answers
    Whether the side to move at the root (the prover) can force the goal, in any game of the `pnyx.game.Game` protocol.
    A verdict that leans on a position of the line, because it came back or must not, counts on that line. The rest is
    said by `ghi`: `full`, the default, keeps all others for all lines; `sim` and `dup`, the paper's first steps, keep
    every verdict for its line; with `ignore` all count on all lines, which is wrong; `nagai` is section 2.2.4, keeps
    none that lean, and is refused where repeating is illegal. `full` can be wrong where repeating is illegal and
    positions that differ have the same key; the compiled search notices that when it writes the certificate.

Deviations and errata
    - Figure 2 has lost its subscripts: a child's thresholds are n.δ + φ_c - ΦSum(n) and min(n.φ, δ_2 + 1), and δ_2 is
      infinite at first. Its root test is inverted: a won root has φ = 0.
    - The root's thresholds are infinity - 1, as section 3.5 says. Thresholds are not stored before the children are
      searched: the line itself tells repetitions. A sum that would reach infinity stops below it, and if it is the
      root's the search ends as unknown, for the reason `numbers`.
    - Numbers are kept as proof and disproof numbers, because players need not alternate. φ and δ of a child are those
      of the figure if its player is not the node's: δ is the number of which the node takes the minimum.
    - Section 3.2: lines are not encoded, but told apart exactly. They are the same if they go through the same keys.
    - Section 3.4: a verdict carries the smallest ply that it leans on. Where all children are needed this is the
      minimum over them and the forbidden moves; where one is enough it is that of the best child.
    - Children are looked up when their node is begun, and again before they are searched; the figure looks all of them
      up each time.
    - Up to `sum_limit` numbers are added; beyond it ΦSum is the largest of them, and 1 for each other. Where play goes
      round, a node is part of its own sum again and again, and sums alone soon grow beyond all numbers.
    - The child's threshold is δ_2 (1 + ε) if that is more than δ_2 + 1 (Pawlewicz and Lew 2007).
    - Threshold control (Kishimoto 2010), against search that goes round: if a node has been searched before, and one
      of its children on a shorter line, its thresholds are raised above its numbers. So are those of the first child
      that is searched from it, if that is not new either, and so on.
    - Section 2.2.4: a repetition gives the largest number, which is passed up, cut down to `large`, and not stored. A
      node whose number and threshold are at least `large` is sealed: searched again without thresholds, and then
      repeating it is a disproof. What was concluded from that is forgotten if the node is not disproved in the end.
      (Where a draw reaches the goal: a proof.) Only the number that a repetition makes infinite is meant. A node that
      was stopped by a repetition of a node above it is not sealed, or a line of n forced moves would take 2^n searches.
    - The compiled search keeps plies of entries in 16 bits, so that all beyond 65,535 are the same to it.

What counts as a node
    A call of MID. With `nagai`, sealing a node is another one. `generated` counts the root and the positions that
    were played to, as often as they were; positions of simulations are counted apart.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pnyx.game import Game
from pnyx.reference.df_pn_problem import HISTORY, NOTHING, Entry, Ghi, Line, Numbers, Problem, Reason, Simulation
from pnyx.reference.pn import INFINITY, LARGEST, Init
from pnyx.reference.simulation import allow_simulation, simulate

__all__ = ["Child", "DfPnResult", "Node", "search"]

Step: TypeAlias = "tuple[list[str], int, int, int]"


@dataclass(eq=False, slots=True)
class Child:
    """A move of a node, and what is known of the position behind it. `ply` is that of its entry in the table."""

    move: Any
    place: int
    position: Any
    key: Hashable
    line: Line
    numbers: Numbers | None = None
    leans_on: int = NOTHING
    ply: int | None = None

    def settle(self, proven: bool, leans_on: int = NOTHING) -> None:
        """Give it a verdict."""
        self.numbers, self.leans_on = Numbers.verdict(proven), leans_on


@dataclass(eq=False, slots=True)
class Node:
    """A node on the current line. `phi` and `delta` are its thresholds, as in the figure."""

    position: Any
    key: Hashable
    type: Literal["OR", "AND"]
    phi: int
    delta: int
    parent: Node | None = field(default=None, repr=False)
    chosen: Child | None = None
    children: list[Child] = field(default_factory=list, repr=False)
    barred: int = NOTHING
    """The smallest ply that a forbidden move would bring back."""
    control: bool = False
    """Whether the thresholds of the next child to be searched may have to be raised."""


@dataclass(eq=False)
class DfPnResult:
    """What the search found. The problem has the table.

    >>> from pnyx.reference.rules.graph import Graph
    >>> result = search(Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win"), "A")
    >>> result.verdict, result.reason, result.nodes, result.generated
    ('proven', None, 3, 6)
    """

    verdict: Literal["proven", "disproven", "unknown"]
    reason: Reason | None
    nodes: int
    proof: int
    disproof: int
    generated: int
    simulation: Simulation
    problem: Problem = field(repr=False)
    steps: list[tuple[Node, Numbers, int]] = field(repr=False)

    @property
    def trace(self) -> list[Step]:
        """One entry each time that search goes down: the line so far, the root's numbers and the count of nodes.

        >>> from pnyx.reference.rules.graph import Graph
        >>> search(Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win"), "A").trace
        [([], 1, 2, 1), ([], 2, 1, 2)]
        """
        return [(self.line(node), *numbers, nodes) for node, numbers, nodes in self.steps]

    def line(self, node: Node) -> list[str]:
        """The moves to a node."""
        texts = []
        while node.parent is not None and node.chosen is not None:
            texts.append(self.problem.move_text(node.parent.position, node.chosen.move))
            node = node.parent
        return texts[::-1]


def search(
    game: Game[Any, Any],
    position: Hashable,
    goal: str = "win",
    *,
    ghi: Ghi = "full",
    init: Init = "mobility",
    epsilon: float = 0.5,
    tca: bool = True,
    sum_limit: int = 1 << 16,
    large: int = 1 << 20,
    max_nodes: int | None = None,
    history: Iterable[Hashable] = (),
) -> DfPnResult:
    """Search a position of a game; `history` holds the positions that came before it.

    Figure 4, where coming back is forbidden: below C, D has no move and is lost; below B it has, and C has none.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("repetition illegal; A max: C B; B min: D; C min: D; D max: C")
    >>> search(game, "A").verdict, search(game, "A", ghi="ignore").verdict
    ('proven', 'disproven')
    >>> result = search(game, "A", max_nodes=2)
    >>> result.verdict, result.reason, result.nodes
    ('unknown', 'nodes', 2)
    """
    problem = Problem(
        game,
        position,
        goal,
        ghi=ghi,
        init=init,
        epsilon=epsilon,
        tca=tca,
        sum_limit=sum_limit,
        large=large,
        max_nodes=max_nodes,
        history=history,
    )
    return df_pn(problem, position)


def df_pn(problem: Problem, position: Hashable) -> DfPnResult:
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
    verdict: Literal["proven", "disproven", "unknown"] = "unknown"
    reason = problem.reason
    if reason is None:
        if numbers.solved is None:
            reason = "numbers"
        else:
            verdict = "proven" if numbers.solved else "disproven"
    return DfPnResult(verdict, reason, problem.nodes, *numbers, problem.generated, problem.simulation, problem, steps)


def mid(problem: Problem, root: Node, steps: list[tuple[Node, Numbers, int]]) -> Numbers:
    """Figure 2, MID: iterative deepening at each node. In place of a recursive call `n` becomes the child."""
    n = root
    enter(problem, n)
    while problem.reason is None:
        if n.phi > delta_min(n) and n.delta > phi_sum(problem, n):
            if problem.max_nodes is not None and problem.nodes >= problem.max_nodes:
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
        elif may_be_sealed(problem, n):
            seal(problem, n)
        else:
            # Store search results
            numbers, leans_on = tt_store(problem, n)
            if n.parent is None or n.chosen is None:
                return numbers
            problem.path.pop()
            n.chosen.numbers, n.chosen.leans_on = numbers, leans_on
            n = n.parent
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
    entry = problem.table.get(n.key)
    if problem.tca and entry is not None and entry.numbers is not None:
        n.control = control or any(child.ply is not None and child.ply <= problem.path.line.ply for child in n.children)
        if n.control:
            n.phi = max(n.phi, min(delta_min(n) + 1, LARGEST))
            n.delta = max(n.delta, min(phi_sum(problem, n) + 1, LARGEST))


def generate_moves(problem: Problem, n: Node) -> None:
    """Figure 2, GenerateMoves: the children, with what is known of them. A forbidden move has none."""
    problem.nodes += 1
    allow_simulation(problem)
    for place, move in enumerate(problem.moves(n.position)):
        position = problem.game.play(n.position, move)
        problem.generated += 1
        key = problem.repetition_key(position)
        child = Child(move, place, position, problem.identity(position), problem.path.line.after(key))
        ply = problem.returns_to(n.position, move, key)
        if ply is not None and problem.repetition == "illegal":
            n.barred = min(n.barred, ply)
            continue
        n.children.append(child)
        if ply is not None:
            repeat(problem, child, ply)
        else:
            first_lookup(problem, child)


def repeat(problem: Problem, child: Child, ply: int) -> None:
    """The child's position is on the line, or in the history: a draw."""
    if problem.repetition == "impossible":
        problem.reason = "misdeclared"
    if problem.ghi != "nagai":
        child.settle(problem.drawn(), ply)
    elif ply == HISTORY or ply in problem.seals:
        child.settle(problem.drawn())
    else:
        child.numbers, child.leans_on = (Numbers(1, LARGEST) if problem.drawn() else Numbers(LARGEST, 1)), ply


def first_lookup(problem: Problem, child: Child) -> None:
    """TTlookup for a child that has just been generated: twins of other lines are tried, and it may be new."""
    tt_lookup(problem, child)
    if child.numbers is None or child.numbers.solved is None:
        found = simulate(problem, child.position, child.key, child.line)
        if found is not None:
            child.settle(*found)
    if child.numbers is None:
        evaluate(problem, child)


def tt_lookup(problem: Problem, child: Child) -> bool:
    """Figure 2, TTlookup: the base entry if it is solved, else the twin of this line, else the numbers of the base.

    Gives whether that is new.
    """
    entry, before = problem.table.get(child.key), child.numbers
    if entry is None:
        return False
    twin = entry.twins.get(child.line)
    if entry.verdict is not None:
        child.settle(entry.verdict)
    elif twin is not None:
        child.settle(twin.proven, twin.leans_on)
    elif entry.numbers is not None and (child.numbers is None or not problem.too_large(child.numbers)):
        child.numbers, child.ply = entry.numbers, entry.ply
    return child.numbers != before


def evaluate(problem: Problem, child: Child) -> None:
    """The value of a position that is not in the table, or its first numbers."""
    outcome = problem.game.outcome(child.position)
    if outcome is not None:
        child.settle(problem.reached(outcome))
        return
    is_or = problem.node_type(child.position) == "OR"
    child.numbers = Numbers(*problem.first_numbers(child.position, is_or=is_or))


def phi_and_delta(n: Node, child: Child) -> tuple[int, int]:
    """A child's φ and δ, as its parent sees them."""
    assert child.numbers is not None
    proof, disproof = child.numbers
    return (disproof, proof) if n.type == "OR" else (proof, disproof)


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


def delta_min(n: Node) -> int:
    """Figure 2, ΔMin: the smallest δ of the children. Without any, the player has lost."""
    return min((phi_and_delta(n, child)[1] for child in n.children), default=INFINITY)


def phi_sum(problem: Problem, n: Node) -> int:
    """Figure 2, ΦSum: the sum of φ of the children, or beyond a limit the largest, and 1 for each other."""
    all_phi = [phi for phi in (phi_and_delta(n, child)[0] for child in n.children) if phi > 0]
    largest = max(all_phi, default=0)
    if largest == INFINITY:
        return INFINITY
    weak = min(largest + max(len(all_phi) - 1, 0), LARGEST)
    return max(weak, min(sum(all_phi), LARGEST, problem.sum_limit))


def numbers_of(problem: Problem, n: Node) -> Numbers:
    """A node's φ and δ, from its children, as proof and disproof number."""
    phi, delta = delta_min(n), phi_sum(problem, n)
    return Numbers(phi, delta) if n.type == "OR" else Numbers(delta, phi)


def tt_store(problem: Problem, n: Node) -> tuple[Numbers, int]:
    """The end of MID: put down what was found. Gives it, with what it leans on above the node."""
    numbers, leans_on = numbers_of(problem, n), NOTHING
    sealed = problem.path.line.ply in problem.seals
    if numbers.solved is not None:
        best, leans_on = leans_on_children(n)
        leans_on = problem.store_verdict(n.key, numbers.solved, best, leans_on)
    elif not problem.too_large(numbers):
        problem.table.setdefault(n.key, Entry()).store(numbers, problem.path.line.ply)
    else:
        leans_on = problem.leans_above(stopped_by(problem, n), problem.path.line.ply)
        again = not sealed and leans_on == NOTHING
        numbers = problem.with_large(numbers, problem.large if again else LARGEST)
    if sealed:
        problem.unseal(numbers)
    return numbers, leans_on


def leans_on_children(n: Node) -> tuple[int | None, int]:
    """Of a solved node: the place of the deciding move, if one decides, and the ply that the verdict leans on."""
    deciding = [child for child in n.children if phi_and_delta(n, child)[1] == 0]
    if deciding:
        best = max(deciding, key=lambda child: child.leans_on)
        return best.place, best.leans_on
    return None, min([n.barred, *(child.leans_on for child in n.children)])


def may_be_sealed(problem: Problem, n: Node) -> bool:
    """Section 2.2.4: whether a large threshold has been exceeded at a node that is not solved."""
    numbers = numbers_of(problem, n)
    thresholds = Numbers(n.phi, n.delta) if n.type == "OR" else Numbers(n.delta, n.phi)
    return (
        numbers.solved is None
        and problem.path.line.ply not in problem.seals
        and problem.too_large(numbers)
        and problem.too_large(thresholds)
        and stopped_by(problem, n) >= problem.path.line.ply
    )


def stopped_by(problem: Problem, n: Node) -> int:
    """The smallest ply of the repetitions that have made a node's number too large; where one child is enough for
    that, of the child that goes back least. To seal a node helps only against repetitions of itself."""
    plies = [child.leans_on for child in n.children if child.numbers and problem.too_large(child.numbers)]
    needs_all = (n.type == "OR") != problem.drawn()
    return (min if needs_all else max)(plies, default=NOTHING)


def seal(problem: Problem, n: Node) -> None:
    """Section 2.2.4: search a node again, with a threshold of infinity, as if it were decided by a repetition."""
    problem.seals[problem.path.line.ply] = len(problem.assumed)
    n.phi = n.delta = LARGEST
    n.children.clear()
    generate_moves(problem, n)
