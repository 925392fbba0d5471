"""Several searchers of `df-pn` on one table, as threads and in turns: they say what is true, however they meet."""

from __future__ import annotations

import random

import pytest

import pnyx
from pnyx import _core
from pnyx.errors import InputError
from pnyx.reference import brute
from pnyx.reference.check import check
from support.cases import GOALS, Case, blocks, compared
from support.df_pn_cases import mixed
from support.random_games import random_graph

TABLE = 1 << 20
SMALL = str(4 << 10)
"""Bytes of a table that doubles, replaces and collects all the time."""
LIMIT = 1_000_000
"""More nodes than any of these questions takes."""
GHI = ("full", "sim", "dup")
IN_TURNS = ({"searchers": "2"}, {"searchers": "3"}, {"searchers": "8"})
THREADS = (2, 8)
BLOCKS = blocks(1_000, 250, 10_000, 500)


def large_graph(seed: int) -> tuple[Case, str]:
    """A graph with so many positions that threads meet in it, and a goal."""
    rng = random.Random(f"threads {seed}")
    rule = ("draw", "impossible")[seed % 2]
    text = random_graph(rng, smallest=60, largest=200, repetition=rule)  # type: ignore[arg-type]
    return Case.read(seed, "graph", text), GOALS[seed // 2 % 2]


def assert_true(case: Case, goal: str, options: dict[str, str], threads: int = 1) -> _core.Solution:
    """The answer is that of the oracle, and both checkers accept its certificate."""
    about = f"{case}, {goal}, {options}, {threads} threads"
    position = _core.position(case.game, case.text, case.options)
    question = _core.Question(goal, "df-pn", options, max_nodes=LIMIT, max_memory=TABLE, threads=threads)
    found = _core.solve(position, question)
    expected = brute.solve(case.rules, case.root, goal, case.history)
    assert (found.verdict, found.reason) == ("proven" if expected else "disproven", None), about
    assert found.certificate is not None, about
    report = check(found.certificate)
    assert compared(_core.check(found.certificate)) == compared(report), about
    return found


@pytest.mark.parametrize(("first", "count"), BLOCKS)
def test_in_turns(first: int, count: int) -> None:
    for seed in range(first, first + count):
        for turn, options in enumerate(IN_TURNS):
            assert_true(*mixed(seed), {"ghi": GHI[(seed + turn) % 3], **options})


@pytest.mark.parametrize(("first", "count"), BLOCKS)
def test_tables_that_forget(first: int, count: int) -> None:
    """What is forgotten is searched again: only the certificate may be lost by that."""
    lost = 0
    for seed in range(first, first + count):
        case, goal = large_graph(seed)
        threads, searchers = ((1, "4"), (2, "1"), (8, "1"))[seed % 3]
        position = _core.position(case.game, case.text, case.options)
        options = {"table": SMALL, "searchers": searchers}
        found = _core.solve(position, _core.Question(goal, "df-pn", options, max_nodes=50_000, threads=threads))
        expected = "proven" if brute.solve(case.rules, case.root, goal, case.history) else "disproven"
        assert found.verdict in (expected, "unknown"), (str(case), goal, options, threads)
        lost += found.verdict == "unknown"
    assert lost < count / 4, lost


@pytest.mark.parametrize(("first", "count"), BLOCKS)
def test_threads(first: int, count: int) -> None:
    for seed in range(first, first + count):
        # Verdicts for single lines alone are too many where there are many lines.
        make, ghi = (large_graph, "full") if seed % 3 == 2 else (mixed, GHI[seed // 6 % 3])
        assert_true(*make(seed), {"ghi": ghi}, THREADS[seed // 3 % 2])


def test_in_turns_counts_are_exact() -> None:
    """The same question takes the same nodes each time, and several searchers go another way than one."""
    different = 0
    for seed in range(40):
        case, goal = large_graph(seed)
        counts = [[assert_true(case, goal, {"searchers": str(n)}).nodes for _ in range(2)] for n in (1, 4)]
        assert all(first == second for first, second in counts), case
        different += counts[0] != counts[1]
    assert different > 30


def test_a_node_limit_holds_for_all_together() -> None:
    start = "-------XO-----OOO--XXOO---OXO------- X"
    for threads in (2, 4):
        result = pnyx.solve(start, "win", "df-pn", game="othello", threads=threads, limit=pnyx.Limit(nodes=50_000))
        assert result.unknown, threads
        assert 50_000 <= result.nodes < 50_000 + threads * 32, threads
    result = pnyx.solve(start, "win", "df-pn", game="othello", options={"searchers": 4}, limit=pnyx.Limit(nodes=50_000))
    assert 50_000 <= result.nodes < 50_004


def test_what_threads_cannot_do_is_refused() -> None:
    for options, reason in (
        ({"ghi": "nagai"}, "threads must be 1 here: with ghi=nagai, df-pn stores assumptions"),
        ({"table": "exact"}, "threads must be 1 here: the exact table cannot be shared"),
        ({"searchers": 2}, "threads must be 1 here: searchers take turns in one thread"),
    ):
        with pytest.raises(InputError, match=reason):
            pnyx.solve(pnyx.position("tic-tac-toe"), "win", "df-pn", threads=2, options=options)
    for options in ({"ghi": "nagai"}, {"table": "exact"}):
        with pytest.raises(InputError, match="option searchers must be 1 here"):
            pnyx.solve(pnyx.position("tic-tac-toe"), "win", "df-pn", options={"searchers": 2, **options})
