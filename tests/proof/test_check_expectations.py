"""A certificate is true of the question in it: `check` says which that is, and whether it is yours."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import chess
import pytest
from typer.testing import CliRunner, Result

import pnyx
from pnyx.api.expected import Expected
from pnyx.cli import app
from pnyx.errors import CertificateError, InputError, OtherQuestionError
from pnyx.reference.certificate import CertificateFile
from pnyx.reference.check import main
from support.raising import raises_for
from support.sample_games import BareNim, Nim

MATE: Final = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
LATER: Final = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 14 77"
OTHER: Final = "6k1/5ppp/8/8/8/8/8/1K1R4 w - - 0 1"
ATOMIC: Final = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"
BACK: Final = "k7/2Q5/8/8/8/8/8/K7 w - - 0 1 moves c7c6 a8b8 c6c7 b8a8"
GRAPH: Final = "A max: B C; B = win; C = draw"


def data(position: Any, goal: str, **options: Any) -> bytes:
    certificate = pnyx.solve(position, goal, **options).certificate
    assert certificate is not None
    return certificate.data


def told(certificate: bytes, game: Any = None, **expected: Any) -> str:
    """What is said against a certificate that was accepted; nothing if it is the right one."""
    try:
        pnyx.check(certificate, game, **expected)
    except OtherQuestionError as error:
        other = error
    else:
        return ""
    assert other.report == pnyx.check(certificate, game)
    assert "\n" not in str(other)
    return str(other)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, catch_exceptions=False, prog_name="pnyx")


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "mate.pnyx").write_bytes(data(MATE, "mate"))
    return str(tmp_path / "mate.pnyx")


class TestPosition:
    @pytest.mark.parametrize("same", [MATE, LATER, pnyx.position("chess", LATER), chess.Board(MATE)], ids=str)
    def test_counters_do_not_matter(self, same: Any) -> None:
        assert told(data(MATE, "mate"), expect_position=same) == ""

    def test_with_the_fifty_move_rule_they_do(self) -> None:
        certificate = data(pnyx.position("chess", MATE, fifty_move_rule=True), "mate")
        assert told(certificate, expect_position=pnyx.position("chess", MATE, fifty_move_rule=True)) == ""
        later = pnyx.position("chess", LATER, fifty_move_rule=True)
        assert "the position is" in told(certificate, expect_position=later)
        assert "the rules are fifty-move-rule=on, not the default ones" in told(certificate, expect_position=MATE)

    def test_another_position(self) -> None:
        assert told(data(MATE, "mate"), expect_position=OTHER) == (
            f"it answers another question: the position is '{MATE}', not '{OTHER}'"
        )

    def test_another_game(self) -> None:
        certificate = data(pnyx.position("tic-tac-toe", "XX./OO./... x"), "win")
        assert "the game is tic-tac-toe, not chess" in told(certificate, expect_position=MATE)
        assert "the game is tic-tac-toe, not othello" in told(certificate, expect_position=pnyx.position("othello"))

    def test_variants_of_chess_are_named(self) -> None:
        certificate = data(pnyx.position("atomic", ATOMIC), "win")
        said = told(certificate, expect_position=ATOMIC)
        assert "the game is atomic, and a text alone means chess" in said
        assert "the game is atomic, not chess" in told(certificate, expect_position=pnyx.position("chess", ATOMIC))
        assert told(certificate, expect_position=pnyx.position("atomic", ATOMIC)) == ""

    def test_options_that_change_the_rules(self) -> None:
        four = pnyx.position("tic-tac-toe", "XXX./OOO./..../.... x", k=4)
        certificate = data(four, "win")
        assert told(certificate, expect_position=four) == ""
        assert "the rules are k=4" in told(certificate, expect_position=four.text)
        restricted = pnyx.position("chess", MATE, attack="checks")
        assert "the rules are attack=checks" in told(data(restricted, "mate"), expect_position=MATE)
        assert told(data(restricted, "mate"), expect_position=restricted) == ""

    def test_options_that_do_not(self) -> None:
        certificate = data(pnyx.position("chess", MATE, order="papers"), "mate")
        assert told(certificate, expect_position=MATE) == ""

    def test_a_history_is_part_of_the_position(self) -> None:
        board = pnyx.position("chess", BACK).board
        with_history, without = data(BACK, "draw-or-better"), data(board, "draw-or-better")
        assert told(with_history, expect_position=BACK) == ""
        assert told(without, expect_position=board) == ""
        assert "but its history is '" in told(with_history, expect_position=board)
        assert "but its history is none, not '" in told(without, expect_position=BACK)
        # Where moves are counted, no position is repeated.
        counted = data(BACK, "mate-in 1")
        assert told(counted, expect_position=BACK) == told(counted, expect_position=board) == ""

    def test_graphs(self) -> None:
        certificate = data(pnyx.position("graph", GRAPH), "win")
        assert told(certificate, expect_position=f"root A; {GRAPH}  # the same") == ""
        assert "the position is" in told(certificate, expect_position=GRAPH.replace("draw", "loss"))

    def test_games_written_in_python(self) -> None:
        game = Nim()
        certificate = data(pnyx.position(game, "7a"), "win")
        for same in ("7a", (7, 0), pnyx.position(game), pnyx.position(Nim(), "7a")):
            assert told(certificate, game, expect_position=same, expect_goal="win") == "", same
        assert "the position is '7a', not '(6, 0)'" in told(certificate, game, expect_position="6a")
        assert "the game is nim, not chess" in told(certificate, game, expect_position=pnyx.position("chess", MATE))
        with pytest.raises(InputError, match="cannot read the position 'x'"):
            pnyx.check(certificate, game, expect_position="x")

    def test_games_without_notations(self) -> None:
        game = BareNim()
        within = pnyx.position(game)
        certificate = pnyx.solve(within, "win").certificate
        assert certificate is not None
        held, root, _ = certificate.subject()
        assert told(held, root, expect_position=(7, 0)) == ""
        assert "the position is" in told(held, root, expect_position=(6, 0))

    @pytest.mark.parametrize("unusable", ["", "no position", 42, b"x", "8/8/8/8/8/8/8/8 w - - 0 1"])
    def test_what_is_no_position_is_bad_input(self, unusable: Any) -> None:
        with pytest.raises(InputError):
            pnyx.check(data(MATE, "mate"), expect_position=unusable)


class TestGoalAndVerdict:
    def test_a_number_of_moves_is_another_goal(self) -> None:
        counted = data(MATE, "mate-in 3")
        assert told(counted, expect_goal="mate-in 3") == told(counted, expect_goal=" mate-in  3 ") == ""
        assert "the goal is 'mate-in 3', not 'mate-in 2'" in told(counted, expect_goal="mate-in 2")
        said = told(counted, expect_goal="mate")
        assert "the goal is 'mate-in 3', not 'mate' (a mate within 3 moves is a mate, but" in said
        assert told(data(MATE, "mate"), expect_goal="mate-in 3").endswith("the goal is 'mate', not 'mate-in 3'")
        assert told(data(MATE, "mate"), expect_goal="win").endswith("the goal is 'mate', not 'win'")

    def test_a_disproof_is_an_answer(self) -> None:
        no = data(OTHER.replace("R", "N"), "mate-in 1")
        assert pnyx.check(no).verdict == "disproven"
        assert told(no, expect_goal="mate-in 1") == told(no, expect_verdict="disproven") == ""
        assert "the verdict is disproven, not proven" in told(no, expect_verdict="proven")

    def test_everything_that_differs_is_said(self) -> None:
        said = told(data(MATE, "mate"), expect_position=OTHER, expect_goal="promote", expect_verdict="disproven")
        assert said.count("; ") == 2

    def test_what_cannot_be_meant_is_bad_input(self) -> None:
        for expected in ({"expect_goal": "mat"}, {"expect_goal": 3}, {"expect_verdict": "yes"}):
            with raises_for(expected, InputError):
                pnyx.check(data(MATE, "mate"), **expected)

    def test_a_false_certificate_is_rejected_first(self) -> None:
        forged = data(MATE, "mate").replace(b"verdict: proven", b"verdict: disproven")
        for certificate in (forged, b"junk", data(MATE, "mate")[:-1]):
            with raises_for(certificate, CertificateError) as caught:
                pnyx.check(certificate, expect_position=MATE, expect_goal="mate")
            assert not isinstance(caught.value, OtherQuestionError), certificate


QUESTION: Final = f"Question: chess, position {MATE}, goal mate for white: proven\n"


class TestCommand:
    def test_the_question_is_always_printed(self, file: str) -> None:
        done = run("check", file)
        assert (done.exit_code, done.stdout.partition("\n")[2]) == (0, QUESTION)

    def test_rules_are_part_of_it(self, tmp_path: Path) -> None:
        certificate = data(pnyx.position("chess", MATE, fifty_move_rule=True, attack="checks"), "mate")
        assert pnyx.check(certificate).question.startswith("chess attack=checks fifty-move-rule=on, position ")

    def test_the_question_that_was_asked(self, file: str) -> None:
        asked = ("--expect-position", LATER, "--expect-goal", "mate")
        done = run("check", file, *asked, "--expect-verdict", "proven")
        assert done.exit_code == 0
        assert done.stdout.endswith(f"{QUESTION}The certificate answers your question.\n")
        assert main([file, *asked, "--expect-verdict", "proven"]) == 0

    @pytest.mark.parametrize("goal", ["#1", "mate in 1", "Mate-in-1", " mate-in  1 "])
    def test_a_goal_as_people_write_it(self, tmp_path: Path, goal: str) -> None:
        file = tmp_path / "one.pnyx"
        file.write_bytes(data(pnyx.position("chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), "mate-in 1"))
        for expected, status in ((goal, 0), ("#2", 1)):
            asked = [str(file), "--expect-goal", expected]
            assert run("check", *asked).exit_code == main(asked) == status, expected

    def test_an_option_without_a_value(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run("check", file, "--expect-position", MATE, "--expect-option", "k").exit_code == 2
        with pytest.raises(SystemExit, match="2"):
            main([file, "--expect-position", MATE, "--expect-option", "k"])
        assert "expected KEY=VALUE, got 'k'" in capsys.readouterr().err

    @pytest.mark.parametrize(
        "expected",
        [
            ("--expect-position", OTHER),
            ("--expect-position", BACK),
            ("--expect-goal", "mate-in 1"),
            ("--expect-verdict", "disproven"),
            ("--expect-position", MATE, "--expect-option", "fifty-move-rule=on"),
            ("--expect-position", MATE, "--expect-game", "atomic"),
            ("--expect-position", LATER, "--expect-goal", "promote"),
        ],
    )
    def test_another_question(self, file: str, expected: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
        done = run("check", file, *expected)
        assert (done.exit_code, done.stdout.partition("\n")[2]) == (1, QUESTION)
        assert done.stderr.startswith(f"pnyx: {file}: it answers another question: the ")
        assert main([file, *expected]) == 1
        output = capsys.readouterr()
        assert output.out == QUESTION
        assert output.err.startswith("rejected: it answers another question: the ")

    def test_json(self, file: str) -> None:
        answer = json.loads(run("check", file, "--expect-goal", "mate", "--json").stdout)
        assert (answer["accepted"], answer["answers"], answer["reason"]) == (True, True, None)
        assert answer["expected"] == {"position": None, "goal": "mate", "verdict": None}
        done = run("check", file, "--expect-position", OTHER, "--json")
        answer = json.loads(done.stdout)
        assert (done.exit_code, answer["accepted"], answer["answers"]) == (1, False, False)
        assert (answer["position"], answer["checkers"]) == (MATE, ["rust", "python"])
        assert answer["reason"].startswith("it answers another question")

    def test_named_games_and_their_options(self, tmp_path: Path) -> None:
        four = pnyx.position("tic-tac-toe", "XXX./OOO./..../.... x", k=4)
        for place, opened in enumerate((pnyx.position("atomic", ATOMIC), four)):
            file = str(tmp_path / f"{place}.pnyx")
            Path(file).write_bytes(data(opened, "win"))
            rules = [f"--expect-option={name}={value}" for name, value in opened.options.items()]
            asked = ["--expect-position", opened.text, "--expect-goal", "win"]
            assert run("check", file, *asked).exit_code == main([file, *asked]) == 1, opened
            named = [*asked, "--expect-game", opened.game, *rules]
            assert run("check", file, *named).exit_code == main([file, *named]) == 0, opened

    def test_games_written_in_python(self, tmp_path: Path) -> None:
        file = str(tmp_path / "nim.pnyx")
        Path(file).write_bytes(data(pnyx.position(Nim(), "7a"), "win"))
        for text, status in (("7a", 0), ("6a", 1), ("x", 2)):
            arguments = [file, "--game", "support.sample_games:Nim", "--expect-position", text]
            assert run("check", *arguments).exit_code == main(arguments) == status, text

    def test_a_graph_in_a_file(self, tmp_path: Path) -> None:
        file, graph = tmp_path / "graph.pnyx", tmp_path / "graph.txt"
        file.write_bytes(data(pnyx.position("graph", GRAPH), "win"))
        graph.write_text(GRAPH)
        assert run("check", str(file), "--expect-position", str(graph)).exit_code == 0
        assert main([str(file), "--expect-position", GRAPH]) == 0

    @pytest.mark.parametrize(
        "expected",
        [
            ("--expect-position", ""),
            ("--expect-position", "nonsense"),
            ("--expect-goal", "mat"),
            ("--expect-verdict", "yes"),
            ("--expect-game", "chess"),
            ("--expect-option", "k=4"),
            ("--expect-position", MATE, "--expect-game", "checker"),
            ("--expect-position", MATE, "--expect-option", "k=4"),
            ("--expect-position", MATE, "--expect-game", "support.sample_games:Nim"),
            ("--expect-position", MATE, "--game", "support.sample_games:Nim", "--expect-game", "chess"),
        ],
    )
    def test_bad_input(self, file: str, expected: tuple[str, ...]) -> None:
        done = run("check", file, *expected)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1

    def test_a_file_does_not_say_which_module_is_imported(
        self, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("named_by_a_file.py").write_text("raise RuntimeError('imported')\n")
        hostile = Path("hostile.pnyx")
        hostile.write_bytes(Path(file).read_bytes().replace(b"game: chess", b"game: named_by_a_file:Game"))
        for game in ((), ("--expect-game", "named_by_a_file:Game")):
            answer = CliRunner().invoke(
                app, ["check", str(hostile), "--expect-position", MATE, "--expect-option", "k=3", *game]
            )
            assert answer.exit_code == 2, answer.output
            assert "imported" not in answer.output, game

    @pytest.mark.parametrize("name", ["game", "text", "colour"])
    def test_a_header_with_odd_options_is_rejected(self, file: str, tmp_path: Path, name: str) -> None:
        hostile = tmp_path / "hostile.pnyx"
        read = Path(file).read_bytes()
        assert b"options: {}" in read
        hostile.write_bytes(read.replace(b"options: {}", b'options: {"%s":"x"}' % name.encode()))
        answer = CliRunner().invoke(app, ["check", str(hostile), "--expect-goal", "mate"])
        assert answer.exit_code == 1, answer.output
        header = replace(CertificateFile.open(read).header, options={name: "x"})
        said = Expected(goal="mate").difference(header)
        assert said == f"its position cannot be read: chess has no option {name!r}"
