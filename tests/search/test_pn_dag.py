"""`pn-dag`: the compiled search, its twin, the published counts, and brute force."""

from __future__ import annotations

from typing import Any

import pytest

import pnyx
from pnyx.errors import InputError
from pnyx.reference import pn_dag, pn_dcg
from pnyx.reference.rules.graph import Graph
from search.test_deep_lines import corridor
from support.cases import GOALS, TWIN_NODES, case
from support.graph_searches import (
    BLOCKS,
    FIGURE_3,
    FIGURE_3_LATER,
    INITS,
    ROWS,
    ask,
    assert_certificate,
    assert_published,
    assert_published_and_twin,
    assert_same,
    rows_under,
    truth,
)
from support.sample_games import Wheel


def test_the_column_is_whole() -> None:
    assert sum(int(row["dag"]) for row in ROWS if row["dag"] != "-") == 2_334_240
    assert [row["id"] for row in ROWS if row["dag"] == "-"] == ["r96", "r105", "r201", "r252"]


@pytest.mark.parametrize("row", rows_under("dag", 1_000), ids=lambda row: str(row["id"]))
def test_the_twin_goes_the_same_way_node_for_node(row: dict[str, str]) -> None:
    assert_published_and_twin(row, "pn-dag", "dag", pn_dag)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["id"]))
def test_counts_are_the_published_ones(row: dict[str, str]) -> None:
    assert_published(row, "pn-dag", "dag")


@pytest.mark.parametrize(("game", "first", "count"), BLOCKS)
def test_it_is_right(game: str, first: int, count: int) -> None:
    for seed in range(first, first + count):
        asked = case(game, seed)
        for goal in GOALS:
            init = INITS[(seed // 3 + GOALS.index(goal)) % 2]
            about = f"{asked}, {goal}, {init}"
            found = ask(asked, goal, "pn-dag", {"init": init})
            assert (found.verdict, found.reason) == (truth(asked, goal), None), about
            assert_certificate(found, about)
            if game == "graph" or found.nodes <= TWIN_NODES:
                twin = pn_dag.search(asked.rules, asked.root, goal, init=init, history=asked.history)
                assert_same(found, twin, about)


def test_winning_moves_are_those_of_pn() -> None:
    for seed in range(300):
        asked = case("graph", seed)
        position = pnyx.position(asked.game, asked.text)
        for goal in GOALS:
            tree = pnyx.solve(position, goal, "pn", all_moves=True)
            found = pnyx.solve(position, goal, "pn-dag", all_moves=True)
            assert (found.winning_moves, found.unsettled_moves) == (tree.winning_moves, []), (asked, goal)


@pytest.mark.parametrize("text", [FIGURE_3, FIGURE_3_LATER])
@pytest.mark.parametrize("init", INITS)
def test_figure_3(text: str, init: str) -> None:
    assert pnyx.solve(pnyx.position("graph", text), "win", "pn-dag", options={"init": init}).proven


def test_where_nothing_repeats_every_position_is_one_node() -> None:
    """The empty board of tic-tac-toe leads to 5,478 positions."""
    found = pnyx.solve(pnyx.position("tic-tac-toe"), "win", "pn-dag")
    assert found.disproven
    assert found.nodes < 5_478
    assert found.nodes < pnyx.solve(pnyx.position("tic-tac-toe"), "win", "pn").nodes


def test_what_two_moves_lead_to_is_counted_once_and_limited_twice() -> None:
    text = "repetition impossible; A max: B C; B min: D E; C min: D E; D max: L M; E max: L M; L = loss; M = loss"
    position = pnyx.position("graph", text)
    assert pnyx.solve(position, "win", "pn-dag").nodes == 7
    twin = pn_dag.search(Graph(text), "A")
    assert (twin.nodes, twin.links > 0) == (7, True)
    limit = pnyx.Limit(nodes=twin.nodes)  # links count towards it
    assert pnyx.solve(position, "win", "pn-dag", limit=limit).reason == "nodes"


def test_a_cycle_that_was_declared_impossible_is_noticed() -> None:
    game = Wheel(6, steps=(1, 2))
    for algorithm in ("pn-dag", "pn-dcg"):
        assert pnyx.solve(game, "win", algorithm).reason == "misdeclared", algorithm
    assert pn_dag.search(game, 0).reason == "misdeclared"


class Clocked:
    """A graph with a clock that the repetition rule does not see: equal positions go by many names."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def start(self) -> tuple[str, int]:
        return self.graph.start(), 0

    def turn(self, position: tuple[str, int]) -> int:
        return self.graph.turn(position[0])

    def outcome(self, position: tuple[str, int]) -> object:
        return self.graph.outcome(position[0])

    def moves(self, position: tuple[str, int]) -> tuple[str, ...]:
        return self.graph.moves(position[0])

    def play(self, position: tuple[str, int], move: str) -> tuple[str, int]:
        return move, position[1] + 1

    def repetition_key(self, position: tuple[str, int]) -> str:
        return position[0]

    def move_text(self, position: tuple[str, int], move: str) -> str:
        return move


@pytest.mark.parametrize(("algorithm", "twin"), [("pn-dag", pn_dag), ("pn-dcg", pn_dcg)])
def test_what_the_rule_does_not_see_makes_no_difference(algorithm: str, twin: Any) -> None:
    for seed in range(5, 1_000, 10):
        asked = case("graph", seed)
        game = Clocked(Graph(asked.text))
        plain = pnyx.solve(pnyx.position("graph", asked.text), "win", algorithm, trace=True)
        found = pnyx.solve(game, "win", algorithm, trace=True)
        assert (found.verdict, found.reason, found.trace) == (plain.verdict, plain.reason, plain.trace), asked
        assert found.trace == twin.search(game, game.start()).trace, asked


@pytest.mark.parametrize("algorithm", ["pn-dag", "pn-dcg"])
def test_super_ko_is_refused(algorithm: str) -> None:
    with pytest.raises(InputError, match=r"illegal.*use pn"):
        pnyx.solve(Wheel(2, repetition="illegal"), "win", algorithm)


@pytest.mark.parametrize("algorithm", ["pn-dag", "pn-dcg"])
@pytest.mark.parametrize(("plies", "asides"), [(20_000, False), (2_000, True)])
@pytest.mark.parametrize(("end", "goal"), [("win", "win"), ("loss", "draw-or-better"), ("draw", "draw-or-better")])
def test_depth_is_no_limit(algorithm: str, plies: int, asides: bool, end: str, goal: str) -> None:
    position = pnyx.position("graph", corridor(plies, end, asides=asides))
    result = pnyx.solve(position, goal, algorithm)
    assert result.verdict == ("disproven" if end == "loss" else "proven"), result.reason
    assert len(result.line) == plies


@pytest.mark.parametrize("algorithm", ["pn-dag", "pn-dcg"])
def test_memory_is_counted_and_limited(algorithm: str) -> None:
    fen = next(row["fen"] for row in ROWS if row["id"] == "r96")
    limit = pnyx.Limit(nodes=2_000_000, memory=8 << 20)
    result = pnyx.solve(fen, "mate", algorithm, limit=limit)
    assert result.reason == "memory"
    assert 4 << 20 < result.memory_bytes < 12 << 20
