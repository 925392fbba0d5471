"""Files of positions: every format is recognised, and what cannot be read is said, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnyx.errors import InputError
from pnyx.suites import Expected, Suite, read_suite
from support.places import EXPERIMENTS
from support.shared_data import shared_data
from support.suite_cases import MATES, written

FEN = "kbK5/pp6/1P6/8/8/8/8/R7 w - -"
LOA = "8/8/3ox3/ox1x1o2/3o1o2/2o1o3/4x3/8 w"
EMPTY = "/".join(["......."] * 6) + " x"
OBF = "--X--OXOOXOOX-XO O; B4:+10; B1:-2; % on 4 by 4 squares"


def read(folder: Path, text: str, name: str = "suite", game: str | None = None) -> Suite:
    return read_suite(written(folder, text, name), game)


def test_epd(tmp_path: Path) -> None:
    suite = read(tmp_path, MATES)
    assert (suite.format, suite.games, suite.bad_lines) == ("EPD or FEN", {"chess": 3}, ())
    assert [entry.expected.mate for entry in suite.entries] == [2, 1, -1]
    assert [entry.label for entry in suite.entries] == ["Morphy", "line 3", "line 4"]


@pytest.mark.parametrize(
    ("rest", "name", "expected"),
    [
        ("", "", Expected()),
        (" 0 1", "", Expected()),
        (" 12 40", "", Expected()),
        (" 0 1; White mates", "White mates", Expected()),
        ("; White mates", "White mates", Expected()),
        (" ; Qa9 is no move", "Qa9 is no move", Expected()),
        (" 0 1 mate in two by Morphy", "mate in two by Morphy", Expected()),
        (" Morphy", "Morphy", Expected()),
        (" bm Ra6", "", Expected(best=("a1a6",))),
        (" bm Ra6; am Rxa7+ Ra5;", "", Expected(best=("a1a6",), avoid=("a1a7", "a1a5"))),
        (" bm #2", "", Expected(mate=2)),
        (' dm 2; acn 1234; ce 32000; c0 "was bm #7;";', "", Expected(mate=2)),
        (' c0 "was bm #19;"; bm #2; id "x"; 00:03 @ C1;', "x", Expected(mate=2)),
        (' 3 9 id "a; b"; bm #-4;', "a; b", Expected(mate=-4)),
    ],
)
def test_what_may_follow_a_position(tmp_path: Path, rest: str, name: str, expected: Expected) -> None:
    (entry,) = read(tmp_path, FEN + rest).entries
    assert (entry.name, entry.expected) == (name, expected)
    assert entry.position.startswith(FEN)


def test_the_last_two_fields_may_be_missing(tmp_path: Path) -> None:
    (entry,) = read(tmp_path, "kbK5/pp6/1P6/8/8/8/8/R7 w").entries
    assert entry.position == f"{FEN} 0 1"


def test_a_bad_line_is_reported_and_the_others_are_read(tmp_path: Path) -> None:
    text = (
        f"{FEN} bm #2;\n{FEN} bm Qa6;\nnonsense\n\n7k/8/8/8/8/8/8/8 w - -\n8/8/8 w - -\n6k1/5ppp/8/8/8/8/8/K2R4 w - -\n"
    )
    suite = read(tmp_path, text)
    assert [entry.line for entry in suite.entries] == [1, 7]
    assert [bad.line for bad in suite.bad_lines] == [2, 3, 5, 6]
    assert suite.bad_lines[0].problem.startswith("line 2, column 34: illegal san: 'Qa6'")
    assert "expected a position in FEN or EPD, got 'nonsense'" in suite.bad_lines[1].problem
    assert [bad for bad in suite.bad_lines if not bad.problem.startswith(f"line {bad.line}")] == []


def test_variants_of_chess(tmp_path: Path) -> None:
    suite = read(tmp_path, '8/8/8/8/8/k7/8/K6r w - - bm Kb1; id "a";', game="antichess")
    assert (suite.entries[0].game, suite.entries[0].name) == ("antichess", "a")


@pytest.mark.parametrize("name", ["suite.obf", "suite", "suite.txt"])
def test_obf(tmp_path: Path, name: str) -> None:
    suite = read(tmp_path, f"% problems\n{OBF}\n--X--OXOOXOOX-XO O; C4:+10;\n", name)
    assert (suite.format, suite.games) == (".obf", {"othello": 1})
    assert suite.entries[0].expected == Expected(score=10, best=("b4",))
    assert "line 3, column 21: expected a legal move" in suite.bad_lines[0].problem


def test_pons(tmp_path: Path) -> None:
    suite = read(tmp_path, "44455 -3\n12\n4444444\n12 one\n12 1\n")
    assert (suite.format, suite.games) == ("Pons' strings", {"connect-four": 2})
    assert [(entry.position, entry.expected.score) for entry in suite.entries] == [("44455", -3), ("12", None)]
    assert [bad.line for bad in suite.bad_lines] == [3, 4, 5]
    assert suite.bad_lines[2].problem.endswith("the same position as line 2, but with nothing there and score +1 here")


def test_positions_of_any_game(tmp_path: Path) -> None:
    suite = read(tmp_path, f"# a comment\nRound 3\n{LOA}; Black's last chance\n{LOA[:-1]}b\n")
    assert (suite.format, suite.games) == ("one position per line", {"lines-of-action": 2})
    assert (suite.entries[0].name, suite.entries[1].line) == ("Black's last chance", 4)
    assert [bad.line for bad in suite.bad_lines] == [2]


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    suite = read(tmp_path, "7a\nseven\n4b\n", game="support.sample_games:Nim")
    assert [entry.position for entry in suite.entries] == ["7a", "4b"]
    assert "line 2: " in suite.bad_lines[0].problem


def test_what_two_games_read_must_be_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--game"):
        read(tmp_path, f"{EMPTY}\n")
    assert read(tmp_path, f"{EMPTY}\n", game="tic-tac-toe").games == {"tic-tac-toe": 1}


def test_tables(tmp_path: Path) -> None:
    text = (
        f"fen;mate;id;goal;region;tree\n{FEN};2;a;;;17\n{FEN};-3;b;promote;a1-d8;\n{FEN};two;c;;;\n{FEN};2;d\n;2;e;;;\n"
    )
    suite = read(tmp_path, text, "table.csv")
    assert suite.format == "a table"
    first, second = suite.entries
    assert (first.name, first.expected, first.goal, first.options) == ("a", Expected(mate=2), None, ())
    assert (second.expected, second.goal, second.options) == (Expected(mate=-3), "promote", (("region", "a1-d8"),))
    assert [bad.line for bad in suite.bad_lines] == [4, 5, 6]
    assert "expected moves to mate, a whole number, got 'two'" in suite.bad_lines[0].problem
    assert "expected 6 cells, one per column, got 3" in suite.bad_lines[1].problem


def test_best_moves_in_a_table(tmp_path: Path) -> None:
    suite = read(tmp_path, f"position,bm\n{FEN},Ra6!\n{FEN} 0 2,a1a6 Ra5\n{FEN} 0 3,Rh9\n")
    assert [entry.expected.best for entry in suite.entries] == [("a1a6",), ("a1a6", "a1a5")]
    assert "expected a legal move after bm, got 'Rh9'" in suite.bad_lines[0].problem


def test_a_table_of_several_games(tmp_path: Path) -> None:
    suite = read(
        tmp_path, f"game,position,score,verdict\nconnect-four,44,1,\nlines-of-action,{LOA},,win\nchess,{FEN},,\n"
    )
    assert suite.games == {"connect-four": 1, "lines-of-action": 1, "chess": 1}
    assert [str(entry.expected) for entry in suite.entries] == ["score +1", "win", ""]
    # A column of this name may mean something else.
    assert read(tmp_path, f"game,position\n17,{LOA}\n").games == {"lines-of-action": 1}


def test_the_same_position_twice(tmp_path: Path) -> None:
    suite = read(tmp_path, f"{FEN} bm #2;\n{FEN} 0 1 bm #2;\n{FEN} bm #3;\n")
    assert len(suite.entries) == 1
    assert suite.notes == ("line 2 is the same position as line 1: it is searched once",)
    assert suite.bad_lines[0].problem.endswith("line 1, but with mate in 2 there and mate in 3 here")


def test_names_in_latin_1(tmp_path: Path) -> None:
    path = tmp_path / "old.epd"
    path.write_bytes(f'{FEN} id "Müller";\r\n'.encode("latin-1"))
    suite = read_suite(path)
    assert suite.entries[0].name == "Müller"
    assert "read as Latin-1" in suite.notes[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("\n \n", "is empty"),
        ("# nothing\n", "no position found"),
        ("Dear reader,\nhello.\n", "no built-in game can read 'Dear reader,'; a suite may be EPD"),
        ('[Event "?"]\n\n1. e4 *\n', "a PGN file, which holds games"),
        ("(;GM[1])", "an SGF file, which holds games"),
        ('{"fen": 1}', "is a JSON file"),
        ("id,moves\n1,e4\n", "a table without positions: expected a column called fen or position, got 'id, moves'"),
        (f"{FEN} bm Qa6;\n", "line 1, column 34: illegal san"),
    ],
)
def test_what_is_no_suite_is_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError) as raised:
        read(tmp_path, text)
    assert words in str(raised.value)


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\0\xff")
    with pytest.raises(InputError, match="is not text: byte 5 is 0"):
        read_suite(tmp_path / "picture")


def test_a_hint_makes_messages_better(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="line 1, column 1: expected a position in FEN or EPD"):
        read(tmp_path, "white to move\n", "problems.epd")


SETS = {
    "chess/bratko_kopec.epd": ("EPD or FEN", 24),
    "chess/classic_mates.epd": ("EPD or FEN", 280),
    "chess/win_at_chess.csv": ("a table", 82),
    "connect_four/Test_L1_R1": ("Pons' strings", 1000),
    "connect_four/Test_L2_R1": ("Pons' strings", 1000),
    "connect_four/Test_L3_R1": ("Pons' strings", 1000),
    "othello/ffo_1-49.tsv": ("a table of Othello problems", 49),
}
REFUSED = {
    "lines_of_action/games.tsv": "a table without positions",
    "perft.txt": "no position found",
    "SOURCES.md": "no position found",
}


@pytest.mark.parametrize("name", SETS)
def test_public_sets_are_read_without_a_bad_line(name: str) -> None:
    suite = read_suite(shared_data(name))
    assert (suite.format, len(suite.entries), suite.bad_lines) == (*SETS[name], ())
    assert [entry for entry in suite.entries if not str(entry.expected)] == []


@pytest.mark.parametrize("name", REFUSED)
def test_public_files_without_positions_are_refused(name: str) -> None:
    with pytest.raises(InputError, match=REFUSED[name]):
        read_suite(shared_data(name))


def test_the_sets_of_the_experiments_are_read() -> None:
    assert read_suite(EXPERIMENTS / "winands-2003" / "positions.csv").games == {"lines-of-action": 488}
    assert read_suite(EXPERIMENTS / "kishimoto-mueller-2005" / "endings.csv").games == {"chess": 60}
    assert len(read_suite(EXPERIMENTS / "plaat-1996" / "positions.csv").games) == 3
