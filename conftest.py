"""Settings for all tests: the same random cases every time, and a place for files that examples write."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

# Its examples need OpenSpiel, which not every Python has.
collect_ignore = [] if find_spec("pyspiel") else ["python/pnyx/adapters/open_spiel.py"]
# Stores are those of SQLAlchemy.
if not find_spec("sqlalchemy"):
    collect_ignore += [f"python/pnyx/cluster/{name}.py" for name in ("schema", "sql_store", "store", "store_places")]
# What builds the documentation needs MkDocs, which is installed apart.
collect_ignore += [] if find_spec("mkdocs") else ["docs/tools/doctests.py", "docs/tools/hooks.py"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what tests have measured (`record_property("measured", ...)`), from whatever process they ran in."""
    for report in terminalreporter.getreports("passed"):
        for name, words in report.user_properties:
            if name == "measured":
                terminalreporter.write_line(f"measured: {words}")


@pytest.fixture(autouse=True)
def _elsewhere(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.path.name == "README.md":
        monkeypatch.chdir(tmp_path)
