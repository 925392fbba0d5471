"""Error responses: a status and a sentence that says what to do."""

from __future__ import annotations

from typing import Any

from starlette.responses import JSONResponse


class ApiError(Exception):
    """An answer of 4xx: its status, its sentence, and what else the page may want to know.

    >>> ApiError(404, "there is no job 'x'").status
    404
    """

    def __init__(self, status: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.more = more


def failure(status: int, message: str, **more: Any) -> JSONResponse:
    """The answer for whatever is wrong.

    >>> failure(404, "there is no job 'x'").body
    b'{"error":"there is no job \\'x\\'"}'
    """
    return JSONResponse({"error": message, **more}, status)
