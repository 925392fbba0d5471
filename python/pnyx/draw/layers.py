"""Where the nodes of a figure go: layers from the root down, few crossings, parents over their children.

The usual way for layered drawings. Nodes stand in layers by their distance from the root, so moves lead one layer
down, stay in their layer, or lead back up. A way back over several layers gets a lane in each layer between, so that
it passes beside the nodes; ways back to the same node share their lanes. Barycentre sweeps order the layers, and
coordinates come from the least-squares fit to the neighbours that keeps the order and the distances. A layer that is
very wide is staggered over two or three rows.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

Point = tuple[float, float]

_LANE_WIDTH: Final = 8.0
_GAP: Final = 16.0
_ORDER_SWEEPS: Final = 12
_PLACE_SWEEPS: Final = 10
_NODE_WEIGHT: Final = 20.0
_WIDEST_ROW: Final = 1100.0
_MOST_ROWS: Final = 3
_FLATTEST: Final = 0.25


class Lane(NamedTuple):
    """The passage of the ways back to a node through a layer.

    >>> Lane("A", 2).target
    'A'
    """

    target: str
    layer: int


Vertex = str | Lane


@dataclass(frozen=True)
class Layout:
    """Centres of the nodes, upper and lower borders of their layers, and the size of the whole.

    The lanes of a way back are the points it goes through from the source up: in and out of every layer between.
    """

    centres: dict[str, Point]
    bands: dict[str, tuple[float, float]]
    lanes: dict[tuple[str, str], list[Point]]
    across: float
    down: float

    def moved(self, right: float, down: float) -> Layout:
        """The same layout elsewhere; `across` and `down` are then its right and lower border.

        >>> Layout({"A": (5, 5)}, {"A": (0, 10)}, {}, 10, 10).moved(1, 2).centres
        {'A': (6, 7)}
        """
        return Layout(
            {name: (x + right, y + down) for name, (x, y) in self.centres.items()},
            {name: (top + down, bottom + down) for name, (top, bottom) in self.bands.items()},
            {edge: [(x + right, y + down) for x, y in points] for edge, points in self.lanes.items()},
            self.across + right,
            self.down + down,
        )


def arrange(
    layers: Sequence[Sequence[str]],
    edges: Iterable[tuple[str, str]],
    widths: Mapping[str, float],
    height: float,
) -> Layout:
    """Place the nodes of these layers, all of one height, for edges that lead at most one layer down.

    >>> layout = arrange([["A"], ["B", "C"]], [("A", "B"), ("A", "C"), ("C", "A")], {"A": 20, "B": 20, "C": 20}, 20)
    >>> [layout.centres[name][0] for name in "ABC"]
    [28.0, 10.0, 46.0]
    """
    depth = {name: index for index, layer in enumerate(layers) for name in layer}
    rows: list[list[Vertex]] = [list(layer) for layer in layers]
    above: dict[Vertex, list[Vertex]] = {}
    below: dict[Vertex, list[Vertex]] = {}
    ways: dict[tuple[str, str], list[Lane]] = {}
    linked: set[tuple[Vertex, Vertex]] = set()
    for source, target in edges:
        chain: list[Vertex] = [source, target]
        if depth[target] == depth[source]:
            continue
        if depth[target] < depth[source]:
            lanes = [Lane(target, layer) for layer in range(depth[source] - 1, depth[target], -1)]
            ways[source, target] = lanes
            chain = [target, *reversed(lanes), source]
        for upper, lower in pairwise(chain):
            if (upper, lower) in linked:
                continue
            linked.add((upper, lower))
            if isinstance(upper, Lane) and upper not in below:
                rows[upper.layer].append(upper)
            below.setdefault(upper, []).append(lower)
            above.setdefault(lower, []).append(upper)
    rows = _ordered(rows, above, below)
    spans = [_Row(row, widths) for row in rows]
    x = _places(rows, spans, above, below)
    return _layout(rows, spans, x, above, ways, widths, height)


def _ordered(
    rows: list[list[Vertex]], above: Mapping[Vertex, list[Vertex]], below: Mapping[Vertex, list[Vertex]]
) -> list[list[Vertex]]:
    """The order with the fewest crossings that the sweeps find; the order given is kept if none is better."""
    best, fewest = rows, _crossings(rows, below)
    for sweep in range(_ORDER_SWEEPS):
        if fewest == 0:
            break
        rows = [list(row) for row in rows]
        down = sweep % 2 == 0
        neighbours = above if down else below
        for index in range(1, len(rows)) if down else reversed(range(len(rows) - 1)):
            fixed = {vertex: place for place, vertex in enumerate(rows[index - 1 if down else index + 1])}
            own = {vertex: float(place) for place, vertex in enumerate(rows[index])}
            centre = {
                vertex: _mean([fixed[other] for other in neighbours.get(vertex, ())], own[vertex]) for vertex in own
            }
            rows[index].sort(key=centre.__getitem__)
        crossings = _crossings(rows, below)
        if crossings < fewest:
            best, fewest = rows, crossings
    return best


def _crossings(rows: list[list[Vertex]], below: Mapping[Vertex, list[Vertex]]) -> int:
    count = 0
    for row, lower in pairwise(rows):
        place = {vertex: index for index, vertex in enumerate(lower)}
        ends: list[int] = []
        for vertex in row:
            mine = [place[other] for other in below.get(vertex, ())]
            count += sum(len(ends) - bisect_right(ends, end) for end in mine)
            for end in mine:
                insort(ends, end)
    return count


class _Row:
    """Distances between the neighbours of a layer, and over how many rows it is staggered when it is very wide."""

    def __init__(self, row: Sequence[Vertex], widths: Mapping[str, float]) -> None:
        broad = [_LANE_WIDTH if isinstance(vertex, Lane) else widths[vertex] for vertex in row]
        pairs = list(pairwise(broad))
        full = [(left + right) / 2 + _GAP for left, right in pairs]
        self.stagger = min(_MOST_ROWS, 1 + int(sum(full) / _WIDEST_ROW))
        # In a staggered layer there is still room for the edge of a node to pass between its neighbours.
        self.distances = [
            max(distance / self.stagger, max(pair) / 2 + 4) for distance, pair in zip(full, pairs, strict=True)
        ]


def _places(
    rows: list[list[Vertex]],
    spans: list[_Row],
    above: Mapping[Vertex, list[Vertex]],
    below: Mapping[Vertex, list[Vertex]],
) -> dict[Vertex, float]:
    x: dict[Vertex, float] = {}
    ways: dict[str, list[Lane]] = {}
    weights = [[1.0 if isinstance(vertex, Lane) else _NODE_WEIGHT for vertex in row] for row in rows]
    for row, span, weight in zip(rows, spans, weights, strict=True):
        x.update(zip(row, _fit([0.0] * len(row), span.distances, weight), strict=True))
        for vertex in row:
            if isinstance(vertex, Lane):
                ways.setdefault(vertex.target, []).append(vertex)

    def wish(vertex: Vertex, neighbours: Mapping[Vertex, list[Vertex]], straighten: bool) -> float:
        if isinstance(vertex, Lane):
            others: Sequence[Vertex] = ways[vertex.target] if straighten else neighbours[vertex]
        else:
            # Nodes are aligned with nodes only: lanes go around the tree and do not bend it.
            others = [other for other in neighbours.get(vertex, ()) if not isinstance(other, Lane)]
        return _mean([x[other] for other in others], x[vertex])

    # Ending on a sweep upwards puts parents over their children, which is what the eye looks for in a tree.
    for sweep in range(_PLACE_SWEEPS):
        down = sweep % 2 == 0
        neighbours = above if down else below
        for index in range(1, len(rows)) if down else reversed(range(len(rows) - 1)):
            row = rows[index]
            wishes = [wish(vertex, neighbours, straighten=2 * sweep >= _PLACE_SWEEPS) for vertex in row]
            x.update(zip(row, _fit(wishes, spans[index].distances, weights[index]), strict=True))
    return x


def _fit(wishes: Sequence[float], distances: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The places nearest to the wishes, in weighted least squares, that keep the order and these distances.

    Measured from where packed neighbours would stand, the places must only not decrease: pool adjacent violators.
    """
    packed = [0.0, *accumulate(distances)]
    pools: list[tuple[float, float, int]] = []
    for wish, offset, weight in zip(wishes, packed, weights, strict=True):
        mean, count = wish - offset, 1
        while pools and pools[-1][0] >= mean:
            other, heavy, size = pools.pop()
            mean = (other * heavy + mean * weight) / (heavy + weight)
            weight, count = heavy + weight, size + count
        pools.append((mean, weight, count))
    shifts = [mean for mean, _, count in pools for _ in range(count)]
    return [shift + offset for shift, offset in zip(shifts, packed, strict=True)]


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default


def _layout(
    rows: list[list[Vertex]],
    spans: list[_Row],
    x: Mapping[Vertex, float],
    above: Mapping[Vertex, list[Vertex]],
    ways: Mapping[tuple[str, str], list[Lane]],
    widths: Mapping[str, float],
    height: float,
) -> Layout:
    half = {vertex: (_LANE_WIDTH if isinstance(vertex, Lane) else widths[vertex]) / 2 for vertex in x}
    left = min(x[vertex] - half[vertex] for vertex in x)
    right = max(x[vertex] + half[vertex] for vertex in x)
    centres: dict[str, Point] = {}
    bands: dict[Vertex, tuple[float, float]] = {}
    top = 0.0
    for row, span in zip(rows, spans, strict=True):
        # Edges that lead far to a side get a deeper gap, or they would lie almost flat.
        slants = [abs(x[vertex] - x[other]) for vertex in row for other in above.get(vertex, ())]
        top += min(170.0, max(44.0, _FLATTEST * max(slants))) if slants else 0.0
        bottom = top + height + (span.stagger - 1) * (height + _GAP)
        for place, vertex in enumerate(row):
            bands[vertex] = top, bottom
            if not isinstance(vertex, Lane):
                centres[vertex] = x[vertex] - left, top + height / 2 + place % span.stagger * (height + _GAP)
        top = bottom
    lanes = {
        edge: [(x[lane] - left, border) for lane in way for border in reversed(bands[lane])]
        for edge, way in ways.items()
    }
    return Layout(centres, {name: bands[name] for name in centres}, lanes, right - left, top)
