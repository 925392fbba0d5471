"""A game written in Python with few positions and many cycles: one player chases the other over a graph."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class Places:
    """Where both are, and who is on move."""

    chaser: int
    runner: int
    turn: int


class Forgetful(Places):
    """Where both are, but pickled without the runner: its bytes say less than the rules do."""

    def __reduce__(self) -> Any:
        return Forgetful, (self.chaser, self.chaser ^ 1, self.turn)


class Chase:
    """The chaser, who is first, wins by reaching the runner; otherwise it never ends, which is a draw.

    The runner wins on the exit, a node that it cannot always be kept from.
    """

    name: ClassVar[str] = "chase"
    repetition: ClassVar[Any] = "draw"

    def __init__(self, seed: int, size: int = 24) -> None:
        rng = random.Random(seed)
        self.nodes = {node: {rng.randrange(node)} if node else set[int]() for node in range(size)}
        for node, near in list(self.nodes.items()):
            for other in near:
                self.nodes[other].add(node)
        for _ in range(rng.choice((0, 1, 2, size // 2))):
            one, other = rng.sample(range(size), 2)
            self.nodes[one].add(other)
            self.nodes[other].add(one)
        self.begin, self.exit = rng.sample(range(size), 2), rng.choice((None, 0, size - 1))

    def places_of(self, chaser: int, runner: int, turn: int) -> Places:
        return Places(chaser, runner, turn)

    def start(self) -> Places:
        return self.places_of(self.begin[0], self.begin[1], 0)

    def turn(self, position: Places) -> int:
        return position.turn

    def outcome(self, position: Places) -> int | None:
        if position.chaser == position.runner:
            return 0
        return 1 if position.runner == self.exit else None

    def moves(self, position: Places) -> list[int]:
        here = position.runner if position.turn else position.chaser
        return [here, *sorted(self.nodes[here])]

    def play(self, position: Places, move: int) -> Places:
        if position.turn:
            return self.places_of(position.chaser, move, 0)
        return self.places_of(move, position.runner, 1)

    def move_text(self, position: Places, move: int) -> str:
        return f"{move:02}"

    def position_text(self, position: Places) -> str:
        return f"{position.chaser} {position.runner} {position.turn}"

    def parse(self, text: str) -> Places:
        chaser, runner, turn = map(int, text.split())
        return self.places_of(chaser, runner, turn)


class ForgetfulChase(Chase):
    """The same with positions whose bytes mislead."""

    def places_of(self, chaser: int, runner: int, turn: int) -> Places:
        return Forgetful(chaser, runner, turn)
