"""A move when nothing is proved: UCI needs one, so a shallow search chooses it."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from pnyx.api.position import Position, position
from pnyx.api.search import SearchResult, search
from pnyx.api.solve import Limit

_FEW_NODES = Limit(nodes=20_000)


def guess(board: chess.Board, allowed: Sequence[str]) -> list[str]:
    """One of the moves, by a shallow search with the evaluator, and a possible continuation.

    >>> guess(chess.Board("6k1/8/8/3q4/8/2N5/8/K7 w - - 0 1"), ["a1b1", "c3d5"])[0]
    'c3d5'
    """
    if len(allowed) == board.legal_moves.count():
        found = _look(position("chess", board.fen()), 2)
        if found.best_moves:
            best = found.best_moves[0]
            return found.line if found.line[:1] == [best] else [best]
    return [min(allowed, key=lambda move: _worth(board, move))]


def _worth(board: chess.Board, move: str) -> float:
    """What the position after a move is worth to the other side."""
    after = board.copy(stack=False)
    after.push_uci(move)
    return _look(position("chess", after.fen()), 1).value or 0


def _look(place: Position, depth: int) -> SearchResult:
    return search(place, depth, options={"quiescence": "on"}, limit=_FEW_NODES)
