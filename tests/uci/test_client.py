"""The engine in a process of its own, with python-chess as its client."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import chess
import chess.engine
import pytest
from chess.engine import Limit, SimpleEngine

from support.places import PUBLISHED
from support.uci_dialogue import COMMAND, PATIENCE, Process

MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
THREE_WAYS = "8/P7/8/kpQ5/2K5/8/8/8 w - - 0 1"
LOST = "8/8/8/8/8/1k6/7r/K7 w - - 0 1"

LONG = {"r281": 14}
"""A mate whose shortest form takes most of the time of all 82: here a longer one will do, the soak test has it."""


class WithNegativeMates(chess.engine.UciProtocol):
    """python-chess sends no `go mate` below 1, so that this does."""

    def _go(self, limit: Limit, **others: Any) -> None:
        if limit.mate is not None and limit.mate < 0:
            self.send_line(f"go mate {limit.mate}")
        else:
            super()._go(limit, **others)


@pytest.fixture(scope="module")
def engine() -> Iterator[SimpleEngine]:
    with SimpleEngine.popen(WithNegativeMates, COMMAND, timeout=PATIENCE) as engine:
        yield engine


def mate(board: chess.Board, info: chess.engine.InfoDict) -> int:
    """The length of a mate that was found; its line is played to the end."""
    length = info["score"].relative.mate()
    assert length is not None
    after = board.copy()
    for move in info["pv"]:
        after.push(move)
    assert after.is_checkmate()
    assert len(info["pv"]) == (2 * length - 1 if length > 0 else -2 * length)
    return length


class TestAnalysis:
    def test_mate(self, engine: SimpleEngine) -> None:
        board = chess.Board(MORPHY)
        info = engine.analyse(board, Limit(mate=2))
        assert mate(board, info) == 2
        assert info["pv"][0] == chess.Move.from_uci("a1a6")

    def test_the_other_side_mates(self, engine: SimpleEngine) -> None:
        board = chess.Board(LOST)
        assert mate(board, engine.analyse(board, Limit(mate=-1))) == -1
        assert mate(board, engine.analyse(board, Limit(nodes=10_000))) == -1

    def test_no_mate_has_no_score(self, engine: SimpleEngine) -> None:
        info = engine.analyse(chess.Board(MORPHY), Limit(mate=1))
        assert "score" not in info
        assert "score" not in engine.analyse(chess.Board(), Limit(time=0.05))

    def test_several_lines(self, engine: SimpleEngine) -> None:
        board = chess.Board(THREE_WAYS)
        infos = engine.analyse(board, Limit(nodes=1_000_000), multipv=4)
        assert [mate(board, info) for info in infos] == [1, 2, 2, 3]
        assert len({info["pv"][0] for info in infos}) == 4

    def test_chosen_moves(self, engine: SimpleEngine) -> None:
        board = chess.Board(THREE_WAYS)
        chosen = [chess.Move.from_uci("c4d3"), chess.Move.from_uci("c4c3")]
        info = engine.analyse(board, Limit(mate=2), root_moves=chosen)
        assert mate(board, info) == 2
        assert info["pv"][0] == chosen[1]

    def test_endless_analysis_is_stopped(self, engine: SimpleEngine) -> None:
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if "nodes" in info:
                    break
            engine.ping()
            analysis.stop()
            best = analysis.wait()
        assert best.move is not None
        assert chess.Board().is_legal(best.move)

    def test_endless_analysis_that_is_settled_waits_for_stop(self, engine: SimpleEngine) -> None:
        board = chess.Board(MORPHY)
        with engine.analysis(board) as analysis:
            for info in analysis:
                if "no sooner" in info.get("string", ""):
                    break
            analysis.stop()
            assert analysis.wait().move == chess.Move.from_uci("a1a6")
            assert mate(board, analysis.info) == 2


class TestPlay:
    def test_a_game_to_mate(self, engine: SimpleEngine) -> None:
        board = chess.Board("7k/8/8/8/8/8/3Q4/3K4 w - - 0 1")
        game = object()
        while not board.is_game_over():
            played = engine.play(board, Limit(nodes=50_000), game=game)
            assert played.move is not None, (board.fen(), played)
            board.push(played.move)
        assert board.is_checkmate()

    def test_clock_and_ponder(self, engine: SimpleEngine) -> None:
        board = chess.Board(MORPHY)
        limit = Limit(white_clock=60, black_clock=60, white_inc=1, black_inc=1)
        played = engine.play(board, limit, ponder=True)
        assert played.move == chess.Move.from_uci("a1a6")
        assert played.ponder is not None
        board.push(played.move)
        board.push(played.ponder)
        played = engine.play(board, limit, ponder=True)
        assert played.move is not None
        board.push(played.move)
        assert board.is_checkmate()

    def test_variants_are_refused(self, engine: SimpleEngine) -> None:
        with pytest.raises(chess.engine.EngineError, match="UCI_Chess960"):
            engine.play(chess.Board(chess960=True), Limit(nodes=10))


class TestWinAtChess:
    """The 82 mates of Reinfeld's book that the literature counts nodes on."""

    @staticmethod
    def solved(engine: SimpleEngine, longer: dict[str, int]) -> list[str]:
        found = []
        with PUBLISHED.open(newline="") as file:
            for row in csv.DictReader(file):
                board = chess.Board(f"{row['fen']} 0 1")
                length = longer.get(row["id"], int(row["mate_in"]))
                assert 1 <= mate(board, engine.analyse(board, Limit(mate=length))) <= length
                found.append(row["id"])
        return found

    def test_all_are_solved(self, engine: SimpleEngine) -> None:
        assert len(self.solved(engine, LONG)) == 82

    @pytest.mark.soak
    def test_all_are_solved_in_the_published_length(self, engine: SimpleEngine) -> None:
        assert len(self.solved(engine, {})) == 82


class TestPipes:
    def test_end_of_input_ends_the_process(self) -> None:
        with Process() as engine:
            engine.send("position startpos", "go infinite", "isready")
            engine.hear("readyok")
            assert sum(line.startswith("bestmove") for line in engine.end()) == 1

    def test_quit_ends_the_process(self) -> None:
        with Process() as engine:
            engine.send("go infinite", "quit")
            assert sum(line.startswith("bestmove") for line in engine.end()) == 1

    def test_bytes_that_are_no_text(self) -> None:
        with Process() as engine:
            engine.send(b"\xff\xfe\x00 isready", b"position fen \x80\x81", b"x" * 3_000_000, b"isready", end=b"\r")
            engine.hear("info string .*")
            engine.hear("readyok")
            engine.send("go")
            engine.hear(r"bestmove \(none\)")
            assert engine.end() == []

    def test_a_program_without_arguments(self) -> None:
        done = subprocess.run(
            [sys.executable, "-c", "from pnyx.cli import main_uci; main_uci()"],
            input=b"uci\nquit\n",
            capture_output=True,
        )
        assert done.returncode == 0
        assert done.stdout.split()[-1] == b"uciok"
        assert done.stderr == b""
