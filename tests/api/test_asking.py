"""What is asked of `solve`: goals, algorithms, options, limits; and how it is watched and stopped."""

from __future__ import annotations

import itertools
import os
import signal
import threading
import time
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import pnyx
from support.sample_games import Endless, Nim

MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
WIN_IN_1 = "XX./OO./... x"


class TestAsking:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"goal": "wim"}, "unknown goal of tic-tac-toe 'wim'.*did you mean 'win'"),
            ({"goal": "mate"}, "expected one of win, draw-or-better"),
            ({"algorithm": "pm"}, "unknown algorithm 'pm': expected.*pn"),
            ({"algorithm": 3}, "the algorithm must be a name, not 3"),
            ({"algorithm": "pn", "options": {"evalation": "x"}}, "of pn 'evalation'.*did you mean 'evaluation'"),
            ({"algorithm": "pn", "options": {"evaluation": "never"}}, "evaluation"),
            ({"algorithm": "pn", "options": {"evaluation": []}}, "must be a text"),
            ({"algorithm": "pn", "preset": "breuker"}, "of pn 'breuker'.*did you mean 'breuker-2001'"),
            ({"algorithm": "pn", "threads": 2}, "threads must be 1 with algorithm 'pn': it is not parallel"),
            ({"options": {"sum_limit": 3}}, "auto has no option 'sum-limit': use an algorithm that has it .df-pn.$"),
            (
                {"options": {"evalation": 3}},
                r"did you mean 'evaluation'\? \(auto has no options: choose an algorithm\)$",
            ),
            (
                {"algorithm": "pds", "options": {"init": "unit"}},
                "pds has no option 'init': use .*pn2, df-pn or pds-pn.$",
            ),
            ({"preset": "breuker-2001"}, "auto has no preset 'breuker-2001': use .* .pn, pn-dag, pn-dcg or pn-bta.$"),
            ({"preset": "breuker"}, r"did you mean 'breuker-2001'\? \(auto has no presets: choose an algorithm\)$"),
            ({"threads": 0}, "whole number from 1 to"),
            ({"threads": True}, "whole number"),
            ({"threads": None}, "whole number"),
            ({"limit": 1000}, r"must be a pnyx.Limit, such as pnyx.Limit\(nodes=1000\)"),
            ({"goal": "df-pn"}, "unknown goal .* for an algorithm write algorithm='df-pn'"),
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

    @pytest.mark.soak  # measures time
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
        assert [move for move in last.line if not isinstance(move, str)] == []

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
