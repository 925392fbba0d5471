"""The player of `pnyx play`: it never gives a value away, says what it guesses, and keeps to its level."""

from __future__ import annotations

import random

import pytest

import pnyx
from pnyx.api.match import Match
from pnyx.api.moves import MoveValue, MoveValues
from pnyx.api.play import LEVELS, Player, is_settled
from pnyx.api.small_table import small_table
from support.cyclic_game import CYCLES, Cyclic, Leap
from support.move_values import worth
from support.random_games import random_graph
from support.sample_games import BareNim

RANK = {"loss": -1, "draw": 0, "win": 1}
KQK = "8/8/8/8/8/2k5/7q/K7 w - - 0 1"


def cyclic(rng: random.Random) -> Cyclic:
    while True:
        game = Cyclic(random_graph(rng, largest=16, alternating=rng.choice((1.0, 0.0))))
        if game.outcome(game.start()) is None:
            return game


@pytest.mark.parametrize("with_table", [True, False], ids=["table", "searches"])
@pytest.mark.parametrize("games", [25, pytest.param(1_000, marks=pytest.mark.soak)])
def test_the_perfect_player_never_gives_its_value_away(with_table: bool, games: int) -> None:
    """Against anybody, with the positions that were on the board before: compared with brute force at each move."""
    decided = 0
    for seed in range(games):
        rng = random.Random(f"perfect {seed}")
        game = cyclic(rng)
        start = pnyx.position("graph", game.text)
        table = small_table(start) if with_table else None
        player = Player("perfect", table, limit=pnyx.Limit(nodes=100_000), seed=seed)
        match, me = Match(start), rng.choice(start.players)
        expected = "loss"
        while match.ending is None:
            if match.turn == me:
                values = worth(game, match.line)
                expected = max((value for value, _ in values.values()), key=RANK.__getitem__)
                choice = player.choose(start, match.line)
                case = (game.text, match.line, choice)
                assert values[choice.move][0] == expected, case
                assert choice.value in (expected, None), case
                if with_table:
                    assert choice.kind == "proved" or expected == "loss", case
                match.play(choice.move)
            else:
                match.play(rng.choice(match.moves()))
        result = "draw" if match.winner == "draw" else "win" if match.winner == me else "loss"
        assert RANK[result] >= RANK[expected], (game.text, match.line)
        decided += result == "win"
    assert decided > 5


def test_it_wins_in_the_distance_and_resists_as_long_as_it_can() -> None:
    start = pnyx.position("chess", KQK)
    table = pnyx.tabulate(start)
    player = Player("perfect", table, seed=5)
    match = Match(start)
    distance = table[start].distance
    assert distance is not None
    while match.ending is None:
        choice = player.choose(start, match.line)
        assert choice.kind == "proved", choice
        assert choice.known is not None, choice
        assert choice.known.distance == distance - len(match.line), choice
        match.play(choice.move)
    assert (len(match.line), match.winner) == (distance, "black")


@pytest.mark.parametrize(
    ("best", "other", "settled"),
    [
        (("win", 3), "win draw", True),
        (("win", None), "win draw", False),
        (("draw", None), "draw loss", True),
        (("draw", None), "win draw loss", False),
        (("loss", 8), "draw loss", False),
        (("loss", 8), "loss", True),
        (("win draw", None), "loss", False),
    ],
)
def test_nothing_is_searched_where_it_cannot_change_the_choice(
    best: tuple[str, int | None], other: str, settled: bool
) -> None:
    first = MoveValue("a", "a", tuple(best[0].split()), best[1])  # type: ignore[arg-type]
    second = MoveValue("b", "b", tuple(other.split()), 2 if other == "loss" else None)  # type: ignore[arg-type]
    assert is_settled(MoveValues(pnyx.position("chess"), (first, second), 0, 0.0)) == settled


def test_a_guess_is_said_to_be_one() -> None:
    choice = Player("perfect", limit=pnyx.Limit(nodes=2_000)).choose(pnyx.position("chess"))
    assert (choice.kind, choice.value, choice.words) == ("guess", None, "a guess")
    # There are no tables where repeating is illegal, which would know how far the end is.
    lost = pnyx.position("graph", "repetition illegal; A max: B C; B min: D; C min: D; D = loss")
    choice = Player("perfect", limit=pnyx.Limit(nodes=2_000)).choose(lost)
    assert (choice.kind, choice.value, choice.words) == ("guess", "loss", "loss, the rest is a guess")


def test_it_does_not_take_unknown_for_lost() -> None:
    """One move loses at once; about the others nothing is known."""
    trap = pnyx.position("chess", "7k/8/8/8/8/5q2/6P1/7K w - - 0 1")
    for seed in range(5):
        choice = Player("perfect", limit=pnyx.Limit(nodes=400), seed=seed).choose(trap)
        assert choice.value != "loss", seed


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "perfect"])
def test_every_level_but_random_wins_at_once(level: str) -> None:
    choices = {Player(level, seed=seed).choose(pnyx.position("tic-tac-toe", "XX./OO./... x")) for seed in range(10)}
    assert {(choice.move, choice.kind, choice.value) for choice in choices} == {("c3", "proved", "win")}


def test_levels_do_what_they_say() -> None:
    block = pnyx.position("tic-tac-toe", "XX./O../... o")
    moves = {level: {Player(level, seed=seed).choose(block).move for seed in range(40)} for level in LEVELS}
    assert moves["medium"] == {"c3"}
    assert moves["random"] == moves["easy"] == set(block.moves())
    assert moves["hard"] == moves["perfect"] == {"c3"}, "all moves lose, this one last"
    fork = ["a1", "c3"]  # O in the opposite corner loses to a third corner
    start, table = pnyx.position("tic-tac-toe"), pnyx.tabulate("tic-tac-toe")
    values = dict(table.moves(start.play("a1").play("c3")))
    chosen = [Player("hard", table, seed=seed).choose(start, fork) for seed in range(60)]
    kinds = [choice.kind for choice in chosen]
    assert 5 <= kinds.count("level") <= 30
    assert {choice.value for choice in chosen if choice.kind == "proved"} == {"win"}
    assert "draw" in {values[choice.move].value for choice in chosen if choice.kind == "level"}


def test_a_seed_repeats_a_game_and_another_one_changes_it() -> None:
    def game(seed: int) -> list[str]:
        match = Match(pnyx.position("tic-tac-toe"))
        while match.ending is None:
            match.play(Player("random", seed=seed).choose(match.start, match.line).move)
        return match.line

    assert game(1) == game(1)
    assert len({tuple(game(seed)) for seed in range(10)}) > 5


def test_a_repetition_ends_a_game_and_counts_for_the_player() -> None:
    match = Match(pnyx.position("graph", CYCLES))
    choice = Player("perfect", small_table(match.start)).choose(match.start, ["B"])
    assert (choice.move, choice.value) == ("A", "draw")
    match.play("B")
    match.play("A")
    assert (match.ending, match.winner, match.words, match.moves()) == (
        "repetition",
        "draw",
        "A draw: the position was on the board before",
        [],
    )
    python = Match(pnyx.position(Leap()), ["B", "A"])
    assert (python.ending, python.winner) == ("repetition", "draw")


def test_taking_back_and_resigning() -> None:
    match = Match(pnyx.position("tic-tac-toe"))
    assert not match.take_back("x")
    for move in ("a1", "b2", "c3"):
        match.play(move)
    match.resigned = "x"
    assert (match.winner, match.ending, match.words) == ("o", "resigned", "O has won: X resigned")
    assert match.take_back("x")
    assert (match.line, match.ending) == (["a1", "b2", "c3"], None)
    assert match.take_back("o")
    assert match.line == ["a1"]
    assert match.take_back("x")
    assert match.line == []


def test_moves_are_read_as_people_write_them() -> None:
    match = Match(pnyx.position("chess"))
    assert match.play("Nf3") == "Nf3"
    assert match.play("e7e5") == "e5"
    assert match.text == "1. Nf3 e5"
    with pytest.raises(pnyx.InputError, match="'Ke4' is not a move here: expected one of"):
        match.play("Ke4")


def test_where_repeating_is_illegal_the_player_knows_and_who_cannot_move_loses() -> None:
    text = "root A; repetition illegal; A max: B; B min: A C; C max: B"
    start = pnyx.position("graph", text)
    assert small_table(start) is None
    match = Match(start, ["B"])
    assert match.moves() == ["C"]
    choice = Player("perfect").choose(start, ["B"])
    assert (choice.move, choice.value) == ("C", "win")
    match.play("C")
    assert (match.moves(), match.winner, match.ending) == ([], "min", "rules")


def test_a_python_game_without_notation_is_played() -> None:
    start = pnyx.position(BareNim(5))
    choices = [Player("perfect", table).choose(start) for table in (small_table(start), None)]
    assert [(choice.move, choice.value) for choice in choices] == [("1", "win")] * 2


def test_bad_input() -> None:
    with pytest.raises(pnyx.InputError, match=r"unknown level 'prefect': .*did you mean 'perfect'"):
        Player("prefect")
    with pytest.raises(pnyx.InputError, match="the game is over"):
        Player().choose(pnyx.position("tic-tac-toe", "XXX/OO./... o"))
