"""What the search for forced wins knows of positions, and remembers."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from pnyx.reference.pn import INFINITY

__all__ = ["NEVER", "UNLIMITED", "Known", "Notes", "State"]

NEVER: Final = 2**20 - 1
"""Above all lengths. As a win: none is known. As a hold: there is none."""

UNLIMITED: Final = NEVER
"""No limit to the prover's moves."""

LONG: Final = 2**14 - 1
"""From here on wins take long: beside them there is no room for numbers."""


class State(NamedTuple):
    """What is known of a position with so many moves left.

    >>> State.won(2).is_decided, State.open(1, 3).is_decided
    (True, False)
    """

    proof: int
    disproof: int
    win: int = NEVER
    """The prover wins within so many own moves; `NEVER` if no win is known."""
    hold: int = 0
    """The prover does not win within so many own moves."""

    @classmethod
    def open(cls, proof: int, disproof: int) -> State:
        """A position of which only these numbers are known."""
        return cls(proof, disproof)

    @classmethod
    def won(cls, win: int) -> State:
        """A win within so many moves."""
        return cls(0, INFINITY, win=win)

    @classmethod
    def held(cls, hold: int) -> State:
        """No win within so many moves, which is all that are left."""
        return cls(INFINITY, 0, hold=hold)

    @classmethod
    def from_lengths(cls, known: Known | None, left: int, seen: bool) -> State | None:
        """What the lengths that are known say about so many moves left. A hold of 0 is no news; with no move left it
        decides only where a win would have been `seen` at once."""
        if known is None:
            return None
        if known.win != NEVER and known.win <= left:
            return cls.won(known.win)._replace(hold=known.hold)
        if known.hold >= left and (left > 0 or seen):
            return cls.held(known.hold)._replace(win=known.win)
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
    """What is put down of a position: numbers, lengths, and the place of the move that decides, if one does.

    >>> Known(9, 8, NEVER, 1, best=5).also(Known(1, 1, win=3, hold=0, best=None))
    Known(proof=9, disproof=8, win=3, hold=1, best=5)
    """

    proof: int
    disproof: int
    win: int
    hold: int
    best: int | None

    def also(self, before: Known | None) -> Known:
        """The same and what was known before: the shorter win, the longer hold, and the move that goes with them.

        Only one kind of length has a move: wins where the prover is on move, holds where the other side is. What is new
        tells which.
        """
        if before is None:
            return self
        win, hold = min(self.win, before.win), max(self.hold, before.hold)
        if win != NEVER and hold >= max(win, 1):
            raise AssertionError(f"{self} contradicts {before}")
        if self.win != NEVER:
            earlier = before.win < self.win
        elif self.hold != 0:
            earlier = before.hold > self.hold
        else:
            earlier = before.win != NEVER or before.hold != 0
        first, second = (before.best, self.best) if earlier else (self.best, before.best)
        return replace(self, win=win, hold=hold, best=second if first is None else first)


class Notes:
    """What searches of one player's wins remember. Lengths are shared between all limits, numbers kept apart.

    >>> notes = Notes()
    >>> notes.put("A", Known(0, INFINITY, 2, 0, best=1))
    >>> notes.get("A").win, notes.numbers("A", 1)
    (2, None)
    """

    def __init__(self) -> None:
        self.table: dict[tuple[Hashable, int], Known] = {}

    def get(self, key: Hashable) -> Known | None:
        """What is known of a position: its lengths, and the numbers of a search without a limit."""
        return self.numbers(key, UNLIMITED)

    def numbers(self, key: Hashable, left: int) -> Known | None:
        """What is known of a position with so many moves left: its numbers."""
        return self.table.get((key, left))

    def put(self, key: Hashable, known: Known) -> None:
        """Put down lengths, with the numbers of a search without a limit."""
        self.put_numbers(key, UNLIMITED, known)

    def put_numbers(self, key: Hashable, left: int, known: Known) -> None:
        """Put down the numbers of a position with so many moves left."""
        known = known.also(self.table.get((key, left)))
        if LONG <= known.win < NEVER:
            known = replace(known, proof=0, disproof=INFINITY)
        self.table[key, left] = known
