"""Reading positions of chess variants in Forsyth-Edwards notation.

Crazyhouse writes pockets after the board, `[Qp]` (or as a ninth rank), and `~` after a promoted piece; three-check
writes the checks left before the clocks, `3+3` (or the checks given after them, `+0+0`).
"""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

import chess
import chess.variant

from pnyx.errors import InputError, quoted
from pnyx.reference.rules.fen import SYMBOLS, expect_symbols, read_pieces, read_state, read_word, split_fields

B = TypeVar("B", bound=chess.Board)


def read_variant_fen(kind: type[B], name: str, text: str) -> B:
    """The board of a variant that a FEN describes; what may be left out is at the end.

    >>> read_variant_fen(chess.variant.ThreeCheckBoard, "three-check", "4k3/8/8/8/8/8/8/4K2R w - - 1+3").fen()
    '4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1'
    >>> read_variant_fen(chess.variant.HordeBoard, "horde", "4k3/8/8/8/8/8/8/4K3 w")
    Traceback (most recent call last):
    pnyx.errors.InputError: '4k3/8/8/8/8/8/8/4K3 w' is not a position of horde: White, the horde, has 1 king
    """
    fields = split_fields(text)
    board = kind(None)
    expect_symbols(SYMBOLS + ("~[]" if isinstance(board, chess.variant.CrazyhouseBoard) else ""), fields)
    if isinstance(board, chess.variant.ThreeCheckBoard):
        _read_checks(board, fields)
    if not 2 <= len(fields) <= 6:
        raise InputError(
            f"expected a FEN of {name} like '{kind.starting_fen}' (moves are written after the word 'moves'), "
            f"got {len(fields)} fields in {quoted(text)}"
        )
    word, column = fields[0]
    if isinstance(board, chess.variant.CrazyhouseBoard):
        word = _read_pockets(board, word, column)
    for offset, symbol in enumerate(word):
        if symbol in "[]":
            raise InputError(f"expected a piece, a digit 1-8 or / at column {column + offset}, got {quoted(symbol)}")
    read_pieces(board, word, column)
    read_state(board, fields[1:], len(text) + 1)
    reasons = _impossibilities(board)
    if reasons:
        raise InputError(f"{quoted(text, 100)} is not a position of {name}: {'; '.join(reasons)}")
    return board


def _read_checks(board: chess.variant.ThreeCheckBoard, fields: list[tuple[str, int]]) -> None:
    """Take the field with the checks out of the fields, if it is there."""
    what = "checks left, as 3+3"
    if len(fields) == 7 and "+" in fields[6][0] and "+" not in fields[4][0]:
        digits = read_word(r"\+[0-3]\+[0-3]", what, *fields.pop(6))
        board.remaining_checks = [3 - int(digits[3]), 3 - int(digits[1])]
    elif len(fields) == 7 or (len(fields) > 4 and "+" in fields[4][0]):
        digits = read_word(r"[0-3]\+[0-3]", what, *fields.pop(4))
        board.remaining_checks = [int(digits[2]), int(digits[0])]


def _read_pockets(board: chess.variant.CrazyhouseBoard, word: str, column: int) -> str:
    """Fill the pockets; the word without them."""
    pocket = ""
    if word.endswith("]"):
        word, bracket, pocket = word[:-1].partition("[")
        if not bracket:
            raise InputError(f"expected a [ that opens the pocket at column {column}, got {quoted(word)}")
    elif word.count("/") == 8:
        word, _, pocket = word.rpartition("/")
    for offset, symbol in enumerate(pocket, start=column + len(word) + 1):
        if symbol not in "PNBRQKpnbrqk":
            raise InputError(f"expected a piece in the pocket at column {offset}, got {quoted(symbol)}")
        board.pockets[symbol.isupper()].add(chess.PIECE_SYMBOLS.index(symbol.lower()))
    return word


def _impossibilities(board: chess.Board) -> list[str]:
    """Every reason why the rules of the variant do not apply to this board."""
    reasons = [] if board.occupied else ["the board is empty"]
    reasons += _kings(board)
    horde = isinstance(board, chess.variant.HordeBoard)
    homes = board.occupied_co[chess.WHITE] & chess.BB_RANK_1 if horde else chess.BB_EMPTY
    if board.pawns & chess.BB_BACKRANKS & ~homes:
        reasons.append("pawns stand on the first or last rank")
    castling = board.castling_rights
    if isinstance(board, (chess.variant.AntichessBoard, chess.variant.RacingKingsBoard)):
        if castling:
            reasons.append("there is no castling")
    elif castling != board.clean_castling_rights() or castling & board.promoted:
        reasons.append("castling rights need the king and that rook on their first squares")
    if board.ep_square is not None and board.status() & chess.STATUS_INVALID_EP_SQUARE:
        reasons.append(f"no pawn has just advanced two squares over {chess.square_name(board.ep_square)}")
    if _can_take_king(board):
        reasons.append("the side that is not to move is in check")
    if isinstance(board, chess.variant.ThreeCheckBoard) and not any(board.remaining_checks):
        reasons.append("both sides have given all their checks")
    if isinstance(board, chess.variant.RacingKingsBoard):
        status = board.status()
        if board.pawns:
            reasons.append("there are pawns")
        if status & chess.STATUS_RACE_CHECK:
            reasons.append("a king is in check")
        if status & chess.STATUS_RACE_OVER:
            reasons.append("both kings have reached the eighth rank, and Black is to move")
    if isinstance(board, chess.variant.CrazyhouseBoard):
        if board.promoted & (board.pawns | board.kings):
            reasons.append("a pawn or a king is marked as promoted")
        if any(pocket.count(chess.KING) for pocket in board.pockets):
            reasons.append("there is a king in a pocket")
        if chess.popcount(board.occupied) + sum(map(len, board.pockets)) > 64:
            reasons.append("there are more than 64 pieces")
    return reasons


def _kings(board: chess.Board) -> list[str]:
    if isinstance(board, chess.variant.AntichessBoard):
        return []  # they are pieces like any other
    kings = Counter(piece.color for piece in board.piece_map().values() if piece.piece_type == chess.KING)
    reasons = []
    for color, name in ((chess.WHITE, "White"), (chess.BLACK, "Black")):
        count = kings[color]
        if color and isinstance(board, chess.variant.HordeBoard):
            if count:
                reasons.append(f"White, the horde, has {count} king{'s' * (count > 1)}")
        elif count == 0 and color == board.turn and isinstance(board, chess.variant.AtomicBoard):
            pass  # it has just been blown up
        elif count != 1:
            reasons.append(f"{name} has {count or 'no'} king{'s' * (count > 1)} instead of one")
    return reasons


def _can_take_king(board: chess.Board) -> bool:
    if isinstance(board, chess.variant.AntichessBoard):
        return False
    if isinstance(board, chess.variant.AtomicBoard) and board.is_variant_end():
        return False  # after an explosion no check counts
    return board.was_into_check()
