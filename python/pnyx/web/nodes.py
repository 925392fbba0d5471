"""Nodes of a proof in JSON. They are sent one at a time, so that proofs of millions of nodes can be walked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pnyx.api.notation import line_text, move_texts
from pnyx.api.position import Position
from pnyx.api.walked import Remembering
from pnyx.web.games import Games
from pnyx.web.proofs import Kept
from pnyx.web.states import state

_MOST_FOUND: Final = 20
_SEARCHED: Final = 2.0


def node(games: Games, kept: Kept, line: Sequence[str]) -> dict[str, Any]:
    """The node that a line leads to."""
    at = kept.proof.at(line)
    root = kept.shown
    shown = games.after(root, at.line, at.position)
    before = kept.proof.at(at.line[:-1]).position if at.line else None
    used = {move.move for move in at.moves}
    others = [move for move in shown.position.moves() if move not in used] if at.kind == "choice" else []
    return {
        "proof": kept.id,
        "line": list(at.line),
        "line_text": line_text(root.position, at.line),
        "kind": _kind(at.kind, at.position),
        "size": at.size,
        "plies": at.plies,
        "moves_to_win": at.moves_to_win,
        "shared": at.shared,
        "returns_to": at.returns_to,
        "moves": [{**vars(move), "kind": _kind(move.kind, at.position, move.move)} for move in at.moves],
        "main_line": list(at.main_line()),
        "state": state(shown, at.line[-1] if at.line else None, before),
        "other_moves": [
            {"move": move, "text": text} for move, text in zip(others, move_texts(shown.position, others), strict=True)
        ],
    }


def _kind(known: str, position: Position, move: str | None = None) -> str:
    """The kind of a node; a position that is a draw because it is remembered is a repetition."""
    game = position.python_game
    if known != "end" or not isinstance(game, Remembering):
        return known
    reached = position if move is None else position.play(move)
    return "repetition" if reached.outcome == "draw" and game.remembers(reached.object) else known


def found(kept: Kept, text: str, below: Sequence[str]) -> dict[str, Any]:
    """Lines to nodes that contain this text, or after this move."""
    result = kept.proof.find(text, below=below, most=_MOST_FOUND, seconds=_SEARCHED)
    root = kept.shown.position
    return {
        "lines": [{"line": list(line), "line_text": line_text(root, line)} for line in result.lines],
        "complete": result.complete,
    }
