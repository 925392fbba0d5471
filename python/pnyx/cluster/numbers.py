"""Proof and disproof numbers of a graph in which lines may go round, kept right from change to change.

Paper
    The proof number of a position is the cost of its cheapest proof, where a proof is finite: the least solution of a
    grammar problem (D. E. Knuth, "A generalization of Dijkstra's algorithm", *Information Processing Letters* 6 (1977)
    1-5). `ProofNumbers` keeps it by the algorithm DynamicSWSF-FP of G. Ramalingam and T. Reps, "An incremental
    algorithm for a generalization of the shortest-path problem", *Journal of Algorithms* 21 (1996) 267-305: what a
    change does not touch is not looked at.

What they say
    All numbers are those of the attacker, the side that a repetition fails (see `tree.py`). Costs grow on every edge,
    by one where an open leaf costs `UNIT` or more. So a line that goes round never pays, and the attacker's best move
    always leads to a smaller number: whoever follows these numbers down comes to a leaf. The number is infinite if and
    only if there is no proof, even if all open leaves were won: then the position is lost.

    Disproof numbers only steer. They are sums and minima over moves that lead deeper than any before; a move that leads
    back up counts one unit, because a line that goes round is what the defender wants.

    Numbers are Python's integers, so sums are not cut off where other searches have to. Positions that are reached in
    many ways count as often. No number is ever believed: `tree.py` looks at the facts before a position is lost.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import Final, TypeAlias

from pnyx.cluster.jobs import INFINITY, LARGEST

__all__ = ["INFINITE", "UNIT", "Node", "refresh"]

INFINITE: Final = 1 << 4096
"""The number of a position that cannot be proven, or disproven: larger than any sum that can be met."""

UNIT: Final = 1 << 20
"""A proof number of one."""

VIRTUAL: Final = 1 << 30
"""How much larger the numbers become of a leaf that is in work, when it is taken for won (or for lost)."""

Numbers: TypeAlias = "tuple[int, int]"


class Node:
    """A position of the first level, as the attacker sees it."""

    __slots__ = (
        "ahead",
        "children",
        "depth",
        "disproof",
        "first",
        "is_or",
        "moves",
        "parents",
        "plain",
        "position",
        "proof",
        "value",
        "working",
    )

    def __init__(self, position: str, is_or: bool, depth: int, first: Numbers, value: bool | None = None) -> None:
        self.position = position
        self.is_or = is_or
        """Whether the attacker is on move."""
        self.depth = depth
        """The length of the line on which it was first met."""
        self.first = first
        """Proof and disproof number, at least 1, of a leaf."""
        self.value = value
        """Whether the attacker wins, if that is known: a fact."""
        self.working = False
        """Whether a job is looking at it."""
        self.moves: list[str] = []
        self.children: list[Node] | None = None
        """The positions after the moves, each once; `None` for a leaf."""
        self.parents: list[Node] = []
        self.proof = INFINITE
        self.ahead = self.own_proof()
        """The proof number by those of the children; `proof` follows it."""
        self.disproof = self.own_disproof()
        self.plain = self.own_plain()
        """Both numbers for people, with leaves in work as they were before."""

    def own_proof(self) -> int:
        """The proof number as the children have it."""
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
        """The disproof number as the deeper children have it."""
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
        """The numbers for people, as the deeper children have them."""
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
    """Bring all numbers up to date after these nodes have changed; give those that have become infinite."""
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
