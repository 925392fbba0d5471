"""Chess positions, one per line: EPD with operations, and FEN with or without a remark."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pnyx.adapters import epd
from pnyx.api.position import position as open_position
from pnyx.errors import InputError, quoted
from pnyx.suites.entries import Entry, Expected, Options

_OPERATIONS: Final = re.compile(
    r"(acd|acn|acs|am|bm|c\d|ce|dm|draw_\w+|eco|fmvn|hmvc|id|nic|noop|pm|pv|rc|resign|sm|tcgs|tcri|tcsi|v\d)\b"
)
"""The operations of the standard. A line in which one of them follows the position is EPD, right or wrong; other words
are operations if they can be read as such, and a remark if not."""

_HEAD: Final = re.compile(
    r"""\s*(?P<squares>[pnbrqkPNBRQK1-8~\[\]]+(?:/[pnbrqkPNBRQK1-8~\[\]]*){7,8})
        \s+(?P<turn>[wb])\b
        (?:\s+(?P<castling>-|[KQkqA-Ha-h]+)(?=[\s;]|$))?
        (?:\s+(?P<en_passant>-|[a-h][1-8])(?=[\s;]|$))?
        (?:\s+\d\+\d(?=[\s;]|$))?
        (?:\s+(?P<clock>\d+)(?=[\s;]|$))?
        (?:\s+(?P<move>\d+)(?=[\s;]|$))?
        (?:\s+\+\d\+\d(?=[\s;]|$))?""",
    re.VERBOSE,
)


def seems_chess(line: str) -> bool:
    """Whether a line begins as a chess position does.

    >>> seems_chess("7k/8/5KQ1/8/8/8/8/8 w - - bm Qg7#;"), seems_chess("44455 -3")
    (True, False)
    """
    return _HEAD.match(line) is not None


def read_chess(line: str, number: int, game: str, options: Options) -> Entry:
    """The position in a line, with the line's operations.

    >>> read_chess('7k/8/5KQ1/8/8/8/8/8 w - - bm #1; id "one";', 4, "chess", ()).expected.mate
    1
    >>> read_chess("7k/8/5KQ1/8/8/8/8/8 w - - 0 1; white to win", 4, "chess", ()).name
    'white to win'
    """
    head = _HEAD.match(line)
    if head is None:
        raise InputError(
            f"line {number}, column {len(line) - len(line.lstrip()) + 1}: expected a position in FEN or EPD, "
            f"got {quoted(line.strip())}"
        )
    rest = line[head.end() :].strip()
    # The two fields after the side to move may be left out, but not in EPD.
    if rest and not rest.startswith((";", "#", '"', "(")) and head["en_passant"]:
        try:
            record = epd.read_line(line, number, game)
        except InputError:
            if _OPERATIONS.match(rest):
                raise
        else:
            name = record.operations.get("id")
            unnamed = "" if _OPERATIONS.match(rest) else rest
            return Entry(
                number,
                game,
                _checked(record.position.text, number, game, options),
                unnamed if name is None else str(name),
                _expected(record.operations, number),
                options,
            )
    remark = rest.strip('#;" \t')
    return Entry(number, game, _checked(head.group().strip(), number, game, options), remark, options=options)


def _checked(text: str, number: int, game: str, options: Options) -> str:
    try:
        return open_position(game, text, **dict(options)).text
    except InputError as error:
        raise InputError(f"line {number}: {error}") from None


def _expected(operations: Mapping[str, epd.Operand], number: int) -> Expected:
    best, mate = operations.get("bm"), operations.get("dm")
    if isinstance(best, str) and best.startswith("#"):
        mate = int(best[1:])
        best = None
    if mate is not None and not isinstance(mate, int):
        raise InputError(f"line {number}: expected a whole number of moves after dm, got {quoted(mate)}")
    return Expected(mate=mate, best=_moves(best), avoid=_moves(operations.get("am")))


def _moves(operand: epd.Operand) -> tuple[str, ...]:
    return tuple(operand) if isinstance(operand, list) else () if operand is None else (str(operand),)
