"""Answers against what the file says about the positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from pnyx.suites.answering import Answer
from pnyx.suites.asking import Question
from pnyx.suites.entries import Entry, Expected
from pnyx.wording import RESTRICTIONS

__all__ = ["Agreement", "judge"]

Agreement = Literal["yes", "no", "missed", ""]
"""`yes` or `no` where the answer and the file can be compared; `missed` where a search to a depth, which proves
nothing, chose another move than the file; empty where there is nothing to compare."""

_HIGHEST: Final = {"loss": -1, "draw": 0, "win": 1}


def judge(entry: Entry, question: Question, answer: Answer) -> Agreement:
    """Whether an answer agrees with what is expected; what is unknown is never wrong.

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
    if expected.mate is not None and any(name in RESTRICTIONS for name, _ in entry.options):
        # Whoever may not play all moves need not reach what the file says; only a mate that is shorter contradicts it.
        shorter = answer["length"] is not None and 0 < answer["length"] < expected.mate
        return "no" if shorter and question.goal.startswith("mate") else ""
    verdicts = [compare(expected, question, answer) for compare in (_mate, _score, _verdict, _moves)]
    for agreement in ("no", "yes", "missed"):
        if agreement in verdicts:
            return agreement
    return ""


def _mate(expected: Expected, question: Question, answer: Answer) -> Agreement:
    mate = expected.mate
    if mate is None or question.searching:
        return ""
    if question.kind == "value":
        return _among(answer, 1 if mate > 0 else -1)
    goal, _, number = question.goal.partition(" ")
    if goal not in _GOALS:
        return ""
    if goal == "draw-or-better":
        return _same(answer, mate > 0)
    if (mate > 0) != (goal not in ("mated", "mated-in")):
        # The file says that the other side mates.
        return "no" if answer["length"] is not None or answer["answer"] == "proven" else _same(answer, False)
    if goal == "win":
        return _same(answer, True)
    return _length(abs(mate), int(number) if number else None, question, answer)


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


def _score(expected: Expected, question: Question, answer: Answer) -> Agreement:
    score = expected.score
    if score is None or question.kind in ("depth", "shortest"):
        return ""
    if question.kind == "exact":
        return "" if not answer["answer"] else "yes" if float(answer["answer"]) == score else "no"
    if question.kind == "value":
        return _among(answer, (score > 0) - (score < 0))
    goal, _, number = question.goal.partition(" ")
    if goal == "score":
        return _same(answer, score >= int(number))
    return _same(answer, _GOALS[goal](score)) if goal in ("win", "draw-or-better") else ""


def _verdict(expected: Expected, question: Question, answer: Answer) -> Agreement:
    verdict = expected.verdict
    if verdict is None:
        return ""
    if verdict in _HIGHEST:
        worth = _HIGHEST[verdict]
        if question.kind == "value":
            return _among(answer, worth)
        if question.kind == "solve" and question.goal in ("win", "draw-or-better"):
            return _same(answer, _GOALS[question.goal](worth))
        return ""
    return _same(answer, verdict == "proven") if question.kind == "solve" else ""


def _moves(expected: Expected, question: Question, answer: Answer) -> Agreement:
    """Best moves. A proof by another move contradicts nothing: there may be several ways."""
    if not (expected.best or expected.avoid) or not answer["moves"] or answer["status"] != "solved":
        return ""
    first = answer["moves"][0]
    good = first in expected.best if expected.best else first not in expected.avoid
    if question.kind == "depth":
        return "yes" if good else "missed"
    return "yes" if good and expected.best else ""


_GOALS: Final[dict[str, Callable[[int], bool]]] = {
    "mate": lambda worth: worth > 0,
    "mate-in": lambda worth: worth > 0,
    "mated": lambda worth: worth < 0,
    "mated-in": lambda worth: worth < 0,
    "win": lambda worth: worth > 0,
    "draw-or-better": lambda worth: worth >= 0,
}
"""Goals that the worth of a position, as a number, says something about: whether they can be reached."""


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
