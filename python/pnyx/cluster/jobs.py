"""What goes to workers and what comes back: plain data that can be pickled, stored and compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["INFINITY", "LARGEST", "Child", "Failure", "Job", "Report"]

INFINITY: Final = 2**32 - 1
"""The proof number of what is disproven, and the disproof number of what is proven."""

LARGEST: Final = 2**31
"""The largest number of a position that is open: sums end here, so that they never look like infinity."""

Child = tuple[str, int, int]
"""A move, and the proof and disproof number of the position after it."""


@dataclass(frozen=True)
class Job:
    """A search to be made: of this position, without history, with so many nodes.

    >>> Job(1, "XX./OO./... x", 1000).nodes
    1000
    """

    number: int
    """Numbers grow from 1; a job that is done again keeps its number."""
    position: str
    """The identity of the position: `pnyx.Position.identity`."""
    nodes: int


@dataclass(frozen=True)
class Report:
    """What a worker says about a job. Verdict and numbers are those of the question that the whole cluster is asked.

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
    """With verdict unknown: what the worker's table knows about the children, if it has one."""
    certificate: bytes | None = None
    """With any other verdict: a certificate file about the position of the job."""
    worker: str = ""
    """The name of the worker."""


@dataclass(frozen=True)
class Failure:
    """A job of which no report will come: its worker died, or raised an error.

    >>> Failure(Job(1, "XX./OO./... x", 1000), "worker-2", "killed").why
    'killed'
    """

    job: Job
    worker: str
    why: str
