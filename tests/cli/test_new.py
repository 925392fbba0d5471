"""`pnyx new`: the files it writes are a game that runs, is tested and is typed, and nothing is overwritten."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import pnyx
from pnyx.api.loading import load_game
from pnyx.cli import app
from pnyx.game.testing import check_game

NAME = "hexapawn_of_mine"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, catch_exceptions=False, prog_name="pnyx")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop(NAME, None)


def done(*command: str) -> None:
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_files_are_a_game_that_can_be_tested_and_solved(folder: Path) -> None:
    said = run("new", NAME)
    assert (said.exit_code, said.stderr) == (0, "")
    assert sorted(path.name for path in folder.iterdir()) == [f"{NAME}.py", f"test_{NAME}.py"]
    commands = re.findall(r"^  (\S.*?)  +#", said.stdout, re.MULTILINE)
    assert len(commands) == 3
    test, value, web = (shlex.split(command) for command in commands)
    assert test[:3] == ["python", "-m", "pytest"]
    done(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *test[3:])
    solved = run(*value[1:])
    assert solved.exit_code == 0
    assert "Value: a loss for White." in solved.stdout
    assert "3 │ O O O │" in solved.stdout
    assert web[:2] == ["pnyx", "web"]
    assert web[2] == value[2]
    assert "White cannot force a win" in run("solve", value[2], "--goal", "win").stdout


def test_the_files_are_typed_and_tidy(folder: Path) -> None:
    if shutil.which("ruff") is None and not (Path(sys.executable).parent / "ruff").exists():
        pytest.skip("no ruff: pip install pnyx[dev]")
    run("new", NAME)
    ruff = shutil.which("ruff") or str(Path(sys.executable).parent / "ruff")
    done(ruff, "check", "--isolated", "--line-length=120", "--select=E,F,W,I,B,UP,SIM,RUF,C4,PT,PERF,D1", ".")
    done(ruff, "format", "--isolated", "--line-length=120", "--check", ".")
    done(sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder / ".mypy"), f"{NAME}.py")


@pytest.mark.soak
def test_the_test_file_is_typed_too(folder: Path) -> None:
    """Which takes longer: it imports all of Pnyx."""
    run("new", NAME)
    done(sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder / ".mypy"), f"test_{NAME}.py")


def test_the_game_is_hexapawn(folder: Path) -> None:
    """Gardner's game is a win for the second player, and there are as many positions as other programs count."""
    run("new", NAME)
    game = load_game(f"{NAME}:HexapawnOfMine")
    check_game(game)
    assert isinstance(game, pnyx.Game)
    start = pnyx.position(game)
    assert [start.perft(depth) for depth in range(1, 5)] == [3, 10, 28, by_hand(game, 4)]
    table = pnyx.tabulate(game)
    assert (table[start].value, table.symmetry) == ("loss", True)


def by_hand(game: pnyx.Game[tuple[str, int], tuple[int, int]], plies: int) -> int:
    """The lines of this length, with the pawns' moves written down square by square."""
    ahead = {0: {6: 3, 7: 4, 8: 5, 3: 0, 4: 1, 5: 2}, 1: {0: 3, 1: 4, 2: 5, 3: 6, 4: 7, 5: 8}}
    beside = {0: [1], 1: [0, 2], 2: [1], 3: [4], 4: [3, 5], 5: [4], 6: [7], 7: [6, 8], 8: [7]}

    def count(squares: str, turn: int, left: int) -> int:
        if not left:
            return 1
        if "X" in squares[:3] or "O" in squares[6:]:
            return 0
        own, other, lines = "XO"[turn], "OX"[turn], 0
        for start, end in ahead[turn].items():
            for reached, wanted in ((end, "."), *((side, other) for side in beside[end])):
                if squares[start] == own and squares[reached] == wanted:
                    after = [own if at == reached else "." if at == start else sign for at, sign in enumerate(squares)]
                    lines += count("".join(after), 1 - turn, left - 1)
        return lines

    return count(game.start()[0], 0, plies)


def test_nothing_is_overwritten(folder: Path) -> None:
    for taken in (f"{NAME}.py", f"test_{NAME}.py"):
        Path(taken).write_text("mine", encoding="utf-8")
        refused = run("new", NAME)
        assert refused.exit_code == 2, taken
        assert f"'{taken}' is there already" in refused.stderr, taken
        assert [path.read_text(encoding="utf-8") for path in folder.iterdir()] == ["mine"], taken
        Path(taken).unlink()


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("3d", "must be a word"),
        ("a-b", "must be a word"),
        ("a.b", "must be a word"),
        ("../up", "must be a word"),
        ("", "must be a word"),
        ("é", "must be a word"),
        ("class", "is a word of Python"),
        ("random", "there is a Python module 'random' already"),
        ("pnyx", "there is a Python module 'pnyx' already"),
        ("mine.py", "a name without .py, as in pnyx new mine"),
    ],
)
def test_names_that_cannot_be_loaded_are_refused(name: str, complaint: str, folder: Path) -> None:
    refused = run("new", name)
    assert (refused.exit_code, list(folder.iterdir())) == (2, [])
    assert complaint in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = folder / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    refused = run("new", NAME)
    assert refused.exit_code == 2
    assert f"cannot write '{NAME}.py': No such file or directory" in refused.stderr
