"""Chess positions: a FEN on the common board, with the piece shapes that python-chess brings along."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

import chess
import chess.svg

from pnyx.draw.board import PALE, Board, Piece, disc
from pnyx.draw.canvas import INK
from pnyx.draw.ground import Mark, Square
from pnyx.errors import InputError, quoted


def _pieces() -> dict[str, Piece]:
    """Our pieces by their letters in a FEN.

    Identifiers go, for every drawing on a page would repeat them, and styles become attributes, for pages may forbid
    them.
    """
    found = {}
    for colour in chess.COLORS:
        for kind in chess.PIECE_TYPES:
            piece = chess.Piece(kind, colour)
            name = f"{chess.COLOR_NAMES[colour]} {chess.piece_name(kind)}"
            shape = re.sub(r' id="[^"]*"', "", chess.svg.PIECES[piece.symbol()])
            shape = re.sub(r' style="([^"]*)"', lambda style: _attributes(style[1]), shape)
            found[piece.symbol()] = Piece(name, piece.unicode_symbol(), piece.symbol(), shape)
    return found


def _attributes(style: str) -> str:
    pairs = (pair.partition(":") for pair in style.split(";") if pair.strip())
    return "".join(f' {name.strip()}="{value.strip()}"' for name, _, value in pairs)


PIECES: Final = _pieces()
"""Pieces to be drawn, by their letters in a FEN."""


_MOVERS: Final = {
    chess.WHITE: Piece("white to move", "○", "w", disc(PALE, radius=15, line=3)),
    chess.BLACK: Piece("black to move", "●", "b", disc(INK, radius=15, line=3)),
}


def read(position: str, last_move: str | None = None) -> Board:
    """The board of a FEN; the last move, in UCI, gives two marked squares.

    >>> print(read("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", last_move="f1f7").text(unicode=False))
      +-----------------+
    8 | . . . . . . . k |
    7 | . . . . .[Q]. . |
    6 | . . . . . . K . |
    5 | . . . . . . . . |
    4 | . . . . . . . . |
    3 | . . . . . . . . |
    2 | . . . . . . . . |
    1 | . . . . .[.]. . |
      +-----------------+
        a b c d e f g h
    Black to move: stalemate
    """
    return drawn(chess.Board, position, last_move)


def drawn(
    rules: type[chess.Board],
    position: str,
    last_move: str | None = None,
    *,
    name: str = "Chess",
    goals: chess.Bitboard = chess.BB_EMPTY,
    notes: Callable[[chess.Board], Sequence[str]] = lambda board: (),
) -> Board:
    """The board of a FEN of chess or one of its variants, with some squares marked as goals and lines below.

    >>> drawn(chess.Board, "8/8/8/8/8/8/1r6/K1k5 w - - 0 1", None, goals=chess.BB_CENTER).marks[Mark.GOAL]
    [(3, 3), (4, 3), (3, 4), (4, 4)]
    """
    try:
        board = rules(position)
    except ValueError as error:
        kind = name.replace("Chess", "chess")
        raise InputError(f"expected a {kind} position as FEN, got {quoted(position)}: {error}") from None
    marks = {
        Mark.LAST_MOVE: _move_squares(last_move),
        Mark.GOAL: [_square(square) for square in chess.SquareSet(goals)],
    }
    king = board.king(board.turn)
    if king is not None and board.is_check():
        marks[Mark.CHECK] = [_square(king)]
    status = _status(board)
    return Board(
        title=f"{name} position, {status}",
        description=position,
        columns=chess.FILE_NAMES,
        rows=chess.RANK_NAMES,
        pieces={_square(square): PIECES[piece.symbol()] for square, piece in board.piece_map().items()},
        marks=marks,
        pattern="checkered",
        status=status,
        mover=_MOVERS[board.turn],
        notes=notes(board),
    )


def region_squares(text: str) -> list[str]:
    """The squares of the option `region`, to be marked; none if it is the whole board, which needs no marks.

    >>> region_squares("a1-b1"), region_squares("")
    (['a1', 'b1'], [])
    """
    from pnyx.reference.rules.region import read_region

    squares = read_region(text)
    return [] if len(squares) == 64 else [chess.square_name(square) for square in sorted(squares)]


def _status(board: chess.Board) -> str:
    mover = chess.COLOR_NAMES[board.turn].capitalize()
    if board.is_variant_draw():
        return "drawn"
    if board.is_variant_end():
        winner = board.turn if board.is_variant_win() else not board.turn
        return f"won by {chess.COLOR_NAMES[winner].capitalize()}"
    if board.is_checkmate():
        return f"{mover} to move: checkmate"
    if board.is_stalemate():
        return f"{mover} to move: stalemate"
    return f"{mover} to move" + (", in check" if board.is_check() else "")


def _square(square: chess.Square) -> Square:
    return chess.square_file(square), chess.square_rank(square)


def _move_squares(last_move: str | None) -> list[Square]:
    if last_move is None:
        return []
    try:
        move = chess.Move.from_uci(last_move)
    except ValueError:
        raise InputError(
            f"expected the last move as UCI, such as 'e2e4', 'e7e8q' or 'P@e4', got {quoted(last_move)}"
        ) from None
    return [_square(square) for square in dict.fromkeys((move.from_square, move.to_square))] if move else []
