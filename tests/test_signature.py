from __future__ import annotations

import pytest

import pnyx
from signature import EXPECTED, signature

LINES = EXPECTED.read_text().split("\n")[:-1]


def test_every_algorithm_is_recorded_and_no_other() -> None:
    assert list(dict.fromkeys(line.split()[0] for line in LINES)) == list(pnyx.algorithms())


@pytest.mark.parametrize("algorithm", pnyx.algorithms())
def test_node_counts_are_the_recorded_ones(algorithm: str) -> None:
    """After a change that is meant to alter them: `make signature > tests/signature.txt`, and say so in the commit."""
    assert list(signature(algorithm)) == [line for line in LINES if line.split()[0] == algorithm]
