"""What one `go` leaves to the next: after a proved mating move, the mate is one move shorter.

Each search starts afresh and might find a longer mate than the last one. With this, a proved mate is carried out.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from pnyx.uci.mate_score import MateScore


@dataclass(frozen=True)
class Memory:
    """A mate that was proved in a position."""

    position: str
    mate: MateScore

    @staticmethod
    def of(board: chess.Board, mate: MateScore | None) -> Memory | None:
        """What to keep of a search."""
        return Memory(board.fen(), mate) if mate is not None and mate.moves > 1 else None

    def after(self, board: chess.Board) -> MateScore | int | None:
        """What is known two plies later: the rest of the line, or in how many moves there is a mate.

        >>> memory = Memory.of(chess.Board("8/8/8/8/8/5K2/7R/6k1 w - - 0 1"), MateScore(2, ("h2h8", "g1f1", "h8h1")))
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
        if before.fen() != self.position or move != self.mate.line[0]:
            return None
        if reply == self.mate.line[1]:
            return MateScore(self.mate.moves - 1, self.mate.line[2:])
        return self.mate.moves - 1
