"""All that the page shows of a position."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from pnyx import draw
from pnyx.adapters.boards import BOARDS
from pnyx.api.goal import limited_goals
from pnyx.api.goal_words import words_for
from pnyx.api.notation import move_texts
from pnyx.api.position import Position
from pnyx.draw.board import Board, Place
from pnyx.draw.ground import Mark
from pnyx.draw.own_board import changes
from pnyx.web.editors import palette
from pnyx.web.games import Shown

_UCI: Final = r"(?:([a-h][1-8])|[A-Z]@)([a-h][1-8])[a-z]?"
_FORMS: Final = {
    **dict.fromkeys(BOARDS, _UCI),
    "checkers": r"([0-9]+)[-x](?:[0-9]+x)*([0-9]+)",
    "lines-of-action": r"(..)[-x](..)",
}
"""How moves from square to square are written; elsewhere a move is the name of one square."""

_MOST_COMPARED: Final = 2_000
"""Moves of games written in Python whose boards are compared; where there are more, clicks make none."""


def state(shown: Shown, last_move: str | None = None, before: Position | None = None) -> dict[str, Any]:
    """The `State` of a position, as the page gets it; `before` is the position before the last move."""
    position = shown.position
    picture = draw.picture_of(position, last_move=last_move, marked=draw.marked(position))
    if position.python_game is not None and isinstance(picture, Board):
        picture = _with_last_move(picture, before)
    # A game written in Python may have the name of a built-in one, but not its squares.
    places = board_places(picture, position.game) if position.python_game is None else _own_places(picture)
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
        "moves": _move_list(position, picture, [place.name for place in places]),
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


def _own_places(picture: draw.Picture) -> list[Place]:
    """The squares of the board of a game written in Python; blanks are none."""
    blanks = {picture.name(square) for square in picture.faded} if isinstance(picture, Board) else ()
    return [place for place in draw.places(picture) if place.name not in blanks]


def _with_last_move(picture: Board, before: Position | None) -> Board:
    """The board of a game written in Python with the squares marked that the last move has changed.

    They stand in place of the words for it, so that the squares stay where they are.
    """
    earlier = None if before is None else draw.picture_of(before)
    if not isinstance(earlier, Board):
        return replace(picture, notes=[])
    emptied, filled = changes(earlier, picture)
    return replace(picture, notes=[], marks={**picture.marks, Mark.LAST_MOVE: [*emptied, *filled]})


def _move_list(position: Position, picture: draw.Picture, names: Sequence[str]) -> list[dict[str, Any]]:
    """The legal moves, as the game writes them and as people do, with their squares."""
    if position.outcome is not None:
        return []
    moves = position.moves()
    found: list[dict[str, Any]] = []
    for move, text in zip(moves, move_texts(position, moves), strict=True):
        if position.python_game is None:
            start, end = _move_squares(position.game, move, names)
            found.append({"move": move, "text": text, "from": start, "to": end})
        else:
            compared = picture if len(moves) <= _MOST_COMPARED else None
            found.append({"move": move, "text": text, **_changed_squares(position, compared, move)})
    return found


def _changed_squares(position: Position, picture: draw.Picture | None, move: str) -> dict[str, Any]:
    """The squares that a move of a game written in Python changes on its board: those that it empties, and those where
    something else stands then. With one of the latter, and at most one of the former, it goes from there to there.
    """
    emptied: list[str] = []
    filled: list[str] = []
    if isinstance(picture, Board):
        after = draw.picture_of(position.play(move))
        if isinstance(after, Board):
            emptied, filled = ([picture.name(square) for square in squares] for squares in changes(picture, after))
    goes = len(filled) == 1 and len(emptied) <= 1
    return {
        "from": emptied[0] if goes and emptied else None,
        "to": filled[0] if goes else None,
        "emptied": emptied,
        "filled": filled,
    }


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
