"""What all routes share: reading a request, and working in a thread while others are served."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from pnyx.errors import quoted
from pnyx.web.errors import ApiError
from pnyx.web.fields import Body

Handler = Callable[[Request], Awaitable[Response]]
"""What answers one address."""


async def read_body(request: Request) -> Body:
    """The JSON object that a request holds."""
    if content_type(request) != "application/json":
        raise ApiError(415, "the content type must be application/json here")
    data = await request.body()
    try:
        body = json.loads(data, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise ApiError(400, f"the request is not JSON: {error}") from None
    if not isinstance(body, dict):
        raise ApiError(400, f"the request must be a JSON object, not {quoted(body)}")
    return body


def responds(work: Callable[[Body], Any], status: int = 200) -> Handler:
    """A handler that passes a request's body to `work`, in a thread, and responds with its result."""

    async def handle(request: Request) -> Response:
        body = await read_body(request)
        return JSONResponse(await run_in_threadpool(work, body), status)

    return handle


def attachment(data: bytes, name: str, kind: str) -> Response:
    """A file to be saved, not shown."""
    return Response(
        data,
        media_type=kind,
        headers={
            "content-disposition": f'attachment; filename="{name}"',
            "content-security-policy": "default-src 'none'; sandbox",
        },
    )


def content_type(request: HTTPConnection) -> str:
    """What kind of body a request has, without parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number in JSON")
