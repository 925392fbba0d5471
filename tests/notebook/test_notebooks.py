"""The notebooks run from top to bottom, show what they should, and are kept without what they show."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from support.page import Page
from support.places import ROOT

HERE = ROOT / "notebooks"
NOTEBOOKS = sorted(HERE.glob("*.ipynb"))


def test_there_are_three() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"solve_a_mate", "your_own_game", "compare_algorithms"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
class TestNotebook:
    def test_it_is_kept_without_what_it_shows(self, path: Path) -> None:
        # Seconds and node counts change with every run and every version; a diff should show what was written.
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            assert not cell.get("outputs"), cell
            assert cell.get("execution_count") is None, cell

    def test_it_runs(self, path: Path, tmp_path: Path) -> None:
        if find_spec("nbclient") is None or find_spec("ipykernel") is None:
            pytest.skip("notebooks need nbclient and ipykernel: pip install 'pnyx[notebook]'")
        if "matplotlib" in path.read_text(encoding="utf-8") and find_spec("matplotlib") is None:
            pytest.skip("this notebook needs matplotlib: pip install 'pnyx[plot]'")
        command = [sys.executable, str(HERE / "execute.py"), str(path), "--out", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        outputs = _outputs(tmp_path / path.name)
        assert not [output["text"] for output in outputs if output.get("name") == "stderr"]
        shown = [output["data"]["text/html"] for output in outputs if "text/html" in output.get("data", {})]
        pages = [Page("".join(html), own_drawings=True) for html in shown]
        assert pages
        assert not [page.text for page in pages if "cannot be drawn" in page.text]


def test_a_notebook_that_fails_says_so(tmp_path: Path) -> None:
    if find_spec("nbclient") is None or find_spec("ipykernel") is None:
        pytest.skip("notebooks need nbclient and ipykernel: pip install 'pnyx[notebook]'")
    notebook: dict[str, Any] = json.loads(NOTEBOOKS[0].read_text(encoding="utf-8"))
    code = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    notebook["cells"] = [{**code, "source": ["1 / 0"]}]
    path = tmp_path / "wrong.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    done = subprocess.run([sys.executable, str(HERE / "execute.py"), str(path)], capture_output=True, check=False)
    assert done.returncode == 1
    assert b"ZeroDivisionError" in done.stderr
    assert b"1 cells" in done.stdout


def _outputs(path: Path) -> list[dict[str, Any]]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [output for cell in cells for output in cell.get("outputs", [])]
