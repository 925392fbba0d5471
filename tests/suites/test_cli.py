"""`pnyx suite` as people see it: lines as they come, a bar, a summary, an exit status, JSON and plots."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.test_json_schema import answer, schema
from pnyx.cli import app
from pnyx.report import plots
from support.suite_cases import MATES, row, written

LIMITS = ("--max-nodes", "20000", "--memory", "64")
ENDLESS = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


def run(*arguments: str | Path, text: str | None = None) -> Result:
    return CliRunner().invoke(app, ["suite", *map(str, arguments)], input=text, catch_exceptions=False)


def test_results_come_one_by_one_and_then_the_summary(tmp_path: Path) -> None:
    done = run(written(tmp_path, MATES), *LIMITS)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].endswith("suite.epd: 3 of chess (EPD or FEN)")
    assert lines[1] == (
        "Question: mate (2), mated (1); by auto; each with nodes=20000 memory=64MiB threads=1; 1 in parallel"
    )
    assert lines[2].startswith("1/3  Morphy: White mates in at most 2 (")
    assert lines[4].startswith("3/3  line 4: White mates in 1 (")
    assert row(done.stdout, "agree with the suite") == row(done.stdout, "mates as short as the suite's") == ["3"]


def test_unknown_is_not_wrong(tmp_path: Path) -> None:
    done = run(written(tmp_path, ENDLESS), "--max-nodes", "100")
    assert done.exit_code == 0
    assert "1/1  line 1: undecided: the node limit was reached (100 nodes," in done.stdout
    assert row(done.stdout, "unknown: the node limit was reached") == ["1"]


def test_what_is_wrong_is_loud(tmp_path: Path) -> None:
    done = run(written(tmp_path, MATES.replace("#2", "#3")), *LIMITS)
    assert done.exit_code == 1
    assert "1/3  Morphy: WRONG: White mates in at most 2, but the suite says mate in 3 (" in done.stdout
    assert "WRONG: suite.epd, line 2: auto says White mates in at most 2, the suite mate in 3" in done.stdout
    assert row(done.stdout, "wrong") == ["1"]


def test_bad_lines_are_reported_and_the_rest_is_done(tmp_path: Path) -> None:
    path = written(tmp_path, f"{MATES}8/8/8/8/8/8/8/8 w - - bm #3;\nnonsense \x1b[1m\n")
    done = run(path, *LIMITS)
    assert done.exit_code == 2
    assert "3/3  line 4: White mates in 1" in done.stdout
    assert "2 lines could not be read: see above." in done.stdout
    first, second = done.stderr.splitlines()
    assert "suite.epd: line 5, column 1: " in first
    assert "suite.epd: line 6, column 1: expected a position in FEN or EPD" in second
    assert "\x1b" not in done.stderr + done.stdout


def test_a_failure_is_a_failure(tmp_path: Path) -> None:
    path = written(tmp_path, "3a\n5a\n", "heaps")
    done = run(path, "--game", "support.suite_cases:Fragile", "--algorithm", "pn", "--max-nodes", "100")
    assert done.exit_code == 1
    assert "FAILED: line 2, pn: ZeroDivisionError: five" in done.stdout
    assert "Use --retry to repeat failed searches." in done.stdout


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    path, out = written(tmp_path, MATES), tmp_path / "results.csv"
    assert "3 solved now, 0 already in" in run(path, *LIMITS, "--out", out).stdout
    before = out.read_bytes()
    again = run(path, *LIMITS, "--out", out)
    assert again.exit_code == 0
    assert "0 solved now, 3 already in" in again.stdout
    assert row(again.stdout, "solved") == ["3"]
    assert out.read_bytes() == before
    refused = run(path, "--max-nodes", "30000", "--memory", "64", "--out", out)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "choose another file with --out, or remove this one" in refused.stderr
    both = run(path, *LIMITS, "--out", out, "--algorithm", "auto", "--algorithm", "pn")
    assert "3 solved now, 3 already in" in both.stdout
    assert row(both.stdout, "auto : pn")[:4] == ["3", "0", "0", "0"]


def test_standard_input(tmp_path: Path) -> None:
    done = run("-", *LIMITS, text=MATES)
    assert done.exit_code == 0
    assert done.stdout.startswith("standard input: 3 of chess")


def test_options_go_where_they_belong(tmp_path: Path) -> None:
    path = written(tmp_path, "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1\n")
    options = ("-o", "region=a4-e8", "-o", "init=unit", "--goal", "promote")
    done = run(path, *options, "--algorithm", "pn", "--algorithm", "auto", *LIMITS, "--json")
    first, second = json.loads(done.stdout)["results"]
    assert (first["options"], first["algorithm"]) == ("region=a4-e8", "pn,init=unit")
    assert (second["options"], second["algorithm"]) == ("region=a4-e8", "auto")
    assert "unknown option 'regoin'" in run(path, "-o", "regoin=a4-e8").stderr


def test_memory_for_all_is_split(tmp_path: Path) -> None:
    path = written(tmp_path, MATES)
    split = run(path, "--max-nodes", "20000", "--total-memory", "100", "--jobs", "2")
    assert "each with nodes=20000 memory=50MiB threads=1; 2 in parallel" in split.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--jobs", "0"), "--jobs must be at least 1, not '0'"),
        (("--sample", "-1"), "--sample must be at least 1, not '-1'"),
        (("--max-nodes", "many"), "--max-nodes must be a whole number, not 'many'"),
        (("--memory", "1", "--total-memory", "2"), "give only one of them"),
        (("--total-memory", "1", "--jobs", "2"), "at least 1 MiB for each of 2 jobs"),
        (("--goal", "mate", "--value"), "--goal and --value are two questions"),
        (("-o", "init"), "an option is given as key=value, not 'init'"),
        (("-o", "a=1", "-o", "a=2"), "option 'a' is given twice"),
        (("--plots", ".", "--plot-format", "gif"), "expected svg or png as the format of plots, got 'gif'"),
        (("--out", "results.xls"), "that ends in .csv or .jsonl, got 'results.xls'"),
        (("--algorithm", "pn,init"), "like 'pn,init=unit', got 'pn,init'"),
    ],
)
def test_bad_arguments_get_one_line(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    done = run(written(tmp_path, MATES), *arguments)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert words in done.stderr


def test_json(tmp_path: Path) -> None:
    path = written(tmp_path, f"{MATES}{ENDLESS}\nnonsense\n")
    printed = answer("suite", str(path), *LIMITS, "--algorithm", "pn", "--algorithm", "df-pn", "--jobs", "2")
    assert set(printed) == set(schema("suite")["required"])
    assert [each["algorithm"] for each in printed["summaries"]] == ["pn", "df-pn"]
    assert (printed["tasks"], printed["done"], printed["interrupted"]) == (8, 8, False)
    assert printed["bad_lines"][0]["line"] == 6
    assert printed["comparisons"][0]["both"] == 3


def test_the_lines_of_a_file_are_those_of_the_schema(tmp_path: Path) -> None:
    from jsonschema import Draft202012Validator

    out = tmp_path / "results.jsonl"
    run(written(tmp_path, MATES), *LIMITS, "--out", out)
    of_results = {**schema("suite")["$defs"]["result"]}
    for line in out.read_text().splitlines():
        Draft202012Validator(of_results).validate(json.loads(line))


needs_plots = pytest.mark.skipif(not plots.can_plot(), reason="matplotlib is not installed: pip install pnyx[plot]")


@needs_plots
def test_plots(tmp_path: Path) -> None:
    path, folder = written(tmp_path, f"{MATES}{ENDLESS}\n"), tmp_path / "made" / "plots"
    algorithms = ("--algorithm", "pn", "--algorithm", "pn,init=unit")
    done = run(path, *LIMITS, *algorithms, "--plots", folder)
    assert done.exit_code == 0
    names = ["pn-against-pn-init-unit-nodes.svg", "solved-nodes.svg", "solved-seconds.svg"]
    assert sorted(each.name for each in folder.iterdir()) == names
    for name in names:
        assert f"Plot: {folder / name}" in done.stdout, name
    drawn = "".join(ElementTree.parse(folder / "solved-nodes.svg").getroot().itertext())
    assert "pn,init=unit (3 of 4)" in drawn
    assert "positions solved" in drawn
    against = "".join(ElementTree.parse(folder / names[0]).getroot().itertext())
    assert "both (3)" in against
    assert "neither (1)" in against


@needs_plots
def test_plots_as_png_even_if_nothing_is_solved(tmp_path: Path) -> None:
    run(written(tmp_path, ENDLESS), "--max-nodes", "10", "--plots", tmp_path, "--plot-format", "png")
    for name in ("solved-nodes.png", "solved-seconds.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG"), name


def test_without_matplotlib_plots_are_refused_before_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "can_plot", lambda: False)
    done = run(written(tmp_path, MATES), "--plots", tmp_path / "plots")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "pip install 'pnyx[plot]'" in done.stderr


@pytest.mark.parametrize("stdout_is_terminal", [True, False])
def test_a_bar_is_drawn_on_a_terminal(tmp_path: Path, stdout_is_terminal: bool) -> None:
    pty = pytest.importorskip("pty")
    path = written(tmp_path, MATES)
    ours, theirs = pty.openpty()
    arguments = [sys.executable, "-m", "pnyx", "suite", str(path), *LIMITS]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "NO_COLOR": ""}
    other = subprocess.PIPE
    streams = (theirs, other) if stdout_is_terminal else (other, theirs)
    with subprocess.Popen(arguments, stdout=streams[0], stderr=streams[1], env=environment) as process:
        os.close(theirs)
        shown = b""
        while chunk := _read(ours):
            shown += chunk
        plain = (process.stderr if stdout_is_terminal else process.stdout).read()  # type: ignore[union-attr]
    os.close(ours)
    assert process.returncode == 0
    assert b"0/3" in shown
    assert b" left" in shown
    if stdout_is_terminal:
        assert b"2/3  line 3: White mates in 1" in shown
        assert plain == b""
    else:
        assert b"2/3  line 3: White mates in 1" in plain
        assert b"White mates" not in shown
        assert b"\x1b" not in plain


def _read(handle: int) -> bytes:
    try:
        return os.read(handle, 1 << 16)
    except OSError:  # the other end was closed
        return b""


def test_a_run_that_shows_nothing_says_once_that_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnyx.cli.progress.NOTICE_AFTER", 0.0)
    done = run(written(tmp_path, MATES), *LIMITS, "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["done"] == 3
    assert done.stderr == "pnyx: still searching after 0 s: 0 of 3 done (Ctrl-C stops it)\n"


def test_a_move_that_the_suite_does_not_call_best_is_missed(tmp_path: Path) -> None:
    done = run(written(tmp_path, "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Ka2;\n"), "--depth", "4")
    assert done.exit_code == 0
    assert "1/1  line 1: missed: Re8#, " in done.stdout
    assert ", but the suite says best a1a2 (" in done.stdout
    assert row(done.stdout, "solved") == ["0"]
    assert row(done.stdout, "moves the suite does not list") == ["1"]
