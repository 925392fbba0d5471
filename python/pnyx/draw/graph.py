"""Explicit graphs: what is drawn of them, and the outline for terminals. The figure is in `graph_figure`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from pnyx.draw import graph_figure
from pnyx.draw.canvas import printable
from pnyx.errors import InputError, quoted
from pnyx.reference.rules.graph_notation import Inner, read_graph

_OUTLINE_LINES: Final = 200
_OUTLINE_DEPTH: Final = 40


@dataclass(frozen=True)
class Node:
    """A node: a player on move and moves to other nodes, or a leaf with a value.

    >>> Node("A", turn="max", moves=("B", "C")).value is None
    True
    """

    name: str
    turn: Literal["max", "min"] | None = None
    moves: tuple[str, ...] = ()
    value: str | int | None = None

    def sign(self) -> str:
        """What a leaf's value means for max: `win`, `draw` or `loss`.

        >>> Node("B", value=-7).sign()
        'loss'
        """
        if isinstance(self.value, int):
            return "win" if self.value > 0 else "loss" if self.value < 0 else "draw"
        return self.value or "draw"


@dataclass(frozen=True)
class Graph:
    """An explicit graph that has been read, with the node reached by the last move, if one is to be marked.

    Figures may have `notes` beside nodes, some short lines each, and a line of nodes that is `followed`: the moves
    between them are drawn heavily.

    >>> print(Graph("", "A", "draw", {"A": Node("A", value="win")}).text())
    graph of 1 node, repetition draw
    A = win
    """

    notation: str
    root: str
    repetition: str
    nodes: dict[str, Node]
    last_move: str | None = None
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    followed: tuple[str, ...] = ()

    def text(self, *, unicode: bool = True) -> str:
        """An outline in which every node stands once, and later mentions of it as `-> name`."""
        seen: set[str] = set()
        lines: list[str] = []
        for line in self._outline(self.root, "", "", seen, unicode=unicode):
            if len(lines) == _OUTLINE_LINES:
                lines.append(f"... the outline stops after {_OUTLINE_LINES} lines")
                break
            lines.append(line.rstrip())
        return printable("\n".join([self._heading(), *lines]), unicode=unicode)

    def svg(self, *, size: int = 360) -> str:
        """A figure in layers from the root down, in letters of 12 pixels at size 360."""
        return graph_figure.svg(self, scale=size / 360)

    def breadth_first(self) -> list[list[str]]:
        """The nodes that can be reached, by their distance from the root, in the order of moves.

        >>> read("root A; repetition draw; A max: C B; B min: A; C = win").breadth_first()
        [['A'], ['C', 'B']]
        """
        layers = [[self.root]]
        seen = {self.root}
        while layers[-1]:
            layers.append([])
            for name in layers[-2]:
                for move in self.nodes[name].moves:
                    if move not in seen:
                        seen.add(move)
                        layers[-1].append(move)
        return layers[:-1]

    def _heading(self) -> str:
        count = len(self.nodes)
        astray = count - sum(map(len, self.breadth_first()))
        aside = f" ({astray:,} out of the root's reach)" if astray else ""
        return f"graph of {count:,} node{'' if count == 1 else 's'}{aside}, repetition {self.repetition}"

    def _outline(self, name: str, first: str, rest: str, seen: set[str], *, unicode: bool) -> Iterator[str]:
        """Lines of the outline below a node: `first` stands before the node, `rest` before the lines under it."""
        if name in seen:
            yield f"{first}-> {name}"
            return
        seen.add(name)
        node = self.nodes[name]
        words = f"{name} = {node.value}" if node.turn is None else f"{name} {node.turn}"
        yield first + words + (" [last move]" if name == self.last_move else "")
        if node.moves and len(rest) >= 3 * _OUTLINE_DEPTH:
            yield rest + "..."
            return
        for index, move in enumerate(node.moves, 1):
            last = index == len(node.moves)
            branch, stem = ("└─ " if last else "├─ ", "   " if last else "│  ")
            if not unicode:
                branch, stem = ("`- " if last else "|- ", "   " if last else "|  ")
            yield from self._outline(move, rest + branch, rest + stem, seen, unicode=unicode)


def read(position: str, last_move: str | None = None) -> Graph:
    """The graph of a position; the last move is the name of the node it led to.

    >>> print(read("root A; repetition draw; A max: B C; B min: A D; C = 0; D = win", last_move="A").text())
    graph of 4 nodes, repetition draw
    A max [last move]
    ├─ B min
    │  ├─ -> A
    │  └─ D = win
    └─ C = 0
    """
    given, root, repetition = read_graph(position)
    if last_move is not None and last_move not in given:
        raise InputError(f"expected the last move as the name of a node of the graph, got {quoted(last_move)}")
    nodes = {
        name: Node(name, turn="min" if node.turn else "max", moves=node.moves)
        if isinstance(node, Inner)
        else Node(name, value=node.value)
        for name, node in given.items()
    }
    return Graph(position, root, repetition, nodes, last_move)
