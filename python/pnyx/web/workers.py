"""All worker processes of a server, so that none is left when it ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from pnyx.web.errors import ApiError
from pnyx.web.process import Worker

__all__ = ["Workers"]

_PATIENCE: Final = 2.0


class Workers:
    """The workers that are running."""

    def __init__(self) -> None:
        self._running: set[Worker] = set()
        self._lock = threading.RLock()
        self._closed = False

    def start(self, begin: Callable[[], Worker]) -> Worker:
        """Begin one, unless the server is ending."""
        with self._lock:
            if self._closed:
                raise ApiError(503, "the server is ending: start it again")
            worker = begin()
            self._running = {other for other in self._running if not other.ended} | {worker}
        return worker

    def close(self) -> None:
        """End them all, and start no more."""
        with self._lock:
            self._closed = True
            running = list(self._running)
        for worker in running:
            worker.kill()
        for worker in running:
            worker.join(_PATIENCE)
