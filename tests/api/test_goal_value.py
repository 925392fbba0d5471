"""`pnyx.Goal`: a value that is accepted wherever a goal's text is; `Position.goals` and `Position.repetition`."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import pnyx
from pnyx import cluster
from pnyx.api.goal import read_goal
from support.sample_games import Nim

MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
ALL = ["win", "draw-or-better", "mate", "mate-in 3", "mated", "mated-in 3", "promote", "score 7", "score -7"]


def examples(position: pnyx.Position) -> list[str]:
    """Every goal that a position lists, with a number where it needs one."""
    return [f"{form.removesuffix(' N')} 1" if form.endswith(" N") else form for form in position.goals]


@pytest.mark.parametrize("text", ALL)
def test_a_goal_is_its_text(text: str) -> None:
    goal = pnyx.Goal(text)
    assert (goal.text, str(goal), repr(goal)) == (text, text, f"Goal({text!r})")
    assert goal == pnyx.Goal(goal) == copy.deepcopy(goal) == pickle.loads(pickle.dumps(goal))
    assert hash(goal) == hash(pnyx.Goal(text))
    assert goal != text
    assert len({goal, *(pnyx.Goal(other) for other in ALL)}) == len(ALL)


def test_a_goal_is_immutable() -> None:
    with pytest.raises(AttributeError, match="a Goal is immutable: 'moves' cannot be set"):
        pnyx.Goal("mate").moves = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "name", "moves", "number", "threshold"),
    [
        ("win", "win", None, None, "win"),
        ("draw-or-better", "draw-or-better", None, None, "draw"),
        ("#3", "mate", 3, None, "win"),
        ("mated in 12", "mated", 12, None, "win"),
        ("score -5", "score", None, -5, "win"),
    ],
)
def test_its_parts(text: str, name: str, moves: int | None, number: int | None, threshold: str) -> None:
    goal = pnyx.Goal(text)
    assert (goal.name, goal.moves, goal.number, goal.threshold) == (name, moves, number, threshold)


@pytest.mark.parametrize("text", ALL)
def test_the_opposite_of_the_opposite_is_the_goal(text: str) -> None:
    goal = pnyx.Goal(text)
    opposite = goal.opposite()
    if opposite is None:
        assert goal.needs_last_move
        return
    other, negated = opposite
    assert other.opposite() == (goal, negated)
    assert other.of_other == (goal.of_other != (not negated))


@pytest.mark.parametrize("game", pnyx.games())
def test_every_goal_that_a_position_lists_is_one(game: str) -> None:
    position = pnyx.position(game)
    for text in examples(position):
        goal = read_goal(position, text)
        assert goal.text == text, text
        assert read_goal(position, goal) == goal, text
        assert (goal.prover(position) == position.turn) != goal.of_other, text
        turned = goal.opposite(position)
        assert goal.opposite() == turned, text
        assert turned is None or read_goal(position, turned[0]) == turned[0], text


@pytest.mark.parametrize("game", [game for game in pnyx.games() if game != "graph"])
def test_the_repetition_stays_after_a_move(game: str) -> None:
    position = pnyx.position(game)
    assert position.repetition in ("draw", "illegal", "impossible")
    assert position.play(position.moves()[0]).repetition == position.repetition


@pytest.mark.parametrize("rule", ["draw", "illegal", "impossible"])
def test_the_repetition_of_a_python_game(rule: str) -> None:
    class Ruled(Nim):
        repetition: Any = rule

    assert pnyx.position(Ruled()).repetition == rule


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wim", "unknown goal 'wim': expected one of .*did you mean 'win'"),
        ("mate-in 0", "the goal mate-in needs a number of moves from 1 to 1,000,000"),
        ("mate-in", "the goal mate-in needs a number of moves"),
        ("score x", "the goal score needs a whole number"),
        ("h#3", "a helpmate is not a game"),
        (3, r"the goal must be a text or a pnyx\.Goal"),
        ("a\ud800", r"'a\\ud800'"),
    ],
)
def test_what_is_no_goal(text: Any, message: str) -> None:
    with pytest.raises(pnyx.InputError, match=message):
        pnyx.Goal(text)
    with pytest.raises(pnyx.InputError):
        pnyx.solve(MATE_IN_1, text)


def test_a_goal_without_a_limited_form() -> None:
    with pytest.raises(pnyx.InputError, match="unknown goal 'score-in 3'"):
        pnyx.Goal("score 3").within(3)
    with pytest.raises(pnyx.InputError, match="draw-or-better takes no number of moves"):
        pnyx.Goal("draw-or-better").within(3)


def test_goals_are_accepted_wherever_texts_are(tmp_path: Path) -> None:
    mate = pnyx.Goal("mate")
    result = pnyx.solve(MATE_IN_1, mate)
    assert (result.goal, result.verdict) == ("mate", "proven")
    assert result.certificate is not None
    assert pnyx.check(result.certificate.data, expect_goal=mate).goal == "mate"
    assert pnyx.shortest(MATE_IN_1, mate).length == 1
    assert pnyx.variations(MATE_IN_1, goal=mate).length == 1
    assert cluster.solve("chess", MATE_IN_1, goal=mate).verdict == "proven"
    (tmp_path / "one.epd").write_text(f"{MATE_IN_1[:-4]} dm 1;\n")
    (outcome,) = pnyx.suite(tmp_path / "one.epd", goal=mate.within(2)).outcomes
    assert (outcome.question, outcome.answer) == ("mate-in 2", "proven")


def test_a_goal_of_another_game() -> None:
    with pytest.raises(pnyx.InputError, match="unknown goal of tic-tac-toe 'mate': expected one of win"):
        pnyx.solve("XX./OO./... x", pnyx.Goal("mate"))
