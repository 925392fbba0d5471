"""All worker processes of a server, so that none is left when it ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from pnyx._util.process import Ending, Message, Process
from pnyx.web.errors import ApiError

_PATIENCE: Final = 2.0


class Workers:
    """The workers that are running."""

    def __init__(self) -> None:
        self._running: set[Process] = set()
        self._lock = threading.RLock()
        self._closed = False

    def start(
        self,
        module: str,
        question: Mapping[str, Any],
        seconds: float,
        on_message: Callable[[Message], None],
        on_end: Callable[[str | None], None],
    ) -> Process:
        """Have a question answered in a process, unless the server is ending; after `seconds` the process is killed.

        `on_message` is called with every message, `on_end` once, with what is wrong if there was no answer.
        """
        with self._lock:
            if self._closed:
                raise ApiError(503, "the server is shutting down: restart it")
            process = Process(module, on_message, lambda ending: on_end(_complaint(ending)))
            process.ask(question, seconds)
            self._running = {other for other in self._running if not other.ended} | {process}
        return process

    def close(self) -> None:
        """End them all, and start no more."""
        with self._lock:
            self._closed = True
            running = list(self._running)
        for process in running:
            process.kill()
        for process in running:
            process.join(_PATIENCE)


def _complaint(ending: Ending) -> str | None:
    if ending.answered:
        return None
    if ending.late:
        return "it exceeded its time limit and was killed"
    if "memory allocation" in ending.said or "MemoryError" in ending.said:
        return "it ran out of memory and was killed: raise the memory limit or reduce the search"
    return f"it ended unexpectedly (status {ending.status}){': ' + ending.said if ending.said else ''}"
