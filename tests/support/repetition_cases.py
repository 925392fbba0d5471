"""Random games written in Python whose positions can be repeated, or not, and what they are worth along all lines."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pnyx.api.catalogue import searches

LARGEST = 9
"""The largest evaluation; a win is worth one more."""


class Numbered:
    """Positions are numbers, a move is the next one. Every position has an evaluation; some are final."""

    players = ("max", "min")
    repetition: Literal["draw"] = "draw"
    largest_value = LARGEST

    def __init__(
        self,
        turns: Sequence[int],
        moves: Sequence[Sequence[int]],
        evaluations: Sequence[int],
        ends: Mapping[int, Any],
    ) -> None:
        self.turns, self.edges, self.evaluations, self.ends = turns, moves, evaluations, ends

    def start(self) -> int:
        return 0

    def turn(self, position: int) -> int:
        return self.turns[position]

    def outcome(self, position: int) -> Any:
        return self.ends.get(position)

    def moves(self, position: int) -> Sequence[int]:
        return self.edges[position]

    def play(self, position: int, move: int) -> int:
        return move

    def move_text(self, position: int, move: int) -> str:
        return str(move)

    def evaluate(self, position: int) -> int:
        return self.evaluations[position]

    def __repr__(self) -> str:
        return f"Numbered({self.turns}, {self.edges}, {self.evaluations}, {self.ends})"

    def worth(self, position: int, depth: int, line: frozenset[int] = frozenset()) -> int:
        """Plain minimax along all lines, seen from player 0."""
        if position in line:
            return 0
        if position in self.ends:
            return {0: LARGEST + 1, 1: -LARGEST - 1, "draw": 0}[self.ends[position]]
        if depth == 0:
            return self.evaluations[position]
        below = (self.worth(move, depth - 1, line | {position}) for move in self.edges[position])
        return (max, min)[self.turns[position]](below)

    def returns(self, position: int, depth: int, line: frozenset[int] = frozenset()) -> bool:
        """Whether some line of this length repeats a position."""
        if position in line or position in self.ends or depth == 0:
            return position in line
        return any(self.returns(move, depth - 1, line | {position}) for move in self.edges[position])


HIDDEN = Numbered(
    [1, 1, 0, 0, 0, 1, 0],
    [[4, 6], [5, 1], [4, 3], [], [2, 3, 0], [1], [0, 5, 2]],
    [-3, -8, 9, -5, 9, 2, 8],
    {3: "draw"},
)
"""At depth 3 it is a draw, which some searches with a table do not see."""


def cyclic(rng: random.Random, size: int) -> Numbered:
    """Moves lead anywhere."""
    return _random(rng, size, lambda position: range(size))


def acyclic(rng: random.Random, size: int, stride: int, ends: float = 0.15) -> Numbered:
    """Moves lead forward, by at most `stride`: positions are met at many plies, but none is repeated."""
    return _random(rng, size, lambda position: range(position + 1, min(size, position + stride + 1)), ends)


def _random(rng: random.Random, size: int, targets: Any, final: float = 0.15) -> Numbered:
    alternates = rng.random() < 0.5
    largest = rng.choice((1, 3, LARGEST))
    turns = [position % 2 if alternates else rng.randrange(2) for position in range(size)]
    moves: list[list[int]] = []
    ends: dict[int, Any] = {}
    for position in range(size):
        others = [other for other in targets(position) if not alternates or (position - other) % 2]
        if not others or (position and rng.random() < final):
            moves.append([])
            ends[position] = rng.choice((0, 1, "draw"))
        else:
            moves.append(rng.sample(others, rng.randint(1, min(4, len(others)))))
    return Numbered(turns, moves, [rng.randint(-largest, largest) for _ in range(size)], ends)


def search_options(rng: random.Random, algorithm: str) -> dict[str, str]:
    """Some way to search, as the algorithm's options have it."""
    options: dict[str, str] = {
        "killers": rng.choice(("on", "off")),
        "history": rng.choice(("on", "off")),
        "best": rng.choice(("on", "on", "off")),
        "bounds": rng.choice(("one", "two")),
        "leaves": rng.choice(("on", "off")),
        "etc": rng.choice(("off", "0", "1", "2")),
        "etc-first": rng.choice(("on", "off")),
        "deepening": rng.choice(("off", "1", "2")),
        "guess": rng.choice(("1", "2")),
        "shift": rng.choice(("0", "-3", "2")),
        "window": rng.choice(("0", "1", "5", "100")),
        "stride": rng.choice(("1", "3", "auto")),
        "bound": str(rng.randint(-LARGEST, LARGEST)),
        "table": rng.choice(("exact", "exact", "two-deep", "off")),
    }
    if options["table"] == "two-deep":
        options["stored"] = rng.choice(("memory", "2", "8"))
    known = {option.name for option in searches()[algorithm].options}
    return {name: value for name, value in options.items() if name in known}
