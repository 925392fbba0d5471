"""Reading chess positions in Forsyth-Edwards notation.

Composed positions are welcome: any number of pieces and pawns, checks that cannot arise in a game. What breaks the
rules themselves is refused, with every reason.
"""

from __future__ import annotations

import re
from typing import Final

import chess

from pnyx.errors import InputError, quoted

FIELDS: Final = ("the board", "the side to move", "castling rights", "the en-passant square", "two clocks")
CASTLING: Final = {
    "K": (chess.WHITE, chess.H1),
    "Q": (chess.WHITE, chess.A1),
    "k": (chess.BLACK, chess.H8),
    "q": (chess.BLACK, chess.A8),
}
SYMBOLS: Final = "PNBRQKpnbrqk12345678/"
"""What stands on a board."""
MOST_CLOCK: Final = 9_999
"""Clocks run on while a game is played, but no larger number is written or read."""


def read_fen(text: str) -> chess.Board:
    """The board that a FEN describes; castling rights, en-passant square and clocks may be left out.

    >>> read_fen("7k/5Q2/6K1/8/8/8/8/8 w").fen()
    '7k/5Q2/6K1/8/8/8/8/8 w - - 0 1'
    >>> read_fen("7k/5Q2/6K1/8/8/8/8/8 w KQ")
    Traceback (most recent call last):
    pnyx.errors.InputError: '7k/5Q2/6K1/8/8/8/8/8 w KQ' is not a position of chess: castling right K needs a white \
king on e1 and a white rook on h1; castling right Q needs a white king on e1 and a white rook on a1
    """
    fields = split_fields(text)
    expect_symbols(SYMBOLS, fields)
    if not 2 <= len(fields) <= 6:
        raise InputError(
            f"expected a FEN of 2 to 6 fields ({', '.join(FIELDS)}), got {len(fields)} in {quoted(text)}: "
            f"the start is '{chess.STARTING_FEN}'"
        )
    board = chess.Board(None)
    read_pieces(board, *fields[0])
    reasons = _impossibilities(board, read_state(board, fields[1:], len(text) + 1))
    if reasons:
        raise InputError(f"{quoted(text, 100)} is not a position of chess: {'; '.join(reasons)}")
    return board


def split_fields(text: str) -> list[tuple[str, int]]:
    """The words of a text with their columns.

    >>> split_fields("8/8 w")
    [('8/8', 1), ('w', 5)]
    """
    return [(match.group(), match.start() + 1) for match in re.finditer(r"\S+", text)]


def expect_symbols(symbols: str, fields: list[tuple[str, int]]) -> None:
    """Refuse a foreign character on the board, the first of the fields.

    This comes before everything else: what else seems wrong may come from it.

    >>> expect_symbols(SYMBOLS, [("8/x", 1), ("w", 5)])
    Traceback (most recent call last):
    pnyx.errors.InputError: expected a piece (PNBRQK pnbrqk), a digit 1-8 or / at column 3, got 'x'
    """
    for word, start in fields[:1]:
        for column, symbol in enumerate(word, start):
            if symbol not in symbols:
                what = "a piece (PNBRQK pnbrqk), a digit 1-8 or /"
                raise InputError(f"expected {what} at column {column}, got {quoted(symbol)}")


def read_pieces(board: chess.Board, word: str, column: int) -> None:
    """Put the pieces on a board, as the first field says."""
    try:
        board.set_board_fen(word)
    except ValueError as error:
        raise InputError(f"expected 8 ranks of 8 squares at column {column}: {quoted(str(error), 160)}") from None


def read_state(board: chess.Board, fields: list[tuple[str, int]], end: int) -> str:
    """Set all but the pieces, as the fields after them say, and return the castling rights; the text ends at `end`.

    >>> read_state(chess.Board(None), split_fields("b Kq e3 4"), 10)
    'Kq'
    """
    fields = fields + [(word, end) for word in ("-", "-", "0", "1")[len(fields) - 1 :]]
    board.turn = read_word(r"[wb]", "the side to move, w or b", *fields[0]) == "w"
    castling = read_word(r"-|K?Q?k?q?", "castling rights, some of KQkq or -", *fields[1])
    en_passant = read_word(r"-|[a-h][1-8]", "an en-passant square or -", *fields[2])
    board.halfmove_clock = _read_clock("the halfmove clock", 0, *fields[3])
    board.fullmove_number = _read_clock("the number of the move", 1, *fields[4])
    for right in castling.strip("-"):
        board.castling_rights |= chess.BB_SQUARES[CASTLING[right][1]]
    board.ep_square = None if en_passant == "-" else chess.parse_square(en_passant)
    return castling


def read_word(pattern: str, what: str, word: str, column: int) -> str:
    """The word, if it is what is expected at this column.

    >>> read_word("[wb]", "the side to move, w or b", "x", 7)
    Traceback (most recent call last):
    pnyx.errors.InputError: expected the side to move, w or b at column 7, got 'x'
    """
    if not re.fullmatch(pattern, word):
        raise InputError(f"expected {what} at column {column}, got {quoted(word)}")
    return word


def _read_clock(what: str, least: int, word: str, column: int) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", word) or int(word) < least:
        raise InputError(f"expected {what}, {least} to {MOST_CLOCK}, at column {column}, got {quoted(word)}")
    return int(word)


def _impossibilities(board: chess.Board, castling: str) -> list[str]:
    """Every reason why the rules do not apply to this board."""
    reasons = []
    for color, name in ((chess.WHITE, "white"), (chess.BLACK, "black")):
        kings = len(board.pieces(chess.KING, color))
        if kings != 1:
            reasons.append(f"{name} has {kings or 'no'} king{'s' * (kings > 1)} instead of one")
    status = board.status()
    if status & chess.STATUS_PAWNS_ON_BACKRANK:
        squares = [chess.square_name(square) for square in chess.SquareSet(board.pawns & chess.BB_BACKRANKS)]
        reasons.append(f"pawns stand on the first or last rank ({', '.join(squares)})")
    if status & chess.STATUS_OPPOSITE_CHECK:
        names = ("white", "black") if board.turn else ("black", "white")
        reasons.append(f"{names[1]} is in check, but {names[0]} is to move")
    for right in castling.strip("-"):
        color, rook = CASTLING[right]
        king = chess.E1 if color else chess.E8
        if board.piece_at(king) != chess.Piece(chess.KING, color) or board.piece_at(rook) != chess.Piece(
            chess.ROOK, color
        ):
            side = chess.COLOR_NAMES[color]
            reasons.append(
                f"castling right {right} needs a {side} king on {chess.square_name(king)} "
                f"and a {side} rook on {chess.square_name(rook)}"
            )
    if status & chess.STATUS_INVALID_EP_SQUARE and board.ep_square is not None:
        square = chess.square_name(board.ep_square)
        reasons.append(f"no pawn has just advanced two squares over the en-passant square {square}")
    return reasons
