from __future__ import annotations

from signature import EXPECTED, signatures


def test_node_counts_are_the_recorded_ones() -> None:
    """After a change that is meant to alter them: `make signature > tests/signature.txt`, and say so in the commit."""
    assert list(signatures()) == EXPECTED.read_text().split("\n")[:-1]
