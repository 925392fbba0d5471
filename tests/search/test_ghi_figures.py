"""The figures of the papers on the graph-history interaction: where `df-pn` goes wrong without care, and right with it.

The drawings are lost in the copies we have, so the graphs are made again from the text. To have the positions searched
in the order that is asked for, moves are in that order, wins and losses that are to be found late are `far`, and
positions that are to wait have many moves at first.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import pytest

import pnyx
from pnyx.reference import brute, check, depth_first, df_pn
from pnyx.reference.depth_first import Node
from pnyx.reference.df_pn_problem import PATH_INDEPENDENT, Ghi, Line, Problem
from pnyx.reference.rules.graph import Graph
from search.test_pn_bta import FIGURE_6
from support.cases import Case
from support.depth_first_cases import ALGORITHMS, Way, searched
from support.depth_first_cases import METHODS as OTHER_METHODS
from support.graph_searches import FIGURE_3, FIGURE_3_LATER

INITS: tuple[Literal["mobility", "unit"], ...] = ("mobility", "unit")


def far_win(name: str) -> str:
    """A position of the second player that is won for the first, with numbers that grow when it is searched."""
    replies = [f"{name}{reply}" for reply in "12"]
    answers = {reply: [f"{reply}{answer}" for answer in "abcde"] for reply in replies}
    statements = [f"{name} min: {' '.join(replies)}"]
    for reply in replies:
        statements.append(f"{reply} max: {' '.join(answers[reply])}")
        statements.extend(f"{answer} min: won" for answer in answers[reply])
    return "; ".join([*statements, "won = win"])


WAITS = " ".join(f"wait{number}" for number in range(11))
"""Moves of the second player that lose at once: with them a position looks hard to win as long as it is new."""
WAITING = "; ".join(f"wait{number} = win" for number in range(11))
FAR_LOSS = "D max: D1 D2 D3; D1 min: lost; D2 min: lost; D3 min: lost; lost = loss"
FIGURE_1 = f"A max: B C; B min: E D; C min: F {WAITS}; {WAITING}; E max: H G; F max: H; H min: E; {FAR_LOSS}"


class Figure(NamedTuple):
    """A graph, whether the first player wins, and lines in the order in which the text searches them.

    The last of them is where the careless search uses what it has stored on another line; others search on.
    """

    text: str
    won: bool
    told: list[str]
    further: list[str]


FIGURES = {
    # A position that is repeated is no win. H is lost below E, and then also below F, although there E leads on to G.
    "1, first-player-loss": Figure(
        f"{FIGURE_1}; {far_win('G')}", True, ["A B E H", "A B D", "A C F"], ["A C F H", "A C F H E G"]
    ),
    # Repetition is forbidden. H is won below E, because then the opponent has no move there, and so below F.
    "1, current-player-loss": Figure(
        f"repetition illegal; {FIGURE_1}; G = loss", False, ["A B E H", "A B D", "A C F"], ["A C F H", "A C F H E"]
    ),
    # Path (1) comes to Y from X, so that going on to X is a draw. Path (2), by way of D, could go on to X and win.
    "3, draw-first": Figure(
        f"A max: B; B min: X D; X max: Y E; D max: Y l1 l2; l1 = loss; l2 = loss; Y min: X; {far_win('E')}",
        True,
        ["A B X Y", "A B D"],
        ["A B D Y", "A B D Y X E"],
    ),
    # Path (2) comes to Y first and to X from there, so that X has no move. Path (1) comes to X and wins, because Y has
    # none. (A draw does no such harm: more repetitions are always better for the side that they suit.)
    "3, draw-last": Figure(
        f"repetition illegal; A max: C B; C min: c; c max: Y; B min: X {WAITS}; {WAITING}; X max: Y; Y min: X",
        True,
        ["A C c Y X", "A B"],
        ["A B X", "A B X Y"],
    ),
    # D has no move below C, and C none below D.
    "4": Figure(
        f"repetition illegal; A max: C B; B min: D {WAITS}; {WAITING}; C min: D; D max: C",
        True,
        ["A C D", "A B"],
        ["A B D", "A B D C"],
    ),
    # The ko at A8: White takes it from position c to e, Black from e to c, and who takes first wins.
    "5": Figure(
        f"repetition illegal; C7 max: 1 2; 1 min: 3; 3 max: c; 2 min: e {WAITS}; {WAITING}; c min: e; e max: c",
        True,
        ["C7 1 3 c e", "C7 2"],
        ["C7 2 e", "C7 2 e c"],
    ),
    # D is drawn below C, and not below F, from where C leads on to E.
    "7": Figure(
        f"A max: B; B min: C F; C max: D E; D min: C; F max: D l1 l2; l1 = loss; l2 = loss; {far_win('E')}",
        True,
        ["A B C D", "A B F"],
        ["A B F D", "A B F D C E"],
    ),
}


def verdict(won: bool) -> str:
    return "proven" if won else "disproven"


def methods(text: str) -> list[Ghi]:
    """All but `ignore` that can search this graph."""
    return ["full", "sim", "dup"] if "illegal" in text else ["full", "sim", "dup", "nagai"]


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines to the nodes that searches in Python expand, as they do."""
    generate_moves, seen = depth_first.generate_moves, list[str]()

    def noting(problem: Problem, n: Node) -> None:
        line: Line | None = problem.path.line
        keys = []
        while line is not None:
            keys.append(str(line.key))
            line = line.above
        seen.append(" ".join(reversed(keys)))
        generate_moves(problem, n)

    monkeypatch.setattr(df_pn, "generate_moves", noting)
    return seen


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES.keys())
def test_ignoring_the_problem_gives_the_wrong_answer(figure: Figure, visits: list[str]) -> None:
    game = Graph(figure.text)
    assert brute.solve(game, game.start()) == figure.won
    assert df_pn.search(game, game.start(), ghi="ignore").verdict == verdict(not figure.won)
    assert [line for line in visits if line in (*figure.told, *figure.further)] == figure.told

    result = pnyx.solve(figure.text, "win", "df-pn", game="graph", options={"ghi": "ignore", "table": "exact"})
    assert result.verdict == "unknown"
    assert (result.reason or "").startswith("certificate failed: ")


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES.keys())
def test_the_right_answer_is_found(figure: Figure, visits: list[str]) -> None:
    game = Graph(figure.text)
    for ghi in methods(figure.text):
        for init in INITS:
            visits.clear()
            reference = df_pn.search(game, game.start(), ghi=ghi, init=init)
            options = {"ghi": ghi, "init": init, "table": "exact"}
            result = pnyx.solve(figure.text, "win", "df-pn", game="graph", options=options, trace=True)
            assert (result.verdict, reference.verdict) == (verdict(figure.won), verdict(figure.won)), (ghi, init)
            assert result.trace == reference.trace, (ghi, init)
            assert result.certificate is not None, (ghi, init)
            assert check.check(result.certificate.data).verdict == verdict(figure.won), (ghi, init)
            if ghi != "nagai" and init == "mobility":
                wanted = [*figure.told, *figure.further]
                assert [line for line in dict.fromkeys(visits) if line in wanted] == wanted, (ghi, init)


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES.keys())
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_other_depth_first_searches_find_it(figure: Figure, algorithm: str) -> None:
    """And ignoring the problem, they never say what is false: there is no certificate for it."""
    for ghi in OTHER_METHODS:
        way = Way(algorithm, ghi, a=4, b=4)
        result = pnyx.solve(figure.text, "win", algorithm, game="graph", options=way.texts(), trace=True)
        assert result.trace == searched(Case.read(0, "graph", figure.text), "win", way).trace, ghi
        assert result.verdict == verdict(figure.won) or (ghi == "ignore" and result.verdict == "unknown"), ghi


def test_ignoring_the_problem_misleads_them_too() -> None:
    misled = {
        algorithm
        for algorithm in ALGORITHMS
        for figure in FIGURES.values()
        if searched(Case.read(0, "graph", figure.text), "win", Way(algorithm, "ignore", a=4, b=4)).verdict
        == verdict(not figure.won)
    }
    assert misled == set(ALGORITHMS)


def test_figure_4_needs_more_than_the_ply_of_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disproof of C depends on C alone. Where repetition is a draw it would hold on all lines."""
    figure = FIGURES["4"]
    assert df_pn.search(Graph(figure.text), "A").verdict == "proven"
    monkeypatch.setattr(
        Problem,
        "depends_above",
        lambda problem, depends_on_ply, ply: PATH_INDEPENDENT if depends_on_ply >= ply else depends_on_ply,
    )
    result = df_pn.search(Graph(figure.text), "A")
    assert (result.verdict, result.problem.table["C"].verdict) == ("disproven", False)


def test_figure_1_is_simulated() -> None:
    """Section 3.3: when H is reached by the other way, its solution is tried, and it fails."""
    result = df_pn.search(Graph(FIGURES["1, first-player-loss"].text), "A")
    assert (result.simulation.calls, result.simulation.failed) == (1, 1)
    assert [line.ply for line in result.problem.table["H"].twins] == [4]


# Breuker and others, 2001


@pytest.mark.parametrize("text", [FIGURE_3, FIGURE_3_LATER], ids=["figure 3", "figure 4"])
@pytest.mark.parametrize("init", INITS)
def test_the_graphs_of_breuker_are_won(text: str, init: str) -> None:
    for ghi in methods(text):
        assert pnyx.solve(text, "win", "df-pn", game="graph", options={"ghi": ghi, "init": init}).proven, ghi


def test_lines_that_go_round_are_drawn() -> None:
    """Figures 6 to 10: what depends on C alone is a draw wherever C is."""
    for ghi in methods(FIGURE_6):
        assert pnyx.solve(FIGURE_6, "win", "df-pn", game="graph", options={"ghi": ghi}).disproven, ghi
    table = df_pn.search(Graph(FIGURE_6), "A").problem.table
    assert table["C"].verdict is False
    assert {name: [twin.depends_on_ply for twin in table[name].twins.values()] for name in "DEF"} == {
        "D": [3, 3],
        "E": [3],
        "F": [3],
    }


def test_the_triangulation_is_found() -> None:
    """Fahrni-Alapin, 1912, like the ending of Figure 1: White wins by losing a move."""
    position = pnyx.position("chess", "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1", region="a4-e8")
    for init in INITS:
        for ghi in methods(""):
            options = {"ghi": ghi, "init": init, "table": "exact"}
            result = pnyx.solve(position, "promote", "df-pn", options=options)
            assert (result.verdict, result.checked) == ("proven", True), (init, ghi)
    careless = pnyx.solve(position, "promote", "df-pn", options={"ghi": "ignore", "init": "unit", "table": "exact"})
    assert (careless.verdict, careless.proof, careless.disproof) == ("unknown", 2**32 - 1, 0)
    assert (careless.reason or "").startswith("certificate failed: ")
