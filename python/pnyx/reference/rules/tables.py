"""Syzygy tables, read by python-chess: how positions with few pieces end with best play.

With tables for up to N pieces, all positions of chess with at most N pieces, kings included, and without castling
rights are final. All tables for up to N pieces must be there, so that the rules do not depend on who has which files.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Final

import chess
import chess.syzygy

from pnyx.errors import InputError, quoted
from pnyx.game import Outcome
from pnyx.reference.rules.base import TablesError

VARIABLE: Final = "PNYX_SYZYGY"
"""The environment variable that names the directories of the tables."""

PIECES: Final = range(3, 8)
ENDING: Final = ".rtbw"


class Tables:
    """The tables for up to `most` pieces."""

    def __init__(self, most: int, shelf: chess.syzygy.Tablebase) -> None:
        self.most = most
        self._shelf = shelf

    def outcome(self, board: chess.Board, fifty_move_rule: bool) -> Outcome | None:
        """How a position ends that has moves left; `None` where the tables do not say so.

        Without the fifty-move rule a win that it would spoil is a win. With it, that is a draw, and the tables speak
        only of positions whose clock is 0.
        """
        if chess.popcount(board.occupied) > self.most or board.clean_castling_rights():
            return None
        if fifty_move_rule and board.halfmove_clock > 0:
            return None
        try:
            value = self._shelf.probe_wdl(board)
        except (OSError, LookupError) as error:
            raise TablesError(f"the Syzygy tables cannot be used: {error}") from error
        if value == 0 or (fifty_move_rule and abs(value) == 1):
            return "draw"
        return 0 if (value > 0) == board.turn else 1


def open_tables(most: str, place: str) -> Tables | None:
    """The tables that two options of chess ask for: for how many pieces, and where.

    Without the first it is as many pieces as there are all tables for; without the second, the environment says where.

    >>> open_tables("", "") is None
    True
    >>> open_tables("8", "")
    Traceback (most recent call last):
    pnyx.errors.InputError: expected option tables to be a number from 3 to 7, got '8'
    """
    if not most and not place:
        return None
    if most and most not in map(str, PIECES):
        raise InputError(f"expected option tables to be a number from {PIECES[0]} to {PIECES[-1]}, got {quoted(most)}")
    place = place or os.environ.get(VARIABLE, "")
    if not place:
        raise TablesError(
            "expected to know where Syzygy tables are: by option syzygy=DIRECTORY (--syzygy DIRECTORY), or by the "
            f"environment variable {VARIABLE}"
        )
    try:
        directories = tuple((path, os.stat(path).st_mtime_ns) for path in place.split(os.pathsep))
        there, shelf = _shelf(directories)
    except OSError as error:
        raise TablesError(f"the Syzygy tables in {quoted(place)} cannot be used: {error.strerror}") from None
    missing = {pieces: sorted(set(_names(pieces)) - there) for pieces in PIECES}
    complete = [pieces for pieces in PIECES if not missing[pieces]]
    wanted = int(most) if most else max(complete, default=PIECES[0])
    if missing[wanted]:
        raise TablesError(
            f"expected all Syzygy tables for up to {wanted} pieces in {quoted(place)}: {len(missing[wanted])} of them "
            f"are missing, such as {missing[wanted][0]}{ENDING}"
        )
    return Tables(wanted, shelf)


@lru_cache(maxsize=8)
def _shelf(directories: tuple[tuple[str, int], ...]) -> tuple[frozenset[str], chess.syzygy.Tablebase]:
    """The names of the tables in some directories, which have changed at these times, and the tables."""
    shelf = chess.syzygy.Tablebase()
    names = set()
    for directory, _ in directories:
        shelf.add_directory(directory, load_dtz=False)
        names |= {name.removesuffix(ENDING) for name in os.listdir(directory) if name.endswith(ENDING)}
    return frozenset(names), shelf


@lru_cache(maxsize=len(PIECES))
def _names(pieces: int) -> frozenset[str]:
    return frozenset(chess.syzygy.tablenames(piece_count=pieces))
