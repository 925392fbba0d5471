"""The test of the tests of `df-pn`: mistakes put into the twin must lead to wrong verdicts on random graphs.

A mistake is noticed in a wrong verdict on the root, in an entry of the table that is false, or in another trace. Wrong
roots are rare where a repetition is a draw: most false entries are not in the way of the right answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import pytest

from pnyx import _core
from pnyx.game import Repetition
from pnyx.reference import brute, df_pn, simulation
from pnyx.reference import depth_first as twin
from pnyx.reference.depth_first import Child, Node
from pnyx.reference.df_pn_problem import PATH_INDEPENDENT, Entry, Line, Numbers, Problem, Twin
from support.cases import Case
from support.df_pn_cases import Options, compiled, false_entries, far_away, searched, super_ko
from support.mistakes import assert_seen


def the_twin_forgets_what_it_depends_on(patch: pytest.MonkeyPatch) -> None:
    store = Entry.store_twin
    patch.setattr(
        Entry, "store_twin", lambda entry, line, t: store(entry, line, replace(t, depends_on_ply=PATH_INDEPENDENT))
    )


def a_twin_does_not_pass_up_what_it_depends_on(patch: pytest.MonkeyPatch) -> None:
    look_up = twin.tt_lookup

    def tt_lookup(problem: Problem, child: Child) -> bool:
        news = look_up(problem, child)
        if news:
            child.depends_on_ply = PATH_INDEPENDENT
        return news

    for module in (twin, df_pn):
        patch.setattr(module, "tt_lookup", tt_lookup)


def a_simulation_does_not_pass_up_what_it_depends_on(patch: pytest.MonkeyPatch) -> None:
    simulate = simulation.simulate

    def forgetful(*arguments: Any) -> tuple[bool, int] | None:
        found = simulate(*arguments)
        return found and (found[0], PATH_INDEPENDENT)

    patch.setattr(twin, "simulate", forgetful)


def the_ply_above_will_do(patch: pytest.MonkeyPatch) -> None:
    depends_above = Problem.depends_above
    patch.setattr(
        Problem, "depends_above", lambda problem, depends_on_ply, ply: depends_above(problem, depends_on_ply, ply - 1)
    )


def the_latest_ply_counts(patch: pytest.MonkeyPatch) -> None:
    reason_of = twin.reason_of

    def maximum(n: Node) -> tuple[int | None, int]:
        best, depends_on_ply = reason_of(n)
        if best is None:
            dependent = [
                ply for ply in (n.barred, *(child.depends_on_ply for child in n.children)) if ply != PATH_INDEPENDENT
            ]
            depends_on_ply = max(dependent, default=PATH_INDEPENDENT)
        return best, depends_on_ply

    patch.setattr(twin, "reason_of", maximum)


def only_the_first_child_counts(patch: pytest.MonkeyPatch) -> None:
    reason_of = twin.reason_of

    def first(n: Node) -> tuple[int | None, int]:
        best, depends_on_ply = reason_of(n)
        return best, n.children[0].depends_on_ply if best is None and n.children else depends_on_ply

    patch.setattr(twin, "reason_of", first)


def one_of_the_children_is_enough(patch: pytest.MonkeyPatch) -> None:
    def best_of_all(n: Node) -> tuple[int | None, int]:
        best, _ = reason_of(n)
        return best, max([*(child.depends_on_ply for child in n.children)], default=n.barred)

    reason_of = twin.reason_of
    patch.setattr(twin, "reason_of", best_of_all)


def the_flag_is_lost_on_replacement(patch: pytest.MonkeyPatch) -> None:
    store_twin = Entry.store_twin

    def replaced(entry: Entry, line: Line, t: Twin) -> None:
        if entry.twins:
            entry.store(Numbers.verdict(t.proven), line.ply)
        else:
            store_twin(entry, line, t)

    patch.setattr(Entry, "store_twin", replaced)


def the_base_is_not_reset(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Entry, "store_twin", lambda entry, line, t: entry.twins.__setitem__(line, t))


def taken_for_the_same(patch: pytest.MonkeyPatch, same: Callable[[Line, Line], bool]) -> None:
    look_up = twin.tt_lookup

    def tt_lookup(problem: Problem, child: Child) -> bool:
        news = look_up(problem, child)
        entry = problem.table.get(child.key)
        if entry is not None and (child.numbers is None or child.numbers.solved is None):
            for line, other in entry.twins.items():
                if same(line, child.line):
                    child.settle(other.proven, other.depends_on_ply)
                    news = True
        return news

    for module in (twin, df_pn):
        patch.setattr(module, "tt_lookup", tt_lookup)


def twins_are_found_by_position(patch: pytest.MonkeyPatch) -> None:
    taken_for_the_same(patch, lambda line, other: True)


def lines_of_one_length_are_the_same(patch: pytest.MonkeyPatch) -> None:
    taken_for_the_same(patch, lambda line, other: line.ply == other.ply)


def lines_with_one_end_are_the_same(patch: pytest.MonkeyPatch) -> None:
    def end(line: Line) -> tuple[Any, ...]:
        return (line.ply, line.key, line.above and line.above.key)

    taken_for_the_same(patch, lambda line, other: end(line) == end(other))


def the_order_of_a_line_does_not_matter(patch: pytest.MonkeyPatch) -> None:
    def keys(line: Line | None) -> set[Any]:
        found = set()
        while line is not None:
            found.add(line.key)
            line = line.above
        return found

    taken_for_the_same(patch, lambda line, other: keys(line) == keys(other))


def simulation_ignores_the_line(patch: pytest.MonkeyPatch) -> None:
    holds, returns_to = simulation.holds, Problem.returns_to

    def careless(problem: Problem, *arguments: Any) -> int | None:
        first = problem.path.line.ply

        def within(problem: Problem, *move: Any) -> int | None:
            ply = returns_to(problem, *move)
            return ply if ply is None or ply >= first else None

        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(Problem, "returns_to", within)
            return holds(problem, *arguments)

    patch.setattr(simulation, "holds", careless)


def simulation_looks_at_one_reply(patch: pytest.MonkeyPatch) -> None:
    enter = simulation.enter

    def one(problem: Problem, position: Any, proven: bool, best: int | None, steps: list[simulation.Step]) -> bool:
        sound = enter(problem, position, proven, best, steps)
        del steps[-1].moves[1:]
        return sound

    patch.setattr(simulation, "enter", one)


def simulation_takes_the_old_ply(patch: pytest.MonkeyPatch) -> None:
    def holds(problem: Problem, position: Any, proven: bool, best: int | None) -> int | None:
        entry = problem.table[problem.identity(position)]
        old = next(t for t in reversed(entry.twins.values()) if (t.proven, t.best) == (proven, best))
        return None if right(problem, position, proven, best) is None else old.depends_on_ply

    right = simulation.holds
    patch.setattr(simulation, "holds", holds)


def simulation_chooses_forbidden_moves(patch: pytest.MonkeyPatch) -> None:
    look = simulation.look

    def careless(*arguments: Any) -> simulation.Look:
        found = look(*arguments)
        return replace(found, what="holds") if found.what == "forbidden" else found

    patch.setattr(simulation, "look", careless)


def solutions_always_hold(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(simulation, "holds", lambda problem, position, proven, best: PATH_INDEPENDENT)


def forbidden_moves_do_not_count(patch: pytest.MonkeyPatch) -> None:
    reason_of = twin.reason_of

    def without_barred(n: Node) -> tuple[int | None, int]:
        barred, n.barred = n.barred, PATH_INDEPENDENT
        found = reason_of(n)
        n.barred = barred
        return found

    patch.setattr(twin, "reason_of", without_barred)


def super_ko_is_like_a_draw(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        Problem,
        "depends_above",
        lambda problem, depends_on_ply, ply: PATH_INDEPENDENT if depends_on_ply >= ply else depends_on_ply,
    )


def a_repetition_depends_on_the_node_above(patch: pytest.MonkeyPatch) -> None:
    repeat = twin.repeat
    patch.setattr(twin, "repeat", lambda problem, child, ply: repeat(problem, child, problem.path.line.ply))


def a_sealed_node_keeps_what_it_assumed(patch: pytest.MonkeyPatch) -> None:
    def end_assumption(problem: Problem, numbers: Numbers) -> None:
        del problem.assumed_from[problem.path.line.ply]

    patch.setattr(Problem, "end_assumption", end_assumption)


def every_node_counts_as_sealed(patch: pytest.MonkeyPatch) -> None:
    def repeat(problem: Problem, child: Child, ply: int) -> None:
        child.settle(problem.drawn())

    patch.setattr(twin, "repeat", repeat)


def nothing_is_kept_for_single_lines(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Problem, "counts_on_all_lines", lambda problem, depends_on_ply: True)


ROOT, TABLE, TRACE = "wrong verdict", "false entry", "trace"
ALL = {ROOT, TABLE, TRACE}
FULL, DUP, NAGAI = Options(), Options("dup"), Options("nagai", large=4)


class Mistake(NamedTuple):
    """A mistake, the rule under which it must be noticed, how to search, and by what it must be noticed."""

    make: Callable[[pytest.MonkeyPatch], None]
    rule: Repetition
    signs: set[str]
    options: Options = FULL


MISTAKES = [
    Mistake(nothing_is_kept_for_single_lines, "draw", ALL),
    Mistake(nothing_is_kept_for_single_lines, "illegal", {ROOT, TRACE}),
    Mistake(the_twin_forgets_what_it_depends_on, "draw", {TABLE, TRACE}),
    Mistake(the_twin_forgets_what_it_depends_on, "illegal", {ROOT, TRACE}),
    Mistake(a_twin_does_not_pass_up_what_it_depends_on, "draw", {TABLE, TRACE}),
    Mistake(a_twin_does_not_pass_up_what_it_depends_on, "illegal", {ROOT, TRACE}),
    Mistake(a_simulation_does_not_pass_up_what_it_depends_on, "draw", {TABLE, TRACE}),
    Mistake(a_simulation_does_not_pass_up_what_it_depends_on, "illegal", ALL),
    Mistake(the_ply_above_will_do, "draw", ALL),
    Mistake(the_latest_ply_counts, "draw", ALL),
    Mistake(only_the_first_child_counts, "draw", ALL),
    Mistake(only_the_first_child_counts, "illegal", ALL),
    Mistake(one_of_the_children_is_enough, "draw", ALL),
    Mistake(one_of_the_children_is_enough, "illegal", ALL),
    Mistake(a_repetition_depends_on_the_node_above, "draw", ALL),
    Mistake(forbidden_moves_do_not_count, "illegal", {ROOT, TRACE}),
    Mistake(super_ko_is_like_a_draw, "illegal", ALL),
    Mistake(the_flag_is_lost_on_replacement, "draw", {TABLE, TRACE}),
    Mistake(the_flag_is_lost_on_replacement, "illegal", ALL),
    Mistake(the_base_is_not_reset, "draw", {TRACE}),
    Mistake(twins_are_found_by_position, "draw", ALL),
    Mistake(twins_are_found_by_position, "illegal", ALL),
    Mistake(lines_of_one_length_are_the_same, "draw", ALL),
    Mistake(lines_of_one_length_are_the_same, "illegal", ALL),
    Mistake(lines_with_one_end_are_the_same, "illegal", ALL),
    Mistake(lines_with_one_end_are_the_same, "draw", {TABLE, TRACE}, DUP),
    Mistake(the_order_of_a_line_does_not_matter, "draw", {TRACE}, DUP),
    Mistake(simulation_ignores_the_line, "illegal", ALL),
    Mistake(simulation_chooses_forbidden_moves, "illegal", ALL),
    Mistake(simulation_looks_at_one_reply, "draw", {TABLE, TRACE}),
    Mistake(simulation_looks_at_one_reply, "illegal", ALL),
    Mistake(simulation_takes_the_old_ply, "draw", {TABLE}),
    Mistake(solutions_always_hold, "draw", ALL),
    Mistake(solutions_always_hold, "illegal", ALL),
    Mistake(a_sealed_node_keeps_what_it_assumed, "draw", {TABLE, TRACE}, NAGAI),
    Mistake(every_node_counts_as_sealed, "draw", ALL, NAGAI),
]


class Question(NamedTuple):
    """A question, its answer, and what the compiled search did."""

    case: Case
    goal: str
    proven: bool
    right: _core.Solution


@cache
def questions(rule: Repetition, options: Options) -> list[Question]:
    asked = map(far_away, range(700)) if rule == "draw" else map(super_ko, range(800))
    return [
        Question(case, goal, brute.solve(case.rules, case.root, goal), compiled(case, goal, options))
        for case, goal in asked
    ]


def noticed(question: Question, options: Options) -> set[str]:
    case, goal, proven, right = question
    result = searched(case, goal, options, max_nodes=1_000)
    signs = {TRACE} if result.trace != right.trace else set()
    if result.verdict != "unknown" and (result.verdict == "proven") != proven:
        signs.add(ROOT)
    if false_entries(result, case, goal):
        signs.add(TABLE)
    return signs


@pytest.mark.parametrize(("rule", "options"), [("draw", FULL), ("draw", DUP), ("draw", NAGAI), ("illegal", FULL)])
def test_the_right_search_is_not_suspected(rule: Repetition, options: Options) -> None:
    for question in questions(rule, options):
        assert noticed(question, options) == set(), question.case


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: f"{mistake.make.__name__}-{mistake.rule}")
def test_mistakes_are_noticed(mistake: Mistake, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = questions(mistake.rule, mistake.options)
    mistake.make(monkeypatch)
    assert_seen(mistake.signs, asked, lambda question: noticed(question, mistake.options))
