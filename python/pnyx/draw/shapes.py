"""The parts of a graph's figure: shapes of nodes, and arrows between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import TYPE_CHECKING, Final

from pnyx.draw.canvas import HIGHLIGHT, INK, clip, escape, label, number, width

if TYPE_CHECKING:
    from pnyx.draw.graph import Node
    from pnyx.draw.layers import Point

HEIGHT: Final = 34.0
LINE: Final = "#57524b"
BACK: Final = "#7d4aa8"
LEAVES: Final = {"win": "#1f7a5c", "draw": "#77726a", "loss": "#bb3e2b"}

_COLUMNS: Final = 12
_HEAD: Final = 8.0
_LISTED_MOVES: Final = 20
_STEEP: Final = 60.0
_NOTE_SIZE: Final = 10.5
_NOTE_LINE: Final = 12.0


def breadth(node: Node) -> float:
    """The width of a node's shape, which holds its name and, in a leaf, its value.

    >>> from pnyx.draw.graph import Node
    >>> breadth(Node("A", turn="min", moves=("B",))), breadth(Node("a-long-name", value="win"))
    (34.0, 89.0)
    """
    name = 7.0 * width(clip(node.name, _COLUMNS)) + (20 if node.turn == "min" else 12)
    value = 7.8 * width(clip(_value(node), _COLUMNS)) + 12
    return max(HEIGHT, name, value)


def note_width(lines: Sequence[str]) -> float:
    """The room that a node's note takes beside its shape.

    >>> note_width([]), note_width(["1", "20"])
    (0.0, 18.8)
    """
    return 6.4 * max(map(width, lines)) + 6 if lines else 0.0


@dataclass(frozen=True)
class Shape:
    """A node's shape around its centre: a box, or an ellipse when min is on move; `band` are its layer's borders.

    >>> from pnyx.draw.graph import Node
    >>> Shape(Node("A", value="win"), 50, 20, (3, 37)).port(slant=1, down=-1)
    (67.7, 3.0)
    """

    node: Node
    x: float
    y: float
    band: tuple[float, float]

    @property
    def across(self) -> float:
        """Half the width."""
        return breadth(self.node) / 2

    def port(self, slant: float, down: int) -> Point:
        """A point on the upper (`down` = -1) or lower (1) border, from its left (`slant` = -1) to its right end (1)."""
        dy = sqrt(1 - slant * slant) if self.node.turn == "min" else 1.0
        return self.x + slant * self.across, self.y + dy * HEIGHT / 2 * down

    def way_out(self, slant: float, down: int) -> list[Point]:
        """The way from the border straight out of the layer; the port alone if no other row is in between."""
        border = self.band[0] if down < 0 else self.band[1]
        if abs(border - self.y) < HEIGHT / 2 + 1:
            return [self.port(slant, down)]
        return [self.port(0, down), (self.x, border + 6 * down)]

    def svg(self, *, root: bool, last: bool) -> list[str]:
        """The shape with its name; a heavy border for the root, a halo for the last move's node."""
        node = self.node
        halo = [self._outline(5, f'class="mark last-move" fill="{HIGHLIGHT}" fill-opacity="0.75"')] if last else []
        if node.turn is None:
            kind, words = f"leaf {node.sign()}", f"{node.name} = {node.value}"
            fill = LEAVES[node.sign()]
        else:
            more = " ..." if len(node.moves) > _LISTED_MOVES else ""
            kind, words = node.turn, f"{node.name} {node.turn}: {' '.join(node.moves[:_LISTED_MOVES])}{more}"
            fill = "#ffffff"
        border = f'fill="{fill}" stroke="{INK}" stroke-width="{2.6 if root else 1.3}"'
        name = clip(node.name, _COLUMNS)
        if node.value is None:
            lines = [label(self.x, self.y + 4.3, name, size=12)]
        else:
            lines = [
                label(self.x, self.y - 3, name, size=11, fill="#ffffff"),
                label(self.x, self.y + 11, clip(_value(node), _COLUMNS), size=11.5, fill="#ffffff", weight="bold"),
            ]
        opening = f'<g class="node {kind}{" root" if root else ""}" data-node="{escape(node.name)}">'
        return [opening, f"<title>{escape(words)}</title>", *halo, self._outline(0, border), *lines, "</g>"]

    def note(self, lines: Sequence[str]) -> list[str]:
        """Words on the right of the shape, line under line, level with it."""
        left, first = self.x + self.across + 5, self.y + 3.8 - _NOTE_LINE * (len(lines) - 1) / 2
        return [
            label(left, first + _NOTE_LINE * place, words, size=_NOTE_SIZE, anchor="start", weight="bold")
            for place, words in enumerate(lines)
        ]

    def _outline(self, grown: float, look: str) -> str:
        across, down = self.across + grown, HEIGHT / 2 + grown
        if self.node.turn == "min":
            place = f'cx="{number(self.x)}" cy="{number(self.y)}" rx="{number(across)}" ry="{number(down)}"'
            return f"<ellipse {place} {look}/>"
        place = f'x="{number(self.x - across)}" y="{number(self.y - down)}"'
        corners = 2 if self.node.turn == "max" else 8
        return f'<rect {place} width="{number(2 * across)}" height="{number(2 * down)}" rx="{corners}" {look}/>'


def arrow(start: Point, steps: Sequence[tuple[Point, ...]], colour: str, *, heavy: bool = False) -> str:
    """A path of straight (one point) and curved (two control points, then the end) steps with a head at its end.

    >>> arrow((0, 0), [((0, 20),)], "red").count(" d=")
    2
    """
    *others, last = steps
    before = last[-2] if len(last) > 1 else others[-1][-1] if others else start
    tip = last[-1]
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    base = tip[0] - dx * _HEAD, tip[1] - dy * _HEAD
    # The line ends inside the head, so that its blunt end does not stick out of the tip.
    drawn = [*others, (*last[:-1], (base[0] + dx, base[1] + dy))]
    path = f"M{_at(start)}" + "".join(("C" if len(step) == 3 else "L") + " ".join(map(_at, step)) for step in drawn)
    wing = dy * _HEAD * 0.42, -dx * _HEAD * 0.42
    corners = [tip, (base[0] + wing[0], base[1] + wing[1]), (base[0] - wing[0], base[1] - wing[1])]
    head = "M" + "L".join(map(_at, corners)) + "z"
    line = f'fill="none" stroke="{colour}" stroke-width="{3.2 if heavy else 1.3}"'
    return f'<path d="{path}" {line}/><path d="{head}" fill="{colour}"/>'


def move_arrow(source: Shape, target: Shape, *, heavy: bool = False) -> str:
    """The arrow of a move that leads one layer down.

    >>> from pnyx.draw.graph import Node
    >>> upper, lower = Shape(Node("A", value="win"), 0, 0, (-17, 17)), Shape(Node("B", value="win"), 0, 90, (73, 107))
    >>> "C" in move_arrow(upper, lower)
    False
    """
    slant = 0.6 * (target.x - source.x) / hypot(target.x - source.x, target.y - source.y)
    start, *points = [*source.way_out(slant, 1), *reversed(target.way_out(-slant, -1))]
    return arrow(start, [(point,) for point in points], LINE, heavy=heavy)


def back_arrow(source: Shape, target: Shape, lanes: Sequence[Point], slant: float, *, heavy: bool = False) -> str:
    """The arrow of a move back up, through these lanes, or within a layer; `slant` says where it leaves the source.

    >>> from pnyx.draw.graph import Node
    >>> upper, lower = Shape(Node("A", value="win"), 0, 0, (-17, 17)), Shape(Node("B", value="win"), 0, 90, (73, 107))
    >>> "C" in back_arrow(lower, upper, [], 0.5)
    True
    """
    if source == target:
        return _loop(source, heavy)
    if source.band == target.band:
        return _arc(source, target, heavy)
    if not lanes and abs(target.x - source.x) <= _STEEP:
        return _bow(source, target, heavy)
    start, *points = [*source.way_out(slant, -1), *lanes]
    side = 1 if (points or [start])[-1][0] >= target.x else -1
    points += reversed(target.way_out(0.85 * side, 1))
    steps: list[tuple[Point, ...]] = []
    at = start
    for point in points:
        steps.append((point,) if point[0] == at[0] else _swing(at, point))
        at = point
    return arrow(start, steps, BACK, heavy=heavy)


def _swing(start: Point, end: Point) -> tuple[Point, Point, Point]:
    """A curve that is vertical at both ends, so that such curves join smoothly."""
    middle = (start[1] + end[1]) / 2
    return (start[0], middle), (end[0], middle), end


def _bow(source: Shape, target: Shape, heavy: bool) -> str:
    """A curve on the outer side of the straight line, which the move there and back may need for itself."""
    side = 1 if source.x >= target.x else -1
    start, end = source.port(0.3 * side, -1), target.port(0.4 * side, 1)
    bend = 13 * side
    rise = (start[1] - end[1]) / 3
    steps = [((start[0] + bend, start[1] - rise), (end[0] + bend, end[1] + rise), end)]
    return arrow(start, steps, BACK, heavy=heavy)


def _arc(source: Shape, target: Shape, heavy: bool) -> str:
    """A curve under the layer for a move to the right, over it for one to the left."""
    right = 1 if target.x > source.x else -1
    depth = right * (16 + min(20.0, 0.06 * abs(target.x - source.x)))
    start, end = source.port(0.5 * right, right), target.port(-0.5 * right, right)
    return arrow(start, [((start[0], start[1] + depth), (end[0], end[1] + depth), end)], BACK, heavy=heavy)


def _loop(shape: Shape, heavy: bool) -> str:
    x, y = shape.x - shape.across, shape.y - HEIGHT / 2
    start, end = shape.port(-0.95, -1), shape.port(-0.35, -1)
    return arrow(start, [((x - 16, y - 14), (x + 6, y - 28), end)], BACK, heavy=heavy)


def _value(node: Node) -> str:
    return "" if node.value is None else str(node.value)


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
