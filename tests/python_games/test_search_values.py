"""Numbers of games written in Python: quarters of a point, and answers that are none."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import pnyx
from pnyx.game.steps import Steps
from pnyx.reference import minimax as twins
from search.test_mt import texts
from support.mt_cases import BEST, EXACT
from support.raising import raises_for

Position = tuple[int, int]


class Quarters:
    """Take one to three from a heap; the last one gets as many points as are written on the last object taken."""

    repetition = "impossible"
    smallest_difference: Any = 0.25
    largest_value: Any = 12

    def __init__(self, seed: int = 0, heap: int = 12) -> None:
        rng = random.Random(f"quarters {seed}")
        self.heap = heap
        self.points = [rng.randint(1, 40) / 4 for _ in range(4)]
        self.evaluations = [rng.randint(-48, 48) / 4 for _ in range(2 * heap + 2)]

    def start(self) -> Position:
        return self.heap, 0

    def turn(self, position: Position) -> int:
        return position[1] % 2

    def outcome(self, position: Position) -> int | None:
        return None if position[0] else 1 - position[1] % 2

    def moves(self, position: Position) -> range:
        return range(1, min(3, position[0]) + 1)

    def play(self, position: Position, move: int) -> Position:
        left, moved = position
        # How the game ended is part of its last position.
        return left - move, (1 - moved % 2) + (2 * move if left == move else 0)

    def score(self, position: Position) -> Any:
        return self.points[position[1] // 2] * (1 if position[1] % 2 else -1)

    def evaluate(self, position: Position) -> Any:
        return self.evaluations[2 * position[0] + position[1] % 2]


class Unscored(Quarters):
    """The same, won or lost."""

    score = None  # type: ignore[assignment]


@pytest.mark.parametrize("algorithm", EXACT)
def test_quarters_of_a_point(algorithm: str) -> None:
    between = 0
    for seed in range(20):
        game = Quarters(seed)
        for depth in (0, 1, 2, 5, 12, None):
            found = pnyx.search(game, depth, algorithm, exact=depth is None)
            twin = twins.search(game, game.start(), algorithm, depth)
            right = twins.search(game, game.start(), "minimax", depth)
            assert found.value == twin.value == right.value, f"seed {seed}, depth {depth}"
            assert found.value is not None, (seed, depth)
            assert found.value * 4 == round(found.value * 4), (seed, depth)
            between += found.value != round(found.value)
    assert between > 20, "values between whole numbers"


@pytest.mark.parametrize("algorithm", BEST)
def test_searches_for_a_move(algorithm: str) -> None:
    """They know bounds of the value, in quarters too."""
    for seed in range(20):
        game = Quarters(seed)
        for depth in (1, 2, 5, 12):
            right = twins.search(game, game.start(), "minimax", depth).value
            found = pnyx.search(game, depth, algorithm, options=texts(algorithm, twins.Options(bounds="one")))
            twin = twins.search(game, game.start(), algorithm, depth)
            assert (found.value, found.bound, found.best_moves) == (twin.value, twin.bound, [twin.best]), (seed, depth)
            assert found.value is not None, (seed, depth)
            assert {"lower": found.value <= right, "upper": found.value >= right}.get(
                twin.bound, found.value == right
            ), (seed, depth)


def test_wins_are_worth_more_than_evaluations() -> None:
    game = Quarters(3)
    found = pnyx.search((2, 0), 4, game=game)
    assert found.value == game.largest_value + game.points[2]
    assert (found.outcome, found.largest_estimate) == ("win", 12)
    assert pnyx.search((2, 0), game=game, exact=True).value == game.points[2]


@pytest.mark.parametrize(("smallest", "expected"), [(0.25, 1), (1, 1), (0.3, 0.9), (7, 7)])
def test_a_win_without_a_score_counts_1(smallest: float, expected: int) -> None:
    game = Unscored(1)
    game.smallest_difference, game.largest_value = smallest, 1000 * smallest
    game.evaluations = [0] * 100
    assert pnyx.search((3, 0), game=game, exact=True).value == pytest.approx(expected)
    assert twins.search(game, (3, 0), "mtd-f").value == pytest.approx(expected)
    found = pnyx.search((3, 0), 2, game=game)
    assert found.value == pytest.approx(expected + 1000 * smallest)
    assert found.outcome == "win"


def test_tenths_come_out_as_they_went_in() -> None:
    game = Quarters()
    game.smallest_difference, game.evaluations = 0.1, [0.3] * 100
    assert pnyx.search(game, 0).value == 0.3
    assert twins.search(game, game.start(), "minimax", 0).value == 0.3
    assert pnyx.search(game, 2).iterations[-1].value == 0.3


@pytest.mark.parametrize("evaluation", [Fraction(7, 4), Decimal("1.75"), 1.75 + 1e-12])
def test_other_numbers(evaluation: Any) -> None:
    game = Quarters()
    game.evaluations = [evaluation] * 100
    assert pnyx.search(game, 0).value == 1.75
    assert twins.search(game, game.start(), "minimax", 0).value == 1.75


WRONG = [
    (0.3, "evaluate() must return a multiple of smallest_difference, 0.25, not "),
    (5000.1, "evaluate() must return a multiple of smallest_difference, 0.25, not "),
    (12.25, "evaluate() must return a number from -12 to 12 (largest_value), not "),
    (-12.25, "evaluate() must return a number from -12 to 12 (largest_value), not "),
    (10**400, "evaluate() must return a number from -12 to 12 (largest_value), not "),
    (float("-inf"), "evaluate() must return a number from -12 to 12 (largest_value), not "),
    (float("nan"), "evaluate() must return a number, not "),
    ("1", "evaluate() must return a number, not "),
    (None, "evaluate() must return a number, not "),
    (True, "evaluate() must return a number, not "),
    (1 + 0j, "evaluate() must return a number, not "),
]


@pytest.mark.parametrize(("answer", "message"), WRONG)
def test_wrong_answers(answer: Any, message: str) -> None:
    game = Quarters()
    game.evaluations = [answer] * 100
    searches = (lambda: pnyx.search(game, 1), lambda: twins.search(game, game.start(), "minimax", 1))
    for search in searches:
        with raises_for(search, pnyx.ContractError) as caught:
            search()
        assert str(caught.value).startswith(message), search
        assert "at" in str(caught.value), search


@pytest.mark.parametrize(("points", "message"), [(0.3, "a multiple"), (13, "a number from"), (1j, "a number, not")])
def test_wrong_scores(points: Any, message: str) -> None:
    game = Quarters()
    game.points = [points] * 4
    for search in (lambda: pnyx.search(game, exact=True), lambda: twins.search(game, game.start(), "minimax")):
        with raises_for(search, pnyx.ContractError, match=rf"score\(\) must return {message}"):
            search()


def test_a_float_without_a_smallest_difference() -> None:
    game = Quarters()
    game.evaluations = [0.5] * 100

    class Unstated:
        repetition, largest_value = "impossible", 12
        start, turn, outcome, moves, play = game.start, game.turn, game.outcome, game.moves, game.play
        evaluate = game.evaluate

    message = r"evaluate\(\) must return a whole number unless the game states its smallest_difference, not '?0.5"
    with pytest.raises(pnyx.ContractError, match=message):
        pnyx.search(Unstated(), 1)
    with pytest.raises(pnyx.ContractError, match=message):
        twins.search(Unstated(), game.start(), "minimax", 1)


def test_a_large_float_is_not_a_whole_number() -> None:
    game = Quarters()
    game.smallest_difference, game.largest_value, game.evaluations = 1, 2_000_000, [1_000_000.5] * 100
    with pytest.raises(pnyx.ContractError, match="multiple of smallest_difference"):
        pnyx.search(game, 1)
    with pytest.raises(pnyx.ContractError, match="multiple of smallest_difference"):
        twins.search(game, game.start(), "minimax", 1)


@pytest.mark.parametrize("points", [-1, 0])
def test_a_score_has_the_sign_of_its_winner(points: float) -> None:
    game = Quarters()
    game.points = [points] * 4
    for search in (lambda: pnyx.search(game, exact=True), lambda: twins.search(game, game.start(), "minimax")):
        with raises_for(
            search, pnyx.ContractError, match=r"score\(\) must return a number above 0 where player 0 has won"
        ):
            search()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("smallest_difference", 0),
        ("smallest_difference", -1),
        ("smallest_difference", True),
        ("smallest_difference", "0.25"),
        ("smallest_difference", float("nan")),
        ("largest_value", float("inf")),
        ("largest_value", 0),
        ("largest_value", 0.1),
        ("largest_value", 1e9),
    ],
)
def test_bad_declarations(name: str, value: Any) -> None:
    game = Quarters()
    setattr(game, name, value)
    for read in (lambda: pnyx.search(game, 1), lambda: Steps(game)):
        with raises_for(read, pnyx.InputError, match=f"{name} must be"):
            read()
