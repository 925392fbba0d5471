"""`pnyx reproduce`, what the experiments share, and the results that are kept in the repository."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import pnyx
import reporting
from pnyx.cli import app
from pnyx.cli.reproduce import load
from pnyx.errors import InputError
from pnyx.report import plots
from reporting.runs import FILE, Key, Runs, machine, open_runs
from support.places import ROOT

BREUKER = ROOT / "experiments" / "breuker-2001"
SMALL = ("breuker-2001", "--only", "r4", "r5", "r12", "r27", "r54", "r57", "--sample", "3", "--out")
KEPT = sorted(BREUKER.glob(f"runs/*/{FILE}"))
DIFFERENCES = [
    "r168 BTA 298,897 instead of 301,5xx",
    "r182 BTA 367,416 instead of 372,0xx",
    "r252 BTA 383,063 instead of 386,046",
]


@pytest.fixture
def breuker() -> Any:
    return load("breuker-2001", BREUKER / "run.py")


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "tests")
    monkeypatch.setenv("PNYX_DATA", "/nowhere")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["reproduce", *arguments], catch_exceptions=False, prog_name="pnyx")


def rows(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / FILE).read_text().splitlines()))


def no_search(*_: object, **__: object) -> None:
    pytest.fail("there was nothing left to search")


# The command


def test_the_experiments_are_listed() -> None:
    done = run()
    assert done.exit_code == 0
    assert "breuker-2001 " in done.stdout
    assert "the node counts of proof-number search" in done.stdout


def test_an_unknown_name_gets_the_known_ones() -> None:
    done = run("breuker-2002")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "unknown experiment 'breuker-2002': expected " in done.stderr
    assert "did you mean 'breuker-2001'?" in done.stderr


def test_outside_a_checkout_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "experiments" / "mine").mkdir(parents=True)
    (tmp_path / "experiments" / "mine" / "run.py").write_text("raise SystemError('of somebody else')")
    monkeypatch.chdir(tmp_path)
    done = run("breuker-2001")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "in a clone of the repository, or use --experiments DIR" in done.stderr
    assert "--experiments DIR" in done.stderr


def test_a_directory_can_be_named(tmp_path: Path) -> None:
    assert "there are no experiments in" in run("--experiments", str(tmp_path)).stderr
    (tmp_path / "nobody-1999").mkdir()
    (tmp_path / "nobody-1999" / "run.py").write_text(
        "import json\ndef main(arguments):\n    print(json.dumps(arguments))\n    return 1\n"
    )
    assert run("--experiments", str(tmp_path)).stdout == "nobody-1999\n"
    done = run("nobody-1999", "--sample", "3", "--experiments", str(tmp_path), "--own", "x", "--help")
    assert done.exit_code == 1
    assert json.loads(done.stdout) == ["--sample", "3", "--own", "x", "--help"]


def test_help() -> None:
    assert "[NAME]" in run("--help").stdout
    assert "--experiments DIR" in run("-h").stdout
    done = run("breuker-2001", "--help")
    assert done.exit_code == 0
    for option in ("--table", "--figure", "--sample", "--out", "--jobs", "--only"):
        assert option in done.stdout, option


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--sample", "3"), "expected the name of an experiment before '--sample'"),
        (("breuker-2001", "--sample", "0"), "expected a whole number from 1, got '0'"),
        (("breuker-2001", "--jobs", "two"), "expected a whole number from 1, got 'two'"),
        (("breuker-2001", "--table", "3"), "argument --table: invalid choice: '3'"),
        (("breuker-2001", "--figure", "1"), "argument --figure: invalid choice: '1'"),
        (("breuker-2001", "--only", "r2"), "expected ids of published.csv, such as r1, got r2"),
        (("breuker-2001", "--tables"), "unrecognized arguments: --tables"),
    ],
)
def test_bad_arguments_get_one_line(arguments: tuple[str, ...], words: str) -> None:
    done = run(*arguments)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert words in done.stderr


# A run


def test_a_sample_from_end_to_end(tmp_path: Path) -> None:
    done = run(*SMALL, str(tmp_path))
    assert done.exit_code == 0
    assert "| Tree |           3 |        3 |         437 |      437 |" in done.stdout
    assert "| r54 |  256 |      256 | 256 |      256 | 256 |      256 | 256 |      256 |" in done.stdout
    assert "12 of 12 searches proved a mate by a certificate that both checkers accept." in done.stdout
    assert "Different from the paper otherwise: none." in done.stdout
    assert "12 searches run now, 0 already in" in done.stderr
    found = rows(tmp_path)
    assert [(row["id"], row["algorithm"]) for row in found[:5]] == [
        ("r4", "pn"),
        ("r4", "pn-dag"),
        ("r4", "pn-dcg"),
        ("r4", "pn-bta"),
        ("r12", "pn"),
    ]
    assert [row for row in found if not (row["nodes"] == row["published"] and row["checkers"] == "2")] == []
    facts = {(row["pnyx"], row["machine"], row["date"], row["jobs"]) for row in found}
    assert facts == {(pnyx.__version__, machine(), date.today().isoformat(), "1")}
    assert (tmp_path / "solved.svg").exists() == plots.can_plot()


def test_the_second_run_searches_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(*SMALL, str(tmp_path))
    written = (tmp_path / FILE).read_bytes()
    monkeypatch.setattr(pnyx, "solve", no_search)
    second = run(*SMALL, str(tmp_path))
    assert (second.exit_code, second.stdout) == (0, first.stdout)
    assert "0 searches run now, 12 already in" in second.stderr
    assert (tmp_path / FILE).read_bytes() == written


def test_a_row_that_was_cut_off_is_searched_again(tmp_path: Path) -> None:
    first = run(*SMALL, str(tmp_path))
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[: len(whole) * 2 // 3])
    kept = whole[: len(whole) * 2 // 3].count(b"\n") - 1
    second = run(*SMALL, str(tmp_path))
    assert second.stdout == first.stdout
    assert f"{12 - kept} searches run now, {kept} already in" in second.stderr
    found = rows(tmp_path)
    assert len(found) == len({(row["id"], row["column"]) for row in found}) == 12


def test_several_searches_at_a_time_find_the_same(tmp_path: Path) -> None:
    assert run(*SMALL, str(tmp_path / "1")).exit_code == run(*SMALL, str(tmp_path / "3"), "--jobs", "3").exit_code == 0
    one, three = ({(row["id"], row["column"]): row["nodes"] for row in rows(tmp_path / jobs)} for jobs in ("1", "3"))
    assert one == three
    assert {row["jobs"] for row in rows(tmp_path / "3")} == {"3"}


def test_only_the_table_that_was_asked_for(tmp_path: Path) -> None:
    done = run(*SMALL, str(tmp_path), "--table", "2")
    assert "Table 2" in done.stdout
    assert "Table 1" not in done.stdout
    assert not (tmp_path / "solved.svg").exists()


def test_a_wrong_count_is_named(tmp_path: Path) -> None:
    assert run(*SMALL, str(tmp_path)).exit_code == 0
    text = (tmp_path / FILE).read_text()
    assert text.count("r4,tree,pn,82,proven,,82,") == 1
    (tmp_path / FILE).write_text(text.replace("r4,tree,pn,82,proven,,82,", "r4,tree,pn,82,proven,,83,"))
    done = run(*SMALL, str(tmp_path))
    assert done.exit_code == 1
    assert "Different from the paper otherwise: r4 Tree 83 instead of 82." in done.stdout


def test_without_matplotlib_there_is_no_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "can_plot", lambda: False)
    done = run(*SMALL, str(tmp_path))
    assert done.exit_code == 0
    assert "No figure: plots need matplotlib" in done.stderr
    done = run(*SMALL, str(tmp_path), "--figure", "solved")
    assert done.exit_code == 2
    assert "pip install 'pnyx[plot]'" in done.stderr


def test_positions_are_compared_with_the_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "PNYX_DATA can say where it is" in run(*SMALL, str(tmp_path)).stderr
    (tmp_path / "chess").mkdir()
    monkeypatch.setenv("PNYX_DATA", str(tmp_path))
    theirs = (BREUKER / "published.csv").read_text()
    (tmp_path / "chess" / "win_at_chess.csv").write_text(theirs)
    done = run(*SMALL, str(tmp_path))
    assert (done.exit_code, "PNYX_DATA" in done.stderr) == (0, False)
    row = next(line for line in theirs.splitlines() if line.startswith("r12,"))
    (tmp_path / "chess" / "win_at_chess.csv").write_text(theirs.replace(row, row.replace(" - -", " - e3")))
    done = run(*SMALL, str(tmp_path))
    assert done.exit_code == 2
    assert "different positions for r12\n" in done.stderr


# Results that are kept as they are found


TASKS: list[Key] = [("a",), ("b",), ("c",), ("d",)]
COLUMNS = ["problem", "nodes"]


def measure(runs: Runs, searched: list[str], interrupted: str = "", tasks: Sequence[Key] = TASKS) -> str:
    """Pretend to search; gives what was said."""

    def search(task: Key, stop: pnyx.StopFlag) -> list[object]:
        if task[0] == interrupted:
            raise KeyboardInterrupt
        searched.append(task[0])
        return [*task, 7]

    words = io.StringIO()
    try:
        runs.measure(tasks, search, 1, Console(file=words, width=500))
    except KeyboardInterrupt:
        words.write("interrupted")
    return words.getvalue()


def test_what_was_found_before_an_interruption_is_kept(tmp_path: Path) -> None:
    searched: list[str] = []
    said = measure(Runs(tmp_path / FILE, COLUMNS, 1), searched, "c")
    assert said.endswith("interrupted")
    assert "run the same command to resume" in said
    kept = [row["problem"] for row in rows(tmp_path)]
    assert kept == ["a", "b"]
    searched = []
    measure(Runs(tmp_path / FILE, COLUMNS, 1), searched)
    assert searched == ["c", "d"]
    assert [row["problem"] for row in rows(tmp_path)] == ["a", "b", "c", "d"]


def test_ctrl_c_ends_the_searches_and_keeps_the_rows(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pnyx", "reproduce", "breuker-2001", "--jobs", "2", "--out", str(tmp_path)]
    file = tmp_path / FILE
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        patience = time.monotonic() + 60
        while not file.exists() or file.read_bytes().count(b"\n") < 4:
            assert time.monotonic() < patience
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert "run the same command to resume" in err
    assert "Traceback" not in err
    assert file.read_bytes().endswith(b"\n")
    assert 3 <= len(rows(tmp_path)) < 328
    assert "stopped" not in {row["reason"] for row in rows(tmp_path)}


def test_an_unfinished_run_is_continued_and_a_finished_one_is_not(tmp_path: Path) -> None:
    old = tmp_path / "2001-01-01"
    measure(Runs(old / FILE, COLUMNS, 1), [], tasks=TASKS[:2])
    runs = open_runs(tmp_path, None, COLUMNS, 1, TASKS)
    assert runs.path.parent == old
    measure(runs, [])
    assert open_runs(tmp_path, None, COLUMNS, 1, TASKS).path == tmp_path / date.today().isoformat() / FILE
    assert open_runs(tmp_path, tmp_path / "x", COLUMNS, 1, TASKS).path == tmp_path / "x" / FILE


@pytest.mark.parametrize("fact", ["pnyx", "machine"])
def test_another_version_or_machine_is_not_continued(tmp_path: Path, fact: str) -> None:
    old = tmp_path / "2001-01-01"
    measure(Runs(old / FILE, COLUMNS, 1), [], tasks=TASKS[:2])
    ours = {"pnyx": pnyx.__version__, "machine": machine()}[fact]
    text = (old / FILE).read_text()
    assert ours in text
    (old / FILE).write_text(text.replace(ours, "other"))
    assert open_runs(tmp_path, None, COLUMNS, 1, TASKS).path.parent != old
    with pytest.raises(InputError, match=r"holds results of pnyx .* choose another directory with --out"):
        open_runs(tmp_path, old, COLUMNS, 1, TASKS)


@pytest.mark.parametrize("text", ["problem,nodes\na,7\n", "x\n", "\xff\n"])
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match="does not hold results of this experiment"):
        Runs(tmp_path / FILE, COLUMNS, 1)


# What is in the repository


def test_there_are_kept_runs() -> None:
    assert KEPT


@pytest.mark.parametrize("path", KEPT, ids=lambda path: str(path.parent.name))
def test_the_kept_results_agree_with_the_paper_apart_from_the_named_differences(path: Path, breuker: Any) -> None:
    problems = breuker.read_problems(BREUKER / "published.csv")
    runs = Runs(path, breuker.RESULTS, breuker.KEYS)
    assert runs.rows.keys() == {(problem.id, column) for problem in problems for column in breuker.COLUMNS}
    assert len(runs.rows) == 328
    found = breuker.read_measured(problems, runs.rows)
    assert reporting.differences(found) == (DIFFERENCES, [])
    assert sum(each.verdict == "proven" for each in found) == 311
    assert [row for row in runs.rows.values() if row["published"] != breuker_count(problems, row)] == []


def breuker_count(problems: Sequence[Any], row: dict[str, str]) -> str:
    return next(str(each.published[row["column"]]) for each in problems if each.id == row["id"])


def test_the_readme_has_the_tables_of_the_latest_run(breuker: Any) -> None:
    problems = breuker.read_problems(BREUKER / "published.csv")
    found = breuker.read_measured(problems, Runs(KEPT[-1], breuker.RESULTS, breuker.KEYS).rows)
    readme = (BREUKER / "README.md").read_text(encoding="utf-8")
    assert breuker.table_1(found) in readme
    assert breuker.table_2(found) in readme
    assert f"runs/{KEPT[-1].parent.name}/solved.svg" in readme


def test_the_sums_with_the_other_problems_are_those_of_table_1(breuker: Any) -> None:
    """The other 21 positions that all variants solve are not here; their counts in Table 2 sum up to these."""
    others = {"Tree": 2_564_017, "DAG": 1_529_777, "DCG": 1_105_404, "BTA": 1_275_671}
    published = {"Tree": 4_903_374, "DAG": 3_222_234, "DCG": 2_482_829, "BTA": 2_844_024}
    problems = breuker.read_problems(BREUKER / "published.csv")
    found = breuker.read_measured(problems, Runs(KEPT[-1], breuker.RESULTS, breuker.KEYS).rows)
    for line in breuker.table_1(found).splitlines()[2:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert int(cells[4].replace(",", "")) + others[cells[0]] == published[cells[0]], line


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"nodes": 298_898}, "r168 BTA 298,898 instead of 301,5xx"),
        ({"verdict": "disproven"}, "r168 BTA disproven, though there is a mate"),
        ({"verdict": "unknown", "reason": "nodes"}, "r168 BTA - instead of 301,5xx"),
        ({"verdict": "unknown", "reason": "memory"}, "r168 BTA without an answer: memory"),
        ({"checkers": "1"}, "r168 BTA without a certificate that both checkers accept"),
    ],
)
def test_only_the_named_difference_is_known(breuker: Any, change: dict[str, object], words: str) -> None:
    problem = next(each for each in breuker.read_problems(BREUKER / "published.csv") if each.id == "r168")
    known = {"verdict": "proven", "reason": "", "nodes": 298_897, "checkers": "2"}
    assert reporting.differences([breuker.Measured(problem, "bta", **known)]) == (DIFFERENCES[:1], [])
    assert reporting.differences([breuker.Measured(problem, "bta", **{**known, **change})]) == ([], [words])
    assert reporting.differences([breuker.Measured(problem, "bta", **{**known, "nodes": 301_599})]) == ([], [])


@pytest.mark.skipif(not plots.can_plot(), reason="matplotlib is not installed: pip install pnyx[plot]")
def test_the_figure_is_the_same_whenever_the_numbers_are(breuker: Any, tmp_path: Path) -> None:
    problems = breuker.read_problems(BREUKER / "published.csv")
    found = breuker.read_measured(problems, Runs(KEPT[-1], breuker.RESULTS, breuker.KEYS).rows)
    drawn = [tmp_path / "1" / "solved.svg", tmp_path / "2" / "solved.svg"]
    for path in drawn:
        path.parent.mkdir()
        breuker.draw_solved(found, path)
    assert drawn[0].read_bytes() == drawn[1].read_bytes()
    words = "".join(ElementTree.parse(drawn[0]).getroot().itertext())
    for word in ("Tree (pn)", "DAG (pn-dag)", "DCG (pn-dcg)", "BTA (pn-bta)", "published", "positions solved"):
        assert word in words, word
    breuker.draw_solved(found[4:], drawn[1])
    assert drawn[0].read_bytes() != drawn[1].read_bytes()
