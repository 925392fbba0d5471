"""Wins within N of the winner's own moves: the truth by plain recursion, and random questions."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from functools import cache
from typing import Any

from support.cases import Case
from support.df_pn_cases import after_some_moves
from support.random_games import random_detours, random_graph

MOST = 5
"""The largest number of moves that is asked for."""


def least_moves(
    game: Any, root: Hashable, most: int = MOST, history: Iterable[Hashable] = (), prover: int | None = None
) -> int | None:
    """The fewest own moves within which the prover, by default the player on move, can force a win; `None` if there are
    none up to `most`.

    By the definition alone: a line fails where the prover has no move left to make, where it comes to a position that
    was there before the root, and where the other side's moves alone repeat one.
    """
    prover = game.turn(root) if prover is None else prover
    past = frozenset(history) if game.repetition == "draw" else frozenset()

    @cache
    def wins(position: Hashable, left: int, since: frozenset[Hashable]) -> bool:
        outcome = game.outcome(position)
        if outcome is not None:
            return bool(outcome == prover)
        after = [game.play(position, move) for move in game.moves(position)]
        if game.turn(position) == prover:
            return left > 0 and any(other not in past and wins(other, left - 1, frozenset()) for other in after)
        since |= {position}
        return all(other not in past and other not in since and wins(other, left, since) for other in after)

    return next((moves for moves in range(most + 1) if wins(root, moves, frozenset())), None)


def win_in_case(seed: int) -> Case:
    """The question of this number: graphs with and without cycles, half of them with players who do not alternate, one
    of three with a history."""
    rng = random.Random(f"win-in {seed}")
    if seed % 5 == 0:
        text = random_graph(rng, repetition="impossible", largest=20, alternating=0.5)
    elif seed % 5 == 1:
        text = random_detours(rng, attacker=0, size=10, depth=1 + seed // 5 % 2)
    else:
        text = random_graph(rng, largest=16, alternating=0.4)
    if seed % 5 != 0 and seed // 5 % 3 == 0:
        text = after_some_moves(rng, text)
    return Case.read(seed, "graph", text)


def alternates(case: Case) -> bool:
    """Whether every move passes the turn, in every position that can be reached."""
    game, seen, waiting = case.rules, {case.root}, [case.root]
    while waiting:
        position = waiting.pop()
        if game.outcome(position) is not None:
            continue
        for move in game.moves(position):
            other = game.play(position, move)
            if game.outcome(other) is None and game.turn(other) == game.turn(position):
                return False
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return True
