"""What depth-first searches with a transposition table have in common: nodes of the line, their children, and results.

Names are those of Figure 2 of Kishimoto and Müller (2005): a node's φ and δ are its proof and disproof number if the
prover is on move there, and the other way round if the refuter is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from pnyx.game import Game
from pnyx.reference.df_pn_problem import (
    HISTORY,
    PATH_INDEPENDENT,
    Entry,
    Ghi,
    Line,
    Numbers,
    Problem,
    Reason,
    Simulation,
)
from pnyx.reference.pn import INFINITY, LARGEST, Step
from pnyx.reference.simulation import allow_simulation, simulate


@dataclass(eq=False, slots=True)
class Child:
    """A move of a node, and what is known about the position behind it. `ply` is that of the entry with its numbers."""

    move: Any
    place: int
    position: Any
    key: Hashable
    line: Line
    numbers: Numbers | None = None
    depends_on_ply: int = PATH_INDEPENDENT
    ply: int | None = None
    fresh: bool = False
    """Whether neither the table nor a search has found anything."""

    def settle(self, proven: bool, depends_on_ply: int = PATH_INDEPENDENT) -> None:
        """Give it a verdict."""
        self.update(Numbers.verdict(proven), depends_on_ply)

    def update(self, numbers: Numbers, depends_on_ply: int = PATH_INDEPENDENT) -> None:
        """Give it what a search or the table has found."""
        self.numbers, self.depends_on_ply, self.fresh = numbers, depends_on_ply, False


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
    barred: int = PATH_INDEPENDENT
    """The smallest ply that a forbidden move would repeat."""
    control: bool = False
    """Whether the thresholds of the next child to be searched may have to be raised."""
    floor: int = 0
    """In `pds`, the largest that the node's own φ has been."""
    ended: Numbers | None = None
    """With delayed evaluation, the numbers of a node that turned out to be terminal."""


@dataclass(eq=False)
class DepthFirstResult:
    """What the search found. The problem has the table.

    >>> from pnyx.reference.df_pn import search
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

        >>> from pnyx.reference.df_pn import search
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


class Settings(TypedDict, total=False):
    """What can be said about a search with delayed evaluation; `history` holds the positions before the root."""

    ghi: Ghi
    sum_limit: int
    max_nodes: int | None
    history: Iterable[Hashable]


def delayed_search(
    run: Callable[[Problem, Hashable], DepthFirstResult],
    game: Game[Any, Any],
    position: Hashable,
    goal: str,
    settings: Settings,
    init: str = "unit",
) -> DepthFirstResult:
    """The entry of the searches that evaluate positions when they come to them: `run` a problem from its root."""
    return run(Problem(game, position, goal, init=init, delayed=True, **settings), position)


def result_of(problem: Problem, root: Numbers, steps: list[tuple[Node, Numbers, int]]) -> DepthFirstResult:
    """What was found, if the root has these numbers in the end."""
    verdict: Literal["proven", "disproven", "unknown"] = "unknown"
    reason = problem.reason
    if reason is None:
        if root.solved is None:
            reason = "numbers"
        else:
            verdict = "proven" if root.solved else "disproven"
    counts = problem.generated, problem.simulation
    return DepthFirstResult(verdict, reason, problem.nodes, *root, *counts, problem, steps)


def generate_moves(problem: Problem, n: Node) -> None:
    """Figure 2, GenerateMoves: the children, with what is known about them. A forbidden move has none."""
    problem.nodes += 1
    allow_simulation(problem)
    if problem.delayed:
        outcome = problem.game.outcome(n.position)
        if outcome is not None:
            n.ended = Numbers.verdict(problem.reached(outcome))
            return
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
    elif ply == HISTORY or ply in problem.assumed_from:
        child.settle(problem.drawn())
    else:
        child.update(Numbers(1, LARGEST) if problem.drawn() else Numbers(LARGEST, 1), ply)


def first_lookup(problem: Problem, child: Child) -> None:
    """TTlookup for a child that has just been generated: twins of other lines are tried, and it may be new."""
    tt_lookup(problem, child)
    if child.numbers is None or child.numbers.solved is None:
        found = simulate(problem, child.position, child.key, child.line)
        if found is not None:
            child.settle(*found)
            child.ply = None
    if child.numbers is None:
        evaluate(problem, child)


def tt_lookup(problem: Problem, child: Child) -> bool:
    """Figure 2, TTlookup: the base entry if it is solved, else the twin of this line, else the numbers of the base.

    Returns whether that is new.
    """
    entry, before = problem.table.get(child.key), child.numbers
    if entry is None:
        return False
    twin = entry.twins.get(child.line)
    if entry.verdict is not None:
        child.settle(entry.verdict)
    elif twin is not None:
        child.settle(twin.proven, twin.depends_on_ply)
    elif entry.numbers is not None and (child.numbers is None or not problem.too_large(child.numbers)):
        child.numbers, child.ply, child.fresh = entry.numbers, entry.ply, False
    return child.numbers != before


def evaluate(problem: Problem, child: Child) -> None:
    """The value of a position that is not in the table, or its first numbers."""
    child.fresh = True
    if problem.delayed:
        child.numbers = Numbers(1, 1)
        return
    outcome = problem.game.outcome(child.position)
    if outcome is not None:
        child.settle(problem.reached(outcome))
        return
    is_or = problem.node_type(child.position) == "OR"
    child.numbers = Numbers(*problem.first_numbers(child.position, is_or=is_or))


def control_thresholds(problem: Problem, n: Node, control: bool) -> None:
    """Threshold control (Kishimoto 2010), when a node is begun. It is due if the node has been searched before, and one
    of its children on a shorter line, or if it was due at the node above; then thresholds rise above the numbers."""
    entry = problem.table.get(n.key)
    if entry is not None and entry.numbers is not None:
        n.control = control or any(child.ply is not None and child.ply <= problem.path.line.ply for child in n.children)
        if n.control:
            n.phi = max(n.phi, min(delta_min(n) + 1, LARGEST))
            n.delta = max(n.delta, min(phi_sum(problem, n) + 1, LARGEST))


def phi_and_delta(n: Node, child: Child) -> tuple[int, int]:
    """A child's φ and δ, as its parent sees them."""
    assert child.numbers is not None
    proof, disproof = child.numbers
    return (disproof, proof) if n.type == "OR" else (proof, disproof)


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
    if n.ended is not None:
        return n.ended
    phi, delta = delta_min(n), phi_sum(problem, n)
    return Numbers(phi, delta) if n.type == "OR" else Numbers(delta, phi)


def tt_store(problem: Problem, n: Node) -> tuple[Numbers, int]:
    """The end of MID: store what was found. Returns it, with what it depends on above the node."""
    numbers, depends_on_ply = numbers_of(problem, n), PATH_INDEPENDENT
    assumed_decided = problem.path.line.ply in problem.assumed_from
    if n.ended is not None:
        problem.table.setdefault(n.key, Entry()).store(numbers, problem.path.line.ply)
    elif numbers.solved is not None or not problem.too_large(numbers):
        depends_on_ply = store_found(problem, n.key, numbers, *reason_of(n))
    else:
        depends_on_ply = problem.depends_above(stopped_by(problem, n), problem.path.line.ply)
        again = not assumed_decided and depends_on_ply == PATH_INDEPENDENT
        numbers = problem.with_large(numbers, problem.large if again else LARGEST)
    if assumed_decided:
        problem.end_assumption(numbers)
    return numbers, depends_on_ply


def leave(problem: Problem, n: Node) -> tuple[Numbers, Node | None]:
    """Return from MID: store what was found, and pass it to the node above. Returns it, and that node."""
    numbers, depends_on_ply = tt_store(problem, n)
    if n.chosen is not None:
        problem.path.pop()
        n.chosen.update(numbers, depends_on_ply)
    return numbers, n.parent


def store_found(problem: Problem, key: Hashable, numbers: Numbers, best: int | None, depends_on_ply: int) -> int:
    """Store what was found about the last position of the line. Returns what it depends on above that."""
    if numbers.solved is not None:
        return problem.store_verdict(key, numbers.solved, best, depends_on_ply)
    problem.table.setdefault(key, Entry()).store(numbers, problem.path.line.ply)
    return PATH_INDEPENDENT


def reason_of(n: Node) -> tuple[int | None, int]:
    """Of a solved node: the place of the deciding move, if one decides, and the ply that the verdict depends on."""
    deciding = [child for child in n.children if phi_and_delta(n, child)[1] == 0]
    if deciding:
        best = max(deciding, key=lambda child: child.depends_on_ply)
        return best.place, best.depends_on_ply
    return None, min([n.barred, *(child.depends_on_ply for child in n.children)])


def stopped_by(problem: Problem, n: Node) -> int:
    """The smallest ply of the repetitions that have made a node's number too large; where one child is enough for
    that, of the child that depends least on the path. Assuming a node to be decided helps only against repetitions of
    itself."""
    plies = [child.depends_on_ply for child in n.children if child.numbers and problem.too_large(child.numbers)]
    needs_all = (n.type == "OR") != problem.drawn()
    return (min if needs_all else max)(plies, default=PATH_INDEPENDENT)
