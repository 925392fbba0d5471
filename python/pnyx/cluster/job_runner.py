"""A worker's jobs, one after the other."""

from __future__ import annotations

import time
from collections.abc import Mapping

from pnyx import _core
from pnyx.api.shown import shared_fields
from pnyx.cluster.jobs import Job, Report
from pnyx.cluster.questions import Question


class JobRunner:
    """Runs one job after the other, and keeps its table between them.

    >>> runner = JobRunner(Question("tic-tac-toe", ".../.../... x", "win"))
    >>> report = runner.work(Job(1, "XO./.../... x", 10_000))
    >>> report.verdict, report.certificate[:18]
    ('proven', b'pnyx certificate 2')
    """

    def __init__(
        self,
        question: Question,
        algorithm: str = "df-pn",
        options: Mapping[str, str] | None = None,
        memory: int | None = None,
        name: str = "",
    ) -> None:
        self._question = question
        self._name = name
        self._jobs = _core.Jobs(
            question.open().native, question.goal, algorithm, dict(options or {}), max_memory=memory
        )

    def work(self, job: Job, worker: str | None = None) -> Report:
        """Do a job; `worker` is the name that the report gets, if it is another one."""
        began = time.perf_counter()
        position = self._question.open(job.position)
        found = self._jobs.solve(position.native, max_nodes=job.nodes)
        return Report(
            **shared_fields(found, Report, without=["seconds", "children"]),
            number=job.number,
            position=job.position,
            seconds=time.perf_counter() - began,  # with the time for the certificate
            children=tuple(found.children) if found.children else None,
            worker=self._name if worker is None else worker,
        )
