"""One version everywhere, and workflows that call what there is."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import pnyx
from pnyx import _core
from support.places import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.fixture(scope="module")
def version() -> dict[str, Any]:
    """The names of the script that compares a tag with the version."""
    return runpy.run_path(str(ROOT / ".ci" / "version.py"))


class TestVersion:
    def test_it_is_the_same_everywhere(self, version: dict[str, Any]) -> None:
        stated = version["stated"]()
        assert _core.__version__ == stated
        assert pnyx.__version__ == stated
        assert version["latest"]()[0] == stated

    def test_it_is_written_once(self) -> None:
        own = [path for path in ROOT.glob("*/*/Cargo.toml") if "version.workspace = true" not in path.read_text()]
        assert own == []
        assert 'dynamic = ["version"]' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")

    def test_a_tag_must_be_the_version(self, version: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        complaints = version["complaints"]
        monkeypatch.setitem(complaints.__globals__, "latest", lambda: (version["stated"](), "2030-01-31"))
        assert complaints(f"v{version['stated']()}") == []
        assert "Cargo.toml says" in complaints("v99.0.0")[0]
        monkeypatch.setitem(complaints.__globals__, "latest", lambda: ("99.0.0", "Unreleased"))
        said = complaints(f"v{version['stated']()}")
        assert ["begins with" in said[0], "the date of the release" in said[1], len(said)] == [True, True, 2]


class TestExtras:
    def test_all_has_what_users_can_ask_for(self) -> None:
        text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        extras = dict(
            re.findall(r"^([\w-]+) = (\[[^\]]*\])", text.partition("[project.optional-dependencies]")[2], re.M)
        )
        every = re.search(r"pnyx\[(.*)\]", extras["all"])
        assert every is not None
        assert set(every[1].split(",")) == set(extras) & {"web", "cluster", "notebook", "open-spiel", "plot", "table"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
class TestWorkflows:
    def test_it_is_a_workflow(self, path: Path) -> None:
        yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
        jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
        for job in jobs.values():
            needs = job.get("needs", [])
            assert {*([needs] if isinstance(needs, str) else needs)} <= set(jobs), job
            assert all(("uses" in step) != ("run" in step) for step in job["steps"]), job

    def test_what_it_runs_is_there(self, path: Path) -> None:
        called = set(re.findall(r"\.ci/[\w.]+", path.read_text(encoding="utf-8")))
        assert called
        assert [name for name in called if not (ROOT / name).exists()] == []

    def test_it_has_the_compiler_that_is_needed(self, path: Path) -> None:
        needed = re.search(r'rust-version = "([^"]+)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8"))
        assert needed is not None
        assert f'RUST_VERSION: "{needed[1]}"' in path.read_text(encoding="utf-8")


def test_the_quick_tests_are_there() -> None:
    quick = runpy.run_path(str(ROOT / ".ci" / "quick.py"))
    assert [name for name in quick["TESTS"] if not (ROOT / "tests" / name).exists()] == []
