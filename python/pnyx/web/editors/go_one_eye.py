"""Setting up a one-eye problem of Go: stones, crucial stones, and which points belong to the region.

>>> put("go-one-eye", "..../.XXO/.XOO rrrr/rCCs/rCss b b", "a1", "x")
'..../.XXO/XXOO rrrr/rCCs/CCss b b'
>>> put("go-one-eye", "..../.XXO/.XOO rrrr/rCCs/rCss b b", "d3", "outside")
'..../.XXO/.XOO rrr./rCCs/rCss b b'
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pnyx.draw.go_one_eye import COLUMNS, EXAMPLE, OUTSIDE, REGION
from pnyx.draw.go_one_eye import read as expect_drawn
from pnyx.draw.reading import rows
from pnyx.web.editors.rows import changed, cleared

_INSIDE = "rCL"
_CRUCIAL = "cClL"


@dataclass(frozen=True)
class _Problem:
    stones: list[str]
    mask: list[str]
    mover: str
    eye: str

    def at(self, lines: list[str], point: str) -> str:
        return lines[len(lines) - int(point[1:])][COLUMNS.index(point[0])]

    def set(self, point: str, stone: str, inside: bool, crucial: bool) -> _Problem:
        """The problem with this on a point; stones against the eye are safe outside of the region."""
        against = stone == ("O" if self.eye == "b" else "X")
        mark = ("C" if crucial else "r") if inside else "c" if crucial else "s" if against else "."
        return replace(
            self,
            stones=changed(self.stones, point, stone, COLUMNS),
            mask=changed(self.mask, point, mark, COLUMNS),
        )

    def __str__(self) -> str:
        return f"{'/'.join(self.stones)} {'/'.join(self.mask)} {self.mover} {self.eye}"


def put(game: str, text: str, square: str, piece: str | None) -> str:
    """Put a stone on a point or take it off, or make the point one of the region or of the rest."""
    problem = _read(text)
    stone, mark = problem.at(problem.stones, square), problem.at(problem.mask, square)
    inside, crucial = mark in _INSIDE, mark in _CRUCIAL
    if piece in (REGION, OUTSIDE):
        return str(problem.set(square, stone, piece == REGION, crucial and stone != "."))
    return str(problem.set(square, (piece or ".").upper(), inside, piece is not None and piece.islower()))


def turn(game: str, text: str, second: bool) -> str:
    """Let black or white move."""
    return str(replace(_read(text), mover="w" if second else "b"))


def clear(game: str, text: str) -> str:
    """Take all stones off the board, which is all one region then."""
    problem = _read(text)
    return str(replace(problem, stones=cleared(problem.stones), mask=cleared(problem.mask, "r")))


def _read(text: str) -> _Problem:
    text = " ".join(text.split())
    expect_drawn(text)
    stones, rest = rows(text, "XO.", EXAMPLE)
    mask, mover, eye, *_ = rest.split()
    return _Problem(stones, mask.split("/"), mover, eye)
