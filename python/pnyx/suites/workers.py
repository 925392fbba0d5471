"""The processes of a run, seen from the program that starts them."""

from __future__ import annotations

import contextlib
import json
import queue
import signal
import sys
import tempfile
import threading
from collections.abc import Generator, Iterable
from typing import IO, TYPE_CHECKING, Generic, TypeVar

from pnyx import child
from pnyx.errors import InputError, PnyxError
from pnyx.files import why_not
from pnyx.suites.answering import Answer, Request, failure
from pnyx.suites.worker import READY

if TYPE_CHECKING:
    from pnyx import StopFlag

__all__ = ["Stopped", "answer_all"]

T = TypeVar("T")

_POLL = 0.1
"""Seconds between two looks at the stop flag."""

_MOST_SAID = 1 << 16
"""Bytes of what a dead process said that are looked at for its last words."""


class Stopped(Exception):
    """The run was asked to stop; what was being searched is forgotten."""


def answer_all(
    tasks: Iterable[tuple[T, Request]], jobs: int, stop: StopFlag | None = None
) -> Generator[tuple[T, Answer], None, None]:
    """Do all tasks, so many at a time in processes of their own, and give each answer when it is there.

    A process that dies takes one task with it, whose answer is then a failure. When `stop` is set, `Stopped` is raised.
    """
    inbox: queue.SimpleQueue[tuple[_Process[T], bytes]] = queue.SimpleQueue()
    waiting = iter(tasks)
    processes: list[_Process[T]] = []

    def begin(process: _Process[T] | None = None) -> None:
        task = next(waiting, None)
        if task is None:
            return
        if process is None:
            process = _Process(inbox)
            processes.append(process)
        process.ask(*task)

    try:
        for _ in range(jobs):
            begin()
        while any(process.busy for process in processes):
            if stop is not None and stop.is_set():
                raise Stopped
            try:
                process, line = inbox.get(timeout=_POLL)
            except queue.Empty:
                continue
            if line == READY:
                process.ready = True
            elif process.busy:
                task, found = process.finish(line)
                yield task, found
                if line:
                    begin(process)
                else:
                    processes.remove(process)
                    begin()
    finally:
        for process in processes:
            process.end()


class _Process(Generic[T]):
    """A process that answers requests one after the other."""

    def __init__(self, inbox: queue.SimpleQueue[tuple[_Process[T], bytes]]) -> None:
        self.ready = False
        self._task: tuple[T] | None = None
        try:
            self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (closed by end)
        except OSError as error:
            raise InputError(f"cannot make a temporary file for the searches: {why_not(error)}") from error
        self._process = child.start("pnyx.suites.worker", self._errors)
        self._reader = threading.Thread(target=self._read, args=(inbox,), daemon=True)
        self._reader.start()

    @property
    def busy(self) -> bool:
        """Whether an answer is to come."""
        return self._task is not None

    def ask(self, task: T, request: Request) -> None:
        """Send a request."""
        self._task = (task,)
        child.say(self._process, json.dumps(request))

    def finish(self, line: bytes) -> tuple[T, Answer]:
        """What became of the task, given the line that came, which is empty if the process died."""
        assert self._task is not None
        (task,), self._task = self._task, None
        if line:
            return task, json.loads(line)
        status = self._process.wait()
        said = child.last_words(self._errors, _MOST_SAID).splitlines()
        self.end()
        last = f": {said[-1].strip()}" if said else ""
        if not self.ready:
            raise PnyxError(f"cannot start {sys.executable} for the searches ({_ending(status)}){last}")
        return task, failure(f"the process was ended ({_ending(status)}){last}")

    def end(self) -> None:
        """Kill it, whatever it does."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            # What was not sent yet need not be sent.
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()

    def _read(self, inbox: queue.SimpleQueue[tuple[_Process[T], bytes]]) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            inbox.put((self, line))
        inbox.put((self, b""))


def _ending(status: int) -> str:
    if status >= 0:
        return f"exit status {status}"
    with contextlib.suppress(ValueError):
        name = signal.Signals(-status).name
        return f"{name}, perhaps out of memory" if name == "SIGKILL" else name
    return f"signal {-status}"
