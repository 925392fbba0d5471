"""The variants of chess: both sets of rules, what ends a game, what is refused, boards of python-chess."""

from __future__ import annotations

import random

import chess
import chess.variant
import pytest

import pnyx
from pnyx.adapters.boards import BOARDS
from pnyx.errors import InputError
from pnyx.reference.rules import game_of, perft, read_position

# From the starts these are the counts python-chess and shakmaty are tested with.
PERFT = {
    "antichess": [20, 400, 8067, 153299],
    "atomic": [20, 400, 8902, 197326],
    "three-check": [20, 400, 8902, 197281],
    "king-of-the-hill": [20, 400, 8902, 197281],
    "racing-kings": [21, 421, 11264, 296242],
    "horde": [8, 128, 1274, 23310],
    "crazyhouse": [20, 400, 8902, 197281],
}
OUTCOMES = {None: None, 0: "white", 1: "black", "draw": "draw"}

# Positions in which what is special about a variant is about to happen.
SHARP = [
    ("antichess", "8/P7/8/8/8/8/p7/8 w - - 0 1"),
    ("antichess", "rnb1kbnr/ppp1pppp/8/3p4/4P3/8/PPPPqPPP/RNBQKBNR w - - 0 1"),
    ("atomic", "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1"),
    ("atomic", "8/8/8/3Pp3/8/2k5/8/4K3 w - e6 0 1"),
    ("atomic", "8/8/3K4/3Pp3/8/8/8/4k3 w - e6 0 1"),
    ("three-check", "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+1 1 39"),
    ("king-of-the-hill", "8/8/2k5/8/8/3K4/3P4/8 w - - 0 1"),
    ("racing-kings", "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1"),
    ("racing-kings", "8/K6k/8/8/8/8/2R5/8 w - - 0 1"),
    ("horde", "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1"),
    ("crazyhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1"),
    ("crazyhouse", "r3k2r/8/8/8/8/8/8/R3K2R[QRBNPqrbnp] w KQkq - 0 1"),
]


@pytest.mark.parametrize("name", PERFT)
def test_perft_of_both_rules(name: str) -> None:
    rules = game_of(name)
    slow = 2 if name == "atomic" else 3
    assert [perft(rules, rules.start(), depth) for depth in range(1, slow + 1)] == PERFT[name][:slow]
    assert [pnyx.position(name).perft(depth) for depth in range(1, 5)] == PERFT[name]
    assert pnyx.position(name).board == rules.position_text(rules.start()) == BOARDS[name]().fen()


@pytest.mark.parametrize(("name", "fen"), [*((name, None) for name in PERFT), *SHARP])
def test_both_rules_agree_on_random_games(name: str, fen: str | None) -> None:
    rules, rng = game_of(name), random.Random(3)
    for _ in range(2):
        position = rules.start() if fen is None else rules.parse(fen)
        for _ in range(60):
            text = rules.position_text(position)
            native = pnyx.position(name, text)
            assert native.board == text
            assert rules.parse(text) == position
            assert native.outcome == OUTCOMES[rules.outcome(position)], text
            if native.outcome is not None:
                break
            moves = [notation for notation, _ in rules.sorted_moves(position)]
            assert sorted(native.moves()) == moves, text
            move = rng.choice(moves)
            position = rules.play(position, rules.find_move(position, move))
            assert native.play(move).board == rules.position_text(position), (text, move)


@pytest.mark.parametrize(
    ("name", "fen", "move"),
    [
        ("antichess", "8/8/8/8/1p6/8/P7/8 w - - 0 1", "a2a3"),
        ("atomic", "4k3/4p3/8/8/8/8/4R3/K7 w - - 0 1", "e2e7"),
        ("three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8"),
        ("king-of-the-hill", "k7/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4"),
        ("racing-kings", "8/K7/8/8/8/8/8/7k w - - 0 1", "a7a8"),
        ("horde", "8/8/8/8/8/8/1kP5/8 b - - 0 1", "b2c2"),
        ("crazyhouse", "7k/6pp/8/8/8/8/8/K7[R] w - - 0 1", "R@a8"),
    ],
)
def test_wins_are_proven_and_checked(name: str, fen: str, move: str) -> None:
    result = pnyx.solve(pnyx.position(name, fen), limit=pnyx.Limit(nodes=200_000))
    assert result.verdict == "proven"
    assert result.line[0] == move
    assert result.certificate is not None
    assert len(result.certificate.check().checkers) == 2


@pytest.mark.parametrize(
    ("name", "fen", "reasons"),
    [
        ("antichess", "4k3/8/8/8/8/8/8/R3K3 w Q e3 0 1", ["castling", "e3"]),
        ("atomic", "P3k3/8/8/8/8/8/8/8 b - - 0 1", ["White has no king", "pawns"]),
        ("three-check", "k7/8/8/8/8/8/8/7K w - - 0+0 0 1", ["all their checks"]),
        ("three-check", "k7/8/8/8/8/8/8/7K w - - 4+0 0 1", ["3+3", "column 25"]),
        ("king-of-the-hill", "8/8/8/3kK3/8/8/8/8 w - - 0 1", ["in check"]),
        ("racing-kings", "8/k7/8/8/8/8/P7/R6K b - - 0 1", ["pawns"]),
        ("racing-kings", "8/k7/8/8/8/8/8/R6K b - - 0 1", ["in check"]),
        ("racing-kings", "k6K/8/8/8/8/8/8/8 b - - 0 1", ["eighth rank"]),
        ("horde", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", ["horde", "pawns"]),
        ("crazyhouse", "k7/8/8/8/8/8/P~7/7K[K] w - - 0 1", ["pocket", "promoted"]),
        ("crazyhouse", "k7/8/8/8/8/8/8/7K[x] w - - 0 1", ["column 19"]),
        ("crazyhouse", "k7/8/8/8/8/8/8/7K] w - - 0 1", ["opens the pocket"]),
        ("horde", "4k3/8/8/8/8/8/8/P7 w qk", ["column 22"]),
        ("horde", "4k3/8/8/8/8/8/8/P7 w - - 0 1 e4", ["moves"]),
    ],
)
def test_what_is_refused_is_refused_by_both(name: str, fen: str, reasons: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        read_position(name, fen)
    for reason in reasons:
        assert reason in str(caught.value), reason
    with pytest.raises(InputError):
        pnyx.position(name, fen)


@pytest.mark.parametrize("name", PERFT)
def test_boards_of_python_chess_open_their_variant(name: str) -> None:
    board = BOARDS[name]()
    rng = random.Random(1)
    for _ in range(8):
        board.push(rng.choice(list(board.legal_moves)))
    found = pnyx.perft(board, 1)
    assert found == board.legal_moves.count()
    assert pnyx.perft(board, 1, game=name) == found
    with pytest.raises(InputError, match=f"belongs to {name}, not to game 'chess'"):
        pnyx.perft(board, 1, game="chess")


def test_unknown_variants_are_refused() -> None:
    with pytest.raises(InputError, match="suicide"):
        pnyx.perft(chess.variant.SuicideBoard(), 1)


def test_a_bare_fen_is_chess() -> None:
    assert pnyx.solve("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1").verdict == "proven"
