"""Moves as text: standard algebraic notation (SAN) for chess and its variants, else the game's own notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnyx.api.position import Position

if TYPE_CHECKING:
    import chess


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


def first_ply(position: Position) -> int | None:
    """Where the numbers of moves begin, in moves of both sides; `None` where moves are not numbered.

    >>> import pnyx
    >>> first_ply(pnyx.position("chess").play("e2e4")), first_ply(pnyx.position("othello"))
    (1, None)
    """
    board = _board(position)
    return None if board is None else board.ply()


def numbered(texts: Sequence[str], ply: int | None) -> str:
    """Texts of moves, with move numbers where the game has them; `ply` is that of the first.

    >>> numbered(["c5", "Nf3", "d6"], 1), numbered(["a1", "b2"], None)
    ('1... c5 2. Nf3 d6', 'a1 b2')
    """
    if ply is None:
        return " ".join(texts)
    words = [f"{place // 2 + 1}. {text}" if place % 2 == 0 else text for place, text in enumerate(texts, start=ply)]
    lead = f"{ply // 2 + 1}... " if ply % 2 and words else ""
    return lead + " ".join(words)


def _board(position: Position) -> chess.Board | None:
    if position.python_game is not None:
        return None
    try:
        from pnyx.adapters.boards import BOARDS
    except ImportError:  # UCI will do
        return None
    kind = BOARDS.get(position.game)
    return None if kind is None else kind(position.board)
