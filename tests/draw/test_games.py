"""Drawings of the board games: pieces in their places, goals and last moves marked, errors with columns."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnyx import draw
from pnyx.errors import InputError
from support.svg import classed, parsed, placed, squares, words

CONNECT_FOUR = "......./......./......./..X..../.XOO.../.OXXO.. x"
OTHELLO = "---------------------------OX------XO--------------------------- X"
CHECKERS = "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"
LINES_OF_ACTION = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 b"
ONE_EYE = "....O/.XXOO/.XOO./OOO.. rrrrs/rCCss/rCss./sss.. b b"
CHESS_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTS = {
    "connect-four": CONNECT_FOUR,
    "othello": OTHELLO,
    "checkers": CHECKERS,
    "lines-of-action": LINES_OF_ACTION,
    "go-one-eye": ONE_EYE,
    "antichess": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    "atomic": CHESS_START,
    "three-check": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
    "king-of-the-hill": CHESS_START,
    "racing-kings": "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    "horde": "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
    "crazyhouse": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
}


@pytest.mark.parametrize("game", STARTS)
def test_all_games_look_alike(game: str) -> None:
    picture = draw.picture(game, STARTS[game])
    lines = picture.text().splitlines()
    assert lines[0].lstrip().startswith("┌─")
    assert picture.text(unicode=False).isascii()
    assert any(" to move" in line for line in lines)
    for size in (90, 180, 360, 1000):
        root = parsed(picture.svg(size=size))
        assert max(float(root.get("width", 0)), float(root.get("height", 0))) == pytest.approx(size, abs=0.01), size
    assert "Pnyx" not in picture.svg()
    assert root[1].text == STARTS[game]


# Connect Four


def test_connect_four_text() -> None:
    assert draw.text("connect-four", CONNECT_FOUR, last_move="3").splitlines() == [
        "  ┌───────────────┐",
        "6 │ · · · · · · · │",
        "5 │ · · · · · · · │",
        "4 │ · · · · · · · │",
        "3 │ · ·[X]· · · · │",
        "2 │ · X O O · · · │",
        "1 │ · O X X O · · │",
        "  └───────────────┘",
        "    1 2 3 4 5 6 7",
        "X to move",
    ]


def test_connect_four_reads_what_was_played() -> None:
    assert draw.text("connect-four", "44333225") == draw.text("connect-four", CONNECT_FOUR)


@pytest.mark.parametrize(
    ("played", "goal"),
    [
        ("4433221", {"11", "21", "31", "41"}),
        ("1212121", {"11", "12", "13", "14"}),
        ("12233434544", {"11", "22", "33", "44"}),
        ("76655454344", {"71", "62", "53", "44"}),
        ("1122335544", {"11", "21", "31", "51", "41", "12", "22", "32", "52", "42"}),
    ],
)
def test_connect_four_marks_the_winning_row(played: str, goal: set[str]) -> None:
    root = parsed(draw.svg("connect-four", played, last_move=played[-1]))
    assert squares(root, "goal") == goal
    assert len(squares(root, "last-move")) == 1
    assert "four in a row" in str(words(root)[-1])


def test_connect_four_full_and_small_boards() -> None:
    assert draw.text("connect-four", "XO/OX x").splitlines()[-1] == "board full"
    assert placed(parsed(draw.svg("connect-four", "./X o"))) == {"11": "#pnyx-blue-disc"}


# Othello


def test_othello_rows_are_numbered_from_the_top() -> None:
    assert draw.text("othello", "-X---XX--XO----- O", last_move="b1", unicode=False).splitlines() == [
        "  +---------+",
        "1 | .[X]. . |",
        "2 | . X X . |",
        "3 | . X O . |",
        "4 | . . . . |",
        "  +---------+",
        "    a b c d",
        "White to move, Black 4, White 1",
    ]
    black, white = "#pnyx-black-disc", "#pnyx-white-disc"
    assert placed(parsed(draw.svg("othello", OTHELLO))) == {"d4": white, "e4": black, "d5": black, "e5": white}


@pytest.mark.parametrize(
    ("position", "status"),
    [
        ("XXXXXXXXXXXXOOOO X", "game over, Black 12, White 4"),
        ("XX-------------O X", "game over, Black 2, White 1"),
        ("XO-------------- O", "White to move, Black 1, White 1"),
        ("xo..-----------x o", "White to move, Black 2, White 1"),
        ("-X-X------------ O", "game over, Black 2, White 0"),
        ("O-XO------------ X", "Black to move, Black 1, White 2"),
    ],
)
def test_othello_knows_when_the_game_is_over(position: str, status: str) -> None:
    assert draw.text("othello", position, last_move="pass").splitlines()[-1] == status


# Checkers


def test_checkers_text() -> None:
    assert draw.text("checkers", CHECKERS, last_move="15x22x29", unicode=False).splitlines() == [
        "      +-----------------+",
        "  1-4 |   .   .   .   . |",
        "  5-8 | .   .   .   .   |",
        " 9-12 |   .   W   .   b |",
        "13-16 | .   .  [W]  b   |",
        "17-20 |   .   w   .   b |",
        "21-24 | .  [B]  .   w   |",
        "25-28 |   B   .   w   w |",
        "29-32 |[B]  .   .   .   |",
        "      +-----------------+",
        "White to move",
    ]


def test_checkers_svg_names_squares_by_number() -> None:
    root = parsed(draw.svg("checkers", CHECKERS, last_move="22-18", marked=["1", "32"]))
    assert placed(root)["18"] == "#pnyx-white-man"
    assert placed(root)["10"] == "#pnyx-white-king"
    assert placed(root)["12"] == "#pnyx-black-man"
    assert placed(root)["29"] == "#pnyx-black-king"
    assert squares(root, "last-move") == {"22", "18"}
    assert squares(root, "goal") == {"1", "32"}
    assert sorted(map(str, words(root)[:-1])) == sorted(map(str, range(1, 33)))


def test_checkers_numbers_run_from_the_top_left_to_the_bottom_right() -> None:
    root = parsed(draw.svg("checkers", "B:W32,29:B1,5"))
    places = {use.get("data-square"): use.get("transform", "") for use in root.iter() if use.tag.endswith("use")}
    where = {name: tuple(map(float, re.findall(r"[\d.]+", place)[:2])) for name, place in places.items()}
    assert where["5"][0] < where["1"][0]
    assert where["1"][1] < where["5"][1] < where["29"][1]
    assert where["29"][0] == where["5"][0]
    assert where["32"][0] > where["29"][0]


@pytest.mark.parametrize(
    "position", ["B:W21-32:B1-12", "B:B1-12:W21-32.", "B:W21,22, 23,24-31,32:B1-4,5,6-12", " B:W21-32:B1-12 "]
)
def test_checkers_lists_may_be_written_in_several_ways(position: str) -> None:
    lines = draw.text("checkers", position, unicode=False).splitlines()
    assert lines[1] == "  1-4 |   b   b   b   b |"
    assert lines[8] == "29-32 | w   w   w   w   |"
    assert lines[-1] == "Black to move"


@pytest.mark.parametrize(
    ("position", "blocked"),
    [
        ("B:W:B1", False),
        ("W:W:B1", True),
        ("B:W6,9,14:B5", True),
        ("B:W9,10:B5,6,1", False),
        ("W:W5:B1", True),
        ("W:WK1:B5,6,9", False),
        ("W:WK1:B5,6,10", True),
    ],
)
def test_checkers_tells_that_nothing_moves(position: str, blocked: bool) -> None:
    assert draw.text("checkers", position).splitlines()[-1].endswith(": no move") == blocked


# Lines of Action


def test_lines_of_action_text() -> None:
    position = "8/2x5/3x4/4xo2/8/1o6/8/8 w"
    assert draw.text("lines-of-action", position, last_move="c5xe5", unicode=False).splitlines() == [
        "  +-----------------+",
        "8 | . . . . . . . . |",
        "7 | . .(x). . . . . |",
        "6 | . . .(x). . . . |",
        "5 | . .[.].[x]o . . |",
        "4 | . . . . . . . . |",
        "3 | . o . . . . . . |",
        "2 | . . . . . . . . |",
        "1 | . . . . . . . . |",
        "  +-----------------+",
        "    a b c d e f g h",
        "Black is connected",
    ]


def test_lines_of_action_svg() -> None:
    root = parsed(draw.svg("lines-of-action", LINES_OF_ACTION, last_move="a2-c4"))
    assert len(placed(root)) == 24
    assert placed(root)["b1"] == "#pnyx-black-disc"
    assert placed(root)["a2"] == "#pnyx-white-disc"
    assert squares(root, "last-move") == {"a2", "c4"}
    assert squares(root, "goal") == set()
    both = parsed(draw.svg("lines-of-action", "x7/1x6/8/8/8/8/8/o7 b", last_move="pass"))
    assert squares(both, "goal") == {"a8", "b7", "a1"}
    assert words(both)[-1] == "both sides are connected"


# Go


def test_go_text() -> None:
    assert draw.text("go-one-eye", ONE_EYE, last_move="a3", unicode=False).splitlines() == [
        "  +-----------+",
        "4 |(.|.|.|.)O |",
        "3 |[.|#|#)O O |",
        "2 |(.|#)O O   |",
        "1 | O O O     |",
        "  +-----------+",
        "    a b c d e",
        "Black to move, Black wants an eye",
        "crucial: b2 b3 c3",
    ]


def test_go_svg() -> None:
    root = parsed(draw.svg("go-one-eye", ONE_EYE + " pass", last_move="pass"))
    assert placed(root)["b3"] == "#pnyx-crucial-black-stone"
    assert placed(root)["a1"] == "#pnyx-white-stone"
    assert squares(root, "goal") == {"a2", "b2", "a3", "b3", "c3", "a4", "b4", "c4", "d4"}
    assert len(classed(root, "faded")) == 1
    assert squares(root, "last-move") == set()
    assert words(root)[-2:] == ["Black to move, one pass, Black wants an eye", "crucial: b2 b3 c3"]


@pytest.mark.parametrize(("size", "dots"), [(5, 0), (9, 5), (13, 5), (19, 9)])
def test_go_boards_have_points_to_count_by_and_no_column_i(size: int, dots: int) -> None:
    empty = "/".join(["." * size] * size)
    lines = draw.text("go-one-eye", f"{empty} {empty.replace('.', 'r')} w b").splitlines()
    assert sum(line.count("+") for line in lines) == dots
    assert lines[size + 2].split() == [*"abcdefghjklmnopqrst"[:size]]


def test_go_captured_crucial_stones_and_stones_outside() -> None:
    root = parsed(draw.svg("go-one-eye", ".XO/X.. Lc./cr. w b"))
    assert placed(root) == {
        "b2": "#pnyx-crucial-black-stone",
        "c2": "#pnyx-white-stone",
        "a1": "#pnyx-crucial-black-stone",
    }
    assert squares(root, "goal") == {"a2", "b1"}
    assert placed(parsed(draw.svg("go-one-eye", "O. Cr b w")))["a1"] == "#pnyx-crucial-white-stone"


# The variants of chess


@pytest.mark.parametrize(
    ("game", "goal"),
    [
        ("king-of-the-hill", {"d4", "e4", "d5", "e5"}),
        ("racing-kings", {f"{file}8" for file in "abcdefgh"}),
        ("atomic", set()),
    ],
)
def test_chess_variants_mark_their_goals(game: str, goal: set[str]) -> None:
    assert squares(parsed(draw.svg(game, STARTS[game])), "goal") == goal


def test_crazyhouse_drops_and_pockets() -> None:
    position = "4k3/8/8/8/4P3/8/8/4K3[QPPPn] b - - 0 1"
    root = parsed(draw.svg("crazyhouse", position, last_move="P@e4"))
    assert squares(root, "last-move") == {"e4"}
    assert words(root)[-2:] == ["Black to move", "in hand: White Q 3P, Black N"]
    assert draw.text("crazyhouse", STARTS["crazyhouse"]).splitlines()[-1] == "in hand: White nothing, Black nothing"


def test_three_check_counts() -> None:
    position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+1 0 1"
    assert draw.text("three-check", position).splitlines()[-2:] == ["White to move", "checks to give: White 2, Black 1"]


@pytest.mark.parametrize(
    ("game", "position", "status"),
    [
        ("king-of-the-hill", "7k/8/8/8/4K3/8/8/8 b - - 0 1", "won by White"),
        ("antichess", "8/8/8/8/8/8/8/k7 w - - 0 1", "won by White"),
        ("atomic", "8/8/8/8/8/8/8/K7 b - - 0 1", "won by White"),
        ("three-check", "7k/8/8/8/4K3/8/8/8 b - - 0+1 0 1", "won by White"),
        ("horde", "4k3/8/8/8/8/8/8/8 w - - 0 1", "won by Black"),
        ("racing-kings", "k6K/8/8/8/8/8/8/8 w - - 0 1", "drawn"),
        ("crazyhouse", "6rk/6pp/8/6N1/8/8/8/K7[N] w - - 0 1", "White to move"),
        ("atomic", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "White to move, in check"),
    ],
)
def test_chess_variants_tell_how_the_game_has_ended(game: str, position: str, status: str) -> None:
    assert status in draw.text(game, position).splitlines()


# Marks by name


def test_squares_can_be_marked_by_name() -> None:
    root = parsed(draw.svg("chess", CHESS_START, marked=["a4", "b4", "a4"]))
    assert squares(root, "goal") == {"a4", "b4"}
    assert len(classed(root, "goal")) == 2
    king = parsed(draw.svg("king-of-the-hill", CHESS_START, marked=["a1"]))
    assert squares(king, "goal") == {"a1", "d4", "e4", "d5", "e5"}


@pytest.mark.parametrize(
    ("game", "position", "marked", "said"),
    [
        ("chess", CHESS_START, ["i1"], "from 'a1' to 'h8', got 'i1'"),
        ("checkers", CHECKERS, ["33"], "got '33'"),
        ("tic-tac-toe", ". x", ["b1"], "from 'a1' to 'a1', got 'b1'"),
        ("graph", "A = 1", ["A"], "'graph' is not drawn as a board"),
        ("nim", "7", ["A"], "'nim' is not drawn as a board"),
    ],
)
def test_squares_that_are_not_there_cannot_be_marked(game: str, position: str, marked: list[str], said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        draw.text(game, position, marked=marked)


# Errors


@pytest.mark.parametrize(
    ("game", "position", "last_move", "said"),
    [
        ("connect-four", "", None, "at column 1, got the end"),
        ("connect-four", "44Z", None, "at column 3, got 'Z'"),
        ("connect-four", "4444444", None, "that is not full at column 7, got '4'"),
        ("connect-four", "48", None, "a column from 1 to 7 that is not full at column 2, got '8'"),
        ("connect-four", "..../... x", None, "a row of 4 and not of 3 squares to end at column 9, got ' '"),
        ("connect-four", ".../.../ x", None, "not of 0 squares to end at column 9"),
        ("connect-four", ".../...", None, "x or o after at most nine columns at column 8, got the end"),
        ("connect-four", CONNECT_FOUR, "7", "a column with a disc in it, got '7'"),
        ("connect-four", CONNECT_FOUR, "c3", "a column with a disc in it, got 'c3'"),
        ("othello", "---- X", None, "16, 36 or 64 squares and not 4 before the side to move at column 5"),
        ("othello", "--*", None, "one of X, O, -, . at column 3, got '*'"),
        ("othello", "-" * 16, None, "a blank and X or O at column 17, got the end"),
        ("othello", "-" * 16 + " B", None, "a blank and X or O at column 18, got 'B'"),
        ("othello", "-" * 16 + " X", "e1", "a square from 'a1' to 'd4' or 'pass', got 'e1'"),
        ("checkers", "X:W1:B2", None, "B: or W: at column 1, got 'X'"),
        ("checkers", "B:W33:B2", None, "a square from 1 to 32 that is not taken yet at column 4, got '3'"),
        ("checkers", "B:W1,1:B2", None, "that is not taken yet at column 6, got '1'"),
        ("checkers", "B:W1,:B2", None, "at column 6, got ':'"),
        ("checkers", "B:W1;2:B2", None, "a comma at column 5, got ';'"),
        ("checkers", "B:W1:W2", None, "the list of the other side at column 5, got ':'"),
        ("checkers", "B:W1", None, "a list of both sides' pieces to end at column 5, got the end"),
        ("checkers", "B:W4-2:B1", None, "at column 4"),
        ("checkers", CHECKERS, "11x", "such as '11-15' or '15x22x31', got '11x'"),
        ("checkers", CHECKERS, "11-33", "got '11-33'"),
        ("lines-of-action", "8/8/8/8/8/8/8 b", None, "eight rows of eight squares, a blank and b or w"),
        ("lines-of-action", "8/44/8/8/8/8/9/8 b", None, "a row of 8 and not of 9 squares to end at column 15"),
        ("lines-of-action", "8/7z", None, "a digit or '/' at column 4, got 'z'"),
        ("lines-of-action", LINES_OF_ACTION, "a2", "'a2-c4', 'c1xa3' or 'pass', got 'a2'"),
        ("lines-of-action", LINES_OF_ACTION, "a2-i4", "got 'a2-i4'"),
        ("go-one-eye", "..", None, "a mask of as many rows and columns as the stones to end at column 3, got the end"),
        ("go-one-eye", ".. rr/rr b b", None, "as the stones to end at column 9"),
        ("go-one-eye", ".. rq b b", None, "or '/' at column 5, got 'q'"),
        ("go-one-eye", ".. rr b", None, "b or w for the eye"),
        ("go-one-eye", ".. rr b b pass pass pass", None, "at column 6"),
        ("go-one-eye", "." * 20 + " " + "r" * 20 + " b b", None, "at most 19 rows and columns at column 21"),
        ("go-one-eye", ONE_EYE, "e5", "a point from 'a1' to 'e4' or 'pass', got 'e5'"),
        ("racing-kings", "8/8", None, "expected a Racing Kings position as FEN, got '8/8'"),
        ("atomic", CHESS_START, "e2", "expected the last move as UCI"),
    ],
)
def test_bad_input_is_refused_with_the_reason(game: str, position: str, last_move: str | None, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        draw.text(game, position, last_move=last_move)


MUTATIONS = st.tuples(
    st.sampled_from(sorted(STARTS)),
    st.integers(0, 200),
    st.integers(0, 3),
    st.text("XOxo.-/:,KBWbwrcCl 123456789", max_size=3),
)


def test_any_text_is_drawn_or_refused() -> None:
    counts = {"drawn": 0, "refused": 0}

    @settings(deadline=None, max_examples=300)
    @given(MUTATIONS, st.none() | st.text("abc1234x-@pass", max_size=6))
    def drawn(mutation: tuple[str, int, int, str], last_move: str | None) -> None:
        game, place, cut, put = mutation
        position = STARTS[game][:place] + put + STARTS[game][place + cut :]
        try:
            picture = draw.picture(game, position, last_move=last_move)
        except InputError:
            counts["refused"] += 1
            return
        counts["drawn"] += 1
        parsed(picture.svg())
        assert picture.text(unicode=False).isascii()

    drawn()
    assert min(counts.values()) >= 10, counts
