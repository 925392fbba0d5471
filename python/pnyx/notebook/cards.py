"""The frame that all answers share: a drawing, a headline, a line of play, facts, and parts that can be folded away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from pnyx import draw
from pnyx.api.notation import move_texts
from pnyx.api.wording import counted
from pnyx.draw.canvas import clip
from pnyx.notebook.html import Html, element, image

if TYPE_CHECKING:
    from pnyx.api.convergence import Convergence
    from pnyx.api.position import Position

Fact = tuple[str, str]
"""What it is about, and what is so."""

_ROW: Final = "display: flex; flex-wrap: wrap; gap: 1em; align-items: flex-start"
_CELL: Final = "text-align: left; vertical-align: top; padding: 0 1em 0 0; border: none; background: none"
_NAME: Final = f"{_CELL}; white-space: nowrap"
_MOST_ARROWS: Final = 8
_LONGEST: Final = 300


def board_svg(position: Position, moves: Sequence[str] = (), *, size: int = 360) -> str:
    """A position with some of its moves drawn on it.

    >>> import pnyx
    >>> board_svg(pnyx.position("tic-tac-toe"), ["b2"]).count('class="next-move"')
    1
    """
    return draw.ahead(position, {move: position.play(move) for move in moves[:_MOST_ARROWS]}).svg(size=size)


def board(position: Position, moves: Sequence[str] = ()) -> Html:
    """The same as an image, for those who hear it too."""
    said = f", {' or '.join(move_texts(position, moves))} marked" if moves else ""
    alt = f"{position.game} position {clip(position.board, _LONGEST)}{clip(said, _LONGEST)}"
    return image(board_svg(position, moves, size=320), alt)


def card(drawing: Html, headline: str, *parts: str) -> str:
    """The drawing, and beside it (on a narrow page below it) a headline and what else is to be said.

    >>> "White mates" in card(Html("<img>"), "White mates")
    True
    """
    title = element("div", headline, style="font-size: 1.15em; font-weight: 600")
    beside = element("div", title, *parts, style="flex: 1 1 20em; min-width: 0")
    return str(element("div", drawing, beside, style=_ROW))


def muted(*children: str) -> Html:
    """Words that matter less."""
    return element("span", *children, style="opacity: 0.7")


def facts(rows: Iterable[Fact]) -> Html:
    """A small table.

    >>> facts([("nodes", "12")]).count("<td")
    2
    """
    lines = [(element("td", muted(name), style=_NAME), element("td", said, style=_CELL)) for name, said in rows]
    # Pages have their own ideas of how tables look, with stripes and small letters.
    whole = [element("tr", *cells, style="background: none") for cells in lines]
    return element("table", *whole, style="margin: 0.5em 0; border: none; font-size: inherit")


def folded(summary: str, *children: str, opened: bool = False) -> Html:
    """A part that a click opens and closes.

    >>> folded("more", "text")
    '<details><summary style="cursor: pointer">more</summary>text</details>'
    """
    title = element("summary", summary, style="cursor: pointer")
    return element("details", title, *children, open="") if opened else element("details", title, *children)


def convergence(record: Convergence) -> Html:
    """The plot of a record, or a hint if it has too few samples."""
    if len(record.samples) < 2:
        few = "The search was too short to be sampled; trace=True records every step."
        return element("p", muted(few))
    return image(
        record.svg(), f"proof and disproof number of the root over {counted(record.samples[-1].nodes, 'node')}"
    )
