"""Goals as people write them, and those that are refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx import cluster
from pnyx.api.goal import read_goal
from pnyx.cli import app
from pnyx.reference.expected import plain_goal
from pnyx.suites import read_suite
from pnyx.suites.asking import Wish
from pnyx.suites.planning import make_plan
from pnyx.web.games import Games
from pnyx.web.questions import read_question
from pnyx.web.settings import Settings
from support.raising import raises_for

MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"

SPELLINGS = [
    ("#2", "mate-in 2"),
    ("# 2", "mate-in 2"),
    (" #2 ", "mate-in 2"),
    ("2#", "mate-in 2"),
    ("#-2", "mated-in 2"),
    ("mate in 2", "mate-in 2"),
    ("Mate in 2", "mate-in 2"),
    ("mate  in 2", "mate-in 2"),
    ("mate-in-2", "mate-in 2"),
    ("mate-in 2", "mate-in 2"),
    ("mate_in_2", "mate-in 2"),
    ("mated in 12", "mated-in 12"),
    ("mated-in-12", "mated-in 12"),
]
UNCHANGED = [
    "mate",
    "mated",
    "win",
    "draw-or-better",
    "score -2",
    "#",
    "#two",
    "mate in two",
    "mate2",
    "#2.5",
    "h#2",
    "",
]

HELP = [
    "helpmate",
    "Helpmate in 2",
    "help-mate",
    "help mate in 3",
    "h#2",
    "h#2.5",
    "H # 3",
    "h=2",
    "hs#3",
    "helpselfmate",
]
SELF = ["selfmate", "self-mate in 4", "selfmate in 3", "s#3", "S#2", "s=2", "selfstalemate"]
REFLEX = ["reflexmate", "r#2", "reflex mate in 2", "semi-reflexmate", "semi-r#3"]
SERIES = ["ser-#5", "ser-h#7", "series-helpmate in 4", "seriesmover", "pser-#3"]


@pytest.mark.parametrize(("text", "goal"), SPELLINGS)
def test_spellings(text: str, goal: str) -> None:
    assert plain_goal(text) == goal
    assert read_goal(pnyx.position("chess"), text).text == goal


@pytest.mark.parametrize("text", UNCHANGED)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert plain_goal(text) == text


@pytest.mark.parametrize("text", ["#2", "mate in 2", "mate-in-2"])
def test_the_same_question_everywhere(text: str, tmp_path: Path) -> None:
    result = pnyx.solve(MATE_IN_2, text)
    assert (result.goal, result.verdict) == ("mate-in 2", "proven")
    done = CliRunner().invoke(app, ["solve", "chess", MATE_IN_2, "--goal", text], catch_exceptions=False)
    assert (done.exit_code, "White mates in at most 2" in done.stdout) == (0, True)
    epd = tmp_path / "mates.epd"
    epd.write_text("kbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2;\n", encoding="utf-8")
    (outcome,) = pnyx.suite(epd, goal=text).outcomes
    assert (outcome.question, outcome.answer, outcome.agrees) == ("mate-in 2", "proven", "yes")


@pytest.mark.parametrize("text", ["#N", "mate in N", "mate in n", "mate-in-N", "mate-in N"])
def test_the_number_of_each_line(text: str, tmp_path: Path) -> None:
    epd = tmp_path / "mates.epd"
    epd.write_text("kbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2;\n7k/8/5KQ1/8/8/8/8/8 w - - bm #1;\n", encoding="utf-8")
    asked = [str(task.question) for task in make_plan(read_suite(epd), Wish(text)).tasks]
    assert asked == ["mate-in 2", "mate-in 1"]


def test_a_goal_in_a_table(tmp_path: Path) -> None:
    table = tmp_path / "mates.csv"
    table.write_text(f"fen,goal\n{MATE_IN_2},#2\n{MATE_IN_2},mate in 1\n", encoding="utf-8")
    asked = [str(task.question) for task in make_plan(read_suite(table), Wish()).tasks]
    assert asked == ["mate-in 2", "mate-in 1"]


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (HELP, "a helpmate is not a game between two opponents: both sides work together"),
        (SELF, "selfmates, in which one side forces the other to mate it, are not supported yet"),
        (REFLEX, "reflexmates, .* are not supported yet"),
        (SERIES, "a series problem is not a game of alternate moves"),
    ],
)
def test_other_stipulations_are_refused_with_the_reason(texts: list[str], reason: str) -> None:
    for text in texts:
        with raises_for(text, pnyx.InputError, match=reason):
            pnyx.solve(MATE_IN_2, text)
    with pytest.raises(pnyx.InputError, match=reason):
        pnyx.shortest(MATE_IN_2, texts[0])
    with pytest.raises(pnyx.InputError, match=reason):
        pnyx.variations(MATE_IN_2, goal=texts[0])
    with pytest.raises(pnyx.InputError, match=reason):
        cluster.solve("chess", MATE_IN_2, texts[0])


def test_one_line_on_the_command_line() -> None:
    done = CliRunner().invoke(app, ["solve", "chess", MATE_IN_2, "--goal", "h#2"], catch_exceptions=False)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == (
        "pnyx: the goal 'h#2': a helpmate is not a game between two opponents: both sides work together to reach the "
        "mate, so there is no defence to prove anything against; Pnyx solves what one side can force against every "
        "defence, such as mate or mate-in N\n"
    )


@pytest.mark.parametrize("goal", ["h#2", "mate in 2", "#2"])
def test_games_without_mates_know_nothing_of_it(goal: str) -> None:
    with pytest.raises(pnyx.InputError, match=r"unknown goal of tic-tac-toe '.*': expected one of win, draw-or-better"):
        pnyx.solve(pnyx.position("tic-tac-toe"), goal)


@pytest.mark.parametrize("goal", [5, 2.0, ["mate"], b"mate"])
def test_a_goal_is_a_text(goal: object) -> None:
    with pytest.raises(pnyx.InputError, match=r"the goal must be a text or a pnyx\.Goal, such as 'mate', not "):
        pnyx.solve(MATE_IN_2, goal)  # type: ignore[arg-type]


def test_words_that_only_begin_alike_are_unknown() -> None:
    for goal in ("smate", "hmate", "rmate", "self", "help", "series", "h2", "checkmate", "reflex"):
        with raises_for(goal, pnyx.InputError, match="unknown goal of chess"):
            pnyx.solve(MATE_IN_2, goal)


def test_the_web_page_reads_goals_alike() -> None:
    settings = Settings()
    body = {"game": "chess", "position": MATE_IN_2, "goal": "#2"}
    question = read_question(Games([]), settings, body)
    assert (question.asked["goal"], question.searched["goals"]) == ("mate-in 2", ["mate-in 2"])
    with pytest.raises(pnyx.InputError, match="a helpmate is not a game between two opponents"):
        read_question(Games([]), settings, {**body, "goal": "h#2"})
