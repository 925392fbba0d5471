"""`pnyx.position` and `Position`."""

from __future__ import annotations

from typing import Any

import chess
import chess.pgn
import chess.variant
import pytest

import pnyx
from support.raising import raises_for
from support.sample_games import BareNim, Nim

WIN_IN_1 = "XX./OO./... x"


class TestPositions:
    def test_start_and_text(self) -> None:
        start = pnyx.position("tic-tac-toe")
        assert start == pnyx.position("tic-tac-toe", ".../.../... x")
        assert hash(start) == hash(pnyx.position("tic-tac-toe", ".../.../... x"))
        assert start != pnyx.position("tic-tac-toe", "X../.../... o")
        assert start != ".../.../... x"
        assert start.players == ("x", "o")
        assert start.outcome is None
        assert start.goals == ["win", "draw-or-better", "win-in N"]
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
        with pytest.raises(pnyx.InputError, match="a move must be a text in the game's notation, not 3"):
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
            (("chess", 7), {}, "a position must be a text here, not 7"),
            (("chess", "\udcff"), {}, "not valid text"),
            (("chess",), {"k": 4}, "unknown option of chess 'k'"),
            (("chess",), {"order": None}, "must be a text, a number"),
            (("tic-tac-toe",), {"k": "many"}, "k"),
            ((BareNim,), {}, r"write BareNim\(\)"),
            ((BareNim(), "7"), {}, "no method 'parse'"),
            ((Nim(), "seven"), {}, "cannot read the position 'seven'"),
            ((Nim(),), {"heap": 3}, "takes no options"),
            ((object(),), {}, "is not a game: a game needs the methods start, turn, outcome, moves and play"),
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
            with raises_for(depth, pnyx.InputError, match="depth must be"):
                pnyx.perft(Nim(), depth)  # type: ignore[arg-type]
