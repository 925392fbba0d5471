"""Whole games by brute force: the oracle for tables, and games with symmetric positions for it."""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import pnyx
from support.cyclic_game import Cyclic

Row = tuple[str, int | None]


def brute(game: Any) -> dict[Any, Row]:
    """The value and the distance of every position, by rounds until nothing changes: shares no idea with the table."""
    moves: dict[Hashable, list[Hashable]] = {}
    waiting = [game.start()]
    while waiting:
        here = waiting.pop()
        if here not in moves:
            moves[here] = [] if game.outcome(here) is not None else [game.play(here, m) for m in game.moves(here)]
            waiting.extend(moves[here])
    winner: dict[Hashable, tuple[int, int]] = {
        here: (game.outcome(here), 0) for here in moves if game.outcome(here) in (0, 1)
    }
    for ply in range(1, len(moves) + 1):
        found = {}
        for here, following in moves.items():
            if here in winner or not following:
                continue
            turn = game.turn(here)
            known = [winner.get(after) for after in following]
            if any(row is not None and row == (turn, ply - 1) for row in known):
                found[here] = (turn, ply)
            elif all(row is not None and row[0] != turn for row in known):
                found[here] = (1 - turn, 1 + max(row[1] for row in known if row is not None))
        if not found:  # a distance needs a move to one that is less by one
            break
        winner.update(found)

    def row(here: Hashable) -> Row:
        if here not in winner:
            return ("draw", None)
        who, distance = winner[here]
        return ("win" if who == game.turn(here) else "loss", distance)

    return {here: row(here) for here in moves}


def rows(table: pnyx.Table) -> dict[Hashable, Row]:
    return {position.object: (entry.value, entry.distance) for position, entry in table.items()}


class Doubled:
    """A random graph in which most nodes have a twin: symmetric positions, with moves that lead to either twin.

    Positions are a node and which of the two it is; nodes in `single` have no twin. The moves of twins are in different
    orders, so that only `canonical` says that they are alike.
    """

    def __init__(self, text: str, rng: random.Random) -> None:
        self._graph = Cyclic(text)
        self.repetition = self._graph.repetition
        nodes = [*self._graph.inner, *self._graph.final]
        single = {node for node in nodes if rng.random() < 0.2}
        self._moves: dict[Hashable, list[tuple[str, int]]] = {}
        for node, (_, after) in self._graph.inner.items():
            for twin in (0, 1):
                moves = [(other, 0 if other in single else rng.randrange(2)) for other in after]
                self._moves[node, twin] = rng.sample(moves, len(moves))

    def start(self) -> tuple[str, int]:
        return (self._graph.start(), 0)

    def turn(self, position: tuple[str, int]) -> int:
        return self._graph.turn(position[0])

    def outcome(self, position: tuple[str, int]) -> Any:
        return self._graph.outcome(position[0])

    def moves(self, position: tuple[str, int]) -> list[tuple[str, int]]:
        return self._moves[position]

    def play(self, position: tuple[str, int], move: tuple[str, int]) -> tuple[str, int]:
        return move


class DoubledWithSymmetry(Doubled):
    """The same, and which twin stands for both."""

    def canonical(self, position: tuple[str, int]) -> tuple[str, int]:
        return (position[0], 0)
