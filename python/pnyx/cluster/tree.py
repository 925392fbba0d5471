"""The first level: a graph of positions, their verdicts, and the selection of the next leaf to search.

Papers
    Most-proving nodes of a graph with cycles: D. M. Breuker, H. J. van den Herik, J. W. H. M. Uiterwijk and L. V.
    Allis, "A solution to the GHI problem for best-first search", *Theoretical Computer Science* 252 (2001) 121-149.
    Jobs and virtual outcomes: I.-C. Wu, H.-H. Lin, D.-J. Sun, K.-Y. Kao, P.-H. Lin, Y.-C. Chan and P.-T. Chen,
    "Job-level proof number search", *IEEE Transactions on Computational Intelligence and AI in Games* 5 (2013) 44-56.

Attacker and defender
    A repetition fails for one side, the *attacker*: the prover, or the refuter where a draw is enough for the prover.
    Everything here is seen from the attacker, who moves at OR nodes; only facts and questions refer to the prover.

Why facts are facts
    The attacker wins from a position if and only if a finite proof without cycles exists, however the position was
    reached: the least fixpoint of "a final position that is won, or one move to such a position, or all moves". So
    `won` is propagated from children to parents, and so is `lost`. With cycles, a set of positions is lost too if the
    defender can stay in it without end: every move of the attacker in it leads to the set or to a lost position, and
    some move of the defender does. Such sets are found where a proof number becomes infinite, which means that there is
    no proof even if all open leaves were won; then this rule, which uses no numbers, is tested. So no number can make a
    verdict wrong.

How this differs from the base-twin algorithm
    There, a node is one position on one path, twins hold path-dependent values, and selection marks possible draws
    until one becomes real. Here nothing is path-dependent, since all jobs answer without history. Proof numbers count
    finite proofs alone (`numbers.py`), so the most-proving line has no cycle, and what BTA finds by marks, that every
    line is a cycle, is an infinite number.

Progress
    Proof numbers become smaller on every step of a selection, so it ends at an open leaf. While a leaf is in work, it
    counts as won or lost, whichever looks more likely, and selection goes elsewhere. If it comes to a leaf in work all
    the same, the nearest other one is taken. `None` means that every open leaf under the root is in work.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from pnyx.cluster.jobs import LARGEST
from pnyx.cluster.numbers import Node, refresh
from pnyx.cluster.questions import Effect
from pnyx.cluster.storing import Fact
from pnyx.errors import InputError, quoted

Verdict = Literal["proven", "disproven"]


@dataclass(frozen=True)
class NewChild:
    """A position after a move, when its parent is expanded: who is on move, its first numbers, and the verdict where
    the game is over.
    """

    move: str
    position: str
    prover_moves: bool
    proof: int = 1
    disproof: int = 1
    verdict: Verdict | None = None


@dataclass(frozen=True)
class Leaf:
    """A leaf to examine, and the line to it: positions from the root on, and the moves between them."""

    position: str
    positions: tuple[str, ...]
    moves: tuple[str, ...]


class Tree:
    """The first level under one root.

    >>> tree = Tree("A", prover_moves=True)
    >>> tree.select().position
    'A'
    >>> tree.expand("A", [NewChild("b", "B", False, 3, 1), NewChild("c", "C", False, 1, 1)])
    []
    >>> tree.select().moves
    ('c',)
    >>> tree.settle("C", "proven", job=2)
    [Fact(position='C', verdict='proven', job=2, move=None), Fact(position='A', verdict='proven', job=None, move='c')]
    >>> tree.verdict
    'proven'
    """

    def __init__(self, root: str, prover_moves: bool, effect: Effect = "fails") -> None:
        self._effect = effect
        self._attacker_proves = effect != "satisfies"
        self._root = Node(root, prover_moves == self._attacker_proves, 0, (1, 1))
        self._nodes = {root: self._root}
        self.expanded = 0
        """How many positions were expanded."""
        refresh([self._root])

    def __len__(self) -> int:
        return len(self._nodes)

    def __contains__(self, position: str) -> bool:
        return position in self._nodes

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the root."""
        value = self._root.value
        return None if value is None else self._verdict(value)

    def is_leaf(self, position: str) -> bool:
        """Whether a position is open and was not expanded."""
        node = self._nodes[position]
        return node.value is None and node.children is None

    def select(self) -> Leaf | None:
        """The most-proving leaf that is not in work; `None` if there is none, or the root is settled."""
        if self._root.value is not None:
            return None
        line = [self._root]
        while (children := line[-1].children) is not None:
            # Numbers grow along every cycle, so that the best line never has one.
            assert len(line) <= len(self._nodes), "the line has a cycle"
            line.append(min((child for child in children if child.value is None), key=_ORDERS[line[-1].is_or]))
        if line[-1].working:
            return self._select_nearest()
        return _leaf(line)

    def _select_nearest(self) -> Leaf | None:
        """The first leaf that is not in work, when the best is always tried first."""
        seen = {id(self._root)}
        line, ways = [self._root], [_ways(self._root)]
        while line:
            node = line[-1]
            if node.children is None and not node.working:
                return _leaf(line)
            while ways[-1] and id(ways[-1][-1]) in seen:
                ways[-1].pop()
            if not ways[-1]:
                line.pop()
                ways.pop()
                continue
            child = ways[-1].pop()
            seen.add(id(child))
            line.append(child)
            ways.append(_ways(child))
        return None

    def start(self, position: str) -> None:
        """A leaf is in work from now on."""
        self._work(position, True)

    def release(self, position: str) -> None:
        """A leaf is no longer in work, and has no verdict."""
        self._work(position, False)

    def _work(self, position: str, working: bool) -> None:
        node = self._nodes[position]
        if node.children is None and node.value is None and node.working != working:
            node.working = working
            refresh([node])

    def settle(
        self, position: str, verdict: Verdict, *, job: int | None = None, known: Fact | None = None
    ) -> list[Fact]:
        """Set the verdict of a leaf, from a job or a stored fact. Returns the facts that follow, the leaf's first."""
        node = self._nodes[position]
        node.working = False
        if node.value is not None:
            self._expect_same(node, verdict)
            return []
        fact = Fact(position, verdict, job) if known is None else None
        return self._follow([(node, self._value(verdict), fact)])

    def expand(self, position: str, children: Sequence[NewChild]) -> list[Fact]:
        """Expand a leaf; returns the facts that follow from moves that end the game or lead to solved positions."""
        node = self._nodes[position]
        node.working = False
        if node.children is not None or node.value is not None:
            return []
        if not children:
            raise InputError(f"expected a move or an outcome at {quoted(position)}, but the game has neither")
        self.expanded += 1
        node.children = []
        fresh = [node]
        for new in children:
            child = self._nodes.get(new.position)
            if child is None:
                child = self._add(new, node.depth + 1)
                fresh.append(child)
            if child not in node.children:
                node.moves.append(new.move)
                node.children.append(child)
                child.parents.append(node)
        return self._follow([], fresh)

    def _add(self, new: NewChild, depth: int) -> Node:
        numbers = tuple(max(1, min(number, LARGEST)) for number in (new.proof, new.disproof))
        first = (numbers[0], numbers[1]) if self._attacker_proves else (numbers[1], numbers[0])
        value = None if new.verdict is None else self._value(new.verdict)
        child = Node(new.position, new.prover_moves == self._attacker_proves, depth, first, value)
        self._nodes[new.position] = child
        return child

    def _follow(self, told: Iterable[tuple[Node, bool, Fact | None]], fresh: Sequence[Node] = ()) -> list[Fact]:
        """Propagate facts, then numbers, then positions lost by cycles."""
        facts: list[Fact] = []
        settled: list[Node] = []
        queue = deque(told)
        queue.extend(found for node in fresh if (found := self._consequence(node)) is not None)
        while queue:
            node, value, fact = queue.popleft()
            if node.value is not None:
                continue
            node.value = value
            settled.append(node)
            if fact is not None:
                facts.append(fact)
            queue.extend(found for parent in node.parents if (found := self._consequence(parent)) is not None)
        lost = refresh([*fresh, *settled])
        rounds = self._goes_round([node for node in lost if node.value is None])
        if rounds:
            facts.extend(self._lose(rounds))
            # Those above have infinite numbers too, and are among these; only the numbers are left.
            refresh(rounds)
        return facts

    def _consequence(self, node: Node) -> tuple[Node, bool, Fact | None] | None:
        """The verdict on an open node that follows from its children's facts."""
        if node.value is not None or not node.children:
            return None
        for move, child in zip(node.moves, node.children, strict=True):
            if child.value is node.is_or:  # the player on move reaches its aim
                return node, node.is_or, self._fact(node, node.is_or, move)
        if any(child.value is None for child in node.children):
            return None
        return node, not node.is_or, self._fact(node, not node.is_or, None)

    def _goes_round(self, candidates: list[Node]) -> list[Node]:
        """The candidates in which the defender can stay without end: the largest set that satisfies the rule."""
        inside = {id(node) for node in candidates}

        def lost(child: Node) -> bool:
            return child.value is False or id(child) in inside

        def stays(node: Node) -> bool:
            return node.children is not None and (all if node.is_or else any)(map(lost, node.children))

        while leaving := [node for node in candidates if not stays(node)]:
            inside.difference_update(map(id, leaving))
            candidates = [node for node in candidates if id(node) in inside]
        return candidates

    def _lose(self, rounds: list[Node]) -> list[Fact]:
        if self._effect == "impossible":
            raise InputError(
                f"the position {quoted(rounds[0].position)} is repeated, but the game declares repetition impossible: "
                "it is misdeclared"
            )
        for node in rounds:
            node.value = False
        facts = []
        for node in rounds:
            assert node.children is not None
            ways = (move for move, child in zip(node.moves, node.children, strict=True) if child.value is False)
            facts.append(self._fact(node, False, None if node.is_or else next(ways)))
        return facts

    def _fact(self, node: Node, value: bool, move: str | None) -> Fact:
        return Fact(node.position, self._verdict(value), None, move)

    def _verdict(self, value: bool) -> Verdict:
        return "proven" if value == self._attacker_proves else "disproven"

    def _value(self, verdict: Verdict) -> bool:
        return (verdict == "proven") == self._attacker_proves

    def _expect_same(self, node: Node, verdict: Verdict) -> None:
        if self._value(verdict) != node.value:
            raise AssertionError(f"two verdicts about {quoted(node.position)}, both with certificates")

    def numbers(self) -> tuple[int, int]:
        """Proof and disproof number of the root as the prover sees them, positions in work counted as they were."""
        proof, disproof = self._root.plain
        return (proof, disproof) if self._attacker_proves else (disproof, proof)


_ORDERS: Final[Mapping[bool, Callable[[Node], tuple[int, int]]]] = {
    True: lambda child: (child.proof, child.disproof),
    False: lambda child: (child.disproof, child.proof),
}
"""The number that the player on move minimises: for the attacker the proof number."""


def _ways(node: Node) -> list[Node]:
    """The open children, the best one last."""
    if node.children is None:
        return []
    return sorted((child for child in node.children if child.value is None), key=_ORDERS[node.is_or], reverse=True)


def _leaf(line: Sequence[Node]) -> Leaf:
    moves = (above.moves[(above.children or []).index(below)] for above, below in pairwise(line))
    return Leaf(line[-1].position, tuple(node.position for node in line), tuple(moves))
