"""Mates that the side to move can give, one for each line that is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from pnyx.uci.claim import Claim
from pnyx.uci.inquiry import Answer, Inquiry

__all__ = ["Attack", "Line"]


@dataclass
class Line:
    """A line that is proved, and what is known of shorter ones."""

    claim: Claim
    shortest: bool = False
    """Whether it is proved that the mate does not come sooner."""
    given_up: bool = False
    """Whether there is no use in looking for a shorter one."""

    def __post_init__(self) -> None:
        self.shortest = self.shortest or self.length == 1

    @property
    def length(self) -> int:
        """The moves of the side that mates."""
        return abs(self.claim.moves)

    @property
    def open(self) -> bool:
        """Whether it may be worth looking for a shorter one."""
        return not self.shortest and not self.given_up

    def take(self, answer: Answer) -> bool:
        """Hear whether there is a mate in a move less; whether the line is another one now."""
        if answer.claim is not None:
            self.claim = answer.claim
            self.shortest = self.length == 1
        elif answer.verdict == "disproven":
            self.shortest = True
        elif answer.failed:
            self.given_up = True
        return answer.claim is not None


class Attack:
    """Looks for first moves that mate. Each line begins with another move."""

    def __init__(self, inquiry: Inquiry, board: chess.Board, allowed: Sequence[str], wanted: int) -> None:
        self._inquiry = inquiry
        self._board = board
        self._forbidden = {move.uci() for move in board.legal_moves} - set(allowed)
        self._allowed = set(allowed)
        self._wanted = wanted
        self._lines: list[Line] = []
        self.bound: int | None = None
        """A mate in so many moves is known to be there."""
        self.closed: str | None = None
        """The words of the proof that no further move mates, or why that cannot be told."""
        self.refused: Answer | None = None
        """The answer that no move mates, if that is proved."""

    @property
    def lines(self) -> list[Line]:
        """The lines found, the shortest first."""
        return sorted(self._lines, key=lambda line: line.length)

    @property
    def complete(self) -> bool:
        """Whether as many lines are found as are wanted, or can be found."""
        return len(self._lines) >= self._wanted or self.closed is not None

    def begin_with(self, claim: Claim) -> None:
        """Take over a line that was proved before."""
        if claim.line[0] in self._allowed:
            self._lines = [Line(claim)]

    def find(self, share: int | None = None, within: int | None = None) -> Answer:
        """Look for one more line."""
        taken = {line.claim.line[0] for line in self._lines}
        if taken >= self._allowed:
            self.closed = "there are no other first moves"
            return Answer("disproven", words=self.closed)
        bound = within if within is not None or taken else self.bound
        goal = "mate" if bound is None else f"mate-in {bound}"
        answer = self._inquiry.mate(self._board, goal, share, exclude=self._forbidden | taken)
        if answer.claim is not None:
            self._lines.append(Line(answer.claim))
        elif answer.verdict == "disproven" and bound is not None and bound == self.bound and within is None:
            self.bound = None  # the game went on in another way than was thought
        elif answer.verdict == "disproven":
            self.closed = answer.words
            self.refused = None if taken else answer
        elif answer.failed:
            self.closed = answer.reason
        return answer

    def reopen(self) -> None:
        """Longer mates are looked for now."""
        self.closed = None

    def shorten(self, line: Line, share: int | None = None) -> bool:
        """Look for a shorter mate in place of this line, by its first move or by one of no line."""
        others = {other.claim.line[0] for other in self._lines if other is not line}
        return line.take(
            self._inquiry.mate(self._board, f"mate-in {line.length - 1}", share, exclude=self._forbidden | others)
        )
