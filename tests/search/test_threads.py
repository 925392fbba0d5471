"""Two threads on a table that is far too small for them: what they say is what is known, every time."""

from __future__ import annotations

import random
import re

import pytest

import pnyx
from support.shared_data import shared_data

TABLE = 1 << 20
"""So small that records are replaced all the time."""
NODES = 20_000
RUNS, BLOCK = 2_000, 100
BLOCKS = [0, *(pytest.param(first, marks=pytest.mark.soak) for first in range(BLOCK, RUNS, BLOCK))]


def small_mates() -> list[tuple[str, int]]:
    """Positions with mates of known lengths, short enough for the lengths to be exact."""
    found = []
    for line in (shared_data("chess") / "mates.epd").read_text().splitlines():
        parts = re.match(r"(\S+ \S+ \S+ \S+) bm #([2-6]);", line)
        if parts:
            found.append((parts[1] + " 0 1", int(parts[2])))
    random.Random(1994).shuffle(found)
    return found


@pytest.mark.parametrize("first", BLOCKS)
def test_two_threads_contradict_nobody(first: int) -> None:
    mates, decided = small_mates(), 0
    limit = pnyx.Limit(nodes=NODES, memory=TABLE)
    for run in range(first, first + BLOCK):
        fen, length = mates[run % len(mates)]
        # Asked in turns: a mate in time, which there is, and one that is a move too short.
        shorter = (run + run // len(mates)) % 2
        result = pnyx.solve(fen, f"mate-in {length - shorter}", "forced-win", threads=2, limit=limit)
        assert result.verdict in ("unknown", "disproven" if shorter else "proven"), (fen, length, shorter)
        decided += not result.unknown
    assert decided > BLOCK / 4
