"""What several experiments show: the cost of a proof, counts as a paper prints them, differences from it, figures."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from pnyx.errors import InputError
from pnyx.report import plots

if TYPE_CHECKING:
    from rich.console import Console

    from pnyx import Result

P = TypeVar("P")

PROOF = ("certificate_nodes", "checkers", "seconds", "memory_bytes")
"""The columns of `proof_cells`."""


@dataclass(frozen=True)
class Problem:
    """A position, and the set that it belongs to."""

    set: str
    id: str
    position: str


@dataclass(frozen=True)
class Method:
    """A way to search."""

    title: str
    algorithm: str
    options: Mapping[str, str]


@dataclass(frozen=True)
class Answer(Generic[P]):
    """What came out for one problem by one method."""

    problem: P
    method: str
    verdict: str
    reason: str


class Compared(Protocol):
    """Something measured, beside what the paper has."""

    @property
    def difference(self) -> str:
        """What differs from the paper, in words; nothing when nothing does."""

    @property
    def is_known(self) -> bool:
        """Whether this difference is one that the published table names."""


def proof_cells(result: Result, read_twice: int | None = None) -> list[object]:
    """The size of a certificate, how many checkers accept it, and what the search cost.

    Every certificate has passed the Rust checker. The Python checker reads it too, if it has at most `read_twice`
    nodes.

    >>> import pnyx
    >>> result = pnyx.solve("XX./OO./... x", "win", "pn", game="tic-tac-toe")
    >>> proof_cells(result)[:2], proof_cells(result, read_twice=1)[:2]
    ([2, 2], [2, 1])
    """
    nodes: object = ""
    checkers: object = ""
    certificate = result.certificate
    if certificate is not None and certificate.nodes is not None:
        nodes = certificate.nodes
        is_small = read_twice is None or certificate.nodes <= read_twice
        checkers = len(certificate.check().checkers) if is_small else 1
    return [nodes, checkers, f"{result.seconds:.6f}", result.memory_bytes]


def differences(found: Iterable[Compared]) -> tuple[list[str], list[str]]:
    """The differences from the paper: those that are known, and others."""
    differing = [each for each in found if each.difference]
    return (
        [each.difference for each in differing if each.is_known],
        [each.difference for each in differing if not each.is_known],
    )


def tell_differences(found: Iterable[Compared]) -> int:
    """Print the differences from the paper; returns the exit status, which is 1 if any is not known.

    >>> tell_differences([])
    Different from the paper, as known: none.
    Different from the paper otherwise: none.
    0
    """
    known, others = differences(found)
    print(f"Different from the paper, as known: {'; '.join(known) or 'none'}.")
    print(f"Different from the paper otherwise: {'; '.join(others) or 'none'}.")
    return 1 if others else 0


def grouped(count: str) -> str:
    """A count with commas, digits that could not be read (`x`) among them; anything else as it is.

    >>> grouped("4903374"), grouped("3015xx"), grouped("82"), grouped("-")
    ('4,903,374', '301,5xx', '82', '-')
    """
    if not count.strip("0123456789x"):
        start = len(count) % 3
        parts = [count[:start], *(count[at : at + 3] for at in range(start, len(count), 3))]
        return ",".join(part for part in parts if part)
    return count


def require_figures(given: Namespace) -> None:
    """Refuse what was asked, before anything is measured, if it names a figure that cannot be drawn."""
    if given.figure and given.asked and not plots.can_plot():
        raise InputError(plots.MISSING)


def draw_figure(path: Path, picture: Callable[[Path], None], console: Console) -> None:
    """Draw a figure into a file and print its path, or that there is none."""
    if plots.can_plot():
        picture(path)
        print(f"Figure: {path}")
    else:
        console.print(f"No figure: {plots.MISSING}")
