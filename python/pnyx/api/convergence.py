"""Convergence of a search: the proof and disproof number of the root over time, recorded and drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from pnyx.api.shown import Shown

if TYPE_CHECKING:
    from pnyx import _core
    from pnyx.api.solve import Progress

INFINITE: Final = 2**32 - 1
"""The proof or disproof number that stands for infinity."""

_MOST: Final = 2000


class Sample(NamedTuple):
    """The proof and disproof number of the root after `nodes` nodes.

    >>> Sample(nodes=500, proof=12, disproof=3).seconds is None
    True
    """

    nodes: int
    proof: int
    disproof: int
    goal: str = ""
    """The goal of the search."""
    seconds: float | None = None
    """Seconds since the start; `None` in a trace."""


class Convergence(Shown):
    """A record of the proof and disproof number of the root: pass it to a search as `on_progress`.

    With `history=True`, `pnyx.solve`, `pnyx.value` and `pnyx.shortest` keep one in their answer. A search reports its
    progress ten times a second, so the record of a short one has only its end; `trace=True` of `pnyx.solve` records
    every step. At most 2,000 samples are kept: of a long search every second one, then every fourth, and so on.

    In a notebook it draws itself.

    >>> import pnyx
    >>> seen = pnyx.solve(".../.../... x", goal="win", algorithm="pn", trace=True).history
    >>> seen.samples[0]
    Sample(nodes=10, proof=8, disproof=9, goal='win', seconds=None)
    >>> seen.svg().startswith("<svg ")
    True
    """

    def __init__(self, samples: Iterable[Sample] = ()) -> None:
        self.samples: list[Sample] = list(samples)
        """The samples in order."""
        self._every = 1
        self._told = 0

    @classmethod
    def of_trace(cls, solution: _core.Solution, goal: str) -> Convergence:
        """The record of a trace."""
        record, before, last = cls(), 0, 0
        for _, proof, disproof, nodes in solution.trace or ():
            if nodes < last:  # another search has begun, which counts from its own start
                before += last
            last = nodes
            record.samples.append(Sample(before + nodes, proof, disproof, goal))
        record.samples.append(Sample(solution.nodes, solution.proof, solution.disproof, goal, solution.seconds))
        return record

    def __call__(self, progress: Progress) -> None:
        """Record the progress of a running search."""
        self._told += 1
        if len(self.samples) >= _MOST:
            self.samples = self.samples[1::2]
            self._every *= 2
        if self._told % self._every == 0:
            self.add(progress.nodes, progress.proof, progress.disproof, progress.goal, progress.seconds)

    def add(self, nodes: int, proof: int, disproof: int, goal: str, seconds: float) -> None:
        """Record one sample, such as the end of a search, which is not reported as progress.

        >>> record = Convergence()
        >>> record.add(20, 0, INFINITE, "mate", 0.5)
        >>> record
        <Convergence: 1 sample, 20 nodes>
        """
        self.samples.append(Sample(nodes, proof, disproof, goal, seconds))

    def svg(self, *, size: int = 560) -> str:
        """The plot: both numbers over the nodes, on a logarithmic scale with places for 0 and infinity."""
        from pnyx.draw.canvas import FIRST, SECOND
        from pnyx.draw.plot import Note, Series, plot

        proof = [(sample.nodes, _value(sample.proof)) for sample in self.samples]
        disproof = [(sample.nodes, _value(sample.disproof)) for sample in self.samples]
        goals = [(self.samples[i].goal, self.samples[i - 1]) for i in range(1, len(self.samples))]
        changes = [Note(last.nodes, goal) for goal, last in goals if goal != last.goal]
        return plot(
            [Series("proof number", FIRST, proof), Series("disproof number", SECOND, disproof)],
            title="The numbers at the root",
            across="nodes",
            notes=[Note(0, self.samples[0].goal), *changes] if changes else [],
            size=size,
        )

    def __repr__(self) -> str:
        count = len(self.samples)
        nodes = self.samples[-1].nodes if self.samples else 0
        return f"<Convergence: {count:,} sample{'s' * (count != 1)}, {nodes:,} nodes>"


def number_words(number: int) -> str:
    """A proof or disproof number for people.

    >>> number_words(12_345), number_words(INFINITE)
    ('12,345', 'infinite')
    """
    return "infinite" if number >= INFINITE else f"{number:,}"


def _value(number: int) -> float:
    return math.inf if number >= INFINITE else float(number)
