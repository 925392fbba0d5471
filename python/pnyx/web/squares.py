"""Squares of moves: where a move begins and where it ends, as far as its notation tells."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from pnyx.adapters.boards import BOARDS

__all__ = ["move_squares"]

_UCI: Final = r"(?:([a-h][1-8])|[A-Z]@)([a-h][1-8])[a-z]?"
_FORMS: Final = {
    **dict.fromkeys(BOARDS, _UCI),
    "checkers": r"([0-9]+)[-x](?:[0-9]+x)*([0-9]+)",
    "lines-of-action": r"(..)[-x](..)",
}
"""How moves from square to square are written; elsewhere a move is the name of one square."""


def move_squares(game: str, move: str, names: Collection[str]) -> tuple[str | None, str | None]:
    """The squares that a move of a built-in game leaves and reaches, of those that are drawn.

    >>> move_squares("chess", "P@e4", ["e2", "e4"]), move_squares("checkers", "15x22x31", ["15", "22", "31"])
    ((None, 'e4'), ('15', '31'))
    >>> move_squares("othello", "pass", ["a1"])
    (None, None)
    """
    form = _FORMS.get(game)
    if form is None:
        return None, move if move in names else None
    found = re.fullmatch(form, move)
    if found is None or not all(name is None or name in names for name in found.groups()):
        return None, None
    return found[1], found[2]
