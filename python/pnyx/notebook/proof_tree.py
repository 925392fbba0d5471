"""Proofs as trees that can be expanded: a row for every reply, with the forced moves after it.

A proof may have millions of positions and a page may not, so a bounded number of rows is drawn: the longest line first,
then what leaves it once, and so on. Every row says how much lies below it, and what is not drawn can be asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Final

from pnyx.api.notation import first_ply, numbered
from pnyx.api.wording import counted
from pnyx.notebook.cards import folded, muted
from pnyx.notebook.html import Html, element, joined

if TYPE_CHECKING:
    from pnyx.api.proof import ProofMove, ProofNode

MOST_ROWS: Final = 300
"""The rows that are drawn when nothing else is said."""

_MOST_REPLIES: Final = 40
_MOST_IN_A_ROW: Final = 24
# Browsers stop nesting elements somewhere, so rows go no deeper than this.
_DEEPEST: Final = 100
_INDENTED: Final = "margin-left: 1em; border-left: 1px solid rgba(128, 128, 128, 0.4); padding-left: 0.6em"


@dataclass
class _Row:
    """A reply and the moves after it up to where the proof branches again, or ends."""

    texts: list[str]
    end: ProofNode
    by: ProofMove | None
    """The reply that the row begins with; the root's row has none."""
    drawn: list[_Row] = field(default_factory=list)
    left_out: list[ProofMove] = field(default_factory=list)
    is_open: bool = False
    """Whether the replies to it have been examined."""


def tree(root: ProofNode, most: int = MOST_ROWS) -> Html:
    """The tree below a node of a proof, in a limited number of rows."""
    top = _followed(root, None)
    _grow(top, most)
    start = first_ply(root.proof.position)
    return _drawn(top, None if start is None else start + len(root.line), opened=True)


def _followed(node: ProofNode, by: ProofMove | None) -> _Row:
    """The row that comes to this node: as long as there is one move only, it goes on."""
    texts = [] if by is None else [by.text]
    while len(node.moves) == 1 and len(texts) < _MOST_IN_A_ROW:
        texts.append(node.moves[0].text)
        node = node.play(node.moves[0].move)
    return _Row(texts, node, by)


def _grow(top: _Row, most: int) -> None:
    """Open rows, those nearest to the longest line first, until there are as many as may be."""
    order = count()
    waiting = [(0, 0, next(order), top)]
    rows = 1
    while waiting:
        detours, depth, _, row = heappop(waiting)
        room = min(most - rows, _MOST_REPLIES)
        if room <= 0 or depth >= _DEEPEST or not row.end.moves:
            continue
        # Where there is most to see: the longest line, then the largest part of the proof.
        replies = sorted(row.end.moves, key=lambda move: (move.plies or 0, move.size), reverse=True)
        row.is_open, row.left_out = True, replies[room:]
        for place, reply in enumerate(replies[:room]):
            below = _followed(row.end.play(reply.move), reply)
            row.drawn.append(below)
            # What stands elsewhere too can wait until that has been drawn.
            heappush(waiting, (detours + (place > 0) + reply.shared, depth + 1, next(order), below))
        rows += len(row.drawn)


def _drawn(row: _Row, ply: int | None, *, opened: bool = False) -> Html:
    words = joined(numbered(row.texts, ply) or _unled(row), " ", muted(_said(row)))
    if not row.end.moves:
        return element("div", words, style="padding-left: 1em")
    if not row.is_open:
        return folded(words, element("div", _how_to_go_on(row), style=_INDENTED))
    after = None if ply is None else ply + len(row.texts)
    below = [_drawn(reply, after) for reply in row.drawn]
    if row.left_out:
        lost = sum(reply.size for reply in row.left_out)
        more = f"{counted(len(row.left_out), 'more move')}, {counted(lost, 'position')}: "
        below.append(element("div", muted(more), _how_to_go_on(row), style="padding-left: 1em"))
    return folded(words, element("div", *below, style=_INDENTED), opened=opened)


def _unled(row: _Row) -> str:
    """The words for a root that no move led to."""
    return f"all {counted(len(row.end.moves), 'move')}" if row.end.moves else "no moves"


def _said(row: _Row) -> str:
    """What is to be known of a row besides its moves."""
    by, end = row.by, row.end
    notes = []
    if by is not None and by.size > 1 and end.moves:
        notes.append(counted(by.size, "position"))
    if by is not None and by.moves_to_win and end.moves:
        notes.append(f"{counted(by.moves_to_win, 'move')} to go")
    if by is not None and by.shared:
        notes.append("transposition")
    if end.kind == "repetition":
        back = end.returns_to
        notes.append("repeats a position of the history" if back is None else f"repeats the position of ply {back}")
    return f"({', '.join(notes)})" if notes else ""


def _how_to_go_on(row: _Row) -> Html:
    return joined(muted("to show them: "), element("code", f"proof.at({list(row.end.line)!r})"))
