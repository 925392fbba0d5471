"""Changing a position that is being set up: returns a legal position, or what is still wrong with it."""

from __future__ import annotations

from typing import Any, Final

from pnyx import draw
from pnyx.errors import InputError
from pnyx.web.editors import edit, editor, palette
from pnyx.web.errors import ApiError
from pnyx.web.fields import Body, optional_text, pairs, text
from pnyx.web.games import Games
from pnyx.web.states import board_places, state

_LONGEST: Final = 2_000


def edited(games: Games, body: Body) -> dict[str, Any]:
    """The state after a change; an `ApiError` with a drawing when that is not a position yet."""
    game, options = text(body, "game"), pairs(body, "options")
    start = games.find(game, None, options)
    editor(start.game)
    before = _board(games, body, start.position.board)
    players = start.position.players
    names = [place.name for place in board_places(draw.picture(game, before), game)]
    after = edit(game, before, dict(body), names, players)
    try:
        return state(games.find(game, after, options))
    except InputError as error:
        picture = draw.picture(game, after)
        shown = {
            "text": after,
            "svg": picture.svg(),
            "squares": [dict(vars(place)) for place in board_places(picture, game)],
            "palette": palette(game),
            "players": list(players),
        }
        raise ApiError(422, str(error), **shown) from None


def _board(games: Games, body: Body, start: str) -> str:
    """The text to change: as the game writes it, without a history, or as it came if only an editor can read it."""
    written = optional_text(body, "position")
    if written is None:
        return start
    if len(written) > _LONGEST:
        raise InputError(f"a position that is set up by hand has at most {_LONGEST:,} characters, not {len(written):,}")
    try:
        return games.open(body).position.board
    except InputError:
        return written.partition(" moves ")[0]
