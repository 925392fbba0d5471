"""The experiment of Winands, Uiterwijk and van den Herik: its searches, its tables, and what it makes of results."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pnyx.cli import app
from pnyx.cli.reproduce import load
from reporting.runs import FILE
from support.places import EXPERIMENTS

FOLDER = EXPERIMENTS / "winands-2003"


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)


@pytest.fixture(scope="module")
def winands() -> Any:
    return load("winands-2003", FOLDER / "run.py")


@pytest.fixture(scope="module")
def methods(winands: Any) -> Any:
    return sys.modules["methods"]


def run(*arguments: str) -> Result:
    arguments = ("reproduce", "winands-2003", *arguments)
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False, prog_name="pnyx")


def rows(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / FILE).read_text().splitlines()))


def test_published_are_the_searches_that_are_made(winands: Any) -> None:
    with (FOLDER / "published.csv").open(newline="") as file:
        published = list(csv.DictReader(file))
    for name, (_, ways) in winands.TABLES.items():
        assert sorted(row["method"] for row in published if row["table"] == name) == sorted(ways), name


def test_searches_that_are_the_same_are_made_once(winands: Any, methods: Any) -> None:
    assert methods.named("pds-pn 450000/300000")[0] == methods.named("pds-pn 1/1")[0] == "pds-pn"
    assert methods.named("pn2 1/1")[0] == "pn2"
    assert methods.named("pn2 1/4")[1].options == {"a": "450000", "b": "60000", "stored": "250000"}
    assert len({methods.named(way)[0] for way in winands.TABLES["3"][1]}) == 30


def test_smaller_samples_are_parts_of_larger_ones(methods: Any) -> None:
    few, more = (set(methods.read("positions", FOLDER / "positions.csv", count)) for count in (10, 100))
    assert len(few) == 10
    assert few < more
    assert len(methods.read("positions", FOLDER / "positions.csv", None)) == 488


def test_a_sample_from_end_to_end(tmp_path: Path) -> None:
    arguments = ("--table", "1", "--table", "4", "--sample", "3", "--nodes", "20000", "--out", str(tmp_path))
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    assert "| measured of 3 |" in done.stdout
    found = rows(tmp_path)
    assert len(found) == 15
    assert {row["limit"] for row in found} == {"20000"}
    assert [row for row in found if row["verdict"] not in ("proven", "unknown")] == []
    assert [row for row in found if row["verdict"] == "proven" and not row["checkers"]] == []
    assert any(row["verdict"] == "proven" for row in found)
    before = (tmp_path / FILE).read_bytes()
    assert run(*arguments).stdout == done.stdout
    assert (tmp_path / FILE).read_bytes() == before


def test_the_figure(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="figures need matplotlib")
    done = run("--figure", "3", "--sample", "1", "--nodes", "2000", "--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert len(rows(tmp_path)) == 22
    assert (tmp_path / "memory.svg").exists()
    assert "976" in done.stdout


def results(methods: Any, solved: dict[str, int], generated: dict[str, int]) -> list[Any]:
    """Results of ten problems, of which each method solves the first ones, with a number of generated positions."""
    problems = [methods.Problem("positions", f"p{i}", "") for i in range(10)]
    return [
        methods.Measured(problem, way, "proven" if i < count else "unknown", "", 1, generated.get(way, 1), 1.0)
        for way, count in solved.items()
        for i, problem in enumerate(problems)
    ]


def test_what_is_not_as_in_the_paper_is_named(winands: Any, methods: Any) -> None:
    solved = {"alpha-beta": 5, "pn": 4, "pds": 8, "pn2": 7}
    nodes = {"alpha-beta": 90, "pn": 10, "pds": 11, "pn2": 12}
    assert winands.unmet("1", results(methods, solved, nodes)) == []
    assert winands.unmet("1", results(methods, {**solved, "pn": 8}, nodes)) == [
        "pds solves no more than PN",
        "pn2 solves no more than PN",
    ]
    assert winands.unmet("1", results(methods, solved, {**nodes, "pn": 50})) == [
        "PN's trees are not smaller than those of pds",
        "PN's trees are not smaller than those of pn2",
    ]
    assert winands.unmet("5", results(methods, {"pds-pn": 6, "pn2": 7}, {})) == [
        "PDS-PN solves fewer of the hard ones than PN²"
    ]
    flat = {f"{way} 1/{part}": 9 for way in ("pn2", "pds-pn") for part in (1, 64)}
    assert winands.unmet("figure 3", results(methods, flat, {})) == ["PN² does not suffer from little memory"]
    assert winands.unmet("figure 3", results(methods, {**flat, "pn2 1/64": 3}, {})) == []


def test_wrong_answers_are_named(methods: Any) -> None:
    problem = methods.Problem("positions", "p1", "")
    wrong = methods.Measured(problem, "pds", "disproven", "", 1, 1, 1.0)
    assert wrong.wrong == "p1 disproven by pds, known to be won"
    failed = methods.Measured(problem, "pds", "unknown", "certificate failed: no", 1, 1, 1.0)
    assert failed.wrong == "p1 by pds: certificate failed: no"
    assert methods.Measured(problem, "pds", "unknown", "nodes", 1, 1, 1.0).wrong == ""
