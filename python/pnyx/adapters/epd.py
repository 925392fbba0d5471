"""Extended Position Description: one chess position a line, with operations such as `bm Qg7; dm 1; id "k1";`.

>>> from pnyx.adapters import epd
>>> problem = epd.loads('7k/8/5KQ1/8/8/8/8/8 w - - bm Qg7#; id "one";')[0]
>>> problem.position.board, problem.operations
('7k/8/5KQ1/8/8/8/8/8 w - - 0 1', {'bm': ['g6g7'], 'id': 'one'})
>>> epd.dumps([problem])
'7k/8/5KQ1/8/8/8/8/8 w - - bm Qg7#; id "one";\\n'
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import chess

from pnyx._util.files import read_bounded, write_atomically
from pnyx.adapters.boards import complaint, empty_board, to_board
from pnyx.api.position import Position
from pnyx.api.position import position as open_position
from pnyx.errors import InputError, quoted

Operand = str | int | float | list[str] | None
"""What an operation says: a text, a number, moves in UCI, or nothing."""

MOVES = ("am", "bm", "pm", "pv", "sm")
"""The operations whose operands are moves: ones to avoid, best ones, a predicted one, a line, a supplied one."""

_NOT_OURS = ("shredder", "en_passant", "promoted")
"""What python-chess would take for an instruction about the board."""

_MOST_BYTES = 64 << 20


@dataclass(frozen=True)
class Record:
    """A position and what is said about it; moves are in UCI.

    >>> import pnyx
    >>> Record(pnyx.position("chess"), {"bm": ["e2e4", "d2d4"]}).operations["bm"]
    ['e2e4', 'd2d4']
    """

    position: Position
    operations: Mapping[str, Operand] = field(default_factory=dict)


def loads(text: str, game: str = "chess") -> list[Record]:
    """The positions in a text, one a line; empty lines and lines that begin with # are left out.

    The two clocks of a FEN may follow the four fields of an EPD.

    >>> loads("7k/8/5KQ1/8/8/8/8/8 w - - 3 40")[0].position.board
    '7k/8/5KQ1/8/8/8/8/8 w - - 3 40'
    >>> loads("# mates\\n7k/8/5KQ1/8/8/8/8/8 w - - bm Qa7;")
    Traceback (most recent call last):
    pnyx.errors.InputError: line 2, column 30: illegal san: 'Qa7' in 7k/8/5KQ1/8/8/8/8/8 w - - 0 1
    """
    return [
        read_line(line, number, game)
        for number, line in enumerate(text.split("\n"), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]


def read_line(line: str, number: int = 1, game: str = "chess") -> Record:
    """The position in a line, whose number is for messages.

    >>> read_line("7k/8/5KQ1/8/8/8/8/8 w - - bm #1;").operations
    {'bm': '#1'}
    """
    try:
        return _read(line.strip(), game)
    except ValueError as error:  # an InputError is one
        raise complaint(number, line, error) from None


def load(path: str | os.PathLike[str], game: str = "chess") -> list[Record]:
    """The positions in a file."""
    try:
        return loads(read_bounded(path, _MOST_BYTES).decode("utf-8-sig"), game)
    except UnicodeDecodeError as error:
        raise InputError(f"{quoted(os.fspath(path))} is not text in UTF-8: byte {error.start + 1}") from None


def dumps(records: Iterable[Record]) -> str:
    """The positions as text, one a line; moves are written in short algebraic notation.

    >>> import pnyx
    >>> dumps([Record(pnyx.position("chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), {"dm": 1})])
    '7k/8/5KQ1/8/8/8/8/8 w - - dm 1;\\n'
    """
    return "".join(f"{_write(record)}\n" for record in records)


def dump(records: Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Write the positions to a file, whole or not at all."""
    write_atomically(path, dumps(records).encode())


def _read(line: str, game: str) -> Record:
    board = empty_board(game)
    line, mates = _without_mates(_with_clocks_as_operations(line))
    operations = board.set_epd(line) | mates
    read = {name: _operand(value) for name, value in operations.items() if name not in ("hmvc", "fmvn")}
    return Record(open_position(game, board.fen(en_passant="fen")), read)


def _with_clocks_as_operations(line: str) -> str:
    # Three-check has a field more, the checks left.
    clocks = re.fullmatch(r"((?:\S+\s+){3}\S+(?:\s+[0-9]\+[0-9])?)\s+([0-9]+)\s+([0-9]+)(?:\s+(.*))?", line)
    if clocks is None:
        return line
    return f"{clocks[1]} hmvc {clocks[2]}; fmvn {clocks[3]}; {clocks[4] or ''}".strip()


def _without_mates(line: str) -> tuple[str, dict[str, Any]]:
    """Collections of mates say `bm #3` for a mate in three (`#-3`: the side to move is mated), which is not a move, and
    have remarks that begin with no letter, such as the time somebody needed; those are left out.
    """
    line = re.sub(r'(?<=;)\s+[^A-Za-z\s";][^;]*;', "", line)
    # Texts in quotes may speak of other mates.
    parts = re.finditer(r'"[^"]*"|\sbm\s+(#-?[0-9]+)\s*(?:;|$)', line)
    found = next((part for part in parts if part[1]), None)
    if found is None:
        return line, {}
    return f"{line[: found.start()]} {line[found.end() :]}".strip(), {"bm": found[1]}


def _operand(value: object) -> Operand:
    if isinstance(value, chess.Move):
        return value.uci()
    if isinstance(value, list):
        return [move.uci() for move in value]
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise InputError(f"expected a text, a number or moves, got {quoted(value)}")


def _write(record: Record) -> str:
    board = to_board(record.position).copy(stack=False)
    operations: dict[str, str | int | float | chess.Move | list[chess.Move] | None] = {}
    if board.halfmove_clock or board.fullmove_number != 1:
        operations |= {"hmvc": board.halfmove_clock, "fmvn": board.fullmove_number}
    for name, value in record.operations.items():
        if name in MOVES and isinstance(value, (str, list)) and not (name == "bm" and str(value).startswith("#")):
            operations[name] = _moves(board, name, [value] if isinstance(value, str) else value)
        elif isinstance(value, list):
            raise InputError(f"expected moves only in the operations {', '.join(MOVES)}, got some in {quoted(name)}")
        else:
            operations[name] = value
    if not all(re.fullmatch("[A-Za-z][A-Za-z0-9_]{0,14}", name) and name not in _NOT_OURS for name in operations):
        raise InputError(f"expected names of up to 15 letters and digits for operations, got {quoted([*operations])}")
    if any(isinstance(value, str) and not value.isprintable() for value in operations.values()):
        raise InputError(f"expected texts of one line in operations, got {quoted(operations)}")
    try:
        # Boards of variants write the position; not all of them remember the operations.
        orthodox = chess.Board.epd(board, **cast("dict[str, Any]", operations))
        return re.sub(r'\bbm "(#-?[0-9]+)"', r"bm \1", " ".join([board.epd(), *orthodox.split(" ", 4)[4:]]))
    except (AssertionError, ValueError) as error:
        raise InputError(f"{quoted(dict(record.operations))} cannot be written as EPD: {error}") from None


def _moves(board: chess.Board, name: str, texts: list[str]) -> list[chess.Move]:
    board, moves = board.copy(stack=False), []
    for text in texts:
        try:
            moves.append(board.parse_uci(text))
        except ValueError as error:
            raise InputError(f"{name}: {error}") from None
        if name == "pv":
            board.push(moves[-1])
    return moves
