"""Boards of python-chess, and the games they belong to.

`pnyx.position` and `pnyx.solve` take such boards as they are; `to_board` is the way back.
"""

from __future__ import annotations

import re
from typing import Final

import chess
import chess.variant

from pnyx.api.position import Position
from pnyx.errors import InputError

_LONGEST: Final = 300

BOARDS: Final[dict[str, type[chess.Board]]] = {
    "chess": chess.Board,
    "antichess": chess.variant.AntichessBoard,
    "atomic": chess.variant.AtomicBoard,
    "three-check": chess.variant.ThreeCheckBoard,
    "king-of-the-hill": chess.variant.KingOfTheHillBoard,
    "racing-kings": chess.variant.RacingKingsBoard,
    "horde": chess.variant.HordeBoard,
    "crazyhouse": chess.variant.CrazyhouseBoard,
}
"""Chess and its variants, with the boards that know their rules."""


def complaint(number: int, line: str, error: Exception) -> InputError:
    """What python-chess says about a line, with the column of the word that it quotes (or of the line's first).

    >>> complaint(2, "2. Ke3 *", ValueError("illegal san: 'Ke3' in ..."))
    InputError("line 2, column 4: illegal san: 'Ke3' in ...")
    """
    text = str(error)
    word = re.search("'([^']+)'", text)
    place = line.find(word[1]) if word else -1
    column = (place if place >= 0 else len(line) - len(line.lstrip())) + 1
    shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 60]}...{text[-50:]}"
    clean = "".join(character if character.isprintable() else " " for character in shown)
    return InputError(f"line {number}, column {column}: {clean}")


def empty_board(game: str) -> chess.Board:
    """An empty board for chess or one of its variants.

    >>> empty_board("horde").uci_variant
    'horde'
    """
    if game not in BOARDS:
        raise InputError(f"expected chess or one of its variants ({', '.join(BOARDS)}), got {game!r}")
    return BOARDS[game](None)


def to_board(position: Position) -> chess.Board:
    """The position as a board of python-chess; the moves of its history are on the board's stack.

    >>> import pnyx
    >>> to_board(pnyx.position("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 moves a1a8 e8e7")).peek().uci()
    'e8e7'
    """
    if position.python_game is not None:
        raise InputError(f"expected a position of chess or one of its variants, got one of {position.game}")
    board = empty_board(position.game)
    fen, _, moves = position.text.partition(" moves ")
    board.set_fen(fen)
    for move in moves.split():
        board.push_uci(move)
    return board
