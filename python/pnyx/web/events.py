"""The progress of a search, as a stream of server-sent events."""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import anyio
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from pnyx.web.errors import ApiError
from pnyx.web.jobs import Job

_LOOK: Final = 0.05
_BREATH: Final = 15.0
"""Seconds without news after which a comment shows that the stream is alive."""


class Streams:
    """All streams of a server, of which there are never more than may be."""

    def __init__(self, most: int) -> None:
        self._free = threading.Semaphore(most)

    def of(self, job: Job, closing: Callable[[], bool]) -> StreamingResponse:
        """The stream of a job, or an `ApiError` when it begins and there is no room for it."""
        return _Counted(self._free, _events(job, closing))


class _Counted(StreamingResponse):
    """A stream that counts from before its first byte until its end, however it ends."""

    def __init__(self, free: threading.Semaphore, content: AsyncIterator[str]) -> None:
        super().__init__(content, media_type="text/event-stream")
        self._free = free

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._free.acquire(blocking=False):
            raise ApiError(429, "too many pages are watching searches: close one of them")
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._free.release()


async def _events(job: Job, closing: Callable[[], bool]) -> AsyncIterator[str]:
    """Every progress that is new when the reader is ready for it, and the whole job at the end."""
    seen, quiet = -1, 0.0
    while not job.ended and not closing():
        if job.version != seen and job.progress is not None:
            seen, quiet = job.version, 0.0
            yield _event("progress", job.progress)
        elif quiet >= _BREATH:
            quiet = 0.0
            yield ": waiting\n\n"
        await anyio.sleep(_LOOK)
        quiet += _LOOK
    yield _event("end", job.to_json())


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, allow_nan=False)}\n\n"
