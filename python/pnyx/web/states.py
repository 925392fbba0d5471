"""All that the page shows of a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnyx import draw
from pnyx.draw.board import Place
from pnyx.notation import move_texts
from pnyx.problem import Position
from pnyx.web.editors import palette
from pnyx.web.games import Shown
from pnyx.web.squares import move_squares

__all__ = ["board_places", "move_list", "state"]


def state(shown: Shown, last_move: str | None = None) -> dict[str, Any]:
    """The `State` of a position, as the page gets it."""
    position = shown.position
    picture = draw.picture_of(position, last_move=last_move, marked=draw.marked(position))
    places = board_places(picture, position.game)
    svg, warning = draw.attempt(picture)
    return {
        "game": shown.game,
        "options": shown.options,
        "text": position.text,
        "board": position.board,
        "turn": position.turn,
        "players": list(position.players),
        "outcome": position.outcome,
        "goals": position.goals,
        "moves": move_list(position, [place.name for place in places]),
        "svg": svg,
        "warning": warning,
        "squares": [dict(vars(place)) for place in places],
        "palette": [] if position.python_game is not None else palette(position.game),
        "link": shown.link,
    }


def move_list(position: Position, names: Sequence[str] = ()) -> list[dict[str, str | None]]:
    """The legal moves, as the game writes them and as people do, with their squares."""
    if position.outcome is not None:
        return []
    moves = position.moves()
    found = []
    for move, text in zip(moves, move_texts(position, moves), strict=True):
        start, end = (None, None) if position.python_game is not None else move_squares(position.game, move, names)
        found.append({"move": move, "text": text, "from": start, "to": end})
    return found


def board_places(picture: draw.Picture, game: str) -> list[Place]:
    """Where the squares are that can be pressed: in Connect Four the columns, for discs fall down anyway."""
    places = draw.places(picture)
    if game != "connect-four":
        return places
    columns: dict[str, list[Place]] = {}
    for place in places:
        columns.setdefault(place.name[0], []).append(place)
    return [
        Place(name, cells[0].x, min(cell.y for cell in cells), cells[0].width, sum(cell.height for cell in cells))
        for name, cells in columns.items()
    ]
