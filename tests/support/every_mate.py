"""Trees of variations, compared with trying everything."""

from __future__ import annotations

import chess

from pnyx.mates import Attack, Ply, Replies
from support.mate_brute import Mates


class EveryMate:
    """Which moves mate, and which prevent it."""

    def __init__(self) -> None:
        self._mates = Mates()

    def does_it(self, board: chess.Board, move: chess.Move, moves: int) -> bool:
        """Whether this move mates in N moves."""
        return moves > 0 and self._mates.is_mated(played(board, move), moves - 1)

    def refutations(self, board: chess.Board, moves: int) -> set[str]:
        """The moves of the defender after which there is no mate in N moves."""
        return {move.uci() for move in board.legal_moves if self.length(played(board, move), moves) is None}

    def keys(self, board: chess.Board, moves: int) -> set[str]:
        return {move.uci() for move in board.legal_moves if self.does_it(board, move, moves)}

    def length(self, board: chess.Board, most: int) -> int | None:
        """The length of the shortest mate of the side to move, if there is one in N moves."""
        return next((moves for moves in range(1, most + 1) if self._mates.mates(board, moves)), None)

    def tries(self, board: chess.Board, moves: int, most: int) -> dict[str, set[str]]:
        """First moves that fail to at most N defences, with these."""
        found = {}
        for move in board.legal_moves:
            after = played(board, move)
            refuting = self.refutations(after, moves - 1)
            if 1 <= len(refuting) <= most:
                found[move.uci()] = refuting
        return found


def played(board: chess.Board, move: chess.Move) -> chess.Board:
    after = board.copy(stack=False)
    after.push(move)
    return after


def names(moves: tuple[Ply, ...] | tuple[Attack, ...]) -> set[str]:
    return {each.move for each in moves}


class Judge:
    """Compares a tree with trying everything, and counts what it has seen."""

    def __init__(self) -> None:
        self.every = EveryMate()
        self.seen = 0

    def attack(self, board: chess.Board, attack: Attack, most: int) -> None:
        """A move that mates in time, or that fails."""
        self.seen += 1
        move = board.parse_uci(attack.move)
        assert attack.san == board.san(move)
        after = played(board, move)
        assert attack.mate == after.is_checkmate()
        if attack.length is None:
            assert not self.every.does_it(board, move, most)
        else:
            assert attack.length <= most
            assert self.every.does_it(board, move, attack.length)
            assert not self.every.does_it(board, move, attack.length - 1)
        if attack.mate:
            assert attack.replies is None
            return
        assert attack.replies is not None
        threats = self._threats(after, attack, most - 1)
        self.replies(after, attack.replies, most - 1, threats)

    def _threats(self, after: chess.Board, attack: Attack, most: int) -> tuple[int | None, set[str]]:
        assert attack.zugzwang is not None
        if after.is_check():
            assert not attack.threats
            assert not attack.zugzwang
            return None, set()
        passed = played(after, chess.Move.null())
        length = self.every.length(passed, most)
        assert attack.zugzwang == (length is None)
        expected = set() if length is None else self.every.keys(passed, length)
        assert names(attack.threats) == expected
        for threat in attack.threats:
            assert length is not None
            self.attack(passed, threat, length)
        return length, expected

    def replies(
        self, board: chess.Board, replies: Replies, most: int, threat: tuple[int | None, set[str]] = (None, set())
    ) -> None:
        """All moves of the defender, each in the list where it belongs."""
        lengths = {move.uci(): self.every.length(played(board, move), most) for move in board.legal_moves}
        longest = max((length for length in lengths.values() if length is not None), default=0)
        assert replies.length == longest
        assert not replies.unsettled
        assert names(replies.refutations) == {move for move, length in lengths.items() if length is None}
        listed = [defence.move for defence in replies.defences]
        listed += [ply.move for part in (replies.short, replies.idle, replies.refutations) for ply in part]
        assert sorted(listed) == sorted(lengths)
        for ply in replies.short:
            assert ply.san == board.san(board.parse_uci(ply.move))
            assert (lengths[ply.move] or 0) < longest
        for ply in replies.idle:
            assert lengths[ply.move] == threat[0]
            after = played(board, board.parse_uci(ply.move))
            assert self.every.keys(after, threat[0] or 0) & threat[1], "the threat still works"
        for defence in replies.defences:
            self.seen += 1
            length = lengths[defence.move]
            assert defence.exact
            assert defence.length == length
            after = played(board, board.parse_uci(defence.move))
            assert defence.san == board.san(board.parse_uci(defence.move))
            assert names(defence.attacks) == self.every.keys(after, defence.length)
            for attack in defence.attacks:
                self.attack(after, attack, defence.length)
