"""Knuth's estimate of the size of a game tree, by random play-outs (Knuth 1975).

A play-out chooses among the moves of each position with equal chances. One that finds d1 moves at the root, d2 at the
next position, and so on, estimates the nodes of the tree as 1 + d1 + d1 d2 + d1 d2 d3 + ...; the mean over all possible
play-outs, with their chances, is the true number. A line ends where the game does, or at the first position that
repeats an earlier one of the line.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pnyx.api.position import Position

LONGEST: Final = 1_000
"""Plies after which a play-out is cut."""


@dataclass(frozen=True)
class TreeSize:
    """An estimate of the nodes of a game tree.

    >>> TreeSize(100, 0, 8.5, 0.25, 12, True)
    TreeSize(playouts=100, cut=0, log10_nodes=8.5, relative_error=0.25, longest=12, repeated=True)
    """

    playouts: int
    cut: int
    """Play-outs that were cut after 1,000 plies; with any, the estimate is of a part of the tree."""
    log10_nodes: float
    """The decimal logarithm of the estimate."""
    relative_error: float | None
    """The standard error of the estimate, as a share of it; `None` after a single play-out. It knows nothing of large
    parts of the tree that no play-out has met."""
    longest: int
    """The plies of the longest play-out."""
    repeated: bool
    """Whether a line repeated a position."""

    def __str__(self) -> str:
        size = f"{10**self.log10_nodes:,.0f}" if self.log10_nodes < 6 else _power(self.log10_nodes)
        error = "" if self.relative_error is None else f", give or take {100 * self.relative_error:.0f} %"
        least = "at least " if self.cut else "about "
        return f"{least}{size} nodes{error}"


def _power(logarithm: float) -> str:
    """A large number, by its logarithm.

    >>> _power(21.3), _power(8.9999)
    ('2.0e21', '1.0e9')
    """
    exponent = math.floor(logarithm)
    leading = f"{10 ** (logarithm - exponent):.1f}"
    return f"1.0e{exponent + 1}" if leading == "10.0" else f"{leading}e{exponent}"


def estimate_tree(start: Position, playouts: int, seed: int, seconds: float) -> TreeSize:
    """Estimate a tree from play-outs, as many as are asked for, or fewer if the time is up; one at least.

    >>> import pnyx
    >>> str(estimate_tree(pnyx.position("tic-tac-toe"), 1000, 0, 60))
    'about 557,909 nodes, give or take 2 %'
    """
    chance, until = random.Random(seed), time.monotonic() + seconds
    count = cut = longest = total = squares = 0
    repeated = False
    while count < playouts and (count == 0 or time.monotonic() < until):
        playout = play_out(start, chance.randrange)
        count, cut, longest = count + 1, cut + playout.cut, max(longest, playout.plies)
        total, squares = total + playout.nodes, squares + playout.nodes**2
        repeated = repeated or playout.repeated
    error = None
    if count > 1:
        # In whole numbers, because the estimates of long games are too large for others.
        error = math.sqrt(Fraction(count * squares - total**2, (count - 1) * total**2))
    return TreeSize(count, cut, math.log10(total) - math.log10(count), error, longest, repeated)


@dataclass(frozen=True)
class PlayOut:
    """One play-out: its estimate of the nodes, its plies, and how it ended."""

    nodes: int
    plies: int
    cut: bool
    repeated: bool


def play_out(start: Position, choose: Callable[[int], int]) -> PlayOut:
    """One play-out; `choose` returns a number below the one that it is given.

    >>> import pnyx
    >>> play_out(pnyx.position("tic-tac-toe", "XX./OO./... x"), lambda count: 0).nodes  # c3 wins
    6
    """
    key = _key_of(start)
    position, met, nodes, width = start, {key(start)}, 1, 1
    for plies in range(LONGEST):
        if position.outcome is not None:
            return PlayOut(nodes, plies, cut=False, repeated=False)
        moves = position.moves()
        width *= len(moves)
        nodes += width
        position = position.play(moves[choose(len(moves))])
        known = key(position)
        if known in met:
            return PlayOut(nodes, plies + 1, cut=False, repeated=True)
        met.add(known)
    return PlayOut(nodes, LONGEST, cut=position.outcome is None, repeated=False)


def _key_of(start: Position) -> Callable[[Position], Hashable]:
    """The part of positions that repetition compares."""
    game: Any = start.python_game
    if game is None:
        return lambda position: position.identity
    own: Callable[[Any], Hashable] | None = getattr(game, "repetition_key", None)
    return (lambda position: position.object) if own is None else (lambda position: own(position.object))
