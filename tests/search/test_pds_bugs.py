"""The test of the tests of `pds`, `pn-star` and `pds-pn`: mistakes put into the twins must be noticed.

What they share with `df-pn` has its own such test, `test_df_pn_bugs`. What must be noticed is another trace, a wrong
verdict, an entry of the table that is false, or a question left open that has an answer.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import TypeAlias

import pytest

from pnyx import _core
from pnyx.reference import brute, pds, pds_pn, pn_star, second_level
from support.cases import Case
from support.depth_first_cases import METHODS, Way, compiled, searched, ways
from support.df_pn_cases import false_entries, mixed
from support.mistakes import Mistake, assert_noticed

QUESTIONS, NODES = 600, 2_000
WRONG, TABLE, TRACE, OPEN = "wrong verdict", "false entry", "trace", "left open"

Question: TypeAlias = tuple[Case, str, Way, _core.Solution]
"""With what the compiled search did."""


def mistake(name: str, module: ModuleType, function: str, right: str, wrong: str, *signs: str) -> Mistake:
    return Mistake(name, module, function, right, wrong, frozenset((TRACE, *signs)))


MISTAKES = {
    "pds": [
        mistake("no floor", pds, "select_child", "max(delta, n.floor), phi", "delta, phi"),
        mistake("no second rank", pds, "select_child", "max(delta, n.floor), phi", "max(delta, n.floor)"),
        mistake("the floor is forgotten", pds, "descend", "floor=known", "floor=0"),
        mistake("the floor of the other player", pds, "descend", "known, _ =", "_, known ="),
        mistake(
            "one threshold is enough to end",
            pds,
            "mid",
            "delta_min(n) and n.delta <=",
            "delta_min(n) or n.delta <=",
            OPEN,
        ),
        mistake("the other number is raised", pds, "mid", "phi <= delta or", "phi > delta or"),
        mistake("a full sum is not minded", pds, "mid", "n.delta > phi_sum(problem, n) and (", "("),
        mistake("a full minimum is not minded", pds, "mid", "or n.phi <= delta_min(n)):", "):"),
        mistake("children are not looked up again", pds, "mid", "if tt_lookup(problem, n_child):", "if False:"),
        mistake(
            "the root raises the other number", pds, "nega_pds", "proof <= root.disproof:", "proof > root.disproof:"
        ),
        mistake(
            "both thresholds of the root grow",
            pds,
            "nega_pds",
            "(root.proof + 1, root.disproof)",
            "(root.proof + 1, root.disproof + 1)",
        ),
        mistake("players always alternate", pds, "descend", "if node_type == n.type:", "if False:"),
        mistake("thresholds are not controlled", pds, "enter", 'if problem.ghi != "ignore":', "if False:"),
        mistake("control is not passed on", pds, "mid", "enter(problem, n, control)", "enter(problem, n)"),
    ],
    "pn-star": [
        mistake("the threshold grows by one", pn_star, "pn_star", "2 * threshold", "threshold + 1"),
        mistake("the threshold starts at one", pn_star, "pn_star", "threshold = 2", "threshold = 1"),
        mistake("the hardest child first", pn_star, "select_child", "easiest = min(", "easiest = max("),
        mistake("proved children are searched", pn_star, "select_child", "if proof(child) > 0)", "if True)", OPEN),
        mistake("the second child does not count", pn_star, "select_child", "min(n.phi, second + 1)", "n.phi"),
        mistake("as far as the second child", pn_star, "select_child", "second + 1)", "second)", OPEN),
        mistake("others take nothing of a sum", pn_star, "select_child", "n.delta - sum(others)", "n.delta"),
        mistake("one more than the threshold", pn_star, "mid", "numbers.proof >= min(", "numbers.proof > min("),
        mistake("children are not looked up again", pn_star, "mid", "if tt_lookup(problem, n_c):", "if False:"),
        mistake("thresholds are not controlled", pn_star, "enter", "control_thresholds(problem, n, control)", "pass"),
    ],
    "pds-pn": [
        mistake("PN for all children", pds, "mid", "n_child.fresh and problem.game", "problem.game", OPEN),
        mistake("PN for none", pds, "mid", "second_level is not None and", "False and"),
        mistake("a call of PN is no node", pds_pn, "pn", "problem.nodes += 1", "pass"),
        mistake(
            "the second level is as large as the first",
            pds_pn,
            "pn",
            "growth.second_level(len(problem.table))",
            "len(problem.table)",
        ),
        mistake(
            "what PN depends on is lost",
            pds_pn,
            "pn",
            "found.best, found.depends_on_ply)",
            "found.best, 2**32 - 1)",
            TABLE,
            WRONG,
        ),
        mistake(
            "a node that PN settles depends on nothing",
            second_level,
            "settle",
            "node.depends_on_ply = problem",
            "node.depends_on_ply = 2**32 - 1 or problem",
            TABLE,
            WRONG,
        ),
        mistake(
            "one path-dependent child is enough",
            second_level,
            "settle",
            "min([node.depends_on_ply, *(c",
            "max([node.depends_on_ply, *(c",
            TABLE,
        ),
        mistake(
            "nothing depends on forbidden moves",
            second_level,
            "expand_node",
            "min(node.depends_on_ply, returns_to)",
            "node.depends_on_ply",
            TABLE,
            WRONG,
        ),
        mistake("the most path-dependent child decides", second_level, "deciding", "max(agreeing", "min(agreeing"),
        mistake(
            "repetitions in PN depend on nothing",
            second_level,
            "evaluate",
            "node.value, node.depends_on_ply = problem.reached(DRAW), repeats",
            "node.value = problem.reached(DRAW)",
            TABLE,
        ),
    ],
}


@cache
def questions(algorithm: str) -> list[Question]:
    """As the agreement tests ask them."""
    asked = []
    for seed in range(QUESTIONS):
        case, goal = mixed(seed)
        way = next(way for way in ways(seed) if (way.algorithm, way.ghi) == (algorithm, METHODS[seed % 3]))
        asked.append((case, goal, way, compiled(case, goal, way, NODES)))
    return asked


def noticed(asked: Question) -> set[str]:
    case, goal, way, right = asked
    result = searched(case, goal, way, NODES)
    signs = {TRACE} if result.trace != right.trace else set()
    if result.verdict == "unknown" and right.verdict != "unknown":
        signs.add(OPEN)
    elif result.verdict != "unknown":
        if (result.verdict == "proven") != brute.solve(case.rules, case.root, goal, case.history):
            signs.add(WRONG)
        if false_entries(result, case, goal):
            signs.add(TABLE)
    return signs


@pytest.mark.parametrize("algorithm", MISTAKES)
def test_the_right_search_is_not_suspected(algorithm: str) -> None:
    assert [asked for asked in questions(algorithm) if noticed(asked)] == []


@pytest.mark.parametrize(
    ("algorithm", "mistake"),
    [pytest.param(name, each, id=f"{name}: {each.name}") for name, mistakes in MISTAKES.items() for each in mistakes],
)
def test_mistakes_are_noticed(algorithm: str, mistake: Mistake, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_noticed(mistake, questions(algorithm), noticed, monkeypatch)
