"""What the system says the searches take: never more than the limit of memory allows, and everything works afterwards.

Each search has a process of its own, so that what it takes is not mixed up with anything else.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, NamedTuple

import pytest

import pnyx

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the system says it elsewhere, if anywhere")

MIB = 1 << 20
BESIDE = 4 * MIB
"""What may come beside the limit: stacks, code that was not used before, and the certificate."""

# No mate can be forced here.
ENDLESS = ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "mate")
MATE = ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "mate")
LINES = ("x7/3ox3/o2xo3/ooxxoo2/o4x2/ox6/8/2x5 b", "win")

PROGRAM = """
import json, re, sys, pnyx

def status(name):
    with open("/proc/self/status") as file:
        return 1024 * int(re.search(rf"{name}:\\s*(\\d+) kB", file.read())[1])

def search(position, goal, algorithm, options, limit):
    return pnyx.solve(position, goal, algorithm, options=options, limit=pnyx.Limit(**limit))

asked, after = json.loads(sys.argv[1])
search(*after)
before = status("VmRSS")
found = search(*asked)
peak = status("VmHWM") - before
next = search(*after)
assert next.proven and len(next.certificate.check().checkers) == 2
print(json.dumps([found.verdict, found.reason, peak]))
"""


class Measured(NamedTuple):
    """What a search found, and the most that the process took for it."""

    verdict: str
    reason: str | None
    peak: int


def measured(algorithm: str, options: dict[str, Any], asked: tuple[str, str], nodes: int, mebibytes: int) -> Measured:
    """Search in a process of its own that has searched before, and must be able to do so afterwards."""
    memory = mebibytes * MIB
    searches = [
        (*asked, algorithm, options, {"nodes": nodes, "memory": memory}),
        (*MATE, algorithm, options, {"memory": memory}),
    ]
    program = [sys.executable, "-c", PROGRAM, json.dumps(searches)]
    return Measured(*json.loads(subprocess.run(program, capture_output=True, text=True, check=True).stdout))


NODES = 100_000_000
ENDS: dict[str, tuple[dict[str, Any], tuple[str, str]]] = {
    "pn": ({}, ENDLESS),
    "pn-dag": ({}, ENDLESS),
    "pn-dcg": ({}, ENDLESS),
    "pn-bta": ({}, ENDLESS),
    "pn2": ({"a": 10**9}, ENDLESS),
    "df-pn": ({"table": "exact"}, ENDLESS),
    "pds": ({"table": "exact"}, ENDLESS),
    "pn-star": ({"table": "exact"}, ENDLESS),
    "pds-pn": ({"table": "exact", "a": 10**9}, ENDLESS),
    "alpha-beta": ({"table": "exact"}, LINES),
}
"""How each algorithm comes to an end for want of memory; where it can go on without, with a table that grows."""


FORGETFUL = ("forced-win", "auto")
"""They have no table that keeps everything, and go on with what fits."""


def test_every_algorithm_is_measured() -> None:
    assert {*ENDS, *FORGETFUL} == set(pnyx.algorithms())


@pytest.mark.parametrize("algorithm", ENDS)
def test_the_end_comes_before_the_limit_is_exceeded(algorithm: str) -> None:
    limit = 22
    options, asked = ENDS[algorithm]
    found = measured(algorithm, options, asked, NODES, limit)
    assert (found.verdict, found.reason) == ("unknown", "memory")
    assert limit * MIB * 0.4 < found.peak < limit * MIB + BESIDE, found


@pytest.mark.parametrize(
    ("algorithm", "asked", "nodes"),
    [
        ("df-pn", ENDLESS, 150_000),
        ("alpha-beta", LINES, 2_000_000),
        ("forced-win", ENDLESS, 400_000),
        ("auto", ENDLESS, 400_000),
    ],
)
def test_what_does_not_fit_is_forgotten(algorithm: str, asked: tuple[str, str], nodes: int) -> None:
    """Others that go on are in `test_pds` and `test_pn2`."""
    limit = 6
    found = measured(algorithm, {}, asked, nodes, limit)
    assert (found.verdict, found.reason) == ("unknown", "nodes")
    assert limit * MIB * 0.4 < found.peak < limit * MIB + BESIDE, found


@pytest.mark.parametrize("algorithm", ["df-pn", "pds-pn", "pn2"])
def test_certificates_come_beside_it(algorithm: str) -> None:
    """The solution has 14,000 nodes and more, much of which has to be found again."""
    limit = 8
    found = measured(algorithm, {}, LINES, NODES, limit)
    assert found.verdict == "proven"
    assert found.peak < limit * MIB + BESIDE, found
