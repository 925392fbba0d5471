"""Chess for the goal `promote`, and chess in a region of the board."""

from __future__ import annotations

import random

import chess
import pytest

import pnyx
from pnyx.errors import InputError
from pnyx.reference import brute
from pnyx.reference.certificate import Certificate
from pnyx.reference.rules import game_of, perft, read_position
from pnyx.reference.rules.region import read_region, region_text
from support.raising import raises_for

REGIONS = ["a1-h5", "c2-f8", "b1-g8,a2-a7", "a4-e8", "e1,g1,h1,f1-f8"]
STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/8/8/2k5/3pP3/8/8/4K3 b - e3 0 1",
    "QQQQQQQQ/QPPPPPP1/PPP5/8/8/k7/8/7K w - - 0 1",  # a composed position, on the other board
]
OUTCOMES = {None: None, 0: "white", 1: "black", "draw": "draw"}


@pytest.mark.parametrize("region", REGIONS)
def test_both_rules_agree_in_a_region(region: str) -> None:
    rng = random.Random(region)
    for fen in STARTS:
        rules, position = game_of("chess", {"region": region}), read_position("chess", fen, {"region": region}).root
        for _ in range(40):
            text = rules.position_text(position)
            native = pnyx.position("chess", text, region=region)
            assert native.board == text, fen
            assert native.outcome == OUTCOMES[rules.outcome(position)], text
            if native.outcome is not None:
                break
            moves = [notation for notation, _ in rules.sorted_moves(position)]
            assert sorted(native.moves()) == moves, text
            position = rules.play(position, rules.find_move(position, rng.choice(moves)))


def test_perft_in_a_region() -> None:
    for fen in STARTS[:3]:
        rules, root = game_of("chess", {"region": "c2-f8"}), read_position("chess", fen, {"region": "c2-f8"}).root
        assert [perft(rules, root, depth) for depth in (1, 2, 3)] == [
            pnyx.position("chess", fen, region="c2-f8").perft(depth) for depth in (1, 2, 3)
        ], fen


def test_a_region_has_one_text() -> None:
    for given, canonical in [("e8-a4", "a4-e8"), ("a4,b4,c5-d8", "a4-b4,c5-d8"), ("c3-c3, c3", "c3")]:
        assert pnyx.position("chess", region=given).options == {"region": canonical}, given
        assert game_of("chess", {"region": given}).options == {"region": canonical}, given
    assert pnyx.position("chess", region="h1-a8") == pnyx.position("chess")
    rng = random.Random(2)
    for _ in range(50):
        squares = frozenset(rng.sample(chess.SQUARES, rng.randint(1, 64)))
        text = region_text(squares)
        assert read_region(text) == squares
        assert pnyx.position("chess", region=text).options.get("region", "") == text


@pytest.mark.parametrize(("wrong", "column"), [("a9", 1), ("a4-", 1), ("a4,,b4", 4), ("a4-b5,i1", 7)])
def test_bad_regions_name_the_column(wrong: str, column: int) -> None:
    for read in (lambda: pnyx.position("chess", region=wrong), lambda: game_of("chess", {"region": wrong})):
        with raises_for(read, InputError, match=f"column {column}"):
            read()


# Pawn endings on the 5x5 board a4-e8, as in the article on the base-twin algorithm (whose own position is only drawn
# there). Kings walk about while pawns stand still, so most lines repeat.
ENDINGS = [
    ("1k6/1p6/1P6/2PK4/8/8/8/8 w - - 0 1", "a4-e8", True),
    ("8/2k5/3pK3/3P4/8/8/8/8 w - - 0 1", "a4-e8", True),
    ("8/2k5/2p5/1KP5/8/8/8/8 w - - 0 1", "a4-e8", True),
    ("8/8/2k5/8/1PK5/8/8/8 w - - 0 1", "a4-e8", False),
    ("8/1k6/8/1K6/1P6/8/8/8 b - - 0 1", "a4-c8", False),
    ("k7/8/K7/1P6/8/8/8/8 w - - 0 1", "a5-c8", True),
    ("2k5/8/2K5/8/2P5/8/8/8 w - - 0 1", "b4-d8", True),
    ("2k5/2p5/8/2P5/2K5/8/8/8 w - - 0 1", "b4-d8", False),
]


@pytest.mark.parametrize("algorithm", ["pn", "auto"])
@pytest.mark.parametrize(("fen", "region", "wins"), ENDINGS)
def test_pawn_endings_in_a_region(fen: str, region: str, wins: bool, algorithm: str) -> None:
    position = pnyx.position("chess", fen, region=region)
    result = pnyx.solve(position, "promote", algorithm, limit=pnyx.Limit(nodes=3_000_000))
    assert result.verdict == ("proven" if wins else "disproven")
    assert result.certificate is not None
    assert len(result.certificate.check().checkers) == 2
    header = Certificate.from_bytes(result.certificate.data)
    assert (header.goal, dict(header.options)) == ("promote", {"region": region})
    if (
        algorithm == "pn" and region != "a4-e8"
    ):  # brute force takes minutes there; the Rust tests use it on two of these
        reading = read_position("chess", fen, {"region": region})
        aimed = reading.rules.aim("promote", reading.rules.turn(reading.root))
        assert aimed is not None
        assert brute.solve(aimed, reading.root) == wins


def test_random_pawn_endings_against_brute_force() -> None:
    rng = random.Random(11)
    region = "b6-d8"
    squares = sorted(read_region(region))
    verdicts: list[str] = []
    while len(verdicts) < 12:
        kings = rng.sample(squares, 2)
        pawns = rng.sample([square for square in squares if chess.square_rank(square) < 7], rng.choice((1, 2)))
        board = chess.Board(None)
        for square in pawns:
            board.set_piece_at(square, chess.Piece(chess.PAWN, rng.random() < 0.7))
        for square, color in zip(kings, chess.COLORS, strict=True):
            board.set_piece_at(square, chess.Piece(chess.KING, color))
        if not board.is_valid() or not board.pawns:
            continue
        reading = read_position("chess", board.fen(), {"region": region})
        aimed = reading.rules.aim("promote", 0)
        assert aimed is not None, board.fen()
        expected = "proven" if brute.solve(aimed, reading.root) else "disproven"
        for algorithm in ("pn", "auto"):
            found = pnyx.solve(pnyx.position("chess", board.fen(), region=region), "promote", algorithm)
            assert found.verdict == expected, (algorithm, board.fen())
        verdicts.append(expected)
    assert set(verdicts) == {"proven", "disproven"}


def test_the_ends_of_a_game_for_promotion() -> None:
    chess_rules = game_of("chess")
    rules = chess_rules.aim("promote", 0)
    assert rules is not None
    assert chess_rules.aim("underpromote", 0) is None
    after = rules.play(position := rules.parse("8/1P1k4/8/8/8/8/3K1p2/8 w - - 0 1"), rules.find_move(position, "b7b8q"))
    assert (rules.position_text(after), rules.outcome(after)) == ("1Q6/3k4/8/8/8/8/3K1p2/8 b - - 0 1 b8=Q", 0)
    assert rules.parse(rules.position_text(after)) == after != rules.parse("1Q6/3k4/8/8/8/8/3K1p2/8 b - - 0 1")
    near = rules.parse("8/1Pk5/8/8/8/8/3K4/8 w - - 0 1")
    loose = rules.play(near, rules.find_move(near, "b7b8q"))
    assert rules.outcome(loose) is None
    assert rules.outcome(rules.play(loose, rules.find_move(loose, "c7b8"))) == 1
    for fen in [
        "7k/6Q1/6K1/8/8/8/P7/8 b - - 0 1",
        "7K/6q1/6k1/8/8/8/P7/8 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
    ]:
        assert rules.outcome(rules.parse(fen)) == 1, fen
    for wrong in ["c8=Q", "b8", "d2=Q", "f1=Q"]:
        with raises_for(wrong, InputError):
            rules.parse(f"1Q6/3k4/8/8/8/8/3K1p2/8 b - - 0 1 {wrong}")
    with pytest.raises(InputError):
        chess_rules.parse("1Q6/3k4/8/8/8/8/3K1p2/8 b - - 0 1 b8=Q")


def test_the_goal_is_one_of_chess() -> None:
    assert "promote" in pnyx.position("chess").goals
    result = pnyx.solve(pnyx.position("chess", "8/1P6/8/8/8/8/5k2/3K4 w - - 0 1"), "promote")
    assert result.line == ["b7b8q"]


def test_the_other_side_may_promote_first() -> None:
    result = pnyx.solve("7k/8/2P5/8/8/8/K5p1/8 w - - 0 1", "promote")
    assert result.proven
    assert result.checked
