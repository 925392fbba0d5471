"""Move counts against published tables and python-chess."""

from __future__ import annotations

import pytest

import pnyx

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

# The first row and the five below: chessprogramming.org's perft results, depth 5 (the fourth one's mirror included).
CHESS = [
    (START, [20, 400, 8_902, 197_281, 4_865_609]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [48, 2_039, 97_862, 4_085_603, 193_690_690],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2_812, 43_238, 674_624]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        [6, 264, 9_467, 422_333, 15_833_292],
    ),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1_486, 62_379, 2_103_487, 89_941_194]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        [46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
]


@pytest.mark.parametrize(("fen", "counts"), CHESS, ids=[fen for fen, _ in CHESS])
def test_chess(fen: str, counts: list[int]) -> None:
    position = pnyx.position("chess", fen)
    assert [position.perft(depth) for depth in range(1, 6)] == counts


# From the start, as far as the ordinary tests go; sources in REFERENCES.md.
ROWS = {
    "chess": [20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    "connect-four": [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234],
    "othello": [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284],
    "checkers": [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564],
    "lines-of-action": [36, 1_244, 44_952, 1_563_208, 55_963_132],
}

# Some seconds each.
DEEP = {
    "othello": (11, 212_258_800),
    "checkers": (12, 388_623_673),
    "lines-of-action": (6, 1_938_494_632),
}


@pytest.mark.parametrize("game", ROWS)
def test_rows_from_the_start(game: str) -> None:
    start = pnyx.position(game)
    assert [start.perft(depth) for depth in range(1, len(ROWS[game]) + 1)] == ROWS[game]


@pytest.mark.parametrize("game", DEEP)
def test_deep_counts_from_the_start(game: str) -> None:
    depth, count = DEEP[game]
    assert pnyx.position(game).perft(depth) == count


def test_checkers_at_depth_eleven() -> None:
    assert pnyx.position("checkers").perft(11) == 85_242_128


def test_tic_tac_toe_in_full() -> None:
    start = pnyx.position("tic-tac-toe")
    counts = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0]
    assert [start.perft(depth) for depth in range(1, 11)] == counts


def test_a_composed_position_counts_like_an_ordinary_one() -> None:
    """A ninth white pawn that can never move or capture moves the position to the other board, and adds nothing."""
    import chess

    fen = "1k6/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/P7/1K6 w - - 0 1"
    composed = pnyx.position("chess", fen)
    board = chess.Board(fen)

    def count(depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(depth - 1)
            board.pop()
        return total

    assert [composed.perft(depth) for depth in (1, 2, 3)] == [count(depth) for depth in (1, 2, 3)]
