"""What moves are worth in a game that is being played: by brute force, with the positions of its line as a history."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from pnyx.reference import brute

Worth = tuple[str, int | None]


def worth(game: Any, line: Sequence[str]) -> dict[str, Worth]:
    """By move: the value for the player who makes it, and the plies to the end. Moves are their texts."""
    passed = [game.start()]
    for move in line:
        passed.append(game.play(passed[-1], move))
    here = passed[-1]
    return {move: _after(game, game.turn(here), game.play(here, move), passed) for move in game.moves(here)}


def _after(game: Any, mover: int, reached: Any, passed: Sequence[Any]) -> Worth:
    outcome = game.outcome(reached)
    if outcome is None and reached in passed and getattr(game, "repetition", "draw") == "draw":
        outcome = "draw"
    if outcome is not None:
        return ("draw", None) if outcome == "draw" else ("win" if outcome == mover else "loss", 1)
    for goal, winner in (("win", game.turn(reached)), ("draw-or-better", 1 - game.turn(reached))):
        found = brute.distances(game, reached, goal, history=passed)
        if reached in found:
            return ("win" if winner == mover else "loss", found[reached] + 1)
    return ("draw", None)


def random_line(game: Any, rng: random.Random, most: int) -> list[str]:
    """Some moves from the start, which neither repeat a position nor end the game."""
    line: list[str] = []
    passed = [game.start()]
    for _ in range(rng.randint(0, most)):
        open_moves = [
            move
            for move in game.moves(passed[-1])
            if game.play(passed[-1], move) not in passed and game.outcome(game.play(passed[-1], move)) is None
        ]
        if not open_moves:
            break
        line.append(rng.choice(open_moves))
        passed.append(game.play(passed[-1], line[-1]))
    return line
