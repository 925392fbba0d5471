"""What the page about performance says, against the runs that are kept, and how these are kept."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from pnyx.cli.reproduce import load
from support.places import ROOT

RUNS = ROOT / "benches" / "runs"


def test_the_mates_of_the_page_are_those_of_the_kept_run() -> None:
    page = " ".join((ROOT / "docs" / "performance.md").read_text(encoding="utf-8").split())
    kept = (RUNS / "mates.txt").read_text(encoding="utf-8")
    line = re.search(r"^ +pnyx auto +(\d+) +([\d,]+) +([\d,]+) ", kept, re.MULTILINE)
    assert line is not None
    solved, median, total = (int(cell.replace(",", "")) for cell in line.groups())
    assert solved == 82
    assert f"{median:,} generated positions in the median, and {total / 1e6:.2f} million all together" in page


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The bench of the cluster, with nothing to search, in a folder of its own."""
    module = load("bench cluster", ROOT / "benches" / "cluster.py")
    monkeypatch.setattr(module, "HERE", tmp_path)
    monkeypatch.setattr(module, "questions", lambda: iter(["first", "second"]))
    monkeypatch.setattr(module, "table", lambda asked, folder: iter([f"table of {asked}"]))
    monkeypatch.setattr(module, "split", lambda asked, store: iter(["table of many"]))
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "cluster.txt").write_text("kept\n", encoding="utf-8")
    return module


@pytest.mark.parametrize("count", ["0", "1", "2"])
def test_a_part_of_the_bench_leaves_the_kept_table_alone(
    bench: Any, count: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["cluster.py", "--questions", count])
    bench.main()
    assert (bench.HERE / "runs" / "cluster.txt").read_text(encoding="utf-8") == "kept\n"
    assert capsys.readouterr().out.count("table of ") == int(count) + 1


def test_the_whole_bench_is_kept(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["cluster.py"])
    bench.main()
    assert (bench.HERE / "runs" / "cluster.txt").read_text(encoding="utf-8").count("table of ") == 3


def test_fewer_than_no_questions_are_refused(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["cluster.py", "--questions", "-1"])
    with pytest.raises(SystemExit, match="2"):
        bench.main()
