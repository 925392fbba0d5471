"""The application: its routes, its page, and its error responses."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from pnyx._util.tracebacks import game_traceback, last_words
from pnyx.errors import PnyxError
from pnyx.web.errors import ApiError, failure
from pnyx.web.explorer import Explorer
from pnyx.web.job_routes import job_routes
from pnyx.web.play_routes import play_routes
from pnyx.web.position_routes import position_routes
from pnyx.web.proof_routes import proof_routes
from pnyx.web.security import Guard

_STATIC: Final = Path(__file__).parent / "static"


def create_app(explorer: Explorer) -> ASGIApp:
    """The application of an explorer, which is closed with it."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(explorer.close)

    async def alive(request: Request) -> Response:
        return JSONResponse({"alive": True})

    inner = Starlette(
        routes=[
            Route("/api/alive", alive),
            *position_routes(explorer),
            *job_routes(explorer),
            *play_routes(explorer),
            *proof_routes(explorer),
            Route("/", _file("index.html")),
            Route("/icon.svg", _file("icon.svg")),
            *(Mount(f"/{folder}", StaticFiles(directory=_STATIC / folder)) for folder in ("css", "js")),
        ],
        exception_handlers=dict.fromkeys((ApiError, PnyxError, HTTPException, ClientDisconnect, Exception), _failed),
        lifespan=life,
    )
    return Guard(inner, explorer.settings)


def _file(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return FileResponse(_STATIC / name)

    return answer


async def _failed(request: Request, error: Exception) -> Response:
    match error:
        case ApiError():
            return failure(error.status, str(error), **error.more)
        case PnyxError():
            return failure(422, str(error))
        case HTTPException():
            return failure(error.status_code, f"{error.detail} ({request.method} {request.url.path})")
        case ClientDisconnect():  # nobody reads this
            return failure(400, "the connection was closed before the request was complete")
        case _:  # a bug of a game written in Python, or of Pnyx; the terminal shows it in full
            return failure(500, last_words(error), traceback=game_traceback(error))
