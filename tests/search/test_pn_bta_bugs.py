"""The test of the tests of `pn-bta`: mistakes put into the twin must be noticed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from pnyx import _core
from pnyx.reference import pn_bta as twin
from pnyx.reference.pn import INFINITY
from pnyx.reference.pn import _sum as saturating_sum
from pnyx.reference.pn_bta import Node, Problem
from support.bta_cases import DETOURS, compiled, detours
from support.cases import GOALS, Case
from support.mistakes import assert_seen


def the_latest_ancestor_counts(patch: pytest.MonkeyPatch) -> None:
    collect = twin.collect_possible_draws

    def collect_maximum(base: Node) -> int:
        depths = [child.pd_depth for child in base.children if child.pd_depth is not None]
        collect(base)
        return max(depths)

    patch.setattr(twin, "collect_possible_draws", collect_maximum)


def marks_are_left_in_the_selection(patch: pytest.MonkeyPatch) -> None:
    def collect(base: Node) -> int:
        return min(child.pd_depth for child in base.children if child.pd_depth is not None)

    patch.setattr(twin, "collect_possible_draws", collect)


def marks_are_left_in_the_update(patch: pytest.MonkeyPatch) -> None:
    update = twin.update_or_node

    def update_or_node(node: Node, base: Node) -> None:
        marks = [child.pd_depth for child in base.children]
        update(node, base)
        for child, mark in zip(base.children, marks, strict=True):
            child.pd_depth = mark

    patch.setattr(twin, "update_or_node", update_or_node)


def a_twin_shares_the_numbers_of_its_base(patch: pytest.MonkeyPatch) -> None:
    generate, leaf = twin.generate_all_children, twin.set_leaf_numbers

    def generate_all_children(problem: Problem, base: Node) -> None:
        generate(problem, base)
        base.children = [twin.base_node(child) for child in base.children]

    def set_leaf_numbers(node: Node) -> None:
        if not node.expanded and 0 not in (node.proof, node.disproof):
            leaf(node)

    patch.setattr(twin, "generate_all_children", generate_all_children)
    patch.setattr(twin, "set_leaf_numbers", set_leaf_numbers)


def the_ply_above_will_do(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(twin, "is_real_draw", lambda node: node.depth <= node.pd_depth + 1)


def every_possible_draw_is_real(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(twin, "is_real_draw", lambda node: True)


def the_repeated_node_itself_is_the_ancestor(patch: pytest.MonkeyPatch) -> None:
    find = twin.find_equal_ancestor_node

    def find_equal_ancestor_node(node: Node) -> Node | None:
        return find(node) and node.parent

    patch.setattr(twin, "find_equal_ancestor_node", find_equal_ancestor_node)


def an_and_node_passes_marked_children_by(patch: pytest.MonkeyPatch) -> None:
    def select_best_child(base: Node) -> tuple[Node | None, bool]:
        number = "proof" if base.type == "OR" else "disproof"
        unmarked = [c for c in base.children if c.pd_depth is None and getattr(c, number) < INFINITY]
        marked = any(child.pd_depth is not None for child in base.children)
        return min(unmarked, key=lambda child: int(getattr(child, number)), default=None), marked

    patch.setattr(twin, "select_best_child", select_best_child)


def marked_children_count_as_disproved(patch: pytest.MonkeyPatch) -> None:
    def update_or_node(node: Node, base: Node) -> None:
        unmarked = [child for child in base.children if child.pd_depth is None]
        node.proof = min((child.proof for child in unmarked), default=INFINITY)
        node.disproof = saturating_sum(child.disproof for child in unmarked)
        for child in base.children:
            child.pd_depth = None
        twin.update_base_node(node, base)

    patch.setattr(twin, "update_or_node", update_or_node)


def figure_17_as_printed(patch: pytest.MonkeyPatch) -> None:
    def update_and_node(node: Node, base: Node) -> None:
        node.proof = min(child.disproof for child in base.children)
        node.disproof = saturating_sum(child.proof for child in base.children)
        twin.update_base_node(node, base)

    patch.setattr(twin, "update_and_node", update_and_node)


def a_twin_tells_its_base_everything(patch: pytest.MonkeyPatch) -> None:
    def update_base_node(node: Node, base: Node) -> None:
        base.proof, base.disproof = node.proof, node.disproof

    patch.setattr(twin, "update_base_node", update_base_node)


def nobody_is_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(twin, "update_base_node", lambda node, base: None)


WRONG, TRACE, ENDLESS = "wrong verdict", "trace", "endless"
BUGS: list[tuple[Callable[[pytest.MonkeyPatch], None], set[str]]] = [
    (the_latest_ancestor_counts, {WRONG, TRACE}),
    (marks_are_left_in_the_selection, {WRONG, TRACE}),
    (marks_are_left_in_the_update, {TRACE}),
    (a_twin_shares_the_numbers_of_its_base, {ENDLESS, TRACE}),
    (the_ply_above_will_do, {WRONG, TRACE}),
    (every_possible_draw_is_real, {WRONG, TRACE}),
    (the_repeated_node_itself_is_the_ancestor, {WRONG, TRACE}),
    (an_and_node_passes_marked_children_by, {WRONG, TRACE}),
    (marked_children_count_as_disproved, {WRONG, TRACE}),
    (figure_17_as_printed, {WRONG, TRACE}),
    (a_twin_tells_its_base_everything, {TRACE}),
    (nobody_is_told, {TRACE}),
]
"""Mistakes, and what must be noticed of them."""


@cache
def questions() -> list[tuple[Case, str, _core.Solution]]:
    asked = [(detours(seed), GOALS[seed % 2]) for seed in range(DETOURS)]
    return [(case, goal, compiled(case, goal, "mobility")) for case, goal in asked]


def noticed(case: Case, goal: str, right: _core.Solution) -> set[str]:
    try:
        result = twin.search(case.rules, case.root, goal, max_selections=1_000)
    except AssertionError:  # the path has no end above
        return set()
    seen = {TRACE} if result.trace != right.trace else set()
    if result.reason == "selections":
        return seen | {ENDLESS}
    return seen | {WRONG} if result.verdict != right.verdict else seen


def test_the_right_search_is_not_suspected() -> None:
    assert [question for question in questions() if noticed(*question)] == []


@pytest.mark.parametrize(("bug", "signs"), [pytest.param(*bug, id=bug[0].__name__) for bug in BUGS])
def test_mistakes_are_noticed(bug: Callable[[pytest.MonkeyPatch], None], signs: set[str]) -> None:
    def noticed_with_it(question: tuple[Case, str, _core.Solution]) -> set[str]:
        with pytest.MonkeyPatch.context() as patch:
            bug(patch)
            return noticed(*question)

    assert_seen(signs, questions(), noticed_with_it)
