"""Chess mates by `auto` and `forced-win` on real positions: lengths, threads, and what exhaustive search says."""

from __future__ import annotations

import functools
import random
import re

import chess
import pytest

import pnyx
from pnyx.reference.check import check
from support.shared_data import shared_data

SMALL = 1 << 20
QUICK, LONG = 30, 300


@functools.cache
def mates() -> list[tuple[str, int]]:
    """Positions with their best known mates, negative when the side to move is mated."""
    found = []
    for line in (shared_data("chess") / "mates.epd").read_text().splitlines():
        parts = re.match(r"(\S+ \S+ \S+ \S+) bm #(-?\d+);", line)
        assert parts is not None
        found.append((f"{parts[1]} 0 1", int(parts[2])))
    return found


def exhaustive(board: chess.Board, moves: int) -> bool:
    """Whether the side to move can mate within N moves, by trying everything."""
    for move in list(board.legal_moves):
        if moves == 1 and not board.gives_check(move):
            continue
        board.push(move)
        mated = all(answered(board, reply, moves) for reply in list(board.legal_moves)) and (
            board.is_check() or any(board.legal_moves)
        )
        board.pop()
        if mated:
            return True
    return False


def answered(board: chess.Board, reply: chess.Move, moves: int) -> bool:
    """Whether a mate follows a reply, with one move less."""
    if moves == 1 or board.is_insufficient_material():
        return False
    board.push(reply)
    mates = exhaustive(board, moves - 1)
    board.pop()
    return mates


def near_the_end(count: int, seed: int) -> list[tuple[chess.Board, int]]:
    """Known mates and positions some moves before longer ones, with moves to ask for: 1, 2, sometimes 3."""
    rng = random.Random(seed)
    short = [fen for fen, best in mates() if 1 <= best <= 8]
    shortest = [(fen, best) for fen, best in mates() if 1 <= best <= 3]
    boards: list[tuple[chess.Board, int]] = []
    while len(boards) < count:
        if rng.random() < 0.3:
            fen, best = rng.choice(shortest)
            boards.append((chess.Board(fen), min(3 if best == 3 else 2, max(1, best - rng.randrange(2)))))
            continue
        board = chess.Board(rng.choice(short))
        for _ in range(rng.randrange(6)):
            if moves := list(board.legal_moves):
                board.push(rng.choice(moves))
        if board.is_valid() and not board.is_game_over():
            asked = rng.choice([1, 2, 2, 3] if board.legal_moves.count() < 12 else [1, 2])
            boards.append((chess.Board(board.fen(en_passant="legal")), asked))
    return boards


def compare(count: int, seed: int) -> None:
    found = 0
    for board, moves in near_the_end(count, seed):
        truth = exhaustive(board, moves)
        result = pnyx.solve(board.fen(), f"mate-in {moves}", "auto")
        assert result.verdict == ("proven" if truth else "disproven"), (board.fen(), moves)
        assert result.certificate is not None
        if found < 20:
            assert check(result.certificate.data).verdict == result.verdict
        answer = pnyx.shortest(board, limit=pnyx.Limit(nodes=300_000) if truth else pnyx.Limit(nodes=20_000))
        if truth:
            found += 1
            assert answer.proved, (board.fen(), moves)
            assert answer.length is not None
            assert answer.length <= moves
            assert answer.length == 1 or not exhaustive(board, answer.length - 1)
        else:
            assert answer.length is None or answer.length > moves
    assert found >= count // 10


def test_no_mate_in_n_and_the_shortest_are_what_exhaustive_search_says() -> None:
    compare(QUICK, 1)


@pytest.mark.soak
def test_the_same_on_more_positions() -> None:
    compare(LONG, 2)


def test_the_shortest_mate_is_the_best_known_where_both_are_exact() -> None:
    rng = random.Random(3)
    known = [(fen, best) for fen, best in mates() if 2 <= best <= 7]
    proved = 0
    for fen, best in rng.sample(known, 25):
        answer = pnyx.shortest(fen, limit=pnyx.Limit(nodes=60_000))
        assert answer.length is None or answer.length >= best or not answer.proved, fen
        if answer.proved and answer.length is not None:
            assert answer.length == best, fen
            proved += 1
        assert answer.none_within < best, fen
    assert proved >= 2


def test_the_side_to_move_is_mated() -> None:
    proved = 0
    for fen, best in mates():
        if best >= 0 or best < -9:
            continue
        answer = pnyx.shortest(fen, "mated", limit=pnyx.Limit(nodes=30_000))
        if answer.length is not None:
            assert answer.length >= -best, (fen, best)
            assert answer.questions[0].proven, (fen, best)
            proved += 1
        assert answer.none_within < -best, (fen, best)
    assert proved >= 3


def race(count: int, seed: int) -> None:
    """Runs with two threads in a table in which they meet at every turn, against runs with one."""
    verdicts = 0
    for board, moves in near_the_end(count, seed):
        goal = f"mate-in {moves}"
        limit = pnyx.Limit(nodes=20_000, memory=SMALL)
        alone = pnyx.solve(board.fen(), goal, "forced-win", limit=limit)
        together = pnyx.solve(board.fen(), goal, "forced-win", limit=limit, threads=2)
        for result in (alone, together):
            assert result.unknown or result.checked, (board.fen(), goal, result.reason)
        if not alone.unknown and not together.unknown:
            assert alone.verdict == together.verdict, (board.fen(), goal)
            verdicts += 1
    assert verdicts > count * 0.9


def test_two_threads_never_contradict_one() -> None:
    race(150, 4)


@pytest.mark.soak
def test_two_thousand_runs_with_two_threads() -> None:
    race(2_000, 5)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_mate_of_any_length(threads: int) -> None:
    fen = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1"
    result = pnyx.solve(fen, "mate", "auto", threads=threads)
    assert result.proven
    assert result.certificate is not None
    assert check(result.certificate.data).verdict == "proven"


def test_what_goes_round_is_settled_by_auto() -> None:
    # Nothing can move but the kings, which walk round forever: forced-win by itself cannot say no.
    fen = "8/8/8/8/p7/P1k5/8/K7 w - - 0 1"
    limit = pnyx.Limit(nodes=200_000)
    assert pnyx.solve(fen, "mate", "forced-win", limit=limit).unknown
    assert pnyx.solve(fen, "mate", "auto", limit=limit).disproven
    assert pnyx.solve("8/8/8/8/8/1k6/8/K1n5 w - - 0 1", "mate", "auto").disproven
