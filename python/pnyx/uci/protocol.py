"""Parsing of UCI commands.

A `go` never fails here, because every `go` gets its `bestmove`: unreadable parts are ignored and reported.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import chess

from pnyx.api.position import position
from pnyx.errors import InputError, quoted

COMMANDS = frozenset(
    ("uci", "debug", "isready", "setoption", "ucinewgame", "position", "go", "stop", "ponderhit", "quit")
)
"""The commands of the protocol; other words are ignored."""

_NUMBERS = ("mate", "nodes", "movetime", "depth", "wtime", "btime", "winc", "binc", "movestogo")
_SWITCHES = ("infinite", "ponder")
_KEYWORDS = frozenset((*_NUMBERS, *_SWITCHES, "searchmoves"))
_AT_LEAST_ONE = ("nodes", "movetime", "depth", "movestogo")
_LARGEST = 2**62
_LONGEST_MATE = 1_000_000
"""The longest mate that can be asked for."""


@dataclass(frozen=True)
class Go:
    """The parameters of `go`; times are in milliseconds."""

    mate: int | None = None
    """A mate in this many moves; negative: the side to move is mated."""
    nodes: int | None = None
    movetime: int | None = None
    depth: int | None = None
    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] | None = None


def command(line: str) -> tuple[str, list[str]] | None:
    """The command of a line and the words after it; unknown words before it are ignored, as UCI requires.

    >>> command("  joho debug on ")
    ('debug', ['on'])
    >>> command("hello") is None
    True
    """
    words = line.split()
    for index, word in enumerate(words):
        if word in COMMANDS:
            return word, words[index + 1 :]
    return None


def read_go(words: Sequence[str]) -> tuple[Go, list[str]]:
    """The words after `go`, and complaints about those that cannot be used.

    >>> read_go(["mate", "-3", "nodes", "1000"])[0].mate
    -3
    >>> read_go(["movetime", "soon"])[1]
    ["go movetime needs a whole number, not 'soon'"]
    """
    read: dict[str, Any] = {}
    complaints = []
    words = list(words)
    while words:
        word = words.pop(0)
        if word in _SWITCHES:
            read[word] = True
        elif word == "searchmoves":
            moves = tuple(itertools.takewhile(lambda word: word not in _KEYWORDS, words))
            del words[: len(moves)]
            if moves:
                read[word] = moves
            else:
                complaints.append("go searchmoves needs moves, such as e2e4; all moves are searched")
        elif word in _NUMBERS:
            given = words.pop(0) if words and words[0] not in _KEYWORDS else ""
            number = _number(given)
            if number is None:
                complaints.append(f"go {word} needs a whole number, not {quoted(given)}")
            elif word == "mate" and not 1 <= abs(number) <= _LONGEST_MATE:
                complaints.append(
                    f"go mate needs 1 to {_LONGEST_MATE:,} moves, or -1 to -{_LONGEST_MATE:,}, not {number}"
                )
            else:
                # A clock that has run out, and a limit of nothing, still get a move.
                read[word] = max(number, 1) if word in _AT_LEAST_ONE else number
    return Go(**read), complaints


def _number(text: str) -> int | None:
    if not re.fullmatch(r"[+-]?[0-9]{1,40}", text):
        return None
    return max(-_LARGEST, min(int(text), _LARGEST))


def read_position(words: Sequence[str]) -> chess.Board:
    """The words after `position`, as a board whose stack holds the moves.

    >>> read_position("startpos moves e2e4 e7e5".split()).fullmove_number
    2
    """
    kind = words[0] if words else ""
    split = list(words).index("moves") if "moves" in words else len(words)
    if kind == "startpos":
        board = chess.Board()
    elif kind == "fen" and split > 1:
        board = _read_fen(" ".join(words[1:split]))
    else:
        raise InputError(f"position needs startpos, or fen and a FEN, not {quoted(' '.join(words))}")
    for number, move in enumerate(words[split + 1 :], 1):
        _play(board, move, number)
    position("chess", board.fen())  # which says what is wrong with it, if something is
    return board


def _play(board: chess.Board, move: str, number: int) -> None:
    try:
        board.push_uci(move)
    except ValueError:
        raise InputError(
            f"move {number} of the position is not legal: expected a move of {board.fen()}, such as "
            f"{next(iter(board.legal_moves), 'none')}, not {quoted(move)}"
        ) from None


def _read_fen(fen: str) -> chess.Board:
    """A board from a FEN; programs write clocks and en-passant squares that mean nothing, which are put right."""
    try:
        board = chess.Board(fen)
    except ValueError as error:
        position("chess", fen)  # whose words are better
        raise InputError(f"not a FEN: {quoted(fen)} ({error})") from None
    fields = fen.split()
    rights = 0 if len(fields) < 3 or fields[2] == "-" else len(set(fields[2]))
    if rights != len(board.castling_xfen().strip("-")):
        raise InputError(
            f"the castling rights {quoted(fields[2])} do not fit kings and rooks on their first squares; "
            "Chess960 is not supported"
        )
    position("chess", board.fen())
    return chess.Board(board.fen())


def read_moves(board: chess.Board, moves: Sequence[str]) -> tuple[list[str], list[str]]:
    """Those of the moves that are legal, in the order of the board's legal moves, and complaints about the others.

    >>> read_moves(chess.Board(), ["g1f3", "e2e5"])
    (['g1f3'], ["searchmoves: 'e2e5' is not a legal move here and is ignored"])
    """
    found, complaints = set(), []
    for text in moves:
        try:
            move = board.parse_uci(text)
        except ValueError:
            move = chess.Move.null()
        if move:
            found.add(move)
        elif text != "0000":  # by which python-chess says "none of them"
            complaints.append(f"searchmoves: {quoted(text)} is not a legal move here and is ignored")
    return [move.uci() for move in board.legal_moves if move in found], complaints


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """Name and value of `setoption name N value V`; a button has no value.

    >>> read_option("name Move Overhead value 20".split())
    ('Move Overhead', '20')
    """
    read = re.fullmatch(r"name\s+(.+?)(?:\s+value(?:\s+(.*))?)?", " ".join(words))
    if read is None:
        raise InputError(f"expected setoption name N value V, not {quoted('setoption ' + ' '.join(words))}")
    return read[1], read[2] or ""
