"""What the rows of several experiments end with, and the differences from a paper that they report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pnyx import Result

PROOF = ("certificate_nodes", "checkers", "seconds", "memory_bytes")
"""The columns of `proof_cells`."""


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
