"""The public Python API."""

from __future__ import annotations

import contextlib
import importlib
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import chess.variant
import pytest

import pnyx
from sample_games import BareNim, Broken, Endless, Nim, Ring

MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
WIN_IN_1 = "XX./OO./... x"


def test_every_public_name_is_there() -> None:
    for name in pnyx.__all__:
        assert getattr(pnyx, name) is not None
        assert name in dir(pnyx)
    assert isinstance(pnyx.__version__, str)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = pnyx.nothing  # type: ignore[attr-defined]


def test_solve_stays_a_function_whatever_is_imported_first() -> None:
    code = (
        "import importlib, pkgutil, pnyx\n"
        "for module in pkgutil.iter_modules(pnyx.__path__):\n"
        "    if not module.name.startswith('__'): importlib.import_module('pnyx.' + module.name)\n"
        "names = ('solve', 'value', 'check', 'games', 'position', 'perft')\n"
        "assert all(callable(getattr(pnyx, name)) for name in names)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_reference_works_without_the_native_module() -> None:
    code = (
        "import sys\n"
        "sys.modules['pnyx._core'] = None\n"
        "import pnyx.reference.check, pnyx.errors, pnyx.game\n"
        "from pnyx import InputError, Game, DRAW\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


class TestPositions:
    def test_start_and_text(self) -> None:
        start = pnyx.position("tic-tac-toe")
        assert start == pnyx.position("tic-tac-toe", ".../.../... x")
        assert hash(start) == hash(pnyx.position("tic-tac-toe", ".../.../... x"))
        assert start != pnyx.position("tic-tac-toe", "X../.../... o")
        assert start != ".../.../... x"
        assert start.players == ("x", "o")
        assert start.outcome is None
        assert start.goals == ["win", "draw-or-better"]
        assert start.object is None
        assert eval(repr(start), {"pnyx": pnyx}) == start

    def test_options(self) -> None:
        four = pnyx.position("tic-tac-toe", rows=4, columns="4", k=4)
        assert four.board.startswith("..../")
        assert pnyx.position("chess", fifty_move_rule=True).options == {"fifty-move-rule": "on"}
        assert pnyx.position("chess", fifty_move_rule=False).options == {}
        assert eval(repr(four), {"pnyx": pnyx}) == four

    def test_play_and_moves(self) -> None:
        end = pnyx.position("tic-tac-toe", WIN_IN_1).play("c3")
        assert end.outcome == "x"
        with pytest.raises(pnyx.InputError):
            end.play("c3")
        with pytest.raises(pnyx.InputError, match="a move is a text"):
            end.play(3)  # type: ignore[arg-type]

    def test_drawings(self) -> None:
        start = pnyx.position("tic-tac-toe", "X.O/.X./..O x")
        assert "X" in str(start)
        assert start._repr_svg_().startswith("<svg")

    def test_only_position_makes_positions(self) -> None:
        with pytest.raises(TypeError, match=r"pnyx\.position"):
            pnyx.Position("chess")  # type: ignore[arg-type]

    def test_python_positions(self) -> None:
        nim = Nim()
        start = pnyx.position(nim)
        assert start.object == (7, 0)
        assert start.turn == "ann"
        assert start == pnyx.position(nim, "7a")
        assert hash(start) == hash(pnyx.position(nim, "7a"))
        assert start != pnyx.position(nim, "6a")
        assert start != pnyx.position(Nim(), "7a"), "two games are two games, even of one class"
        assert start.python_game is nim
        assert "7" in repr(start)
        assert start.play("take3").object == (4, 1)

    @pytest.mark.parametrize(
        ("arguments", "options", "message"),
        [
            (("ches",), {}, "did you mean 'chess'"),
            (("go",), {}, "unknown game 'go'"),
            (("chess", ""), {}, "the position is empty"),
            (("chess", 7), {}, "must be given as text"),
            (("chess", "\udcff"), {}, "not valid text"),
            (("chess",), {"k": 4}, "unknown option of chess 'k'"),
            (("chess",), {"order": None}, "must be a text, a number"),
            (("tic-tac-toe",), {"k": "many"}, "k"),
            ((BareNim,), {}, r"write BareNim\(\)"),
            ((BareNim(), "7"), {}, "no method 'parse'"),
            ((Nim(), "seven"), {}, "cannot read the position 'seven'"),
            ((Nim(),), {"heap": 3}, "takes no options"),
            ((object(),), {}, "is no game"),
        ],
    )
    def test_bad_input(self, arguments: tuple[Any, ...], options: dict[str, Any], message: str) -> None:
        with pytest.raises(pnyx.InputError, match=message):
            pnyx.position(*arguments, **options)

    def test_perft(self) -> None:
        assert pnyx.perft("XX./OO./... x", 1) == 5
        assert pnyx.perft(chess.Board(), 2) == 400
        assert pnyx.perft(Nim(), 0) == 1
        for depth in (-1, 256, True, 1.0, "3"):
            with pytest.raises(pnyx.InputError, match="depth must be"):
                pnyx.perft(Nim(), depth)  # type: ignore[arg-type]


class TestWhatCanBeSolved:
    def test_text(self) -> None:
        assert pnyx.solve(WIN_IN_1).game == "tic-tac-toe"
        assert pnyx.solve(WIN_IN_1, game="tic-tac-toe").proven
        assert pnyx.solve(MATE_IN_1).goal == "mate"
        assert pnyx.solve("A max: B; B = win").game == "graph"

    def test_position(self) -> None:
        position = pnyx.position("tic-tac-toe", WIN_IN_1)
        assert pnyx.solve(position).position is position
        assert pnyx.solve(position, game="tic-tac-toe").proven
        with pytest.raises(pnyx.InputError, match="one of tic-tac-toe, not of game 'chess'"):
            pnyx.solve(position, game="chess")

    def test_python_game(self) -> None:
        nim = Nim()
        assert pnyx.solve(nim).proven
        assert pnyx.solve((4, 0), game=nim).disproven
        assert pnyx.solve(pnyx.position(nim, "4a"), game=nim).disproven
        assert pnyx.solve(BareNim(8)).disproven
        assert pnyx.solve(Ring(), goal="win").disproven
        assert pnyx.solve(Ring(), goal="draw-or-better").proven
        with pytest.raises(pnyx.InputError, match="not of the game given"):
            pnyx.solve(pnyx.position(nim), game=BareNim())

    def test_exceptions_of_a_game_come_out_unchanged(self) -> None:
        with pytest.raises(ZeroDivisionError, match=r"a mistake in moves\(\)") as caught:
            pnyx.solve(Broken())
        assert caught.traceback[-1].name == "moves"

    def test_exceptions_of_a_progress_function_come_out(self) -> None:
        def report(progress: pnyx.Progress) -> None:
            raise KeyError(progress.nodes)

        # A search too short to report is as good.
        try:
            result = pnyx.solve(
                pnyx.position("tic-tac-toe", rows=4, columns=4, k=4),
                on_progress=report,
                limit=pnyx.Limit(seconds=3, nodes=3_000_000),
            )
        except KeyError:
            return
        assert result.seconds < 2

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ("chess", r"name of a game: for its start give pnyx.position\('chess'\)"),
            ("nothing of the kind", "no built-in game reads 'nothing of the kind'"),
            (7, "a position is a text"),
            (None, "a position is a text"),
            (BareNim, r"write BareNim\(\)"),
        ],
    )
    def test_what_cannot(self, given: Any, message: str) -> None:
        with pytest.raises(pnyx.InputError, match=message):
            pnyx.solve(given)

    def test_half_a_game(self) -> None:
        class Half:
            def start(self) -> int:
                return 0

            def moves(self, position: int) -> list[int]:
                return []

        with pytest.raises(pnyx.InputError, match="Half has no method 'turn' and no 'outcome' and no 'play'"):
            pnyx.solve(Half())


class TestBoards:
    """Boards of python-chess."""

    def test_as_it_is(self) -> None:
        result = pnyx.solve(chess.Board(MATE_IN_1))
        assert result.proven
        assert result.line == ["d1d8"]

    def test_moves_become_history(self) -> None:
        board = chess.Board("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1")
        for move in ("a2a3", "e8e7", "a1b1", "e7e8"):
            board.push_uci(move)
        text = pnyx.solve(board, goal="win", limit=pnyx.Limit(nodes=50)).position.text
        assert text == "4k3/8/8/8/8/P7/8/R3K3 b - - 0 1 moves e8e7 a1b1 e7e8"

    def test_a_repetition_counts(self) -> None:
        graph = "A max: B C; B min: A; C = draw moves B A"
        assert pnyx.solve(graph, goal="draw-or-better", game="graph").proven
        assert pnyx.solve(graph, goal="win", game="graph").disproven

    def test_a_null_move_ends_the_history(self) -> None:
        board = chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
        board.push_uci("a1b1")
        board.push(chess.Move.null())
        board.push_uci("b1a1")
        position = pnyx.solve(board, goal="win", limit=pnyx.Limit(nodes=50)).position
        assert position.text.endswith(" moves b1a1")
        assert position.turn == "black"

    def test_the_board_is_left_alone(self) -> None:
        board = chess.Board()
        board.push_uci("g1f3")
        before = board.copy()
        pnyx.solve(board, limit=pnyx.Limit(nodes=50))
        assert board == before
        assert board.move_stack == before.move_stack

    def test_a_variant_board_opens_the_variant(self) -> None:
        result = pnyx.solve(chess.variant.AtomicBoard(), limit=pnyx.Limit(nodes=50))
        assert result.game == "atomic"

    def test_refused(self) -> None:
        with pytest.raises(pnyx.InputError, match=r"a Game is no position, but it has boards: give .board\(\)"):
            pnyx.solve(chess.pgn.Game())
        with pytest.raises(pnyx.InputError, match="Chess960"):
            pnyx.solve(chess.Board.from_chess960_pos(3))
        with pytest.raises(pnyx.InputError):
            pnyx.solve(chess.Board.empty())
        with pytest.raises(pnyx.InputError, match="one of chess, not of game 'graph'"):
            pnyx.solve(chess.Board(), game="graph")


class TestAsking:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"goal": "wim"}, "unknown goal of tic-tac-toe 'wim'.*did you mean 'win'"),
            ({"goal": "mate"}, "expected one of win, draw-or-better"),
            ({"algorithm": "pm"}, "unknown algorithm 'pm': expected.*pn"),
            ({"algorithm": 3}, "by its name"),
            ({"algorithm": "pn", "options": {"evalation": "x"}}, "of pn 'evalation'.*did you mean 'evaluation'"),
            ({"algorithm": "pn", "options": {"evaluation": "never"}}, "evaluation"),
            ({"algorithm": "pn", "options": {"evaluation": []}}, "must be a text"),
            ({"algorithm": "pn", "preset": "breuker"}, "of pn 'breuker'.*did you mean 'breuker-2001'"),
            ({"algorithm": "pn", "threads": 2}, "no parallel form"),
            ({"options": {"sum_limit": 3}}, "auto has no option 'sum-limit': name an algorithm that has it .df-pn.$"),
            (
                {"options": {"evalation": 3}},
                r"did you mean 'evaluation'\? \(auto has no options: name the algorithm\)$",
            ),
            (
                {"algorithm": "pds", "options": {"init": "unit"}},
                "pds has no option 'init': name .*pn2, df-pn or pds-pn.$",
            ),
            ({"preset": "breuker-2001"}, "auto has no preset 'breuker-2001': name .* .pn, pn-dag, pn-dcg or pn-bta.$"),
            ({"preset": "breuker"}, r"did you mean 'breuker-2001'\? \(auto has no presets: name the algorithm\)$"),
            ({"threads": 0}, "at least 1"),
            ({"threads": True}, "whole number"),
            ({"threads": None}, "whole number"),
            ({"limit": 1000}, r"must be a pnyx.Limit, such as pnyx.Limit\(nodes=1000\)"),
            ({"goal": "df-pn"}, "unknown goal .* an algorithm is given as algorithm='df-pn'"),
            ({"algorithm": "mtd-f"}, "it searches for values: pnyx search"),
            ({"game": "draughts"}, "unknown game 'draughts'"),
        ],
    )
    def test_bad_input(self, arguments: dict[str, Any], message: str) -> None:
        with pytest.raises(pnyx.InputError, match=message):
            pnyx.solve(WIN_IN_1, **arguments)

    def test_texts_of_python_games(self) -> None:
        assert pnyx.solve("5b", game=Nim()).position.object == (5, 1)
        with pytest.raises(pnyx.InputError, match="cannot read the position 'many'"):
            pnyx.solve("many", game=Nim())

        class Spelled:
            """A game whose positions are texts: they are not read."""

            def start(self) -> str:
                return "aaa"

            def turn(self, position: str) -> int:
                return len(position) % 2

            def outcome(self, position: str) -> int | None:
                return None if position else 1

            def moves(self, position: str) -> list[str]:
                return ["a"]

            def play(self, position: str, move: str) -> str:
                return position[1:]

            def parse(self, text: str) -> str:
                raise AssertionError("nothing is to be read")

        assert pnyx.solve("aa", game=Spelled()).position.object == "aa"

    def test_threads_and_python_games(self) -> None:
        with pytest.raises(pnyx.InputError, match="threads must be 1 for a game written in Python"):
            pnyx.solve(Nim(), threads=2)

    @pytest.mark.parametrize("name", ["nodes", "seconds", "memory"])
    @pytest.mark.parametrize("value", [0, -1, True, "7", float("nan"), float("inf"), 10**30, [1]])
    def test_bad_limits(self, name: str, value: Any) -> None:
        with pytest.raises(pnyx.InputError, match=f"limit '{name}'"):
            pnyx.Limit(**{name: value})

    def test_limits(self) -> None:
        with pytest.raises(FrozenInstanceError):
            pnyx.Limit().nodes = 3  # type: ignore[misc]
        start = pnyx.position("tic-tac-toe", rows=4, columns=4, k=4)
        by_nodes = pnyx.solve(start, limit=pnyx.Limit(nodes=1000))
        assert (by_nodes.verdict, by_nodes.reason) == ("unknown", "nodes")
        assert by_nodes.unknown
        assert not by_nodes.proven
        assert not by_nodes.disproven
        assert by_nodes.certificate is None
        assert by_nodes.checked is None
        assert by_nodes.moves_to_win is None
        by_time = pnyx.solve(start, limit=pnyx.Limit(seconds=0.05))
        assert (by_time.verdict, by_time.reason) == ("unknown", "seconds")
        by_memory = pnyx.solve(start, algorithm="pn", limit=pnyx.Limit(memory=1 << 20))
        assert (by_memory.verdict, by_memory.reason) == ("unknown", "memory")

    def test_stop(self) -> None:
        stop = pnyx.StopFlag()
        assert not stop.is_set()
        stop.set()
        assert stop.is_set()
        result = pnyx.solve(pnyx.position("tic-tac-toe", rows=4, columns=4, k=4), stop=stop)
        assert (result.verdict, result.reason) == ("unknown", "stopped")

    @pytest.mark.soak  # a clock is looked at
    @pytest.mark.parametrize("game", ["tic-tac-toe", Endless()])
    def test_an_interrupt_is_answered_at_once(self, game: Any) -> None:
        options: dict[str, Any] = {"rows": 8, "columns": 8, "k": 8} if isinstance(game, str) else {}
        position = pnyx.position(game, **options)

        def seconds() -> float:
            sent: list[float] = []

            def interrupt() -> None:
                sent.append(time.perf_counter())
                os.kill(os.getpid(), signal.SIGINT)

            timer = threading.Timer(0.3, interrupt)
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                pnyx.solve(position)
            timer.join()
            return time.perf_counter() - sent[0]

        # The best of three, because other tests may be using the machine.
        assert min(seconds() for _ in range(3)) < 0.2

    def test_progress(self) -> None:
        seen: list[pnyx.Progress] = []
        start = pnyx.position("tic-tac-toe", rows=4, columns=4, k=4)
        pnyx.solve(start, on_progress=seen.append, limit=pnyx.Limit(seconds=2.5))
        assert seen
        assert [progress.nodes for progress in seen] == sorted(progress.nodes for progress in seen)
        last = seen[-1]
        assert last.nodes_per_second == pytest.approx(last.nodes / last.seconds)
        assert last.memory_bytes > 0
        assert all(isinstance(move, str) for move in last.line)

    def test_all_moves(self) -> None:
        result = pnyx.solve(WIN_IN_1, all_moves=True)
        assert (result.winning_moves, result.unsettled_moves) == (["c3"], [])
        result = pnyx.solve(WIN_IN_1, goal="draw-or-better", all_moves=True)
        assert (result.winning_moves, result.unsettled_moves) == (["c3", "c2"], [])
        result = pnyx.solve("A max: B C; B = win; C = loss", all_moves=True)
        assert (result.winning_moves, result.unsettled_moves) == (["B"], [])
        assert pnyx.solve(WIN_IN_1).winning_moves is None

    def test_all_moves_within_a_limit(self) -> None:
        result = pnyx.solve(MATE_IN_1, all_moves=True, limit=pnyx.Limit(nodes=20_000))
        assert result.proven
        assert result.winning_moves is not None
        assert result.unsettled_moves is not None
        assert "d1d8" in result.winning_moves, "what the certificate shows is settled"
        assert result.unsettled_moves

    def test_trace(self) -> None:
        result = pnyx.solve(WIN_IN_1, algorithm="pn", trace=True)
        assert result.trace is not None
        line, proof, _, nodes = result.trace[-1]
        assert isinstance(line, list)
        assert proof == 0
        assert nodes == result.nodes
        assert pnyx.solve(WIN_IN_1).trace is None

    def test_the_trace_of_auto_is_that_of_its_searches(self) -> None:
        start = pnyx.position("tic-tac-toe")
        assert pnyx.solve(start, trace=True).trace == pnyx.solve(start, algorithm="df-pn", trace=True).trace
        # No mate: forced-win and df-pn take turns, and each turn has a count of its own.
        trace = pnyx.solve("8/8/8/8/8/2k5/8/K6R b - - 0 1", "mate", trace=True).trace
        assert trace is not None
        counts = [nodes for _, _, _, nodes in trace]
        assert counts[0] == 1
        begun = [count for before, count in itertools.pairwise(counts) if count <= before]
        assert begun == [1] * len(begun) != []

    def test_a_preset_gives_way_to_what_is_said(self) -> None:
        by_preset = pnyx.solve(MATE_IN_1, algorithm="pn", preset="breuker-2001")
        assert by_preset.position.options == {"order": "papers", "en-passant": "always"}
        native = pnyx.position("chess", MATE_IN_1, order="native")
        by_option = pnyx.solve(native, algorithm="pn", preset="breuker-2001")
        assert by_option.position.options == {"en-passant": "always"}
        assert pnyx.solve(Nim(), algorithm="pn", preset="breuker-2001").proven, "a preset may speak of other games"
        assert pnyx.solve(WIN_IN_1, algorithm="pn", preset="breuker-2001").proven
        start = pnyx.position("tic-tac-toe", rows=4, columns=4, k=4)
        limited = pnyx.solve(start, algorithm="pn", preset="breuker-2001", limit=pnyx.Limit(nodes=100))
        assert limited.nodes < 200


class TestResults:
    def test_fields(self) -> None:
        result = pnyx.solve(MATE_IN_1)
        assert (result.game, result.goal, result.algorithm) == ("chess", "mate", "auto")
        assert (result.verdict, result.reason, result.checked) == ("proven", None, True)
        assert (result.moves_to_win, result.plies) == (1, 1)
        assert result.line_text == "1. Rd8#"
        assert result._repr_svg_().startswith("<svg")
        with pytest.raises(FrozenInstanceError):
            result.verdict = "unknown"  # type: ignore[misc]

    def test_neither_true_nor_false(self) -> None:
        with pytest.raises(TypeError, match=r"\.verdict or \.proven"):
            bool(pnyx.solve(WIN_IN_1))

    @pytest.mark.parametrize(
        ("position", "goal", "sentence"),
        [
            (MATE_IN_1, "mate", "White mates in 1 ("),
            ("8/8/8/8/8/1k6/8/K2r4 w - - 0 1", "win", "White cannot force a win ("),
            (".../.../... x", "win", "X cannot force a win ("),
            (".../.../... x", "draw-or-better", "X can hold at least a draw ("),
            ("XX./OO./X.. o", "draw-or-better", "O can hold at least a draw ("),
            ("A = win", "win", "Max has already won ("),
            ("A max: B C; B min: D; C = loss; D max: E; E = win", "win", "Max wins in at most 2 ("),
        ],
    )
    def test_sentences(self, position: str, goal: str, sentence: str) -> None:
        words = str(pnyx.solve(position, goal))
        assert words.startswith(sentence)
        assert words.endswith(" s).")

    def test_sentences_of_python_games(self) -> None:
        assert str(pnyx.solve(Nim(6))).startswith("Ann wins in at most 2 (")
        assert str(pnyx.solve(BareNim(6))).startswith("The first player wins in at most 2 (")
        unknown = pnyx.solve(BareNim(40), limit=pnyx.Limit(nodes=10))
        assert str(unknown).startswith("Unknown whether the first player can force a win: the node limit was reached (")

    def test_json(self) -> None:
        result = pnyx.solve(WIN_IN_1)
        answer = json.loads(json.dumps(result.to_json()))
        assert list(answer) == [
            *(
                "game",
                "position",
                "goal",
                "prover",
                "algorithm",
                "verdict",
                "reason",
                "nodes",
                "expansions",
                "generated",
            ),
            *("simulation", "seconds", "nodes_per_second", "memory_bytes"),
            *("line", "moves_to_win", "certificate", "checked"),
        ]
        assert answer["position"] == WIN_IN_1
        assert result.to_json("file.pnyx")["certificate"] == "file.pnyx"
        assert {"winning_moves", "unsettled_moves"} < set(pnyx.solve(WIN_IN_1, all_moves=True).to_json())


class TestCertificates:
    def test_save_and_check(self, tmp_path: Path) -> None:
        certificate = pnyx.solve(MATE_IN_1).certificate
        assert certificate is not None
        assert certificate.nodes == 2
        path = certificate.save(tmp_path / "mate.pnyx")
        assert path.read_bytes() == certificate.data
        assert list(tmp_path.iterdir()) == [path], "nothing temporary is left"
        report = pnyx.check(path)
        assert report == pnyx.check(str(path)) == pnyx.check(certificate.data) == certificate.check()
        assert str(report) == f"White mates in 1 from {MATE_IN_1}: checked, 2 positions, 2 checkers agree"
        assert (report.verdict, report.moves_to_win, report.checkers) == ("proven", 1, ("rust", "python"))

    def test_saving_replaces(self, tmp_path: Path) -> None:
        certificate = pnyx.solve(MATE_IN_1).certificate
        assert certificate is not None
        (tmp_path / "mate.pnyx").write_text("something else")
        certificate.save(tmp_path / "mate.pnyx")
        assert pnyx.check(tmp_path / "mate.pnyx").verdict == "proven"

    def test_what_cannot_be_written(self, tmp_path: Path) -> None:
        certificate = pnyx.solve(MATE_IN_1).certificate
        assert certificate is not None
        for path in (tmp_path, tmp_path / "nowhere" / "x", ""):
            with pytest.raises(pnyx.InputError, match="cannot write"):
                certificate.save(path)

    def test_what_cannot_be_read(self, tmp_path: Path) -> None:
        with pytest.raises(pnyx.InputError, match="cannot read"):
            pnyx.check(tmp_path / "nothing")
        with pytest.raises(pnyx.InputError, match="cannot read"):
            pnyx.check(tmp_path)
        with pytest.raises(pnyx.InputError, match="a path or as bytes"):
            pnyx.check(7)  # type: ignore[arg-type]

    def test_python_games(self) -> None:
        nim = Nim(6)
        certificate = pnyx.solve(nim).certificate
        assert certificate is not None
        report = certificate.check()
        assert (report.game, report.prover, report.moves_to_win) == ("nim", "ann", 2)
        assert pnyx.check(certificate.data, game=Nim(99)) == report
        with pytest.raises(pnyx.InputError, match="about 'nim', which is not built in: give that game too, as game="):
            pnyx.check(certificate.data)
        with pytest.raises(pnyx.InputError, match="is no game"):
            pnyx.check(certificate.data, game="nim")

    def test_python_games_without_notations(self, tmp_path: Path) -> None:
        result = pnyx.solve(BareNim(6))
        assert result.checked
        assert result.certificate is not None
        for use in (lambda: result.certificate.data, lambda: result.certificate.save(tmp_path / "x")):
            with pytest.raises(pnyx.InputError, match="no 'move_text' and no 'position_text' and no 'parse'"):
                use()

    @pytest.mark.parametrize("data", [b"", b"\0" * 100, b"pnyx certificate 2\n", bytes(range(256))])
    def test_junk(self, data: bytes) -> None:
        with pytest.raises(pnyx.CertificateError):
            pnyx.check(data)

    def test_damage_is_rejected_or_changes_nothing(self) -> None:
        certificate = pnyx.solve(WIN_IN_1).certificate
        assert certificate is not None
        data, report = certificate.data, certificate.check()
        for length in range(len(data)):
            with pytest.raises(pnyx.CertificateError):
                pnyx.check(data[:length])
        for place in range(len(data)):
            flipped = data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]
            # A compressed stream has bits that mean nothing.
            with contextlib.suppress(pnyx.CertificateError):
                assert pnyx.check(flipped) == report

    def test_disagreement_is_a_rejection(self, monkeypatch: pytest.MonkeyPatch) -> None:
        proof = importlib.import_module("pnyx.proof")
        honest = proof.run_checker
        certificate = pnyx.solve(WIN_IN_1).certificate
        assert certificate is not None

        def other_number(checker: str, data: bytes, game: Any, syzygy: None) -> dict[str, Any]:
            report: dict[str, Any] = honest(checker, data, game, syzygy)
            return {**report, "nodes": 99} if checker == "python" else report

        def one_rejects(checker: str, data: bytes, game: Any, syzygy: None) -> dict[str, Any]:
            if checker == "rust":
                raise pnyx.CertificateError("no")
            report: dict[str, Any] = honest(checker, data, game, syzygy)
            return report

        monkeypatch.setattr(proof, "run_checker", other_number)
        with pytest.raises(pnyx.CertificateError, match="disagree about nodes: rust says 2, python says 99"):
            certificate.check()
        monkeypatch.setattr(proof, "run_checker", one_rejects)
        with pytest.raises(pnyx.CertificateError, match="disagree: python accepts it, but the other one says: no"):
            certificate.check()


def test_catalogue() -> None:
    assert {"tic-tac-toe", "graph", "chess"} <= set(pnyx.games())
    for info in pnyx.games().values():
        assert info.description
        assert info.goals
        assert pnyx.position(info.name, info.start) == pnyx.position(info.name)
        for option in info.options:
            assert option.meaning
    for algorithm in pnyx.algorithms().values():
        assert algorithm.description
        assert algorithm.source
        for preset in algorithm.presets:
            assert pnyx.solve(WIN_IN_1, algorithm=algorithm.name, preset=preset).proven
