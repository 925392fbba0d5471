"""Comparing answers with the expected ones of the file."""

from __future__ import annotations

from typing import Final, Literal

from pnyx.api.catalogue import games
from pnyx.api.goal import Goal, limited_goals
from pnyx.api.wording import RESTRICTIONS
from pnyx.suites.answering import Answer
from pnyx.suites.asking import Question
from pnyx.suites.entries import Entry, Expected

Agreement = Literal["yes", "no", "missed", ""]
"""`yes` or `no` where the answer and the file can be compared; `missed` where a search to a depth, which proves
nothing, chose another move than the file; empty where there is nothing to compare."""

_AGREEMENTS: Final[tuple[Agreement, ...]] = ("no", "yes", "missed")
"""The most important first."""

_HIGHEST: Final = {"loss": -1, "draw": 0, "win": 1}


def judge(entry: Entry, question: Question, answer: Answer) -> Agreement:
    """Whether an answer agrees with the expected one; an unknown answer is never wrong.

    A mate that is longer than the file's is no contradiction, since proofs find any mate; a shorter one is.

    >>> from pnyx.suites.answering import failure
    >>> found = {**failure(""), "status": "solved", "answer": "proven", "length": 4}
    >>> entries = [Entry(1, "chess", "", expected=Expected(mate=n)) for n in (3, 4, 5, -4)]
    >>> [judge(entry, Question("solve", "mate"), found) for entry in entries]
    ['yes', 'yes', 'no', 'no']
    """
    if answer["status"] == "failed":
        return ""
    expected = entry.expected
    goal = Goal(question.goal) if question.goal else None
    counted = goal is not None and _is_counted(entry, goal)
    if expected.mate is not None and any(name in RESTRICTIONS for name, _ in entry.options):
        # A restricted side need not reach the expected result; only a shorter mate contradicts the file.
        shorter = answer["length"] is not None and 0 < answer["length"] < expected.mate
        return "no" if shorter and counted else ""
    verdicts = (
        _mate(expected, question, goal, counted, answer),
        _score(expected, question, None if counted else goal, answer),
        _verdict(expected, question, None if counted else goal, answer),
        _moves(expected, question, answer),
    )
    for agreement in _AGREEMENTS:
        if agreement in verdicts:
            return agreement
    return ""


def _is_counted(entry: Entry, goal: Goal) -> bool:
    """Whether the answer is about a number of moves: that of the goal, or of the file."""
    if goal.moves is not None or entry.game not in games():
        return goal.moves is not None
    return entry.expected.mate is not None and goal in limited_goals(games()[entry.game].goals)


def _mate(expected: Expected, question: Question, goal: Goal | None, counted: bool, answer: Answer) -> Agreement:
    mate = expected.mate
    if mate is None:
        return ""
    if question.kind == "value":
        return _among(answer, 1 if mate > 0 else -1)
    if goal is None or goal.needs_last_move or goal.number is not None:
        return ""
    if goal.draw_is_enough:
        return _same(answer, mate > 0)
    if (mate > 0) == goal.of_other:
        # The file says that the other side mates.
        return "no" if answer["length"] is not None or answer["answer"] == "proven" else _same(answer, False)
    return _length(abs(mate), goal.moves, question, answer) if counted else _same(answer, True)


def _length(mate: int, within: int | None, question: Question, answer: Answer) -> Agreement:
    """A mate of the side that mates by the file too: how long it is."""
    length, none_within = answer["length"], answer["none_within"] or 0
    if none_within >= max(mate, 1) or (length is not None and length < mate):
        return "no"
    if answer["answer"] == "disproven":
        return "yes" if within is not None and within < mate else "no"
    if answer["answer"] == "proven":
        return "no" if question.kind == "shortest" and length != mate else "yes"
    return ""


def _score(expected: Expected, question: Question, goal: Goal | None, answer: Answer) -> Agreement:
    score = expected.score
    if score is None or question.kind in ("depth", "shortest"):
        return ""
    if question.kind == "exact":
        return "" if not answer["answer"] else "yes" if float(answer["answer"]) == score else "no"
    if question.kind == "value":
        return _among(answer, (score > 0) - (score < 0))
    if goal is not None and goal.number is not None:
        return _same(answer, score >= goal.number)
    return _result(goal, score, answer)


def _verdict(expected: Expected, question: Question, goal: Goal | None, answer: Answer) -> Agreement:
    verdict = expected.verdict
    if verdict is None:
        return ""
    if verdict not in _HIGHEST:
        return _same(answer, verdict == "proven") if question.kind == "solve" else ""
    if question.kind == "value":
        return _among(answer, _HIGHEST[verdict])
    return _result(goal, _HIGHEST[verdict], answer) if question.kind == "solve" else ""


def _result(goal: Goal | None, worth: int, answer: Answer) -> Agreement:
    """A goal that asks for a win or a draw, against the position's worth for the player on move."""
    if goal is None or goal.number is not None or goal.needs_last_move:
        return ""
    return _same(answer, worth >= 0 if goal.draw_is_enough else worth > 0)


def _moves(expected: Expected, question: Question, answer: Answer) -> Agreement:
    """Best moves. A proof by another move contradicts nothing: there may be several ways."""
    if not (expected.best or expected.avoid) or not answer["moves"] or answer["status"] != "solved":
        return ""
    first = answer["moves"][0]
    good = first in expected.best if expected.best else first not in expected.avoid
    if question.kind == "depth":
        return "yes" if good else "missed"
    return "yes" if good and expected.best else ""


def _same(answer: Answer, is_true: bool) -> Agreement:
    """A yes or a no against the truth."""
    if answer["answer"] not in ("proven", "disproven"):
        return ""
    return "yes" if (answer["answer"] == "proven") == is_true else "no"


def _among(answer: Answer, worth: int) -> Agreement:
    """Win, draw or loss, or two of them that are left, against the truth."""
    if not answer["answer"]:
        return ""
    possible = [_HIGHEST[word] for word in answer["answer"].split(" or ")]
    if worth not in possible:
        return "no"
    return "yes" if len(possible) == 1 else ""
