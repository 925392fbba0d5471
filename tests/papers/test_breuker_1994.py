"""`pnyx reproduce breuker-1994`: pn against alpha-beta, and the results that are kept in the repository."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pnyx
import reporting
from papers.test_reproduce import no_search, rows, run
from pnyx.cli.reproduce import load
from pnyx.report import plots
from reporting.runs import FILE, Runs
from support.places import EXPERIMENTS
from support.shared_data import shared_data

HERE = EXPERIMENTS / "breuker-1994"
KEPT = sorted(HERE.glob(f"runs/*/{FILE}"))
KNOWN = ["r9", "r49", "r55", "r105", "r211", "r212", "r217", "r251", "r260", "r266", "r267", "r278", "r285", "r290"]
"""What our alpha-beta, which has no extensions, does not solve, and the paper's does."""


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)


@pytest.fixture
def experiment() -> Any:
    return load("breuker-1994", HERE / "run.py")


def kept(experiment: Any) -> list[Any]:
    problems = experiment.read_problems(HERE / "published.csv", experiment.POSITIONS)
    found: list[Any] = experiment.read_measured(problems, Runs(KEPT[-1], experiment.RESULTS, experiment.KEYS).rows)
    return found


def test_a_sample_from_end_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("breuker-1994", "--sample", "2", "--out", str(tmp_path))
    assert done.exit_code == 0
    assert "| best performer " in done.stdout
    assert "Both algorithms, 1 in the paper and 1 here: r1.\n" in done.stdout
    assert "pn only, 1 in the paper and 1 here: r168.\n" in done.stdout
    assert "Different from the paper otherwise: none." in done.stdout
    found = rows(tmp_path)
    assert [(row["id"], row["algorithm"], row["checkers"]) for row in found] == [
        ("r1", "pn", "2"),
        ("r1", "alpha-beta", "2"),
        ("r168", "pn", "2"),
        ("r168", "alpha-beta", ""),
    ]
    assert (tmp_path / "nodes.svg").exists() == plots.can_plot()
    again = {(row["id"], row["algorithm"]): row["nodes"] for row in rows(KEPT[-1].parent)}
    assert all(row["nodes"] == again[row["id"], row["algorithm"]] for row in found), "the kept run is of another search"

    monkeypatch.setattr(pnyx, "solve", no_search)
    second = run("breuker-1994", "--sample", "2", "--out", str(tmp_path), "--table", "lists")
    assert second.exit_code == 0
    assert "best performer" not in second.stdout


def test_the_published_lists_are_complete() -> None:
    published = list(csv.DictReader((HERE / "published.csv").read_text(encoding="utf-8").splitlines()))
    counts = Counter(row["solved_by"] for row in published)
    # With the 7, 17, 2 and 9 positions of Krabbé's these are the paper's 73, 30, 3 and 11.
    assert counts == {"both": 66, "pn": 13, "alpha-beta": 1, "neither": 2}
    assert [row["id"] for row in published if row["here"]] == KNOWN


def test_the_kept_results_differ_only_where_it_is_known(experiment: Any) -> None:
    found = kept(experiment)
    known, others = reporting.differences(found)
    assert [words.split()[0] for words in known] == KNOWN
    assert others == []
    assert Counter(each.solved_by for each in found) == {"both": 53, "pn": 26, "neither": 3}


def test_the_trees_are_those_of_the_other_experiment(experiment: Any) -> None:
    """What pn counts here is Table 2's column Tree, wherever that has a count."""
    with experiment.POSITIONS.open(encoding="utf-8") as file:
        tree = {row["id"]: row["tree"] for row in csv.DictReader(file)}
    assert [each for each in kept(experiment) if tree[each.problem.id] not in ("-", str(each.nodes("pn")))] == []


def test_the_readme_has_the_tables_of_the_latest_run(experiment: Any) -> None:
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    found = kept(experiment)
    assert experiment.table_3_1(found) in readme
    assert experiment.instances(found) in readme
    for words in experiment.lists(found).split("\n\n"):
        assert words in " ".join(readme.split()), words
    assert f"runs/{KEPT[-1].parent.name}/nodes.svg" in readme


def test_the_text_of_the_paper_has_five_counts() -> None:
    published = list(csv.DictReader((HERE / "published.csv").read_text(encoding="utf-8").splitlines()))
    readme = " ".join((HERE / "README.md").read_text(encoding="utf-8").split())
    in_text = [row["id"] for row in published if row["pn"]]
    assert in_text == ["r14", "r217", "r253"]
    assert "Of five positions the text has the nodes, three of them in this set:" in readme
    assert "k194, 229,423 nodes of `pn`, and k199, 370,016." in readme


def test_the_other_two_counts_come_out_as_in_the_later_paper() -> None:
    krabbe = (shared_data("chess") / "krabbe.csv").read_text(encoding="utf-8")
    positions = {row["id"]: row for row in csv.DictReader(krabbe.splitlines())}
    readme = " ".join((HERE / "README.md").read_text(encoding="utf-8").split())
    found = {}
    for name in ("k194", "k199"):
        result = pnyx.solve(f"{positions[name]['fen']} 0 1", "mate", "pn", game="chess", preset="breuker-2001")
        assert (result.verdict, result.nodes) == ("proven", int(positions[name]["tree"])), name
        found[name] = result.nodes
    assert f"has {found['k194']:,} and {found['k199']:,} for them, and so has `pn` here" in readme


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"verdict": "disproven"}, "r4 alpha-beta disproven, though there is a mate"),
        ({"verdict": "unknown", "reason": "nodes"}, "r4 solved by pn instead of both"),
        ({"verdict": "unknown", "reason": "memory"}, "r4 alpha-beta without an answer: memory"),
        ({"checkers": "1"}, "r4 alpha-beta without a certificate that both checkers accept"),
    ],
)
def test_other_differences_are_named(experiment: Any, change: dict[str, str], words: str) -> None:
    right = next(each for each in kept(experiment) if each.problem.id == "r4")
    assert reporting.differences([right]) == ([], [])
    wrong = replace(right, rows={**right.rows, "alpha-beta": {**right.rows["alpha-beta"], **change}})
    assert reporting.differences([wrong]) == ([], [words])


@pytest.mark.skipif(not plots.can_plot(), reason="matplotlib is not installed: pip install pnyx[plot]")
def test_the_figure_is_the_same_whenever_the_numbers_are(experiment: Any, tmp_path: Path) -> None:
    found = kept(experiment)
    experiment.draw_nodes(found, tmp_path / "nodes.svg")
    assert (tmp_path / "nodes.svg").read_bytes() == KEPT[-1].with_name("nodes.svg").read_bytes()
    words = "".join(ElementTree.parse(tmp_path / "nodes.svg").getroot().itertext())
    for word in ("nodes of pn", "nodes of alpha-beta", "Both algorithms (53)", "pn only (26)"):
        assert word in words, word
