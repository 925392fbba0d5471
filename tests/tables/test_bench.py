"""`benches/tables.py` runs, on games that take no time, and keeps what it has printed."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from pnyx.cli.reproduce import load
from support.places import ROOT


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    module = load("bench tables", ROOT / "benches" / "tables.py")
    monkeypatch.setattr(module, "HERE", tmp_path)
    monkeypatch.setattr(module, "BUILT_IN", (module.BuiltIn("small", "tic-tac-toe", None, {}),))
    monkeypatch.setattr(module, "IN_PYTHON", ("hexapawn",))
    monkeypatch.setattr(tempfile, "tempdir", tempfile.gettempdir())
    return module


def test_both_tables_are_printed_and_kept(
    bench: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tables.py", "--rounds", "1"])
    bench.main()
    printed = capsys.readouterr().out
    assert (bench.HERE / "runs" / "tables.txt").read_text(encoding="utf-8") == printed
    small, hexapawn = (
        next(line for line in printed.splitlines() if f"  {name} " in line).split() for name in ("small", "hexapawn")
    )
    assert small[1:3] == ["765", "2,270"]
    assert hexapawn[1:3] == ["71", "86"]
    assert {small[-1], small[-3], hexapawn[-1]} <= {"ok", "no"}


def test_the_rules_are_called_for_every_position(bench: Any) -> None:
    """By two processes, each for every other position; an error of the rules comes through."""

    class Game:
        def outcome(self, position: int) -> int | None:
            if position == 3:
                raise ZeroDivisionError("three")
            return 0

        def turn(self, position: int) -> int:
            return 0

    assert bench.rules_alone(Game(), [1, 2]) >= 0
    with pytest.raises(ZeroDivisionError, match="three"):
        bench.rules_alone(Game(), [1, 2, 3])


def test_no_rounds_are_refused(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["tables.py", "--rounds", "0"])
    with pytest.raises(SystemExit, match="2"):
        bench.main()
