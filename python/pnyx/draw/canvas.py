"""What all drawings share: colours, safe text, and the SVG element around a drawing.

Names and texts come from files and from other people's games. Everything that is not fixed in this package passes
through `printable` (no terminal or bidirectional control codes, nothing XML forbids) and, for SVG, `escape`.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final
from xml.sax.saxutils import escape as _escape

PAPER: Final = "#faf8f3"
INK: Final = "#2d2b28"
FAINT: Final = "#6f6a62"
RULE: Final = "#d8d1c4"
LIGHT_SQUARE: Final = "#f1e9da"
DARK_SQUARE: Final = "#c4ac8b"
HIGHLIGHT: Final = "#f2c230"
ALARM: Final = "#d23f31"
GOAL: Final = "#1f7a5c"
NEXT: Final = "#7d3c98"
FIRST: Final = "#27608f"
SECOND: Final = "#b8491f"

SANS: Final = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
MONO: Final = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

_LONGEST_DESCRIPTION: Final = 2000
# Control codes, line separators, bidirectional marks and overrides, surrogates, non-characters.
_FORBIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def printable(text: str, *, unicode: bool = True) -> str:
    r"""The text with line feeds kept, tabs widened, and every control code replaced by a visible sign.

    >>> printable("a\tb\x1b[31m", unicode=False)
    'a       b?[31m'
    >>> printable("é", unicode=False)
    '\\xe9'
    """
    text = text.replace("\r\n", "\n").expandtabs()
    if unicode:
        return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
    return _FORBIDDEN.sub("?", text).encode("ascii", "backslashreplace").decode()


def width(text: str) -> int:
    """The number of terminal columns one line of text takes.

    >>> width("abc"), width("漢字")
    (3, 4)
    """
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def clip(text: str, columns: int) -> str:
    """One line of limited width, cut with an ellipsis.

    >>> clip("antidisestablishmentarianism", 8)
    'antidis…'
    """
    if width(text) <= columns:
        return text
    kept = ""
    room = columns - 1
    for character in text:
        room -= _columns(character)
        if room < 0:
            break
        kept += character
    return kept + "…"


def escape(text: str) -> str:
    """Text made safe to stand between SVG tags and inside double-quoted attributes.

    >>> escape('<b title="x">&')
    '&lt;b title=&quot;x&quot;&gt;&amp;'
    """
    return _escape(printable(text), {'"': "&quot;", "'": "&#39;"})


def number(value: float) -> str:
    """A coordinate with at most two decimals, as short as it can be written.

    >>> number(12.0), number(1 / 3), number(-0.001)
    ('12', '0.33', '0')
    """
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def label(
    x: float, y: float, text: str, *, size: float = 13, fill: str = INK, anchor: str = "middle", weight: str = "normal"
) -> str:
    """A line of text whose middle, start or end is at `x`, on the base line `y`.

    >>> label(5, 9, "a<b", fill="red")
    '<text x="5" y="9" font-size="13" fill="red" text-anchor="middle">a&lt;b</text>'
    """
    bold = "" if weight == "normal" else f' font-weight="{weight}"'
    place = f'x="{number(x)}" y="{number(y)}"'
    return f'<text {place} font-size="{number(size)}" fill="{fill}" text-anchor="{anchor}"{bold}>{escape(text)}</text>'


def document(across: float, down: float, body: list[str], *, title: str, description: str, scale: float = 1.0) -> str:
    """The SVG element around a drawing of this width and height, on its own background.

    It needs no style sheet, and nothing in it depends on what else is on the page.

    >>> drawing = document(20, 10, ['<circle cx="9" cy="5" r="4"/>'], title="Dot", description="one dot", scale=2)
    >>> print(drawing.splitlines()[1])
    <title>Dot</title>
    """
    if len(description) > _LONGEST_DESCRIPTION:
        description = description[:_LONGEST_DESCRIPTION] + " ..."
    paper = f'width="{number(across - 1)}" height="{number(down - 1)}" rx="7" fill="{PAPER}" stroke="{RULE}"'
    around = [f"<desc>{escape(description)}</desc>", f'<rect x="0.5" y="0.5" {paper}/>']
    return element(across, down, [*around, *body], title=title, scale=scale)


def element(across: float, down: float, body: list[str], *, title: str, scale: float = 1.0) -> str:
    """An SVG element of this width and height, with nothing in it but what is given, and its title.

    >>> print(element(20, 10, [], title="Nothing").splitlines()[-1])
    </svg>
    """
    box = f'viewBox="0 0 {number(across)} {number(down)}"'
    pixels = f'width="{number(across * scale)}" height="{number(down * scale)}"'
    access = f'role="img" aria-label="{escape(title)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} {pixels} {access} font-family="{SANS}">',
        f"<title>{escape(title)}</title>",
        *body,
        "</svg>",
    ]
    return "\n".join(lines)
