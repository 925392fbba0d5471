"""A cluster whose workers die and lie, whose coordinator is killed and whose store is locked: the answer is right,
nothing that was finished is lost, and no more is done again than the jobs that were in work.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pnyx.cluster.job_runner import JobRunner
from pnyx.cluster.jobs import Failure, Job, Report
from pnyx.cluster.outcome import ClusterResult
from pnyx.cluster.pool import InlinePool
from pnyx.cluster.questions import Question
from pnyx.cluster.sizes import JobSizes
from pnyx.cluster.solving import answer
from pnyx.cluster.storing import Fact, MemoryStore, Store
from support.cluster_runners import LIES
from support.job_cases import JobCase as Case

# Two that a pool finds out itself, because it knows which worker has which job.
TOLD = [lie for lie in LIES if lie not in ("garbage", "another job")]


class Crash(Exception):
    """The coordinator is no more."""


@dataclass
class Faults:
    """Workers that fail, each job in a way of its own, and what came of it."""

    runner: JobRunner
    rng: random.Random
    certificate: bytes
    share: float = 0.5
    """That of the jobs that do not end well."""
    crashes: int = 0
    """How often the coordinator will be killed, about once in ten jobs."""
    begun: list[Job] = field(default_factory=list)
    failed: int = 0
    lied: int = 0

    def work(self, job: Job, worker: str) -> Report | Failure:
        self.begun.append(job)
        if self.crashes and self.rng.random() < 0.1:
            self.crashes -= 1
            raise Crash
        if self.rng.random() >= self.share:
            return self.runner.work(job, worker)
        if self.rng.random() < 0.3:
            self.failed += 1
            return Failure(job, worker, "killed")
        self.lied += 1
        lie: Report = LIES[self.rng.choice(TOLD)](self.runner.work(job, worker), self.certificate)
        return lie


def question_of(case: Case) -> Question:
    return Question("graph", case.position(case.root).identity, case.goal)


def some_certificate(case: Case, question: Question) -> bytes:
    """One that is right, about a position that is not the root."""
    runner = JobRunner(question)
    for node in case.nodes:
        if node != case.root:
            found = runner.work(Job(1, case.position(node).identity, 100_000)).certificate
            if found is not None:
                return found
    return b"pnyx certificate 2\n"


def attempts(faults: Faults, opened: Callable[[], Store], workers: int, size: int) -> Iterator[ClusterResult | None]:
    """Run a coordinator, and run it again when it was killed; `None` for those that were."""
    result = None
    while result is None:
        with closing(opened()) as store:
            pool = InlinePool(faults.work, workers, lambda jobs: faults.rng.randrange(len(jobs)))
            with suppress(Crash):
                result = answer(store, pool, JobSizes(size, size))
        yield result


def assert_right(case: Case, result: ClusterResult) -> None:
    assert result.verdict == ("proven" if case.truth(case.root) else "disproven"), str(case)
    assert result.certificate is not None
    assert result.certificate.check().verdict == result.verdict, str(case)


def assert_each_once(store: Store) -> list[Job]:
    """No position whose job was finished has had another one."""
    jobs = [job for job, _ in store.jobs()]
    assert len({job.position for job in jobs}) == len(jobs)
    return jobs


@pytest.mark.parametrize("seed", range(60))
def test_whatever_workers_say_the_answer_is_right(seed: int) -> None:
    case = Case.numbered(seed)
    question = question_of(case)
    rng = random.Random(f"faults {seed}")
    faults = Faults(JobRunner(question), rng, some_certificate(case, question))
    store = MemoryStore(question)
    pool = InlinePool(faults.work, 3, lambda jobs: rng.randrange(len(jobs)))
    size = rng.choice((1, 2, 5, 20))
    result = answer(store, pool, JobSizes(size, size))
    assert_right(case, result)
    jobs = assert_each_once(store)
    assert len(pool.distrusted) == result.spent.refused <= faults.lied
    # A job is begun again only when it was lost with its worker, or when that was wrong.
    assert len(faults.begun) <= len(jobs) + faults.failed + result.spent.refused + pool.size


@pytest.mark.parametrize("lie", TOLD)
def test_no_lie_is_believed(lie: str) -> None:
    """Each worker begins with the same lie, about every position."""
    question = Question("tic-tac-toe", ".../.../... x", "draw-or-better")
    runner = JobRunner(question)
    certificate = runner.work(Job(0, "XX./OO./... x", 1000)).certificate
    assert certificate is not None
    said: list[int] = []

    def work(job: Job, worker: str) -> Report:
        told = runner.work(job, worker)
        if job.number in said:
            return told
        said.append(job.number)
        lie_told: Report = LIES[lie](told, certificate)
        return lie_told

    store = MemoryStore(question)
    result = answer(store, InlinePool(work, 2), JobSizes(50, 50))
    assert result.verdict == "proven"
    assert result.certificate is not None
    assert result.certificate.check().verdict == "proven"
    for fact in store.facts():
        if fact.job is not None:
            assert store.certificate(fact.job) is not None, fact


@pytest.mark.parametrize("seed", range(20))
def test_a_coordinator_that_is_killed_loses_only_what_was_in_work(seed: int, tmp_path: Path) -> None:
    pytest.importorskip("sqlalchemy", reason="stores need SQLAlchemy")
    from pnyx.cluster.store import open_store

    case = Case.numbered(seed)
    question = question_of(case)
    rng = random.Random(f"crashes {seed}")
    faults = Faults(JobRunner(question), rng, some_certificate(case, question), share=0.2, crashes=4)
    workers, repeated = 2, 0
    held: list[Fact] = []
    size = rng.choice((1, 2, 5))
    for result in attempts(faults, lambda: open_store(str(tmp_path / "store"), question), workers, size):
        with closing(open_store(str(tmp_path / "store"), read_only=True)) as store:
            facts = list(store.facts())
            # What was known stays, in its order.
            assert facts[: len(held)] == held, result
            held = facts
            jobs = assert_each_once(store)
        repeated += workers if result is None else result.spent.refused
    assert result is not None
    assert_right(case, result)
    assert len(faults.begun) <= len(jobs) + faults.failed + faults.lied + repeated
