"""Addresses about games and positions."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import pnyx
from pnyx import Position, draw
from pnyx.api.play import LEVELS
from pnyx.web.editing import edited
from pnyx.web.explorer import Explorer
from pnyx.web.fields import Body, text
from pnyx.web.requests import attachment, responds
from pnyx.web.states import state


def position_routes(explorer: Explorer) -> list[Route]:
    """The routes of games, positions, moves and edits."""
    games = explorer.games

    async def about(request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(_about, explorer))

    def play(body: Body) -> dict[str, Any]:
        move = text(body, "move")
        before = games.open(body)
        return state(games.play(before, move), move, before.position)

    async def svg(request: Request) -> Response:
        named = request.query_params
        options = {name[2:]: value for name, value in named.items() if name.startswith("o.")}
        asked = {"game": named.get("game"), "position": named.get("position"), "options": options}
        drawn = await run_in_threadpool(lambda: _drawing(games.open(asked).position))
        return attachment(drawn.encode(), "position.svg", "image/svg+xml")

    return [
        Route("/api/about", about),
        Route("/api/position", responds(lambda body: state(games.open(body))), methods=["POST"]),
        Route("/api/play", responds(play), methods=["POST"]),
        Route("/api/edit", responds(lambda body: edited(games, body)), methods=["POST"]),
        Route("/api/svg", svg),
    ]


def _drawing(position: Position) -> str:
    return draw.svg(position, marked=draw.marked(position))


def _about(explorer: Explorer) -> dict[str, Any]:
    return {
        "version": pnyx.__version__,
        "games": [explorer.games.about(name) for name in explorer.games.names()],
        "algorithms": [
            {
                "name": info.name,
                "description": info.description,
                "parallel": info.parallel,
                "options": [vars(option) for option in info.options],
            }
            for info in pnyx.algorithms().values()
        ],
        "levels": [{"name": name, "meaning": meaning} for name, meaning in LEVELS.items()],
        "limits": explorer.settings.to_json(),
    }
