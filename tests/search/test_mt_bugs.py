"""The test of the tests of the minimax searches: mistakes put into them must be noticed.

A mistake is a change of one place in the source of a function. What must notice it are the checks that the tests of
these searches run on random cases, the example of the thesis' appendix, and some graphs with cycles.
"""

from __future__ import annotations

import inspect
import sys
import textwrap
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import pytest

import reference.test_mt as reference
import reference.test_mt_appendix as appendix
from pnyx.reference.minimax import ALGORITHMS, Problem, mtd
from support.mt_cases import EVALUATIONS, Case, cyclic_case, graph_case, limited_case, random_options, tree_case, truth
from support.mt_checks import STATIC, check_leaves, check_rows, check_stored, check_table, check_values, check_windows

ROOM = 20_000
"""More visits than any search of the small cases needs: a search that does not end is noticed too."""


class Mistake(NamedTuple):
    """Where it is made (`file:function` or `file:class.method`), what stands there, and what instead."""

    where: str
    right: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.where} {self.wrong.strip()}"[:80]


MISTAKES = [
    # Alpha-Beta
    Mistake("alpha_beta:alpha_beta", "alpha = max(alpha, g)", "alpha = g"),
    Mistake("alpha_beta:alpha_beta", "beta = min(beta, g)", "beta = min(beta, g + 1)"),
    Mistake("alpha_beta:alpha_beta", "if g <= alpha:", "if g < alpha:"),
    Mistake("alpha_beta:alpha_beta", "if g >= beta:", "if g > beta - 2:"),
    Mistake(
        "alpha_beta_tt:alpha_beta_tt", "store_bounds(problem, n, *window)", "store_bounds(problem, n, alpha, beta)"
    ),
    Mistake("alpha_beta_tt:visit", "problem.store_leaf(n, g)", "pass"),
    Mistake("alpha_beta_tt:narrowed", "entry.lower >= beta or", ""),
    Mistake("alpha_beta_tt:narrowed", "if entry.upper <= alpha:", "if entry.upper <= alpha + 1:"),
    Mistake("alpha_beta_tt:narrowed", "max(alpha, entry.lower), min", "max(alpha, entry.lower + 1), min"),
    Mistake("alpha_beta_tt:store_bounds", "if n.g > alpha", "if n.g >= alpha"),
    Mistake("alpha_beta_tt:store_bounds", "if n.g < beta", "if n.g <= beta"),
    # NegaScout and aspiration
    Mistake(
        "nega_scout:nega_scout",
        "g = max(g, n.take(c, t))",
        "n.take(c, t); g = n.g = t if is_accurate(problem, n, c) else max(g, t)",
    ),
    Mistake("nega_scout:nega_scout", "g < t < beta and not is_accurate(problem, n, c)", "False"),
    Mistake("nega_scout:nega_scout", "alpha < t < g and not is_accurate(problem, n, c)", "False"),
    Mistake("nega_scout:nega_scout", "nega_scout(problem, c, g, g + 1)", "nega_scout(problem, c, g - 1, g)"),
    Mistake(
        "nega_scout:nega_scout", "t = min(t, nega_scout(problem, c, alpha, t))", "t = nega_scout(problem, c, t - 1, t)"
    ),
    Mistake("nega_scout:is_accurate", "c.depth == 1 and", "c.depth == 2 and"),
    Mistake("nega_scout:is_accurate", "problem.game.turn(c.position) != problem.game.turn(n.position)", "True"),
    Mistake("aspiration:aspiration", "max(estimate + delta, alpha + 1)", "estimate + delta"),
    Mistake("aspiration:aspiration", "if g <= alpha:", "if g < alpha:"),
    Mistake("aspiration:aspiration", "elif g >= beta:", "elif g > beta:"),
    # MT and its drivers
    Mistake("mt:mt", "if n.g >= gamma:", "if n.g > gamma:"),
    Mistake("mt:mt", "if g < gamma:", "if g <= gamma:"),
    Mistake("mt:mt", "if g >= gamma:", "if g > gamma:"),
    Mistake("mt:mt", "problem.store(n, -INFINITY, n.g)", "problem.store(n, n.g, n.g)"),
    Mistake("mt:mt", "problem.store_leaf(n, g)", "pass"),
    Mistake("mt:test", "if entry.upper < gamma:", "if entry.upper <= gamma:"),
    Mistake("mt:test", "if entry.lower >= gamma:", "if entry.lower >= gamma - 1:"),
    Mistake("mtd:mtd", "if found.lower >= found.upper:", "if found.lower >= found.upper - 1:"),
    Mistake("mtd:mtd", "found.lower, best = found.g, problem.root.best", "found.lower = found.g"),
    Mistake("mtd_best:search_root", "best.lower + 1", "best.lower"),
    Mistake("mtd_best:search_root", "if best.lower >= contest.rest(best):", "if best.lower > -INFINITY:"),
    Mistake("alpha_bounding:search_root", "if len(reached) == 1:", "if reached:"),
    Mistake("alpha_bounding:search_root", "max(question, key=lambda move: move.lower)", "question[0]"),
    Mistake("best_move:Contest.end", "best.lower >= upper", "best.lower >= upper - 1"),
    # SSS*
    Mistake("sss_star:Stockman.purge", "state.n is m or m not in upwards(state.n)", "True"),
    Mistake("sss_star:goes_before", "places(state.n) < places(other.n)", "places(state.n) > places(other.n)"),
    Mistake("sss_star:goes_before", "state.h > other.h or", "state.h >= other.h or"),
    Mistake("sss_star:Stockman.gamma", "min(h, self.value(n))", "self.value(n)"),
    Mistake("sss_star:Stockman.gamma", "n if m is self.root else self.best", "n"),
    Mistake("sss_star:Stockman.gamma", "h < self.entered", "h <= self.entered"),
    Mistake(
        "sss_star:Stockman.gamma",
        "State(child, LIVE, h) for child in family",
        "State(child, LIVE, h) for child in family[::-1]",
    ),
    # ETC
    Mistake("etc:transposition_cutoff", "if entry.depth == c.depth:", "if True:"),
    Mistake("etc:transposition_cutoff", "entry.lower >= beta if", "entry.lower >= beta - 1 if"),
    Mistake("etc:transposition_cutoff", "else entry.upper <= alpha:", "else entry.upper <= alpha + 1:"),
    Mistake("etc:transposition_cutoff", "n.best = c", "pass"),
    # What they share
    Mistake("search_context:Node.take", "value > self.g if", "value >= self.g if"),
    Mistake("search_context:Node.take", "else value < self.g", "else value <= self.g"),
    Mistake("search_context:Problem.retrieve", "entry.depth == n.depth and", ""),
    Mistake("search_context:Problem.retrieve", "entry.depth == n.depth", "(entry.depth or 0) >= (n.depth or 0)"),
    Mistake("search_context:Problem.retrieve", "and n.repeats is None", ""),
    Mistake("search_context:Problem.store", "if n.depends_on_ply != PATH_INDEPENDENT:", "if False:"),
    Mistake("search_context:Problem.store", "and old.lower <= upper", ""),
    Mistake("search_context:Problem.store_leaf", "and n.repeats is None", ""),
    Mistake("search_context:Problem.leave", "if n.depends_on_ply >= n.ply:", "if n.depends_on_ply >= n.ply - 1:"),
    Mistake("search_context:Problem.leave", "del self.seen[n.key]", "pass"),
    Mistake(
        "search_context:Problem.count_leaf", "PATH_INDEPENDENT if n.repeats is None else n.repeats", "PATH_INDEPENDENT"
    ),
    Mistake("search_context:Problem.value_of", "return value if self.max == 0 else -value", "return value"),
    Mistake("search_context:Problem.payoff", "value + sign * self.largest_estimate()", "value"),
    Mistake("search_context:Problem.reward", "+= 1 if n.depth is None else n.depth**2", "+= 1"),
    Mistake("search_context:Problem.reward", "self.game.turn(n.position)", "0"),
    Mistake("search_context:Problem.reward", "and is_cut", ""),
    Mistake("search_context:Problem.expand", "return 1, killers.index(move), place", "return 1, 0, place"),
    Mistake("search_context:Problem.expand", "-self.history_scores[player][move]", "self.history_scores[player][move]"),
    Mistake("search_context:Problem.guess", "value if self.max == 0 else -value", "value"),
    Mistake("deepening:deepen", "problem.begin_at(depth)", "problem.begin_at(problem.depth)"),
]


def mutate(patch: pytest.MonkeyPatch, mistake: Mistake) -> None:
    """Put a mistake in: the function is compiled again from its changed source, wherever it is used."""
    file, _, path = mistake.where.partition(":")
    module = import_module(f"pnyx.reference.minimax.{file}")
    owner: Any = module
    *classes, name = path.split(".")
    for part in classes:
        owner = getattr(owner, part)
    function = getattr(owner, name)
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(mistake.right) >= 1, f"{mistake.right!r} is not in {mistake.where}"
    namespace = dict(vars(module)) if classes else vars(module)
    before = dict(namespace)
    exec(
        compile(f"from __future__ import annotations\n{source.replace(mistake.right, mistake.wrong)}", file, "exec"),
        namespace,
    )
    wrong = namespace[name]
    if classes:
        patch.setattr(owner, name, wrong)
        return
    namespace[name] = before[name]
    namespace.pop("annotations", None)
    for other in [m for key, m in sys.modules.items() if key.startswith("pnyx.reference.minimax")]:
        if getattr(other, name, None) is function:
            patch.setattr(other, name, wrong)
    changed = dict(ALGORITHMS)
    for algorithm, search_root in ALGORITHMS.items():
        if search_root is function:
            changed[algorithm] = wrong
        elif isinstance(search_root, partial) and search_root.func is function:
            changed[algorithm] = partial(wrong, **search_root.keywords)
    patch.setattr("pnyx.reference.minimax.ALGORITHMS", changed)


def check_all() -> None:
    """The checks, the cheap ones first."""
    values = appendix.GUESSES[2]
    appendix.test_alpha_beta_goes_through_the_47_rows(values)
    appendix.test_sss_star_makes_the_29_steps(values)
    appendix.test_mt_sss_goes_through_the_four_passes(values)
    reference.test_moves_are_tried_in_order()
    reference.test_what_is_learnt_for_the_order_of_moves()
    reference.test_payoffs_are_larger_than_evaluations()
    reference.test_the_first_guess_is_the_evaluation_of_the_root()
    reference.test_bounds_of_an_entry()
    for found in reference.DRAWS_FOUND_FIRST:
        reference.test_a_draw_on_one_line_is_not_kept_for_others(*found)
    for seed in range(80):
        tree, graph, options = tree_case(seed), graph_case(seed), random_options(seed)
        check_leaves(tree)
        check_stored(tree)
        check_values(tree, options)
        check_values(limited_case(seed), STATIC, EVALUATIONS)
        check_values(graph, options, EVALUATIONS)
        check_table(graph, options, EVALUATIONS)
        check_windows(graph, options, EVALUATIONS)
        check_rows(graph, replace(STATIC, bounds="two"))
        check_cycles(cyclic_case(seed))


def check_cycles(case: Case) -> None:
    right = truth(case, evaluator=EVALUATIONS)[None]
    for algorithm in ("minimax", "alpha-beta", "sss-star"):
        assert case.search(algorithm, evaluator=EVALUATIONS).value == right


def noticed() -> bool:
    """Whether a check fails."""
    try:
        check_all()
    except (AssertionError, EndlessError, IndexError, KeyError):
        return True
    return False


class EndlessError(Exception):
    """A search that goes on and on."""


@pytest.fixture(autouse=True)
def _end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that go on and on are stopped."""
    trace_step = Problem.trace_step

    def counted(problem: Problem, *row: Any) -> None:
        visits = problem.leaf_nodes + problem.interior_nodes + problem.transposition_nodes
        if visits > ROOM:
            raise EndlessError
        trace_step(problem, *row)

    monkeypatch.setattr(Problem, "trace_step", counted)


def test_the_right_searches_are_not_suspected() -> None:
    check_all()


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_mistakes_are_noticed(mistake: Mistake, monkeypatch: pytest.MonkeyPatch) -> None:
    mutate(monkeypatch, mistake)
    assert noticed()


def half(found: mtd.Pass) -> int:
    largest = found.problem.largest_value()
    return -(-(max(found.lower, -largest) + min(found.upper, largest)) // 2)


@pytest.mark.parametrize(
    ("algorithm", "driver"),
    [
        # MT-SSS* is SSS* only from above.
        ("mt-sss", mtd.Driver(lambda _: 0, mtd.DRIVERS["mtd-f"].next)),
        ("mt-dual", mtd.Driver(lambda _: 0, mtd.DRIVERS["mtd-f"].next)),
        # The same bound again and again.
        ("mtd-f", mtd.Driver(mtd.DRIVERS["mtd-f"].first, lambda found: found.g)),
        # The middle of the range and of a value at its end is that value.
        ("mtd-bi", mtd.Driver(mtd.middle, half)),
    ],
)
def test_other_drivers_are_noticed(algorithm: str, driver: mtd.Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = {**ALGORITHMS, algorithm: partial(mtd.mtd, driver=driver)}
    monkeypatch.setattr("pnyx.reference.minimax.ALGORITHMS", changed)
    assert noticed()
