"""A plain text in a frame: the drawing of games that have no other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pnyx.draw.canvas import FAINT, INK, MONO, RULE, document, escape, label, number, printable, width

_COLUMNS: Final = 76
_LINES: Final = 60


def frame(lines: list[str], *, unicode: bool = True, padding: int = 1) -> list[str]:
    """The lines with a box around them, some spaces inside.

    >>> print("\\n".join(frame(["one", "three"])))
    ┌───────┐
    │ one   │
    │ three │
    └───────┘
    """
    broad = max(map(width, lines), default=0)
    across, side, corners = ("─", "│", "┌┐└┘") if unicode else ("-", "|", "++++")
    bar = across * (broad + 2 * padding)
    space = " " * padding
    inside = [side + space + line + " " * (broad - width(line)) + space + side for line in lines]
    return [corners[0] + bar + corners[1], *inside, corners[2] + bar + corners[3]]


@dataclass(frozen=True)
class Framed:
    """A position shown as its text.

    >>> print(Framed("nim", "3 4 5", last_move="2 from the first").text(unicode=False))
    +-------+
    | 3 4 5 |
    +-------+
    last move: 2 from the first
    """

    game: str
    position: str
    last_move: str | None = None
    status: str = ""
    """Who is on move, or how the game has ended."""

    def text(self, *, unicode: bool = True) -> str:
        """The framed text."""
        footers = [printable(footer, unicode=unicode) for footer in self._footers()]
        return "\n".join(frame(self._lines(unicode=unicode), unicode=unicode) + footers)

    def svg(self, *, size: int = 360) -> str:
        """The framed text as an SVG element, in letters of 13 pixels at size 360."""
        lines = self._lines(unicode=True)
        letter, line_height, margin = 7.9, 18.0, 26.0
        footers = self._footers()
        widest = max(map(width, footers), default=0)
        across = max(160.0, 2 * margin + letter * max(map(width, lines)), 2 * margin + 7.2 * widest)
        foot = 2 * margin - 8 + line_height * len(lines)
        extent = f'width="{number(across - 24)}" height="{number(foot - 20)}"'
        body = [
            f'<rect x="12" y="12" {extent} rx="3" fill="#ffffff" stroke="{RULE}"/>',
            f'<g font-family="{MONO}" font-size="13" fill="{INK}" xml:space="preserve">',
            *(
                f'<text x="{number(margin)}" y="{number(margin + 9 + line_height * row)}">{escape(line)}</text>'
                for row, line in enumerate(lines)
            ),
            "</g>",
        ]
        for row, footer in enumerate(footers):
            fill = INK if footer == self.status else FAINT
            body.append(label(margin, foot + 11 + line_height * row, footer, fill=fill, anchor="start"))
        down = foot + (8 + line_height * len(footers) if footers else 4)
        title = f"{self.game} position"
        return document(across, down, body, title=title, description=self.position, scale=size / 360)

    def _footers(self) -> list[str]:
        last = f"last move: {self.last_move}" if self.last_move else ""
        return [" ".join(footer.split()) for footer in (self.status, last) if footer]

    def _lines(self, *, unicode: bool) -> list[str]:
        lines = [
            piece
            for line in printable(self.position.rstrip("\n"), unicode=unicode).split("\n")
            for piece in _wrapped(line)
        ]
        extra = len(lines) - _LINES
        return lines if extra <= 0 else [*lines[:_LINES], f"... {extra} more lines"]


def _wrapped(line: str) -> list[str]:
    pieces = [""]
    room = _COLUMNS
    for character in line:
        room -= width(character)
        if room < 0:
            pieces.append("")
            room = _COLUMNS - width(character)
        pieces[-1] += character
    return pieces
