"""Answers about a game that is being played: the values of all moves, a reply, a hint.

A worker gives them. It uses the tables that the command line named. Tables of small games are made by the first worker
that needs one, and kept in the server's folder for those after it. Where a table knows all that is asked, no worker is
needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pnyx
from pnyx.api.loading import load_game
from pnyx.api.moves import MoveValue, moves
from pnyx.api.play import NO_SEARCH, Player, is_settled
from pnyx.api.position import position
from pnyx.api.small_table import SMALL, small_table
from pnyx.api.walked import passed
from pnyx.errors import PnyxError
from pnyx.web.games import open_position

_NONE: Final = ".none"
"""The ending of a file that says that there is no table of this name, so that nobody tries again."""


def reply(question: Mapping[str, Any], stop: pnyx.StopFlag) -> dict[str, Any]:
    """The answer to one question."""
    root = open_position(question)
    table = _table(question, root, stop)
    limit = pnyx.Limit(seconds=question["seconds"], memory=question["memory"] // 2)
    return _answer(question, root, table, limit, stop)


def reply_at_once(question: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answer without a worker, where a table was made and knows every move; nothing is searched."""
    files = [*question["given"], *(file for file in question["made"] if Path(file).exists())]
    if not files:
        return None
    root = open_position(question)
    with suppress(PnyxError, OSError):
        table = _knowing(files, passed(root)[0])
        if table is not None:
            found = moves(root, table, line=question["line"], limit=NO_SEARCH)
            if all(row.proved for row in found) or (question["kind"] != "moves" and is_settled(found)):
                return _answer(question, root, table, NO_SEARCH, pnyx.StopFlag())
    return None


def _answer(
    question: Mapping[str, Any],
    root: pnyx.Position,
    table: pnyx.Table | None,
    limit: pnyx.Limit,
    stop: pnyx.StopFlag,
) -> dict[str, Any]:
    answer: dict[str, Any] = {"verdict": None, "table": None if table is None else len(table)}
    if question["kind"] == "moves":
        found = moves(root, table, line=question["line"], limit=limit, stop=stop)
        return {**answer, "moves": [_row(row) for row in found], "value": found.value}
    player = Player(question["level"], table, limit=limit, seed=question["seed"])
    ask = player.hint if question["kind"] == "hint" else player.choose
    return {**answer, "choice": ask(root, question["line"], stop=stop).to_json()}


def _row(row: MoveValue) -> dict[str, Any]:
    """A row as the page shows it: in words, and for the board in a letter and the distance."""
    short = "?" if row.value is None else f"{row.value[0].upper()}{row.distance or ''}"
    return {**row.to_json(), "words": str(row), "short": short}


def _table(question: Mapping[str, Any], root: pnyx.Position, stop: pnyx.StopFlag) -> pnyx.Table | None:
    """A table that was given, or that of the game's start if it is small, or else that of the first position."""
    plain = passed(root)[0]
    given = _knowing(question["given"], plain)
    if given is not None:
        return given
    start = position(load_game(question["game"]), **question["game_options"])
    for file, first in zip(map(Path, question["made"]), (start, plain), strict=True):
        table = _made(file, first, question, stop)
        if table is not None and plain in table:
            return table
    return None


def _knowing(files: Sequence[str], plain: pnyx.Position) -> pnyx.Table | None:
    """The first of these tables that a position is in."""
    tables = (pnyx.Table(file, plain.python_game) for file in files)
    return next((table for table in tables if plain in table), None)


def _made(file: Path, start: pnyx.Position, question: Mapping[str, Any], stop: pnyx.StopFlag) -> pnyx.Table | None:
    if file.with_suffix(_NONE).exists():
        return None
    file.parent.mkdir(exist_ok=True)
    with suppress(PnyxError, OSError):
        if file.exists():
            return pnyx.Table(file, start.python_game)
    # Another worker may be making it: then this one does without.
    table = None
    with suppress(PnyxError):
        limit = pnyx.Limit(SMALL.nodes, SMALL.seconds, min(SMALL.memory or 0, question["memory"] // 2))
        # A thread of this process waits for its input, so it must not be forked for the rules of a game in Python.
        threads = question["threads"] if start.python_game is None else 1
        table = small_table(start, limit, file=file, threads=threads, stop=stop)
        if table is None and not stop.is_set():
            file.with_name(f"{file.name}.part").unlink(missing_ok=True)
            file.with_suffix(_NONE).touch()
    return table
