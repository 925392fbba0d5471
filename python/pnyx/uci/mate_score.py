"""Proved mates: the only source of mate scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import chess

from pnyx.api.result import Certificate, Result
from pnyx.errors import PnyxError


@dataclass(frozen=True)
class MateScore:
    """A proved mate, seen from the side to move."""

    moves: int
    """The side to move mates in this many moves, or is mated if it is negative."""
    line: tuple[str, ...]
    """The longest line of the certificate, which ends in mate."""
    certificate: Certificate | None = None

    @property
    def score(self) -> str:
        """The words after `score`.

        >>> MateScore(-1, ("h7h8", "a1a8")).score
        'mate -1'
        """
        return f"mate {self.moves}"

    def after(self, move: str) -> MateScore:
        """The same mate, a ply earlier: seen from the position in which this move leads to it."""
        # The side that mates moves first where `moves` is above 0: before its opponent's move the mate is no longer.
        moves = -self.moves if self.moves > 0 else 1 - self.moves
        return replace(self, moves=moves, line=(move, *self.line), certificate=None)


def take(board: chess.Board, result: Result) -> MateScore:
    """The score of a proven mate; the line is replayed on the board first."""
    length = result.moves_to_win
    if not result.proven or not result.checked or length is None:
        raise PnyxError(f"the answer {str(result)!r} shows no mate; please report this bug")
    moves = length if result.prover == result.position.turn else -length
    mate = MateScore(moves, tuple(result.line), result.certificate)
    if not replays(board, mate.moves, mate.line):
        line = " ".join(mate.line)
        raise PnyxError(f"the line {line} of {board.fen()} is not {mate.score}; please report this bug")
    return mate


def replays(board: chess.Board, moves: int, line: Sequence[str]) -> bool:
    """Whether a line ends in mate after exactly `moves` moves of the side that mates.

    >>> replays(chess.Board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"), 1, ["d1d8"])
    True
    """
    if len(line) != (2 * moves - 1 if moves > 0 else -2 * moves):
        return False
    after = board.copy(stack=False)
    try:
        for move in line:
            after.push(after.parse_uci(move))
    except ValueError:
        return False
    return after.is_checkmate()
