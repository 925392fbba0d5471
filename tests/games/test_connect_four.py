"""Connect Four: rules, notations, refusals and scores, in both sets of rules."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pnyx
from pnyx.errors import InputError
from pnyx.reference.check import check
from pnyx.reference.rules import perft, read_position
from pnyx.reference.rules.connect_four import ConnectFour, ConnectFourPosition
from support.raising import raises_for

START = "......./......./......./......./......./....... x"


def refused(text: str | None, *reasons: str, options: Mapping[str, str] | None = None) -> None:
    """Both sets of rules refuse this, and the second gives these reasons."""
    with pytest.raises(InputError) as caught:
        read_position("connect-four", text, options)
    for reason in reasons:
        assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(InputError):
        pnyx.position("connect-four", text, **(options or {}))


def test_perft() -> None:
    rules = ConnectFour()
    assert [perft(rules, rules.start(), depth) for depth in range(5)] == [1, 7, 49, 343, 2401]
    small = read_position("connect-four", "..../.X.O/.XXO o")
    native = pnyx.position("connect-four", "..../.X.O/.XXO o")
    counts = [perft(small.rules, small.root, depth) for depth in range(9)]
    assert counts == [native.perft(depth) for depth in range(9)]
    assert counts[:2] == [1, 4]
    assert counts[-1] == 0


def test_as_many_positions_after_each_ply_as_published() -> None:
    """The On-Line Encyclopedia of Integer Sequences, A212693."""
    rules = ConnectFour()
    layer = {rules.start()}
    for known in (1, 7, 49, 238, 1120, 4263):
        assert len(layer) == known, known
        layer = {rules.play(position, move) for position in layer for move in rules.moves(position)}


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1212121", 0),
        ("1122334", 0),
        ("12234334544", 0),
        ("76654554344", 0),
        ("21217171", 1),
        ("..../OOO./XXXX o", 0),
        ("OOO.OOO/XXXXXXX o", 0),
        ("X.../XX.X/OOOO x", 1),
        ("..../OOO./XXX. x", None),
        ("XXO/OOX/XXO/OXO x", "draw"),
        ("XXOXO o", "draw"),
        (START, None),
    ],
)
def test_outcomes(text: str, outcome: object) -> None:
    reading = read_position("connect-four", text)
    assert reading.rules.outcome(reading.root) == outcome
    assert bool(list(reading.rules.moves(reading.root))) == (outcome is None)
    native = pnyx.position("connect-four", text)
    assert native.outcome == ("xo"[outcome] if isinstance(outcome, int) else outcome)


def test_columns_played_and_drawn_boards_are_the_same_positions() -> None:
    drawn = "......./......./......./...X.../...OX../...XO.. o"
    texts = (
        "44455",
        " 44455\n",
        drawn,
        f"  {drawn.replace('.', '-').lower()}",
        f"{START} moves 4 4 4 5 5",
        "444 moves 5 5",
    )
    for text in texts:
        reading = read_position("connect-four", text)
        assert reading.rules.position_text(reading.root) == drawn, text
        assert pnyx.position("connect-four", text).board == drawn, text
    assert read_position("connect-four").rules.position_text(ConnectFour().start()) == START
    assert read_position("connect-four", "99", {"columns": "9"}).root == ConnectFourPosition(
        "." * 44 + "O" + "." * 8 + "X", 0
    )


def test_moves_are_columns_with_room() -> None:
    reading = read_position("connect-four", "2222227")
    assert [text for text, _ in reading.rules.sorted_moves(reading.root)] == ["1", "3", "4", "5", "6", "7"]
    assert pnyx.position("connect-four", "2222227").moves() == ["1", "3", "4", "5", "6", "7"]
    with pytest.raises(InputError, match="legal move"):
        reading.rules.find_move(reading.root, "2")


def test_refused_columns_are_named() -> None:
    refused("0", "1 to 7", "'0' at column 1")
    refused("  4481", "1 to 7", "'8' at column 5")
    refused("44x", "'x' at column 3")
    refused("44 455", "' ' at column 3")
    refused("4444444", "not full", "'4' at column 7")
    refused("12121213", "after X has won", "'3' at column 8")
    refused("212171713", "after O has won", "'3' at column 9")
    refused("14", "1 to 3", "'4' at column 2", options={"columns": "3"})


def test_refused_boards_have_every_reason() -> None:
    refused("", "1 to 9 columns, got 0")
    refused(".../.../... x", "4 rows or 4 columns", "3 rows and 3 columns")
    refused("..../....", "side to move")
    refused("..../.... z", "'z'")
    refused("..../.... x x", "side to move")
    refused("..../...?/.... x", "'?' at column 9")
    refused("  ..../...?/.... x", "'?' at column 11")
    refused("..../.../.... x", "rows of 4, 3, 4 squares")
    refused("........../.......... x", "1 to 9 columns, got 10")
    refused("XO../.... x", "column 1, row 2 from the bottom, floats", "column 2, row 2")
    refused("X.../.... x", "column 1, row 2", "as many X as O, got 1 X and 0 O")
    refused("..../XO.. o", "one X more than O")
    refused("OOOO/XXXX x", "both sides have four")
    refused("..../XXXX/OOO. x", "X has four in a row and is still to move", "got 4 X and 3 O")
    refused("O......./OOO.OOO./XXXXXXXX o", "X has several fours", "no last stone")


def test_refused_options() -> None:
    refused(None, "rows", "1 to 9", "'0'", options={"rows": "0"})
    refused(None, "columns", "'10'", options={"columns": "10"})
    refused(None, "at most 64", options={"rows": "9"})
    refused(None, "4 rows or 4 columns", options={"rows": "3", "columns": "2"})
    refused("44", "at most 64", options={"rows": "7", "columns": "9"})
    refused("..../.... x", "7 columns", "with 4", options={"columns": "7"})
    refused("/".join(["........."] * 7) + " x", "at most 64")
    with pytest.raises(InputError, match="columns"):
        ConnectFour(columns=0)


BOARDS = st.lists(st.text("XO..", min_size=4, max_size=4), min_size=2, max_size=3).map("/".join)


@given(
    st.one_of(
        st.text("1234567", min_size=1, max_size=45),
        st.text("12X O./xo- \t\x0b\x1c", max_size=20),
        st.tuples(BOARDS, st.sampled_from([" x", " o", "  X\n", " O "])).map("".join),
    )
)
def test_both_sets_of_rules_read_and_refuse_the_same_texts(text: str) -> None:
    try:
        native = pnyx.position("connect-four", text).board
    except InputError:
        with pytest.raises(InputError):
            read_position("connect-four", text)
        return
    reading = read_position("connect-four", text)
    assert reading.rules.position_text(reading.root) == native


def test_play_outs_agree_on_small_and_large_boards() -> None:
    rng = random.Random(4)
    for rows, columns in ((4, 4), (1, 9), (9, 6), (8, 7), (7, 8), (5, 5)):
        options = {"rows": str(rows), "columns": str(columns)}
        reading = read_position("connect-four", None, options)
        rules, position, native = reading.rules, reading.root, pnyx.position("connect-four", **options)
        while rules.outcome(position) is None:
            texts = [text for text, _ in rules.sorted_moves(position)]
            assert native.moves() == texts, (rows, columns, texts)
            assert native.outcome is None, (rows, columns, texts)
            text = rng.choice(texts)
            position, native = rules.play(position, rules.find_move(position, text)), native.play(text)
            assert native.board == rules.position_text(position), (rows, columns, text)
        assert native.outcome == {0: "x", 1: "o", "draw": "draw"}[rules.outcome(position)], (rows, columns)


def test_scores_of_finished_games() -> None:
    rules = ConnectFour()
    assert [rules.score(rules.parse("1212121"), player) for player in (0, 1)] == [18, -18]
    assert [rules.score(rules.parse("21217171"), player) for player in (0, 1)] == [-18, 18]
    odd = ConnectFour(5, 5)  # 13 stones for x, 12 for o
    assert odd.score(odd.parse("1212121"), 0) == 10
    assert odd.score(odd.parse("21215151"), 1) == 9
    draw = ConnectFour(4, 3)
    assert draw.score(draw.parse("XXO/OOX/XXO/OXO x"), 0) == 0
    with pytest.raises(InputError, match="finished game"):
        rules.score(rules.start(), 0)


def test_goals_of_the_games_own() -> None:
    rules = ConnectFour()
    assert rules.aim("win", 0) is None
    for goal in ("score", "score N", "score +1", "score 01", "score -0", "score 22", "score  1", "score 1\n"):
        with raises_for(goal, InputError, match="-21 to 21"):
            rules.aim(goal, 0)
        with raises_for(goal, InputError):
            pnyx.solve("44455", goal, game="connect-four")


@pytest.mark.parametrize(("goal", "verdict"), [("score -1", "proven"), ("score 0", "disproven"), ("win", "disproven")])
def test_an_exact_score_is_proven_and_a_better_one_disproven(goal: str, verdict: str) -> None:
    """O loses with the last stone but one of X, as Pons' set says: the score is -1."""
    text = "2252576253462244111563365343671351441"
    result = pnyx.solve(text, goal, game="connect-four")
    assert result.verdict == verdict
    assert result.certificate is not None
    assert check(result.certificate.data).verdict == verdict
