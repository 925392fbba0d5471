"""The tables of a server: those that the command line named, and files for those that workers make of small games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypedDict

import pnyx
from pnyx import _core
from pnyx.api.catalogue import games as built_in
from pnyx.errors import InputError, quoted
from pnyx.web.games import Games, Shown

_FOLDER: Final = "tables"


class TablePlaces(TypedDict):
    """Where a worker finds tables, or leaves them."""

    given: list[str]
    """Files that the command line named, of the position's game."""
    made: list[str]
    """The file for the table of the game's start, and that of the position."""


class Tables:
    """All of them."""

    def __init__(self, games: Games, files: Sequence[str] = ()) -> None:
        self._games = games
        self._given = [_opened(file, games) for file in files]

    def places(self, shown: Shown, folder: Path) -> TablePlaces:
        """Those for a position; new ones go into the server's folder."""
        start = self._games.find(shown.game, None, shown.options)
        made = [str(folder / _FOLDER / _name(each)) for each in (start, shown)]
        given = [str(table.path.absolute()) for table in self._given if table.is_about(shown.position)]
        return {"given": given, "made": made}


def _opened(file: str, games: Games) -> pnyx.Table:
    """A table that is named on the command line, and is about one of the games here."""
    named = _core.Table(file).game
    own = games.python_name(named)
    if own is None and named not in built_in():
        raise InputError(
            f"{file} is a table of {quoted(named)}, which is not among the games here: name its game as well, as in "
            f"pnyx web module:Class --table {file}"
        )
    return pnyx.Table(file, None if own is None else games.python_game(own))


def _name(shown: Shown) -> str:
    """The name of the file with the table of what can be reached from a position."""
    named = json.dumps([shown.game, shown.options, shown.position.board], sort_keys=True)
    return hashlib.sha256(named.encode()).hexdigest()[:32]
