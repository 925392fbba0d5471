"""`forced-win`, `auto` and `shortest` on small chess positions: what they say is what exhaustive search says.

The first numbers of chess are in the compiled search alone, so there is no twin here. Composed positions, whose moves
are made to be judged, have one; there it is asked for limits too.
"""

from __future__ import annotations

import random
from typing import Any

import chess
import pytest

import pnyx
from pnyx import _core
from pnyx.reference import brute, forced_win
from pnyx.reference.forced_win_shortest import shortest
from pnyx.reference.rules import read_position
from support.cases import Case
from support.forced_win_cases import Way, assert_same, compiled

LONGEST = 3
POSITIONS = (
    ("7K/8/6k1/8/8/8/1r6/8 b", 1),
    ("4r3/8/8/8/8/8/2k5/K7 b", 1),
    ("2Q5/6r1/8/8/8/k1K5/2P5/8 w", 1),
    ("8/2R5/7k/5K2/7n/8/8/7R w", 1),
    ("8/5k1K/8/7B/8/5q2/3b1P2/8 b", 1),
    ("8/1P3p2/8/8/8/k7/3p4/K7 b", 1),
    ("8/8/6r1/8/2k5/2n5/8/K1R5 b", 2),
    ("K7/4r3/4rk2/8/8/5N2/8/8 b", 2),
    ("5K2/4r3/kq3R2/8/8/8/8/8 b", 2),
    ("7K/8/7k/b6r/8/8/P7/8 b", 2),
    ("k7/q7/8/8/8/8/R3r3/2K5 b", 2),
    ("k7/3K4/8/8/8/8/8/4R3 w", 2),
    ("8/5K2/8/7k/4R3/8/8/8 w", 2),
    ("2k5/4R3/8/1r5K/8/3Q4/8/8 w", 2),
    ("8/8/5R2/7P/6q1/2p5/8/k1KB4 w", 2),
    ("8/8/3k4/8/8/4B3/5pr1/K7 b", 2),
    ("7K/q7/8/P1b2k2/8/3B4/8/8 b", 2),
    ("8/8/5K2/8/7k/R7/8/8 w", 2),
    ("8/1r6/8/8/8/4k3/8/7K b", 2),
    ("1K6/2r5/2k5/8/8/8/8/8 b", 2),
    ("8/8/8/8/4k3/7K/1r6/8 b", 2),
    ("8/1R6/8/3r4/8/8/8/5KNk w", 2),
    ("8/b7/8/KP6/5Q2/k7/r4p2/8 b", 2),
    ("8/2p3Q1/8/8/3p4/2K5/8/k7 w", 2),
    ("4n2K/1Q3q2/8/8/8/8/1k6/8 b", 2),
    ("8/3r4/8/8/8/K7/2k5/8 b", 2),
    ("8/8/8/8/3k4/2r5/8/3K4 b", 2),
    ("3r4/8/8/8/8/K7/2k5/8 b", 2),
    ("k7/8/8/1Kr5/1R6/8/3Q4/8 w", 2),
    ("4k1K1/8/8/5b2/8/8/2P5/2r5 b", 3),
    ("5K2/8/8/5k2/8/8/8/2r5 b", 3),
    ("8/k7/3K4/8/8/7R/8/8 w", 3),
    ("6K1/8/4k3/8/8/4r3/8/8 b", 3),
    ("5n2/8/8/5P2/5n2/2p5/5k1K/8 b", 3),
    ("8/8/2b5/6P1/8/8/5k1K/1n6 b", 3),
    ("8/1P4p1/8/8/8/4N3/1K6/7k w", 3),
    ("3k4/8/1KPN4/4N3/3p4/8/8/8 w", 3),
    ("1k6/3K4/8/8/8/3R4/8/8 w", 3),
    ("8/8/2q2Q2/8/8/5K1k/8/8 w", 3),
    ("2k5/P7/1K3R2/6b1/8/8/8/8 w", 3),
    ("8/8/4n3/6P1/2k5/7K/5p2/7n b", 3),
    ("k7/3K4/1B6/6p1/8/N7/8/8 w", 3),
    ("1R6/7k/5K2/1r6/8/3N4/8/8 w", 3),
    ("8/3Q4/3q4/3K4/8/8/5Qrk/8 w", 3),
    ("3K4/6r1/1B6/2k5/8/8/5p2/8 b", 3),
    ("8/8/8/1k6/8/1rNr4/8/K7 b", 3),
    ("1K6/3k4/8/8/7r/8/8/8 b", 3),
    ("8/3p3k/3p4/8/8/4P2K/8/8 b", 0),
    ("4k3/5Q2/8/8/6q1/1q6/8/2K2R2 b", 0),
    ("8/8/8/8/4P3/6p1/2P1K3/6k1 w", 0),
    ("6K1/7q/5P2/3B4/8/5R2/4p3/k7 w", 0),
    ("8/7r/1K6/8/8/8/k5N1/8 w", 0),
    ("NK2q1k1/8/8/8/8/Q7/8/8 w", 0),
    ("8/R7/8/4Pb2/8/8/2K5/5k2 w", 0),
    ("1k6/p3P3/8/2P5/8/8/8/2K5 w", 0),
    ("2Q5/8/1Q6/8/3q2K1/6r1/8/5k2 w", 0),
    ("8/8/3K4/8/8/3r3k/5P2/6Q1 w", 0),
    ("8/6K1/8/2P5/8/8/1R1b4/2k5 w", 0),
    ("8/8/8/7Q/6k1/K7/2R3q1/6q1 b", 0),
    ("2k5/5r2/K4B2/8/8/p7/8/8 b", 0),
)
"""Positions and the lengths of their shortest mates; 0 if there is none within three moves."""

CASES = [pytest.param(f"{board} - - 0 1", length, id=board) for board, length in POSITIONS]
NODES = 20_000


def mates_in(board: chess.Board, moves: int) -> bool:
    """Whether the side to move can mate within N moves: every line is tried."""
    return any(mates_by(board, move, moves) for move in list(board.legal_moves))


def mates_by(board: chess.Board, move: chess.Move, moves: int) -> bool:
    """Whether this move mates, or the side that makes it can do so within N moves, this one among them."""
    board.push(move)
    mates = is_mated_in(board, moves - 1)
    board.pop()
    return mates


def is_mated_in(board: chess.Board, moves: int) -> bool:
    """Whether the side to move is mated, or will be within N moves of the other side."""
    replies = list(board.legal_moves)
    if not replies:
        return board.is_check()
    return moves > 0 and all(after(board, reply, moves) for reply in replies)


def after(board: chess.Board, reply: chess.Move, moves: int) -> bool:
    """Whether the other side mates within N moves after a reply."""
    board.push(reply)
    mates = mates_in(board, moves)
    board.pop()
    return mates


def both_checked(result: pnyx.Result) -> bool:
    """Whether there is a certificate, which both checkers accept, for the same."""
    if result.certificate is None:
        return False
    report = result.certificate.check()
    told = (report.verdict, report.goal, report.moves_to_win)
    return report.checkers == ("rust", "python") and told == (result.verdict, result.goal, result.moves_to_win)


@pytest.mark.parametrize(("fen", "length"), CASES)
def test_the_table_is_right(fen: str, length: int) -> None:
    board = chess.Board(fen)
    found = next((moves for moves in range(1, LONGEST + 1) if mates_in(board, moves)), 0)
    assert found == length


def test_the_table_is_worth_it() -> None:
    assert len(POSITIONS) == 60
    for length, least in ((0, 12), (1, 6), (2, 15), (3, 15)):
        assert sum(known == length for _, known in POSITIONS) >= least, (length, least)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("fen", "length"), CASES)
def test_mates_of_limited_length(fen: str, length: int, threads: int) -> None:
    for moves in range(1, LONGEST + 1):
        found = pnyx.solve(fen, f"mate-in {moves}", "forced-win", threads=threads)
        assert found.verdict == ("proven" if 0 < length <= moves else "disproven"), moves
        assert both_checked(found), moves
        if found.proven:
            assert found.moves_to_win is not None, moves
            assert length <= found.moves_to_win <= moves, moves


@pytest.mark.parametrize("algorithm", ["forced-win", "auto"])
@pytest.mark.parametrize(("fen", "length"), CASES)
def test_mates_of_any_length(fen: str, length: int, algorithm: str) -> None:
    found = pnyx.solve(fen, "mate", algorithm, limit=pnyx.Limit(nodes=NODES))
    assert found.unknown or both_checked(found)
    if length > 0:
        assert found.proven
    elif found.proven:
        assert found.moves_to_win is not None
        assert found.moves_to_win > LONGEST


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("fen", "length"), CASES)
def test_shortest_mates(fen: str, length: int, threads: int) -> None:
    found = pnyx.shortest(fen, threads=threads, limit=pnyx.Limit(nodes=NODES))
    assert [question for question in found.questions if not question.unknown and not both_checked(question)] == []
    if length > 0:
        assert (found.length, found.proved, found.none_within) == (length, True, length - 1)
        goals = [(question.goal, question.verdict) for question in found.questions]
        shorter = [(f"mate-in {length - 1}", "disproven")] if length > 1 else []
        assert goals == [(f"mate-in {length}", "proven"), *shorter]
        assert len(found.line) == 2 * length - 1
    else:
        assert found.length is None or found.length > LONGEST


@pytest.mark.parametrize(("fen", "length"), [param for param in CASES if param.values[1] in (1, 2)])
def test_who_is_mated(fen: str, length: int) -> None:
    """After some first moves, of which at least one mates in time."""
    board = chess.Board(fen)
    moves = sorted(board.legal_moves, key=lambda move: (not mates_by(board, move, length), move.uci()))
    for move in moves[:4]:
        board.push(move)
        for left in (1, 2):
            found = pnyx.solve(board.fen(), f"mated-in {left}", "forced-win")
            assert found.proven == is_mated_in(board, left), (move, left)
            assert both_checked(found), (move, left)
        answer = pnyx.shortest(board.fen(), "mated", limit=pnyx.Limit(nodes=NODES))
        if is_mated_in(board, length - 1):
            assert (answer.length, answer.proved) == (length - 1, True), move
        else:
            assert answer.length is None or answer.length >= length, move
        board.pop()


@pytest.mark.parametrize(("fen", "length"), [param for param in CASES if param.values[1] in (1, 2)])
def test_all_keys(fen: str, length: int) -> None:
    board = chess.Board(fen)
    keys = sorted(move.uci() for move in board.legal_moves if mates_by(board, move, length))
    for algorithm in ("forced-win", "auto"):
        found = pnyx.solve(fen, f"mate-in {length}", algorithm, all_moves=True)
        assert found.winning_moves is not None, algorithm
        assert (sorted(found.winning_moves), found.unsettled_moves) == (keys, []), algorithm


# Endings small enough to know everything


@pytest.mark.parametrize(
    ("board", "region"),
    [
        ("8/8/8/8/8/1p1k4/1P6/1K6 w", "a1-d3"),
        ("8/8/8/8/8/2k5/2p5/2K5 w", "a1-d3"),
        ("8/8/8/8/8/2k5/2p5/2K5 b", "a1-d3"),
        ("8/8/8/8/8/k1p5/8/K7 b", "a1-c3"),
        ("8/8/8/8/k7/p7/8/K7 b", "a1-b4"),
        ("8/8/8/8/1k6/1p6/8/1K6 b", "a1-c4"),
        ("k1K5/8/8/8/8/8/7p/7R b", "a5-c8,h1-h2"),
        ("8/8/8/8/3p4/3k4/3P4/3K4 w", "b1-e4"),
    ],
)
def test_auto_leaves_no_small_ending_open(board: str, region: str) -> None:
    """Where play can repeat, `forced-win` may, but never if there is a mate."""
    fen = f"{board} - - 0 1"
    reading = read_position("chess", fen, {"region": region})
    truth = brute.solve(reading.rules, reading.root, "mate")
    position = pnyx.position("chess", fen, region=region)
    found = pnyx.solve(position, "mate", "auto")
    assert found.verdict == ("proven" if truth else "disproven")
    assert both_checked(found)
    alone = pnyx.solve(position, "mate", "forced-win", limit=pnyx.Limit(nodes=200_000))
    assert alone.verdict == found.verdict or ((alone.verdict, alone.reason) == ("unknown", "numbers") and not truth)


# Composed positions, beside the twin


class Within:
    """Chess in which one side has N moves to mate: they are part of the position."""

    repetition = "impossible"
    wins_on_own_move = True

    def __init__(self, rules: Any, prover: int) -> None:
        self.rules, self.prover = rules, prover

    def start(self) -> tuple[Any, int]:
        return self.rules.start(), 1

    def turn(self, position: tuple[Any, int]) -> int:
        turn: int = self.rules.turn(position[0])
        return turn

    def outcome(self, position: tuple[Any, int]) -> Any:
        end = self.rules.outcome(position[0])
        return "draw" if end is None and position[1] == 0 else end

    def moves(self, position: tuple[Any, int]) -> Any:
        return self.rules.moves(position[0])

    def play(self, position: tuple[Any, int], move: Any) -> tuple[Any, int]:
        return self.rules.play(position[0], move), position[1] - (self.turn(position) == self.prover)

    def move_text(self, position: tuple[Any, int], move: Any) -> Any:
        return self.rules.move_text(position[0], move)

    def moves_left(self, position: tuple[Any, int]) -> int:
        return position[1]

    def board_key(self, position: tuple[Any, int]) -> Any:
        return position[0]


def composed(seed: int) -> Case | None:
    """More than eight pawns, which stand still, and pieces in a corner where all moves are made; if that is legal."""
    rng = random.Random(f"composed {seed}")
    board = chess.Board(None)
    for square in (chess.A2, chess.A3, chess.A4, chess.A5, chess.A6, chess.B2, chess.B3, chess.B4, chess.B5):
        board.set_piece_at(square, chess.Piece.from_symbol("P"))
    corner = [square for square in chess.SQUARES if chess.square_file(square) > 3 and chess.square_rank(square) > 3]
    pieces = "kK" + "".join(rng.sample("QRRBNpn", rng.choice((2, 2, 3))))
    for piece, square in zip(pieces, rng.sample(corner, len(pieces)), strict=True):
        board.set_piece_at(square, chess.Piece.from_symbol(piece))
    board.turn = seed % 4 != 3
    pawns = board.pieces(chess.PAWN, chess.BLACK) & chess.BB_RANK_8
    if pawns or board.status() & ~(chess.STATUS_TOO_MANY_WHITE_PAWNS | chess.STATUS_TOO_MANY_WHITE_PIECES):
        return None
    return Case.read(seed, "chess", board.fen(), {"order": "papers", "region": "e5-h8"})


def test_composed_positions_node_for_node() -> None:
    """Without a limit, with one, and for the shortest mate."""
    seen = {"proven": 0, "disproven": 0, "unknown": 0}
    lengths = set[int | None]()
    for case in filter(None, map(composed, range(120))):
        way, nodes = Way.random(random.Random(f"way {case.seed}")), 2_000
        how: dict[str, Any] = {"epsilon": way.epsilon, "others": way.others, "max_nodes": nodes}
        turn = case.rules.turn(case.root)
        for word, prover in (("mate", turn), ("mated", 1 - turn)):
            about = f"{case}, {way}, {word}"
            found = compiled(case, word, way, nodes)
            twin = forced_win.search(Mates(case.rules), case.root, prover=prover, **how)
            assert_same(found, twin, about)
            for moves in (1, 2, 3):
                within = Within(case.rules, prover)
                found = compiled(case, f"{word}-in {moves}", way, nodes)
                limited = forced_win.search(within, (case.root, moves), prover=prover, **how)
                assert_same(found, limited, f"{about}-in {moves}")
                seen[found.verdict] += 1
            position = _core.position("chess", case.text, case.options)
            best = _core.shortest(position, _core.Question(word, "forced-win", way.texts(), max_nodes=nodes))
            twin_best = shortest(Mates(case.rules), case.root, prover=prover, **how)
            told = (best.length, best.none_within, best.reason, best.nodes)
            # There is no question about more than 1,000,000 moves.
            no_win_within = min(twin_best.no_win_within, 1_000_000)
            assert told == (twin_best.win, no_win_within, twin_best.reason, twin_best.nodes), about
            lengths.add(best.length)
    assert min(seen["proven"], seen["disproven"]) > 20, seen
    assert {None, 1, 2, 3} <= lengths


class Mates:
    """Chess, with the word that a mate is always the winner's move."""

    wins_on_own_move = True

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)


def test_progress_counts_the_turns_of_both_searches() -> None:
    told: list[pnyx.Progress] = []
    result = pnyx.solve(
        pnyx.position("chess"), "mate", "auto", limit=pnyx.Limit(nodes=500_000), on_progress=told.append
    )
    counts = [progress.nodes for progress in told]
    assert counts == sorted(counts)
    assert [count for count in counts if not count <= result.nodes] == []
