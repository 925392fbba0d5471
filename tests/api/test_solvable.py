"""What `solve` takes: texts, positions, games written in Python and boards of python-chess."""

from __future__ import annotations

from typing import Any

import chess
import chess.pgn
import chess.variant
import pytest

import pnyx
from support.sample_games import BareNim, Broken, Nim, Ring

MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
WIN_IN_1 = "XX./OO./... x"


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
        with pytest.raises(pnyx.InputError, match="belongs to tic-tac-toe, not to game 'chess'"):
            pnyx.solve(position, game="chess")

    def test_python_game(self) -> None:
        nim = Nim()
        assert pnyx.solve(nim).proven
        assert pnyx.solve((4, 0), game=nim).disproven
        assert pnyx.solve(pnyx.position(nim, "4a"), game=nim).disproven
        assert pnyx.solve(BareNim(8)).disproven
        assert pnyx.solve(Ring(), goal="win").disproven
        assert pnyx.solve(Ring(), goal="draw-or-better").proven
        with pytest.raises(pnyx.InputError, match="not to the given game"):
            pnyx.solve(pnyx.position(nim), game=BareNim())

    def test_exceptions_of_a_game_come_out_unchanged(self) -> None:
        with pytest.raises(ZeroDivisionError, match=r"a mistake in moves\(\)") as caught:
            pnyx.solve(Broken())
        assert caught.traceback[-1].name == "moves"

    def test_exceptions_of_a_progress_function_come_out(self) -> None:
        def report(progress: pnyx.Progress) -> None:
            raise KeyError(progress.nodes)

        # No search settles this board within the limit, so it lasts until it reports.
        position = pnyx.position("tic-tac-toe", rows=8, columns=8, k=8)
        with pytest.raises(KeyError):
            pnyx.solve(position, on_progress=report, limit=pnyx.Limit(seconds=60))

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ("chess", r"name of a game: for its start use pnyx.position\('chess'\)"),
            ("nothing of the kind", "no built-in game can read 'nothing of the kind'"),
            (7, "expected a text, a pnyx.Position, .* got 7$"),
            (None, "expected a text, a pnyx.Position, .* got None$"),
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
        with pytest.raises(pnyx.InputError, match=r"a Game is not a position, but has one: pass .board\(\)"):
            pnyx.solve(chess.pgn.Game())
        with pytest.raises(pnyx.InputError, match="Chess960"):
            pnyx.solve(chess.Board.from_chess960_pos(3))
        with pytest.raises(pnyx.InputError):
            pnyx.solve(chess.Board.empty())
        with pytest.raises(pnyx.InputError, match="belongs to chess, not to game 'graph'"):
            pnyx.solve(chess.Board(), game="graph")
