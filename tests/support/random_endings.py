"""Random chess endings."""

from __future__ import annotations

import random
from collections.abc import Sequence

import chess


def random_endings(men: Sequence[str], count: int) -> list[str]:
    """Legal positions with these men, White on move."""
    rng, found = random.Random(1), list[str]()
    while len(found) < count:
        board = chess.Board(None)
        for square, man in zip(rng.sample(range(64), len(men)), men, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = chess.WHITE
        if board.is_valid():
            found.append(board.fen())
    return found
