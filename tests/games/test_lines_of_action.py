"""Lines of Action: rules, notation, and games that people have played."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

import pnyx
from pnyx.errors import InputError
from pnyx.game import Outcome
from pnyx.reference.rules import perft, replay
from pnyx.reference.rules.lines_of_action import START, LinesOfAction
from support.shared_data import shared_data

RULES = LinesOfAction()
STUCK = "xo4ox/oo4oo/8/8/8/8/oo6/xo6 b"

BOTH_CONNECTED = {"LoA Board 260", "LoA Board 587"}
"""Games whose last move connects the stones of both: by other people's rules the mover wins, here it is a draw."""


def test_perft_of_the_reference_rules() -> None:
    assert [perft(RULES, RULES.start(), depth) for depth in (1, 2, 3)] == [36, 1_244, 44_952]
    # The fourth ply: each position that three lead to is examined once, and counted as often as it is reached.
    ways = Counter([RULES.start()])
    for _ in range(3):
        steps = [
            (RULES.play(position, move), count) for position, count in ways.items() for move in RULES.moves(position)
        ]
        ways = Counter()
        for position, count in steps:
            ways[position] += count
    assert sum(count * len(RULES.moves(position)) for position, count in ways.items()) == 1_563_208


def test_a_stone_moves_as_far_as_there_are_stones_on_the_line() -> None:
    """It jumps over its own and not over the others, captures by landing, and does not land on its own."""
    text = "7x/8/8/o7/8/8/8/2xx1o2 b"
    moves = ["c1-b2", "c1-c2", "c1-d2", "c1xf1", "d1-a1", "d1-c2", "d1-d2", "d1-e2", "h8-g7", "h8-g8", "h8-h7"]
    assert RULES.moves(RULES.parse(text)) == moves
    assert pnyx.position("lines-of-action", text).moves() == moves
    after = RULES.play(RULES.parse(text), "c1xf1")
    assert RULES.position_text(after) == "7x/8/8/o7/8/8/8/3x1x2 w"


def test_a_player_without_a_move_passes() -> None:
    assert RULES.moves(RULES.parse(STUCK)) == ["pass"]
    after = RULES.play(RULES.parse(STUCK), "pass")
    assert RULES.position_text(after) == STUCK[:-1] + "w"
    assert "pass" not in RULES.moves(after)
    position = pnyx.position("lines-of-action", STUCK)
    assert position.moves() == ["pass"]
    assert position.play("pass").text == STUCK[:-1] + "w"


@pytest.mark.parametrize(
    ("text", "move", "outcome"),
    [
        ("8/8/8/8/4x3/o6o/8/4x3 b", "e1-e3", 0),
        ("8/8/8/8/4o3/x6x/8/4o3 w", "e1-e3", 1),
        ("8/8/8/2oo2x1/8/8/6o1/6x1 b", "g5xg2", "draw"),
        ("x7/8/8/2oo2x1/8/8/6o1/6x1 b", "g5xg2", 1),
        ("x7/8/7x/8/8/6o1/8/o5x1 b", "g1xg3", 1),
    ],
    ids=["a win", "a win for White", "both at once", "a capture that connects the others", "one stone left"],
)
def test_connected_stones_end_the_game(text: str, move: str, outcome: Outcome) -> None:
    before = RULES.parse(text)
    assert RULES.outcome(before) is None
    after = RULES.play(before, RULES.find_move(before, move))
    assert RULES.outcome(after) == outcome
    assert RULES.moves(after) == []
    assert pnyx.position("lines-of-action", text).play(move).outcome == named(outcome)


def named(outcome: Outcome | None) -> str | None:
    return RULES.players[outcome] if isinstance(outcome, int) else outcome


def test_a_position_can_be_spelt_in_several_ways() -> None:
    text = " \t..X...../8/8/3.3o/8/8/8/1......x B\r\n"
    assert RULES.position_text(RULES.parse(text)) == "2x5/8/8/7o/8/8/8/7x b"
    assert pnyx.position("lines-of-action", text).text == "2x5/8/8/7o/8/8/8/7x b"
    assert RULES.position_text(RULES.start()) == START == pnyx.position("lines-of-action").text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("b", "column 1"),
        (START[:-2], "a board and the side to move"),
        (f"{START} 1", "a board and the side to move"),
        (f"{START}lack", "column 43"),
        ("x7/8/8/8 b", "got 4"),
        ("x7/8/8/8/8/8/8/8/o7 b", "column 17"),
        ("x7/8/8/7/8/8/8/o7 b", "column 9"),
        ("x7/8/8/8/8/8/8/o6 b", "column 18"),
        (" x8/8/8/8/8/8/8/o7 b", "column 3"),
        ("x7/8/8/8/8/8/8/o5xo1 b", "column 20"),
        ("x7/8/8/8/8/8/8/o5q1 b", "column 18"),
        ("x7/0/8/8/8/8/8/o7 b", "column 4"),
        ("x7/9/8/8/8/8/8/o7 b", "column 4"),
        ("x7/8/8/8/8/8/8/o7\u00a0b b", "column 18"),
        ("8/8/8/8/8/8/8/o7 b", "black"),
        ("x7/8/8/8/8/8/8/8 b", "white"),
        ("xxxxxxxx/xxxxx3/8/8/8/8/8/o7 b", "13"),
    ],
)
def test_a_bad_position_is_refused_with_the_place(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        RULES.parse(text)
    with pytest.raises(InputError, match=reason):
        pnyx.position("lines-of-action", text)


def test_games_that_people_have_played() -> None:
    with (shared_data("lines_of_action") / "games.tsv").open(encoding="utf-8", newline="") as file:
        _, *games = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    seen: Counter[str] = Counter()
    for _, name, _, _, result, plies, text in games:
        moves = text.split()
        assert len(moves) == int(plies), name
        last, before = replay(RULES, RULES.start(), moves)
        position = pnyx.position("lines-of-action")
        for move in moves:
            assert position.outcome is None, (name, move)
            position = position.play(move)
        assert position.text == RULES.position_text(last), name  # type: ignore[arg-type]
        outcome = RULES.outcome(last)  # type: ignore[arg-type]
        assert position.outcome == named(outcome), name
        if name in BOTH_CONNECTED:
            assert outcome == "draw", name
        elif result == "1/2":  # agreed when a position was repeated
            assert outcome is None, name
            assert last in before, name
        else:
            assert outcome == {"1-0": 0, "0-1": 1, "*": None}[result], name
        seen[result] += 1
    assert seen == {"1-0": 172, "0-1": 137, "1/2": 4, "*": 226}
