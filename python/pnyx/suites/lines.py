"""Positions of other games, one per line: Othello's `.obf` and tables, Pons' Connect Four, any game's own notation."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Final, NamedTuple

from pnyx.adapters import obf, pons
from pnyx.adapters.boards import BOARDS
from pnyx.api.catalogue import games
from pnyx.api.loading import load_game
from pnyx.api.position import position as open_position
from pnyx.errors import InputError, quoted
from pnyx.suites.chess_lines import read_chess, seems_chess
from pnyx.suites.entries import Entry, Expected, Options

_VARIANTS: Final = {name for name in BOARDS if name != "chess"}
"""A FEN without further words means chess."""

_BOARD: Final = r"(?:[XOxo.-]{64}|[XOxo.-]{36}|[XOxo.-]{16})"


class LineFormat(NamedTuple):
    """A format with one position per line."""

    name: str
    games: Collection[str]
    """The games it is used for."""
    seems: Callable[[str], object]
    """Whether a line looks like one of it."""
    read: Callable[[str, int, str, Options], Entry | None]
    """The entry of a line, given its number, the game and the game's options; `None` for a comment."""


def guess_game(texts: Iterable[str]) -> str:
    """The game whose notation this is: that of the first text which one game reads, or an `InputError`.

    >>> guess_game(["Positions of round 3", "8/8/3ox3/ox1x1o2/3o1o2/2o1o3/4x3/8 w; a win"])
    'lines-of-action'
    """
    first = ""
    for text in texts:
        first = first or text
        readers = [name for name in games() if name not in _VARIANTS and _is_read(name, text)]
        if len(readers) > 1:
            raise InputError(f"{' and '.join(readers)} can all read {quoted(text)}: choose one with --game")
        if readers:
            return readers[0]
    raise InputError(f"no built-in game can read {quoted(first)}")


def _is_read(game: str, text: str) -> bool:
    try:
        read_plain(text, 1, game, ())
    except InputError:
        return False
    return True


def read_plain(line: str, number: int, game: str, options: Options) -> Entry:
    """A position in its game's notation, with or without a remark behind a semicolon.

    >>> read_plain("8/8/3ox3/ox1x1o2/3o1o2/2o1o3/4x3/8 w; a win", 1, "lines-of-action", ()).name
    'a win'
    """
    text, semicolon, remark = line.strip().partition(";")
    for given, name in ((line.strip(), ""), (text.strip(), remark.strip())):
        try:
            found = open_position(load_game(game), given, **dict(options))
        except InputError as error:
            problem = error
        else:
            # A game of one's own need have no way back from a position to its text.
            shown = found.text if found.python_game is None else given
            return Entry(number, game, shown, name, options=options)
        if not semicolon:
            break
    raise InputError(f"line {number}: {problem}")


def _read_chess(line: str, number: int, game: str, options: Options) -> Entry:
    return read_chess(line, number, game or "chess", options)


def _read_othello(
    read: Callable[[str, int], obf.OthelloProblem | None], line: str, number: int, game: str, options: Options
) -> Entry | None:
    problem = read(line, number)
    if problem is None:
        return None
    expected = Expected(score=problem.score, best=problem.best)
    entry = read_plain(problem.position, number, "othello", options)
    return Entry(number, "othello", entry.position, problem.name, expected, options)


def _read_pons(line: str, number: int, game: str, options: Options) -> Entry | None:
    record = pons.read_line(line, f"line {number}")
    if record is None:
        return None
    # The columns played stay what they are: people look for them in their file.
    read_plain(record.moves, number, "connect-four", options)
    return Entry(number, "connect-four", record.moves, "", Expected(score=record.score), options)


CHESS: Final = LineFormat("EPD or FEN", BOARDS, seems_chess, _read_chess)
OBF: Final = LineFormat(
    ".obf", ("othello",), re.compile(rf"\s*{_BOARD}\s+[XOxo]\s*;").match, partial(_read_othello, obf.read_line)
)
TABLE: Final = LineFormat(
    "a table of Othello problems",
    ("othello",),
    re.compile(rf"[^\t]*\t{_BOARD}\t[XOxo]\t").match,
    partial(_read_othello, obf.read_row),
)
PONS: Final = LineFormat("Pons' strings", ("connect-four",), re.compile(r"\s*[1-9]+(\s+-?\d+)?\s*$").match, _read_pons)
PLAIN: Final = LineFormat("one position per line", games(), lambda line: False, read_plain)

FORMATS: Final = (CHESS, OBF, TABLE, PONS)
"""The formats that are known by how their lines look."""
