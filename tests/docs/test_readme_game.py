"""The README's own game, as a new user would write it: into a file, then its commands, then the explorer."""

from __future__ import annotations

import doctest
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pnyx.cli import app
from support.places import ROOT
from support.web_client import asked, ended, explorer

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the README's games in `nim.py`."""
    examples = doctest.DocTestParser().get_examples(README)
    classes = [example.source for example in examples if example.source.startswith("class ")]
    (tmp_path / "nim.py").write_text("\n\n".join(classes), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("nim", None)


def test_the_commands(folder: Path) -> None:
    commands = re.findall(r"^\$ pnyx (.*nim:.*)", README, re.MULTILINE)
    said = []
    for command in commands:
        if not command.startswith("web "):
            done = CliRunner().invoke(app, shlex.split(command), catch_exceptions=False, prog_name="pnyx")
            assert done.exit_code == 0, (command, done.stderr)
            said.append(done.stdout)
    solved, checked, walked = said
    assert "The second player cannot force a win (" in solved
    assert "2 checkers agree\n" in checked
    assert checked.endswith("Question: WrittenNim, position 1-2-3 b, goal win for second: disproven\n")
    assert "1-from-heap-1" in walked


def test_the_explorer(folder: Path) -> None:
    assert "`pnyx web nim:Nim`" in README
    with explorer("nim:WrittenNim") as client:
        shown = client.post("/api/position", json={"game": "nim:WrittenNim"}).json()
        assert (shown["text"], len(shown["moves"])) == ("1-3-5 a", 9)
        job = ended(client, asked(client, game="nim:WrittenNim", goal="win")["job"])
        assert job["answer"]["results"][0]["verdict"] == "proven"
