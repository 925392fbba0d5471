"""Lines of Action positions that are known to be won, searched by every kind of algorithm: nobody contradicts, and both
checkers accept every certificate."""

from __future__ import annotations

import csv
import random
from collections import Counter

import pytest

import pnyx
from support.places import EXPERIMENTS

POSITIONS = EXPERIMENTS / "winands-2003" / "positions.csv"
SAMPLE, PARTS, QUICK = 200, 10, 12

NODES = {
    "pn": 1_000_000,
    "pn2": 2_000_000,
    "pds": 200_000,
    "pds-pn": 2_000_000,
    "pn-star": 200_000,
    "df-pn": 300_000,
    "alpha-beta": 300_000,
}
"""`pn` or `df-pn` solve every position with these limits, because the set was made that way."""


def positions() -> list[dict[str, str]]:
    with POSITIONS.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def check_all(rows: list[dict[str, str]]) -> None:
    """Ask every algorithm about each of the positions."""
    counts, read = Counter[str](), 0
    for row in rows:
        accepted = set[bytes]()
        position = pnyx.position("lines-of-action", row["position"])
        for algorithm, nodes in NODES.items():
            found = pnyx.solve(position, "win", algorithm, limit=pnyx.Limit(nodes=nodes))
            about = (row["id"], algorithm, found.verdict, found.reason)
            if algorithm == row["algorithm"] or found.reason != "nodes":
                assert found.proven, about
            if found.certificate is None:
                assert not found.proven, about
                continue
            counts[algorithm] += 1
            # Algorithms often find the same solution.
            if found.certificate.data not in accepted:
                accepted.add(found.certificate.data)
                report = found.certificate.check()
                assert report.checkers == ("rust", "python"), about
                assert (report.verdict, report.nodes) == ("proven", found.certificate.nodes), about
                read += 1
        assert accepted, row["id"]
    print(f"{len(rows)} positions, proofs by algorithm {dict(counts)}, certificates read by both checkers {read}")
    assert set(counts) == set(NODES)


def test_small_certificates() -> None:
    check_all(sorted(positions(), key=lambda row: int(row["certificate_nodes"]))[:100:8][:QUICK])


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_a_sample_of_the_set(part: int) -> None:
    check_all(random.Random("certificates").sample(positions(), SAMPLE)[part::PARTS])
