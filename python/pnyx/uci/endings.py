"""Wins by Syzygy tables. They have no length and so no mate score; they only choose the move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import chess

from pnyx.api.position import Position, position
from pnyx.api.wording import table_use
from pnyx.uci.mate_queries import Answer, MateQueries

_WORTH = ("loss", "draw", "win")


class Endings:
    """Asks whether the side to move wins where positions with few pieces are decided by tables."""

    def __init__(self, queries: MateQueries, board: chess.Board, allowed: Sequence[str]) -> None:
        settings = queries.settings
        self._queries = queries
        self._board = board
        self._allowed = list(allowed)
        # With the fifty-move rule, tables say nothing of a position unless its clock stands at 0.
        self._options: dict[str, Any] = {"tables": settings.tables, "syzygy": settings.syzygy}
        all_moves = len(self._allowed) == board.legal_moves.count()
        self.closed = not settings.tables or not all_moves
        """Whether there is nothing (more) to ask."""
        self.words: str | None = None
        """The result in words."""
        self.moves: list[str] = self._allowed
        """The moves that are as good as any, as far as the tables go."""
        place = None if self.closed else self._place(board)
        if place is not None and place.outcome is not None:
            self._look_up(place)

    def find(self, share: int | None = None) -> Answer:
        """Look for a win."""
        place = self._place(self._board)
        answer, _ = self._queries.ask(place, "win", share)
        if answer.verdict == "proven":
            self.moves = list(answer.line[:1]) or self.moves
        if answer.verdict != "unknown" or answer.failed:
            self.closed = True
            self.words = None if answer.verdict == "unknown" else _said(answer.words, place)
        return answer

    def _look_up(self, place: Position) -> None:
        """The position stands in the tables: moves are as good as the positions they lead to."""
        self.closed = True
        worth = {move: _WORTH.index(self._after(move)) for move in self._allowed}
        best = max(worth.values())
        self.moves = [move for move in self._allowed if worth[move] == best]
        mover = place.turn.capitalize()
        words = {"win": f"{mover} wins", "draw": "it is a draw", "loss": f"{mover} loses"}
        self.words = _said(words[_WORTH[best]], place)

    def _after(self, move: str) -> str:
        after = self._board.copy(stack=False)
        mover = "white" if after.turn else "black"
        after.push_uci(move)
        outcome = self._place(after).outcome
        if outcome is None or outcome == "draw":
            return "draw"
        return "win" if outcome == mover else "loss"

    def _place(self, board: chess.Board) -> Position:
        return position("chess", board.fen(), **self._options)


def _said(words: str, place: Position) -> str:
    return f"{words}, ignoring the fifty-move rule{table_use(place.options)}"
