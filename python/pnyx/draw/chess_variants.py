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

from functools import partial
from typing import Final

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

from pnyx.draw.chess import drawn


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


antichess: Final = partial(drawn, AntichessBoard, name="Antichess")
atomic: Final = partial(drawn, AtomicBoard, name="Atomic Chess")
crazyhouse: Final = partial(drawn, CrazyhouseBoard, name="Crazyhouse", notes=_pockets)
horde: Final = partial(drawn, HordeBoard, name="Horde")
king_of_the_hill: Final = partial(drawn, KingOfTheHillBoard, name="King of the Hill", goals=chess.BB_CENTER)
racing_kings: Final = partial(drawn, RacingKingsBoard, name="Racing Kings", goals=chess.BB_RANK_8)
three_check: Final = partial(drawn, ThreeCheckBoard, name="Three-Check", notes=_checks)
