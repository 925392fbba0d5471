"""The command line, when it is used as it should be."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import types
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner, Result

import pnyx
from pnyx.api.catalogue import algorithm_info
from pnyx.api.loading import load_game
from pnyx.api.search import SearchProgress
from pnyx.cli import app
from pnyx.cli.completion import complete_experiments
from pnyx.cli.inputs import split_options, whole
from pnyx.cli.progress import LiveText, describe, watched
from pnyx.cli.search import describe as describe_search
from support.places import TESTS
from support.sample_games import Nim

MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
WIN_IN_1 = "XX./OO./... x"


def run(*arguments: str, text: str | None = None) -> Result:
    """Run a command in this process; what it did not foresee is raised."""
    return CliRunner().invoke(app, arguments, input=text, catch_exceptions=False, prog_name="pnyx")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pnyx", *arguments]


class TestSolve:
    def test_shows_board_verdict_and_line(self) -> None:
        done = run("solve", "chess", MATE_IN_1)
        assert done.exit_code == 0
        assert "White to move" in done.stdout
        assert "White mates in 1 (" in done.stdout
        assert "Line: 1. Rd8#" in done.stdout
        assert done.stderr == ""

    def test_start(self) -> None:
        done = run("solve", "tic-tac-toe", "--goal", "draw-or-better")
        assert done.exit_code == 0
        assert "X can hold at least a draw (" in done.stdout

    def test_json(self) -> None:
        done = run("solve", "tic-tac-toe", WIN_IN_1, "--json")
        assert done.exit_code == 0
        assert done.stdout.count("\n") == 1
        answer = json.loads(done.stdout)
        assert (answer["verdict"], answer["algorithm"]) == ("proven", "auto")
        assert answer["line"] == ["c3"]
        assert "winning_moves" not in answer

    def test_unknown(self) -> None:
        done = run("solve", "chess", "--max-nodes", "100")
        assert done.exit_code == 1
        assert "Unknown whether White can force mate: the node limit was reached (" in done.stdout
        assert run("solve", "chess", "--max-nodes", "1e2", "--json").exit_code == 1

    def test_all_moves(self) -> None:
        position = "8/P7/8/kpQ5/2K5/8/8/8 w - - 0 1"
        answer = json.loads(run("solve", "chess", position, "--all-moves", "--json").stdout)
        assert sorted(answer["winning_moves"]) == ["c4b3", "c4c3", "c4d3", "c4d4", "c4d5", "c5b5"]
        assert answer["unsettled_moves"] == []
        done = run("solve", "chess", position, "--all-moves")
        assert re.search(r"^Winning moves: .*Qxb5#", done.stdout, re.MULTILINE)
        assert "Undecided moves: none" in done.stdout

    def test_certificate(self, tmp_path: Path) -> None:
        file = tmp_path / "win.pnyx"
        done = run("solve", "tic-tac-toe", WIN_IN_1, "--certificate", str(file))
        assert done.exit_code == 0
        assert f"pnyx check {file}" in done.stdout
        assert pnyx.check(file).verdict == "proven"
        done = run("solve", "tic-tac-toe", WIN_IN_1, "--certificate", str(file), "--json")
        assert json.loads(done.stdout)["certificate"] == str(file)

    def test_no_certificate_of_an_unknown_answer(self, tmp_path: Path) -> None:
        file = tmp_path / "none.pnyx"
        done = run("solve", "chess", "--max-nodes", "100", "--certificate", str(file))
        assert done.exit_code == 1
        assert f"{file} was not written" in done.stdout
        assert not file.exists()
        done = run("solve", "chess", "--max-nodes", "100", "--certificate", str(file), "--json")
        assert json.loads(done.stdout)["certificate"] is None

    def test_options_of_game_and_algorithm(self) -> None:
        done = run("solve", "tic-tac-toe", "--algorithm", "pn", "-o", "k=2", "-o", "init=unit", "--json")
        assert done.exit_code == 0
        assert json.loads(done.stdout)["verdict"] == "proven"
        named = ("-o", "tic-tac-toe.k=2", "-o", "pn.init=unit")
        done = run("solve", "tic-tac-toe", "--algorithm", "pn", *named, "--json")
        assert json.loads(done.stdout)["verdict"] == "proven"

    def test_preset(self) -> None:
        done = run("solve", "chess", MATE_IN_1, "--algorithm", "pn", "--preset", "breuker-2001", "--json")
        assert done.exit_code == 0
        assert json.loads(done.stdout)["algorithm"] == "pn"

    def test_standard_input(self) -> None:
        done = run("solve", "tic-tac-toe", "-", "--json", text=f"\ufeff{WIN_IN_1}\r\n\n")
        assert json.loads(done.stdout)["position"] == WIN_IN_1
        done = run(
            "solve", "graph", "-", "--json", text='{"nodes": {"A": {"turn": "max", "moves": ["B"]}, "B": {"value": 3}}}'
        )
        assert json.loads(done.stdout)["verdict"] == "proven"

    def test_a_graph_in_a_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("small.graph").write_text("# two nodes\nA max: B\nB = win\n")
        done = run("solve", "graph", "small.graph", "--json")
        assert json.loads(done.stdout)["verdict"] == "proven"

    def test_python_games(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.chdir(TESTS)
        assert "Ann wins in at most" in run("solve", "support.sample_games:Nim").stdout
        assert json.loads(run("solve", "support.sample_games:small", "--json").stdout)["position"] == "5a"
        done = run("solve", "support.sample_games:Nim", "8b", "--certificate", str(tmp_path / "nim.pnyx"), "--json")
        assert json.loads(done.stdout)["verdict"] == "disproven"
        told = run("solve", "support.sample_games:Nim", "--certificate", str(tmp_path / "told.pnyx")).stdout
        assert f"`pnyx check {tmp_path / 'told.pnyx'} --game support.sample_games:Nim`" in told
        done = run("check", str(tmp_path / "nim.pnyx"), "--game", "support.sample_games:Nim")
        assert done.exit_code == 0
        assert done.stdout.startswith("Bob cannot force a win from 8b: checked, ")
        for command_name in ("check", "proof"):
            forgotten = run(command_name, str(tmp_path / "nim.pnyx"))
            assert forgotten.exit_code == 2, command_name
            assert "pass that game, with game= in Python" in forgotten.stderr, command_name
            assert "--game module:Class" in forgotten.stderr, command_name

    def test_a_mistake_in_a_python_game_is_shown_as_it_is(self) -> None:
        done = subprocess.run(
            command("solve", "support.sample_games:Broken"), cwd=TESTS, capture_output=True, text=True
        )
        assert done.returncode == 1
        assert "Traceback" in done.stderr
        assert done.stderr.rstrip().endswith("ZeroDivisionError: a mistake in moves()")
        assert "sample_games.py" in done.stderr.splitlines()[1], "nothing of ours above it"
        assert done.stdout == ""


class TestInterrupt:
    """Ctrl-C ends a search with what it knows."""

    @pytest.mark.parametrize(
        "arguments",
        [
            ("support.sample_games:Endless",),
            ("tic-tac-toe", "-o", "rows=8", "-o", "columns=8", "-o", "k=8", "--memory", "4096"),
        ],
    )
    def test_stopped(self, arguments: tuple[str, ...]) -> None:
        # A busy machine may take long to start Python, and Ctrl-C before the search has another answer.
        for patience in (1.5, 6, 24):
            with subprocess.Popen(
                command("solve", *arguments, "--json"),
                cwd=TESTS,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            ) as process:
                time.sleep(patience)
                assert process.poll() is None, patience
                process.send_signal(signal.SIGINT)
                stdout, stderr = process.communicate(timeout=20)
            if stdout:
                break
        assert stderr == ""
        answer = json.loads(stdout)
        assert (answer["verdict"], answer["reason"]) == ("unknown", "stopped")
        assert process.returncode == 1


class TestCheck:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        certificate = pnyx.solve(MATE_IN_1).certificate
        assert certificate is not None
        return certificate.save(tmp_path / "mate.pnyx")

    def test_accepted(self, file: Path) -> None:
        done = run("check", str(file))
        assert done.exit_code == 0
        assert done.stdout == (
            f"White mates in 1 from {MATE_IN_1}: checked, 2 positions, 2 checkers agree\n"
            f"Question: chess, position {MATE_IN_1}, goal mate for white: proven\n"
        )

    def test_json(self, file: Path) -> None:
        answer = json.loads(run("check", str(file), "--json").stdout)
        assert answer == {
            "file": str(file),
            "game": "chess",
            "options": {},
            "position": MATE_IN_1,
            "goal": "mate",
            "prover": "white",
            "repetition": "fails",
            "verdict": "proven",
            "accepted": True,
            "nodes": 2,
            "moves_to_win": 1,
            "checkers": ["rust", "python"],
            "expected": None,
            "answers": None,
            "reason": None,
        }

    def test_rejected(self, file: Path) -> None:
        file.write_bytes(file.read_bytes().replace(b"goal: mate", b"goal: lose"))
        done = run("check", str(file))
        assert done.exit_code == 1
        assert done.stdout == ""
        assert done.stderr.startswith(f"pnyx: {file}: rejected: ")
        done = run("check", str(file), "--json")
        assert done.exit_code == 1
        answer = json.loads(done.stdout)
        assert answer["accepted"] is False
        assert answer["reason"]


class TestOthers:
    def test_perft(self) -> None:
        assert json.loads(run("perft", "chess", "3", "--json").stdout)["nodes"] == 8902
        assert run("perft", "tic-tac-toe", "1", WIN_IN_1).stdout.startswith("5 nodes in ")
        assert run("perft", "tic-tac-toe", "1", "-o", "rows=2", "-o", "columns=2").stdout.startswith("4 nodes in ")
        assert run("perft", "chess", "0").stdout.startswith("1 node in ")

    def test_show(self, tmp_path: Path) -> None:
        file = tmp_path / "board.svg"
        done = run("show", "tic-tac-toe", WIN_IN_1, "--svg", str(file))
        assert done.exit_code == 0
        assert WIN_IN_1 in done.stdout
        assert "5 moves: c3 " in done.stdout
        assert file.read_text(encoding="utf-8").startswith("<svg")
        assert "20 moves: " in run("show", "chess").stdout
        assert "X has won." in run("show", "tic-tac-toe", "XXX/OO./... o").stdout
        assert "A draw." in run("show", "tic-tac-toe", "XOX/XOO/OXX o").stdout

    def test_lists(self) -> None:
        games = run("games").stdout
        for name in pnyx.games():
            assert f"{name}: " in games, name
        assert "fifty-move-rule=off" in games
        algorithms = run("algorithms").stdout
        assert "pn: " in algorithms
        assert "breuker-2001" in algorithms

    def test_version_and_help(self) -> None:
        assert run("--version").stdout == f"pnyx {pnyx.__version__}\n"
        bare, asked = run(), run("--help")
        assert bare.exit_code == asked.exit_code == 0
        assert bare.stdout == asked.stdout
        assert "solve" in bare.stdout
        assert "--certificate FILE" in run("solve", "-h").stdout

    @pytest.mark.parametrize(
        ("words", "offered"),
        [
            ("solve tic", "tic-tac-toe"),
            ("solve othello --goal ", "win draw-or-better win-in-2 win-in-3"),
            ("solve chess --goal mate", "mate mate-in-2 mate-in-3 mated mated-in-2 mated-in-3"),
            ("solve chess --goal mated-in-9", "mated-in-9"),
            ("solve mine:Game --goal ", "win draw-or-better"),
            ("cluster solve chess --goal p", "promote"),
            ("suite mates.epd --goal mate-in", "mate-in-N"),
            ("variations - --goal ", "mate mated"),
            ("solve tic-tac-toe -o ", "rows=3 columns=3 k=3"),
            ("solve tic-tac-toe --algorithm pn -o r", "rows=3 recycle=off"),
            ("search othello -o s", "size=8 stored=memory shift=0"),
            ("search othello --exact -o str", "stride=auto"),
            ("suite all.obf --game othello -o s", "size=8"),
            ("variations - -o ex", "exclude="),
            ("perft tic-tac-toe 3 -o k", "k=3"),
            ("reproduce breuker", "breuker-1994 breuker-2001"),
            ("reproduce --experiments /nowhere b", ""),
        ],
    )
    def test_completion(self, words: str, offered: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(TESTS)
        monkeypatch.setenv("_PNYX_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", f"pnyx {words}")
        monkeypatch.setenv("COMP_CWORD", str(len(words.split(" "))))
        assert run().stdout.split() == offered.split()

    def test_completion_outside_a_checkout(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        assert complete_experiments(typer.Context(typer.main.get_command(app)), "") == []

    def test_starts_without_the_engine(self) -> None:
        code = (
            "import sys\n"
            "from pnyx.cli import app\n"
            "app(['--help'], standalone_mode=False)\n"
            "heavy = {'pnyx._core', 'rich', 'chess', 'pnyx.draw'} & set(sys.modules)\n"
            "assert not heavy, heavy\n"
        )
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)

    def test_a_reader_that_leaves_is_no_error(self) -> None:
        process = subprocess.Popen(command("games"), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        process.wait(timeout=20)

    def test_a_terminal_without_unicode(self) -> None:
        environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
        done = subprocess.run(command("show", "chess"), env=environment, capture_output=True)
        assert done.returncode == 0
        assert done.stdout.decode("ascii")


class TestPieces:
    @pytest.mark.parametrize(
        ("text", "number"), [("7", 7), ("1_000_000", 10**6), ("1e6", 10**6), ("2.5e3", 2500), ("-3", -3), ("9E+2", 900)]
    )
    def test_whole(self, text: str, number: int) -> None:
        assert whole("N", text) == number

    @pytest.mark.parametrize("text", ["", "x", "1.5", "1e", "1e-3", "2.55e1", "0x10", "1e1000", "٣", " 7", "9" * 5000])
    def test_not_whole(self, text: str) -> None:
        with pytest.raises(pnyx.InputError, match="N must be a whole number"):
            whole("N", text)

    def test_options(self) -> None:
        assert split_options(["k=4", "pn.init=unit"], "tic-tac-toe", algorithm_info("pn")) == (
            {"k": "4"},
            {"init": "unit"},
        )
        assert split_options(None, "tic-tac-toe") == ({}, {})
        assert split_options(["init=a=b"], object(), algorithm_info("pn")) == ({}, {"init": "a=b"})

    def test_games(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(TESTS)
        assert load_game("chess") == "chess"
        assert load_game("support.sample_games:small").heap == 5

    def test_progress(self) -> None:
        root = pnyx.position("chess")
        progress = pnyx.Progress(1_500_000, 3.0, 64 << 20, 12, 2**32 - 1, ("e2e4", "e7e5"))
        numbers, line = describe(root, progress).split("\n")
        assert numbers == "proof 12  disproof infinite  1,500,000 nodes  500,000/s  64/1024 MiB  3 s"
        assert line == "1. e4 e5"
        shown = io.StringIO()
        with LiveText(Console(file=shown, force_terminal=True, width=120)) as live:
            live.show(0.5, "early")
            assert shown.getvalue() == "", "nothing is shown in the first second"
            live.show(progress.seconds, numbers)
            assert "1,500,000 nodes" in shown.getvalue()

    def test_progress_shows_the_limits(self) -> None:
        limit = pnyx.Limit(nodes=2_000_000, seconds=30, memory=512 << 20)
        told = describe(pnyx.position("chess"), pnyx.Progress(1_500_000, 8.0, 372 << 20, 12, 3, ()), limit)
        assert told.splitlines()[0] == (
            "proof 12  disproof 3  1,500,000/2,000,000 nodes  187,500/s  372/512 MiB  8/30 s"
        )
        searched = describe_search(SearchProgress(80, 0.5, 5 << 20, 4, 1.0), pnyx.Limit(seconds=2.5))
        assert searched == "depth 4  last value 1  80 nodes  160/s  5/1024 MiB  0/2.5 s"


class TestNotice:
    """Work that takes long says so once on standard error, where no live line is shown."""

    @pytest.fixture
    def told(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """Lines that were printed; the sample game waits for the first of them."""
        lines: list[str] = []
        waiting = threading.Event()
        module = types.ModuleType("patient_game")

        class Patient(Nim):
            def play(self, position: Any, move: int) -> Any:
                assert waiting.wait(60), "nothing was said"
                return super().play(position, move)

        def complain(line: str) -> None:
            lines.append(line)
            waiting.set()

        module.Patient = Patient  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "patient_game", module)
        monkeypatch.setattr("pnyx.cli.progress.complain", complain)
        monkeypatch.setattr("pnyx.cli.progress.NOTICE_AFTER", 0.05)
        return lines

    @pytest.mark.parametrize(
        ("arguments", "doing"),
        [
            (("solve", "patient_game:Patient", "--goal", "win"), "searching"),
            (("solve", "patient_game:Patient", "--goal", "win", "--json"), "searching"),
            (("search", "patient_game:Patient", "--depth", "2"), "searching"),
            (("perft", "patient_game:Patient", "2"), "counting"),
        ],
    )
    def test_one_line(self, told: list[str], arguments: tuple[str, ...], doing: str) -> None:
        assert run(*arguments).exit_code == 0
        assert len(told) == 1
        assert told[0].startswith(f"still {doing} after 0.05 s")
        assert told[0].endswith(" (Ctrl-C stops it)")

    def test_it_says_how_far_the_work_is_and_says_it_once(self, told: list[str]) -> None:
        with watched(str, str, float, quiet=True) as on_progress:
            on_progress(1)
            on_progress(7)
            while not told:
                time.sleep(0.01)
            on_progress(8)
        assert told == ["still searching after 0.05 s: 7 (Ctrl-C stops it)"]

    def test_short_work_says_nothing(self, told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pnyx.cli.progress.NOTICE_AFTER", 600.0)
        assert run("perft", "tic-tac-toe", "2").exit_code == 0
        assert told == []


def test_a_position_may_begin_with_an_empty_square() -> None:
    run = CliRunner().invoke(app, ["show", "othello", "-----OX--XO----- X"])
    assert (run.exit_code, run.stdout.splitlines()[-1]) == (0, "4 moves: b1 a2 d3 c4")


def test_the_last_move_and_the_region_are_marked() -> None:
    run = CliRunner().invoke(app, ["show", "chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves a1a8 e8e7"])
    assert "[♚]" in run.stdout or "[k]" in run.stdout
    run = CliRunner().invoke(app, ["show", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "-o", "region=a1-a2"])
    assert run.stdout.count("(") == 2
