"""The processes of a run, seen from the program that starts them."""

from __future__ import annotations

import queue
import sys
from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING, Generic, TypeVar

from pnyx._util.files import why_not
from pnyx._util.process import Ending, Message, Process
from pnyx.api.answering import Question
from pnyx.errors import InputError, PnyxError
from pnyx.suites.answering import Answer, failure

if TYPE_CHECKING:
    from pnyx import StopFlag

T = TypeVar("T")

_POLL = 0.1
"""Seconds between two checks of the stop flag."""


class Stopped(Exception):
    """The run was stopped; the running searches are dropped."""


def answer_all(
    tasks: Iterable[tuple[T, Question]], jobs: int, stop: StopFlag | None = None
) -> Generator[tuple[T, Answer], None, None]:
    """Run all tasks, `jobs` in parallel in processes of their own, and yield each answer.

    A process that dies takes one task with it, whose answer is then a failure. When `stop` is set, `Stopped` is raised.
    """
    inbox: queue.SimpleQueue[tuple[_Worker[T], Message | Ending]] = queue.SimpleQueue()
    waiting = iter(tasks)
    processes: list[_Worker[T]] = []

    def begin(process: _Worker[T] | None = None) -> None:
        task = next(waiting, None)
        if task is None:
            return
        if process is None:
            process = _Worker(inbox)
            processes.append(process)
        process.ask(*task)

    try:
        for _ in range(jobs):
            begin()
        while any(process.busy for process in processes):
            if stop is not None and stop.is_set():
                raise Stopped
            try:
                process, came = inbox.get(timeout=_POLL)
            except queue.Empty:
                continue
            if process.busy:
                yield process.finish(came)
                if isinstance(came, Ending):
                    processes.remove(process)
                    begin()
                else:
                    begin(process)
    finally:
        for process in processes:
            process.end()


class _Worker(Generic[T]):
    """A process that answers questions one after the other."""

    def __init__(self, inbox: queue.SimpleQueue[tuple[_Worker[T], Message | Ending]]) -> None:
        self._task: tuple[T] | None = None
        try:
            self._process = Process(
                "pnyx.suites.answering", lambda message: inbox.put((self, message)), lambda end: inbox.put((self, end))
            )
        except OSError as error:
            raise InputError(f"cannot start a process for the searches: {why_not(error)}") from error

    @property
    def busy(self) -> bool:
        """Whether an answer is to come."""
        return self._task is not None

    def ask(self, task: T, question: Question) -> None:
        """Send a question."""
        self._task = (task,)
        self._process.ask(question)

    def finish(self, found: Message | Ending) -> tuple[T, Answer]:
        """The answer of the task, from the last message, or from the ending of the process."""
        assert self._task is not None
        (task,), self._task = self._task, None
        if not isinstance(found, Ending):
            return task, found["answer"] if "answer" in found else failure(_reason(found))
        last = f": {found.said.splitlines()[-1].strip()}" if found.said else ""
        if not found.started:
            raise PnyxError(f"cannot start {sys.executable} for the searches ({found.cause}){last}")
        return task, failure(f"the process died ({found.cause}){last}")

    def end(self) -> None:
        """Kill it, whatever it does."""
        self._process.kill()
        self._process.join()


def _reason(found: Message) -> str:
    """Why a search failed."""
    match found["kind"]:
        case "MemoryError":
            return "out of memory"
        case "Exception":
            return str(found["error"])
        case kind:
            return f"{kind}: {found['error']}"
