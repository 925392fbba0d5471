"""`pnyx value`: win, draw or loss."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import pnyx
from pnyx.cli import app
from pnyx.cli.progress import describe

DRAWN = "A max: B; B = draw"
LOST = "A max: B; B = loss"
WIN_IN_1 = "XX./OO./... x"
LOST_ENDING = "8/8/8/8/8/5k2/6p1/6K1 w - - 0 1"


def run(*arguments: str, command: str = "value") -> Result:
    return CliRunner().invoke(app, [command, *arguments], catch_exceptions=False, prog_name="pnyx")


def answer(*arguments: str, command: str = "value") -> Any:
    return json.loads(run(*arguments, "--json", command=command).stdout)


def test_a_win_is_one_question() -> None:
    done = run("tic-tac-toe", WIN_IN_1)
    assert done.exit_code == 0
    said = done.stdout[done.stdout.index("Value: ") :].split("\n")
    assert said[:2] == ["Value: a win for X.", ""]
    assert said[2].startswith("X wins in 1 (")
    assert said[3:] == ["Line: c3", "Checked: the certificate of 2 positions was accepted.", ""]


def test_a_draw_is_two_questions() -> None:
    done = run("graph", DRAWN)
    assert done.exit_code == 0
    assert "Value: a draw.\n\nMax cannot force a win (" in done.stdout
    assert "\n\nMax can hold at least a draw (" in done.stdout
    assert done.stdout.count("the certificate of 2 positions was accepted") == 2


def test_a_loss() -> None:
    done = run("othello", "-o", "size=4")
    assert done.exit_code == 0
    assert "Value: a loss for Black.\n\nBlack cannot force a win (" in done.stdout
    assert "\n\nBlack cannot hold a draw (" in done.stdout


def test_unknown() -> None:
    done = run("chess", LOST_ENDING, "--max-nodes", "100")
    assert done.exit_code == 1
    assert "Value: undecided, but at most a draw for White: the node limit was reached.\n" in done.stdout
    assert "White cannot force mate (" in done.stdout
    assert "Unknown whether White can hold at least a draw: the node limit was reached (" in done.stdout


@pytest.mark.parametrize("goal", [(), ("--goal", "win")])
def test_solve_asks_one_question_and_no_value(goal: tuple[str, ...]) -> None:
    done = run("graph", DRAWN, *goal, command="solve")
    assert "Value" not in done.stdout
    assert "hold" not in done.stdout
    printed = answer("graph", DRAWN, *goal, command="solve")
    assert (printed["goal"], printed["verdict"]) == ("win", "disproven")
    assert not {"value", "possible_values", "questions"} & set(printed)


@pytest.mark.parametrize("game", [name for name in pnyx.games() if name != "graph"])
def test_solve_asks_the_first_goal_of_every_game(game: str) -> None:
    assert answer(game, "--max-nodes", "1", command="solve")["goal"] == pnyx.games()[game].goals[0]


def test_a_value_has_no_goal_no_checkpoint_and_no_shortest_mate() -> None:
    for option in ("--goal=win", "--checkpoint=a", "--resume=a", "--shortest"):
        done = run("graph", DRAWN, option)
        assert (done.exit_code, option.partition("=")[0] in done.stderr) == (2, True), option


@pytest.mark.parametrize(
    ("arguments", "status", "value", "possible", "verdicts"),
    [
        (("tic-tac-toe", WIN_IN_1), 0, "win", ["win"], ["proven"]),
        (("graph", DRAWN), 0, "draw", ["draw"], ["disproven", "proven"]),
        (("graph", LOST), 0, "loss", ["loss"], ["disproven", "disproven"]),
        (("go-one-eye", "..O/XXO rrs/CCs b b"), 0, "loss", ["loss"], ["disproven"]),
        (("chess", "--max-nodes", "100"), 1, None, ["win", "draw", "loss"], ["unknown"]),
        (("go-one-eye", "--max-nodes", "1"), 1, None, ["win", "loss"], ["unknown"]),
        (("chess", LOST_ENDING, "--max-nodes", "100"), 1, None, ["draw", "loss"], ["disproven", "unknown"]),
    ],
)
def test_json(
    arguments: tuple[str, ...], status: int, value: str | None, possible: list[str], verdicts: list[str]
) -> None:
    done = run(*arguments, "--json")
    assert done.exit_code == status
    printed = json.loads(done.stdout)
    assert (printed["value"], printed["possible_values"]) == (value, possible)
    assert [question["verdict"] for question in printed["questions"]] == verdicts
    assert printed["nodes"] == sum(question["nodes"] for question in printed["questions"])
    assert (printed["reason"] is None) == (value is not None)


def test_a_certificate_for_each_question(tmp_path: Path) -> None:
    file, second = tmp_path / "drawn.pnyx", tmp_path / "drawn.draw-or-better.pnyx"
    done = run("graph", DRAWN, "--certificate", str(file))
    assert f"\nCertificate: {file} (verify with `pnyx check {file}`)\n" in done.stdout
    assert f"\nCertificate: {second} (verify with `pnyx check {second}`)\n" in done.stdout
    assert str(pnyx.check(file)).startswith("Max cannot force a win from ")
    assert str(pnyx.check(second)).startswith("Max can hold at least a draw from ")
    printed = answer("graph", DRAWN, "--certificate", str(file))
    assert [question["certificate"] for question in printed["questions"]] == [str(file), str(second)]


def test_only_the_certificates_there_are(tmp_path: Path) -> None:
    run("tic-tac-toe", WIN_IN_1, "--certificate", str(tmp_path / "win"))
    assert [path.name for path in tmp_path.iterdir()] == ["win"]
    doubted = ("graph", "A min: B; B max: C A; C min: D; D = win", "--algorithm", "pn-dcg")
    done = run(*doubted, "--certificate", str(tmp_path / "lost"))
    assert done.exit_code == 0
    assert "Value: a loss for Min." in done.stdout
    assert f"Certificate: none, {tmp_path / 'lost'} was not written." in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lost.draw-or-better", "win"]
    printed = answer(*doubted, "--certificate", str(tmp_path / "lost"))
    assert (printed["questions"][0]["certificate"], printed["value"]) == (None, "loss")
    assert printed["questions"][1]["certificate"] == str(tmp_path / "lost.draw-or-better")


def test_a_second_file_that_cannot_be_written_is_no_surprise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("out.draw-or-better.pnyx").mkdir()
    done = run("tic-tac-toe", WIN_IN_1, "--certificate", "out.pnyx")
    assert done.exit_code == 2
    assert done.stderr == "pnyx: cannot write 'out.draw-or-better.pnyx': it is a directory\n"
    assert not Path("out.pnyx").exists()
    assert run("tic-tac-toe", WIN_IN_1, "--certificate", "out.pnyx", command="solve").exit_code == 0


def test_nothing_is_written_beside_a_device() -> None:
    printed = answer("graph", DRAWN, "--certificate", os.devnull)
    assert [question["certificate"] for question in printed["questions"]] == [os.devnull] * 2


@pytest.mark.parametrize(
    "algorithm", [name for name, info in pnyx.algorithms().items() if "breuker-2001" in info.presets]
)
def test_a_preset_asks_what_its_numbers_are_about(algorithm: str) -> None:
    printed = answer("chess", LOST_ENDING, "--algorithm", algorithm, "--preset", "breuker-2001", command="solve")
    asked = ("--goal", "mate", "-o", "order=papers", "-o", "en-passant=always")
    same = answer("chess", LOST_ENDING, "--algorithm", algorithm, *asked, command="solve")
    assert set(printed) == set(same)
    assert (printed["goal"], printed["verdict"], printed["nodes"]) == ("mate", same["verdict"], same["nodes"])
    other = answer("graph", DRAWN, "--algorithm", algorithm, "--preset", "breuker-2001")
    assert other["value"] == "draw", "the goal of a preset does not matter to a value"


def test_all_moves_of_every_question() -> None:
    printed = answer("graph", "A max: B C; B = draw; C = loss", "--all-moves")
    assert [question["winning_moves"] for question in printed["questions"]] == [[], ["B"]]
    done = run("graph", "A max: B C; B = draw; C = loss", "--all-moves")
    assert done.stdout.count("Winning moves: none\nUndecided moves: none\n") == 1
    assert done.stdout.count("Drawing or winning moves: B\nUndecided moves: none\n") == 1


def test_the_live_line_names_the_question() -> None:
    progress = pnyx.Progress(1000, 2.0, 1 << 20, 1, 2, ("e2e4",), "draw-or-better")
    assert describe(pnyx.position("chess"), progress).startswith("draw-or-better: proof 1  disproof 2  1,000 nodes")


def test_help_says_what_happens() -> None:
    said = " ".join(run("--help").stdout.split())
    assert "Find the value of a position for the player on move: win, draw or loss." in said
    said = " ".join(run("--help", command="solve").stdout.split())
    assert "`pnyx value` asks whether it is a win, a draw or a loss." in said
