"""The independent checker on games written in Python, and from the command line."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import pnyx
from pnyx.errors import CertificateError, InputError
from pnyx.reference.certificate import Certificate
from pnyx.reference.check import check, main
from pnyx.reference.rules.graph import Graph
from pnyx.reference.rules.tic_tac_toe import TicTacToe


class Nim:
    """Take one to three from a heap; the player who takes the last one wins."""

    def start(self) -> tuple[int, int]:
        return (5, 0)

    def turn(self, position: tuple[int, int]) -> int:
        return position[1]

    def outcome(self, position: tuple[int, int]) -> Any:
        return None if position[0] else 1 - position[1]

    def moves(self, position: tuple[int, int]) -> Iterable[int]:
        return range(1, min(3, position[0]) + 1)

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        return (position[0] - move, 1 - position[1])


class WrittenNim(Nim):
    """The same with notations, names, and a declaration that nothing repeats."""

    name = "nim"
    players = ("anna", "ben")
    repetition = "impossible"

    def move_text(self, position: tuple[int, int], move: int) -> str:
        return ("one", "two", "three")[move - 1]

    def position_text(self, position: tuple[int, int]) -> str:
        return f"{position[0]} {self.players[position[1]]}"

    def parse(self, text: str) -> tuple[int, int]:
        heap, player = text.split()
        return int(heap), self.players.index(player)


# Take one, whatever the answer take the rest: by number for Nim, by name ("one", "three", "two") for WrittenNim.
NIM = Certificate(
    "Nim", {}, "(5, 0)", "win", "first", "fails", "proven", 8, bytes([0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0])
)
WRITTEN = Certificate(
    "nim", {}, "5 anna", "win", "anna", "impossible", "proven", 8, bytes([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0])
)


def rejected(certificate: Certificate, game: Any, *reasons: str, **arguments: Any) -> None:
    with pytest.raises(CertificateError) as caught:
        check(certificate.to_bytes(), game, **arguments)
    for reason in reasons:
        assert reason in str(caught.value)


def test_a_game_without_notations_is_checked_in_the_process() -> None:
    report = check(NIM.to_bytes(), Nim(), root=(5, 0))
    assert (report.moves_to_win, report.plies, report.prover) == (2, 3, "first")
    assert str(report) == "The first player wins in at most 2 from (5, 0): checked, 8 positions."
    with pytest.raises(InputError, match="parse"):
        check(NIM.to_bytes(), Nim())
    with pytest.raises(InputError, match="game="):
        check(NIM.to_bytes(), root=(5, 0))


def test_a_game_with_notations_is_checked_from_its_text() -> None:
    assert check(WRITTEN.to_bytes(), WrittenNim()).repetition == "impossible"
    assert check(WRITTEN.to_bytes(), WrittenNim(), root=(5, 0)).prover == "anna"
    rejected(WRITTEN, WrittenNim(), "position: expected '6 anna'", root=(6, 0))
    rejected(dataclasses.replace(WRITTEN, position="5 carl"), WrittenNim(), "does not read '5 carl'")
    rejected(dataclasses.replace(WRITTEN, position="5 ben"), WrittenNim(), "prover: expected 'ben', got 'anna'")
    rejected(dataclasses.replace(WRITTEN, position="6 anna"), WrittenNim(), "after one")


def test_the_certificate_must_speak_of_the_game() -> None:
    rejected(NIM, WrittenNim(), "game: expected 'nim', got 'Nim'")
    rejected(dataclasses.replace(WRITTEN, options={"heap": "7"}), WrittenNim(), "options")
    rejected(dataclasses.replace(WRITTEN, goal="mate"), WrittenNim(), "goal")
    rejected(dataclasses.replace(WRITTEN, repetition="fails"), WrittenNim(), "repetition: expected 'impossible'")
    rejected(NIM, None, "expected a game")


def test_rules_of_a_built_in_game_may_be_given() -> None:
    text = "root A; repetition draw; A max: B W; B min: A; W = win"
    certificate = Certificate("graph", {}, f"{text} moves B A", "win", "max", "fails", "proven", 2, bytes([0, 1, 0]))
    assert check(certificate.to_bytes(), Graph(text)).moves_to_win == 1
    rejected(certificate, Graph("A = win"), "another")
    rejected(dataclasses.replace(certificate, game="tic-tac-toe"), TicTacToe(k=4), "options")


def test_an_object_that_is_no_game_is_refused() -> None:
    with pytest.raises(InputError, match="without start, turn, outcome, moves, play"):
        check(NIM.to_bytes(), object(), root=0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("method", "value", "reason"),
    [
        ("moves", [], "neither (the game breaks its contract)"),
        ("outcome", 2, "got 2 (the game breaks its contract)"),
        ("outcome", False, "got False"),
        ("outcome", True, "got True"),
        ("outcome", "first", "got 'first'"),
        ("outcome", 1.0, "got 1.0"),
        ("turn", 2, "got 2"),
        ("turn", True, "got True"),
        ("turn", None, "got None"),
        ("moves", [1, 1], "'1' twice"),
        ("move_text", 5, "got 5"),
        ("move_text", "same", "'same' twice"),
    ],
)
def test_a_game_that_breaks_its_contract_is_noticed(method: str, value: object, reason: str) -> None:
    for first in (True, False):
        game = Nim()
        right = getattr(game, method, None)

        def wrong(position: Any, *rest: Any, right: Any = right, first: bool = first) -> Any:
            return right(position, *rest) if right and (position == (5, 0)) is not first else value

        setattr(game, method, wrong)
        rejected(NIM, game, reason, root=(5, 0))


def test_what_a_game_declares_is_checked() -> None:
    for name, value in (("repetition", "never"), ("repetition", "illegal"), ("players", ("one",)), ("players", (1, 2))):
        game = Nim()
        setattr(game, name, value)
        rejected(NIM, game, name, root=(5, 0))


def test_an_exception_of_the_game_comes_out_as_itself() -> None:
    class Broken(Nim):
        name = "Nim"

        def moves(self, position: tuple[int, int]) -> Iterable[int]:
            raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        check(NIM.to_bytes(), Broken(), root=(5, 0))


class Clock:
    """Two positions repeat forever; a clock that no rule reads goes on and on."""

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def turn(self, position: tuple[int, int]) -> int:
        return position[0]

    def outcome(self, position: tuple[int, int]) -> Any:
        return None

    def moves(self, position: tuple[int, int]) -> Iterable[str]:
        yield "tick"

    def play(self, position: tuple[int, int], move: str) -> tuple[int, int]:
        return (1 - position[0], position[1] + 1)


class KeyedClock(Clock):
    name = "Clock"

    def repetition_key(self, position: tuple[int, int]) -> int:
        return position[0]


def test_references_compare_what_the_repetition_rule_compares() -> None:
    certificate = Certificate("Clock", {}, "0", "win", "first", "fails", "disproven", 2, bytes([1, 0, 0, 0, 1]))
    assert check(certificate.to_bytes(), KeyedClock(), root=(0, 0)).plies is None
    rejected(certificate, Clock(), "another position", root=(0, 0))


# The command line

NIM_MODULE = """
from reference.test_check_games import WrittenNim
game = WrittenNim()
class Broken(WrittenNim):
    def moves(self, position):
        raise ZeroDivisionError("mine")
number = 5
"""


def write(path: Path, certificate: Certificate) -> str:
    path.write_bytes(certificate.to_bytes())
    return str(path)


MATE = Certificate(
    "chess", {}, "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "mate", "white", "fails", "proven", 2, bytes([0, 18, 0])
)


@pytest.fixture(name="nim_module")
def _nim_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "a_nim_module.py").write_text(NIM_MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    return "a_nim_module"


def test_main_accepts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "mate.pnyx", MATE)
    assert main([file]) == 0
    output = capsys.readouterr()
    assert output.out == (
        "White mates in 1 from 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1: checked, 2 positions.\n"
        "Question: chess, position 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1, goal mate for white: proven\n"
    )
    assert output.err == ""
    assert main([file, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["checked"] is True
    assert (report["verdict"], report["moves_to_win"], report["options"]) == ("proven", 1, {})


def test_main_rejects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "mate.pnyx", dataclasses.replace(MATE, verdict="disproven"))
    assert main([file]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("rejected: ")
    assert output.err.count("\n") == 1
    assert main([file, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["checked"] is False


def test_main_refuses_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str], nim_module: str) -> None:
    file = write(tmp_path / "nim.pnyx", WRITTEN)
    assert main([file, "--game", f"{nim_module}:game"]) == 0
    assert main([file, "--game", f"{nim_module}:WrittenNim"]) == 0
    capsys.readouterr()
    for arguments in (
        [str(tmp_path / "missing.pnyx")],
        [str(tmp_path)],
        ["\0"],
        [file, "--game", nim_module],
        [file, "--game", f"{nim_module}:nothing"],
        [file, "--game", "no_such_module:game"],
        [file, "--game", f"{nim_module}:Broken"],
        [file, "--game", f"{nim_module}:number"],
    ):
        assert main(arguments) == 2, arguments
        output = capsys.readouterr()
        assert output.out == "", arguments
        assert output.err.startswith("error: "), arguments
        assert output.err.count("\n") == 1, arguments


def test_the_command_needs_nothing_native(tmp_path: Path) -> None:
    file = write(tmp_path / "mate.pnyx", MATE)
    program = (
        "import runpy, sys; sys.modules['pnyx._core'] = None; "
        "runpy.run_module('pnyx.reference.check', run_name='__main__', alter_sys=True)"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(pnyx.__file__).parents[1])}
    for arguments, status in (([file], 0), ([str(tmp_path / "missing")], 2), ([__file__], 1), ([], 2)):
        run = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == status, arguments
        assert "Traceback" not in run.stderr, arguments
