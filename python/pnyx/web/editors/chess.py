"""Setting up chess and its variants. Castling rights go with the king and the rooks; the history goes.

>>> put("chess", "8/8/8/8/8/8/8/R3K3 w Q - 3 9", "a1", None)
'8/8/8/8/8/8/8/4K3 w - - 0 9'
>>> turn("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", True)
'8/8/8/8/8/8/8/4K3 b - - 0 1'
"""

from __future__ import annotations

from typing import Final

import chess

from pnyx.adapters.boards import BOARDS
from pnyx.errors import InputError, quoted

_MANY_KINGS: Final = ("antichess",)


def put(game: str, text: str, square: str, piece: str | None) -> str:
    """Put a piece on a square, or take it off; a king that stands elsewhere moves there."""
    board = _read(game, text)
    place = chess.parse_square(square)
    if piece is None:
        board.remove_piece_at(place)
        return _written(board)
    put = chess.Piece.from_symbol(piece)
    if put.piece_type == chess.KING and game not in _MANY_KINGS:
        for king in board.pieces(chess.KING, put.color):
            board.remove_piece_at(king)
    board.set_piece_at(place, put)
    return _written(board)


def turn(game: str, text: str, second: bool) -> str:
    """Let white or black move."""
    board = _read(game, text)
    board.turn = chess.BLACK if second else chess.WHITE
    return _written(board)


def clear(game: str, text: str) -> str:
    """Take all pieces off the board."""
    board = _read(game, text)
    for square in chess.SQUARES:
        board.remove_piece_at(square)
    return _written(board)


def _read(game: str, text: str) -> chess.Board:
    try:
        return BOARDS[game](text.partition(" moves ")[0])
    except ValueError as error:
        raise InputError(f"expected a position as FEN, got {quoted(text)}: {error}") from None


def _written(board: chess.Board) -> str:
    board.castling_rights = board.clean_castling_rights()
    board.ep_square = None
    board.halfmove_clock = 0
    return board.fen()
