"""Games written in Python, as a user would write them."""

from __future__ import annotations

import time
from typing import Any

NimPosition = tuple[int, int]


class BareNim:
    """Take one to three from a heap; whoever takes the last one wins. The five methods and nothing else."""

    def __init__(self, heap: int = 7) -> None:
        self.heap = heap

    def start(self) -> NimPosition:
        return (self.heap, 0)

    def turn(self, position: NimPosition) -> int:
        return position[1]

    def outcome(self, position: NimPosition) -> int | None:
        return None if position[0] else 1 - position[1]

    def moves(self, position: NimPosition) -> list[int]:
        return list(range(1, min(3, position[0]) + 1))

    def play(self, position: NimPosition, move: int) -> NimPosition:
        return (position[0] - move, 1 - position[1])


class Nim(BareNim):
    """The same with names and notations."""

    name = "nim"
    players = ("ann", "bob")
    repetition = "impossible"

    def move_text(self, position: NimPosition, move: int) -> str:
        return f"take{move}"

    def position_text(self, position: NimPosition) -> str:
        return f"{position[0]}{'ab'[position[1]]}"

    def parse(self, text: str) -> NimPosition:
        return (int(text[:-1]), "ab".index(text[-1]))


class Ring:
    """Walk around a ring of five; player 0 wins on 3, but player 1 can always step back. Positions come back."""

    repetition: Any = "draw"

    def start(self) -> NimPosition:
        return (0, 0)

    def turn(self, position: NimPosition) -> int:
        return position[1]

    def outcome(self, position: NimPosition) -> int | None:
        return 0 if position[0] == 3 else None

    def moves(self, position: NimPosition) -> list[int]:
        return [1, -1]

    def play(self, position: NimPosition, move: int) -> NimPosition:
        return ((position[0] + move) % 5, 1 - position[1])


class Endless(BareNim):
    """A heap so large, and moves so slow, that only a limit or Ctrl-C ends the search."""

    def __init__(self) -> None:
        super().__init__(heap=100_000)

    def moves(self, position: NimPosition) -> list[int]:
        time.sleep(0.0001)
        return super().moves(position)


class Broken(BareNim):
    """A game with a mistake in it."""

    def moves(self, position: NimPosition) -> list[int]:
        raise ZeroDivisionError("a mistake in moves()")


class NeedsHeap(BareNim):
    """A class that cannot be called without arguments."""

    def __init__(self, heap: int) -> None:
        super().__init__(heap)


small = Nim(heap=5)
