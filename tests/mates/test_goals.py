"""The goals `mate-in N`, `mated` and `mated-in N` of chess, against trying everything."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache

import chess
import pytest

import pnyx
from pnyx import _core
from pnyx.errors import CertificateError, InputError
from pnyx.reference.certificate import Certificate
from pnyx.reference.check import check
from pnyx.reference.rules import game_of
from support.mate_brute import Mates
from support.shared_data import shared_data

# With the length of the shortest mate by the side to move, if it is at most 3, and else 0.
POSITIONS = {
    "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1": 1,
    "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1": 1,
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1": 2,
    "k7/8/8/2K5/8/8/8/7R w - - 0 1": 2,
    "k7/8/8/3K4/8/8/8/7R w - - 0 1": 3,
    "3K4/8/8/8/8/8/8/2k1r3 b - - 0 1": 0,
    "1k6/8/8/2K5/8/8/8/7R w - - 0 1": 3,
    "8/8/8/8/8/5k2/7q/7K w - - 0 1": 0,  # mated already
    "8/8/8/8/8/8/2P5/K1k5 w - - 0 1": 0,
    "k7/6R1/8/8/PPPPPPP1/PPPPPPPR/8/7K w - - 0 1": 1,  # on the board for composed positions
    "7k/5K2/8/8/8/8/6p1/Q7 b - - 0 1": 0,
}
# A side to move that is mated, in how many moves; 0 if it is not within 3.
HOPELESS = {
    "6rk/5Npp/8/8/8/8/8/K7 b - - 0 1": -1,  # mated already
    "1k6/8/1K6/8/8/8/8/2R5 b - - 0 1": 1,
    "k7/8/1K6/8/8/8/8/2R4n b - - 0 1": 3,
    "k7/8/1K6/8/8/8/8/2R4b b - - 0 1": 0,
    "8/8/8/8/8/2k5/1p6/1K6 w - - 0 1": 0,
}
SEARCHES = ["pn", "df-pn", "pds", "alpha-beta", "forced-win"]
LIMIT = pnyx.Limit(nodes=2_000_000, memory=128 << 20)
SMALL = 5_000
"""Certificates with more nodes keep the checker in Python for too long."""


def settle(fen: str, goal: str, algorithm: str = "df-pn") -> bool:
    """Whether the goal is reached; the certificate is accepted by both checkers, unless it is large."""
    found = pnyx.solve(fen, goal, algorithm, game="chess", limit=LIMIT)
    assert found.certificate is not None, (fen, goal, found.reason)
    assert found.certificate.nodes is not None
    if found.certificate.nodes <= SMALL:
        report = found.certificate.check()
        assert (report.goal, report.verdict, report.checkers) == (goal, found.verdict, ("rust", "python"))
        assert report.moves_to_win == found.moves_to_win
    if found.proven:
        limit = goal.partition(" ")[2]
        assert found.moves_to_win is not None
        assert not limit or found.moves_to_win <= int(limit), (fen, goal)
    return found.proven


def both_reject(certificate: Certificate, **changes: str) -> str:
    """What the checker in Python says about a changed certificate; the one in Rust rejects it too."""
    data = replace(certificate, **changes).to_bytes()  # type: ignore[arg-type]
    with pytest.raises(CertificateError):
        _core.check(data)
    with pytest.raises(CertificateError) as reason:
        check(data)
    return str(reason.value)


@cache
def known_mates() -> list[tuple[str, int]]:
    """Positions of the collection and the lengths of their mates; negative if the side to move is mated."""
    text = (shared_data("chess") / "mates.epd").read_text(encoding="utf-8")
    found = re.findall(r"^(\S+ [wb] \S+ \S+).*?\bbm #(-?\d+)", text, re.MULTILINE)
    return [(f"{fen} 0 1", int(length)) for fen, length in found]


def _breadth(fen: str) -> int:
    """About how many positions are two plies away."""
    board = chess.Board(fen)
    moves = board.legal_moves.count()
    board.turn = not board.turn
    return moves * board.legal_moves.count()


@pytest.mark.parametrize(("fen", "length"), POSITIONS.items())
def test_mates_in_up_to_three(fen: str, length: int) -> None:
    truth = Mates()
    for moves in (1, 2, 3):
        expected = 0 < length <= moves
        assert truth.mates(chess.Board(fen), moves) == expected, moves
        for algorithm in SEARCHES:
            assert settle(fen, f"mate-in {moves}", algorithm) == expected, (moves, algorithm)


@pytest.mark.parametrize(("fen", "length"), HOPELESS.items())
def test_the_side_to_move_is_mated(fen: str, length: int) -> None:
    truth = Mates()
    for moves in (1, 2, 3):
        expected = length != 0 and length <= moves
        assert truth.is_mated(chess.Board(fen), moves) == expected, moves
        for algorithm in SEARCHES:
            assert settle(fen, f"mated-in {moves}", algorithm) == expected, (moves, algorithm)
    if length:
        assert settle(fen, "mated")


@pytest.mark.parametrize("part", range(4))
def test_the_collection_of_mates(part: int) -> None:
    short = [(fen, length) for fen, length in known_mates() if abs(length) <= 3]
    narrow = [(fen, length) for fen, length in known_mates() if abs(length) > 3 and _breadth(fen) <= 150]
    defended = [(fen, length) for fen, length in narrow if length < 0]
    sample = random.Random("mates").sample(narrow, 40) + defended[:8]
    told: set[tuple[str, int, bool]] = set()
    for fen, length in (short + sample)[part::4]:
        board, truth = chess.Board(fen), Mates()
        goal, tried = ("mate-in", truth.mates) if length > 0 else ("mated-in", truth.is_mated)
        before = False
        for moves in range(1, 4 if _breadth(fen) <= 300 else 3):
            expected = tried(board, moves)
            assert expected == (abs(length) <= moves), (moves, fen)
            assert settle(fen, f"{goal} {moves}") == expected, (fen, moves)
            assert expected or not before, f"{fen}, {length}, {moves}: a mate in N is a mate in N + 1"
            before = expected
            told.add((goal, moves, expected))
    assert {("mate-in", 1, False), ("mate-in", 2, True), ("mate-in", 3, True), ("mate-in", 3, False)} <= told


def test_random_endings() -> None:
    rng = random.Random(4)
    pieces = [chess.QUEEN, chess.ROOK, chess.PAWN, chess.BISHOP, chess.KNIGHT]
    told: set[tuple[str, int, bool]] = set()
    while len(told) < 8:
        board = chess.Board(None)
        squares = rng.sample(chess.SQUARES, 6)
        for color in chess.COLORS:
            board.set_piece_at(squares.pop(), chess.Piece(chess.KING, color))
        for square in squares[: rng.randint(2, 4)]:
            board.set_piece_at(square, chess.Piece(rng.choice(pieces), rng.random() < 0.8))
        board.turn = rng.random() < 0.6
        if not board.is_valid():
            continue
        fen, truth = board.fen(), Mates()
        for moves in (1, 2):
            expected = truth.mates(board, moves)
            assert settle(fen, f"mate-in {moves}") == expected, (fen, moves)
            told.add(("mate-in", moves, expected))
            expected = truth.is_mated(board, moves)
            assert settle(fen, f"mated-in {moves}") == expected, (fen, moves)
            told.add(("mated-in", moves, expected))


def test_the_moves_made_belong_to_the_position() -> None:
    rng = random.Random(9)
    fens = [*POSITIONS, *HOPELESS, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]
    for fen in fens:
        for goal, prover in [("mate-in 5", 0), ("mated-in 4", 1), ("mate-in 1", 1)]:
            rules = game_of("chess").aim(goal, prover)
            assert rules is not None, (fen, goal)
            position = rules.parse(fen)
            for ply in range(12):
                text = rules.position_text(position)
                assert rules.parse(text) == position, (fen, goal, ply)
                outcome = rules.outcome(position)
                made = ply // 2 + (ply % 2 and (prover == 1) == (" b " in fen))
                assert text.endswith(f" left={int(goal[-1]) - made}") == (made > 0), (text, ply)
                if made == int(goal[-1]):
                    assert outcome in ("draw", prover), (fen, goal, ply)
                if outcome is not None:
                    break
                moves = [notation for notation, _ in rules.sorted_moves(position)]
                position = rules.play(position, rules.find_move(position, rng.choice(moves)))


def test_a_certificate_holds_for_its_own_length_only() -> None:
    found = pnyx.solve("k7/8/8/3K4/8/8/8/7R w - - 0 1", "mate-in 3")
    assert found.certificate is not None
    plain = Certificate.from_bytes(found.certificate.data)
    assert (plain.goal, plain.prover, plain.repetition, plain.verdict) == ("mate-in 3", "white", "impossible", "proven")
    assert plain.position == "k7/8/8/3K4/8/8/8/7R w - - 0 1"
    for goal, why in {
        "mate-in 2": "draw",
        "mated-in 3": "prover",
        "mate-in 03": "mate-in",
        "mate-in 1000001": "mate-in",
        "mated": "prover",
        "mate": "repetition",
    }.items():
        assert why in both_reject(plain, goal=goal), (goal, why)
    longer = replace(plain, goal="mate-in 4")
    assert str(pnyx.check(longer.to_bytes())).startswith("White mates in at most 3 from")


def test_a_disproof_holds_for_shorter_mates_only() -> None:
    found = pnyx.solve("k7/8/8/3K4/8/8/8/7R w - - 0 1", "mate-in 2")
    assert str(found).startswith("White has no mate in 2 (")
    assert found.certificate is not None
    assert str(found.certificate.check()).startswith("White has no mate in 2 from k7/")
    plain = Certificate.from_bytes(found.certificate.data)
    for goal in ["mate-in 3", "mate-in 1"]:  # one lets play go on at the leaves, the other ends it before them
        both_reject(plain, goal=goal)


def test_the_prover_of_mated_is_not_to_move() -> None:
    found = pnyx.solve("k7/8/1K6/8/8/8/8/2R4n b - - 0 1", "mated")
    assert (found.prover, found.position.turn, found.to_json()["prover"]) == ("white", "black", "white")
    assert str(found).startswith("White mates in at most ")
    assert found.certificate is not None
    plain = Certificate.from_bytes(found.certificate.data)
    assert (plain.goal, plain.prover, plain.repetition) == ("mated", "white", "fails")
    assert "prover" in both_reject(plain, prover="black")
    already = pnyx.solve("6rk/5Npp/8/8/8/8/8/K7 b - - 0 1", "mated-in 7")
    assert str(already).startswith("White has already won (")
    assert pnyx.solve("6rk/5Npp/8/8/8/8/8/K7 b - - 0 1", "mate-in 7").disproven
    with pytest.raises(InputError, match="the other side is on move"):
        pnyx.solve("k7/8/1K6/8/8/8/8/2R4n b - - 0 1", "mated", all_moves=True)


def test_all_first_moves_of_a_limited_length() -> None:
    found = pnyx.solve("k7/8/8/3K4/8/8/8/7R w - - 0 1", "mate-in 3", all_moves=True)
    assert (found.winning_moves, found.unsettled_moves) == (["d5c6"], [])
    more = pnyx.solve("k7/8/8/3K4/8/8/8/7R w - - 0 1", "mate-in 4", all_moves=True)
    assert more.winning_moves is not None
    board = chess.Board("k7/8/8/3K4/8/8/8/7R w - - 0 1")
    truth, expected = Mates(), set()
    for move in list(board.legal_moves):
        board.push(move)
        if truth.is_mated(board, 3):
            expected.add(move.uci())
        board.pop()
    assert set(more.winning_moves) == expected > {"d5c6"}


def test_a_history_says_nothing_about_a_limited_length() -> None:
    fen = "k7/8/8/3K4/8/8/8/7R w - - 0 1 moves h1h2 a8b8 h2h1 b8a8"
    found = pnyx.solve(fen, "mate-in 3", game="chess")
    assert found.proven
    assert found.certificate is not None
    header = Certificate.from_bytes(found.certificate.data)
    assert header.position == "k7/8/8/3K4/8/8/8/7R w - - 4 3"
    both_reject(header, position=fen)


@pytest.mark.parametrize("goal", ["mate-in", "mate-in 0", "mate-in 1000001", "mate-in N", "mated-in -1", "mate-in 2.5"])
def test_bad_numbers_of_moves(goal: str) -> None:
    with pytest.raises(InputError, match="from 1 to 1,000,000, like"):
        pnyx.solve("k7/8/8/3K4/8/8/8/7R w - - 0 1", goal)
    with pytest.raises(InputError, match="from 1 to 1,000,000, like"):
        game_of("chess").aim(goal, 0)


@pytest.mark.parametrize("length", [1_001, 65_536, 1_000_000])
def test_mates_of_up_to_a_million_moves_can_be_asked_for(length: int) -> None:
    rook, far = "k7/8/8/3K4/8/8/8/7R w - - 0 1", pnyx.position("chess")
    for goal, fen in ((f"mate-in {length}", rook), (f"mated-in {length}", "1k6/8/1K6/8/8/8/8/7R b - - 0 1")):
        found = pnyx.solve(fen, goal)
        assert found.proven, fen
        assert found.certificate is not None, fen
        report = found.certificate.check()
        assert (report.goal, report.checkers) == (goal, ("rust", "python")), fen
        both_reject(Certificate.from_bytes(found.certificate.data), goal=f"{goal.partition(' ')[0]} 1000001")
    for algorithm in pnyx.algorithms():
        assert pnyx.solve(far, f"mate-in {length}", algorithm, limit=pnyx.Limit(nodes=300)).reason == "nodes", algorithm
    aimed = game_of("chess").aim(f"mate-in {length}", 0)
    assert aimed is not None
    here = aimed.parse(f"{rook} left={length - 1}")
    assert aimed.position_text(here) == f"{rook} left={length - 1}"
    with pytest.raises(InputError, match="moves left"):
        aimed.parse(f"{rook} left={length + 1}")


def test_the_fifty_move_rule_counts_too() -> None:
    fen = "k7/8/8/3K4/8/8/8/7R w - - 95 80"
    for goal, proven in [("mate-in 3", True), ("mate-in 9", True)]:
        assert pnyx.solve(pnyx.position("chess", fen, fifty_move_rule=True), goal).proven == proven, goal
    late = "k7/8/8/3K4/8/8/8/7R w - - 96 80"
    assert pnyx.solve(pnyx.position("chess", late, fifty_move_rule=True), "mate-in 3").disproven
    assert pnyx.solve(pnyx.position("chess", late), "mate-in 3").proven
