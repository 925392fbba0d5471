"""The table of the search for forced wins: numbers and lengths of positions."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from pnyx.reference.pn import INFINITY

NEVER: Final = 2**20 - 1
"""Above all lengths. As `win`: none is known. As `no_win_within`: there is none."""

UNLIMITED: Final = NEVER
"""No limit to the prover's moves."""

LONG: Final = 2**14 - 1
"""From here on wins take long: beside them there is no room for numbers."""


class State(NamedTuple):
    """What is known about a position with N moves left.

    >>> State.won(2).is_decided, State.open(1, 3).is_decided
    (True, False)
    """

    proof: int
    disproof: int
    win: int = NEVER
    """The prover wins within N own moves; `NEVER` if no win is known."""
    no_win_within: int = 0
    """The prover does not win within N own moves."""

    @classmethod
    def open(cls, proof: int, disproof: int) -> State:
        """A position of which only these numbers are known."""
        return cls(proof, disproof)

    @classmethod
    def won(cls, win: int) -> State:
        """A win within N moves."""
        return cls(0, INFINITY, win=win)

    @classmethod
    def not_won(cls, no_win_within: int) -> State:
        """No win within N moves, which is all that are left."""
        return cls(INFINITY, 0, no_win_within=no_win_within)

    @classmethod
    def from_lengths(cls, known: Known | None, left: int, seen: bool) -> State | None:
        """What the lengths that are known say about N moves left. `no_win_within` = 0 is no news; with no move left it
        decides only where a win would have been `seen` at once."""
        if known is None:
            return None
        if known.win != NEVER and known.win <= left:
            return cls.won(known.win)._replace(no_win_within=known.no_win_within)
        if known.no_win_within >= left and (left > 0 or seen):
            return cls.not_won(known.no_win_within)._replace(win=known.win)
        return None

    @property
    def is_decided(self) -> bool:
        """Whether the prover is known to win, or not to."""
        return self.proof == 0 or self.disproof == 0

    def seen_by(self, is_or: bool) -> tuple[int, int]:
        """The number that is minimised at the node above, and the one that is summed."""
        return (self.proof, self.disproof) if is_or else (self.disproof, self.proof)


@dataclass(frozen=True)
class Known:
    """What is stored about a position: numbers, lengths, and the place of the move that decides, if one does.

    >>> Known(9, 8, NEVER, 1, best=5).also(Known(1, 1, win=3, no_win_within=0, best=None))
    Known(proof=9, disproof=8, win=3, no_win_within=1, best=5)
    """

    proof: int
    disproof: int
    win: int
    no_win_within: int
    best: int | None

    def also(self, before: Known | None) -> Known:
        """The same and what was known before: the shorter win, the larger `no_win_within`, and the move that goes with
        them.

        Only one kind of length has a move: `win` where the prover is on move, `no_win_within` where the other side is.
        What is new decides which.
        """
        if before is None:
            return self
        win, no_win_within = min(self.win, before.win), max(self.no_win_within, before.no_win_within)
        if win != NEVER and no_win_within >= max(win, 1):
            raise AssertionError(f"{self} contradicts {before}")
        if self.win != NEVER:
            earlier = before.win < self.win
        elif self.no_win_within != 0:
            earlier = before.no_win_within > self.no_win_within
        else:
            earlier = before.win != NEVER or before.no_win_within != 0
        first, second = (before.best, self.best) if earlier else (self.best, before.best)
        return replace(self, win=win, no_win_within=no_win_within, best=second if first is None else first)


class LengthTable:
    """What searches for one player's wins store. Lengths are shared between all limits, numbers kept apart.

    >>> lengths = LengthTable()
    >>> lengths.put("A", Known(0, INFINITY, 2, 0, best=1))
    >>> lengths.get("A").win, lengths.numbers("A", 1)
    (2, None)
    """

    def __init__(self) -> None:
        self.table: dict[tuple[Hashable, int], Known] = {}

    def get(self, key: Hashable) -> Known | None:
        """What is known about a position: its lengths, and the numbers of a search without a limit."""
        return self.numbers(key, UNLIMITED)

    def numbers(self, key: Hashable, left: int) -> Known | None:
        """What is known about a position with N moves left: its numbers."""
        return self.table.get((key, left))

    def put(self, key: Hashable, known: Known) -> None:
        """Store lengths, with the numbers of a search without a limit."""
        self.put_numbers(key, UNLIMITED, known)

    def put_numbers(self, key: Hashable, left: int, known: Known) -> None:
        """Store the numbers of a position with N moves left."""
        known = known.also(self.table.get((key, left)))
        if LONG <= known.win < NEVER:
            known = replace(known, proof=0, disproof=INFINITY)
        self.table[key, left] = known
