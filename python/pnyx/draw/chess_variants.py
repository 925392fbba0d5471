"""The variants of chess: the chess board, with what each variant has besides.

>>> print(king_of_the_hill("8/8/8/8/4K3/8/8/k7 b - - 0 1", last_move="e3e4").text(unicode=False))
  +-----------------+
8 | . . . . . . . . |
7 | . . . . . . . . |
6 | . . . . . . . . |
5 | . . .(.|.). . . |
4 | . . .(.|K]. . . |
3 | . . . .[.]. . . |
2 | . . . . . . . . |
1 | k . . . . . . . |
  +-----------------+
    a b c d e f g h
won by White
>>> print(three_check("8/8/8/8/4K3/8/8/k7 w - - 3+1 0 1").text().splitlines()[-1])
checks to give: White 3, Black 1
>>> print(crazyhouse("8/8/8/8/4K3/8/8/k7[QPPn] w - - 0 1").text().splitlines()[-1])
in hand: White Q 2P, Black N
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

import chess
from chess.variant import (
    AntichessBoard,
    AtomicBoard,
    CrazyhouseBoard,
    CrazyhousePocket,
    HordeBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    ThreeCheckBoard,
)

from pnyx.draw.board import Board
from pnyx.draw.chess import drawn

__all__ = ["antichess", "atomic", "crazyhouse", "horde", "king_of_the_hill", "racing_kings", "three_check"]


class Reader(Protocol):
    """The board of a FEN; the last move, in UCI, gives marked squares.

    >>> reader: Reader = horde
    """

    def __call__(self, position: str, last_move: str | None = None) -> Board:
        """Read a position."""


def _reader(
    rules: type[chess.Board],
    name: str,
    goals: chess.Bitboard = chess.BB_EMPTY,
    notes: Callable[[chess.Board], Sequence[str]] = lambda board: (),
) -> Reader:
    def read(position: str, last_move: str | None = None) -> Board:
        return drawn(rules, position, last_move, name=name, goals=goals, notes=notes)

    return read


def _checks(board: chess.Board) -> list[str]:
    assert isinstance(board, ThreeCheckBoard)
    left = board.remaining_checks
    return [f"checks to give: White {left[chess.WHITE]}, Black {left[chess.BLACK]}"]


def _pockets(board: chess.Board) -> list[str]:
    assert isinstance(board, CrazyhouseBoard)
    held = {"White": board.pockets[chess.WHITE], "Black": board.pockets[chess.BLACK]}
    return [f"in hand: {', '.join(f'{name} {_pocket(pocket)}' for name, pocket in held.items())}"]


def _pocket(pocket: CrazyhousePocket) -> str:
    counts = [(pocket.count(kind), chess.piece_symbol(kind).upper()) for kind in reversed(chess.PIECE_TYPES)]
    return " ".join(f"{count if count > 1 else ''}{letter}" for count, letter in counts if count) or "nothing"


antichess: Final = _reader(AntichessBoard, "Antichess")
atomic: Final = _reader(AtomicBoard, "Atomic Chess")
crazyhouse: Final = _reader(CrazyhouseBoard, "Crazyhouse", notes=_pockets)
horde: Final = _reader(HordeBoard, "Horde")
king_of_the_hill: Final = _reader(KingOfTheHillBoard, "King of the Hill", goals=chess.BB_CENTER)
racing_kings: Final = _reader(RacingKingsBoard, "Racing Kings", goals=chess.BB_RANK_8)
three_check: Final = _reader(ThreeCheckBoard, "Three-Check", notes=_checks)
