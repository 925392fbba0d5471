"""The test of the tests: mistakes put into the extraction of certificates, and into a checker, must be noticed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from operator import itemgetter
from typing import Any

import pytest

from pnyx.reference import check, pn, walk
from pnyx.reference.certificate import Node
from pnyx.reference.pn import Node as TreeNode
from support.cases import GOALS, VARIANTS, Case, assert_agreement, graph_case
from support.judging import BOTH, Checker, accepted_by_both, damage, in_python
from support.mutated_claims import MUTATIONS
from support.twin_certificates import Extraction

CASES = 1_000  # most mistakes show within ten, the rarest within a few hundred

# The extraction


class ReplyLeftOut(Extraction):
    def replies(self, node: TreeNode) -> list[TreeNode]:
        return super().replies(node)[1:] or super().replies(node)


class UnsolvedMoveChosen(Extraction):
    def chosen(self, node: TreeNode) -> TreeNode:
        return next((child for child in node.children if not self.solved(child)), super().chosen(node))


class MovesInTheOrderOfTheGame(Extraction):
    def moves(self, position: Hashable) -> list[Any]:
        return list(self.case.rules.moves(position))


class RepetitionIsAnEnd(Extraction):
    def edge(self, child: TreeNode, line: dict[Hashable, Node]) -> Node:
        return self.record(child, line)


class RepetitionLeadsToTheRoot(Extraction):
    def edge(self, child: TreeNode, line: dict[Hashable, Node]) -> Node:
        edge = super().edge(child, line)
        return next(iter(line.values())) if edge in line.values() else edge


class LongestOfEqualPositionsSpeaksForAll(Extraction):
    """One node for each position, but with the longest of its lines: these may form a cycle."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.written: dict[Hashable, Node] = {}
        self.longest: dict[Hashable, tuple[int, TreeNode]] = {}
        self.measure(self.result.root)

    def measure(self, node: TreeNode) -> int:
        if not node.expanded:
            return 0
        plies = 1 + max(map(self.measure, self.shown(node)))
        self.longest[node.position] = max(self.longest.get(node.position, (0, node)), (plies, node), key=itemgetter(0))
        return plies

    def record(self, node: TreeNode, line: dict[Hashable, Node]) -> Node:
        if not node.expanded:
            return super().record(node, line)
        if node.position not in self.written:
            written = self.written[node.position] = Node()
            self.write(written, self.longest[node.position][1], line)
        return self.written[node.position]


class SolvedSubtreeLost(Extraction):
    def edge(self, child: TreeNode, line: dict[Hashable, Node]) -> Node:
        return Node() if len(line) > 1 else super().edge(child, line)


CROSSING = "root A; repetition draw; A max: B; B min: X Y; X max: Y P; Y max: X P; P min: Q R; Q = win; R = win"
"""Here one line wins at X by way of Y, another at Y by way of X."""


def accepted(kind: type[Extraction], case: Case, goal: str) -> bool:
    result = pn.search(case.rules, case.root, goal, history=case.history)
    return accepted_by_both(kind(case, goal, result).certificate())


@pytest.mark.parametrize("kind", Extraction.__subclasses__())
def test_mistakes_in_the_extraction(kind: type[Extraction]) -> None:
    cases = (graph_case(seed) for seed in range(CASES))
    assert not all(accepted(kind, case, goal) for case in cases for goal in GOALS)


def test_lines_that_cross() -> None:
    crossing = Case.read(0, "graph", CROSSING)
    assert accepted(Extraction, crossing, "win")
    assert not accepted(LongestOfEqualPositionsSpeaksForAll, crossing, "win")
    for variant in VARIANTS:
        assert_agreement(crossing, "win", variant)


# The checker

Patch = pytest.MonkeyPatch


def cycles_everywhere(patch: Patch) -> None:
    refer = walk._Walk._refer

    def forgiving(self: walk._Walk, frame: walk._Frame, place: int, target: Hashable) -> None:
        if place < len(self.shared):
            self.shared[place].ended = True
        refer(self, frame, place, target)

    patch.setattr(walk._Walk, "_refer", forgiving)


def references_not_compared(patch: Patch) -> None:
    patch.setattr(walk._Walk, "_same", lambda self, one, other: True)


def ends_not_looked_at(patch: Patch) -> None:
    patch.setattr(walk.Claim, "suits", lambda self, outcome: True)


def draws_suit_everybody(patch: Patch) -> None:
    suits = walk.Claim.suits
    patch.setattr(walk.Claim, "suits", lambda self, outcome: outcome == "draw" or suits(self, outcome))


def history_forgotten(patch: Patch) -> None:
    begin = walk._Walk._begin

    def forgetful(self: walk._Walk, position: Hashable) -> None:
        self.history = frozenset()
        begin(self, position)

    patch.setattr(walk._Walk, "_begin", forgetful)


def last_reply_not_required(patch: Patch) -> None:
    begin = walk._Walk._begin

    def lazy(self: walk._Walk, position: Hashable) -> None:
        before = len(self.stack)
        begin(self, position)
        if len(self.stack) > before and len(self.stack[-1].pairs) > 1:
            self.stack[-1].pairs = self.stack[-1].pairs[:-1]

    patch.setattr(walk._Walk, "_begin", lazy)


def rest_not_read(patch: Patch) -> None:
    patch.setattr(walk._Walk, "_finish", lambda self: None)


def header_not_compared(patch: Patch) -> None:
    patch.setattr(check, "_expect", lambda what, expected, given: None)


CHECKER_BUGS: list[tuple[Callable[[Patch], None], bool]] = [
    (cycles_everywhere, True),
    (ends_not_looked_at, True),
    (draws_suit_everybody, True),
    (header_not_compared, True),
    (references_not_compared, False),
    (history_forgotten, False),
    (last_reply_not_required, False),
    (rest_not_read, False),
]
"""With each mistake: whether the truth alone shows it, without another checker to disagree."""


def noticed(bug: Callable[[Patch], None], checkers: Sequence[Checker]) -> bool:
    """Whether the tests with damaged certificates fail when a checker has this mistake."""
    for seed in range(CASES):
        with pytest.MonkeyPatch.context() as patch:
            bug(patch)
            try:
                damage(graph_case(seed), MUTATIONS, checkers)
            except AssertionError:
                return True
    return False


@pytest.mark.parametrize(("bug", "alone"), CHECKER_BUGS)
def test_mistakes_in_the_checker(bug: Callable[[Patch], None], alone: bool) -> None:
    assert noticed(bug, BOTH)
    if alone:
        assert noticed(bug, [in_python])
