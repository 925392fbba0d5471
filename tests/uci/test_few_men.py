"""With three men the engine reports shortest mates, and proves that none is shorter."""

from __future__ import annotations

from collections.abc import Iterator

import chess
import pytest
from chess.engine import Limit, SimpleEngine

import pnyx
from support.random_endings import random_endings
from support.uci_dialogue import COMMAND, PATIENCE

NEAR = "8/8/R7/8/8/8/5K2/3k4 w - - 0 1"


@pytest.fixture(scope="module")
def engine() -> Iterator[SimpleEngine]:
    with SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE) as engine:
        yield engine


def found(engine: SimpleEngine, fen: str) -> tuple[int | None, str]:
    info = engine.analyse(chess.Board(fen), Limit(nodes=2_000_000))
    return info["score"].relative.mate(), info.get("string", "")


def test_a_mate_with_king_and_rook_is_the_shortest(engine: SimpleEngine) -> None:
    assert found(engine, NEAR) == (7, "proved: White mates in 7, and no sooner")


def test_the_side_that_is_mated_holds_out_longest(engine: SimpleEngine) -> None:
    after = chess.Board(NEAR)
    after.push_uci(str(pnyx.solve(NEAR, "mate-in 7", game="chess").line[0]))
    assert found(engine, after.fen())[0] == -6


@pytest.mark.soak
def test_two_hundred_mates_with_king_and_rook(engine: SimpleEngine) -> None:
    table = pnyx.tabulate("chess", [pnyx.position("chess", NEAR)])
    for fen in random_endings(("K", "R", "k"), 200):
        entry = table[fen]
        assert entry.distance is not None, fen
        assert found(engine, fen)[0] == (entry.distance + 1) // 2, fen
