"""Random graphs and random m,n,k positions: search, oracle, twin and both checkers must say the same.

The cases are fixed by their numbers, so a failure names the case and occurs again when it is run again.
"""

from __future__ import annotations

import pytest

from support.cases import GOALS, VARIANTS, assert_agreement, assert_winning_moves, case

GAMES = ("graph", "tic-tac-toe")
CASES, CHUNK = 2_000, 250
SOAK_CASES, SOAK_CHUNK = 100_000, 1_000
WINNING_MOVES = 500


def variant(seed: int, goal: str) -> dict[str, str]:
    """The variants of the search take turns."""
    return VARIANTS[(seed // 7 + seed + 3 * GOALS.index(goal)) % len(VARIANTS)]


def run(game: str, first: int, count: int) -> None:
    for seed in range(first, first + count):
        for goal in GOALS:
            assert_agreement(case(game, seed), goal, variant(seed, goal))


@pytest.mark.parametrize("first", range(0, CASES, CHUNK))
@pytest.mark.parametrize("game", GAMES)
def test_agreement(game: str, first: int) -> None:
    run(game, first, CHUNK)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(CASES, CASES + SOAK_CASES, SOAK_CHUNK))
@pytest.mark.parametrize("game", GAMES)
def test_agreement_soak(game: str, first: int) -> None:
    run(game, first, SOAK_CHUNK)


@pytest.mark.parametrize("game", GAMES)
def test_winning_moves(game: str) -> None:
    for seed in range(WINNING_MOVES):
        for goal in GOALS:
            assert_winning_moves(case(game, seed), goal, variant(seed, goal))
