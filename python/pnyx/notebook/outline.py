"""Indented text as parts that unfold: the variations of a mate, as `Variations.text` writes them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from pnyx.api.wording import counted
from pnyx.notebook.cards import folded, muted
from pnyx.notebook.html import Html, element, joined

_MOST_LINES: Final = 400
_INDENT: Final = 4
_DEEPEST: Final = 100


def outline(paragraphs: Sequence[str], most: int = _MOST_LINES) -> Html:
    """Paragraphs of indented lines: a line that deeper ones follow can be opened; the first of all lines are open.

    >>> print(outline(["Key:\\n1.Ra6!\\n    1...bxa6 2.b7#"]).count("<details"))
    1
    """
    lines = [line for paragraph in paragraphs for line in [*paragraph.split("\n"), ""]]
    shown, rest = lines[:most], [line for line in lines[most:] if line]
    parts = list(_parts(shown, 0))
    if rest:
        parts.append(element("div", muted(f"{counted(len(rest), 'more line')}: print it to see all")))
    return joined(*parts)


def _parts(lines: Sequence[str], depth: int) -> list[Html]:
    parts: list[Html] = []
    place = 0
    while place < len(lines):
        words = lines[place].strip()
        below = _below(lines, place)
        if below and depth < _DEEPEST:
            inside = element("div", *_parts(below, depth + 1), style="margin-left: 1.2em")
            parts.append(folded(words, inside, opened=depth == 0))
        else:
            parts += [
                element("div", words or "\N{NO-BREAK SPACE}"),
                *(element("div", other.strip()) for other in below),
            ]
        place += 1 + len(below)
    return parts


def _below(lines: Sequence[str], place: int) -> list[str]:
    """The lines after one that are deeper than it."""
    own = _depth(lines[place])
    return list(takewhile(lambda line: _depth(line) > own, lines[place + 1 :]))


def _depth(line: str) -> int:
    return (len(line) - len(line.lstrip())) // _INDENT
