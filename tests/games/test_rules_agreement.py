"""The two sets of rules, move for move on random games, and on texts that are no positions."""

from __future__ import annotations

import random
from typing import Final

import pytest

import pnyx
from pnyx.reference.rules import perft, read_position
from support.all_games import STARTS, Start

BY_LABEL: Final = {start.label: start for start in STARTS}

# The reference rules are slow on purpose: as deep as a few seconds allow.
DEPTHS: Final = {"atomic": 3, "lines-of-action": 3}


def play_out(start: Start, seed: int) -> int:
    """Play a random game by both rules; gives the number of plies."""
    options = dict(start.options)
    native = pnyx.position(start.game, start.text, **options)
    reading = read_position(start.game, start.text, options)
    rules, position = reading.rules, reading.root
    rng = random.Random(seed)
    for ply in range(start.plies):
        assert native.board == rules.position_text(position)
        assert native.turn == rules.players[rules.turn(position)]
        outcome = rules.outcome(position)
        named = rules.players[outcome] if isinstance(outcome, int) else outcome
        assert native.outcome == named, native.board
        if outcome is not None:
            return ply
        moves = rules.sorted_moves(position)
        names = [name for name, _ in moves]
        assert sorted(native.moves()) == names, native.board
        name, move = moves[rng.randrange(len(moves))]
        native, position = native.play(name), rules.play(position, move)
    return start.plies


@pytest.mark.parametrize("label", BY_LABEL)
def test_random_games_by_both_rules(label: str) -> None:
    assert sum(play_out(BY_LABEL[label], seed) for seed in range(50 // ALIKE[BY_LABEL[label].game])) > 0


@pytest.mark.soak
@pytest.mark.parametrize("label", BY_LABEL)
def test_a_thousand_random_games_by_both_rules(label: str) -> None:
    assert sum(play_out(BY_LABEL[label], 1000 + seed) for seed in range(1000 // ALIKE[BY_LABEL[label].game])) > 0


ALIKE: Final = {start.game: sum(other.game == start.game for other in STARTS) for start in STARTS}
"""How many starts a game has: together they make up the games to be played."""


@pytest.mark.parametrize("label", BY_LABEL)
def test_counts_by_both_rules(label: str) -> None:
    start = BY_LABEL[label]
    options = dict(start.options)
    native = pnyx.position(start.game, start.text, **options)
    reading = read_position(start.game, start.text, options)
    for depth in range(1, DEPTHS.get(start.game, 4) + 1):
        assert native.perft(depth) == perft(reading.rules, reading.root, depth), depth
