"""How a search goes, as a stream of events that the page listens to."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import anyio

from pnyx.web.jobs import Job

__all__ = ["events"]

_LOOK: Final = 0.05
_BREATH: Final = 15.0
"""Seconds without news after which a comment shows that the stream is alive."""


async def events(job: Job, closing: Callable[[], bool]) -> AsyncIterator[str]:
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
