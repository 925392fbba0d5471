"""Mates that the side to move cannot escape, one line for each defence that is wanted; the longest is the best."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from pnyx.uci.attack import Line, Side
from pnyx.uci.mate_queries import Answer, MateQueries


class Defence(Side):
    """Looks for the mate of the side to move. With all moves allowed that is one question; a line for each defence, or
    moves that are left out, make it one question for each move.
    """

    def __init__(self, queries: MateQueries, board: chess.Board, allowed: Sequence[str], wanted: int) -> None:
        super().__init__(queries, board, allowed, min(wanted, len(allowed)))
        self._free = len(self._allowed) == board.legal_moves.count()
        self._whole: Line | None = None
        self._each: dict[str, Line] = {}

    @property
    def lines(self) -> list[Line]:
        """The lines found, the longest first: empty until all moves are known to lose."""
        if len(self._each) == len(self._allowed):
            longest = sorted(self._each.values(), key=lambda line: -line.length)
            return longest[: self._wanted]
        return [] if self._whole is None else [self._whole]

    def find(self, share: int | None = None, within: int | None = None) -> Answer:
        """Look whether the side to move is mated, and then by which lines."""
        if self._free and self._whole is None:
            answer = self._queries.mate(self._board, _goal("mated", within), share)
            if answer.mate is not None:
                self._whole = Line(answer.mate)
            return self._judged(answer)
        if self._whole is not None:
            within = self._whole.length
        answer = Answer("disproven", words="there are no other moves")
        for move in self._allowed:
            if move in self._each:
                continue
            answer = self._ask(move, _goal("mate", within), share)
            if answer.mate is None:
                return self._judged(answer)
            self._each[move] = Line(answer.mate)
        return answer

    def shorten(self, line: Line, share: int | None = None) -> bool:
        """Look whether the mate comes sooner."""
        length = line.length - 1
        if line is self._whole:
            return line.take(self._queries.mate(self._board, f"mated-in {length}", share))
        return line.take(self._ask(line.mate.line[0], f"mate-in {length}", share))

    def _ask(self, move: str, goal: str, share: int | None) -> Answer:
        """Does the other side mate after this move?"""
        after = self._board.copy()
        after.push_uci(move)
        answer = self._queries.mate(after, goal, share, lead=[move])
        return answer if answer.mate is None else answer._replace(mate=answer.mate.after(move))


def _goal(goal: str, within: int | None) -> str:
    return goal if within is None else f"{goal}-in {within}"
