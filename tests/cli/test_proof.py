"""`pnyx proof`: walking through a certificate in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import pnyx
from cli.test_commands import run
from cli.test_json_schema import answer, schema
from pnyx.cli.proof import split_line
from support.proof_cases import ASKED, MORPHY, certificate, proof, tower
from support.proof_reader import PlainReading
from support.sample_games import Nim

CYCLIC = next(asked for asked in ASKED if asked.game == "chess" and proof(asked).plies is None)


@pytest.fixture(scope="module")
def morphy(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(certificate(MORPHY).save(tmp_path_factory.mktemp("proof") / "morphy.pnyx"))


def lines(*arguments: str) -> list[str]:
    done = run("proof", *arguments)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_the_root(morphy: str) -> None:
    shown = lines(morphy)
    assert shown[0].startswith("White mates in at most 2 from kbK5/")
    assert "White to move" in shown
    assert shown[-4:] == ["At the root: 16 positions, 3 plies.", "", "The proof plays:", "  Ra6  15 positions, 2 plies"]


def test_replies_below_one_another(morphy: str) -> None:
    shown = lines(morphy, "--line", "a1a6", "--depth", "2")
    after = shown.index("After 1. Ra6: 15 positions, 2 plies.")
    assert shown[after + 1 : after + 5] == [
        "",
        "Every reply has an answer:",
        "  bxa6  2 positions, 1 ply",
        "    b7#  the end",
    ]
    assert len(shown) == after + 3 + 14


def test_the_end(morphy: str) -> None:
    shown = lines(morphy, "--line", "1. Ra6 bxa6 2. b7#")
    assert shown[-1] == "The line ends here."
    assert "After 1. Ra6 bxa6 2. b7#: 1 position, 0 plies." in shown


def test_what_is_left_out_is_said(morphy: str) -> None:
    shown = lines(morphy, "--line", "Ra6", "--depth", "2", "--most", "3")
    assert shown[-4:-1] == ["  bxa6  2 positions, 1 ply", "  Bc7   2 positions, 1 ply", "  Bd6   2 positions, 1 ply"]
    assert shown[-1] == "More moves are not shown: raise --most."
    assert lines(morphy, "--depth", "0")[-1] == "At the root: 16 positions, 3 plies."


def test_find(morphy: str) -> None:
    found = lines(morphy, "--find", "b7#")
    assert found[-2:] == ["Found:", "  1. Ra6 bxa6 2. b7#"]
    assert lines(morphy, "--line", "Ra6", "--find", "b p")[-1] == "Nothing found."
    assert lines(morphy, "--find", "kbK5/pp6/1P6")[-2:] == ["Found:", "  (here)"]
    more = lines(morphy, "--find", "Rxa7", "--most", "2")
    assert more[-3:-1] == ["  1. Ra6 Bc7 2. Rxa7#", "  1. Ra6 Bd6 2. Rxa7#"]
    assert more[-1].startswith("There may be more")


def test_nothing_in_time_is_unknown(tmp_path: Path) -> None:
    file = tmp_path / "tower.pnyx"
    file.write_bytes(tower(levels=4)[0])
    done = run("proof", str(file), "--find", "nowhere", "--max-seconds", "1e-9")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (1, "Nothing found within the time limit.")


def test_lines_that_come_back(tmp_path: Path) -> None:
    file = str(certificate(CYCLIC).save(tmp_path / "cyclic.pnyx"))
    walked = proof(CYCLIC)
    records = (walked.at(line) for line, _ in PlainReading(certificate(CYCLIC).data).records())
    before, move = next((node, move) for node in records for move in node.moves if move.kind == "repetition")
    back = before.play(move.move)
    last = lines(file, "--line", " ".join(back.line))[-1]
    assert last.startswith("Repetition: the same position occurred after ")
    assert str(back.returns_to) in last
    assert any(row.endswith("repetition") for row in lines(file, "--line", " ".join(before.line)))


def test_json(morphy: str, tmp_path: Path) -> None:
    Draft202012Validator.check_schema(schema("proof"))
    root = answer("proof", morphy)
    assert list(root) == schema("proof")["required"]
    assert (root["nodes"], root["node"]["kind"], root["found"]) == (16, "choice", None)
    deeper: Any = answer("proof", morphy, "--line", "Ra6", "--depth", "2")["node"]
    assert (deeper["line"], deeper["line_text"], deeper["size"]) == (["a1a6"], "1. Ra6", 15)
    assert [move["node"]["moves"][0]["text"] for move in deeper["moves"]] == ["b7#", *["Rxa7#"] * 6]
    assert answer("proof", morphy, "--find", "b7#")["found"] == {
        "lines": [{"line": ["a1a6", "b7a6", "b6b7"], "line_text": "1. Ra6 bxa6 2. b7#"}],
        "complete": True,
    }
    assert answer("proof", morphy, "--line", "Ra6", "--most", "2")["cut"]
    cyclic = certificate(CYCLIC).save(tmp_path / "cyclic.pnyx")
    assert answer("proof", str(cyclic), "--depth", "3")["plies"] is None
    junk = tmp_path / "junk.pnyx"
    junk.write_bytes(b"junk")
    rejected = answer("proof", str(junk))
    assert (rejected["accepted"], set(rejected)) == (False, set(root))
    valid = Draft202012Validator(schema("proof")).is_valid
    assert not valid({**root, "node": None})
    assert not valid({**root, "more": 1})
    assert not valid({**rejected, "accepted": True})


def test_what_is_wrong_is_one_line(morphy: str, tmp_path: Path) -> None:
    for arguments, status, message in [
        (
            (morphy, "--line", "a1a5"),
            2,
            "pnyx: move 1 of the line, 'a1a5', leaves the proof: the proof plays a1a6 there",
        ),
        ((morphy, "--depth", "101"), 2, "pnyx: --depth must be at most 100, not '101'"),
        ((morphy, "--most", "0"), 2, "pnyx: --most must be at least 1, not '0'"),
        ((morphy, "--find", ""), 2, "pnyx: expected a text to find, part of a position or a move, not ''"),
        ((morphy, "--game", "chess"), 2, "pnyx: chess is a built-in game: --game is for games written in Python"),
        ((str(tmp_path / "no.pnyx"),), 2, "pnyx: cannot read"),
    ]:
        done = run("proof", *arguments)
        assert (done.exit_code, done.stdout) == (status, ""), (arguments, message)
        assert done.stderr.startswith(message), (arguments, message)
        assert done.stderr.count("\n") == 1, (arguments, message)
    junk = tmp_path / "junk.pnyx"
    junk.write_bytes(b"junk")
    done = run("proof", str(junk))
    assert (done.exit_code, done.stderr.startswith(f"pnyx: {junk}: rejected: ")) == (1, True)


def test_a_game_written_in_python(tmp_path: Path) -> None:
    found = pnyx.solve(Nim(5), "win", "df-pn")
    assert found.certificate is not None
    file = str(found.certificate.save(tmp_path / "nim.pnyx"))
    shown = lines(file, "--game", "support.sample_games:small", "--line", "take1; take2")
    assert shown[-2:] == ["The proof plays:", "  take2  the end"]


def test_lines_as_people_type_them() -> None:
    chess, other = proof(MORPHY), proof(ASKED[0])
    assert split_line("1. Ra6 bxa6 2.b7#", chess) == ["Ra6", "bxa6", "b7#"]
    assert split_line("1... Ra6", chess) == ["Ra6"]
    assert split_line(" a1  b2 ", other) == ["a1", "b2"]
    assert split_line("1.a", other) == ["1.a"], "numbers may be moves elsewhere"
    assert split_line("(2, 3); (0, 1);", other) == ["(2, 3)", "(0, 1)"]
    assert split_line("", chess) == []
