"""Mates of limited length by trying everything, with python-chess and nothing of ours."""

from __future__ import annotations

from collections.abc import Callable

import chess

Allowed = Callable[[chess.Board, chess.Move], bool]
"""Whether the side that must mate may play this move."""


def anything(board: chess.Board, move: chess.Move) -> bool:
    """No restriction."""
    return True


class Mates:
    """Who mates whom in how many moves; `allowed` restricts the side that must mate."""

    def __init__(self, allowed: Allowed = anything) -> None:
        self.allowed = allowed
        self.known: dict[tuple[object, int], bool] = {}

    def mates(self, board: chess.Board, moves: int, excluded: frozenset[str] = frozenset()) -> bool:
        """Whether the side to move mates with at most N moves, the first of which is none of the excluded."""
        for move in list(board.legal_moves):
            if move.uci() in excluded or not self.allowed(board, move):
                continue
            # The last move must give check.
            if moves == 1 and not board.gives_check(move):
                continue
            board.push(move)
            mated = self.is_mated(board, moves - 1)
            board.pop()
            if mated:
                return True
        return False

    def is_mated(self, board: chess.Board, moves: int) -> bool:
        """Whether the side to move is mated, or will be with at most N moves of the other side."""
        replies = list(board.legal_moves)
        if not replies:
            return board.is_check()
        if moves == 0 or board.is_insufficient_material():
            return False
        key = (board._transposition_key(), moves)
        if key not in self.known:
            self.known[key] = all(self._goes_on(board, reply, moves) for reply in replies)
        return self.known[key]

    def _goes_on(self, board: chess.Board, reply: chess.Move, moves: int) -> bool:
        board.push(reply)
        goes_on = not board.is_insufficient_material() and self.mates(board, moves)
        board.pop()
        return goes_on
