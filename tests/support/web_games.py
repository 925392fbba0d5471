"""Games written in Python that put the explorer to the test."""

from __future__ import annotations

import time

from support.sample_games import BareNim, Nim, NimPosition

_hoard: list[bytes] = []


class Drawn(BareNim):
    """A game that draws itself."""

    def svg(self, position: NimPosition) -> str:
        return f"<svg><title>{position[0]}</title></svg>"


class Misdrawn(BareNim):
    """A game that draws itself, but no SVG."""

    def svg(self, position: NimPosition) -> int:
        return position[0]


class Unclosed(BareNim):
    """A game that draws itself, but forgets to close what it opens."""

    def svg(self, position: NimPosition) -> str:
        return "<svg><g></svg>"


class Failing(BareNim):
    """A game whose drawing has a mistake in it."""

    def svg(self, position: NimPosition) -> str:
        raise ZeroDivisionError("no sticks to draw")


class Trap(BareNim):
    """A game with a mistake that shows after some moves only."""

    def moves(self, position: NimPosition) -> list[int]:
        if position[0] == 3:
            raise ZeroDivisionError("3 left, and nobody thought of it")
        return super().moves(position)


class Stuck(BareNim):
    """A game that never returns, and does not notice when it is asked to stop."""

    def moves(self, position: NimPosition) -> list[int]:
        if position[0] < 7:
            time.sleep(3600)
        return super().moves(position)


class Sleepy(Nim):
    """A game whose positions take an hour to read, but for its start."""

    def parse(self, text: str) -> NimPosition:
        time.sleep(3600)
        return super().parse(text)


class Hungry(BareNim):
    """A game that takes all memory there is."""

    def moves(self, position: NimPosition) -> list[int]:
        if position[0] < 7:
            _hoard.append(bytes(1 << 40))
        return super().moves(position)


class Chatty(Nim):
    """A game that prints what it likes, as if it were a worker's messages."""

    def moves(self, position: NimPosition) -> list[int]:
        print('{"answer": {"verdict": "proven"}}', flush=True)
        return super().moves(position)


Heap = tuple[tuple[int, int], int]


class Heaps:
    """Take any number from one of two heaps; the player who takes the last one wins. Moves are tuples, without a
    notation."""

    repetition = "impossible"

    def start(self) -> Heap:
        return ((2, 1), 0)

    def turn(self, position: Heap) -> int:
        return position[1]

    def outcome(self, position: Heap) -> int | None:
        return None if any(position[0]) else 1 - position[1]

    def moves(self, position: Heap) -> list[tuple[int, int]]:
        return [(heap, number) for heap in (0, 1) for number in range(1, position[0][heap] + 1)]

    def play(self, position: Heap, move: tuple[int, int]) -> Heap:
        left = list(position[0])
        left[move[0]] -= move[1]
        return ((left[0], left[1]), 1 - position[1])
