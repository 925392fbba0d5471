"""Workers on Ray: one actor each, on this machine or on an existing cluster.

A worker that dies loses one job, which is reported as a failure; another worker takes its place. Workers are not
trusted here either: an answer that is not a report on its job is a failure, too.

Ray on this machine listens on 127.0.0.1 only, has no dashboard, sends no usage statistics, and ends with this process,
even if that is killed.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

from pnyx.cluster.job_runner import JobRunner
from pnyx.cluster.jobs import Failure, Job, Report
from pnyx.cluster.questions import Question
from pnyx.errors import InputError, PnyxError, quoted

_START_SECONDS: Final = 120
"""Seconds for the first worker to start."""

_MOST_STARTS: Final = 5
"""The number of workers (at most all) that may fail to start in a row; then the run ends with an error.
"""

_CONNECT_SECONDS: Final = 10
"""Seconds for a cluster to answer."""

_QUIET: Final[dict[str, Any]] = {"log_to_driver": False, "logging_level": "CRITICAL"}

_OBJECT_STORE: Final = 256 << 20
"""Bytes of shared memory for certificates in transit; the rest goes to the disk."""


class RayPool:
    """Workers on Ray; by default as many as there are processors.

    Without an address, Ray is started on this machine. With one, such as `10.0.0.1:6379`, its cluster is used, where
    pnyx must be installed. `runner` makes the object that runs a worker's jobs.

    >>> RayPool(Question("tic-tac-toe", "XX./OO./... x", "win"), workers=0)
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: expected at least one worker, got 0
    """

    def __init__(
        self,
        question: Question,
        workers: int | None = None,
        address: str | None = None,
        *,
        algorithm: str = "df-pn",
        options: Mapping[str, str] | None = None,
        memory: int | None = None,
        runner: Callable[..., Any] = JobRunner,
    ) -> None:
        if workers is not None and workers < 1:
            raise InputError(f"expected at least one worker, got {workers}")
        self._ray = _ray()
        self._runner = pickle.dumps(partial(runner, question, algorithm, dict(options or {}), memory))
        self._folder: str | None = None
        self._workers: dict[str, _Worker] = {}
        self._ended_early = 0
        # Ray that was running in this process before is not shut down here.
        self._is_ours = not self._ray.is_initialized()
        try:
            if self._is_ours:
                self._connect(workers, address)
            size = workers or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            self._actor = self._ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(_Actor)
            for number in range(1, size + 1):
                self._start(f"worker-{number}")
            self._await_first()
        except BaseException:
            self.close()
            raise

    @property
    def size(self) -> int:
        """The number of workers."""
        return len(self._workers)

    def idle(self) -> int:
        """The number of idle workers; one that is still starting is not idle."""
        return sum(worker.is_idle for worker in self._workers.values())

    def submit(self, job: Job, prefer: str | None = None) -> str:
        """Submit a job to an idle worker, to the preferred one if it is idle; returns its name."""
        idle = [worker for worker in self._workers.values() if worker.is_idle]
        worker = next((worker for worker in idle if worker.name == prefer), idle[0])
        worker.job = job
        worker.coming = worker.actor.work.remote(job)
        return worker.name

    def wait(self, seconds: float) -> list[Report | Failure]:
        """The reports received; if there are none, wait up to `seconds`, or until another worker has started."""
        coming = {worker.coming: worker for worker in self._workers.values() if worker.coming is not None}
        if not coming:
            return []
        self._ray.wait(list(coming), num_returns=1, timeout=seconds)
        done, _ = self._ray.wait(list(coming), num_returns=len(coming), timeout=0)
        found = [self._taken(coming[each]) for each in done]
        return [each for each in found if each is not None]

    def distrust(self, worker: str) -> None:
        """Replace an idle worker that sent a wrong report."""
        self._replace(self._workers[worker])

    def close(self) -> None:
        """End all workers; jobs that they have not finished are lost."""
        for worker in self._workers.values():
            self._kill(worker)
        self._workers.clear()
        if self._is_ours and self._ray.is_initialized():
            self._ray.shutdown()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _connect(self, workers: int | None, address: str | None) -> None:
        internals = self._ray._private
        # Ray would print messages about dead workers on standard output, which belongs to the answer.
        with _instead(internals.worker, "listen_error_messages", lambda *_: None):
            if address is None:
                # Ray listens on 127.0.0.1 alone if clusters of several machines are disabled.
                with _instead(internals.ray_constants, "ENABLE_RAY_CLUSTER", False):
                    self._start_ray(workers)
                return
            _expect_listener(address)
            try:
                self._ray.init(address=address, **_QUIET)
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise InputError(f"no Ray cluster at {quoted(address)}: {_last_line(error)}") from error

    def _start_ray(self, workers: int | None) -> None:
        # Paths of sockets must be short, and the places for temporary files of some systems are not.
        self._folder = tempfile.mkdtemp(prefix="pnyx-", dir="/tmp" if os.path.isdir("/tmp") else None)
        started = self._ray.init(
            address="local",
            num_cpus=workers or os.cpu_count() or 1,
            include_dashboard=False,
            object_store_memory=_OBJECT_STORE,
            # Ray opens its folder to everybody, but not the one around it.
            _temp_dir=os.path.join(self._folder, "ray"),
            **_QUIET,
        )
        if not started.address_info["gcs_address"].startswith("127.0.0.1:"):
            raise PnyxError(
                "this version of Ray does not listen on 127.0.0.1 only: use the version that Pnyx was tested with"
            )

    def _await_first(self) -> None:
        end = time.monotonic() + _START_SECONDS
        while not self.idle():
            left = end - time.monotonic()
            if left <= 0:
                raise InputError(
                    f"no worker started within {_START_SECONDS} seconds: does the cluster have a free processor?"
                )
            self.wait(left)

    def _start(self, name: str) -> None:
        actor = self._actor.remote(name)
        # Games are looked for where this process would find them.
        path = [os.path.abspath(each) for each in (*sys.path, "")]
        self._workers[name] = _Worker(name, actor, actor.begin.remote(path, self._runner))

    def _replace(self, worker: _Worker) -> None:
        self._kill(worker)
        self._start(worker.name)

    def _kill(self, worker: _Worker) -> None:
        with contextlib.suppress(Exception):  # it may be dead, and Ray with it
            self._ray.kill(worker.actor)

    def _taken(self, worker: _Worker) -> Report | Failure | None:
        """A worker's message; `None` for the first one, that it has started."""
        job, coming = worker.job, worker.coming
        worker.job = worker.coming = None
        try:
            found: object = self._ray.get(coming)
        except self._ray.exceptions.RayActorError:
            return self._lost(worker, job, "its process died")
        except Exception as error:  # what it said may be impossible to read
            return self._lost(worker, job, _last_line(error))
        if job is None:
            if found is not None:
                raise InputError(f"{worker.name} cannot start: {found}")
            self._ended_early = 0
            return None
        if isinstance(found, Failure):
            return Failure(job, worker.name, found.why)
        if not isinstance(found, Report) or (found.number, found.position) != (job.number, job.position):
            return self._lost(worker, job, "its answer is not a report on its job")
        return replace(found, worker=worker.name)

    def _lost(self, worker: _Worker, job: Job | None, why: str) -> Failure | None:
        self._replace(worker)
        if job is not None:
            return Failure(job, worker.name, why)
        self._ended_early += 1
        if self._ended_early >= max(_MOST_STARTS, self.size):
            raise PnyxError(f"{self._ended_early} workers failed to start, the last one because: {why}")
        return None


@dataclass
class _Worker:
    """A worker as the coordinator sees it: something is to come while it is started and while it has a job."""

    name: str
    actor: Any
    coming: Any
    job: Job | None = None

    @property
    def is_idle(self) -> bool:
        return self.coming is None


class _Actor:
    """A worker's process."""

    def __init__(self, name: str) -> None:
        self._name = name

    def begin(self, path: list[str], runner: bytes) -> str | None:
        """Make the runner; why it cannot be made, if so."""
        sys.path += [each for each in path if each not in sys.path]
        try:
            self._runner = pickle.loads(runner)(self._name)
        except (PnyxError, ImportError) as error:
            return str(error)
        return None

    def work(self, job: Job) -> Report | Failure:
        """Do a job."""
        try:
            found: Report = self._runner.work(job)
        except Exception as error:
            return Failure(job, self._name, f"{type(error).__name__}: {error}")
        return found


def _ray() -> Any:
    if find_spec("ray") is None:
        raise InputError("workers need Ray, which is not installed: pip install 'pnyx[cluster]'")
    import ray

    return ray


@contextlib.contextmanager
def _instead(module: Any, name: str, value: object) -> Iterator[None]:
    """For a while, something else stands under a name."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def _expect_listener(address: str) -> None:
    """Without a cluster at the address Ray tries for minutes, and then ends the process."""
    if address == "local":
        raise InputError("expected the address of a cluster as HOST:PORT, got 'local': leave it out for this machine")
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        try:
            socket.create_connection((host.strip("[]"), int(port)), _CONNECT_SECONDS).close()
        except (OSError, OverflowError, UnicodeError) as error:
            raise InputError(f"no Ray cluster at {quoted(address)}: {_last_line(error)}") from error


def _last_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[-1].strip() if lines else type(error).__name__
