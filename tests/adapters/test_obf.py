"""Files of Othello problems: what is read, what is written back, and where a mistake is."""

from __future__ import annotations

from pathlib import Path

import pytest

import pnyx
from pnyx.adapters.obf import OthelloProblem, read, read_table, write, write_table
from pnyx.errors import InputError
from pnyx.reference.rules import read_position
from pnyx.reference.rules.othello import Othello, OthelloPosition
from support.shared_data import shared_data

# Problem 20 of the Fédération Française d'Othello.
LATE = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2; F6:-4; H6:-10;\n"
SMALL = """\
-O--XXXX-XXOXXX- O; D1:+4; A3:+2;
XXX--OX--XOXXO-O O; D2:-10; A3:-10;
--X--OXOOXOOX-XO O; B4:+10; B1:-2;
OX-------------- X; PA:-16;
"""


def solve(rules: Othello, position: OthelloPosition, alpha: int, beta: int) -> int:
    """The score of the player on move under best play."""
    if rules.outcome(position) is not None:
        return rules.score(position, position.turn)
    for move in rules.moves(position):
        alpha = max(alpha, -solve(rules, rules.play(position, move), -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def assert_exact(problem: OthelloProblem) -> None:
    reading = read_position("othello", problem.position)
    rules, root = reading.rules, reading.root
    assert isinstance(rules, Othello)
    assert isinstance(root, OthelloPosition)
    most = len(root.cells)
    for move, score in problem.moves:
        assert -solve(rules, rules.play(root, move), -most, most) == score
    assert solve(rules, root, -most, most) == problem.score


def test_a_line_of_edax() -> None:
    (problem,) = read(LATE)
    assert problem.position == LATE.partition(";")[0]
    assert problem.moves == (("h5", 6), ("g6", -2), ("f6", -4), ("h6", -10))
    assert (problem.score, problem.best, problem.name) == (6, ("h5",), "")


@pytest.mark.parametrize("problem", read(LATE + SMALL), ids=lambda problem: problem.position)
def test_scores_are_those_of_best_play(problem: OthelloProblem) -> None:
    assert_exact(problem)


def test_files_are_written_as_they_were_read() -> None:
    assert write(read(LATE + SMALL)) == LATE + SMALL
    table = write_table(read(SMALL))
    assert table.splitlines()[1:] == [
        "1\t-O--XXXX-XXOXXX-\tO\t5\t4\tD1",
        "2\tXXX--OX--XOXXO-O\tO\t5\t-10\tD2,A3",
        "3\t--X--OXOOXOOX-XO\tO\t5\t10\tB4",
        "4\tOX--------------\tX\t14\t-16\tPA",
    ]
    assert write_table(read_table(table)) == table


def test_comments_blanks_and_other_spellings() -> None:
    loose = "\ufeff% nothing here\r\n\r\n  ox.............. \to ;c1 : 16 ;; % the end\r\n"
    first, second, third = read(loose + "OX-------------- X;ps:-16\nOX-------------- O;")
    assert first == OthelloProblem("OX-------------- O", (("c1", 16),), 16)
    assert second == OthelloProblem("OX-------------- X", (("pass", -16),), -16)
    assert third == OthelloProblem("OX-------------- O")
    assert third.best == ()


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("OX-------------- O", "line 1, column 19", "expected ;"),
        ("\n%\nOX*------------- O;", "line 3, column 3", "'*'"),
        ("OX------------- O;", "line 1, column 1", "got 15"),
        (";", "line 1, column 1", "got 0"),
        ("OX--------------;", "line 1, column 17", "side to move"),
        ("OX-------------- Q;", "line 1, column 18", "'Q'"),
        ("OX-------------- O; C1;", "line 1, column 21", "'C1'"),
        ("OX-------------- O; C2:+16;", "line 1, column 21", "legal move (c1)"),
        ("OX-------------- O; :+16;", "line 1, column 21", "legal move (c1)"),
        ("OX-------------- O; C1:+16; C1:+16;", "line 1, column 29", "again"),
        ("OX-------------- O; PA:+16;", "line 1, column 21", "legal move (c1)"),
        ("O--------------- O; PA:+16;", "line 1, column 21", "the game is over"),
        ("OX-------------- O; C1: +18;", "line 1, column 25", "from -16 to 16"),
        ("OX-------------- O; C1:;", "line 1, column 24", "from -16 to 16"),
        ("OX-------------- O; C1:+-1;", "line 1, column 24", "'+-1'"),
        ("OX-------------- O; C1:\u0661;", "line 1, column 24", "from -16 to 16"),
    ],
)
def test_mistakes_are_named_with_line_and_column(text: str, place: str, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value).startswith(f"{place}: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("row", "place", "reason"),
    [
        ("7\tOX--------------\tO\t14\t16", "line 2, column 1", "expected 6 fields"),
        ("7\tOX--+-----------\tO\t14\t16\tC1", "line 2, column 7", "'+'"),
        ("7\tOX--------------\t-\t14\t16\tC1", "line 2, column 20", "side to move"),
        ("7\tOX--------------\tO\t13\t16\tC1", "line 2, column 22", "expected 14"),
        ("7\tOX--------------\tO\t14\t99\tC1", "line 2, column 25", "from -16 to 16"),
        ("7\tOX--------------\tO\t14\t16\tC1,C2", "line 2, column 31", "'C2'"),
        ("7\tOX--------------\tO\t14\t16\tC1, C1", "line 2, column 32", "again"),
    ],
)
def test_mistakes_in_tables_are_named_with_line_and_column(row: str, place: str, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        read_table(f"# a table\n{row}\n")
    assert str(caught.value).startswith(f"{place}: ")
    assert reason in str(caught.value)


def test_tables_need_scores() -> None:
    with pytest.raises(InputError, match="score"):
        write_table([OthelloProblem("OX-------------- O")])


def ffo_table() -> Path:
    return shared_data("othello") / "ffo_1-49.tsv"


def test_the_problems_of_the_french_federation() -> None:
    problems = read_table(ffo_table().read_text(encoding="utf-8"))
    assert [problem.name for problem in problems] == [str(number) for number in range(1, 50)]
    for problem in problems:
        reading = read_position("othello", problem.position)
        board = pnyx.position("othello", problem.position)
        assert board.text == reading.rules.position_text(reading.root) == problem.position, problem
        assert board.moves() == list(reading.rules.moves(reading.root)), problem
        assert set(problem.best) <= set(board.moves()), problem
        assert problem.best, problem
    assert read_table(write_table(problems)) == problems
    late = [problem for problem in problems if problem.position.count("-") <= 8]
    assert late
    for problem in late:
        assert_exact(problem)
