"""What a worker does."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from pnyx import _core
from pnyx.cluster.jobs import Job, Report
from pnyx.cluster.questions import Question

__all__ = ["Desk"]


class Desk:
    """One worker's desk: it does one job after the other, and its table stays warm between them.

    >>> desk = Desk(Question("tic-tac-toe", ".../.../... x", "win"))
    >>> report = desk.work(Job(1, "XO./.../... x", 10_000))
    >>> report.verdict, report.certificate[:18]
    ('proven', b'pnyx certificate 1')
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
        children = tuple(found.children) if found.children else None
        verdict: Any = found.verdict
        return Report(
            number=job.number,
            position=job.position,
            verdict=verdict,
            reason=found.reason,
            nodes=found.nodes,
            # With the time for the certificate.
            seconds=time.perf_counter() - began,
            proof=found.proof,
            disproof=found.disproof,
            children=children,
            certificate=found.certificate,
            worker=self._name if worker is None else worker,
        )
