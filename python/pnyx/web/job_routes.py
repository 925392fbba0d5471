"""Addresses about questions that are being answered."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pnyx.web.events import Streams
from pnyx.web.explorer import Explorer
from pnyx.web.fields import Body
from pnyx.web.requests import responds


def job_routes(explorer: Explorer) -> list[Route]:
    """Asking, watching, stopping and forgetting."""
    jobs = explorer.jobs
    streams = Streams(explorer.settings.streams)

    def ask(body: Body) -> dict[str, Any]:
        return explorer.ask(body).to_json()

    async def job(request: Request) -> Response:
        return JSONResponse(jobs.get(request.path_params["job"]).to_json())

    async def stop(request: Request) -> Response:
        return JSONResponse((await run_in_threadpool(jobs.stop, request.path_params["job"])).to_json())

    async def forget(request: Request) -> Response:
        await run_in_threadpool(jobs.forget, request.path_params["job"])
        return Response(status_code=204)

    async def watch(request: Request) -> Response:
        return streams.of(jobs.get(request.path_params["job"]), lambda: explorer.closing)

    return [
        Route("/api/jobs", responds(ask, 201), methods=["POST"]),
        Route("/api/jobs/{job}", job),
        Route("/api/jobs/{job}", forget, methods=["DELETE"]),
        Route("/api/jobs/{job}/events", watch),
        Route("/api/jobs/{job}/stop", stop, methods=["POST"]),
    ]
