"""df-pn on chess mates: nothing it says goes against what is known, and everything it says is checked."""

from __future__ import annotations

import csv
import random
import re

import pytest

import pnyx
from pnyx.reference.check import check
from support.shared_data import shared_data

SAMPLE = 300
NODES = 3_000
MEMORY = 64 << 20


def known_mates() -> list[tuple[str, int]]:
    """Positions of the collection and the lengths of their shortest mates; negative if the player on move is mated."""
    text = (shared_data("chess") / "mates.epd").read_text(encoding="utf-8")
    found = re.findall(r"^(\S+ [wb] \S+ \S+).*?\bbm #(-?\d+)", text, re.MULTILINE)
    return [(f"{fen} 0 1", int(length)) for fen, length in found]


@pytest.mark.parametrize("part", range(6))
def test_no_answer_contradicts_the_known_mates(part: int) -> None:
    mates = random.Random("known mates").sample(known_mates(), SAMPLE)[part::6]
    proved = 0
    for fen, length in mates:
        found = pnyx.solve(fen, "mate", "df-pn", game="chess", limit=pnyx.Limit(nodes=NODES, memory=MEMORY))
        assert found.verdict in (("proven", "unknown") if length > 0 else ("disproven", "unknown")), fen
        assert found.unknown or found.checked, fen
        assert found.reason in (None, "nodes"), (fen, found.reason)
        if found.proven:
            assert found.moves_to_win is not None, fen
            assert found.moves_to_win >= length, fen
            proved += 1
    assert proved > len(mates) // 4, "a sample in which hardly anything is solved shows nothing"


@pytest.mark.parametrize("number", ["r96", "r105", "r201", "r281"])
def test_long_mates_within_64_mebibytes(number: str) -> None:
    with (shared_data("chess") / "win_at_chess.csv").open(encoding="utf-8") as file:
        rows = {row["id"]: row["fen"] for row in csv.DictReader(file)}
    found = pnyx.solve(rows[number], "mate", "df-pn", game="chess", limit=pnyx.Limit(memory=MEMORY))
    assert found.verdict == "proven"
    assert found.checked
    assert found.memory_bytes <= MEMORY
    assert found.certificate is not None
    if number == "r201":
        assert check(found.certificate.data).verdict == "proven", "the checker in Python says so too"


def test_triangulation_is_won() -> None:
    """Fahrni - Alapin 1912: the way to win loses a move, and returns to the same squares."""
    ending = pnyx.position("chess", "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1", region="a4-e8")
    verdicts = {}
    for ghi in ("full", "sim", "dup", "nagai", "ignore"):
        for init in ("mobility", "unit"):
            found = pnyx.solve(ending, "promote", "df-pn", options={"ghi": ghi, "init": init})
            verdicts[ghi, init] = found.verdict if found.checked else str(found.reason)
    failed = verdicts.pop(("ignore", "unit"))
    assert set(verdicts.values()) == {"proven"}
    assert failed.startswith("certificate failed"), "the history matters here"
