"""PGN in and out, and boards of python-chess."""

from __future__ import annotations

from pathlib import Path

import chess
import chess.variant
import pytest

import pnyx
from pnyx.adapters import pgn
from pnyx.adapters.boards import to_board
from pnyx.errors import InputError

GAMES = """\
[White "Ann"]
[Black "Bob"]

1. Nf3 {a comment} Nf6 (1... d5 2. d4) 2. Ng1 Ng8 1/2-1/2

[Variant "Crazyhouse"]
[FEN "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1"]
[SetUp "1"]

1. P@e4 P@e5 2. Kd2 *
"""


def test_games_with_their_history() -> None:
    first, second = pgn.loads(GAMES)
    assert first.tags["White"] == "Ann"
    assert first.moves == ("g1f3", "g8f6", "f3g1", "f6g8")
    assert first.position().text == f"{chess.STARTING_FEN} moves g1f3 g8f6 f3g1 f6g8"
    assert first.position(ply=0) == pnyx.position("chess")
    assert first.position(ply=1).board == pnyx.position("chess").play("g1f3").board
    assert first.position(ply=2, fifty_move_rule=True).options == {"fifty-move-rule": "on"}
    assert (second.game, second.moves) == ("crazyhouse", ("P@e4", "P@e5", "e1d2"))
    assert second.position(ply=2).board == "4k3/8/8/4p3/4P3/8/8/4K3[] w - - 0 2"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1. e4 e5\n2. Ke3 *", "line 2, column 4: illegal san"),
        (GAMES + "\n\n1. e4\n1... e4 *", "line 14, column 6: illegal san"),
        ('[FEN "4k3/8/8 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 *', "line"),
        ('[FEN "4k3/8/8/8/8/8/8/8 w - - 0 1"]\n[SetUp "1"]\n\n*', "king"),
        ('[Variant "Chess960"]\n\n1. e4 *', "Chess960"),
        ('[Variant "Suicide"]\n\n1. e4 *', "suicide"),
        ('[Variant "Bughouse"]\n\n1. e4 *', "line"),
    ],
)
def test_errors_name_the_line(text: str, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong) as caught:
        pgn.loads(text)
    assert "line" in str(caught.value)


def test_files(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(GAMES, encoding="utf-8-sig")
    assert pgn.load(tmp_path / "a.pgn") == pgn.loads(GAMES)
    (tmp_path / "b.pgn").write_bytes('[White "Zoë"]\n\n1. e4 *\n'.encode("latin-1"))
    assert pgn.load(tmp_path / "b.pgn")[0].tags["White"] == "Zoë"
    assert pgn.loads("") == []


def test_a_position_is_written_with_its_history() -> None:
    position = pnyx.position("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 moves a1a7 e8d8")
    text = pgn.dumps(position, {"White": "Ann"})
    assert '[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]' in text
    assert "1. Ra7 Kd8 *" in text
    (game,) = pgn.loads(text)
    assert game.tags["White"] == "Ann"
    assert game.position() == position


@pytest.mark.parametrize(
    ("game", "fen", "end"),
    [
        ("chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "1. Qg7# 1-0"),
        ("chess", "8/8/8/8/8/5kq1/8/7K b - - 0 1", "1... Qg2# 0-1"),
        ("atomic", "4k3/4p3/8/8/8/8/4R3/K7 w - - 0 1", "1. Rxe7# 1-0"),
        ("crazyhouse", "7k/6pp/8/8/8/8/8/K7[R] w - - 0 1", "1. R@a8# 1-0"),
        ("king-of-the-hill", "k7/8/8/8/8/3K4/8/8 w - - 0 1", "1. Kd4# 1-0"),
    ],
)
def test_a_result_is_written_with_its_line(game: str, fen: str, end: str) -> None:
    result = pnyx.solve(pnyx.position(game, fen))
    text = pgn.dumps(result)
    assert text.splitlines()[-1] == end
    (read,) = pgn.loads(text)
    assert read.game == game
    assert list(read.moves) == result.line
    assert read.position(ply=0) == result.position
    assert result.line_text == text.splitlines()[-1].rpartition(" ")[0].replace("... ", "...")


def test_boards_of_python_chess() -> None:
    board = chess.Board()
    for move in ("g1f3", "g8f6"):
        board.push_uci(move)
    position = pnyx.position(board)
    assert position.text == f"{chess.STARTING_FEN} moves g1f3 g8f6"
    assert to_board(position) == board
    assert pnyx.position(chess.Board(), region="a1-h4").options == {"region": "a1-h4"}
    assert pnyx.position(chess.variant.HordeBoard()).game == "horde"
    with pytest.raises(InputError, match="already"):
        pnyx.position(board, "8/8/8/8/8/8/8/8 w - - 0 1")
    with pytest.raises(InputError, match="chess or one of its variants"):
        to_board(pnyx.position("tic-tac-toe"))
