"""`pds`, `pn-star` and `pds-pn`: the compiled searches and their twins, node for node; games, limits and memory."""

from __future__ import annotations

import csv
import random
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import replace

import pytest

import pnyx
from api.test_interrupt import ENDLESS
from pnyx import _core
from pnyx.errors import InputError
from pnyx.reference import brute, pds
from pnyx.reference.check import check
from pnyx.reference.depth_first import DepthFirstResult
from pnyx.reference.df_pn_problem import Ghi
from pnyx.reference.rules.graph import Graph
from search.test_deep_lines import PLIES, corridor
from search.test_pn2 import endgame
from support.cases import GOALS, Case, blocks, mnk_case
from support.depth_first_cases import ALGORITHMS, METHODS, Way, assert_same, compiled, searched, ways
from support.df_pn_cases import false_entries, far_away, mixed, question
from support.illegal_certificates import random_solved
from support.one_eye_problems import PROBLEMS
from support.places import PUBLISHED
from support.raising import raises_for
from support.sample_games import Ring

BLOCKS = blocks(300, 100, 20_000, 1_000)
LIMIT = 20_000


# Random cases


def assert_agreement(case: Case, goal: str, way: Way) -> None:
    """Compiled search, twin and oracle say the same, and everything in the twin's table is true."""
    about = f"{case}, {goal}, {way}"
    found, twin = compiled(case, goal, way, LIMIT), searched(case, goal, way, LIMIT)
    if was_searched_again(found, twin, case, way):
        again = searched(case, goal, replace(way, ghi="sim"), LIMIT)
        assert found.trace == [*twin.trace, *again.trace], about
        assert (found.verdict, found.nodes) == (again.verdict, twin.nodes + again.nodes), about
    else:
        assert_same(found, twin, about)
    if way.ghi == "ignore":
        return
    assert twin.verdict != "unknown", about
    assert (twin.verdict == "proven") == brute.solve(case.rules, case.root, goal, case.history), about
    assert found.certificate is not None, about
    if case.game == "graph":
        assert false_entries(twin, case, goal) == [], about


def was_searched_again(found: _core.Solution, twin: DepthFirstResult, case: Case, way: Way) -> bool:
    """Where repeating is illegal, what `full` remembers need not make a solution; then `sim` has to decide it."""
    return case.rules.repetition == "illegal" and way.ghi == "full" and found.nodes > twin.nodes


@pytest.mark.parametrize(("first", "count"), BLOCKS)
def test_random_graphs(first: int, count: int) -> None:
    for seed in range(first, first + count):
        for way in ways(seed):
            assert_agreement(*mixed(seed), way)


def test_a_child_that_a_simulation_settles_does_not_raise_thresholds() -> None:
    """The table has older numbers of it, which do not count."""
    for ghi in ("full", "sim"):
        assert_agreement(*mixed(11_528), Way("pds", ghi))


def test_what_is_remembered_need_not_make_a_solution() -> None:
    """The verdicts in the table are right, but it has none of n4, which second levels have settled."""
    case, goal = mixed(6_577)
    way = Way("pds-pn", a=1, b=1, stored=100)
    assert was_searched_again(compiled(case, goal, way), searched(case, goal, way), case, way)
    assert_agreement(case, goal, way)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_boards_on_which_nothing_repeats(algorithm: str) -> None:
    for seed in range(30):
        way = Way.random(random.Random(f"mnk {seed}"), algorithm, METHODS[seed % 4])
        assert_agreement(mnk_case(seed), GOALS[seed // 4 % 2], way)


def test_the_cases_are_worth_it() -> None:
    """Twins are kept and tried on other lines, second levels solve some positions and leave others open."""
    counts = Counter[str]()
    for seed in range(200):
        case, goal = question(seed)
        for algorithm in ALGORITHMS:
            result = searched(case, goal, Way.random(random.Random(seed), algorithm, "full"))
            counts[f"{algorithm} twins"] += sum(len(entry.twins) for entry in result.problem.table.values())
            counts[f"{algorithm} success"] += result.simulation.calls - result.simulation.failed
            counts["second levels of several nodes"] += result.problem.second_level_expansions > 3
            counts[f"{algorithm} steps"] += len(result.trace)
    assert min(counts.values()) > 8, counts


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_games_with_keys_and_exempt_moves(algorithm: str) -> None:
    """Where several positions have one key `full` may be misled, and then `sim` searches again."""
    for seed in range(300):
        claim = random_solved(seed, GOALS[seed % 2])
        if claim.history:
            continue  # games written in Python have none
        position = _core.python_position(claim.game, claim.root)
        case = Case(seed, claim.game.name, str(claim.game), {}, claim.game, claim.root, ())
        way = Way.random(random.Random(f"keys {seed}"), algorithm, METHODS[seed % 3])
        about = f"{case}, {claim.goal}, {way}"
        found = _core.solve(position, _core.Question(claim.goal, algorithm, way.texts(), trace=True, max_nodes=LIMIT))
        assert found.verdict == ("proven" if claim.proven else "disproven"), about
        twin = searched(case, claim.goal, way, LIMIT)
        if found.trace != twin.trace:
            assert way.ghi == "full", about
            assert (twin.verdict == "proven") != claim.proven, about


# Games


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("game", ["lines-of-action", "othello"])
def test_near_the_end_of_games(game: str, seed: int) -> None:
    rules, position = endgame(game, seed)
    asked = Case(seed, game, rules.position_text(position), {}, rules, position, [])
    for algorithm in ALGORITHMS:
        way = Way.random(random.Random(f"{game} {seed}"), algorithm, METHODS[seed % 3])
        about = f"{asked}, {way}"
        found = compiled(asked, "win", way, 150)
        assert_same(found, searched(asked, "win", way, 150), about)
        if found.verdict != "unknown":
            plain = _core.solve(
                _core.position(game, asked.text, {}), _core.Question("win", "pn", {}, max_nodes=1_000_000)
            )
            assert (found.verdict, found.certificate is None) == (plain.verdict, False), about


@pytest.mark.parametrize("number", range(0, len(PROBLEMS), 2))
def test_one_eye_problems(number: int) -> None:
    case = Case.read(number, "go-one-eye", PROBLEMS[number].text)
    for algorithm in ALGORITHMS:
        way = Way(algorithm, METHODS[number % 3])
        found, twin = compiled(case, "win", way, 300), searched(case, "win", way, 300)
        assert_same(found, twin, f"{case}, {way}")
        assert found.verdict in ("unknown", "proven" if PROBLEMS[number].mover_wins else "disproven"), (algorithm, case)


def short_mates() -> list[dict[str, str]]:
    rows = csv.DictReader(PUBLISHED.read_text().splitlines())
    return [row for row in rows if row["tree"].isdigit() and int(row["tree"]) < 300]


@pytest.mark.parametrize("row", short_mates(), ids=lambda row: str(row["id"]))
def test_mates(row: dict[str, str]) -> None:
    case = Case.read(0, "chess", row["fen"], {"order": "papers"})
    for algorithm in ALGORITHMS:
        way = Way(algorithm, a=40, b=20)
        assert_same(compiled(case, "mate", way, 150), searched(case, "mate", way, 150), f"{case}, {way}")


# Depth


@pytest.mark.parametrize(
    ("algorithm", "ghi", "end", "goal", "verdict"),
    [
        ("pds", "full", "win", "win", "proven"),
        ("pds", "full", "back", "draw-or-better", "proven"),
        ("pn-star", "full", "back", "win", "disproven"),
        ("pn-star", "dup", "loss", "draw-or-better", "disproven"),
        ("pds-pn", "full", "back", "win", "disproven"),
    ],
)
def test_depth_is_no_limit(algorithm: str, ghi: Ghi, end: str, goal: str, verdict: str) -> None:
    """A forced line is walked down once, but for second levels, which are as small as they can be here."""
    text = corridor(PLIES, end, asides=False)
    way = Way(algorithm, ghi, a=10**9)
    result = pnyx.solve(pnyx.position("graph", text), goal, algorithm, options=way.texts())
    assert (result.verdict, result.checked) == (verdict, True)
    assert result.nodes < 4 * PLIES
    if algorithm != "pds-pn":  # whose twin looks for the places of moves
        twin = searched(Case.read(0, "graph", text), goal, way)
        assert (result.nodes, result.proof, result.disproof) == (twin.nodes, twin.proof, twin.disproof)


# Limits and refusals


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_nodes_are_limited(algorithm: str) -> None:
    case, goal = far_away(0)
    way = Way(algorithm, a=10, b=10)
    whole = searched(case, goal, way)
    for most in range(1, whole.nodes + 2):
        found, twin = compiled(case, goal, way, most), searched(case, goal, way, most)
        assert_same(found, twin, f"{most} nodes")
        assert twin.verdict == whole.verdict or (twin.reason == "nodes" and twin.nodes >= most), most


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_limits_end_a_search_with_their_names(algorithm: str) -> None:
    for limit, reason in [(pnyx.Limit(seconds=0.1), "seconds"), (pnyx.Limit(nodes=10_000), "nodes")]:
        result = pnyx.solve(ENDLESS, "mate", algorithm, limit=limit)
        assert (result.verdict, result.reason, result.certificate) == ("unknown", reason, None), limit
    flag = pnyx.StopFlag()
    threading.Timer(0.2, flag.set).start()
    result = pnyx.solve(ENDLESS, "mate", algorithm, stop=flag, limit=pnyx.Limit(seconds=60))
    assert (result.verdict, result.reason) == ("unknown", "stopped")


MEMORY = """
import resource, sys, pnyx
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
pnyx.solve({fen!r}, 'mate', {algorithm!r}, limit=pnyx.Limit(nodes=1000))
before = peak()
limit = pnyx.Limit(nodes={nodes}, memory={memory})
result = pnyx.solve({fen!r}, 'mate', {algorithm!r}, options={options!r}, limit=limit)
print(peak() - before, result.memory_bytes, result.reason)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the system counts in other units")
@pytest.mark.parametrize(
    ("algorithm", "options", "mebibytes"),
    [
        ("pds", {}, 4),
        ("pds", {"table": "two-big"}, 4),
        ("pds", {"table": "two-big", "stored": 10_000}, 4),
        ("pn-star", {}, 1),
        ("pds-pn", {}, 64),
        ("pds-pn", {"a": 1, "b": 1}, 8),
        ("pds-pn", {}, 1),
    ],
)
def test_memory_is_kept(algorithm: str, options: dict[str, object], mebibytes: int) -> None:
    """However little there is: what does not fit is forgotten, and search goes on."""
    memory = mebibytes << 20
    nodes = 5_000_000 if algorithm == "pds-pn" else 200_000
    program = MEMORY.format(fen=ENDLESS, algorithm=algorithm, options=options, nodes=nodes, memory=memory)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    resident, told, why = run.stdout.split()
    assert why == "nodes"
    assert int(told) <= memory
    assert int(resident) <= max(int(told) * 1.05, int(told) + (2 << 20)), run.stdout


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_same_answers_in_next_to_no_memory(algorithm: str) -> None:
    """Two positions at a time: verdicts stay true, and their certificates are found again."""
    open_questions = 0
    for seed in range(150):
        case, goal = question(seed)
        position = _core.position(case.game, case.text, case.options)
        options = {"table": "two-big", "stored": "2"}
        found = _core.solve(position, _core.Question(goal, algorithm, options, max_nodes=LIMIT))
        if found.verdict == "unknown":
            assert found.reason == "nodes", (case, found.reason)
            open_questions += 1
            continue
        right = brute.solve(case.rules, case.root, goal, case.history)
        assert found.verdict == ("proven" if right else "disproven"), case
        if seed % 10 == 0 and found.certificate is not None:
            assert check(found.certificate).verdict == found.verdict, seed
    print(f"{algorithm}: {open_questions} of 150 left open")
    assert open_questions < 50


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_position_that_comes_back_against_the_declaration(algorithm: str) -> None:
    class Wheel(Ring):
        repetition = "impossible"

    for ghi in METHODS:
        result = pnyx.solve(Wheel(), "win", algorithm, options=Way(algorithm, ghi).texts())
        assert (result.verdict, result.reason) == ("unknown", "misdeclared"), ghi
    twin = pds.search(Wheel(), (0, 0))
    assert (twin.verdict, twin.reason) == ("unknown", "misdeclared")


FOUND_BELOW = (
    "n0 max: n11 n3; n2 max: n9; n3 min: n2 n10; n5 min: n6; n6 max: n11 n5; n9 min: n6 n10; n10 max: n9; "
    "n11 min: far n6; far max: far0 far1 far2; far0 min: end; far1 min: end; far2 min: end; end = loss"
)
"""A repetition holds n6 on one line, where n11 is lost after all; its move on the other was found by a second level."""


@pytest.mark.parametrize(("a", "b"), [(5, 5), (5, 1), (8, 2), (10, 1)])
def test_a_move_that_only_a_second_level_knew(a: int, b: int) -> None:
    position = pnyx.position("graph", FOUND_BELOW)
    result = pnyx.solve(position, "draw-or-better", "pds-pn", options={"a": a, "b": b})
    assert result.verdict == "proven", result.reason
    assert result.certificate is not None
    assert len(result.certificate.check().checkers) == 2


@pytest.mark.parametrize("options", [{"stored": "8"}, {"stored": "abc"}, {"table": "exact", "stored": "8"}])
def test_a_size_for_a_table_that_has_none(options: dict[str, str]) -> None:
    with pytest.raises(InputError, match="option stored is the size of table=two-big: leave it out"):
        pnyx.solve(pnyx.position("tic-tac-toe"), "win", "pds", options=options)


def test_what_the_searches_do_not_have() -> None:
    for algorithm in ALGORITHMS:
        with raises_for(algorithm, InputError, match="option ghi must be full or sim or dup or ignore, not 'nagai'"):
            pnyx.solve("A max: B; B = win", "win", algorithm, game="graph", options={"ghi": "nagai"})
    with pytest.raises(InputError, match="option table must be bounded, exact, two-big or a number of bytes"):
        pnyx.solve("A max: B; B = win", "win", "pds", game="graph", options={"table": "large"})
    with pytest.raises(InputError, match="option table must be two-big or exact, not '1024'"):
        pnyx.solve("A max: B; B = win", "win", "pds-pn", game="graph", options={"table": "1024"})


def test_a_careless_search_is_wrong_where_the_history_matters() -> None:
    """Figure 4 of Kishimoto and Müller (2005)."""
    game = Graph("repetition illegal; A max: C B; B min: D; C min: D; D max: C")
    assert pds.search(game, "A").verdict == "proven"
    assert pds.search(game, "A", ghi="ignore").verdict == "disproven"
