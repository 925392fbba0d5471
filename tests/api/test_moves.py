"""`pnyx.moves`: values and distances against brute force, with histories; limits, unknown moves, and the order."""

from __future__ import annotations

import random

import pytest

import pnyx
from pnyx.api.moves import MovesProgress, MoveValue, rank
from support.cyclic_game import CYCLES, Cyclic, Leap
from support.move_values import random_line, worth
from support.random_games import random_graph
from support.sample_games import BareNim

QUEEN_ENDING = "8/8/8/8/8/2k5/7q/K7 w - - 0 1"


def graph_with_moves(rng: random.Random, alternating: float) -> Cyclic:
    while True:
        game = Cyclic(random_graph(rng, largest=14, alternating=alternating))
        if game.outcome(game.start()) is None:
            return game


@pytest.mark.parametrize("alternating", [1.0, 0.0])
def test_values_with_a_table_are_those_of_brute_force_with_the_history(alternating: float) -> None:
    distances = barred = 0
    for seed in range(40):
        rng = random.Random(f"moves {seed}")
        game = graph_with_moves(rng, alternating)
        line = random_line(game, rng, 5)
        expected = worth(game, line)
        values = {move: value for move, (value, _) in expected.items()}
        found = [
            row
            for given in (game, pnyx.position("graph", game.text))
            for row in pnyx.moves(given, pnyx.tabulate(given, threads=1), line=line)
        ]
        assert len(found) == 2 * len(values), (game.text, line)
        of_table = [row for row in found if row.source != "search"]
        wrong = [row for row in of_table if (row.value, row.distance) != expected[row.move]]
        wrong += [row for row in found if row.value != values[row.move]]
        assert wrong == [], (game.text, line)
        distances += sum(row.distance is not None for row in of_table)
        barred += len(found) - len(of_table)
    assert distances > 20
    assert barred, "the history mattered"


@pytest.mark.parametrize("alternating", [1.0, 0.0])
def test_searched_values_are_those_of_brute_force(alternating: float) -> None:
    for seed in range(40):
        rng = random.Random(f"searched moves {seed}")
        game = graph_with_moves(rng, alternating)
        line = random_line(game, rng, 4)
        found = pnyx.moves(pnyx.position("graph", game.text), line=line, limit=pnyx.Limit(nodes=200_000))
        expected = worth(game, line)
        values = {move: value for move, (value, _) in expected.items()}
        assert {row.move: row.value for row in found} == values, (game.text, line)
        wrong = [row for row in found if row.distance not in (None, expected[row.move][1])]
        assert wrong == [], (game.text, line)
        assert [rank(row) for row in found] == sorted(map(rank, found)), (game.text, line)


def test_an_earlier_position_turns_a_win_of_the_table_into_a_draw() -> None:
    table = pnyx.tabulate(Leap())
    assert [(move, entry.value) for move, entry in table.moves("A")] == [("C", "win"), ("B", "win")]
    for given in (Leap(), pnyx.position("graph", CYCLES)):
        found = pnyx.moves(given, pnyx.tabulate(given))
        assert [(row.move, row.value, row.distance) for row in found] == [("C", "win", 3), ("B", "draw", None)], given
    built_in = pnyx.moves(pnyx.position("graph", f"{CYCLES} moves B"), pnyx.tabulate(pnyx.position("graph", CYCLES)))
    assert [(row.move, row.value, row.source) for row in built_in] == [("A", "draw", "rules"), ("D", "loss", "rules")]


def test_unknown_is_never_a_loss() -> None:
    found = pnyx.moves(pnyx.position("chess"), limit=pnyx.Limit(nodes=3_000))
    assert len(found) == 20
    assert {(row.value, row.proved, row.reason, row.possible) for row in found} == {
        (None, False, "nodes", ("win", "draw", "loss"))
    }
    assert (found.value, found.possible) == (None, ("win", "draw", "loss"))
    assert str(found[0]) == "unknown: the node limit was reached"
    assert found.nodes <= 3_000


def test_the_order_puts_what_is_unknown_before_a_loss_and_after_a_draw() -> None:
    rows = [
        MoveValue("far", "", ("win",), 9),
        MoveValue("soon", "", ("win",), 3),
        MoveValue("some day", "", ("win",)),
        MoveValue("not lost", "", ("win", "draw")),
        MoveValue("drawn", "", ("draw",)),
        MoveValue("unknown", "", ("win", "draw", "loss")),
        MoveValue("not won", "", ("draw", "loss")),
        MoveValue("late", "", ("loss",), 8),
        MoveValue("early", "", ("loss",), 2),
    ]
    names = ["soon", "far", "some day", "not lost", "drawn", "unknown", "not won", "late", "early"]
    shuffled = random.Random(1).sample(rows, len(rows))
    assert [row.move for row in sorted(shuffled, key=rank)] == names


def test_mates_get_the_distance_that_a_table_knows() -> None:
    position = pnyx.position("chess", QUEEN_ENDING)
    table = pnyx.tabulate(position)
    for line in (["a1b1"], ["a1b1", "h2h8"]):
        plain = position
        for move in line:
            plain = plain.play(move)
        exact = dict(table.moves(plain))
        found = pnyx.moves(plain, limit=pnyx.Limit(nodes=300_000))
        searched = [row for row in found if row.source == "search" and row.distance is not None]
        assert len(searched) >= 3, line
        known = {row.move: (row.value, row.distance) for row in searched}
        assert known == {move: (exact[move].value, exact[move].distance) for move in known}, line


def test_each_move_gets_a_share_and_what_is_left_goes_to_the_unknown() -> None:
    position = pnyx.position("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    found = pnyx.moves(position, limit=pnyx.Limit(nodes=60_000))
    assert (found[0].text, found[0].distance) == ("Rd8#", 1)
    unknown = [row.nodes for row in found if row.value is None]
    assert len(unknown) == 15
    assert min(unknown) > 0.5 * max(unknown) > 1_000
    assert 50_000 < found.nodes <= 60_000


def test_a_python_game_without_notation_and_a_game_that_is_over() -> None:
    found = pnyx.moves(BareNim(7), limit=pnyx.Limit(nodes=10_000))
    assert [(row.move, row.value) for row in found][:1] == [("3", "win")]
    assert found.value == "win"
    over = pnyx.moves("XXX/OO./... o")
    assert (len(over), over.value, over.possible) == (0, None, ())
    repeated = pnyx.moves(Leap(), line=["B", "A"])
    assert len(repeated) == 0


def test_where_repeating_is_illegal_such_moves_are_left_out() -> None:
    text = "root A; repetition illegal; A max: B; B min: A C; C max: D E; D = win; E = loss"
    found = pnyx.moves(pnyx.position("graph", text), line=["B"])
    assert [(row.move, row.value) for row in found] == [("C", "loss")]
    assert [(row.move, row.value) for row in pnyx.moves(Cyclic(text), line=["B"])] == [("C", "loss")]


def test_progress_and_stop() -> None:
    heard: list[MovesProgress] = []
    stop = pnyx.StopFlag()

    def listen(progress: MovesProgress) -> None:
        heard.append(progress)
        if len(heard) == 3:
            stop.set()

    found = pnyx.moves(pnyx.position("chess"), limit=pnyx.Limit(nodes=10**9), on_progress=listen, stop=stop)
    assert {row.reason for row in found} <= {"stopped", "nodes"}
    assert "stopped" in {row.reason for row in found}
    assert [row for row in found if row.value is not None] == []
    assert heard[0].moves == 20
    assert heard[0].settled == 0


def test_bad_input() -> None:
    with pytest.raises(pnyx.InputError, match=r"table must be a pnyx\.Table"):
        pnyx.moves("XX./OO./... x", "file")  # type: ignore[arg-type]
    with pytest.raises(pnyx.InputError, match="leave out the option 'attack'"):
        pnyx.moves(pnyx.position("chess", attack="checks"))
    with pytest.raises(pnyx.InputError, match="chess"):
        pnyx.moves(pnyx.position("chess"), pnyx.tabulate("tic-tac-toe"))


def test_a_small_game_with_cycles_has_distances_without_a_table() -> None:
    start = pnyx.position("graph", "A max: B C; B min: A D; C min: E; D = win; E max: F G; F min: A; G = win")
    rows = [(row.move, row.value, row.distance, row.source) for row in pnyx.moves(start)]
    assert rows == [("C", "win", 3, "search"), ("B", "draw", None, "search")]
