"""Othello by the independent rules, and the same answers from the native ones."""

from __future__ import annotations

import random

import pytest

import pnyx
from pnyx.errors import InputError
from pnyx.reference.check import check
from pnyx.reference.rules import game_of, perft, read_position
from pnyx.reference.rules.othello import Othello, OthelloPosition
from support.raising import raises_for

START = "---------------------------OX------XO--------------------------- X"


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (8, [4, 12, 56, 244]),
        (6, [4, 12, 56, 244]),
        (4, [4, 12, 44, 128]),
    ],
)
def test_perft(size: int, counts: list[int]) -> None:
    rules = game_of("othello", {"size": str(size)})
    assert [perft(rules, rules.start(), depth) for depth in range(1, 5)] == counts
    assert [pnyx.position("othello", size=size).perft(depth) for depth in range(1, 5)] == counts


def test_the_start_and_a_first_move() -> None:
    rules = Othello()
    assert rules.position_text(rules.start()) == START
    assert rules.moves(rules.start()) == ["d3", "c4", "f5", "e6"]
    assert [text for text, _ in rules.sorted_moves(rules.start())] == ["c4", "d3", "e6", "f5"]
    after = rules.position_text(rules.play(rules.start(), "d3"))
    assert after == "-------------------X-------XX------XO--------------------------- O"
    assert pnyx.position("othello").play("d3").text == after


@pytest.mark.parametrize("text", ["\t" + START.lower().replace("-", ".") + "\n", START.replace(" X", "   X ")])
def test_other_spellings_of_the_start(text: str) -> None:
    assert read_position("othello", text).root == Othello().start()
    assert pnyx.position("othello", text).text == START


def test_a_move_turns_discs_in_every_direction() -> None:
    rules = Othello()
    before = rules.parse("X--X--X--O-O-O----OOO---XOO-OOOX--OOO----O-O-O--X--O--X----X---- X")
    after = rules.play(before, "d4")
    assert before.cells.count("O") == after.cells.count("X") - before.cells.count("X") - 1 == 18
    assert rules.position_text(after).endswith(" O")
    board = pnyx.position("othello", rules.position_text(before)).play("d4")
    assert board.text == rules.position_text(after)


def test_a_pass_is_the_only_move_or_none() -> None:
    rules = Othello(4)
    blocked = rules.parse("OX-------------- X")
    assert rules.outcome(blocked) is None
    assert rules.moves(blocked) == ["pass"]
    passed = rules.play(blocked, "pass")
    assert passed == OthelloPosition(blocked.cells, 1)
    assert rules.moves(passed) == ["c1"]
    board = pnyx.position("othello", "OX-------------- X")
    assert (board.moves(), board.play("pass").moves()) == (["pass"], ["c1"])
    with pytest.raises(InputError, match="c1"):
        rules.find_move(passed, "pass")


@pytest.mark.parametrize(
    ("text", "outcome", "black"),
    [
        ("XXX------------- O", 0, 16),
        ("OO-------------- O", 1, -16),
        ("X--------------O X", "draw", 0),
        ("---------------- X", "draw", 0),
        ("XXXXXXXXXOOOOOOO O", 0, 2),
    ],
)
def test_ends_and_scores(text: str, outcome: object, black: int) -> None:
    rules = Othello(4)
    position = rules.parse(text)
    assert rules.outcome(position) == outcome
    assert rules.moves(position) == []
    assert (rules.score(position, 0), rules.score(position, 1)) == (black, -black)
    for prover in (0, 1):
        for least in range(-16, 17):
            aimed = rules.aim(f"score {least}", prover)
            assert aimed is not None, (prover, least)
            reached = rules.score(position, prover) >= least
            assert aimed.outcome(position) == (prover if reached else 1 - prover), (prover, least)


@pytest.mark.parametrize(
    "goal", ["score", "score ", "score N", "score +2", "score 02", "score -0", "score 17", "score  2"]
)
def test_scores_out_of_range_are_refused(goal: str) -> None:
    with pytest.raises(InputError, match="from -16 to 16"):
        Othello(4).aim(goal, 0)
    with pytest.raises(InputError, match="from -16 to 16"):
        pnyx.solve(pnyx.position("othello", size=4), goal=goal)


@pytest.mark.parametrize("goal", ["win", "scores 2", "score-2", ""])
def test_other_goals_are_not_the_games_own(goal: str) -> None:
    assert Othello(4).aim(goal, 0) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("X", "column 2"),
        (START[1:], "column 64"),
        (START[:64], "column 65"),
        (START.replace(" X", "  ?"), "column 67"),
        (START.replace(" X", " X X"), "column 66"),
        (START.replace("--", "-*", 1), "column 2"),
        (" " + START.replace("--", "-*", 1), "column 3"),
        (START.replace("--", "-é", 1), "column 2"),
        (START.replace(" ", "\u00a0"), "column 65"),
    ],
)
def test_bad_positions_are_refused_with_their_column(text: str, reason: str) -> None:
    for read in (read_position, pnyx.position):
        with raises_for(read, InputError, match=rf"{reason}\b"):
            read("othello", text)


@pytest.mark.parametrize(("text", "size"), [(START, "6"), (None, "5"), (None, "08"), (None, "")])
def test_bad_sizes_are_refused(text: str | None, size: str) -> None:
    with pytest.raises(InputError, match="size"):
        read_position("othello", text, {"size": size})
    with pytest.raises(InputError, match="size"):
        pnyx.position("othello", text, size=size)


def test_a_size_that_agrees_is_fine_and_the_text_shows_it() -> None:
    assert read_position("othello", START, {"size": "8"}).rules.options == {}
    small = read_position("othello", None, {"size": "4"})
    assert (small.rules.position_text(small.root), small.rules.options) == ("-----OX--XO----- X", {})
    with pytest.raises(InputError, match="16 squares, got 64"):
        Othello(4).parse(START)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_both_rules_play_the_same_games(size: int) -> None:
    rules, rng = Othello(size), random.Random(size)
    for _ in range(3):
        position, board = rules.start(), pnyx.position("othello", size=size)
        while (outcome := rules.outcome(position)) is None:
            assert board.outcome is None, board.text
            assert board.moves() == rules.moves(position), board.text
            move = rng.choice(rules.moves(position))
            position, board = rules.play(position, move), board.play(move)
            assert board.text == rules.position_text(position), (board.text, move)
        assert board.outcome == ("draw" if outcome == "draw" else rules.players[outcome])


@pytest.mark.parametrize(
    ("goal", "verdict"),
    [("win", "disproven"), ("draw-or-better", "disproven"), ("score -9", "disproven"), ("score -10", "proven")],
)
def test_black_loses_the_small_board_by_ten(goal: str, verdict: str) -> None:
    result = pnyx.solve(pnyx.position("othello", size=4), goal=goal)
    assert result.verdict == verdict
    assert result.certificate is not None
    report = check(result.certificate.data)
    assert (report.verdict, report.goal, report.prover) == (verdict, goal, "black")
