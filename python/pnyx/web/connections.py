"""Connections that are closed when a request is not completed in time.

uvicorn waits without limit for the rest of a request. A client that opens connections and sends nothing, or a byte now
and then, would use them all up.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final, Literal

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_AFTER_ANSWER: Final = 2.0
"""Seconds in which the answer that a body comes too slowly is read, before the connection is closed."""


def bounded_protocol(head_seconds: float, body_seconds: float) -> type[H11Protocol]:
    """The protocol of a server that waits this long for the head of a request, and then for its body."""

    class Bounded(_Bounded):
        seconds: ClassVar = {"head": head_seconds, "body": body_seconds + _AFTER_ANSWER}

    return Bounded


class _Bounded(H11Protocol):
    seconds: ClassVar[dict[Literal["head", "body"], float]]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._awaited: Literal["head", "body"] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_timer(None)
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Start the time of what is awaited now; a part of it is no reason to start it again."""
        awaited = self._awaits()
        if awaited != self._awaited:
            self._awaited = awaited
            self._set_timer(awaited)

    def _awaits(self) -> Literal["head", "body"] | None:
        if self.transport.is_closing():
            return None
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        if self.cycle is not None and not self.cycle.response_complete:
            return None  # it is being answered
        # Between two requests uvicorn has a time of its own, until the first byte of the next one.
        return "head" if self.timeout_keep_alive_task is None else None

    def _set_timer(self, awaited: Literal["head", "body"] | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if awaited is None else self.loop.call_later(self.seconds[awaited], self._give_up)

    def _give_up(self) -> None:
        # At once: what is still to be sent may never be read.
        self.transport.abort()
