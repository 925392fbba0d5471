"""Proof and disproof numbers of a graph with cycles, updated incrementally.

Paper
    The proof number of a position is the cost of its cheapest proof, where a proof is finite: the least solution of a
    grammar problem (D. E. Knuth, "A generalization of Dijkstra's algorithm", *Information Processing Letters* 6 (1977)
    1-5). `ProofNumbers` keeps it by the algorithm DynamicSWSF-FP of G. Ramalingam and T. Reps, "An incremental
    algorithm for a generalization of the shortest-path problem", *Journal of Algorithms* 21 (1996) 267-305: nodes that
    a change does not affect are not visited.

Meaning
    All numbers are those of the attacker, the side for which a repetition fails (see `tree.py`). Costs grow on every
    edge, by one where an open leaf costs `UNIT` or more. So a cycle is never cheapest, and the attacker's best move
    always leads to a smaller number: following these numbers down ends at a leaf. The number is infinite if and only if
    there is no proof even if all open leaves were won: then the position is lost.

    Disproof numbers only guide the search. They are sums and minima over moves that lead deeper; a move that leads back
    up counts one unit, because the defender wants a cycle.

    Numbers are Python integers, so sums need no cap. Transpositions count once per path. Numbers never decide a
    verdict: `tree.py` tests the facts before a position is lost.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from pnyx.api.convergence import INFINITE as INFINITY
from pnyx.cluster.jobs import LARGEST

INFINITE: Final = 1 << 4096
"""The number of a position that cannot be proven, or disproven: larger than any sum that can be met."""

UNIT: Final = 1 << 20
"""A proof number of one."""

VIRTUAL: Final = 1 << 30
"""The factor for the virtual numbers of a leaf in work, which counts as won (or as lost)."""

Numbers: TypeAlias = "tuple[int, int]"


@dataclass(eq=False, repr=False, slots=True)
class Node:
    """A position of the first level, as the attacker sees it."""

    position: str
    is_or: bool
    """Whether the attacker is on move."""
    depth: int
    """The length of the line on which it was first met."""
    first: Numbers
    """Proof and disproof number, at least 1, of a leaf."""
    value: bool | None = None
    """Whether the attacker wins, if that is known: a fact."""
    working: bool = False
    """Whether a job is searching it."""
    moves: list[str] = field(default_factory=list)
    children: list[Node] | None = None
    """The positions after the moves, each once; `None` for a leaf."""
    parents: list[Node] = field(default_factory=list)
    proof: int = INFINITE
    ahead: int = field(init=False)
    """The proof number by those of the children; `proof` follows it."""
    disproof: int = field(init=False)
    plain: Numbers = field(init=False)
    """Both numbers for display, without virtual numbers of leaves in work."""

    def __post_init__(self) -> None:
        self.ahead, self.disproof, self.plain = self.own_proof(), self.own_disproof(), self.own_plain()

    def own_proof(self) -> int:
        """The proof number from the children."""
        if self.value is not None:
            return 0 if self.value else INFINITE
        if self.children is None:
            proof, disproof = self.first
            if not self.working:
                return proof * UNIT
            return 1 if proof <= disproof else proof * UNIT * VIRTUAL
        if self.is_or:
            return min(min(child.proof for child in self.children) + 1, INFINITE)
        return min(sum(child.proof for child in self.children) + 1, INFINITE)

    def own_disproof(self) -> int:
        """The disproof number from the deeper children."""
        if self.value is not None:
            return INFINITE if self.value else 0
        if self.children is None:
            proof, disproof = self.first
            if not self.working:
                return disproof * UNIT
            return disproof * UNIT * VIRTUAL if proof <= disproof else 1
        depth = self.depth
        costs = [child.disproof if child.depth > depth or child.value is not None else UNIT for child in self.children]
        return min(sum(costs) if self.is_or else min(costs), INFINITE)

    def own_plain(self) -> Numbers:
        """The numbers for display, from the deeper children."""
        if self.value is not None:
            return (0, INFINITY) if self.value else (INFINITY, 0)
        if self.children is None:
            return self.first
        below = [child.plain for child in self.children if child.depth > self.depth or child.value is not None]
        proofs, disproofs = [proof for proof, _ in below] or [1], [disproof for _, disproof in below] or [1]
        least, total = (proofs, disproofs) if self.is_or else (disproofs, proofs)
        numbers = min(max(1, min(least)), LARGEST), min(max(1, sum(total)), LARGEST)
        return numbers if self.is_or else numbers[::-1]


def refresh(changed: Iterable[Node]) -> list[Node]:
    """Update all numbers after these nodes have changed; returns those that have become infinite."""
    changed = list(changed)
    _refresh_disproofs(changed)
    return _refresh_proofs(changed)


def _refresh_proofs(changed: list[Node]) -> list[Node]:
    """DynamicSWSF-FP; `proof` and `ahead` are the paper's d and rhs."""
    queue: list[tuple[int, int, Node]] = []
    ended: dict[int, Node] = {}
    count = 0

    def look(node: Node) -> None:
        nonlocal count
        node.ahead = node.own_proof()
        if node.ahead != node.proof:
            count += 1
            heapq.heappush(queue, (min(node.ahead, node.proof), count, node))

    for node in changed:
        look(node)
        if node.ahead == node.proof == INFINITE:
            ended[id(node)] = node
    while queue:
        key, _, node = heapq.heappop(queue)
        if node.ahead == node.proof or key != min(node.ahead, node.proof):
            continue  # it was put in again, with another key
        if node.ahead < node.proof:
            node.proof = node.ahead
        else:
            node.proof = INFINITE
            ended[id(node)] = node
            look(node)
        for parent in node.parents:
            if parent.value is None:
                look(parent)
    return [node for node in ended.values() if node.proof == INFINITE]


def _refresh_disproofs(changed: list[Node]) -> None:
    """From the deepest node up: the numbers of open nodes depend on deeper ones alone."""
    queue = [(-node.depth, id(node), node) for node in changed]
    heapq.heapify(queue)
    last = 0
    while queue:
        _, number, node = heapq.heappop(queue)
        if number == last:
            continue
        last = number
        disproof, plain = node.own_disproof(), node.own_plain()
        if disproof == node.disproof and plain == node.plain:
            continue
        node.disproof, node.plain = disproof, plain
        for parent in node.parents:
            if parent.value is None and (parent.depth < node.depth or node.value is not None):
                heapq.heappush(queue, (-parent.depth, id(parent), parent))
