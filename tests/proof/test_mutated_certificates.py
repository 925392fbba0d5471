"""Certificates of random games, damaged in every way: rejected by both checkers, or still true.

A change may do no harm: a copy of a node that could be shared, another winning move, the same graph for a question
that has the same answer. Such a certificate must be accepted by both checkers, with the same report, and brute force
must confirm what it says.
"""

from __future__ import annotations

from collections import Counter

import pytest

from support.cases import case
from support.judging import damage
from support.mutated_claims import MUTATIONS

GAMES = ("graph", "tic-tac-toe")
CASES, CHUNK = 2_000, 250
SOAK_CASES, SOAK_CHUNK = 100_000, 1_000
KINDS = list(MUTATIONS)


@pytest.mark.parametrize("first", range(0, CASES, CHUNK))
@pytest.mark.parametrize("game", GAMES)
def test_damage_is_noticed_or_harmless(game: str, first: int) -> None:
    # Half of the kinds each, which take turns; one certificate in ten has them all.
    for seed in range(first, first + CHUNK):
        damage(case(game, seed), KINDS if seed % 10 == 0 else KINDS[seed // 2 % 2 :: 2])


@pytest.mark.soak
@pytest.mark.parametrize("first", range(CASES, CASES + SOAK_CASES, SOAK_CHUNK))
@pytest.mark.parametrize("game", GAMES)
def test_damage_is_noticed_or_harmless_soak(game: str, first: int) -> None:
    for seed in range(first, first + SOAK_CHUNK):
        damage(case(game, seed), KINDS)


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_damage_occurs(game: str) -> None:
    counts = Counter[tuple[str, bool]]()
    for seed in range(200):
        counts += damage(case(game, seed), KINDS)
    never_noticed = {kind for kind in KINDS if not counts[kind, False]}
    assert never_noticed <= {"edge_unshared", "edge_redirected_to_the_same_position"}
    sometimes_harmless = {kind for kind in KINDS if counts[kind, True]}
    assert sometimes_harmless >= {"move_changed_and_answered", "edge_unshared", "goal_swapped", "position_replaced"}
