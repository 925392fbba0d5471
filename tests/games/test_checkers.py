"""English checkers by the reference rules: moves, ends, and what is refused."""

from __future__ import annotations

import random

import pytest

import pnyx
from pnyx.errors import InputError
from pnyx.game import Game
from pnyx.reference.rules import perft, replay
from pnyx.reference.rules.checkers import Checkers

RULES = Checkers()
TANGLE = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"


def moves(text: str) -> list[str]:
    return [notation for notation, _ in RULES.sorted_moves(RULES.parse(text))]


def after(text: str, *played: str) -> str:
    return RULES.position_text(replay(RULES, RULES.parse(text), played)[0])  # type: ignore[arg-type]


def test_the_rules_follow_the_protocol() -> None:
    assert isinstance(RULES, Game)
    assert RULES.repetition == "draw"
    assert RULES.options == {}
    assert RULES.position_text(RULES.start()) == ("B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12")


def test_perft() -> None:
    counts = [perft(RULES, RULES.start(), depth) for depth in range(1, 6)]
    assert counts == [7, 49, 302, 1469, 7361]


@pytest.mark.parametrize("text", [None, TANGLE, "W:WK6,K14,K31:BK1,K12,27"])
def test_positions_survive_being_written_and_read(text: str | None) -> None:
    rng = random.Random(1)
    for _ in range(5):
        _, position = Checkers.read(text, {})
        for _ in range(80):
            assert RULES.parse(RULES.position_text(position)) == position
            legal = RULES.moves(position)
            assert (RULES.outcome(position) is None) == bool(legal)
            if not legal:
                break
            assert len({RULES.move_text(position, move) for move in legal}) == len(legal)
            position = RULES.play(position, rng.choice(legal))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Where the squares are.
        ("B:W:BK1", "1-5 1-6"),
        ("B:W:BK4", "4-8"),
        ("B:W:BK5", "5-1 5-9"),
        ("W:WK18:B", "18-14 18-15 18-22 18-23"),
        ("W:WK28:B", "28-24 28-32"),
        ("W:WK29:B", "29-25"),
        # Men go forward.
        ("B:W32:B14", "14-17 14-18"),
        ("W:W14:B1", "14-10 14-9"),
        # Captures are compulsory; any may be chosen; men do not capture backwards.
        ("B:W18,9:B14,1", "14x23"),
        ("B:W18,9:BK14,1", "14x23 14x5"),
        ("B:W17,18,K26:B14,1", "14x21 14x23x30"),
        # What stands at the border, or has something behind it, is safe.
        ("B:W13,22:B9,18,K25", "18-23 25-21 25-29 25-30 9-14"),
        # A multi-jump goes on to its end; a man stops where it is crowned, a king does not.
        ("B:W18,27:B14", "14x23x32"),
        ("B:W26,27:B22", "22x31"),
        ("B:W26,27:BK22", "22x31x24"),
        # Two routes are two moves.
        ("B:W6,7,14,15:B2", "2x11x18 2x9x18"),
        # A king may end where it began, and pass there. It jumps nothing twice.
        ("B:W6,7,14,15:BK2", "2x11x18x9x2 2x9x18x11x2"),
        ("B:W7,14,15,22,23:BK10", "10x17x26x19x10x3 10x19x26x17x10x3 10x3"),
    ],
)
def test_moves(text: str, expected: str) -> None:
    assert moves(text) == expected.split()


def test_what_is_jumped_is_gone_and_men_are_crowned() -> None:
    assert after("B:W18,27:B14", "14x23x32") == "W:W:BK32"
    assert after("B:W6,7,14,15:B2", "2x9x18") == "W:W7,15:B18"
    assert after("B:W6,7,14,15:BK2", "2x9x18x11x2") == "W:W:BK2"
    assert after("W:W6,22:B1,14", "6-2", "14-17", "22x13") == "B:W13,K2:B1"


def test_who_cannot_move_has_lost() -> None:
    for text, winner in [("B:WK1:B", 1), ("W:W:B1", 0), ("B:W9,14:B5", 1), ("W:W13:B9,6", 0)]:
        position = RULES.parse(text)
        assert RULES.outcome(position) == winner, text
        assert RULES.moves(position) == [], text
    assert RULES.outcome(RULES.parse("B:W:B1")) is None


def test_texts_in_all_their_forms() -> None:
    canonical = "W:W21,22,K1,K30:B2,3,4,K5,K29"
    for text in (
        canonical,
        f"{canonical}.",
        "W:BK29,K5,4,3,2:WK30,K1,22,21",
        " W : W 21, 22, K1, K30 : B 2-4, K5, K29 . ",
        "w:wk1,k30,21-22:bk5,k29,02-04",
    ):
        assert RULES.position_text(RULES.parse(text)) == canonical, text
    assert RULES.parse("B:W21-32:B1-12") == RULES.start()
    assert RULES.position_text(RULES.parse("W:B:W")) == "W:W:B"


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("", ["side to move", "the end", "column 1"]),
        ("X:W1:B2", ["'X'", "column 1"]),
        ("B:W32", ["':'", "the end", "column 6"]),
        ("B:W32:B1:W2", ["the end", "':'", "column 9"]),
        ("B:W32:W31", ["second", "column 7"]),
        ("B:W33:B1", ["1 to 32", "'33'", "column 4"]),
        ("B:W32:B001", ["'001'", "column 8"]),
        ("B:W32:B" + "9" * 5000, ["1 to 32", "column 8"]),
        ("B:W32,:B1", ["a square", "':'", "column 7"]),
        ("B:W32:B²", ["a square", "column 8"]),
        ("B:W32:B1 2", ["the end", "'2'", "column 10"]),
        ("B:W32:B4-1", ["4-1", "column 9"]),
        ("B:W32:B1,2,K1", ["more pieces on 1"]),
        ("B:W32:B1,30", ["men of black on 30", "K30"]),
        ("B:W20-32:B1", ["at most 12 pieces of white", "13"]),
        ("B:W3,17-32:B29,3", ["more pieces on 3, 29", "black on 29", "white on 3", "white, got 17"]),
    ],
)
def test_what_is_no_position_is_refused(text: str, reasons: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        RULES.parse(text)
    for reason in reasons:
        assert reason in str(caught.value), reason
    assert "\n" not in str(caught.value)


def test_illegal_moves_are_refused() -> None:
    with pytest.raises(InputError, match=r"move 2.*legal move \(21-17.*got '21-18'"):
        after("B:W21-32:B1-12", "11-15", "21-18")
    with pytest.raises(InputError, match="got '14x23'"):
        after("B:W18,27:B14", "14x23")


def test_both_rules_say_the_same() -> None:
    rng = random.Random(2)
    for text in (None, TANGLE, "B:WK7,K14,K22,K23,11,13:BK2,K18,K28,19"):
        native, position = pnyx.position("checkers", text), Checkers.read(text, {})[1]
        for _ in range(60):
            assert native.board == RULES.position_text(position), text
            assert native.turn == RULES.players[RULES.turn(position)], text
            notations = [notation for notation, _ in RULES.sorted_moves(position)]
            outcome = RULES.outcome(position)
            assert native.outcome == (None if outcome is None else RULES.players[int(outcome)]), text
            assert sorted(native.moves()) == notations, text
            if not notations:
                break
            notation = rng.choice(notations)
            native, position = native.play(notation), RULES.play(position, RULES.find_move(position, notation))


def test_a_history_is_played() -> None:
    native = pnyx.position("checkers", "B:W32:BK1,9 moves 1-5 32-28 9-13")
    assert (native.board, native.turn) == ("W:W28:B13,K5", "white")
