"""Variations of mates as PGN and JSON, and the command that writes them."""

from __future__ import annotations

import dataclasses
import io
import json
import signal
import subprocess
import sys
import time
from importlib.resources import files
from typing import Any

import chess
import chess.pgn
import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner, Result

import pnyx
from pnyx.cli import app
from pnyx.mates import Attack, Defence, Replies

MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
DUALS = "8/5k2/8/4K3/8/5p2/2Q5/8 w - - 0 1"
BLACK = "6K1/7r/5k2/8/8/8/8/8 b - - 0 1"
LONG = "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1"


class TestPgn:
    @pytest.mark.parametrize(("fen", "moves", "goal"), [(MORPHY, 2, "mate"), (DUALS, 3, "mate"), (BLACK, 2, "mate")])
    def test_is_read_again_and_played_to_mate(self, fen: str, moves: int, goal: str) -> None:
        found = pnyx.variations(fen, moves, goal=goal, set_play=True, tries=True)
        game = chess.pgn.read_game(io.StringIO(found.pgn))
        assert game is not None
        assert not game.errors
        assert game.board().fen() == fen
        assert game.headers["Result"] == ("1-0" if found.mating == "white" else "0-1")
        assert game.end().board().is_checkmate()
        nodes, ends = [game], []
        while nodes:
            node: Any = nodes.pop()
            nodes += node.variations
            if not node.variations:
                ends.append(node)
        assert len(ends) > 1
        for end in ends:
            refuted = chess.pgn.NAG_GOOD_MOVE in end.nags and end.comment == "no mate in time"
            assert end.board().is_checkmate() or refuted, end

    def test_has_all_that_the_tree_has(self) -> None:
        found = pnyx.variations(MORPHY, 2, set_play=True, tries=True)
        game = chess.pgn.read_game(io.StringIO(found.pgn))
        assert game is not None
        first = {node.move.uci(): node for node in game.variations}
        assert set(first) == {"a1a6", "a1a5", "a1a7", "0000"}
        assert first["a1a6"].nags == {chess.pgn.NAG_GOOD_MOVE}
        assert first["a1a5"].nags == {chess.pgn.NAG_MISTAKE}
        assert first["a1a5"].variations[0].move.uci() == "a7a6", "the refutation is the main answer"
        replies = found.keys[0].replies
        assert replies is not None
        assert {node.move.uci() for node in first["a1a6"].variations} == {each.move for each in replies.defences}

    def test_of_a_side_that_is_mated(self) -> None:
        found = pnyx.variations("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", 1, goal="mated")
        game = chess.pgn.read_game(io.StringIO(found.pgn))
        assert game is not None
        assert game.headers["Result"] == "1-0"
        assert [node for node in game.variations if not node.end().board().is_checkmate()] == []


def schema() -> Draft202012Validator:
    file = files("pnyx") / "schema" / "variations.schema.json"
    return Draft202012Validator(json.loads(file.read_text(encoding="utf-8")))


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(app, ["variations", *arguments], input=text, catch_exceptions=False, prog_name="pnyx")


def test_the_deepest_tree_can_be_written() -> None:
    shuffle = [("Ng1", "f3g1", "Ng8", "f6g8"), ("Nf3", "g1f3", "Nf6", "g8f6")]
    attack = Attack("g1f3", "Nf3", 1, False)
    for depth in range(50):
        san, move, reply, reply_move = shuffle[depth % 2]
        defence = Defence(reply_move, reply, depth + 1, True, (attack,))
        attack = Attack(move, san, depth + 2, False, replies=Replies(depth + 1, (defence,)))
    found = dataclasses.replace(pnyx.variations(pnyx.position("chess"), 1), keys=(attack,), verdict="proven")
    assert found.settled
    assert json.dumps(found.to_json()).count("Nf6") == 25
    schema().validate(found.to_json())
    assert found.text.count("Nf6") == 25
    game = chess.pgn.read_game(io.StringIO(found.pgn))
    assert game is not None
    assert game.end().ply() == 101


class TestCommand:
    def test_text(self) -> None:
        done = run("chess", MORPHY, "--tries", "--set-play")
        assert done.exit_code == 0
        assert "White to move" in done.stdout
        assert "1.Ra5? (zugzwang)" in done.stdout
        assert "1...bxa6 2.b7#" in done.stdout
        assert "Checked: the certificate of every answer was accepted." in done.stdout
        assert done.stderr == ""

    def test_chess_need_not_be_said(self) -> None:
        assert run(MORPHY, "--format", "pgn").stdout == run("chess", MORPHY, "--format", "pgn").stdout
        assert "1.Ra6!" in run("-", text=MORPHY).stdout

    def test_pgn(self) -> None:
        done = run(MORPHY, "--moves", "2", "--format", "pgn")
        assert done.exit_code == 0
        game = chess.pgn.read_game(io.StringIO(done.stdout))
        assert game is not None
        assert game.end().board().is_checkmate()

    @pytest.mark.parametrize(
        ("arguments", "status"),
        [
            ((MORPHY, "--tries", "--set-play", "--short", "--all"), 0),
            ((MORPHY, "--moves", "1"), 0),
            ((MORPHY, "--moves", "2", "--max-nodes", "20", "--tries"), 1),
            ((DUALS, "--moves", "3", "--refutations", "2"), 0),
            ((DUALS, "--moves", "3", "--max-tree", "4"), 1),
            (("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", "--goal", "mated"), 0),
            ((LONG, "--max-nodes", "20"), 1),
        ],
    )
    def test_json(self, arguments: tuple[str, ...], status: int) -> None:
        done = run(*arguments, "--json")
        assert done.exit_code == status
        assert done.stdout.count("\n") == 1
        printed = json.loads(done.stdout)
        schema().validate(printed)
        assert (printed["settled"] and not printed["cut"]) == (status == 0)

    def test_json_is_the_tree(self) -> None:
        printed = json.loads(run(MORPHY, "--moves", "2", "--format", "json").stdout)
        key = printed["keys"][0]
        assert (key["move"], key["san"], key["length"], key["zugzwang"]) == ("a1a6", "Ra6", 2, True)
        first = key["replies"]["defences"][0]
        assert (first["san"], [attack["san"] for attack in first["attacks"]]) == ("bxa6", ["b7#"])
        assert printed["tries"] is printed["set_play"] is None

    @pytest.mark.parametrize(
        "change",
        [{"verdict": "maybe"}, {"verdict": "unknown"}, {"more": 1}, {"tries": [{}]}, {"settled": False}, {"keys": [1]}],
    )
    def test_the_schema_is_strict(self, change: dict[str, Any]) -> None:
        printed = pnyx.variations(MORPHY, 2, tries=True).to_json()
        assert schema().is_valid(printed)
        assert not schema().is_valid({**printed, **change})

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (("chess",), "expected a position, as a FEN in quotes"),
            (tuple(MORPHY.split()), "put it in quotes"),
            (("othello", MORPHY), "expected a chess position, not one of othello"),
            ((MORPHY, "--moves", "two"), "--moves must be a whole number"),
            ((MORPHY, "--moves", "0"), "moves must be a whole number from 1"),
            ((MORPHY, "--format", "xml"), "unknown format 'xml': expected one of text, pgn, json"),
            ((MORPHY, "--format", "pgn", "--json"), "give only one"),
            ((MORPHY, "--goal", "mated", "--tries"), "leave them out"),
            (("kbK5/pp6 w",), "not a FEN"),
        ],
    )
    def test_bad_input(self, arguments: tuple[str, ...], says: str) -> None:
        done = run(*arguments)
        assert done.exit_code == 2
        assert says in done.stderr
        assert done.stderr.count("\n") == 1

    def test_ctrl_c_shows_what_is_known(self) -> None:
        command = [sys.executable, "-m", "pnyx", "variations", LONG, "--moves", "9", "--tries"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(4)
            process.send_signal(signal.SIGINT)
            out, error = process.communicate(timeout=60)
        assert process.returncode == 1, error
        assert "Some moves are undecided: you stopped the search." in out
