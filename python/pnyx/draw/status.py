"""Who is on move, or how the game has ended, in the words under a drawing."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from pnyx._util.words import player
from pnyx.draw.board import Board


def status_of(position: Any) -> str:
    """The words for a position that knows its player on move and its outcome; none for one that does not.

    >>> import pnyx
    >>> status_of(pnyx.position("chess")), status_of(pnyx.position("tic-tac-toe", "XXX/OO. o"))
    ('White to move', 'X has won')
    """
    outcome = getattr(position, "outcome", None)
    if outcome is not None:
        return "A draw" if outcome == "draw" else f"{player(outcome)} has won"
    turn = getattr(position, "turn", None)
    return f"{player(turn)} to move" if isinstance(turn, str) else ""


def ended(board: Board, outcome: str) -> Board:
    """A board with the outcome in place of who would be to move; what else its status says stays.

    >>> board = Board("Dots, White to move: stuck", "", "a", "1", {}, status="White to move: stuck")
    >>> ended(board, "black").status, ended(board, "draw").title
    ('Black has won: stuck', 'Dots, A draw: stuck')
    """
    found = re.match(r"[^,:]* to move", board.status)
    if found is None:
        return board
    words = "a draw" if outcome == "draw" else f"{outcome} has won"
    words = words[:1].upper() + words[1:] if found[0][:1].isupper() else words
    status = words + board.status[found.end() :]
    return replace(board, status=status, title=board.title.replace(board.status, status), mover=None)
