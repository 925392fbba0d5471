"""Workers on Ray: one actor each, on this machine or on a cluster that is there already.

A worker that dies, however it does, takes one job with it, which comes back as a failure; another worker takes its
place. What workers say is not believed here either: an answer that is none, or one to another job, is a failure, too.

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

from pnyx.cluster.desk import Desk
from pnyx.cluster.jobs import Failure, Job, Report
from pnyx.cluster.questions import Question
from pnyx.errors import InputError, PnyxError, quoted

__all__ = ["RayPool"]

_START_SECONDS: Final = 120
"""How long the first worker may take to be there."""

_MOST_STARTS: Final = 5
"""So many workers (or as many as there are) may end before they have begun, one after the other; then something is
wrong with all of them.
"""

_CONNECT_SECONDS: Final = 10
"""How long a cluster may take to answer."""

_QUIET: Final[dict[str, Any]] = {"log_to_driver": False, "logging_level": "CRITICAL"}

_OBJECT_STORE: Final = 256 << 20
"""Bytes of shared memory for certificates under way; what does not fit goes to the disk."""


class RayPool:
    """So many workers; without a number, as many as there are processors.

    Without an address, Ray is started on this machine. With one, such as `10.0.0.1:6379`, its cluster is used, where
    pnyx must be installed. `desk` makes what does a worker's jobs.

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
        desk: Callable[..., Any] = Desk,
    ) -> None:
        if workers is not None and workers < 1:
            raise InputError(f"expected at least one worker, got {workers}")
        self._ray = _ray()
        self._desk = pickle.dumps(partial(desk, question, algorithm, dict(options or {}), memory))
        self._folder: str | None = None
        self._workers: dict[str, _Worker] = {}
        self._ended_early = 0
        # Whoever has started Ray in this process ends it.
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
        """How many workers have nothing to do; one that is still being started is not idle."""
        return sum(worker.is_idle for worker in self._workers.values())

    def submit(self, job: Job, prefer: str | None = None) -> str:
        """Give a job to an idle worker, to the preferred one if it is idle, and say to which."""
        idle = [worker for worker in self._workers.values() if worker.is_idle]
        worker = next((worker for worker in idle if worker.name == prefer), idle[0])
        worker.job = job
        worker.coming = worker.actor.work.remote(job)
        return worker.name

    def wait(self, seconds: float) -> list[Report | Failure]:
        """What has come back; if nothing has, wait so long at most, or until another worker is there."""
        coming = {worker.coming: worker for worker in self._workers.values() if worker.coming is not None}
        if not coming:
            return []
        self._ray.wait(list(coming), num_returns=1, timeout=seconds)
        done, _ = self._ray.wait(list(coming), num_returns=len(coming), timeout=0)
        found = [self._taken(coming[each]) for each in done]
        return [each for each in found if each is not None]

    def distrust(self, worker: str) -> None:
        """Replace a worker that has said something wrong. It is idle."""
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
        # What Ray thinks of dead workers it would print on the standard output, which belongs to the answer.
        with _instead(internals.worker, "listen_error_messages", lambda *_: None):
            if address is None:
                # Ray listens on 127.0.0.1 alone where it is told that there are no clusters of several machines.
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
            raise PnyxError("this version of Ray does not keep to 127.0.0.1: use the one that pnyx was tested with")

    def _await_first(self) -> None:
        end = time.monotonic() + _START_SECONDS
        while not self.idle():
            left = end - time.monotonic()
            if left <= 0:
                raise InputError(
                    f"no worker could be started within {_START_SECONDS} seconds: has the cluster a free processor?"
                )
            self.wait(left)

    def _start(self, name: str) -> None:
        actor = self._actor.remote(name)
        # Games are looked for where this process would find them.
        path = [os.path.abspath(each) for each in (*sys.path, "")]
        self._workers[name] = _Worker(name, actor, actor.begin.remote(path, self._desk))

    def _replace(self, worker: _Worker) -> None:
        self._kill(worker)
        self._start(worker.name)

    def _kill(self, worker: _Worker) -> None:
        with contextlib.suppress(Exception):  # it may be dead, and Ray with it
            self._ray.kill(worker.actor)

    def _taken(self, worker: _Worker) -> Report | Failure | None:
        """What a worker has said; None for the first word, that it is there."""
        job, coming = worker.job, worker.coming
        worker.job = worker.coming = None
        try:
            found: object = self._ray.get(coming)
        except self._ray.exceptions.RayActorError:
            return self._lost(worker, job, "its process has ended")
        except Exception as error:  # what it said may be impossible to read
            return self._lost(worker, job, _last_line(error))
        if job is None:
            if found is not None:
                raise InputError(f"{worker.name} cannot begin: {found}")
            self._ended_early = 0
            return None
        if isinstance(found, Failure):
            return Failure(job, worker.name, found.why)
        if not isinstance(found, Report) or (found.number, found.position) != (job.number, job.position):
            return self._lost(worker, job, "it answered with something that is no report on its job")
        return replace(found, worker=worker.name)

    def _lost(self, worker: _Worker, job: Job | None, why: str) -> Failure | None:
        self._replace(worker)
        if job is not None:
            return Failure(job, worker.name, why)
        self._ended_early += 1
        if self._ended_early >= max(_MOST_STARTS, self.size):
            raise PnyxError(f"{self._ended_early} workers ended before they had begun, the last one because: {why}")
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

    def begin(self, path: list[str], desk: bytes) -> str | None:
        """Make the desk; what stands against it, if anything does."""
        sys.path += [each for each in path if each not in sys.path]
        try:
            self._desk = pickle.loads(desk)(self._name)
        except (PnyxError, ImportError) as error:
            return str(error)
        return None

    def work(self, job: Job) -> Report | Failure:
        """Do a job."""
        try:
            found: Report = self._desk.work(job)
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
    """Ray tries for minutes, and then ends the process, when nobody is there."""
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
