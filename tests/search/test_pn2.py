"""`pn2`: its twin, the truth, its certificates, and the room it takes."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Hashable
from typing import Any

import pytest

import pnyx
from pnyx import _core
from pnyx.reference import brute
from pnyx.reference.check import check
from pnyx.reference.rules import RuleBook, game_of
from support.cases import GOALS, Case, case, compared
from support.df_pn_cases import mixed
from support.pn2_cases import Options, assert_same, compiled, searched

QUICK, PARTS = 4_000, 4

# No mate can be forced here.
ENDLESS = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


def assert_agreement(asked: Case, goal: str, options: Options, max_nodes: int | None = None) -> str:
    """Twin, oracle and checkers agree about one question; gives why it is left open, if it is."""
    about = f"{asked}, {goal}, {options}"
    found = compiled(asked, goal, options, max_nodes)
    assert_same(found, searched(asked, goal, options, max_nodes), about)
    if found.verdict == "unknown":
        assert found.reason in ("memory", "nodes"), about
        return str(found.reason)
    assert found.verdict == ("proven" if brute.solve(asked.rules, asked.root, goal, asked.history) else "disproven")
    assert found.certificate is not None, about
    assert compared(_core.check(found.certificate)) == compared(check(found.certificate)), about
    return ""


@pytest.mark.parametrize("part", range(PARTS))
def test_it_goes_the_way_of_its_twin_on_random_graphs(part: int) -> None:
    ends = Counter[str]()
    for seed in range(part, QUICK, PARTS):
        asked, goal = mixed(seed)
        options = Options.random(random.Random(f"pn2 {seed}"))
        ends[assert_agreement(asked, goal, options, max_nodes=3_000 if seed % 3 else 20)] += 1
    assert min(ends["memory"], ends["nodes"]) > 10, ends
    assert ends[""] > QUICK // PARTS // 2, ends


@pytest.mark.parametrize("seed", range(60))
def test_it_goes_the_way_of_its_twin_on_small_boards(seed: int) -> None:
    asked = case("tic-tac-toe", seed)
    assert_agreement(asked, GOALS[seed % 2], Options(recycle=seed % 3 > 0))


def endgame(game: str, seed: int) -> tuple[RuleBook[Any, Any], Hashable]:
    """A position near the end of a game: a few stones anywhere, or the last squares of a random game."""
    rng = random.Random(f"{game} {seed}")
    rules: RuleBook[Any, Any]
    if game == "lines-of-action":
        rules = game_of(game, {})
        while True:
            squares = rng.sample(range(64), rng.randint(6, 9))
            cells = ["."] * 64
            for number, square in enumerate(squares):
                cells[square] = "xo"[number % 2]
            ranks = ["".join(cells[8 * rank : 8 * rank + 8]) for rank in range(8)]
            for run in range(8, 0, -1):
                ranks = [rank.replace("." * run, str(run)) for rank in ranks]
            position: Hashable = rules.parse(f"{'/'.join(ranks)} {rng.choice('bw')}")
            if rules.outcome(position) is None:
                return rules, position
    size = rng.choice((6, 8))
    rules = game_of(game, {"size": str(size)})
    while True:
        position = rules.start()
        for _ in range(size * size - 4 - rng.randint(6, 8)):
            if rules.outcome(position) is not None:
                break
            position = rules.play(position, rng.choice(list(rules.moves(position))))
        if rules.outcome(position) is None:
            return rules, position


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("game", ["lines-of-action", "othello"])
def test_it_goes_the_way_of_its_twin_near_the_end_of_games(game: str, seed: int) -> None:
    rules, position = endgame(game, seed)
    asked = Case(seed, game, rules.position_text(position), {}, rules, position, [])
    options = Options(recycle=seed % 3 > 0, init="unit" if seed % 5 == 0 else "mobility")
    about = f"{asked}, {options}"
    found = compiled(asked, "win", options, 1_000)
    assert_same(found, searched(asked, "win", options, 1_000), about)
    if found.verdict != "unknown":
        plain = _core.solve(_core.position(game, asked.text, {}), _core.Question("win", "pn", {}, max_nodes=1_000_000))
        assert (found.verdict, found.certificate is None) == (plain.verdict, False), about


@pytest.mark.parametrize("algorithm", ["pn", "pn2"])
def test_it_ends_for_want_of_memory_once_it_holds_enough_nodes(algorithm: str) -> None:
    found = pnyx.solve(ENDLESS, "mate", algorithm, options={"stored": 5_000}, limit=pnyx.Limit(nodes=10_000_000))
    assert (found.verdict, found.reason, found.certificate) == ("unknown", "memory", None)
    assert found.memory_bytes < 5_100 * 36
    if algorithm == "pn":
        assert 5_000 <= found.nodes < 5_100
    else:
        assert found.nodes >= 5_000


def test_what_is_given_back_is_not_held() -> None:
    """A search that solves much goes on for longer with the same room."""
    mate = "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1"
    kept = pnyx.solve(mate, "mate", "pn", options={"stored": 20_000})
    recycled = pnyx.solve(mate, "mate", "pn", options={"stored": 20_000, "recycle": True})
    assert kept.reason == "memory"
    assert recycled.nodes > kept.nodes * 1.02


MEMORY = """
import resource, sys, pnyx
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
pnyx.solve({fen!r}, 'mate', 'pn2', limit=pnyx.Limit(nodes=1000))
before = peak()
result = pnyx.solve({fen!r}, 'mate', 'pn2', options={options!r}, limit=pnyx.Limit(nodes={nodes}, memory={memory}))
print(peak() - before, result.memory_bytes, result.reason)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the system counts in other units")
@pytest.mark.parametrize(
    ("options", "nodes", "mebibytes", "reason"),
    [
        ({"a": 10**9}, 100_000_000, 64, "memory"),  # nearly all of it is the first level
        ({"a": 600_000, "b": 500}, 12_000_000, 64, "nodes"),  # the second level is nearly as large as the first
        ({"a": 60_000, "b": 2_000, "stored": 90_000}, 100_000_000, 64, "memory"),  # and shrinks again
    ],
)
def test_memory_is_kept(options: dict[str, int], nodes: int, mebibytes: int, reason: str) -> None:
    memory = mebibytes << 20
    program = MEMORY.format(fen=ENDLESS, options=options, nodes=nodes, memory=memory)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    resident, told, why = run.stdout.split()
    assert why == reason
    assert int(told) <= memory * 1.001
    assert int(resident) <= max(int(told) * 1.05, int(told) + (2 << 20)), run.stdout


@pytest.mark.parametrize("options", [{"a": 10**9}, {"a": 1, "b": 1}])
def test_a_stop_flag_ends_it_at_either_level(options: dict[str, int]) -> None:
    flag = pnyx.StopFlag()
    threading.Timer(0.2, flag.set).start()
    result = pnyx.solve(ENDLESS, "mate", "pn2", options=options, stop=flag, limit=pnyx.Limit(seconds=60))
    assert (result.verdict, result.reason) == ("unknown", "stopped")


def test_limits_end_it_with_their_names() -> None:
    for limit, reason in [(pnyx.Limit(seconds=0.1), "seconds"), (pnyx.Limit(nodes=10_000), "nodes")]:
        result = pnyx.solve(ENDLESS, "mate", "pn2", options={"a": 100, "b": 50}, limit=limit)
        assert (result.verdict, result.reason, result.certificate) == ("unknown", reason, None), limit
    assert 10_000 <= result.nodes < 10_100


@pytest.mark.parametrize(("goal", "verdict"), [("win", "disproven"), ("draw-or-better", "proven")])
def test_what_a_certificate_needs_is_found_again(goal: str, verdict: str) -> None:
    """The whole solution comes from second levels: the first solves the root by the numbers of its children alone."""
    position = pnyx.position("tic-tac-toe", ".../.../... x")
    result = pnyx.solve(position, goal, "pn2", options={"a": 1, "b": 1})
    assert (result.verdict, result.checked) == (verdict, True)
    assert pnyx.check(result.certificate.data if result.certificate else b"").verdict == verdict
