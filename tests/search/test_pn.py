"""The compiled search, its pure-Python twin, and the published node counts."""

from __future__ import annotations

import csv
import json

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx.cli import app
from pnyx.reference import pn as twin
from pnyx.reference.rules.chess import Chess
from support.places import PUBLISHED

ROWS = list(csv.DictReader(PUBLISHED.read_text().splitlines()))
SMALL = [row for row in ROWS if row["tree"] != "-" and int(row["tree"]) < 1000]
QUICK = [row for row in ROWS if row["tree"] == "-" or int(row["tree"]) < 100_000]


def test_the_table_is_whole() -> None:
    assert (len(ROWS), len(SMALL), sum(row["tree"] == "-" for row in ROWS)) == (82, 51, 6)
    assert sum(int(row["tree"]) for row in ROWS if row["tree"] != "-") == 2_655_609


@pytest.mark.parametrize("row", SMALL, ids=lambda row: str(row["id"]))
def test_the_twin_goes_the_same_way_node_for_node(row: dict[str, str]) -> None:
    result = pnyx.solve(row["fen"], "mate", "pn", preset="breuker-2001", trace=True)
    rules = Chess(order="papers", en_passant="always")
    reference = twin.search(rules, rules.parse(row["fen"]), "mate", max_nodes=500_000)
    assert result.nodes == reference.nodes == int(row["tree"])
    assert result.trace is not None
    assert [tuple(step) for step in result.trace] == [tuple(step) for step in reference.trace]


@pytest.mark.parametrize("row", QUICK, ids=lambda row: str(row["id"]))
def test_the_command_line_gives_the_published_counts(row: dict[str, str]) -> None:
    arguments = ["solve", "chess", row["fen"], "--algorithm", "pn", "--preset", "breuker-2001", "--json"]
    run = CliRunner().invoke(app, arguments)
    answer = json.loads(run.stdout)
    if row["tree"] == "-":
        assert (answer["verdict"], answer["reason"], run.exit_code) == ("unknown", "nodes", 1)
    else:
        assert (answer["verdict"], answer["nodes"], run.exit_code) == ("proven", int(row["tree"]), 0)
        assert answer["checked"] is True
        assert answer["moves_to_win"] >= int(row["mate_in"])


@pytest.mark.parametrize("recycle", [False, True])
@pytest.mark.parametrize(
    ("evaluation", "init"), [("immediate", "mobility"), ("immediate", "unit"), ("delayed", "unit")]
)
def test_options_agree_on_the_verdict(recycle: bool, evaluation: str, init: str) -> None:
    fen = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
    options = {"evaluation": evaluation, "init": init, "recycle": recycle}
    assert pnyx.solve(fen, "mate", "pn", options=options, limit=pnyx.Limit(nodes=3_000_000)).proven


def test_recycling_changes_the_memory_and_nothing_else() -> None:
    fen = "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1"
    kept = pnyx.solve(fen, "mate", "pn", options={"recycle": False}, trace=True)
    recycled = pnyx.solve(fen, "mate", "pn", options={"recycle": True}, trace=True)
    assert kept.trace == recycled.trace
    assert (kept.verdict, kept.nodes) == (recycled.verdict, recycled.nodes)
    assert recycled.memory_bytes < kept.memory_bytes
