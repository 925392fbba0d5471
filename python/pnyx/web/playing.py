"""The requests about a game that is being played, parsed; the page names its first position and the moves since."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pnyx.api.match import Match
from pnyx.api.notation import move_texts
from pnyx.api.play import LEVELS
from pnyx.api.position import Position
from pnyx.api.wording import unknown_name
from pnyx.errors import InputError
from pnyx.web.fields import Body, moves, number, optional_text, whole
from pnyx.web.games import Games
from pnyx.web.settings import Settings
from pnyx.web.states import state
from pnyx.web.tables import Tables

_MIB: Final = 1 << 20
_USUAL_SECONDS: Final = 3.0
_MOST_SEED: Final = 2**53


def match_state(games: Games, body: Body) -> dict[str, Any]:
    """The `State` of the position after a line, which the earlier positions may have ended, and how the game stands."""
    shown = games.open(body)
    match = Match(shown.position, moves(body, "line"))
    here = match.position
    legal = set(match.moves())
    last = match.line[-1] if match.line else None
    before = _before(match)
    found = state(games.walked(shown, match.line, here) if match.line else shown, last, before)
    return {
        **found,
        "moves": [move for move in found["moves"] if move["move"] in legal],
        "line": match.line,
        "last_text": None if before is None else move_texts(before, match.line[-1:])[0],
        "line_text": match.text,
        "ending": match.ending,
        "winner": match.winner,
        "words": match.words,
    }


def _before(match: Match) -> Position | None:
    """The position before the last move, if there is one."""
    return Match(match.start, match.line[:-1]).position if match.line else None


def play_question(
    games: Games, settings: Settings, tables: Tables, folder: Path, kind: str, body: Body
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The question of a request as the page gets it back, and the same for a worker."""
    shown = games.open(body)
    line = moves(body, "line")
    if Match(shown.position, line).ending is not None:
        raise InputError("the game is over: there is no move to look at")
    level = optional_text(body, "level") or "perfect"
    if level not in LEVELS:
        raise InputError(unknown_name("level", level, LEVELS))
    asked: dict[str, Any] = {
        "kind": kind,
        "game": shown.game,
        "position": shown.position.text,
        "options": shown.options,
        "line": line,
        "level": level,
        "seed": whole(body, "seed", 1, _MOST_SEED),
        "max_seconds": number(body, "max_seconds", min(_USUAL_SECONDS, settings.seconds), settings.seconds),
    }
    question = {
        **shown.place(),
        "kind": kind,
        "line": line,
        "level": level,
        "seed": asked["seed"],
        "seconds": asked["max_seconds"],
        "memory": settings.memory_mib * _MIB,
        "threads": settings.threads,
        **tables.places(shown, folder),
    }
    return asked, question
