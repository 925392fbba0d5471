from __future__ import annotations

import pytest

import pnyx
from pnyx.api import catalogue
from search.signature import EXPECTED, searches, signature

LINES = EXPECTED.read_text().split("\n")[:-1]


def test_every_algorithm_is_recorded_and_no_other() -> None:
    first = list(dict.fromkeys(line.split()[0] for line in LINES))
    assert first == [*pnyx.algorithms(), "search", "exact"]


@pytest.mark.parametrize("algorithm", pnyx.algorithms())
def test_node_counts_are_the_recorded_ones(algorithm: str) -> None:
    """After a change that is meant to alter them: `make signature > tests/search/signature.txt`; the commit says so."""
    assert list(signature(algorithm)) == [line for line in LINES if line.split()[0] == algorithm]


@pytest.mark.parametrize("kind", ["search", "exact"])
@pytest.mark.parametrize("algorithm", catalogue.searches())
def test_values_and_their_node_counts_are_the_recorded_ones(kind: str, algorithm: str) -> None:
    names = (algorithm, f"{algorithm}-general")
    recorded = [line for line in LINES if line.startswith(f"{kind} ") and line.split()[1] in names]
    assert recorded, f"{kind} {algorithm} is not recorded"
    assert list(searches(kind, algorithm)) == recorded
