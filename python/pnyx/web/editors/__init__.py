"""Setting up positions by hand: a piece put on a square, a square emptied, the other side to move.

An editor changes a position's text. What comes out need not be a position yet, as when a king is still to be put on the
board, so editors read more than the games do: whatever can be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Protocol, cast

from pnyx import draw
from pnyx.adapters.boards import BOARDS
from pnyx.api.wording import unknown_name
from pnyx.errors import InputError, quoted
from pnyx.web.editors import checkers, chess, go_one_eye
from pnyx.web.editors.rows import EDITORS

__all__ = ["Editor", "edit", "editor", "is_editable", "palette"]


class Editor(Protocol):
    """Three functions that return the changed text of a position.

    They may trust that the piece and the player are the game's own, and the square is one of the board's.
    """

    def put(self, game: str, text: str, square: str, piece: str | None) -> str:
        """Put a piece on a square, or take off what stands there."""

    def turn(self, game: str, text: str, second: bool) -> str:
        """Let the first or the second player move."""

    def clear(self, game: str, text: str) -> str:
        """Take everything off the board."""


_EDITORS: Final[dict[str, Editor]] = {
    **dict.fromkeys(BOARDS, chess),
    "checkers": checkers,
    "go-one-eye": go_one_eye,
    **EDITORS,
}
"""The editor of each game that has one; graphs, and games written in Python, are typed."""


def is_editable(game: str) -> bool:
    """Whether positions of a built-in game can be set up by pressing squares.

    >>> is_editable("chess"), is_editable("graph")
    (True, False)
    """
    return game in _EDITORS


@lru_cache
def palette(game: str) -> list[dict[str, str]]:
    """The pieces that can be put on a board of this game, as the page shows them.

    >>> [entry["piece"] for entry in palette("checkers")]
    ['B', 'KB', 'W', 'KW']
    """
    if not is_editable(game):
        return []
    return [{"piece": sign, "title": piece.name, "svg": piece.svg()} for sign, piece in draw.pieces(game).items()]


def editor(game: str) -> Editor:
    """The editor of a game."""
    if game not in _EDITORS:
        raise InputError(f"positions of {game} cannot be set up by clicking: type the position")
    return _EDITORS[game]


def edit(game: str, text: str, change: dict[str, Any], squares: Sequence[str], players: Sequence[str]) -> str:
    """The text after a change: `{"square", "piece"}`, `{"turn"}` or `{"clear": true}`.

    >>> edit("othello", "-----OX--XO----- X", {"turn": "white"}, [], ["black", "white"])
    '-----OX--XO----- O'
    >>> edit("othello", "-----OX--XO----- X", {"square": "a1", "piece": "X"}, ["a1"], ["black", "white"])
    'X----OX--XO----- X'
    """
    chosen = editor(game)
    if change.get("clear") is True:
        return chosen.clear(game, text)
    if "turn" in change:
        if change["turn"] not in players:
            raise InputError(unknown_name("player", change["turn"], players))
        return chosen.turn(game, text, change["turn"] == players[1])
    square, piece = change.get("square"), change.get("piece")
    if square not in squares:
        first, *_, last = [*squares, *squares]
        raise InputError(f"expected a square from {first!r} to {last!r}, not {quoted(square)}")
    if piece is not None and piece not in list(draw.pieces(game)):
        raise InputError(unknown_name("piece", piece, draw.pieces(game)))
    return chosen.put(game, text, cast(str, square), piece)
