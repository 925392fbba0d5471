"""`pnyx.size`: counts against known numbers and brute force, Knuth's estimate against trees of known size."""

from __future__ import annotations

import math
import random
import statistics
from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, Literal

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx.api.growth import count_plainly, forecast, has_cycle
from pnyx.api.tree_size import PlayOut, estimate_tree, play_out
from pnyx.cli import app
from pnyx.errors import InputError, TableIncompleteError
from support.cyclic_game import Cyclic
from support.random_games import random_graph
from support.sample_games import BareNim, LineGo, Ring, Wheel

LONG = 60.0
"""Seconds that these games do not need."""

TIC_TAC_TOE = 549_946
"""The nodes of the tree of tic-tac-toe, which `perft` counts: 1 + 9 + 72 + 504 + ..."""


class Noughts:
    """Tic-tac-toe without symmetry."""

    repetition = "impossible"

    def start(self) -> tuple[str, int]:
        return ("." * 9, 0)

    def turn(self, position: tuple[str, int]) -> int:
        return position[1]

    def outcome(self, position: tuple[str, int]) -> Any:
        board, turn = position
        lines = (board[0:3], board[3:6], board[6:], *(board[at::3] for at in range(3)), board[::4], board[2:7:2])
        if "XXX" in lines or "OOO" in lines:
            return 1 - turn
        return None if "." in board else "draw"

    def moves(self, position: tuple[str, int]) -> list[int]:
        return [place for place, sign in enumerate(position[0]) if sign == "."]

    def play(self, position: tuple[str, int], move: int) -> tuple[str, int]:
        board, turn = position
        return (board[:move] + "XO"[turn] + board[move + 1 :], 1 - turn)


def test_tic_tac_toe_has_5478_positions_and_765_up_to_symmetry() -> None:
    """Both numbers stand in many books and programs, and so do those by ply."""
    whole = pnyx.size(Noughts(), seconds=LONG)
    assert (whole.positions, whole.complete, whole.symmetry, whole.cycles) == (5478, True, False, "none")
    assert whole.by_ply == (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)
    folded = pnyx.size("tic-tac-toe", seconds=LONG)
    assert (folded.positions, folded.complete, folded.symmetry) == (765, True, True)
    assert folded.by_ply == (1, 3, 12, 38, 108, 174, 204, 153, 57, 15)
    assert folded.table.fits is True
    assert folded.growth[:2] == (3.0, 4.0)


def by_hand(game: Cyclic) -> tuple[list[int], bool]:
    """The positions by ply of a graph, and whether there is a cycle among them."""
    plies, waiting = {game.root: 0}, deque([game.root])
    while waiting:
        name = waiting.popleft()
        for move in game.inner.get(name, ("", []))[1]:
            if move not in plies:
                plies[move] = plies[name] + 1
                waiting.append(move)
    counts = [list(plies.values()).count(ply) for ply in range(max(plies.values()) + 1)]

    def returns(name: str, line: list[str]) -> bool:
        return name in line or any(returns(move, [*line, name]) for move in game.inner.get(name, ("", []))[1])

    return counts, returns(game.root, [])


@pytest.mark.parametrize("seed", range(12))
def test_graphs_with_cycles_against_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    repetition: Literal["draw", "impossible", "illegal"] = rng.choice(("draw", "impossible", "illegal"))
    text = random_graph(rng, largest=9, repetition=repetition)
    counts, cyclic = by_hand(Cyclic(text))
    for game in (pnyx.position("graph", text), Cyclic(text)):
        found = pnyx.size(game, seconds=LONG, playouts=50)
        assert list(found.by_ply) == counts, (game, text)
        assert (found.complete, found.cycles) == (True, "seen" if cyclic else "none"), (game, text)
        assert found.table.fits is (repetition != "illegal"), (game, text)


def test_a_cycle_is_seen_even_if_not_all_positions_are_counted() -> None:
    found = pnyx.size("chess", seconds=0.5, playouts=5)
    assert (found.complete, found.cycles, found.table.fits) == (False, "seen", None)
    assert found.by_ply[:4] == (1, 20, 400, 5362)
    assert "growth so far allows no forecast" in found.table.reason


def test_a_game_without_repetition_that_is_too_large() -> None:
    found = pnyx.size("connect-four", seconds=1.0, playouts=20)
    assert found.by_ply[:6] == (1, 4, 25, 121, 568, 2144)  # the mirror images counted once
    assert (found.complete, found.cycles, found.symmetry) == (False, "none", True)
    assert found.table.fits is not True


def test_the_plies_of_a_table_that_was_counted_by_the_table_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnyx.api.size._PLAIN", 1e-4)
    position = pnyx.position("othello", "-----OX--XO----- X")
    found = pnyx.size(position, seconds=LONG, playouts=5)
    plain = count_plainly(position, LONG)
    assert (found.complete, found.by_ply) == (True, plain.by_ply)
    assert plain.positions == len(pnyx.tabulate(position)) == 14_401


def test_repeating_illegal_has_no_table_but_a_size() -> None:
    found = pnyx.size(LineGo(3), seconds=LONG, playouts=10)
    assert (found.complete, found.table.fits, found.table.positions) == (True, False, None)
    assert "Table: there is none: repeating is illegal" in str(found)


def test_a_game_that_is_wrong_about_repetition_is_told_so() -> None:
    found = pnyx.size(Wheel(6), seconds=LONG, playouts=5)
    assert (found.positions, found.cycles, found.table.fits) == (6, "seen", None)
    assert "declares repetition = 'impossible': declare 'draw'" in str(found)


def test_cycles_among_nodes() -> None:
    for number in range(300):
        rng = random.Random(number)
        size = rng.randint(1, 6)
        edges = [[rng.randrange(size + 1) for _ in range(rng.choice((0, 1, 1, 2)))] for _ in range(size)]
        reached = [{target for target in targets if target < size} for targets in edges]
        for _ in range(size):
            reached = [targets.union(*(reached[target] for target in targets)) for targets in reached]
        assert has_cycle(edges) is any(node in targets for node, targets in enumerate(reached)), edges


def all_play_outs(start: pnyx.Position) -> Iterator[tuple[Fraction, PlayOut]]:
    """Every play-out that is possible, with its probability."""
    waiting: list[list[tuple[int, int]]] = [[]]
    while waiting:
        prefix = waiting.pop()
        chosen: list[tuple[int, int]] = []

        def choose(count: int, prefix: list[tuple[int, int]] = prefix, chosen: list[tuple[int, int]] = chosen) -> int:
            choice = prefix[len(chosen)][0] if len(chosen) < len(prefix) else 0
            chosen.append((choice, count))
            return choice

        played = play_out(start, choose)
        for place in range(len(prefix), len(chosen)):
            waiting += [[*chosen[:place], (other, chosen[place][1])] for other in range(1, chosen[place][1])]
        yield Fraction(1, math.prod(count for _, count in chosen)), played


def tree_of(game: Cyclic, name: str, line: tuple[str, ...] = ()) -> int:
    """The nodes of a graph's tree, whose lines end at the first repetition."""
    if name in line or name not in game.inner:
        return 1
    return 1 + sum(tree_of(game, move, (*line, name)) for move in game.inner[name][1])


@pytest.mark.parametrize("seed", range(10))
def test_the_mean_of_all_play_outs_is_the_size_of_the_tree(seed: int) -> None:
    text = random_graph(random.Random(seed), largest=6, repetition="draw")
    size = tree_of(Cyclic(text), Cyclic(text).root)
    for start in (pnyx.position("graph", text), pnyx.position(Cyclic(text))):
        played = list(all_play_outs(start))
        assert sum(chance for chance, _ in played) == 1, start
        assert sum(chance * each.nodes for chance, each in played) == size, (start, text)


def test_small_trees_of_games_have_the_size_that_all_play_outs_have_in_the_mean() -> None:
    start = pnyx.position("tic-tac-toe", "XOX/OXO/... x")
    nodes = sum(start.perft(depth) for depth in range(10))
    assert sum(chance * each.nodes for chance, each in all_play_outs(start)) == nodes
    ring = list(all_play_outs(pnyx.position(Ring())))
    assert sum(chance * each.nodes for chance, each in ring) == 1 + 2 + 4 + 2  # 0 1 2 3, 0 1 0, 0 4 3, 0 4 0
    assert {each.repeated for _, each in ring} == {True, False}


def test_estimates_lie_about_the_true_size_as_their_spread_says() -> None:
    """Of 100 estimates of the same tree some 95 should be within two standard errors; fewer than 85 would be wrong."""
    start = pnyx.position("tic-tac-toe")
    assert sum(start.perft(depth) for depth in range(10)) == TIC_TAC_TOE
    found = [estimate_tree(start, 100, seed, LONG) for seed in range(100)]
    sizes = [10**each.log10_nodes for each in found]
    errors = [each.relative_error or 0.0 for each in found]
    near = [abs(size - TIC_TAC_TOE) <= 2 * error * size for size, error in zip(sizes, errors, strict=True)]
    assert 85 <= sum(near) <= 100
    # The mean of the means is ten times as exact; and the spread of the estimates is the one that they state.
    assert abs(statistics.mean(sizes) - TIC_TAC_TOE) < 3 * statistics.stdev(sizes) / 10
    assert 0.7 < statistics.stdev(sizes) / TIC_TAC_TOE / statistics.mean(errors) < 1.4


def test_estimates_are_the_same_for_the_same_seed() -> None:
    start = pnyx.position("othello")
    first, again, other = (estimate_tree(start, 20, seed, LONG) for seed in (1, 1, 2))
    assert first == again != other
    assert first.longest >= 58


def test_one_play_out_has_no_spread_and_a_very_long_one_is_cut() -> None:
    single = estimate_tree(pnyx.position(BareNim(5)), 1, 0, LONG)
    assert (single.relative_error, single.cut) == (None, 0)
    assert "give or take" not in str(single)
    long = estimate_tree(pnyx.position(BareNim(5000)), 2, 0, LONG)
    assert (long.cut, long.longest) == (2, 1000)
    assert str(long).startswith("at least ")


@cache
def plies_of(rows: int, columns: int, total: int) -> tuple[int, ...]:
    """All plies, which a table that lacks one position says."""
    with pytest.raises(TableIncompleteError) as caught:
        pnyx.tabulate(pnyx.position("connect-four", rows=rows, columns=columns), limit=pnyx.Limit(nodes=total - 1))
    return caught.value.by_ply


@pytest.mark.parametrize(
    ("rows", "columns", "plies"),
    [(4, 4, 9), (4, 4, 11), (5, 4, 11), (5, 4, 13), (5, 4, 16)],
)
def test_the_forecast_of_games_that_are_known(rows: int, columns: int, plies: int) -> None:
    """Of the true order of magnitude, and seldom far from the truth; from few plies there is none."""
    total = {(4, 4): 80_541, (5, 4): 853_185}[rows, columns]
    by_ply = plies_of(rows, columns, total)
    assert sum(by_ply) == total
    assert forecast(by_ply[:6]) is None
    found = forecast(by_ply[:plies])
    assert found is not None
    assert found[0] < 3 * total
    assert total < 1.2 * found[1]


def test_what_cannot_be_asked() -> None:
    for wrong in ({"seconds": 0}, {"seconds": -1}, {"playouts": 0}, {"seed": -1}, {"memory": 0}, {"seconds": "1"}):
        with pytest.raises(InputError):
            pnyx.size("tic-tac-toe", **wrong)
    with pytest.raises(InputError, match="leave the moves before"):
        pnyx.size(pnyx.position("chess", "k7/8/8/8/8/8/8/K6R w - - 0 1 moves a1b2"))


def test_memory_decides_whether_a_table_fits() -> None:
    found = pnyx.size("tic-tac-toe", seconds=LONG, memory=1000, playouts=5)
    assert (found.table.fits, found.complete) == (False, True)
    assert "Table: it does not fit, 765 positions" in str(found)


def test_the_command_line() -> None:
    done = CliRunner().invoke(app, ["size", "tic-tac-toe", "--max-seconds", "60"], catch_exceptions=False)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0] == "Positions: 765, all that can be reached; symmetric ones count once."
    assert "    9               15    0.26" in done.stdout
    assert "Cycles: none, positions cannot be repeated." in done.stdout
    assert (
        "Tree: about 557,909 nodes, give or take 2 % (1,000 random play-outs, the longest of 9 plies)." in done.stdout
    )
    for wrong in (["--max-seconds", "x"], ["--playouts", "0"], ["--memory", "-1"]):
        refused = CliRunner().invoke(app, ["size", "tic-tac-toe", *wrong])
        assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1), wrong
