"""Games written in Python that put the explorer to the test."""

from __future__ import annotations

import time

from sample_games import BareNim, Nim, NimPosition

_hoard: list[bytes] = []


class Drawn(BareNim):
    """A game that draws itself."""

    def svg(self, position: NimPosition) -> str:
        return f"<svg><title>{position[0]}</title></svg>"


class Misdrawn(BareNim):
    """A game that draws itself, but no SVG."""

    def svg(self, position: NimPosition) -> int:
        return position[0]


class Stuck(BareNim):
    """A game that never comes back, and does not hear when it is asked to stop."""

    def moves(self, position: NimPosition) -> list[int]:
        if position[0] < 7:
            time.sleep(3600)
        return super().moves(position)


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
