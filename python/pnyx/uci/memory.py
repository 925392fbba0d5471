"""What one `go` leaves to the next: after the move that was proved to mate, the mate is a move shorter.

Each search looks for mates from nothing, and might find a longer one than the move before promised. With this, a mate
that was proved is carried out.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from pnyx.uci.claim import Claim

__all__ = ["Memory"]


@dataclass(frozen=True)
class Memory:
    """A mate that was proved in a position."""

    position: str
    claim: Claim

    @staticmethod
    def of(board: chess.Board, claim: Claim | None) -> Memory | None:
        """What to keep of a search."""
        return Memory(board.fen(), claim) if claim is not None and claim.moves > 1 else None

    def after(self, board: chess.Board) -> Claim | int | None:
        """What is known two plies later: the rest of the line, or in how many moves there is a mate.

        >>> memory = Memory.of(chess.Board("8/8/8/8/8/5K2/7R/6k1 w - - 0 1"), Claim(2, ("h2h8", "g1f1", "h8h1")))
        >>> board = chess.Board("8/8/8/8/8/5K2/7R/6k1 w - - 0 1")
        >>> for move in ("h2h8", "g1f1"):
        ...     board.push_uci(move)
        Move.from_uci('h2h8')
        Move.from_uci('g1f1')
        >>> memory.after(board).line
        ('h8h1',)
        """
        if len(board.move_stack) < 2:
            return None
        move, reply = (played.uci() for played in board.move_stack[-2:])
        before = board.copy(stack=2)
        before.pop()
        before.pop()
        if before.fen() != self.position or move != self.claim.line[0]:
            return None
        if reply == self.claim.line[1]:
            return Claim(self.claim.moves - 1, self.claim.line[2:])
        return self.claim.moves - 1
