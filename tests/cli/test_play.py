"""`pnyx play`: whole games in the terminal, with scripted input."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import pnyx
from pnyx.cli import app


def run(*arguments: str, says: str = "") -> Result:
    return CliRunner().invoke(app, ["play", *arguments], input=says, catch_exceptions=False, prog_name="pnyx")


def answers(said: str) -> list[tuple[str, str]]:
    """The moves of Pnyx, and what it says of them."""
    return re.findall(r"^Pnyx plays (\S+) \((.*)\)\.$", said, re.M)


@pytest.mark.parametrize("side", ["--first", "--second"])
def test_a_whole_game_of_tic_tac_toe_is_never_lost(side: str, tmp_path: Path) -> None:
    """The reader plays at random, by repeating the game so far with one move more."""
    pnyx.tabulate("tic-tac-toe", file=tmp_path / "t")
    for seed in range(3):
        rng = random.Random(f"{side} {seed}")
        own: list[str] = []
        while True:
            options = (side, "--table", str(tmp_path / "t"), "--seed", str(seed))
            done = run("tic-tac-toe", *options, says="\n".join([*own, ""]))
            assert done.exit_code == 0, (seed, done)
            over = re.search(r"^(A draw|(\w) has won)\. Type new", done.stdout, re.M)
            if over:
                break
            board = pnyx.position("tic-tac-toe")
            replies = [move for move, _ in answers(done.stdout)]
            both = [own, replies] if side == "--first" else [replies, own]
            for place in range(len(own) + len(replies)):
                board = board.play(both[place % 2][place // 2])
            own.append(rng.choice(board.moves()))
        assert over[2] != ("X" if side == "--first" else "O"), done.stdout
        assert {words.split(":")[0] for _, words in answers(done.stdout)} == {"proved"}, seed


def test_a_whole_game_with_cycles_is_won_from_the_table(tmp_path: Path) -> None:
    pnyx.tabulate("support.cyclic_game:Leap", file=tmp_path / "leap")
    done = run("support.cyclic_game:Leap", "--second", "--table", str(tmp_path / "leap"), says="E\n")
    assert done.exit_code == 0
    assert answers(done.stdout) == [("C", "proved: win in 3 plies"), ("G", "proved: win in 1 ply")]
    assert "Max has won. Type new, back or quit.\n" in done.stdout


def test_a_real_game_with_cycles_is_won_from_its_table_whatever_the_reader_does() -> None:
    """Three men's morris is won by the first player in 9 plies; the reader plays the first move that is legal."""
    name = "support.three_mens_morris:ThreeMensMorris"
    own: list[str] = []
    while True:
        done = run(name, "--second", "--seed", "1", says="\n".join([*own, "help", ""]))
        said = answers(done.stdout)
        assert [words.split(" in ")[0] for _, words in said] == ["proved: win"] * len(said), done
        if "X has won" in done.stdout:
            break
        (*_, moves) = re.findall(r"^Moves: (\S+)", done.stdout, re.M)
        own.append(moves)
    assert len(said) <= 5
    assert said[0] == ("b2", "proved: win in 9 plies")


def test_a_repeated_position_is_a_draw_that_the_lost_side_finds() -> None:
    done = run("support.cyclic_game:Leap", says="B\nback\nC\n")
    assert answers(done.stdout)[0] == ("A", "proved: draw")
    assert "A draw: the position was on the board before. Type new, back or quit.\n" in done.stdout
    assert answers(done.stdout)[1][0] == "E", "the game goes on after a move that was taken back"
    assert done.stdout.rstrip().endswith("The game was left.")


def test_hints_values_help_and_mistakes() -> None:
    done = run("tic-tac-toe", "XX./OO./... x", says="hint\nmoves\nhelp\nd9\n/resign\nhint\nback\nc3\nquit\n")
    assert done.exit_code == 0
    said = done.stdout
    assert "Hint: c3 (proved: win in 1 ply).\n" in said
    assert "c3  win in 1 ply\nc2  draw\na1  loss in 2 plies\n" in said
    assert "Moves: c3 c2 a1 b1 c1\n" in said
    assert "'d9' is not a move here: expected one of c3 c2 a1 b1 c1; or type help.\n" in said
    assert "O has won: X resigned. Type new, back or quit.\n" in said
    assert "The game is over: type new, back or quit.\n" in said
    assert "X has won. Type new, back or quit.\n" in said


def test_new_begins_again_and_the_seed_repeats_the_answers() -> None:
    done = run("tic-tac-toe", "--seed", "4", says="a1\nnew\na1\n")
    first, second = answers(done.stdout)
    assert first == second
    assert answers(run("tic-tac-toe", "--seed", "4", says="a1\n").stdout) == [first]


def test_a_weaker_level_says_so() -> None:
    done = run("tic-tac-toe", "--level", "random", "--seed", "1", says="a1\n")
    assert answers(done.stdout)[0][1] == "as level random plays"
    assert "Pnyx plays at level random: any legal move.\n" in done.stdout


def test_without_a_table_guesses_are_said_to_be_guesses() -> None:
    done = run("go-one-eye", "--max-nodes", "200", "--seed", "1", says="a2\n")
    assert "There is no table of the game: what is not proved is a guess.\n" in done.stdout
    assert answers(done.stdout)[0][1] == "a guess"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tic-tac-toe", "--first", "--second"), "--first and --second exclude each other"),
        (("tic-tac-toe", "XXX/OO./... o"), "the game is over in this position"),
        (("tic-tac-toe", "-"), "standard input"),
        (("tic-tac-toe", "--level", "prefect"), "unknown level 'prefect': expected one of random, easy,"),
        (("tic-tac-toe", "--seed", "x"), "--seed must be a whole number"),
        (("tic-tac-toe", "--table", "nothing"), "nothing"),
        (("checkerz",), "unknown game 'checkerz'"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], words: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
