"""Examples in README.md may write files; they do so where nobody minds."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _elsewhere(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.path.name == "README.md":
        monkeypatch.chdir(tmp_path)
