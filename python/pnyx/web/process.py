"""A worker process as the server sees it: an order goes in, messages come out, and it can be stopped or killed."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

__all__ = ["Worker"]

# The same modules as in this process, wherever they were found, and nothing else from the current directory.
_PROGRAM: Final = "import sys; sys.path[:] = sys.argv[1:]; from pnyx.web.worker import main; main()"
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
        with open(self._errors, "wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _PROGRAM, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        self._say(json.dumps({**order, "folder": str(folder)}))
        self._timer = threading.Timer(seconds, self._too_late)
        self._timer.daemon = True
        self._timer.start()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def stop(self) -> None:
        """Ask it to end with what it knows, and end it if it does not."""
        self._say("stop")
        killer = threading.Timer(_STOPPING, self.kill)
        killer.daemon = True
        killer.start()

    def kill(self) -> None:
        """End it at once, with whatever it started."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                if self._process.poll() is None:
                    os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def join(self, seconds: float) -> None:
        """Wait for its end, but not for ever."""
        self._reader.join(seconds)

    def _too_late(self) -> None:
        self._late = True
        self.kill()

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        complete = False
        with self._process.stdout as lines:
            for line in lines:
                with contextlib.suppress(ValueError):  # half a line, of a process that was killed
                    message = json.loads(line)
                    complete = complete or "progress" not in message
                    self._on_message(message)
        self._timer.cancel()
        self.kill()
        status = self._process.wait()
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        self._on_end(None if complete else self._complaint(status))

    def _complaint(self, status: int) -> str:
        if self._late:
            return "the search did not end when its time was up, and was ended"
        words = self._errors.read_bytes()[-_LAST_WORDS:].decode(errors="replace").strip()
        if "memory allocation" in words or "MemoryError" in words:
            return "the search was ended because it ran out of memory: allow more, or ask for less"
        return f"the search ended unexpectedly (status {status}){': ' + words if words else ''}"
