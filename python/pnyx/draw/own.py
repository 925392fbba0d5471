"""Games written in Python that draw themselves, by a method `svg(position)`, and what is shown if a drawing fails."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from typing import Any, Final, Protocol
from xml.etree import ElementTree

from pnyx.draw.canvas import document, label, number, width
from pnyx.draw.framed import Framed
from pnyx.errors import ContractError, PnyxWarning, quoted

_USUAL: Final = 300.0
"""The longer side of a drawing that has a shape and no size."""
_MARGIN, _CAPTION, _LETTER = 12.0, 26.0, 7.2
_LEAST_WIDTH: Final = 160.0
_TAG: Final = re.compile(r"""\s*<svg((?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(/?)>""")
_ATTRIBUTE: Final = re.compile(r"""\s+([^\s=]+)\s*=\s*("[^"]*"|'[^']*')""")


class _Picture(Protocol):
    def text(self, *, unicode: bool = True) -> str: ...
    def svg(self, *, size: int = 360) -> str: ...


def complaint_of(error: Exception, game: Any, method: str) -> str:
    """What is wrong with a method that draws, and failed.

    >>> complaint_of(KeyError(3), [], "board")
    'list.board raised KeyError: 3'
    """
    if isinstance(error, ContractError):
        return str(error)
    named = type(getattr(getattr(game, method), "__self__", game)).__name__ if hasattr(game, method) else None
    return f"{named or type(game).__name__}.{method} raised {type(error).__name__}: {error}"


@dataclass(frozen=True)
class Faulty(Framed):
    """A position of a game whose method `board` failed: its text, with a warning.

    >>> Faulty("heap", "7 left", complaint="Heap.board raised KeyError: 3").attempt()[1]
    'Heap.board raised KeyError: 3; the position is shown as its text'
    """

    complaint: str = ""

    def text(self, *, unicode: bool = True) -> str:
        """The framed text, and a warning that says why."""
        warnings.warn(self._warning, PnyxWarning, stacklevel=2)
        return super().text(unicode=unicode)

    def svg(self, *, size: int = 360) -> str:
        """The same as SVG."""
        warnings.warn(self._warning, PnyxWarning, stacklevel=2)
        return super().svg(size=size)

    def attempt(self, *, size: int = 360) -> tuple[str, str | None]:
        """The drawing, and what is wrong."""
        return super().svg(size=size), self._warning

    @property
    def _warning(self) -> str:
        return f"{self.complaint}; the position is shown as its text"


@dataclass(frozen=True)
class Own(Framed):
    """A position whose SVG drawing is the game's own, on our paper; for a terminal it is its board or its text.

    >>> class Heap:
    ...     def svg(self, position):
    ...         return f'<svg viewBox="0 0 10 10"><text>{position}</text></svg>'
    >>> 'width="300" height="300"' in Own("heap", "7 left", python_game=Heap(), object=7).svg()
    True
    """

    python_game: Any = None
    object: Any = None
    otherwise: _Picture | None = None
    """How the position is drawn for a terminal, and where the game's drawing fails."""

    def text(self, *, unicode: bool = True) -> str:
        """The board for a terminal, if the game has one, or the framed text."""
        return super().text(unicode=unicode) if self.otherwise is None else self.otherwise.text(unicode=unicode)

    def svg(self, *, size: int = 360) -> str:
        """What the game draws; if it fails to, its text in a frame, and a warning that says why."""
        drawn, complaint = self.attempt(size=size)
        if complaint is not None:
            warnings.warn(complaint, stacklevel=2)
        return drawn

    def attempt(self, *, size: int = 360) -> tuple[str, str | None]:
        """The drawing, and what is wrong with the game's own if it could not be used."""
        try:
            return self._captioned(self.drawn(), size), None
        except ContractError as error:
            complaint = str(error)
        except Exception as error:  # a bug of the game's drawing, which should not keep it from being played
            complaint = complaint_of(error, self.python_game, "svg")
        if isinstance(self.otherwise, Framed) or self.otherwise is None:
            return super().svg(size=size), f"{complaint}; the position is shown as its text"
        return self.otherwise.svg(size=size), f"{complaint}; the position is shown as its board"

    def drawn(self) -> str:
        """What the game's method gives; a `ContractError` if that is no SVG element."""
        drawn = self.python_game.svg(self.object)
        if not isinstance(drawn, str) or not drawn.lstrip().startswith("<svg"):
            raise ContractError(f"{self._method} must give a text that begins with '<svg', not {quoted(drawn)}")
        try:
            ElementTree.fromstring(drawn)
        except ElementTree.ParseError as error:
            raise ContractError(f"{self._method} must give well-formed SVG, not {quoted(drawn)}: {error}") from error
        return drawn

    @property
    def _method(self) -> str:
        return f"{type(getattr(self.python_game.svg, '__self__', self.python_game)).__name__}.svg"

    def _captioned(self, drawn: str, size: int) -> str:
        """The game's drawing on paper, with who is on move under it; as it is where it does not tell its size."""
        tag = _TAG.match(drawn)
        attributes = {name: value[1:-1] for name, value in _ATTRIBUTE.findall(tag[1])} if tag else {}
        extent = _extent(attributes, _USUAL * size / 360)
        if tag is None or extent is None:
            return drawn
        broad, high = extent
        across = max(_LEAST_WIDTH, broad + 2 * _MARGIN, 2 * _MARGIN + _LETTER * width(self.status))
        down = high + 2 * _MARGIN + (_CAPTION - _MARGIN if self.status else 0)
        place = {
            "x": number((across - broad) / 2),
            "y": number(_MARGIN),
            "width": number(broad),
            "height": number(high),
        }
        kept = "".join(f" {name}={value}" for name, value in _ATTRIBUTE.findall(tag[1]) if name not in place)
        placed = "".join(f' {name}="{value}"' for name, value in place.items())
        body = [f"<svg{kept}{placed}{tag[2]}>{drawn[tag.end() :]}"]
        if self.status:
            body.append(label(_MARGIN, down - 10, self.status, anchor="start"))
        title = ", ".join(filter(None, [attributes.get("aria-label") or f"{self.game} position", self.status]))
        return document(across, down, body, title=title, description=self.position)


def _extent(attributes: dict[str, str], usual: float) -> tuple[float, float] | None:
    """How large a drawing wants to be, in pixels; by its shape alone, as large as is usual."""
    broad, high = _pixels(attributes.get("width")), _pixels(attributes.get("height"))
    if broad and high:
        return broad, high
    box = [_pixels(part) for part in re.split(r"[\s,]+", attributes.get("viewBox", "").strip())]
    if len(box) != 4 or not box[2] or not box[3]:
        return None
    scale = broad / box[2] if broad else high / box[3] if high else usual / max(box[2], box[3])
    return box[2] * scale, box[3] * scale


def _pixels(written: str | None) -> float | None:
    """A length as it is written, unless it is relative or in other units."""
    found = re.fullmatch(r"\s*(-?[0-9]*\.?[0-9]+)(?:px)?\s*", written or "")
    return float(found[1]) if found else None
