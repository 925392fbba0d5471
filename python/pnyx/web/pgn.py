"""A proof of chess or one of its variants as a game: the main line, and other replies as variations, up to a number.

Replies come before what follows them, so that a proof that is too long is cut at its ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import chess
import chess.pgn

from pnyx.adapters.boards import BOARDS
from pnyx.api.goal import Goal
from pnyx.errors import InputError

if TYPE_CHECKING:
    from pnyx import Proof, ProofNode

_MOST_MOVES: Final = 1_000


def proof_pgn(proof: Proof, sentence: str, line: Sequence[str] = (), most: int = _MOST_MOVES) -> str:
    """The game: the moves of `line`, then the proof from there on."""
    if proof.position.python_game is not None or proof.position.game not in BOARDS:
        raise InputError(f"{proof.position.game} cannot be saved as PGN: save the certificate instead")
    game = chess.pgn.Game()
    game.setup(BOARDS[proof.position.game](proof.position.board))
    game.headers["Event"] = sentence
    goal = Goal(proof.goal)
    if proof.verdict == "proven" and not goal.draw_is_enough and not goal.needs_last_move:
        game.headers["Result"] = "1-0" if proof.prover == "white" else "0-1"
    end: chess.pgn.GameNode = game
    at = proof.at(())
    for move in line:
        end, at = _add(end, move), at.play(move)
    if _grown(end, at, most):
        game.comment = "truncated: some lines stop early"
    return game.accept(chess.pgn.StringExporter(columns=80))


def _grown(end: chess.pgn.GameNode, at: ProofNode, most: int) -> bool:
    """Write the main line from a node, then everything else, the nearest first; whether something is left out."""
    waiting: deque[tuple[chess.pgn.GameNode, ProofNode, str | None]] = deque()
    for move in at.main_line():
        waiting.append((end, at, move))
        end, at = _add(end, move), at.play(move)
    room = most - len(waiting)
    cut = bool(at.moves)
    while waiting:
        end, at, written = waiting.popleft()
        for reply in at.moves:
            if reply.move == written:
                continue
            if room <= 0:
                end.comment = "and so on"
                cut = True
                break
            room -= 1
            waiting.append((_add(end, reply.move), at.play(reply.move), None))
    return cut


def _add(node: chess.pgn.GameNode, move: str) -> chess.pgn.GameNode:
    return node.add_variation(chess.Move.from_uci(move))
