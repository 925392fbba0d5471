"""All worker processes of a server, so that none is left when it ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

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

    def start(
        self,
        order: Mapping[str, Any],
        folder: Path,
        seconds: float,
        on_message: Callable[[dict[str, Any]], None],
        on_end: Callable[[str | None], None],
    ) -> Worker:
        """Start a `Worker`."""

        def end(complaint: str | None) -> None:
            with self._lock:
                self._running.discard(worker)
            on_end(complaint)

        with self._lock:
            if self._closed:
                raise ApiError(503, "the server is ending: start it again")
            worker = Worker(order, folder, seconds, on_message, end)
            self._running.add(worker)
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
