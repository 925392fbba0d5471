"""Mates that the side to move can give, one for each line that is wanted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import chess

from pnyx.uci.mate_queries import Answer, MateQueries
from pnyx.uci.mate_score import MateScore


@dataclass
class Line:
    """A proved line, and whether a shorter one is possible."""

    mate: MateScore
    shortest: bool = False
    """Whether it is proved that no mate is shorter."""
    given_up: bool = False
    """Whether a search for a shorter one is useless."""

    def __post_init__(self) -> None:
        self.shortest = self.shortest or self.length == 1

    @property
    def length(self) -> int:
        """The moves of the side that mates."""
        return abs(self.mate.moves)

    @property
    def open(self) -> bool:
        """Whether it may be worth looking for a shorter one."""
        return not self.shortest and not self.given_up

    def take(self, answer: Answer) -> bool:
        """Take the answer about a mate in one move less; returns whether the line has changed."""
        if answer.mate is not None:
            self.mate = answer.mate
            self.shortest = self.length == 1
        elif answer.verdict == "disproven":
            self.shortest = True
        elif answer.failed:
            self.given_up = True
        return answer.mate is not None


class Side(ABC):
    """What the search for mates by either side keeps."""

    def __init__(self, queries: MateQueries, board: chess.Board, allowed: Sequence[str], wanted: int) -> None:
        self._queries = queries
        self._board = board
        self._allowed = list(allowed)
        self._wanted = wanted
        self.closed: str | None = None
        """The statement that there is no further line, or why that is unknown."""
        self.refused: Answer | None = None
        """The answer that there is no mate, if that is proved."""

    @property
    @abstractmethod
    def lines(self) -> list[Line]:
        """The lines found, the best first."""

    @property
    def complete(self) -> bool:
        """Whether as many lines are found as are wanted, or can be found."""
        return len(self.lines) >= self._wanted or self.closed is not None

    def reopen(self) -> None:
        """Longer mates are looked for now."""
        self.closed = None

    def _judged(self, answer: Answer, refuses: bool = True) -> Answer:
        """Take an answer without a mate; `refuses`: whether a disproof is about all moves."""
        if answer.verdict == "disproven":
            self.closed = answer.words
            self.refused = answer if refuses else None
        elif answer.failed:
            self.closed = answer.reason
        return answer


class Attack(Side):
    """Looks for first moves that mate. Each line begins with another move."""

    def __init__(self, queries: MateQueries, board: chess.Board, allowed: Sequence[str], wanted: int) -> None:
        super().__init__(queries, board, allowed, wanted)
        self._forbidden = {move.uci() for move in board.legal_moves} - set(allowed)
        self._lines: list[Line] = []
        self.bound: int | None = None
        """A mate in this many moves is known to exist."""

    @property
    def lines(self) -> list[Line]:
        """The lines found, the shortest first."""
        return sorted(self._lines, key=lambda line: line.length)

    def begin_with(self, mate: MateScore) -> None:
        """Take over a line that was proved before."""
        if mate.line[0] in self._allowed:
            self._lines = [Line(mate)]

    def find(self, share: int | None = None, within: int | None = None) -> Answer:
        """Look for one more line."""
        taken = {line.mate.line[0] for line in self._lines}
        if taken.issuperset(self._allowed):
            self.closed = "there are no other first moves"
            return Answer("disproven", words=self.closed)
        bound = within if within is not None or taken else self.bound
        goal = "mate" if bound is None else f"mate-in {bound}"
        answer = self._queries.mate(self._board, goal, share, exclude=self._forbidden | taken)
        if answer.mate is not None:
            self._lines.append(Line(answer.mate))
        elif answer.verdict == "disproven" and bound is not None and bound == self.bound and within is None:
            self.bound = None  # the game continued differently than expected
        else:
            self._judged(answer, refuses=not taken)
        return answer

    def shorten(self, line: Line, share: int | None = None) -> bool:
        """Look for a shorter mate in place of this line, by its first move or by one of no line."""
        others = {other.mate.line[0] for other in self._lines if other is not line}
        return line.take(
            self._queries.mate(self._board, f"mate-in {line.length - 1}", share, exclude=self._forbidden | others)
        )
