"""Workers on Ray: they do their jobs, die, talk nonsense and are replaced, and nothing stays behind."""

from __future__ import annotations

import contextlib
import os
import pickle
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pnyx.cluster.job_runner import JobRunner
from pnyx.cluster.jobs import Failure, Job, Report
from pnyx.cluster.questions import Question
from pnyx.cluster.ray_pool import RayPool, _Actor
from pnyx.errors import InputError
from support.cluster_runners import DramaticRunner
from support.ray_processes import HELPERS, below, in_session, kill, processes, workers

pytest.importorskip("ray", reason="Ray is not installed")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads processes as Linux shows them")

FAILS = {
    "die": "its process died",
    "raise": "ValueError: this went wrong",
    "panic": "the core panicked",
    "garbage": "its answer is not a report on its job",
    "other": "its answer is not a report on its job",
    "unreadable": "what?",
}
QUESTION = Question("tic-tac-toe", ".../.../... x", "win")


def answers(pool: RayPool, count: int = 1) -> list[Report | Failure]:
    found: list[Report | Failure] = []
    while len(found) < count:
        found += pool.wait(60)
    return found


def all_idle(pool: RayPool) -> None:
    while pool.idle() < pool.size:
        pool.wait(60)


def listening(pids: dict[int, str]) -> set[str]:
    """The addresses on which these processes listen, as /proc/net has them."""
    sockets = set()
    for pid in pids:
        for handle in Path(f"/proc/{pid}/fd").glob("*"):
            with contextlib.suppress(OSError):
                sockets.add(os.readlink(handle))
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            cells = line.split()
            if cells[3] == "0A" and f"socket:[{cells[9]}]" in sockets:
                found.add(cells[1].partition(":")[0])
    return found


def ours() -> dict[int, str]:
    return below(os.getpid())


def test_workers_do_their_jobs_die_and_are_replaced(capfd: pytest.CaptureFixture[str]) -> None:
    before_ray = ours()
    pool = RayPool(QUESTION, 2, runner=DramaticRunner)
    try:
        all_idle(pool)
        assert (pool.size, pool.wait(0)) == (2, [])
        # 127.0.0.1, and the same in the words of IPv6
        assert set() < listening(ours()) <= {"0100007F", "0000000000000000FFFF00000100007F"}

        assert pool.submit(Job(1, "hello", 10), "worker-2") == "worker-2"
        assert pool.submit(Job(2, "hello", 10), "worker-2") == "worker-1"
        assert pool.idle() == 0
        told = sorted(answers(pool, 2), key=lambda each: each.worker)
        assert [each.worker for each in told] == ["worker-1", "worker-2"]
        assert [each.number for each in told if isinstance(each, Report)] == [2, 1]
        pids = {int(each.reason or 0) for each in told if isinstance(each, Report)}
        assert pids == set(workers(ours()))

        for number, words in enumerate(FAILS):
            if number % 2 == 0:
                all_idle(pool)
            pool.submit(Job(number, words, 10))
            if number % 2 == 1:
                failures = answers(pool, 2)
                for failure in failures:
                    assert isinstance(failure, Failure), (number, words, failure)
                    assert FAILS[failure.job.position] in failure.why, (number, words, failure)
                assert {each.worker for each in failures} == {"worker-1", "worker-2"}, (number, words)

        # A worker that is killed from outside, in the middle of a job and without one.
        all_idle(pool)
        pool.submit(Job(10, "sleep", 10), "worker-1")
        pool.submit(Job(11, "sleep", 10), "worker-2")
        kill(workers(ours()))
        failures = answers(pool, 2)
        assert [each for each in failures if not isinstance(each, Failure)] == []
        assert {each.job.number for each in failures if isinstance(each, Failure)} == {10, 11}
        all_idle(pool)
        before = set(workers(ours()))
        pool.distrust("worker-1")
        all_idle(pool)
        assert len(before & set(workers(ours()))) == 1
        kill(workers(ours()))
        pool.submit(Job(12, "hello", 10))
        (lost,) = answers(pool)
        assert isinstance(lost, Failure)
        all_idle(pool)
        pool.submit(Job(13, "sleep", 10))
        folder = pool._folder
        assert folder is not None
        assert os.stat(folder).st_mode & 0o777 == 0o700
        started = set(ours()) - set(before_ray)
        assert len(started) > 2
    finally:
        pool.close()
    pool.close()
    assert not os.path.exists(folder)
    assert started & set(processes()) == set()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("runner", "why"),
    [
        (partial(DramaticRunner, QUESTION, "no-such", {}, None), "expected an algorithm, got 'no-such'"),
        (partial(JobRunner, Question("no_such:Game", "x", "win"), "df-pn", {}, None), "no_such"),
    ],
)
def test_a_worker_that_cannot_begin_says_why(runner: partial[Any], why: str) -> None:
    assert why in str(_Actor("worker-1").begin([], pickle.dumps(runner)))


DRIVER = """
import sys
from support.cluster_runners import DramaticRunner
from cluster.test_ray import QUESTION
from pnyx.cluster.jobs import Job
from pnyx.cluster.ray_pool import RayPool, _Actor
pool = RayPool(QUESTION, 1, runner=DramaticRunner)
pool.submit(Job(1, "sleep", 10))
print(pool._folder, flush=True)
pool.wait(600)
"""


def test_ray_ends_when_its_process_is_killed() -> None:
    path = os.pathsep.join(each for each in sys.path if each)
    with subprocess.Popen(
        [sys.executable, "-c", DRIVER],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        folder = process.stdout.readline().strip()
        alive = workers(in_session(process.pid))
        process.kill()
    assert len(alive) == 1
    # If something stayed, this would not come to an end; idle helpers are left to end by themselves.
    while set(in_session(process.pid).values()) - set(HELPERS):
        time.sleep(0.1)
    kill(list(in_session(process.pid)))
    shutil.rmtree(folder)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense", "two..dots:6379"])
def test_a_cluster_that_is_not_there_is_an_error(address: str) -> None:
    with pytest.raises(InputError, match=f"no Ray cluster at '{address}'"):
        RayPool(QUESTION, 1, address)


def test_the_word_by_which_ray_would_start_a_cluster_of_its_own_is_no_address() -> None:
    with pytest.raises(InputError, match="leave it out for this machine"):
        RayPool(QUESTION, 1, "local")
