"""`alpha-beta`: the compiled search and its twin, node for node; the truth; options, limits and refusals."""

from __future__ import annotations

import csv
import random
import re
from collections import Counter

import pytest

import pnyx
from pnyx import _core
from pnyx.api.position import as_position
from pnyx.errors import InputError
from pnyx.reference import alpha_beta, brute
from pnyx.reference.alpha_beta import LOSS, WIN, AlphaBetaResult
from pnyx.reference.check import check
from pnyx.reference.rules import read_position
from pnyx.reference.rules.graph import Graph
from search.test_deep_lines import corridor
from support.alpha_beta_cases import (
    ALL,
    EVALUATORS,
    LIMIT,
    Options,
    assert_same,
    compiled,
    false_verdicts,
    searched,
    small_positions,
)
from support.cases import GOALS, Case, graph_case, mnk_case
from support.df_pn_cases import far_away, question
from support.places import PUBLISHED
from support.raising import raises_for
from support.sample_games import Ring
from support.shared_data import shared_data


def assert_agreement(case: Case, goal: str, options: Options) -> AlphaBetaResult:
    """Compiled search, twin and oracle say the same, and verdicts in the twin's table are true."""
    about = f"{case}, {goal}, {options}"
    found, twin = compiled(case, goal, options), searched(case, goal, options)
    assert_same(found, twin, about)
    if twin.verdict != "unknown":
        assert (twin.verdict == "proven") == brute.solve(case.rules, case.root, goal, case.history), about
        assert found.certificate is not None, about
        assert found.nodes == 1 or found.certificate_nodes == check(found.certificate).nodes, about
    if case.game == "graph":
        assert false_verdicts(twin, case, goal) == [], about
    return twin


# Agreement


@pytest.mark.parametrize("first", range(0, 900, 150))
def test_random_graphs(first: int) -> None:
    for seed in range(first, first + 150):
        case, goal = question(seed)
        if case.rules.repetition != "illegal":
            for options in random.Random(f"alpha-beta {seed}").sample(ALL, 3):
                assert_agreement(case, goal, options)


def test_graphs_with_moves_made_before() -> None:
    for seed in range(2, 400, 10):
        for goal in GOALS:
            assert_agreement(graph_case(seed), goal, Options())


def test_wins_that_are_far() -> None:
    """Nothing is left open without a table either: the graphs are small."""
    for seed in range(60):
        for options in (Options(), Options(table=False)):
            twin = assert_agreement(*far_away(seed), options)
            assert twin.verdict != "unknown" or not options.table, (seed, options)


def test_the_cases_are_worth_it() -> None:
    """Bounds that depend on the line come up often, and every option makes a difference."""
    counts = Counter[str]()
    for case, goal in [*map(question, range(300)), *map(far_away, range(60))]:
        if case.rules.repetition == "illegal":
            continue
        traces = {options: searched(case, goal, options).trace for options in ALL if options.evaluator}
        plain = traces[Options()]
        counts["table"] += traces[Options(table=False)] != plain
        counts["killers"] += traces[Options(killers=False)] != plain
        counts["history"] += traces[Options(history=False)] != plain
        result = searched(case, goal, Options())
        counts["path-dependent"] += any(
            (score.lower, score.upper) == (LOSS, WIN) and score.depth > 1 for score in result.problem.table.values()
        )
    assert min(counts.values()) > 8, counts


def test_games_in_python_know_their_moves_in_other_positions() -> None:
    """Killers and history go by the moves themselves, not by their places."""
    for seed in range(150):
        case, goal = question(seed)
        if case.rules.repetition == "illegal" or case.history:
            continue
        options = ALL[seed % len(ALL)]
        position = as_position(case.root, case.rules).native
        found = _core.solve(position, _core.Question(goal, "alpha-beta", options.texts(), trace=True, max_nodes=LIMIT))
        assert_same(found, searched(case, goal, options), f"{case}, {goal}, {options}")


def test_boards_on_which_nothing_repeats() -> None:
    for seed in range(60):
        assert_agreement(mnk_case(seed), GOALS[seed % 2], ALL[seed % len(ALL)])


@pytest.mark.parametrize("game", EVALUATORS)
@pytest.mark.parametrize("part", range(5))
def test_small_positions(game: str, part: int) -> None:
    """With the evaluators of these games, written twice."""
    for case in small_positions(game)[part::5]:
        for goal, options in zip(GOALS, (Options(), ALL[case.seed % len(ALL)]), strict=True):
            assert_same(compiled(case, goal, options, 150), searched(case, goal, options, 150), f"{case}, {goal}")


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("connect-four", "..../..../XO../OX.. x"),
        ("chess", "7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1"),
        ("chess", "8/8/8/8/8/5k2/6p1/6K1 w - - 0 1"),
    ],
)
def test_games_without_their_evaluators(game: str, text: str) -> None:
    case = Case.read(0, game, text, {"order": "papers"} if game == "chess" else None)
    for goal in ("mate" if game == "chess" else "win", "draw-or-better"):
        options = Options(evaluator=False)
        assert_same(compiled(case, goal, options, 400), searched(case, goal, options, 400), f"{case}, {goal}")


# Chess


def mates() -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in csv.DictReader(PUBLISHED.read_text(encoding="utf-8").splitlines())}


@pytest.mark.parametrize("part", range(4))
def test_the_82_mates(part: int) -> None:
    proved = 0
    for number, row in list(mates().items())[part::4]:
        found = pnyx.solve(row["fen"], "mate", "alpha-beta", game="chess", limit=pnyx.Limit(nodes=30_000))
        assert found.verdict in ("proven", "unknown"), number
        assert found.reason in (None, "nodes"), number
        if found.proven:
            assert found.checked, number
            assert found.moves_to_win is not None, number
            assert found.moves_to_win >= int(row["mate_in"]), number
            proved += 1
    assert proved > 5


def test_no_option_changes_a_verdict() -> None:
    """Where one way to search proves a mate, no other disproves it, and a table of two positions will do."""
    options = [{name: "off"} for name in ("table", "killers", "history", "evaluator")]
    for number in ("r1", "r4", "r5", "r12", "r61", "r281"):
        fen = mates()[number]["fen"]
        for given in ({}, *options, {"table": "exact"}, {"stored": "2"}, {"stored": "100"}):
            limit = pnyx.Limit(nodes=20_000)
            found = pnyx.solve(fen, "mate", "alpha-beta", game="chess", options=given, limit=limit)
            assert found.verdict == ("unknown" if number == "r281" else "proven"), (number, given)
            assert found.unknown or found.checked, (number, given)


def test_the_shortest_mate_is_not_asked_for_but_found_in_time() -> None:
    """A mate of n moves is found by the iteration of 2n - 1 plies, and no line is longer."""
    row = mates()["r14"]
    found = pnyx.solve(row["fen"], "mate", "alpha-beta", game="chess")
    assert (found.verdict, found.moves_to_win, found.max_depth) == ("proven", 4, 7)


@pytest.mark.parametrize("fen", ["k7/8/8/8/8/8/8/K7 w - - 0 1", "k7/P7/8/K7/8/8/8/8 b - - 0 1"])
def test_disproofs_of_chess_positions(fen: str) -> None:
    """Stalemate, and a king that only repeats."""
    found = pnyx.solve(fen, "mate", "alpha-beta", game="chess", limit=pnyx.Limit(nodes=100_000))
    assert found.verdict == "disproven", found.reason
    assert found.checked


# Counting


def test_a_node_counts_when_its_depth_is_reached_first() -> None:
    """A tree without cut-offs: every node is counted once, though the first plies are visited again and again."""
    inner = "; ".join(f"{n} {'max' if len(n) % 2 else 'min'}: {n}a {n}b" for n in ("r", "ra", "rb", "raa", "rab"))
    leaves = "; ".join(f"{n} = draw" for n in ("rba", "rbb", "raaa", "raab", "raba", "rabb"))
    result = alpha_beta.search(Graph(f"root r; {inner}; {leaves}"), "r", table=False)
    found = _core.solve(
        _core.position("graph", f"root r; {inner}; {leaves}", {}), _core.Question("win", "alpha-beta", {"table": "off"})
    )
    assert result.verdict == found.verdict == "disproven"
    assert (result.nodes, result.generated) == (found.nodes, found.generated)
    assert result.nodes < result.generated


def test_forced_lines_do_not_take_the_square_of_their_length() -> None:
    visits = []
    for plies in (2_000, 4_000):
        found = pnyx.solve(corridor(plies, "win", asides=True), "win", "alpha-beta", game="graph")
        assert found.verdict == "proven", plies
        visits.append(found.generated)
    assert visits[1] < 2.5 * visits[0]


# Limits and refusals


def test_limits() -> None:
    start = pnyx.position("lines-of-action")
    limited = pnyx.solve(start, "win", "alpha-beta", limit=pnyx.Limit(nodes=5_000))
    assert (limited.verdict, limited.reason, limited.nodes) == ("unknown", "nodes", 5_000)
    for memory in (1 << 18, 1 << 22):
        small = pnyx.solve(start, "win", "alpha-beta", limit=pnyx.Limit(nodes=300_000, memory=memory))
        assert small.reason == "nodes", memory
        assert small.memory_bytes <= memory, memory
    exact = pnyx.solve(
        start, "win", "alpha-beta", options={"table": "exact"}, limit=pnyx.Limit(nodes=300_000, memory=1 << 18)
    )
    assert exact.reason == "memory"
    timed = pnyx.solve(start, "win", "alpha-beta", limit=pnyx.Limit(seconds=0.05))
    assert timed.reason == "seconds"
    stop = pnyx.StopFlag()
    stop.set()
    assert pnyx.solve(start, "win", "alpha-beta", stop=stop).reason == "stopped"


def test_a_game_that_says_nothing_repeats_and_lies() -> None:
    game = Ring()
    game.repetition = "impossible"
    found = pnyx.solve(game, "win", "alpha-beta")
    assert (found.verdict, found.reason) == ("unknown", "misdeclared")
    assert alpha_beta.search(game, game.start()).reason == "misdeclared"


def test_refusals() -> None:
    with pytest.raises(InputError, match="alpha-beta cannot search games in which repeating a position is illegal"):
        pnyx.solve(pnyx.position("go-one-eye"), algorithm="alpha-beta")
    rules = read_position("graph", "repetition illegal; A max: B; B = win").rules
    with pytest.raises(InputError, match="alpha_beta cannot search games in which repeating"):
        alpha_beta.search(rules, "A")
    for options, message in [
        ({"table": "exact", "stored": "9"}, "option stored is the size of table=two-deep"),
        ({"stored": "0"}, "option stored must be a whole number from 1"),
        ({"killers": "maybe"}, "option killers must be on or off"),
    ]:
        with raises_for((options, message), InputError, match=message):
            pnyx.solve("A max: B; B = win", algorithm="alpha-beta", game="graph", options=options)


def test_winning_moves_and_values() -> None:
    found = pnyx.solve("X.../.O../..../.... x", "draw-or-better", "alpha-beta", game="tic-tac-toe", all_moves=True)
    reference = pnyx.solve("X.../.O../..../.... x", "draw-or-better", "df-pn", game="tic-tac-toe", all_moves=True)
    assert found.winning_moves == reference.winning_moves
    assert pnyx.value(".../.../... x", "alpha-beta", game="tic-tac-toe").value == "draw"


@pytest.mark.parametrize("part", range(3))
def test_no_answer_contradicts_the_known_mates(part: int) -> None:
    """Half of the sample are mates that are near enough for this search."""
    text = (shared_data("chess") / "mates.epd").read_text(encoding="utf-8")
    found = re.findall(r"^(\S+ [wb] \S+ \S+).*?\bbm #(-?\d+)", text, re.MULTILINE)
    near = [(fen, int(length)) for fen, length in found if 0 < int(length) <= 4]
    rng = random.Random("alpha-beta mates")
    proved = 0
    for fen, length in [*rng.sample(near, 45), *rng.sample([(fen, int(length)) for fen, length in found], 45)][part::3]:
        limit = pnyx.Limit(nodes=20_000)
        result = pnyx.solve(f"{fen} 0 1", "mate", "alpha-beta", game="chess", limit=limit)
        assert result.verdict in (("proven", "unknown") if length > 0 else ("disproven", "unknown")), fen
        proved += result.proven
    assert proved > 3
