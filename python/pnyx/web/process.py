"""A worker process as the server sees it: an order goes in, messages come out, and it can be stopped or killed."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from pnyx import child

__all__ = ["Worker"]

_STOPPING: Final = 5.0
_LAST_WORDS: Final = 2_000


class Worker:
    """A process that answers one order.

    `on_message` is called with every message, `on_end` once, with what is wrong if there was no last message; both from
    another thread. After `seconds` the process is killed.
    """

    def __init__(
        self,
        order: Mapping[str, Any],
        folder: Path,
        seconds: float,
        on_message: Callable[[dict[str, Any]], None],
        on_end: Callable[[str | None], None],
    ) -> None:
        self._errors = folder / "errors.txt"
        self._on_message, self._on_end = on_message, on_end
        self._late = False
        self._ordered, self._ended = threading.Event(), threading.Event()
        with open(self._errors, "wb") as errors:
            self._process = child.start("pnyx.web.worker", errors)
        self._timer = threading.Timer(seconds, self._too_late)
        self._timer.daemon = True
        self._timer.start()
        threading.Thread(target=self._run, args=[json.dumps({**order, "folder": str(folder)})], daemon=True).start()

    def stop(self) -> None:
        """Ask it to end with what it knows, and end it if it does not."""
        threading.Thread(target=self._stop, daemon=True).start()

    def kill(self) -> None:
        """End it at once, with whatever it started."""
        with contextlib.suppress(OSError):
            if not hasattr(os, "killpg"):
                self._process.kill()
            elif self._process.poll() is None:
                os.killpg(self._process.pid, signal.SIGKILL)

    @property
    def ended(self) -> bool:
        """Whether it has ended, and everybody was told."""
        return self._ended.is_set()

    def join(self, seconds: float) -> None:
        """Wait for its end, but not for ever."""
        self._ended.wait(seconds)

    def _stop(self) -> None:
        self._ordered.wait()
        child.say(self._process, "stop")
        if not self._ended.wait(_STOPPING):
            self.kill()

    def _too_late(self) -> None:
        self._late = True
        self.kill()

    def _run(self, order: str) -> None:
        child.say(self._process, order)
        self._ordered.set()
        complete, complaint = False, None
        try:
            complete = self._listen()
        except Exception as error:  # of whoever takes the messages: the end must be told all the same
            complaint = f"{type(error).__name__}: {error}"
        self._timer.cancel()
        self.kill()
        status = self._process.wait()
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._on_end(None if complete else complaint or self._complaint(status))
        finally:
            self._ended.set()

    def _listen(self) -> bool:
        """Pass the messages on; whether the last one was among them."""
        assert self._process.stdout is not None
        complete = False
        with self._process.stdout as lines:
            for line in lines:
                try:
                    message = json.loads(line)
                except ValueError:  # half a line, of a process that was killed
                    break
                complete = "progress" not in message
                self._on_message(message)
        return complete

    def _complaint(self, status: int) -> str:
        if self._late:
            return "it did not end when its time was up, and was ended"
        words = ""
        with contextlib.suppress(OSError), open(self._errors, "rb") as errors:
            words = child.last_words(errors, _LAST_WORDS)
        if "memory allocation" in words or "MemoryError" in words:
            return "it ran out of memory and was ended: allow more, or ask for less"
        return f"it ended unexpectedly (status {status}){': ' + words if words else ''}"
