"""The options `attack` and `exclude` of chess, against trying everything."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import chess
import pytest

import pnyx
from pnyx import _core
from pnyx.errors import CertificateError, InputError
from pnyx.reference.certificate import Certificate
from pnyx.reference.check import check
from pnyx.reference.rules import game_of
from support.mate_brute import Allowed, Mates
from support.raising import raises_for
from support.shared_data import shared_data

ATTACKS = [
    "checks",
    "replies<=1",
    "replies<=3",
    "flights<=0",
    "flights<=2",
    "checks,replies<=2",
    "replies<=9,flights<=1",
]
FENS = [
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",  # a quiet key
    "5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1",  # a smothered mate: a queen's sacrifice, all checks
    "5rk1/5ppp/8/8/8/8/1Q3PPP/3R2K1 w - - 0 1",
    "4r1k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1",
    "k7/8/8/2K5/8/8/8/7R w - - 0 1",
    "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
    "r3k2r/8/8/8/8/8/3Q4/4K3 w kq - 0 1",  # castling is a reply of the king
]
LIMIT = pnyx.Limit(nodes=1_000_000, memory=128 << 20)


def restriction(attack: str) -> Allowed:
    """What an attack allows, said once more."""
    words = attack.split(",")
    limits = {name: int(most) for name, _, most in (word.partition("<=") for word in words) if most}

    def allowed(board: chess.Board, move: chess.Move) -> bool:
        board.push(move)
        replies = list(board.legal_moves)
        flights = [reply for reply in replies if board.piece_type_at(reply.from_square) == chess.KING]
        fits = len(replies) <= limits.get("replies", 999) and len(flights) <= limits.get("flights", 999)
        fits &= board.is_check() or "checks" not in words
        board.pop()
        return fits

    return allowed


def settle(fen: str, goal: str, **options: str) -> bool:
    """Whether the goal is reached under the restrictions, as both checkers find."""
    found = pnyx.solve(pnyx.position("chess", fen, **options), goal, "df-pn", limit=LIMIT)
    assert found.certificate is not None, (fen, goal, options, found.reason)
    report = found.certificate.check()
    assert (report.options, report.verdict, len(report.checkers)) == (options, found.verdict, 2)
    return found.proven


@pytest.mark.parametrize("attack", ATTACKS)
def test_attacks_against_trying_everything(attack: str) -> None:
    told = set()
    for fen in FENS:
        truth = Mates(restriction(attack))
        for moves in (1, 2, 3):
            expected = truth.mates(chess.Board(fen), moves)
            assert settle(fen, f"mate-in {moves}", attack=attack) == expected, (fen, moves)
            told.add(expected)
    assert told == {True, False}


def test_attacks_on_the_collection() -> None:
    text = (shared_data("chess") / "mates.epd").read_text(encoding="utf-8")
    found = re.findall(r"^(\S+ [wb] \S+ \S+).*?\bbm #(\d+)", text, re.MULTILINE)
    rng = random.Random("attacks")
    told = set()
    for fen, _ in rng.sample([row for row in found if int(row[1]) <= 5], 30):
        attack, moves = rng.choice([("checks", 3), ("replies<=2", 2), ("flights<=1", 2), ("checks,flights<=2", 3)])
        expected = Mates(restriction(attack)).mates(chess.Board(f"{fen} 0 1"), moves)
        assert settle(f"{fen} 0 1", f"mate-in {moves}", attack=attack) == expected, (fen, attack)
        told.add(expected)
    assert told == {True, False}


def test_the_other_side_is_free() -> None:
    for fen in ["k7/8/1K6/8/8/8/8/2R4n b - - 0 1", "1k6/8/1K6/8/8/8/8/2R5 b - - 0 1", "7k/8/6K1/8/8/8/8/R7 b - - 0 1"]:
        for attack in ("checks", "replies<=2"):
            truth = Mates(restriction(attack))
            for moves in (1, 2, 3):
                expected = truth.is_mated(chess.Board(fen), moves)
                assert settle(fen, f"mated-in {moves}", attack=attack) == expected, (fen, attack, moves)


def test_a_restricted_side_without_a_move_has_not_mated() -> None:
    fen = "7k/8/8/5K2/8/8/8/6R1 w - - 0 1"
    for goal in ("mate", "mate-in 5"):
        assert not settle(fen, goal, attack="replies<=0"), goal
    # In check, with legal moves that are not allowed: no mate either.
    checked = "k6r/8/8/8/8/8/8/7K w - - 0 1"
    assert chess.Board(checked).is_check()
    assert chess.Board(checked).legal_moves.count() == 2
    assert not settle(checked, "mate", attack="checks")


def test_every_search_keeps_to_the_restrictions() -> None:
    fen = "5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1"
    for algorithm in pnyx.algorithms():
        for attack, goal, proven in [
            ("checks", "mate-in 2", True),
            ("replies<=1", "mate-in 2", True),
            ("checks", "mate-in 1", False),
        ]:
            position = pnyx.position("chess", fen, attack=attack)
            found = pnyx.solve(position, goal, algorithm, limit=LIMIT)
            assert found.proven == proven, (algorithm, attack, goal)
            assert found.checked, (algorithm, attack, goal)


def test_excluded_first_moves() -> None:
    for fen, moves in [(FENS[4], 2), (FENS[4], 3), (FENS[5], 1), (FENS[5], 2), (FENS[0], 2)]:
        every = pnyx.solve(fen, f"mate-in {moves}", all_moves=True).winning_moves
        assert every, (fen, moves)
        truth = Mates()
        for excluded in (every, every[:1], every[1:]):
            expected = truth.mates(chess.Board(fen), moves, frozenset(excluded))
            assert expected == (set(excluded) != set(every)), (fen, moves, excluded)
            assert (
                settle(fen, f"mate-in {moves}", **({"exclude": ",".join(sorted(excluded))} if excluded else {}))
                == expected
            ), (fen, moves, excluded)
    fen = "k7/8/8/3K4/8/8/8/7R w - - 0 1"
    assert settle(fen, "mate", exclude="d5c6")
    # Only the first move is excluded: the rook may give this check later.
    mate = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
    assert not settle(mate, "mate-in 1", exclude="d1d8")
    assert settle("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "mate-in 2", exclude="d1d8") == Mates().mates(
        chess.Board(mate), 2, frozenset(["d1d8"])
    )


def test_excluded_moves_beside_a_history() -> None:
    fen = "k7/8/8/3K4/8/8/8/7R w - - 0 1"
    others = ",".join(sorted(str(move) for move in chess.Board(fen).legal_moves if str(move) != "h1h2"))
    assert settle(fen, "mate", exclude=others)
    # The one move that is left brings a position back.
    assert not settle(f"{fen} moves h1h2 a8b8 h2h1 b8a8", "mate", exclude=others)
    assert settle(f"{fen} moves h1h2 a8b8 h2h1 b8a8", "mate", exclude="h1h2")


def test_the_rules_in_python_allow_the_same() -> None:
    rng = random.Random(3)
    for fen in [*FENS, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]:
        for attack in ATTACKS:
            allowed = restriction(attack)
            rules = game_of("chess", {"attack": attack, "exclude": "a1a2"}).aim("mate", 0)
            assert rules is not None, (fen, attack)
            position = rules.parse(fen)
            for ply in range(8):
                text = rules.position_text(position)
                assert rules.parse(text) == position, (fen, attack, ply)
                assert text.endswith(" later") == (ply > 0), (fen, attack, ply)
                board = chess.Board(text.removesuffix(" later"))
                expected = {
                    move.uci()
                    for move in board.legal_moves
                    if not board.turn or (allowed(board, move) and (ply > 0 or move.uci() != "a1a2"))
                }
                assert {notation for notation, _ in rules.sorted_moves(position)} == expected, (fen, attack, ply)
                if not expected:
                    assert rules.outcome(position) is not None, (fen, attack, ply)
                if rules.outcome(position) is not None:
                    break
                position = rules.play(position, rules.find_move(position, rng.choice(sorted(expected))))


def test_certificates_state_the_restrictions() -> None:
    position = pnyx.position("chess", FENS[1], attack="replies<=4, checks", exclude="b3f7,b3g8,b3f7")
    assert position.options == {"attack": "checks,replies<=4", "exclude": "b3f7,b3g8"}
    found = pnyx.solve(position, "mate-in 2")
    assert str(found).startswith("White has no mate in 2 with attack=checks,replies<=4 and exclude=b3f7,b3g8 (")
    assert found.certificate is not None
    assert " with attack=checks,replies<=4 and exclude=b3f7,b3g8 from " in str(found.certificate.check())
    assert " with attack=checks,replies<=4 and exclude=b3f7,b3g8 from " in str(check(found.certificate.data))
    free = pnyx.solve(pnyx.position("chess", FENS[0], exclude="c8d8"), "mate-in 2")
    assert free.certificate is not None
    header = Certificate.from_bytes(free.certificate.data)
    assert free.proven
    assert free.line[0] == "a1a6"
    for options in [{"attack": "checks"}, {"exclude": "d8c8"}, {"exclude": "c8d8,c8d8"}, {"exclude": "a1a6"}]:
        both_reject(replace(header, options=options))
    for goal in ("win", "mated", "mate-in 1"):
        both_reject(replace(header, goal=goal))


def both_reject(certificate: Certificate) -> None:
    for checker in (check, _core.check):
        with raises_for(checker, CertificateError):
            checker(certificate.to_bytes())


def test_restrictions_need_a_goal_that_they_bind() -> None:
    for options in ({"attack": "checks"}, {"exclude": "a1a2"}):
        position = pnyx.position("chess", FENS[0], **options)
        for goal in ("win", "draw-or-better", "promote"):
            with raises_for((options, goal), InputError, match="mate, mate-in N, mated and mated-in N"):
                pnyx.solve(position, goal)
            with raises_for((options, goal), InputError, match="mate, mate-in N, mated or mated-in N"):
                game_of("chess", options).aim(goal, 0)
        for ask in (lambda p: pnyx.value(p), lambda p: pnyx.search(p, depth=1)):
            with raises_for((options, ask), InputError, match="mate, mate-in N, mated and mated-in N"):
                ask(position)
    with pytest.raises(InputError, match="not to move"):
        pnyx.solve(pnyx.position("chess", FENS[0], exclude="a1a2"), "mated")
    with pytest.raises(InputError, match="the other side"):
        game_of("chess", {"exclude": "a1a2"}).aim("mated-in 3", 1)
    with pytest.raises(InputError, match="'a1h8', which is not a legal move"):
        pnyx.solve(pnyx.position("chess", FENS[0], exclude="a1h8"), "mate")


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        *(
            ("attack", text)
            for text in ("check", "checks,checks", "replies<3", "replies<=03", "flights<=501", "checks,")
        ),
        *(("exclude", text) for text in ("Qh5", "e2e9", "e7e8k", "e2e4,", "e2e4 e7e5")),
        ("exclude", ",".join(f"a1{file}{rank}" for file in "abcdefgh" for rank in "12345678") + ",b1a1"),
    ],
)
def test_bad_restrictions(option: str, wrong: str) -> None:
    with pytest.raises(InputError, match=f"option {option}"):
        pnyx.position("chess", **{option: wrong})
    with pytest.raises(InputError, match=f"option {option}"):
        game_of("chess", {option: wrong})
