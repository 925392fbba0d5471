"""Variations of mates: against trying everything, and what a limit leaves open."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import chess
import pytest

import pnyx
from pnyx.mates import Attack, Replies, Variations, VariationsProgress
from support.every_mate import Judge, names, played
from support.shared_data import shared_data

MORPHY = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
COOKED = "8/8/8/8/8/5K2/7R/6k1 w - - 0 1"
THREAT_IN_2 = "8/2p5/8/8/3Q4/7k/8/4K3 w - - 0 1"  # a three-mover with a threat of two moves and a short variation
THREAT_IN_TIME = "8/8/2R5/k7/5R2/8/1K1p4/8 w - - 0 1"  # what is threatened is right after d1=R too, but takes longer
DUALS = "8/5k2/8/4K3/8/5p2/2Q5/8 w - - 0 1"
BLACK = "6K1/7r/5k2/8/8/8/8/8 b - - 0 1"
LONG = "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1"


def judged(fen: str, moves: int, **options: Any) -> Variations:
    """The variations, if all of them are what trying everything finds."""
    board = chess.Board(fen)
    found = pnyx.variations(board, moves, set_play=True, tries=True, refutations=2, **options)
    assert found.complete
    judge = Judge()
    keys = judge.every.keys(board, moves)
    assert names(found.keys) == keys
    assert found.verdict == ("proven" if keys else "disproven")
    for key in found.keys:
        judge.attack(board, key, moves)
    assert found.tries is not None
    tries = judge.every.tries(board, moves, 2)
    assert {each.move: names(each.replies.refutations) for each in found.tries if each.replies} == tries
    for each in found.tries:
        judge.attack(board, each, moves)
    assert found.set_play is not None
    if not board.is_check():
        judge.replies(played(board, chess.Move.null()), found.set_play, moves - 1)
    assert judge.seen > len(keys)
    return found


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        (MORPHY, 2),
        (COOKED, 2),
        (BLACK, 1),
        (BLACK, 2),
        (THREAT_IN_2, 2),
        (THREAT_IN_2, 3),
        (THREAT_IN_TIME, 3),
        (DUALS, 3),
    ],
)
@pytest.mark.parametrize("everything", [False, True])
def test_variations_are_those_of_trying_everything(fen: str, moves: int, everything: bool) -> None:
    found = judged(fen, moves, short=everything, all_defences=everything)
    if everything:
        for replies in every_replies(found):
            assert not replies.short, replies
            assert not replies.idle, replies


def test_two_movers_of_the_collection() -> None:
    lines = (shared_data("chess") / "mates.epd").read_text().splitlines()
    positions = [" ".join(line.split()[:4]) + " 0 1" for line in lines if " bm #2;" in line][:2]
    assert positions
    for fen in positions:
        assert judged(fen, 2).keys, fen


def test_three_movers_of_the_collection() -> None:
    lines = (shared_data("chess") / "mates.epd").read_text().splitlines()
    boards = [chess.Board(" ".join(line.split()[:4]) + " 0 1") for line in lines if " bm #3;" in line]
    few = [board for board in boards if chess.popcount(board.occupied) <= 8][:2]
    assert few
    for board in few:
        assert judged(board.fen(), 3).keys, board


def test_the_shortest_mate_without_a_length() -> None:
    found = pnyx.variations(THREAT_IN_2)
    assert (found.length, found.exact, found.headline) == (3, True, "White mates in 3")
    assert [key.san for key in found.keys] == ["Kf2"]
    assert found.keys == pnyx.variations(THREAT_IN_2, 3).keys


def test_cooks() -> None:
    found = pnyx.variations(COOKED, 2)
    assert found.cooked
    assert [key.san for key in found.keys] == ["Rh3", "Rh4", "Rh5", "Rh6", "Rh7", "Rh8"]
    assert "Key and cooks:\n1.Rh3! (zugzwang) 1...Kf1 2.Rh1#\n" in found.text
    assert not pnyx.variations(MORPHY, 2).cooked


def test_a_length_that_is_more_than_needed() -> None:
    found = judged(COOKED, 3)
    lengths = {key.san: key.length for key in found.keys}
    assert {san for san, length in lengths.items() if length == 2} == {"Rh3", "Rh4", "Rh5", "Rh6", "Rh7", "Rh8"}
    assert set(lengths.values()) == {2, 3}
    assert not found.exact
    assert found.headline == f"White mates in at most 3; {len(lengths)} winning first moves"


def test_a_length_that_is_too_short() -> None:
    found = pnyx.variations(THREAT_IN_2, 2, tries=True)
    assert (found.verdict, found.keys, found.complete) == ("disproven", (), True)
    assert found.headline == "White has no mate in 2"


def test_tries_and_set_play_of_morphy() -> None:
    text = pnyx.variations(MORPHY, 2, tries=True, set_play=True).text
    assert (
        text
        == """\
White mates in 2.

Set play:
1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#
no set mate after 1...a5, a6

Tries:
1.Ra5? (zugzwang)
    1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#
    but 1...a6!
1.Rxa7+? but 1...Bxa7!

Key:
1.Ra6! (zugzwang)
    1...bxa6 2.b7#
    1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#"""
    )


def test_more_refutations_allow_more_tries() -> None:
    one = pnyx.variations(MORPHY, 2, tries=True).tries
    two = pnyx.variations(MORPHY, 2, tries=True, refutations=2).tries
    assert one is not None
    assert two is not None
    assert names(one) < names(two)


def test_set_play_needs_a_side_that_can_pass() -> None:
    board = chess.Board("7k/8/8/8/8/8/6PP/R3r2K w - - 0 1")
    assert board.is_check()
    assert pnyx.variations(board, 1, set_play=True).set_play == Replies()


def test_short_variations_are_left_out_but_named() -> None:
    key = pnyx.variations(THREAT_IN_2, 3).keys[0]
    longer = pnyx.variations(THREAT_IN_2, 3, short=True).keys[0]
    assert key.replies is not None
    assert longer.replies is not None
    assert [ply.san for ply in key.replies.short] == ["Kh2"]
    assert [defence.san for defence in key.replies.defences] == []
    assert [(defence.san, defence.length) for defence in longer.replies.defences] == [("Kh2", 1)]
    assert "Left out: 1 short variation, " in pnyx.variations(THREAT_IN_2, 3).text
    assert "short" not in pnyx.variations(THREAT_IN_2, 3, short=True).text


def test_the_side_to_move_is_mated() -> None:
    fen = "kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1"
    found = pnyx.variations(fen, 1, goal="mated")
    assert (found.verdict, found.mating, found.keys) == ("proven", "white", ())
    assert found.text.splitlines()[2:] == ["1.bxa6 b7#", "1.Bh2, Bg3, Bf4, Be5, Bd6, Bc7 Rxa7#"]
    assert pnyx.variations(fen, goal="mated").replies == found.replies
    longer = pnyx.variations("8/8/8/8/8/5K2/8/6kR b - - 0 1", 2, goal="mated")
    assert longer.replies is not None
    Judge().replies(chess.Board("8/8/8/8/8/5K2/8/6kR b - - 0 1"), longer.replies, 2)


def test_who_is_mated_and_who_is_not() -> None:
    escapes = pnyx.variations("kb1K4/pp6/RP6/8/8/8/8/8 b - - 0 1", 1, goal="mated")
    assert escapes.verdict == "disproven"
    assert escapes.replies is not None
    assert escapes.replies.refutations
    assert "no mate in time after 1." in escapes.text
    mated = pnyx.variations("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", 1, goal="mated")
    assert (mated.verdict, mated.replies) == ("proven", None)
    stalemate = pnyx.variations("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1, goal="mated")
    assert stalemate.verdict == "disproven"


def test_what_a_limit_leaves_open_is_unsettled_and_never_refuted() -> None:
    judge = Judge()
    board = chess.Board(DUALS)
    full = pnyx.variations(DUALS, 3, tries=True)
    reasons = set()
    for nodes in (1, 30, 100, 300, 600, 1_000, 2_000):
        found = pnyx.variations(DUALS, 3, tries=True, set_play=True, limit=pnyx.Limit(nodes=nodes))
        if found.complete:
            continue
        reasons.add(found.reason)
        assert not found.settled, nodes
        assert found.verdict != "disproven", nodes
        assert names(found.keys) <= names(full.keys), nodes
        assert names(found.keys) | names(found.unsettled) >= names(full.keys), nodes
        assert "undecided" in found.text.lower(), nodes
        assert "Some moves are undecided" in found.text, nodes
        refuted = [(key, key.replies) for key in found.keys if key.replies is not None]
        assert all(not replies.refutations for _, replies in refuted), nodes
        for each in found.tries or ():
            assert each.replies is not None, (nodes, each)
            after = played(board, board.parse_uci(each.move))
            assert names(each.replies.refutations) <= judge.every.refutations(after, 2), (nodes, each)
    assert "nodes" in reasons


def leave_open(monkeypatch: pytest.MonkeyPatch, fen: str, goal: str) -> None:
    """From now on the searches do not settle this question."""

    def solve(position: pnyx.Position, asked: str, *arguments: Any, **options: Any) -> pnyx.Result:
        found = pnyx.solve(position, asked, *arguments, **options)
        if asked != goal or not position.board.startswith(fen):
            return found
        moves = None if found.winning_moves is None else position.moves()
        return dataclasses.replace(found, verdict="unknown", reason="memory", winning_moves=[], unsettled_moves=moves)

    monkeypatch.setattr("pnyx.mates.asking.solve", solve)


def test_a_defence_that_is_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_open(monkeypatch, "kbK5/p7/pP6/8/8/8/8/8 w", "mate-in 1")
    found = pnyx.variations(MORPHY, 2)
    replies = found.keys[0].replies
    assert replies is not None
    assert [ply.san for ply in replies.unsettled] == ["bxa6"]
    assert (found.verdict, found.settled, found.reason, found.exact) == ("proven", False, "memory", False)
    assert "    undecided: 1...bxa6\n" in found.text
    assert "1... bxa6 { undecided }" in found.pgn


def test_a_threat_that_is_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_open(monkeypatch, "kbK5/pp6/RP6/8/8/8/8/8 w", "mate-in 1")
    found = pnyx.variations(MORPHY, 2)
    assert (found.keys[0].zugzwang, found.settled) == (None, False)
    assert "1.Ra6! (threat undecided)" in found.text
    assert "threat undecided" in found.pgn


def test_a_shorter_mate_that_is_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    board = chess.Board(DUALS)
    for move in ("Qh7+", "Kf8"):
        board.push_san(move)
    leave_open(monkeypatch, board.board_fen(), "mate-in 1")
    found = pnyx.variations(DUALS, 3)
    replies = found.keys[0].replies
    assert replies is not None
    assert {defence.san: defence.exact for defence in replies.defences} == {"Ke8": True, "Kf8": False}
    assert not found.settled
    assert "1...Kf8 2.Ke6 (perhaps shorter: undecided; " in found.text
    assert "1... Kf8 { perhaps shorter: undecided }" in found.pgn


def test_a_stopped_search_is_unsettled() -> None:
    stop = pnyx.StopFlag()
    stop.set()
    found = pnyx.variations(MORPHY, 2, stop=stop)
    assert (found.verdict, found.reason, found.keys) == ("unknown", "stopped", ())
    assert found.headline == "Unknown whether White has a mate in 2 (you stopped the search)"
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(found)


def test_a_limit_before_the_length_is_known() -> None:
    found = pnyx.variations(LONG, limit=pnyx.Limit(nodes=20))
    assert (found.length, found.verdict, found.reason) == (None, "unknown", "nodes")
    assert found.text.startswith("No mate was found (the node limit was reached).")


def test_a_large_tree_is_cut() -> None:
    found = pnyx.variations(DUALS, 3, max_tree=5)
    assert (found.cut, found.settled, found.complete) == (True, True, False)
    assert names(found.keys) == names(pnyx.variations(DUALS, 3).keys)
    assert " ..." in found.text
    assert "The tree was cut; lines that end in ... continue" in found.text
    assert "truncated: some lines stop early" in found.pgn
    assert not pnyx.variations(DUALS, 3).cut
    assert not pnyx.variations(COOKED, 3, max_tree=1).exact, "its keys are not examined, and six of them are quicker"


def test_options_of_chess_hold_in_the_tree() -> None:
    position = pnyx.position("chess", COOKED, exclude="h2h3,h2h4")
    assert [key.san for key in pnyx.variations(position, 2).keys] == ["Rh5", "Rh6", "Rh7", "Rh8"]
    checks = pnyx.position("chess", DUALS, attack="checks")
    found = pnyx.variations(checks, 3)
    assert [key for key in found.keys if "+" not in key.san] == []
    assert found.verdict == "disproven", "the quiet moves of the king are needed"


def test_progress() -> None:
    seen: list[VariationsProgress] = []
    found = pnyx.variations(MORPHY, 2, tries=True, on_progress=seen.append)
    assert seen[-1].questions == found.questions
    assert seen[-1].nodes == found.nodes
    assert any(len(progress.line) == 2 for progress in seen)


@pytest.mark.parametrize(
    ("position", "options", "says"),
    [
        (MORPHY, {"moves": 0}, "moves must be a whole number from 1 to 1,000,000, not 0"),
        (MORPHY, {"moves": True}, "moves must be"),
        (MORPHY, {"moves": 2, "refutations": 0}, "refutations must be"),
        (MORPHY, {"moves": 2, "max_tree": 0}, "max_tree must be"),
        (MORPHY, {"moves": 2, "goal": "win"}, "unknown goal of variations 'win': expected one of mate, mated"),
        (MORPHY, {"moves": 2, "goal": "mated", "tries": True}, "leave them out"),
        ("XX./OO./... x", {"moves": 2}, "expected a chess position, not one of tic-tac-toe"),
    ],
)
def test_what_is_refused(position: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(pnyx.InputError, match=says):
        pnyx.variations(position, **options)


def test_options_of_chess_that_are_refused() -> None:
    with pytest.raises(pnyx.InputError, match="do not support the option 'region': leave it out"):
        pnyx.variations(pnyx.position("chess", MORPHY, region="a1-h7"), 2)
    with pytest.raises(pnyx.InputError, match="do not support the option 'attack': leave out one of them"):
        pnyx.variations(pnyx.position("chess", MORPHY, attack="checks"), 2, tries=True)


def every_replies(found: Variations) -> Iterator[Replies]:
    def within(attack: Attack) -> Iterator[Replies]:
        for threat in attack.threats:
            yield from within(threat)
        if attack.replies is not None:
            yield from of(attack.replies)

    def of(replies: Replies) -> Iterator[Replies]:
        yield replies
        for defence in replies.defences:
            for attack in defence.attacks:
                yield from within(attack)

    for attack in (*found.keys, *(found.tries or ())):
        yield from within(attack)
    for replies in filter(None, (found.replies, found.set_play)):
        yield from of(replies)
