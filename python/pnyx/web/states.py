"""All that the page shows of a position."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

from pnyx import draw
from pnyx.adapters.boards import BOARDS
from pnyx.api.goal import limited_goals
from pnyx.api.goal_words import words_for
from pnyx.api.notation import move_texts
from pnyx.api.position import Position
from pnyx.draw.board import Place
from pnyx.web.editors import palette
from pnyx.web.games import Shown

_UCI: Final = r"(?:([a-h][1-8])|[A-Z]@)([a-h][1-8])[a-z]?"
_FORMS: Final = {
    **dict.fromkeys(BOARDS, _UCI),
    "checkers": r"([0-9]+)[-x](?:[0-9]+x)*([0-9]+)",
    "lines-of-action": r"(..)[-x](..)",
}
"""How moves from square to square are written; elsewhere a move is the name of one square."""


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
        "goals": goals(position),
        "moves": _move_list(position, [place.name for place in places]),
        "svg": svg,
        "warning": warning,
        "squares": [dict(vars(place)) for place in places],
        "palette": [] if position.python_game is not None else palette(position.game),
        "link": shown.link,
    }


def goals(position: Position) -> list[dict[str, Any]]:
    """What can be asked of a position, in the order of the game, with all that the page must know of each goal.

    >>> import pnyx
    >>> goals(pnyx.position("othello"))[3]
    {'form': 'score N', 'name': 'score', 'words': 'A score of at least N', 'number': True, 'shortest': False}
    >>> [goal["form"] for goal in goals(pnyx.position("chess")) if goal["shortest"]]
    ['mate', 'win', 'mated']
    """
    limited = [goal.text for goal in limited_goals(position.goals)]
    found = []
    for form in position.goals:
        name, _, number = form.partition(" ")
        words = words_for(form).question
        found.append({"form": form, "name": name, "words": words, "number": bool(number), "shortest": form in limited})
    return found


def _move_list(position: Position, names: Sequence[str]) -> list[dict[str, str | None]]:
    """The legal moves, as the game writes them and as people do, with their squares."""
    if position.outcome is not None:
        return []
    moves = position.moves()
    found = []
    for move, text in zip(moves, move_texts(position, moves), strict=True):
        start, end = (None, None) if position.python_game is not None else _move_squares(position.game, move, names)
        found.append({"move": move, "text": text, "from": start, "to": end})
    return found


def _move_squares(game: str, move: str, names: Collection[str]) -> tuple[str | None, str | None]:
    """The squares that a move of a built-in game leaves and reaches, of those that are drawn.

    >>> _move_squares("chess", "P@e4", ["e2", "e4"]), _move_squares("checkers", "15x22x31", ["15", "22", "31"])
    ((None, 'e4'), ('15', '31'))
    >>> _move_squares("othello", "pass", ["a1"])
    (None, None)
    """
    form = _FORMS.get(game)
    if form is None:
        return None, move if move in names else None
    found = re.fullmatch(form, move)
    if found is None or not all(name is None or name in names for name in found.groups()):
        return None, None
    return found[1], found[2]


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
