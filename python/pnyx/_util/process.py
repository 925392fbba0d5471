"""A child process, seen from the program that started it: it answers questions, and can be stopped or killed.

Questions and messages are lines of JSON. A message is `{"progress": ...}`, or the last one about a question:
`{"answer": ...}` or `{"error": ..., "kind": ...}`. The other side is `pnyx._util.child`.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pnyx._util.child import READY, STOP

Message = dict[str, Any]

_STOPPING: Final = 5.0
"""Seconds for a process to stop; then it is killed."""

_LAST_WORDS: Final = 2_000
"""Bytes of its other output that are kept."""


@dataclass(frozen=True)
class Ending:
    """How a process ended.

    >>> Ending(-9).cause, Ending(1).cause
    ('SIGKILL, perhaps out of memory', 'exit status 1')
    """

    status: int
    said: str = ""
    """The end of its other output."""
    started: bool = True
    """Whether it was ready for questions before."""
    late: bool = False
    """Whether it was killed because its time was up."""
    answered: bool = False
    """Whether the last message was an answer or an error."""

    @property
    def cause(self) -> str:
        """The status in words."""
        if self.status >= 0:
            return f"exit status {self.status}"
        with contextlib.suppress(ValueError):
            name = signal.Signals(-self.status).name
            return f"{name}, perhaps out of memory" if name == "SIGKILL" else name
        return f"signal {-self.status}"


class Process:
    """The function `main` of a module in a process of its own, which calls `pnyx._util.child.serve`.

    `on_message` is called with every message, and `on_end` once, both from another thread. The process finds modules
    where this one does, and nothing else from the current directory.
    """

    def __init__(self, module: str, on_message: Callable[[Message], None], on_end: Callable[[Ending], None]) -> None:
        self._on_message, self._on_end = on_message, on_end
        self._started = self._answered = self._late = False
        self._timers: list[threading.Timer] = []
        self._ended = threading.Event()
        self._outbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (closed when the process has ended)
        program = f"import sys; sys.path[:] = sys.argv[1:]; from {module} import main; main()"
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", program, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                # Ctrl-C in a terminal is for the program that started it, which then ends the others.
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except BaseException:
            self._errors.close()
            raise
        threading.Thread(target=self._write, daemon=True).start()
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, question: Mapping[str, Any], seconds: float | None = None) -> None:
        """Send a question, when the last one is answered. After `seconds` the process is killed."""
        self._outbox.put(json.dumps(question))
        if seconds is not None:
            self._after(seconds, self._too_late)

    def stop(self) -> None:
        """Ask it to stop and report its results, and kill it if it does not."""
        self._outbox.put(STOP)
        self._after(_STOPPING, self.kill)

    def kill(self) -> None:
        """End it at once, with whatever it started."""
        with contextlib.suppress(OSError):
            if not hasattr(os, "killpg"):
                self._process.kill()
            elif self._process.poll() is None:
                os.killpg(self._process.pid, signal.SIGKILL)

    @property
    def ended(self) -> bool:
        """Whether it has ended and `on_end` was called."""
        return self._ended.is_set()

    def join(self, seconds: float | None = None) -> None:
        """Wait for its end, up to a time limit."""
        self._ended.wait(seconds)

    def _after(self, seconds: float, action: Callable[[], None]) -> None:
        timer = threading.Timer(seconds, action)
        timer.daemon = True
        self._timers.append(timer)
        timer.start()

    def _too_late(self) -> None:
        self._late = True
        self.kill()

    def _write(self) -> None:
        """Send what is to be sent; a process that has ended is noticed by the reader."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError), self._process.stdin as lines:
            while (line := self._outbox.get()) is not None:
                lines.write(line.encode() + b"\n")
                lines.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            with self._process.stdout as lines:
                for line in lines:
                    try:
                        message = json.loads(line)
                    except ValueError:  # half a line, of a process that was killed
                        break
                    if message == READY:
                        self._started = True
                        continue
                    self._answered = "progress" not in message
                    self._on_message(message)
        finally:
            self._finish()

    def _finish(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self.kill()
        status = self._process.wait()
        self._outbox.put(None)
        with self._errors as errors:
            errors.seek(max(errors.seek(0, os.SEEK_END) - _LAST_WORDS, 0))
            said = errors.read().decode(errors="replace").strip()
        try:
            self._on_end(Ending(status, said, self._started, self._late, self._answered))
        finally:
            self._ended.set()
