"""The base-twin algorithm: compiled, in Python, in the paper's figures and counts, and against brute force."""

from __future__ import annotations

import csv
import random
import threading
import time
from typing import Any, Literal

import pytest

import pnyx
from pnyx import _core
from pnyx.errors import InputError
from pnyx.reference import brute, check
from pnyx.reference import pn_bta as twin
from pnyx.reference.pn import INFINITY
from pnyx.reference.pn_bta import Node, Problem
from pnyx.reference.rules.chess import Chess
from pnyx.reference.rules.graph import Graph
from support.bta_cases import DETOURS, compiled, detours
from support.cases import GOALS, Case, assert_line, case, compared
from support.places import PUBLISHED
from support.raising import raises_for
from support.sample_games import Wheel

ROWS = list(csv.DictReader(PUBLISHED.read_text().splitlines()))
SMALL = [row for row in ROWS if row["bta"].isdigit() and int(row["bta"]) < 1000]
CASES, CHUNK = 2_000, 500
SOAK_CASES, SOAK_CHUNK = 200_000, 2_000
INITS: tuple[Literal["mobility", "unit"], ...] = ("mobility", "unit")


# The published counts


def test_the_column_is_whole() -> None:
    assert (len(SMALL), sum(row["bta"] == "-" for row in ROWS)) == (51, 3)
    assert [row["id"] for row in ROWS if "BTA published; not reproduced" in row["note"]] == ["r168", "r182", "r252"]


@pytest.mark.parametrize("row", SMALL, ids=lambda row: str(row["id"]))
def test_the_twin_goes_the_same_way_node_for_node(row: dict[str, str]) -> None:
    result = pnyx.solve(row["fen"], "mate", "pn-bta", preset="breuker-2001", trace=True)
    rules = Chess(order="papers", en_passant="always")
    reference = twin.search(rules, rules.parse(row["fen"]), "mate", max_nodes=500_000)
    assert result.nodes == reference.nodes == int(row["bta"])
    assert result.trace == reference.trace


# Figures 3 to 5

FIGURE_4 = "A max: B; B min: C D; C max: {C}; D max: F; F min: {F}; G = win; {E}"
"""F is drawn below C, where its move to C repeats a position, and won below D."""
NEAR, FAR = "E = win", "E min: H; H max: I; I min: G"


@pytest.mark.parametrize("order_c", ["E F", "F E"])
@pytest.mark.parametrize("order_f", ["C G", "G C"])
@pytest.mark.parametrize("end", [NEAR, FAR])
@pytest.mark.parametrize("init", INITS)
def test_figure_4_is_won(order_c: str, order_f: str, end: str, init: Literal["mobility", "unit"]) -> None:
    text = FIGURE_4.format(C=order_c, F=order_f, E=end)
    result = pnyx.solve(text, "win", "pn-bta", game="graph", options={"init": init}, trace=True)
    reference = twin.search(Graph(text), "A", init=init)
    assert (result.verdict, reference.verdict, result.trace) == ("proven", "proven", reference.trace)
    assert brute.solve(Graph(text), "A")


def test_figure_4_is_where_joining_all_transpositions_fails() -> None:
    text, unit = FIGURE_4.format(C="F E", F="C G", E=FAR), {"init": "unit"}
    assert pnyx.solve(text, "win", "pn-dcg", game="graph", options=unit).reason == "unsafe: disproven"
    assert pnyx.solve(text, "win", "pn-bta", game="graph", options=unit).proven


def test_figure_5_has_a_base_node_and_a_twin_of_f() -> None:
    result = twin.search(Graph(FIGURE_4.format(C="F E", F="C G", E=FAR)), "A", init="unit")
    table = result.problem.table
    (f,) = table["D"].children
    (c, g) = table["F"].children
    assert table["C"].children[0] is table["F"]
    assert (f.base_node, c.base_node, g.base_node) == (table["F"], table["C"], None)
    assert (result.verdict, result.nodes) == ("proven", 9)


def test_the_triangulation_is_found() -> None:
    """Fahrni-Alapin, 1912, like the ending of section 2: White wins by losing a move. DCG sees repetitions there."""
    position = pnyx.position("chess", "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1", region="a4-e8")
    result = pnyx.solve(position, "promote", "pn-bta")
    assert (result.verdict, result.checked) == ("proven", True)
    assert result.certificate is not None
    assert check.check(result.certificate.data).verdict == "proven"
    assert pnyx.solve(position, "promote", "pn-dcg").reason == "unsafe: disproven"
    assert result.nodes < pnyx.solve(position, "promote", "pn").nodes / 10


# Figures 6 to 10: the walk through lines with cycles

FIGURE_6 = "A max: B; B min: C; C max: D E; D min: C; E min: F; F max: D E"
WALK = [
    *[("A", ""), ("B", ""), ("C", ""), ("D", ""), ("c", "")],
    ("D", "c2"),  # Figure 6
    *[("C", "D2"), ("E", "D2"), ("F", "D2"), ("d", "D2"), ("c", "D2")],
    ("d", "D2 c2"),  # Figure 7
    *[("F", "D2 d2"), ("e", "D2 d2")],
    ("F", "D2 d2 e3"),  # Figure 8
    ("E", "D2 F2"),  # Figure 9
    ("C", "D2 E2"),
]
"""Each step of the last selection: the node, in lower case if it is a twin, and what is marked as it begins."""


class Watched(Problem):
    """Writes down the steps of every selection, and how it ended."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.walks: list[list[tuple[str, str]]] = []
        self.ends: list[tuple[str, str]] = []

    def note(self, node: Node) -> tuple[str, str]:
        nodes = {id(node): node for base in self.table.values() for node in (base, *base.children)}
        marked = sorted(f"{name(node)}{node.pd_depth}" for node in nodes.values() if node.pd_depth is not None)
        return name(node), " ".join(marked)


def name(node: Node) -> str:
    return str(node.position).lower() if node.base_node else str(node.position)


def test_figures_6_to_10_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    find, select = twin.find_equal_ancestor_node, twin.select_most_proving_node
    current: list[Watched] = []

    def watched_find(node: Node) -> Node | None:
        current[0].walks[-1].append(current[0].note(node))
        return find(node)

    def watched_select(problem: Any, root: Node) -> Node:
        current[:] = [problem]
        problem.walks.append([])
        node = select(problem, root)
        problem.ends.append(problem.note(node))
        return node

    monkeypatch.setattr(twin, "Problem", Watched)
    monkeypatch.setattr(twin, "find_equal_ancestor_node", watched_find)
    monkeypatch.setattr(twin, "select_most_proving_node", watched_select)
    result = twin.search(Graph(FIGURE_6), "A")
    problem = current[0]
    assert WALK in problem.walks
    assert problem.ends[problem.walks.index(WALK)] == ("C", "C2")  # Figure 10
    real_draw = problem.table["C"]
    assert (real_draw.proof, real_draw.disproof, result.verdict) == (INFINITY, 0, "disproven")
    assert result.trace == pnyx.solve(FIGURE_6, "win", "pn-bta", game="graph", trace=True).trace


# Random graphs, biased to cycles


def assert_agreement(case: Case, goal: str, init: Literal["mobility", "unit"]) -> None:
    """Compiled search, twin, oracle and both checkers say the same."""
    about = f"{case}, {goal}, {init}"
    found = compiled(case, goal, init)
    expected = brute.solve(case.rules, case.root, goal, case.history)
    assert (found.verdict, found.reason) == ("proven" if expected else "disproven", None), about

    reference = twin.search(case.rules, case.root, goal, init=init, history=case.history)
    assert reference.trace == found.trace, about
    counted = (reference.verdict, reference.nodes, reference.expansions, reference.proof, reference.disproof)
    assert counted == (found.verdict, found.nodes, found.expansions, found.proof, found.disproof), about

    assert found.certificate is not None, about
    report = check.check(found.certificate)
    assert compared(_core.check(found.certificate)) == compared(report), about
    assert (report.goal, report.verdict, report.nodes) == (goal, found.verdict, found.certificate_nodes), about
    assert_line(case, goal, found, about)


def run(game: str, first: int, count: int) -> None:
    for seed in range(first, first + count):
        for number, goal in enumerate(GOALS):
            assert_agreement(case(game, seed), goal, INITS[(seed // 3 + number) % 2])


@pytest.mark.parametrize("first", range(0, CASES, CHUNK))
def test_random_graphs(first: int) -> None:
    run("graph", first, CHUNK)


@pytest.mark.parametrize("attacker", [0, 1])
def test_random_detours(attacker: int) -> None:
    for seed in range(attacker, DETOURS, 2):
        assert_agreement(detours(seed), GOALS[attacker], INITS[seed // 2 % 2])


def test_games_in_which_nothing_repeats() -> None:
    run("tic-tac-toe", 0, CHUNK)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(CASES, CASES + SOAK_CASES, SOAK_CHUNK))
def test_random_graphs_soak(first: int) -> None:
    run("graph", first, SOAK_CHUNK)


def test_winning_moves_are_those_of_pn() -> None:
    for seed in range(200):
        asked = case("graph", seed)
        position = _core.position(asked.game, asked.text, asked.options)
        for goal in GOALS:
            both = [_core.solve(position, _core.Question(goal, name, {}, all_moves=True)) for name in ("pn", "pn-bta")]
            assert both[0].winning_moves == both[1].winning_moves, (asked, goal)
            assert both[1].unsettled_moves == [], (asked, goal)


# Limits and refusals


def maze(size: int = 60) -> str:
    """Every position of one player leads to several of the other; nobody can win, and there are very many lines."""
    rng = random.Random("maze")
    statements = ["root n0", "repetition draw", "w = win"]
    for number in range(2 * size):
        moves = rng.sample([f"n{other}" for other in range(2 * size) if other % 2 != number % 2], 5)
        statements.append(f"n{number} {('max', 'min')[number % 2]}: {' '.join(moves)}")
    return "; ".join(statements)


def test_a_selection_that_finds_nothing_ends_as_unknown() -> None:
    for goal in GOALS:
        result = pnyx.solve(maze(), goal, "pn-bta", game="graph", options={"selections": 100_000}, trace=True)
        assert (result.verdict, result.reason, result.certificate) == ("unknown", "selections", None), goal
        assert "selections" in str(result), goal
        game = Graph(maze())
        reference = twin.search(game, game.start(), goal, max_selections=100_000)
        assert (reference.verdict, reference.reason, reference.trace) == ("unknown", "selections", result.trace), goal


def test_time_and_stop_flags_are_seen_during_a_selection() -> None:
    endless = {"selections": 10**18}
    begun = time.monotonic()
    result = pnyx.solve(maze(), "win", "pn-bta", game="graph", options=endless, limit=pnyx.Limit(seconds=0.3))
    assert (result.verdict, result.reason) == ("unknown", "seconds")
    flag = pnyx.StopFlag()
    progress: list[pnyx.Progress] = []
    threading.Timer(0.5, flag.set).start()
    result = pnyx.solve(maze(), "win", "pn-bta", game="graph", options=endless, stop=flag, on_progress=progress.append)
    assert (result.verdict, result.reason) == ("unknown", "stopped")
    assert len(progress) >= 2
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize("limit", [1 << 16, 1 << 20, 1 << 24])
def test_memory_stays_under_its_limit(limit: int) -> None:
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    result = pnyx.solve(fen, "mate", "pn-bta", limit=pnyx.Limit(memory=limit))
    assert (result.verdict, result.reason) == ("unknown", "memory")
    assert limit / 4 < result.memory_bytes <= limit


def test_a_position_that_comes_back_against_the_declaration() -> None:
    result = pnyx.solve(Wheel(), "win", "pn-bta")
    reference = twin.search(Wheel(), 0)
    assert (result.verdict, result.reason) == (reference.verdict, reference.reason) == ("unknown", "misdeclared")


def test_super_ko_is_refused_with_the_reason() -> None:
    text = "A max: B C; B min: A; C = win; repetition illegal; root A"
    with pytest.raises(InputError, match="pn-bta cannot search games in which repeating a position is illegal"):
        pnyx.solve(text, "win", "pn-bta", game="graph")
    with pytest.raises(InputError, match="repeating a position is illegal"):
        twin.search(Graph(text), "A")
    assert pnyx.solve(text, "win", "pn", game="graph").proven


def test_bad_options_are_refused() -> None:
    for given in ("0", "-1", "many", "1.5"):
        with raises_for(given, InputError, match="selections"):
            pnyx.solve(FIGURE_6, "win", "pn-bta", game="graph", options={"selections": given})


@pytest.mark.parametrize("plies", [10_000, pytest.param(20_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("goal", GOALS)
def test_depth_is_no_limit(goal: str, plies: int) -> None:
    """It goes down from the root every time, so a line of twice the length takes four times as long."""
    end = "win" if goal == "win" else "loss"
    statements = [f"n{ply} {('max', 'min')[ply % 2]}: n{ply + 1}" for ply in range(plies)]
    for last, cycles in ((f"n{plies} = {end}", False), (f"n{plies} max: n0", True)):
        result = pnyx.solve("; ".join([*statements, last, "root n0"]), goal, "pn-bta", game="graph")
        assert result.verdict == ("proven" if (goal == "win") != cycles else "disproven"), last
        assert len(result.line) >= plies, last
