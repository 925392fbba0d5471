"""What is said when a search ran out: it fits the case, what it names exists, and JSON has none of it."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx.api.advice import COMMAND_LINE, LIMITS, PAGE, advice
from pnyx.cli import app
from pnyx.errors import InputError
from support.sample_games import LineGo, Nim

CHESS = pnyx.position("chess")
ENDING = pnyx.position("chess", "8/8/8/8/8/2k5/8/K1q5 w - - 0 1")
GO = pnyx.position("go-one-eye")


def told(position: pnyx.Position, goal: str, algorithm: str, reason: str | None, **limit: Any) -> list[str]:
    return advice(position, goal, algorithm, reason, pnyx.Limit(**limit))


@pytest.mark.parametrize(
    ("position", "goal", "algorithm", "reason", "limit", "first", "second"),
    [
        (CHESS, "mate", "auto", "nodes", {"nodes": 500}, "--max-nodes 2000", "--goal mate-in-5"),
        (CHESS, "mate", "auto", "seconds", {"seconds": 2.6}, "--max-seconds 11", "--goal mate-in-5"),
        (CHESS, "draw-or-better", "auto", "seconds", {"seconds": 0.01}, "--max-seconds 1", "`pnyx size chess`"),
        (ENDING, "mate", "auto", "nodes", {"nodes": 5}, "--max-nodes 20", "values every one, cycles or not"),
        (CHESS, "win", "pn", "memory", {"memory": 1 << 20}, "--algorithm df-pn, which goes on", "--goal win-in-5"),
        (CHESS, "win", "df-pn", "memory", {}, "--memory 4096", "--goal win-in-5"),
        (CHESS, "win", "pn-bta", "selections", {}, "--algorithm df-pn", "--goal win-in-5"),
        (CHESS, "win", "df-pn", "plies", {}, "--algorithm pn-bta", "--goal win-in-5"),
        (GO, "win", "df-pn", "plies", {}, "--algorithm pn2", "--algorithm auto"),
        (GO, "win", "auto", "nodes", {"nodes": 1}, "--max-nodes 4", "--algorithm pn2"),
        (pnyx.position(Nim()), "win", "auto", "nodes", {"nodes": 1}, "--max-nodes 4", "values every one."),
    ],
)
def test_it_fits_the_case(
    position: pnyx.Position, goal: str, algorithm: str, reason: str, limit: Any, first: str, second: str
) -> None:
    lines = told(position, goal, algorithm, reason, **limit)
    assert [first in lines[0], second in lines[1], len(lines)] == [True, True, 2], lines
    assert ("tabulate" in lines[1]) is not (position.repetition == "illegal" or "-in-" in lines[1])
    assert [line for line in lines if len(line) > 150] == []


@pytest.mark.parametrize(
    "reason", [None, "stopped", "misdeclared", "rules: moves() differs", "unsafe: proven", "certificate failed: x"]
)
def test_there_is_none_where_the_reason_says_it_all(reason: str | None) -> None:
    assert told(CHESS, "mate", "auto", reason) == []


@pytest.mark.parametrize("position", [CHESS, ENDING, GO, pnyx.position(LineGo()), pnyx.position("othello")])
@pytest.mark.parametrize("algorithm", pnyx.algorithms())
@pytest.mark.parametrize("reason", LIMITS)
def test_what_it_names_can_be_asked(position: pnyx.Position, algorithm: str, reason: str) -> None:
    """Every algorithm and goal it names is taken for this game, and is not the one that ran out."""
    goal = position.goals[0]
    text = " ".join(told(position, goal, algorithm, reason, nodes=10))
    for named in re.findall(r"--algorithm ([\w-]+)", text):
        assert named != algorithm, named
        pnyx.solve(position, "win", named, limit=pnyx.Limit(nodes=1))
    for named in re.findall(r"--goal ([\w-]+)", text):
        assert pnyx.solve(position, named, limit=pnyx.Limit(nodes=1)).goal == named.replace("-5", " 5"), named
    with pytest.raises(InputError):
        pnyx.solve(position, "win", "no-such-algorithm")


def test_the_command_line_takes_what_it_says() -> None:
    command = "solve chess --max-nodes 50"
    lines: list[str] = []
    for _ in range(2):
        done = CliRunner().invoke(app, shlex.split(command), catch_exceptions=False)
        assert done.exit_code == 1
        *_, blank, first, second = done.stdout.splitlines()
        assert (blank, done.stdout.count("Next: "), done.stderr) == ("", 1, "")
        found = re.search(r"--max-nodes \d+", first)
        assert found is not None
        lines.append(second)
        command = f"solve chess {found[0]}"
    assert command.endswith("--max-nodes 800")
    assert lines == ["Or a shorter question, such as --goal mate-in-5."] * 2


def test_value_and_shortest_have_it_and_answers_do_not() -> None:
    for command in ("value tic-tac-toe --max-nodes 3", "solve chess --shortest --max-nodes 3"):
        done = CliRunner().invoke(app, shlex.split(command), catch_exceptions=False)
        assert (done.exit_code, done.stdout.count("Next: a larger limit, such as --max-nodes 12.")) == (1, 1), command
        quiet = CliRunner().invoke(app, [*shlex.split(command), "--json"], catch_exceptions=False)
        assert (quiet.stdout.count("\n"), quiet.stderr) == (1, ""), command
        json.loads(quiet.stdout)
        assert not re.search("Next|tabulate|such as", quiet.stdout), command
    answered = CliRunner().invoke(app, ["solve", "tic-tac-toe"], catch_exceptions=False)
    assert (answered.exit_code, "Next:" in answered.stdout) == (0, False)


def test_a_game_is_named_as_it_is_typed() -> None:
    named = "support.sample_games:Nim"
    done = CliRunner().invoke(app, ["value", named, "--max-nodes", "1"], catch_exceptions=False)
    assert f"`pnyx size {named}` counts" in done.stdout


def test_page_and_command_line_have_their_own_words() -> None:
    limit = pnyx.Limit(seconds=10)
    spoken = [advice(CHESS, "mate", "pn", "seconds", limit, words=words)[0] for words in (COMMAND_LINE, PAGE)]
    assert spoken == [
        "Next: a larger limit, such as --max-seconds 40.",
        "Next: a larger limit, such as 40 in “Seconds”.",
    ]
