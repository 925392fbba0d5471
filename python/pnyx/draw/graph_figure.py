"""Figures of explicit graphs: what is shown of a graph, put together with a legend."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from pnyx.draw.canvas import FAINT, INK, clip, document, label, number, width
from pnyx.draw.layers import Layout, arrange
from pnyx.draw.shapes import BACK, HEIGHT, LEAVES, Shape, arrow, back_arrow, breadth, move_arrow, note_width

if TYPE_CHECKING:
    from pnyx.draw.graph import Graph, Node

_NODES: Final = 200
_EDGES: Final = 600
_MARGIN: Final = 28.0
_LEAST_WIDTH: Final = 264.0
_LINE_HEIGHT: Final = 19.0
_MEANINGS: Final = {"win": "max wins", "draw": "draw", "loss": "min wins"}

Edge = tuple[str, str]


def svg(graph: Graph, *, scale: float = 1.0) -> str:
    """The figure of a graph: at most the 200 nodes and 600 moves nearest to the root, which a note then says.

    >>> from pnyx.draw.graph import read
    >>> svg(read("root A; repetition draw; A max: B; B = win")).count('class="node')
    2
    """
    layers, edges, notes = _selection(graph)
    nodes = [graph.nodes[name] for layer in layers for name in layer]
    # A note stands on one side; the same room on the other keeps the shape in the middle.
    room = {node.name: breadth(node) + 2 * note_width(graph.notes.get(node.name, ())) for node in nodes}
    layout = arrange(layers, edges, room, HEIGHT)
    notes.insert(0, f"{_described(graph.nodes[graph.root])}, repetition {graph.repetition}")
    across = max(layout.across, _LEAST_WIDTH, *(6.6 * width(note) for note in notes)) + 2 * _MARGIN
    left, top = (across - layout.across) / 2, _MARGIN + 14
    layout = layout.moved(left, top)
    shapes = {node.name: Shape(node, *layout.centres[node.name], layout.bands[node.name]) for node in nodes}
    depth = {name: index for index, layer in enumerate(layers) for name in layer}
    body = _arrows(shapes, edges, depth, layout, set(pairwise(graph.followed)))
    root = shapes[graph.root]
    body.append(arrow((root.x, root.y - HEIGHT / 2 - 24), [((root.x, root.y - HEIGHT / 2 - 1),)], INK))
    for shape in shapes.values():
        body += shape.svg(root=shape is root, last=shape.node.name == graph.last_move)
        body += shape.note(graph.notes.get(shape.node.name, ()))
    backward = any(depth[target] <= depth[source] for source, target in edges)
    below, foot = _legend(nodes, backward, across, layout.down + (50 if _under(edges, depth) else 32))
    for note in notes:
        below.append(label(_MARGIN, foot, note, size=11.5, anchor="start", fill=FAINT))
        foot += _LINE_HEIGHT
    title = f"Graph, {_described(root.node)}"
    return document(across, foot, body + below, title=title, description=graph.notation, scale=scale)


def _selection(graph: Graph) -> tuple[list[list[str]], list[Edge], list[str]]:
    """The layers and edges to draw, and notes on what is left out."""
    layers = graph.breadth_first()
    reached = sum(map(len, layers))
    shown: list[list[str]] = []
    room = _NODES
    for layer in layers:
        if room > 0:
            shown.append(layer[:room])
            room -= len(shown[-1])
    names = {name for layer in shown for name in layer}
    found: set[str] = {graph.root}
    first: list[Edge] = []
    others: list[Edge] = []
    for layer in shown:
        for name in layer:
            for move in graph.nodes[name].moves:
                if move in names:
                    (others if move in found else first).append((name, move))
                    found.add(move)
    # The moves that discover nodes come first, or a cut could leave nodes hanging in the air.
    edges = (first + others)[:_EDGES]
    notes = []
    if reached > len(names):
        notes.append(f"shown: the first {len(names):,} of {reached:,} nodes")
    if len(first) + len(others) > len(edges):
        notes.append(f"shown: {len(edges):,} of the {len(first) + len(others):,} moves between them")
    if len(graph.nodes) > reached:
        notes.append(f"not shown: {len(graph.nodes) - reached:,} nodes out of the root's reach")
    return shown, edges, notes


def _described(root: Node) -> str:
    name = clip(root.name, 24)
    return f"root {name}, {root.turn} to move" if root.turn else f"root {name} = {root.value}"


def _under(edges: list[Edge], depth: dict[str, int]) -> bool:
    """Whether arrows may hang under the last layer."""
    last = max(depth.values())
    return any(depth[source] == depth[target] == last and source != target for source, target in edges)


def _arrows(
    shapes: dict[str, Shape], edges: list[Edge], depth: dict[str, int], layout: Layout, followed: set[Edge]
) -> list[str]:
    drawn = []
    back: dict[str, list[tuple[float, str]]] = {}
    for source, target in edges:
        if depth[target] > depth[source]:
            drawn.append(move_arrow(shapes[source], shapes[target], heavy=(source, target) in followed))
        else:
            lanes = layout.lanes.get((source, target))
            back.setdefault(source, []).append((lanes[0][0] if lanes else shapes[target].x, target))
    for source, ways in back.items():
        middle = shapes[source].x
        for right in (False, True):
            # From the outside in: the further a way leads aside, the nearer it leaves to the corner.
            side = sorted((way for way in ways if (way[0] >= middle) == right), reverse=right)
            for place, (_, target) in enumerate(side):
                slant = (1 if right else -1) * (0.8 - 0.6 * place / len(side))
                lanes = layout.lanes.get((source, target), [])
                heavy = (source, target) in followed
                drawn.append(back_arrow(shapes[source], shapes[target], lanes, slant, heavy=heavy))
    return drawn


def _legend(nodes: list[Node], backward: bool, across: float, foot: float) -> tuple[list[str], float]:
    """Signs and words for what the figure shows, in rows, and the height at which they end."""
    turns = {node.turn for node in nodes}
    signs = {node.sign() for node in nodes if node.turn is None}
    entries = []
    if "max" in turns:
        entries.append(("max to move", f'<rect width="13" height="13" rx="1" fill="#ffffff" stroke="{INK}"/>'))
    if "min" in turns:
        entries.append(("min to move", f'<circle cx="6.5" cy="6.5" r="6.5" fill="#ffffff" stroke="{INK}"/>'))
    entries += [
        (words, f'<rect width="13" height="13" rx="4" fill="{LEAVES[sign]}"/>')
        for sign, words in _MEANINGS.items()
        if sign in signs
    ]
    if backward:
        entries.append(("back or sideways", arrow((0, 6.5), [((14, 6.5),)], BACK)))
    x = _MARGIN
    drawn = []
    for words, sign in entries:
        room = 19 + 6.6 * width(words)
        if x > _MARGIN and x + room > across - 12:
            x = _MARGIN
            foot += _LINE_HEIGHT
        drawn.append(f'<g transform="translate({number(x)} {number(foot - 11)})">{sign}</g>')
        drawn.append(label(x + 19, foot, words, size=11.5, anchor="start", fill=FAINT))
        x += room + 14
    return drawn, foot + _LINE_HEIGHT
