"""What a suite asks, of whom, and what it makes of the answers."""

from __future__ import annotations

import pytest

from pnyx.api.solve import Limit
from pnyx.errors import InputError
from pnyx.suites.answering import Answer, failure
from pnyx.suites.asking import Question, Wish, question_about
from pnyx.suites.contenders import read_contender, read_contenders
from pnyx.suites.entries import BadLine, Entry, Expected, Suite
from pnyx.suites.judging import judge
from pnyx.suites.planning import make_plan
from support.suite_cases import solved

MATE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
LOA = "8/8/3ox3/ox1x1o2/3o1o2/2o1o3/4x3/8 w"
MATED, MATES, SCORE = Expected(mate=-3), Expected(mate=3), Expected(score=-2)


def entry(expected: Expected = Expected(), game: str = "chess", **more: object) -> Entry:  # noqa: B008
    return Entry(1, game, MATE, expected=expected, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "wish", "asked"),
    [
        (entry(), Wish(), "mate"),
        (entry(MATES), Wish(), "mate"),
        (entry(MATED), Wish(), "mated"),
        (entry(Expected(mate=0)), Wish(), "mated"),
        (entry(MATED), Wish(shortest=True), "shortest mated"),
        (entry(MATED), Wish("mate"), "mate"),
        (entry(MATED), Wish("mate", shortest=True), "shortest mate"),
        (entry(MATES), Wish("mate-in N"), "mate-in 3"),
        (entry(MATED), Wish("mate-in N"), "mated-in 3"),
        (entry(MATES), Wish(value=True), "win, draw or loss"),
        (entry(MATES), Wish(depth=4), "depth 4"),
        (entry(goal="promote"), Wish(), "promote"),
        (entry(goal="promote"), Wish("win"), "win"),
        (entry(game="atomic"), Wish(), "win"),
        (entry(Expected(verdict="draw"), "checkers"), Wish(), "win, draw or loss"),
        (entry(SCORE, "connect-four"), Wish(), "score"),
        (entry(game="othello"), Wish(), "score"),
        (entry(SCORE, "othello"), Wish("score N"), "score -2"),
        (entry(SCORE, "othello"), Wish("win"), "win"),
        (entry(game="lines-of-action"), Wish(), "win"),
        (entry(game="mine:Game"), Wish(), "win"),
    ],
)
def test_what_is_asked(given: Entry, wish: Wish, asked: str) -> None:
    assert str(question_about(given, wish)) == asked


def test_a_goal_with_the_number_of_each_line_needs_one() -> None:
    with pytest.raises(InputError, match="line 1: the goal 'mate-in N' needs a number, but the file has score -2"):
        question_about(entry(SCORE), Wish("mate-in N"))


def test_a_verdict_needs_a_goal() -> None:
    with pytest.raises(InputError, match="proven is a verdict on an unnamed goal"):
        question_about(entry(Expected(verdict="proven")), Wish())


@pytest.mark.parametrize(
    "wish", [{"shortest": True, "value": True}, {"goal": "mate", "depth": 3}, {"goal": "win", "value": True}]
)
def test_two_questions_are_refused(wish: dict[str, object]) -> None:
    with pytest.raises(InputError, match="are two questions"):
        Wish(**wish)  # type: ignore[arg-type]


PROVEN, DISPROVEN = solved(length=3), solved("disproven")
UNKNOWN: Answer = {**failure(""), "status": "unknown"}


@pytest.mark.parametrize(
    ("expected", "question", "answer", "agrees"),
    [
        # Any mate does, but not one that is shorter than the best known.
        (MATES, Question("solve", "mate"), solved(length=3), "yes"),
        (MATES, Question("solve", "mate"), solved(length=9), "yes"),
        (MATES, Question("solve", "mate"), solved(length=2), "no"),
        (MATES, Question("solve", "mate"), DISPROVEN, "no"),
        (MATES, Question("solve", "mate"), UNKNOWN, ""),
        (MATES, Question("solve", "mated"), PROVEN, "no"),
        (MATES, Question("solve", "mated"), DISPROVEN, "yes"),
        (MATED, Question("solve", "mated"), PROVEN, "yes"),
        (MATED, Question("solve", "mated"), DISPROVEN, "no"),
        (MATED, Question("solve", "mated"), solved(length=2), "no"),
        (MATED, Question("solve", "mate"), PROVEN, "no"),
        (MATED, Question("solve", "mate"), DISPROVEN, "yes"),
        (Expected(mate=0), Question("solve", "mated"), solved(length=0), "yes"),
        # Lengths that are asked for.
        (MATES, Question("solve", "mate-in 3"), PROVEN, "yes"),
        (MATES, Question("solve", "mate-in 3"), DISPROVEN, "no"),
        (MATES, Question("solve", "mate-in 5"), DISPROVEN, "no"),
        (MATES, Question("solve", "mate-in 2"), DISPROVEN, "yes"),
        (MATES, Question("solve", "mate-in 2"), solved(length=2), "no"),
        (MATED, Question("solve", "mated-in 3"), DISPROVEN, "no"),
        # The shortest mate.
        (MATES, Question("shortest", "mate"), solved(length=3, none_within=2), "yes"),
        (MATES, Question("shortest", "mate"), solved(length=4, none_within=3), "no"),
        (MATES, Question("shortest", "mate"), {**UNKNOWN, "length": 4, "none_within": 2}, ""),
        (MATES, Question("shortest", "mate"), {**UNKNOWN, "length": 2}, "no"),
        (MATES, Question("shortest", "mate"), {**UNKNOWN, "none_within": 3}, "no"),
        (MATES, Question("shortest", "mate"), {**UNKNOWN, "none_within": 0}, ""),
        # Other goals.
        (MATES, Question("solve", "win"), PROVEN, "yes"),
        (MATED, Question("solve", "win"), PROVEN, "no"),
        (MATES, Question("solve", "draw-or-better"), DISPROVEN, "no"),
        (MATED, Question("solve", "draw-or-better"), PROVEN, "no"),
        (MATES, Question("solve", "promote"), DISPROVEN, ""),
        # Win, draw or loss.
        (MATES, Question("value"), solved("win"), "yes"),
        (MATES, Question("value"), solved("draw"), "no"),
        (MATES, Question("value"), {**UNKNOWN, "answer": "win or draw"}, ""),
        (MATES, Question("value"), {**UNKNOWN, "answer": "draw or loss"}, "no"),
        (SCORE, Question("value"), solved("loss"), "yes"),
        (Expected(score=0), Question("value"), solved("draw"), "yes"),
        (Expected(verdict="draw"), Question("value"), solved("win"), "no"),
        # Scores.
        (SCORE, Question("exact"), solved("-2"), "yes"),
        (SCORE, Question("exact"), solved("2"), "no"),
        (SCORE, Question("exact"), UNKNOWN, ""),
        (SCORE, Question("solve", "score -2"), solved(), "yes"),
        (SCORE, Question("solve", "score -1"), solved(), "no"),
        (SCORE, Question("solve", "score -1"), DISPROVEN, "yes"),
        (SCORE, Question("solve", "win"), solved(), "no"),
        (Expected(score=0), Question("solve", "draw-or-better"), DISPROVEN, "no"),
        (Expected(verdict="disproven"), Question("solve", "promote"), solved(), "no"),
        (Expected(verdict="loss"), Question("solve", "win"), DISPROVEN, "yes"),
        # Moves.
        (Expected(best=("a1a8",)), Question("depth", depth=3), solved("7", moves=["a1a8"]), "yes"),
        (Expected(best=("a1a8",)), Question("depth", depth=3), solved("7", moves=["a1a7"]), "missed"),
        (Expected(avoid=("a1a8",)), Question("depth", depth=3), solved("7", moves=["a1a8"]), "missed"),
        (Expected(best=("a1a8",)), Question("solve", "mate"), solved(length=2, moves=["a1a8"]), "yes"),
        (Expected(best=("a1a8",)), Question("solve", "mate"), solved(length=2, moves=["a1a7"]), ""),
        (Expected(), Question("solve", "mate"), PROVEN, ""),
        (MATES, Question("solve", "mate"), failure("killed"), ""),
    ],
)  # fmt: skip
def test_answers_against_the_file(expected: Expected, question: Question, answer: Answer, agrees: str) -> None:
    assert judge(entry(expected), question, answer) == agrees


def test_restrictions_explain_why_there_is_no_mate() -> None:
    given = entry(MATES, options=(("attack", "checks"),))
    assert judge(given, Question("solve", "mate"), DISPROVEN) == ""
    assert judge(given, Question("solve", "mate"), solved(length=2)) == "no"


def test_algorithms_with_options() -> None:
    assert read_contender("pn, init=unit").label == "pn,init=unit"
    assert read_contender("pn,preset=breuker-2001").preset == "breuker-2001"
    both = read_contenders(["pn", "pn,init=unit", "auto"], {"init": "mobility"})
    assert [each.label for each in both] == ["pn,init=mobility", "pn,init=unit", "auto"]


@pytest.mark.parametrize(
    ("names", "options", "searching", "words"),
    [
        (["pm"], {}, False, "unknown algorithm 'pm'"),
        (["pn,int=unit"], {}, False, "unknown option of pn 'int'"),
        (["pn,init"], {}, False, "like 'pn,init=unit', got 'pn,init'"),
        (["pn,preset=nobody"], {}, False, "unknown preset of pn 'nobody'"),
        (["pn", "pn"], {}, False, "algorithm 'pn' is given twice"),
        (["auto"], {"init": "unit"}, False, "unknown option 'init'"),
        (["mtd-f"], {}, False, "mtd-f returns values, but the question asks for a proof"),
        (["pn"], {}, True, "pn proves goals, but the question asks for a value"),
    ],
)
def test_algorithms_that_do_not_fit(names: list[str], options: dict[str, str], searching: bool, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_contenders(names, options, searching=searching)


EYES = Suite("eyes", "EPD", (Entry(1, "go-one-eye", "..../X..O rrrr/Crrs b b"),))
FOURS = Suite("fours", "Pons", (Entry(1, "connect-four", "44", expected=Expected(score=1)),))
CHESS = Suite("mates", "EPD", (Entry(1, "chess", MATE, expected=Expected(mate=1)),))


def test_solvers_are_asked_for_win_draw_or_loss_where_searches_give_scores() -> None:
    assert [str(task.question) for task in make_plan(FOURS, Wish(), ["pn"]).tasks] == ["win, draw or loss"]
    assert [str(task.question) for task in make_plan(FOURS, Wish(), ["mtd-f"]).tasks] == ["score"]
    with pytest.raises(InputError, match="mtd-f returns values, and pn proves goals: they cannot be compared"):
        make_plan(FOURS, Wish(), ["mtd-f", "pn"])


@pytest.mark.parametrize(
    ("suite", "wish", "more", "words"),
    [
        (CHESS, Wish("mat"), {}, "unknown goal of chess 'mat'"),
        (CHESS, Wish("mate-in 0"), {}, "the goal mate-in needs a number"),
        (CHESS, Wish(), {"threads": 2, "algorithms": ["pn"]}, "threads must be 1 with algorithm 'pn'"),
        (CHESS, Wish(depth=2), {"threads": 2}, "threads must be 1 with algorithm 'mtd-f'"),
        (CHESS, Wish(depth=-1), {}, "depth must be a whole number"),
        (CHESS, Wish(shortest=True), {"algorithms": ["pn,preset=breuker-2001"]}, "--shortest has no presets"),
        (EYES, Wish(shortest=True), {}, "go-one-eye has no goal within a number of moves"),
        (FOURS, Wish("mate-in N"), {}, "needs a number, but the file has score"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_the_run(
    suite: Suite, wish: Wish, more: dict[str, object], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        make_plan(suite, wish, **more)  # type: ignore[arg-type]


def test_a_line_that_cannot_be_asked_is_a_bad_line() -> None:
    two = Suite("two", "EPD", (*CHESS.entries, Entry(2, "chess", MATE)), (BadLine(3, "line 3: nonsense"),))
    plan = make_plan(two, Wish("mate-in N"))
    assert [task.entry.line for task in plan.tasks] == [1]
    assert [bad.line for bad in plan.suite.bad_lines] == [2, 3]


def test_conditions_tell_runs_apart() -> None:
    limit = Limit(nodes=10, seconds=0.5, memory=1 << 20)
    assert make_plan(CHESS, Wish(), limit=limit).conditions == "nodes=10 seconds=0.5 memory=1MiB threads=1"
