"""`all_moves`: what is counted, and that it ends by itself where moves cannot be settled."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx.cli import app

ENDLESS = "3rkr2/3p1p2/8/8/2B5/8/5PPP/R3r1K1 w - - 0 1"
"""Two moves are legal: one mates, and whether the other one does takes forever to find out."""
MATES, WHO_KNOWS = "a1e1", "c4f1"

Place = tuple[int, int, int]


class Woods:
    """Straight on for some steps and out, or into woods without end. A place is the path, the step and whose turn."""

    name = "woods"

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def start(self) -> Place:
        return 0, 0, 0

    def turn(self, place: Place) -> int:
        return place[2]

    def outcome(self, place: Place) -> int | None:
        return 0 if place[:2] == (0, self.steps) else None

    def moves(self, place: Place) -> list[str]:
        path, step, _ = place
        return ["left", "right"] if path else ["on", "in"] if step == 0 else ["on"]

    def play(self, place: Place, move: str) -> Place:
        path, step, turn = place
        return 2 * path + (move in ("in", "right")), step + 1, 1 - turn

    def move_text(self, place: Place, move: str) -> str:
        return move


SLOWER = [name for name in pnyx.algorithms() if name not in ("auto", "pn", "pn-dcg")]


@pytest.mark.parametrize("algorithm", ["auto", "pn", *(pytest.param(name, marks=pytest.mark.soak) for name in SLOWER)])
def test_a_game_in_python_without_end_is_left_unsettled(algorithm: str) -> None:
    found = pnyx.solve(Woods(1), "win", algorithm, all_moves=True)
    assert (found.winning_moves, found.unsettled_moves, found.nodes_per_move) == (["on"], ["in"], 100_000)
    assert 100_000 <= found.nodes < 200_000


def test_each_move_gets_ten_times_the_nodes_of_the_answer() -> None:
    game = Woods(12_001)
    nodes = pnyx.solve(game, "win", "df-pn").nodes
    assert nodes > 12_000
    found = pnyx.solve(game, "win", "df-pn", all_moves=True)
    assert (found.winning_moves, found.unsettled_moves, found.nodes_per_move) == (["on"], ["in"], 10 * nodes)
    assert found.nodes >= 11 * nodes


def test_chess_without_a_limit() -> None:
    done = CliRunner().invoke(app, ["solve", "chess", ENDLESS, "--goal", "mate", "--all-moves"])
    assert done.exit_code == 0
    assert "Winning moves: Rxe1#\n" in done.stdout
    limits = "(set other limits with --max-nodes and --max-seconds)"
    assert f"Undecided moves, after at most 1,000,000 nodes each {limits}: Bf1\n" in done.stdout


@pytest.mark.parametrize("limit", [pnyx.Limit(nodes=3_000), pnyx.Limit(seconds=0.2)])
def test_a_limit_that_is_given_is_kept(limit: pnyx.Limit) -> None:
    found = pnyx.solve(ENDLESS, "mate", all_moves=True, limit=limit)
    assert (found.winning_moves, found.unsettled_moves, found.nodes_per_move) == ([MATES], [WHO_KNOWS], None)
    assert found.nodes <= (limit.nodes or found.nodes)


def test_with_a_length_moves_count_that_keep_it() -> None:
    done = CliRunner().invoke(app, ["solve", "chess", ENDLESS, "--goal", "mate-in 2", "--all-moves"])
    assert "Moves that mate in 2: Rxe1#\nUndecided moves: none\n" in done.stdout
    told = json.loads(
        CliRunner().invoke(app, ["solve", "chess", ENDLESS, "--goal", "mate-in 1", "--all-moves", "--json"]).stdout
    )
    assert (told["winning_moves"], told["unsettled_moves"], told["nodes_per_move"]) == ([MATES], [], 1_000_000)


def test_the_help_states_the_share() -> None:
    said = " ".join(CliRunner().invoke(app, ["solve", "--help"], env={"COLUMNS": "200"}).stdout.split())
    for words in ("at any length", "'mate-in N'", "ten times the nodes of the answer"):
        assert words in said, words
