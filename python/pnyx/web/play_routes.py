"""Addresses about a game that is being played: its position, the values of its moves, and the answers of Pnyx."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.routing import Route

from pnyx.web.explorer import Explorer
from pnyx.web.fields import Body
from pnyx.web.playing import match_state
from pnyx.web.replies import reply_at_once
from pnyx.web.requests import responds


def play_routes(explorer: Explorer) -> list[Route]:
    """The position after a line, and jobs for the values of its moves, a reply and a hint."""

    def ask(kind: str, body: Body) -> dict[str, Any]:
        asked, question = explorer.ask_player(kind, body)
        answer = reply_at_once(question)
        if answer is not None:
            return explorer.jobs.add_answered(asked, answer).to_json()
        return explorer.jobs.add(asked, question, lambda answer, folder: answer).to_json()

    return [
        Route("/api/match", responds(partial(match_state, explorer.games)), methods=["POST"]),
        *(Route(f"/api/{kind}", responds(partial(ask, kind), 201), methods=["POST"]) for kind in KINDS),
    ]


KINDS = ("moves", "reply", "hint")
"""What can be asked about a game: the values of all moves, the move of a player of some level, and the best move."""
