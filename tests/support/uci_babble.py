"""Random things that a chess program might say, and some that none would, by number."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from typing import NamedTuple

import chess

POSITIONS = (
    "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "8/P7/8/kpQ5/2K5/8/8/8 w - - 0 1",
    "8/8/8/8/8/1k6/7r/K7 w - - 0 1",
    "8/8/8/8/8/5k2/7r/5K2 w - - 97 80",
    "r5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 3 20",
    "7k/5Q2/8/8/8/5K2/8/8 b - - 0 1",
    "3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1",
    chess.STARTING_FEN,
)
NO_POSITIONS = (
    "position",
    "position startpos moves e2e5",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen k7/8/K7 w",
    "position fen 4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",
    "position startpos moves e2e4 e7e5 0000x",
)
OPTIONS = (
    "Hash value 1",
    "Hash value 32",
    "Hash value -1",
    "Threads value 2",
    "Threads value two",
    "MultiPV value 1",
    "MultiPV value 3",
    "MultiPV",
    "Algorithm value df-pn",
    "Algorithm value auto",
    "Algorithm value stockfish",
    "Attack value checks",
    "Attack value <empty>",
    "Attack value replies<=0,,",
    "Fifty Move Rule value false",
    "Ponder value true",
    "SyzygyPath value /nowhere",
    "UCI_Chess960 value true",
    "Move Overhead value 0",
    "value name",
)
ENDLESS = ("infinite", "mate 0", "", "ponder nodes 50", "ponder wtime 30 btime 30", "infinite infinite mate 1000")
"""What does not end by itself."""
LIMITS = (
    "mate 1",
    "mate 2",
    "mate -1",
    "mate -2 nodes 300",
    "mate 3 nodes 300",
    "nodes 1",
    "nodes 100",
    "nodes 400",
    "nodes -7",
    "movetime 2",
    "movetime 0",
    "depth 2",
    "depth 3 nodes 300",
    "wtime 20 btime 20",
    "wtime -5 btime 3 winc 1 binc 1 movestogo 1",
    "searchmoves nodes 100",
    "nodes nodes 50 mate",
    *ENDLESS,
)
COUNTED = tuple(limit for limit in LIMITS if limit not in ENDLESS and "time" not in limit)
"""What ends by itself, and not by a clock."""


class Said(NamedTuple):
    """A line, and the position that the engine has after it: `None` if it was sent an impossible one."""

    line: str
    board: chess.Board | None
    patient: bool = False
    """Whether to wait for the move."""


def babble(seed: int, waits: bool = False) -> Iterator[Said]:
    """The random sequence of this number, a handful of lines long.

    If it `waits`, every search ends by itself and is waited for, and none has a clock: what they find is the same on a
    slow machine. Otherwise some are waited for.
    """
    chance = random.Random(seed)
    board: chess.Board | None = chess.Board()
    kinds = ("position", "no position", "go", "stop", "isready", "option", "ponderhit", "noise", "other")
    weights = (20, 3, 30, 10, 10, 12, 5, 5, 5)
    for kind in ("position", *chance.choices(kinds, weights, k=chance.randint(3, 12))):
        line, patient = kind, False
        if kind == "position":
            board = chess.Board(chance.choice(POSITIONS))
            line = f"position fen {board.fen()}{_moves(board, chance)}"
        elif kind == "no position":
            board, line = None, chance.choice(NO_POSITIONS)
        elif kind == "go":
            limit = chance.choice(COUNTED if waits else LIMITS)
            line = f"go {limit}{_chosen(board, chance)}"
            patient = waits or (limit not in ENDLESS and chance.random() < 0.6)
        elif kind == "option":
            line = f"setoption name {chance.choice(OPTIONS)}"
        elif kind == "noise":
            line = "".join(chance.choice(string.printable + "\N{BLACK CHESS KING}\0\x7f") for _ in range(30))
            line = "".join(line.split())  # one word is no command
        elif kind == "other":
            line = chance.choice(("uci", "ucinewgame", "debug on", "debug off", "debug", "register later", "setoption"))
        yield Said(line, board, patient)


def _moves(board: chess.Board, chance: random.Random) -> str:
    played = []
    for _ in range(chance.choice((0, 0, 0, 0, 1, 2, 4))):
        moves = list(board.legal_moves)
        if moves:
            played.append(chance.choice(moves).uci())
            board.push_uci(played[-1])
    return f" moves {' '.join(played)}" if played else ""


def _chosen(board: chess.Board | None, chance: random.Random) -> str:
    if board is None or chance.random() > 0.2:
        return ""
    moves = [move.uci() for move in board.legal_moves]
    chosen = chance.sample(moves, min(len(moves), 3)) + chance.sample(["a1a1", "0000", "castle"], chance.choice((0, 1)))
    return f" searchmoves {' '.join(chosen)}"
