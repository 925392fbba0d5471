"""Jobs: searches that run or wait, each in a process of its own."""

from __future__ import annotations

import secrets
import shutil
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from pnyx._util.files import why_not
from pnyx._util.process import Process
from pnyx._util.tracebacks import last_words
from pnyx.web.errors import ApiError
from pnyx.web.settings import Settings
from pnyx.web.workers import Workers

JobState = Literal["queued", "running", "done", "failed", "stopped"]

_POINTS: Final = 500
_KEPT: Final = 100
"""Jobs that are remembered; the oldest of those that have ended are forgotten."""

Finish = Callable[[dict[str, Any], Path], dict[str, Any]]


@dataclass
class Job:
    """One question: its progress, and its answer at the end."""

    asked: dict[str, Any]
    question: Mapping[str, Any]
    finish: Finish
    folder: Path
    state: JobState = "queued"
    progress: dict[str, Any] | None = None
    history: list[list[float | None]] = field(default_factory=list)
    answer: dict[str, Any] | None = None
    error: str | None = None
    traceback: str | None = None
    stopping: bool = False
    process: Process | None = None
    version: int = 0
    """How often something has changed."""

    @property
    def id(self) -> str:
        """Its name in addresses."""
        return self.folder.name

    @property
    def ended(self) -> bool:
        """Whether nothing will change any more."""
        return self.state in ("done", "failed", "stopped")

    def take(self, progress: dict[str, Any]) -> None:
        """Store the progress of the search."""
        self.progress = progress
        self.history.append([progress[name] for name in ("seconds", "proof", "disproof", "nodes")])
        if len(self.history) > _POINTS:
            self.history = self.history[::2]
        self.version += 1

    def end(self, state: JobState) -> None:
        """Note that it is over."""
        self.state = state
        self.process = None
        self.version += 1

    def to_json(self) -> dict[str, Any]:
        """The `Job` as the page gets it."""
        return {
            "job": self.id,
            "state": self.state,
            "question": self.asked,
            "progress": self.progress,
            "history": self.history,
            "answer": self.answer,
            "error": self.error,
            "traceback": self.traceback,
        }


class Jobs:
    """All jobs of a server."""

    def __init__(self, settings: Settings, folder: Path, workers: Workers) -> None:
        self._settings = settings
        self._folder = folder
        self._workers = workers
        self._jobs: dict[str, Job] = {}
        self._lock = threading.RLock()
        self._closed = False

    def add(self, asked: dict[str, Any], question: Mapping[str, Any], finish: Finish) -> Job:
        """Run a question's search, now or later; `finish` converts the worker's answer to the page's.

        `asked` is the question as the page shows it.
        """
        with self._lock:
            if len(self._in_state("queued")) >= self._settings.queued or self._closed:
                raise ApiError(
                    429, "too many searches are running or waiting: stop one of them, or wait until one ends"
                )
            folder = self._folder / secrets.token_hex(8)
            try:
                folder.mkdir()
            except OSError as error:
                raise ApiError(507, f"the explorer cannot store the files of a search: {why_not(error)}") from error
            job = Job(asked, question, finish, folder)
            self._jobs[job.id] = job
            self._forget_old()
            self._start_waiting()
            return job

    def add_answered(self, asked: dict[str, Any], answer: dict[str, Any]) -> Job:
        """Note a question that needs no search."""
        with self._lock:
            job = Job(asked, {}, lambda answer, folder: answer, self._folder / secrets.token_hex(8))
            job.answer = answer
            job.end("done")
            self._jobs[job.id] = job
            self._forget_old()
            return job

    def get(self, name: str) -> Job:
        """The job of this name."""
        with self._lock:
            if name not in self._jobs:
                raise ApiError(404, "this search is no longer stored: ask again")
            return self._jobs[name]

    def stop(self, name: str) -> Job:
        """Stop a job, which reports its results so far."""
        with self._lock:
            job = self.get(name)
            if job.state == "queued":
                job.end("stopped")
            elif job.process is not None and not job.stopping:
                job.stopping = True
                job.process.stop()
            return job

    def forget(self, name: str) -> None:
        """End a job at once, and forget it."""
        with self._lock:
            job = self.get(name)
            del self._jobs[name]
            if job.process is not None:
                job.stopping = True
                job.process.kill()
            elif job.state == "queued":
                job.end("stopped")

    def close(self) -> None:
        """Start none that waits; those that run end with their workers."""
        with self._lock:
            self._closed = True
            for job in self._in_state("queued"):
                job.end("stopped")

    def _in_state(self, state: JobState) -> list[Job]:
        return [job for job in self._jobs.values() if job.state == state]

    def _start_waiting(self) -> None:
        for job in self._in_state("queued"):
            if self._closed or len(self._in_state("running")) >= self._settings.jobs:
                return
            self._start(job)

    def _start(self, job: Job) -> None:
        job.state = "running"
        job.version += 1
        question = {**job.question, "folder": str(job.folder)}
        seconds = question["seconds"] + self._settings.grace
        on_message, on_end = partial(self._message, job), partial(self._ended, job)
        try:
            job.process = self._workers.start("pnyx.web.answers", question, seconds, on_message, on_end)
        except OSError as error:
            job.error = f"the explorer cannot start a search: {why_not(error)}"
            job.end("failed")

    def _message(self, job: Job, message: dict[str, Any]) -> None:
        if "progress" in message:
            job.take(message["progress"])
        elif "answer" in message:
            try:
                job.answer = job.finish(message["answer"], job.folder)
            except Exception as error:
                job.error = last_words(error)
        else:
            job.error, job.traceback = message["error"], message.get("traceback")

    def _ended(self, job: Job, complaint: str | None) -> None:
        shutil.rmtree(job.folder, ignore_errors=True)
        with self._lock:
            if job.answer is not None:
                job.end("stopped" if job.stopping and job.answer["verdict"] == "unknown" else "done")
            elif job.stopping or self._closed:
                job.end("stopped")
            else:
                job.error = job.error or complaint
                job.end("failed")
            self._start_waiting()

    def _forget_old(self) -> None:
        ended = [name for name, job in self._jobs.items() if job.ended]
        for name in ended[: max(0, len(self._jobs) - _KEPT)]:
            del self._jobs[name]
