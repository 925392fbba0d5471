"""Jobs and reports: plain data that can be pickled, stored and compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

LARGEST: Final = 2**31
"""The largest number of an open position: sums are capped here, so that they never equal infinity."""

Child = tuple[str, int, int]
"""A move, and the proof and disproof number of the position after it."""


@dataclass(frozen=True)
class Job:
    """A search of this position, without history, with a limit of nodes.

    >>> Job(1, "XX./OO./... x", 1000).nodes
    1000
    """

    number: int
    """Numbers grow from 1; a repeated job keeps its number."""
    position: str
    """The identity of the position: `pnyx.Position.identity`."""
    nodes: int


@dataclass(frozen=True)
class Report:
    """A worker's report on a job. Verdict and numbers refer to the cluster's question.

    >>> Report(1, "XX./OO./... x", "unknown", "nodes", 1000, 0.01, 3, 5).children is None
    True
    """

    number: int
    position: str
    verdict: Literal["proven", "disproven", "unknown"]
    reason: str | None
    """Why the verdict is unknown."""
    nodes: int
    """The nodes that were searched."""
    seconds: float
    proof: int
    disproof: int
    children: tuple[Child, ...] | None = None
    """With verdict unknown: the children's numbers in the worker's table, if it has one."""
    certificate: bytes | None = None
    """With any other verdict: a certificate file about the position of the job."""
    worker: str = ""
    """The name of the worker."""


@dataclass(frozen=True)
class Failure:
    """A job without a report: its worker died, or raised an error.

    >>> Failure(Job(1, "XX./OO./... x", 1000), "worker-2", "killed").why
    'killed'
    """

    job: Job
    worker: str
    why: str
