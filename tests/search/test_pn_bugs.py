"""The test of the tests: mistakes put into the search must be noticed.

Each mistake is put into the Python twin and run on the same random cases as the other tests. For each it is known
which of the three guards must notice it within those cases: the verdict (against brute force), the trace (against the
compiled search), or the checkers (which refuse the certificate that the mistaken tree gives). And whatever a mistaken
search says, a wrong verdict never gets a certificate that a checker accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

from pnyx import _core
from pnyx.reference import brute, pn
from pnyx.reference.pn import Node, PnResult, Problem
from support.cases import EVALUATIONS, GOALS, Case, case, solution
from support.judging import accepted_by_both
from support.twin_certificates import Extraction

CASES = 200
EASY, BUDGET = 60, 300  # only easy cases, with a generous budget: a mistaken search may never end

Patch = pytest.MonkeyPatch
Bug = Callable[[Patch], None]
VERDICT, TRACE, CHECKERS = "verdict", "trace", "checkers"


# Repetition


def repetition_ignored(patch: Patch) -> None:
    patch.setattr(Problem, "repeats", lambda self, node: False)


def repetition_seen_only_two_plies_back(patch: Patch) -> None:
    def repeats(self: Problem, node: Node) -> bool:
        above = node.parent.parent if node.parent else None
        return above is not None and node.key == above.key

    patch.setattr(Problem, "repeats", repeats)


def repetition_is_a_win(patch: Patch) -> None:
    patch.setattr(pn, "DRAW", 0)


def history_ignored(patch: Patch) -> None:
    patch.setattr(Problem, "repeats", lambda self, node: node.parent is not None and self.line[node.key] > 0)


def line_never_taken_back(patch: Patch) -> None:
    patch.setattr(Problem, "leave", lambda self, node: None)


# The numbers

Numbers = Callable[[Iterable[int]], int]


def combine(patch: Patch, **rules: Numbers) -> None:
    """Other rules for `or_proof`, `or_disproof`, `and_proof` or `and_disproof`."""
    right: dict[str, Numbers] = {"or_proof": min, "or_disproof": pn._sum, "and_proof": pn._sum, "and_disproof": min}
    rules = {**right, **rules}
    set_numbers = pn.set_proof_and_disproof_numbers

    def numbers(node: Node) -> None:
        if not node.expanded:
            set_numbers(node)
            return
        kind = str(node.type).lower()
        node.proof = rules[f"{kind}_proof"](child.proof for child in node.children)
        node.disproof = rules[f"{kind}_disproof"](child.disproof for child in node.children)

    def select(problem: Problem, node: Node) -> Node:
        while node.expanded:
            problem.enter(node)
            number = "proof" if node.type == "OR" else "disproof"
            # A node that is solved without its parent knowing it would be chosen forever.
            open_children = [child for child in node.children if child.proof and child.disproof] or node.children
            node = min(open_children, key=lambda child: int(getattr(child, number)))
        return node

    patch.setattr(pn, "set_proof_and_disproof_numbers", numbers)
    patch.setattr(pn, "select_most_proving_node", select)


def or_proof_is_a_sum(patch: Patch) -> None:
    combine(patch, or_proof=pn._sum)


def and_disproof_is_a_sum(patch: Patch) -> None:
    combine(patch, and_disproof=pn._sum)


def or_disproof_is_a_minimum(patch: Patch) -> None:
    combine(patch, or_disproof=min)


def and_proof_is_a_minimum(patch: Patch) -> None:
    combine(patch, and_proof=min)


def sums_are_maxima(patch: Patch) -> None:
    combine(patch, or_disproof=max, and_proof=max)


def last_of_equal_children_first(patch: Patch) -> None:
    def select(problem: Problem, node: Node) -> Node:
        while node.expanded:
            problem.enter(node)
            number = "proof" if node.type == "OR" else "disproof"
            node = next(c for c in reversed(node.children) if getattr(c, number) == getattr(node, number))
        return node

    patch.setattr(pn, "select_most_proving_node", select)


# Solved children


def without(unwanted: int) -> Numbers:
    """The minimum of the numbers that are not this one."""
    return lambda numbers: min((n for n in numbers if n != unwanted), default=pn.INFINITY)


def proven_child_forgotten(patch: Patch) -> None:
    combine(patch, or_proof=without(0))


def disproven_child_forgotten(patch: Patch) -> None:
    combine(patch, and_disproof=without(0))


def infinite_summands_forgotten(patch: Patch) -> None:
    finite: Numbers = lambda numbers: pn._sum(n for n in numbers if n != pn.INFINITY)  # noqa: E731
    combine(patch, or_disproof=finite, and_proof=finite)


def dropping(kind: str) -> Bug:
    """A search that never examines the last of several moves, of the prover (`OR`) or of the opponent (`AND`)."""

    def bug(patch: Patch) -> None:
        expand = pn.expand_node

        def expand_without_last(problem: Problem, node: Node) -> None:
            expand(problem, node)
            if node.type == kind and len(node.children) > 1:
                node.children.pop()

        patch.setattr(pn, "expand_node", expand_without_last)

    return bug


SEARCH_BUGS: list[tuple[str, Bug, set[str]]] = [
    ("repetition ignored", repetition_ignored, {VERDICT, TRACE, CHECKERS}),
    ("repetition seen only two plies back", repetition_seen_only_two_plies_back, {VERDICT, TRACE, CHECKERS}),
    ("repetition is a win", repetition_is_a_win, {VERDICT, TRACE, CHECKERS}),
    ("history ignored", history_ignored, {VERDICT, TRACE, CHECKERS}),
    ("line never taken back", line_never_taken_back, {VERDICT, TRACE, CHECKERS}),
    ("or proof is a sum", or_proof_is_a_sum, {VERDICT, TRACE}),
    ("and disproof is a sum", and_disproof_is_a_sum, {VERDICT, TRACE}),
    ("or disproof is a minimum", or_disproof_is_a_minimum, {VERDICT, TRACE, CHECKERS}),
    ("and proof is a minimum", and_proof_is_a_minimum, {VERDICT, TRACE, CHECKERS}),
    ("sums are maxima", sums_are_maxima, {TRACE}),
    ("last of equal children first", last_of_equal_children_first, {TRACE}),
    ("proven child forgotten", proven_child_forgotten, {VERDICT, TRACE}),
    ("disproven child forgotten", disproven_child_forgotten, {VERDICT, TRACE}),
    ("infinite summands forgotten", infinite_summands_forgotten, {VERDICT, TRACE, CHECKERS}),
    ("reply dropped", dropping("AND"), {VERDICT, TRACE, CHECKERS}),
    ("own move dropped", dropping("OR"), {VERDICT, TRACE, CHECKERS}),
]


class Question(NamedTuple):
    """A question with its right answers."""

    case: Case
    goal: str
    verdict: str
    compiled: _core.Solution

    def search(self) -> PnResult:
        asked = self.case
        evaluation, init = EVALUATIONS[asked.seed % len(EVALUATIONS)]
        return pn.search(
            *(asked.rules, asked.root, self.goal),
            evaluation=evaluation,
            init=init,
            max_nodes=BUDGET,
            history=asked.history,
        )

    def noticed(self, result: PnResult) -> set[str]:
        """Which guards notice that a search went wrong."""
        guards = set()
        # The counts are part of the trace; where they differ, the endless lines of some mistakes need not be compared.
        if result.nodes != self.compiled.nodes or result.trace != self.compiled.trace:
            guards.add(TRACE)
        if result.verdict != self.verdict:
            guards.add(VERDICT)
        if result.verdict != "unknown":
            if not accepted_by_both(Extraction(self.case, self.goal, result).certificate()):
                guards.add(CHECKERS)
            assert CHECKERS in guards or VERDICT not in guards, f"a false certificate is accepted: {self}"
        return guards


@cache
def questions(game: str) -> list[Question]:
    found = []
    for asked, goal in product([case(game, seed) for seed in range(CASES)], GOALS):
        evaluation, init = EVALUATIONS[asked.seed % len(EVALUATIONS)]
        compiled = solution(asked, goal, {"evaluation": evaluation, "init": init})
        if compiled.nodes <= EASY:
            proven = brute.solve(asked.rules, asked.root, goal, asked.history)
            found.append(Question(asked, goal, "proven" if proven else "disproven", compiled))
    return found


@pytest.mark.parametrize("game", ["graph", "tic-tac-toe"])
def test_the_right_search_is_not_suspected(game: str) -> None:
    assert len(questions(game)) > CASES
    for question in questions(game):
        assert question.noticed(question.search()) == set(), question


@pytest.mark.parametrize(("bug", "guards"), [pytest.param(*rest, id=name) for name, *rest in SEARCH_BUGS])
def test_mistakes_in_the_search(bug: Bug, guards: set[str]) -> None:
    seen = set[str]()
    for question in questions("graph"):
        with pytest.MonkeyPatch.context() as patch:
            bug(patch)
            result = question.search()
        seen |= question.noticed(result)
    assert seen == guards
