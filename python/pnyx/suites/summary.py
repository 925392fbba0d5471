"""The summary of a run: counts for each algorithm, and pairwise comparisons."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import median
from typing import Any, Final

from pnyx.suites.outcomes import Outcome

_SHORTEST_TIME: Final = 0.001
"""Seconds below which times are not distinguished."""


@dataclass(frozen=True)
class Summary:
    """The results of one algorithm."""

    algorithm: str
    positions: int
    solved: int
    answers: dict[str, int]
    """The answers among them, and how often each was given; values are not counted one by one."""
    unknown: dict[str, int]
    """Unknown answers, by reason."""
    failed: int
    wrong: int
    """Answers that contradict the suite."""
    right: int
    """Answers that the suite confirms."""
    missed: int
    """Moves of searches to a depth that are not the suite's."""
    at_length: int
    """Mates proved at the length in the suite."""
    nodes: int
    """Of all positions."""
    seconds: float
    median_nodes: float | None
    """Of the positions that were solved."""

    def to_json(self) -> dict[str, Any]:
        """The summary as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Comparison:
    """Two algorithms on the positions that both were asked about."""

    first: str
    second: str
    both: int
    """Positions that both solved."""
    only_first: int
    only_second: int
    neither: int
    nodes: float | None
    """Nodes of the first for each of the second: the geometric mean over the positions that both solved."""
    seconds: float | None
    """The same of time; times below a millisecond count as one."""

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain data."""
        return asdict(self)


def summarise(outcomes: Sequence[Outcome]) -> tuple[Summary, ...]:
    """A summary for each algorithm, in the order they come."""
    return tuple(
        _summary(name, [each for each in outcomes if each.algorithm == name])
        for name in dict.fromkeys(each.algorithm for each in outcomes)
    )


def _summary(algorithm: str, outcomes: Sequence[Outcome]) -> Summary:
    solved = [each for each in outcomes if each.solved]
    return Summary(
        algorithm=algorithm,
        positions=len(outcomes),
        solved=len(solved),
        answers=dict(Counter(each.answer for each in solved if each.answer.isalpha())),
        unknown=dict(Counter(each.reason for each in outcomes if each.status == "unknown").most_common()),
        failed=sum(each.status == "failed" for each in outcomes),
        wrong=sum(each.wrong for each in outcomes),
        right=sum(each.agrees == "yes" for each in outcomes),
        missed=sum(each.agrees == "missed" for each in outcomes),
        at_length=sum(each.length is not None and each.expected in _lengths(each.length) for each in outcomes),
        nodes=sum(each.nodes for each in outcomes),
        seconds=round(sum(each.seconds for each in outcomes), 6),
        median_nodes=median(each.nodes for each in solved) if solved else None,
    )


def _lengths(length: int) -> tuple[str, str]:
    return f"mate in {length}", f"mated in {length}"


def compare(outcomes: Iterable[Outcome]) -> tuple[Comparison, ...]:
    """Every two algorithms side by side."""
    by_algorithm: dict[str, dict[tuple[str, ...], Outcome]] = {}
    for each in outcomes:
        by_algorithm.setdefault(each.algorithm, {})[each.key[:4]] = each
    found = []
    for (first, left), (second, right) in combinations(by_algorithm.items(), 2):
        pairs = [(left[key], right[key]) for key in left if key in right]
        if pairs:
            found.append(_comparison(first, second, pairs))
    return tuple(found)


def _comparison(first: str, second: str, pairs: Sequence[tuple[Outcome, Outcome]]) -> Comparison:
    solved = Counter((left.solved, right.solved) for left, right in pairs)
    common = [(left, right) for left, right in pairs if left.solved and right.solved]
    return Comparison(
        first=first,
        second=second,
        both=len(common),
        only_first=solved[True, False],
        only_second=solved[False, True],
        neither=solved[False, False],
        nodes=_mean_ratio([(max(left.nodes, 1), max(right.nodes, 1)) for left, right in common]),
        seconds=_mean_ratio([(_time(left), _time(right)) for left, right in common]),
    )


def _time(outcome: Outcome) -> float:
    return max(outcome.seconds, _SHORTEST_TIME)


def _mean_ratio(pairs: Sequence[tuple[float, float]]) -> float | None:
    """The geometric mean of quotients: what is twice as much here and half as much there is even.

    >>> _mean_ratio([(200, 100), (50, 100)])
    1.0
    """
    if not pairs:
        return None
    return math.exp(math.fsum(math.log(first / second) for first, second in pairs) / len(pairs))


def contradictions(outcomes: Iterable[Outcome]) -> tuple[tuple[Outcome, Outcome], ...]:
    """Pairs of answers that cannot both be right: two algorithms, one question, and not the same answer."""
    first: dict[tuple[str, ...], Outcome] = {}
    found = []
    for each in outcomes:
        # Depth differs between searches, and values are not proofs.
        if not each.solved or each.question.startswith("depth"):
            continue
        before = first.setdefault(each.key[:4], each)
        lengths_differ = each.question.startswith("shortest") and before.length != each.length
        if before.answer != each.answer or lengths_differ:
            found.append((before, each))
    return tuple(found)
