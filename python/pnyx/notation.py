"""Moves as people write them: short algebraic notation for chess and its variants, else the game's own notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnyx.problem import Position

if TYPE_CHECKING:
    import chess

__all__ = ["line_text", "move_texts"]


def line_text(position: Position, line: Sequence[str]) -> str:
    """A line that starts at a position.

    >>> import pnyx
    >>> line_text(pnyx.position("chess"), ["e2e4", "c7c5", "g1f3"])
    '1. e4 c5 2. Nf3'
    """
    board = _board(position)
    if board is None or not line:
        return " ".join(line)
    following = board.copy()
    return board.variation_san([following.push_uci(move) for move in line])


def move_texts(position: Position, moves: Sequence[str]) -> list[str]:
    """Some moves of a position.

    >>> import pnyx
    >>> move_texts(pnyx.position("chess"), ["e2e4", "g1f3"])
    ['e4', 'Nf3']
    """
    board = _board(position)
    return list(moves) if board is None else [board.san(board.parse_uci(move)) for move in moves]


def _board(position: Position) -> chess.Board | None:
    if position.python_game is not None:
        return None
    try:
        from pnyx.adapters.boards import BOARDS
    except ImportError:  # UCI will do
        return None
    kind = BOARDS.get(position.game)
    return None if kind is None else kind(position.board)
