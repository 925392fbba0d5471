"""The same with real workers on Ray: they are killed every other second, they lie, the store is locked for five
seconds, the coordinator is killed twice.
"""

from __future__ import annotations

import os
import random
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from pnyx.cluster.certifying import certificate_of
from pnyx.cluster.jobs import Job
from pnyx.cluster.questions import Question
from pnyx.cluster.ray_pool import RayPool
from pnyx.cluster.sizes import JobSizes
from pnyx.cluster.solving import answer
from pnyx.cluster.store import open_store
from pnyx.cluster.storing import Store
from pnyx.errors import InputError
from support.cluster_runners import LyingRunner
from support.ray_processes import below, in_session, kill, workers
from support.store_places import PLACES, StorePlace, store_place

pytest.importorskip("ray", reason="Ray is not installed")
pytest.importorskip("sqlalchemy", reason="stores need SQLAlchemy")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads processes as Linux shows them")

# About fifty jobs of this size.
QUESTION = Question("chess", "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1", "mate")
SIZES = JobSizes(250, 250)
ELSEWHERE = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
LIES = ("garbage", "another job", "another verdict", "another position", "huge")
WORKERS = 2


def finished(store: Store) -> list[Job]:
    """The jobs that are in a store; no position has two."""
    jobs = [job for job, _ in store.jobs()]
    assert len({job.position for job in jobs}) == len(jobs)
    return jobs


def begun(folder: Path) -> int:
    """How many jobs were begun."""
    return len((folder / "begun").read_text().splitlines())


def assert_answered(store: Store) -> None:
    certificate = certificate_of(store)
    report = certificate.check()
    assert (report.verdict, report.goal) == ("proven", "mate")


@dataclass
class Disturbance:
    """What happens to a running cluster, until it is over."""

    place: StorePlace
    rng: random.Random
    over: threading.Event
    kills: int = 0
    locks: int = 0

    def make(self) -> None:
        # Where workers take long to start, all of these may die before they have begun; a fifth would end the run.
        while self.kills < 4 and not self.over.wait(2):
            alive = workers(below(os.getpid()))
            if alive:
                kill([self.rng.choice(alive)])
                self.kills += 1
            if self.kills == 1 and not self.locks:
                with self.place.locked():
                    self.locks += 1
                    time.sleep(5)


def test_workers_die_and_lie_and_the_store_is_locked(tmp_path: Path) -> None:
    with store_place("sqlite", tmp_path) as place, closing(open_store(place.url, QUESTION)) as store:
        runner = partial(LyingRunner, LIES, ELSEWHERE, str(tmp_path), 0.3)
        with closing(RayPool(QUESTION, WORKERS, runner=runner)) as pool:
            disturbance = Disturbance(place, random.Random("trouble"), threading.Event())
            thread = threading.Thread(target=disturbance.make)
            thread.start()
            wrong: list[str] = []
            try:
                result = answer(store, pool, SIZES, on_wrong=lambda worker, why: wrong.append(why))
            finally:
                disturbance.over.set()
                thread.join()
        assert result.verdict == "proven"
        assert_answered(store)
        assert disturbance.kills >= 2
        assert disturbance.locks == 1
        # The first two are found by the pool, which knows who has which job, and the others by the coordinator.
        assert len(wrong) == result.spent.refused == len(LIES) - 2
        jobs = finished(store)
        assert len(jobs) == result.spent.jobs
        assert begun(tmp_path) <= len(jobs) + disturbance.kills + len(LIES) + WORKERS
        assert result.spent.repeated <= disturbance.kills + len(LIES)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A cluster of Ray that outlives coordinators; the environment in which they find it."""
    folder = tmp_path_factory.mktemp("ray")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(each for each in sys.path if each),
        "PNYX_TEST_ADDRESS": f"127.0.0.1:{port}",
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # it keeps to 127.0.0.1
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
    }
    start = f"start --head --block --port={port} --num-cpus={WORKERS} --include-dashboard=false --disable-usage-stats"
    # Its folder has the sockets, whose paths must be short.
    short = Path("/tmp", f"pnyx-{secrets.token_hex(4)}")
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "ray.scripts.scripts", *start.split(), f"--temp-dir={short}"],
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        # It listens before it has a processor to give away; that coordinators wait for.
        while process.poll() is None:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            time.sleep(0.1)
        assert process.poll() is None, (folder / "log").read_text()
        yield environment
    finally:
        kill(list(in_session(process.pid)))
        process.wait()
        subprocess.run(["rm", "-rf", str(short)], check=True)


COORDINATOR = """
import os, sys
from contextlib import closing
from functools import partial
from support.cluster_runners import SlowRunner
from cluster.test_faults_ray import QUESTION, SIZES, WORKERS
from pnyx.cluster.ray_pool import RayPool
from pnyx.cluster.solving import answer
from pnyx.cluster.store import open_store
url, folder = sys.argv[1:]
with closing(open_store(url, QUESTION)) as store:
    runner = partial(SlowRunner, folder, 0.1)
    with closing(RayPool(QUESTION, WORKERS, os.environ["PNYX_TEST_ADDRESS"], runner=runner)) as pool:
        print(answer(store, pool, SIZES).verdict, flush=True)
"""


@pytest.mark.parametrize("kind", PLACES)
def test_a_coordinator_that_is_killed_twice_goes_on(kind: str, tmp_path: Path, cluster: dict[str, str]) -> None:
    with store_place(kind, tmp_path) as place:

        @contextmanager
        def coordinator() -> Iterator[subprocess.Popen[str]]:
            with subprocess.Popen(
                [sys.executable, "-c", COORDINATOR, place.url, str(tmp_path)],
                env=cluster,
                stdout=subprocess.PIPE,
                text=True,
            ) as process:
                try:
                    yield process
                finally:
                    process.kill()

        held: list[Job] = []
        for aim in (8, 25):
            with coordinator() as process:
                while len(recorded(place)) < aim:
                    assert process.poll() is None, aim
                    time.sleep(0.05)
            now = recorded(place)
            assert now[: len(held)] == held, aim
            held = now
        with coordinator() as process:
            said, _ = process.communicate()
        assert (said, process.returncode) == ("proven\n", 0)
        with closing(open_store(place.url, QUESTION)) as store:
            assert_answered(store)
            jobs = finished(store)
        assert jobs[: len(held)] == held
        assert len(jobs) > len(held)
        # The jobs in work are lost with each coordinator, and those at the end are not needed any more.
        assert begun(tmp_path) <= len(jobs) + 3 * WORKERS


def recorded(place: StorePlace) -> list[Job]:
    """What an onlooker sees of a run."""
    try:
        with closing(open_store(place.url, read_only=True)) as store:
            return finished(store)
    except InputError:  # there is none yet
        return []
