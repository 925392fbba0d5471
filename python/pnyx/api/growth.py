"""Counting positions ply by ply, breadth first, cycles among them, and a forecast of how many there will be."""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pnyx.api.position import Position

_SAMPLED: Final = 2_000
"""Positions whose texts are compared with their keys, to see whether symmetric ones share a key."""

_WINDOWS: Final = (4, 6, 8)
"""Plies at the end of a count from which its growth is extrapolated."""

_WIDEST: Final = 1e6
"""A forecast whose ends are further apart says nothing."""

_MOST: Final = 1e30


@dataclass(frozen=True)
class Counted:
    """Positions that were counted, and what was seen of them."""

    by_ply: tuple[int, ...]
    """New positions at each ply; the last number is not final unless all were found."""
    complete: bool
    expanded: int
    """Positions whose moves were looked at."""
    moves: int
    """Their moves."""
    widest: int
    """The most bytes of a packed position."""
    cyclic: bool
    """Whether there is a cycle among the positions that were expanded."""
    symmetry: bool
    """Whether positions that differ were counted as one."""

    @property
    def positions(self) -> int:
        """All of them."""
        return sum(self.by_ply)


def key_of(position: Position) -> bytes:
    """What a position is counted by: symmetric ones have the same, where the game knows its symmetries."""
    return position.native.packed()


def count_plainly(start: Position, seconds: float, most: int = 2_000_000) -> Counted:
    """Count positions breadth first, one after the other, until all are found or the time or the number is used up.

    >>> import pnyx
    >>> counted = count_plainly(pnyx.position("tic-tac-toe"), 60)
    >>> counted.positions, counted.by_ply[:4], counted.complete, counted.cyclic, counted.symmetry
    (765, (1, 3, 12, 38), True, False, True)
    """
    until = time.monotonic() + seconds
    numbers: dict[Hashable, int] = {key_of(start): 0}
    texts: set[Hashable] = {_own(start)}
    compared = 1
    edges: list[list[int]] = []
    by_ply, frontier, widest, complete = [1], [start], len(key_of(start)), True
    while frontier and complete:
        following: list[Position] = []
        for position in frontier:
            if time.monotonic() > until or len(numbers) > most:
                complete = False
                break
            reached = []
            for move in [] if position.outcome is not None else position.moves():
                after = position.play(move)
                key = key_of(after)
                known = len(numbers)
                reached.append(numbers.setdefault(key, known))
                if len(numbers) > known:
                    following.append(after)
                    widest = max(widest, len(key))
                if len(texts) < _SAMPLED:
                    texts.add(_own(after))
                    compared = len(numbers)
            edges.append(reached)
        if following:
            by_ply.append(len(following))
        frontier = following
    return Counted(
        by_ply=tuple(by_ply),
        complete=complete,
        expanded=len(edges),
        moves=sum(map(len, edges)),
        widest=widest,
        cyclic=has_cycle(edges),
        symmetry=compared < len(texts),
    )


def _own(position: Position) -> Hashable:
    return position.identity if position.python_game is None else position.object


def has_cycle(edges: Sequence[Sequence[int]]) -> bool:
    """Whether there is a cycle in a graph of nodes 0, 1, ...; edges that lead to other nodes do not count.

    >>> has_cycle([[1, 2], [2], []]), has_cycle([[1], [2], [0, 7]]), has_cycle([[0]])
    (False, True, True)
    """
    ways = [0] * len(edges)
    for targets in edges:
        for target in targets:
            if target < len(edges):
                ways[target] += 1
    free = [node for node, count in enumerate(ways) if count == 0]
    left = len(edges) - len(free)
    while free:
        for target in edges[free.pop()]:
            if target < len(edges):
                ways[target] -= 1
                if ways[target] == 0:
                    free.append(target)
                    left -= 1
    return left > 0


def forecast(by_ply: Sequence[int]) -> tuple[float, float] | None:
    """How many positions there will be, at least and at most, if growth goes on to slow down as it did; `None` if the
    counts do not say.

    The logarithm of the growth from ply to ply is extrapolated by a straight line, fitted to the last 4, 6 and 8 plies;
    the smallest and the largest sum are the forecast. It is none: fewer than nine plies, growth that does not slow
    down, or sums that differ by more than a million times.

    >>> plies = [math.comb(24, ply) for ply in range(25)]
    >>> low, high = forecast(plies[:14])
    >>> low < sum(plies) < 1.5 * high, high < 2 * sum(plies)
    (True, True)
    >>> forecast([1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683])
    """
    if len(by_ply) <= max(_WINDOWS):
        return None
    growth = [math.log(after / before) for before, after in pairwise(by_ply)]
    sums = [_extrapolated(growth[-window:], by_ply) for window in _WINDOWS]
    if not all(sums) or max(sums) > _WIDEST * min(sums):
        return None
    return min(sums), max(sums)


def _extrapolated(growth: Sequence[float], by_ply: Sequence[int]) -> float:
    """The sum of all plies, if the logarithm of the growth goes on in a straight line; 0 if it does not fall."""
    middle, mean = (len(growth) - 1) / 2, sum(growth) / len(growth)
    slope = sum((place - middle) * value for place, value in enumerate(growth))
    slope /= sum((place - middle) ** 2 for place in range(len(growth)))
    if slope >= 0:
        return 0.0
    step, size, total = mean + slope * (len(growth) - middle), math.log(by_ply[-1]), float(sum(by_ply))
    while size > 0:
        size, step = size + step, step + slope
        if size > math.log(_MOST):
            return 0.0
        total += math.exp(size)
    return total
