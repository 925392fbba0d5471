"""Explicit graphs: positions are named nodes, moves are edges, and cycles are allowed.

The notation is in `graph_notation`. A position's text is the whole graph with its root set to that node, so a graph
travels in a certificate like any other position.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Final

from pnyx.errors import InputError, quoted
from pnyx.game import Outcome
from pnyx.reference.rules.base import RuleBook
from pnyx.reference.rules.graph_notation import Inner, Leaf, read_graph

START: Final = "root A; repetition draw; A max: B C; B min: A D; C min: D E; D = win; E = draw"


class Graph(RuleBook[str, str]):
    """A game given by its graph. A position is a node's name, and a move is the name of the node it leads to.

    >>> game = Graph("A max: B C; B min: A; C = win")
    >>> game.start(), game.moves("A"), game.outcome("C")
    ('A', ('B', 'C'), 0)
    >>> game.position_text("B")
    'root B; repetition draw; A max: B C; B min: A; C = win'
    """

    name = "graph"
    players = ("max", "min")

    def __init__(self, text: str = START) -> None:
        self.nodes, self._root, self.repetition = read_graph(text)
        self.largest_score = max((abs(_number(n)) for n in self.nodes.values() if isinstance(n, Leaf)), default=1)
        """The largest absolute value of a leaf."""
        self._sorted: dict[str, list[tuple[str, str]]] = {}

    @classmethod
    def read(cls, text: str | None, options: Mapping[str, str]) -> tuple[Graph, str]:
        """The graph that a text describes, and its root."""
        graph = cls(START if text is None else text)
        return graph, graph.start()

    def start(self) -> str:
        """The root."""
        return self._root

    def turn(self, position: str) -> int:
        """The player on move: 0 is max, 1 is min."""
        node = self.nodes[position]
        # Nobody moves at a leaf; the question still has an answer, because a root may be one.
        return node.turn if isinstance(node, Inner) else 0

    def outcome(self, position: str) -> Outcome | None:
        """A leaf's value, as seen by the winner."""
        node = self.nodes[position]
        if isinstance(node, Inner):
            return None
        value = _number(node)
        if value == 0:
            return "draw"
        return 0 if value > 0 else 1

    def score(self, position: str) -> int:
        """A leaf's value, as seen by max; a win counts 1.

        >>> game = Graph("A max: B C; B = -3; C = win")
        >>> game.score("B"), game.score("C"), game.largest_score
        (-3, 1, 3)
        """
        node = self.nodes[position]
        if isinstance(node, Inner):
            raise InputError(f"expected a leaf, got {quoted(position)}, in which {self.players[node.turn]} moves")
        return _number(node)

    def moves(self, position: str) -> tuple[str, ...]:
        """The names of the nodes one can go to, in the order the graph gives them."""
        node = self.nodes[position]
        return node.moves if isinstance(node, Inner) else ()

    def play(self, position: str, move: str) -> str:
        """The node the move names."""
        return move

    def position_text(self, position: str) -> str:
        """The whole graph on one line, with this node as its root."""
        statements = [f"root {position}", f"repetition {self.repetition}"]
        for name, node in self.nodes.items():
            if isinstance(node, Inner):
                statements.append(f"{name} {self.players[node.turn]}: {' '.join(node.moves)}")
            else:
                statements.append(f"{name} = {node.value}")
        return "; ".join(statements)

    def parse(self, text: str) -> str:
        """The root of a text that describes this graph."""
        nodes, root, repetition = read_graph(text)
        if repetition != self.repetition or list(nodes.items()) != list(self.nodes.items()):
            raise InputError(f"expected a position of this graph, got one of another: {quoted(text)}")
        return root

    def sorted_moves(self, position: str) -> list[tuple[str, str]]:
        """The moves sorted by name."""
        # Kept, because a node may have a million moves and occur in a certificate a million times.
        pairs = self._sorted.get(position)
        if pairs is None:
            pairs = self._sorted[position] = [(name, name) for name in sorted(self.moves(position))]
        return pairs

    def find_move(self, position: str, text: str) -> str:
        """The move to this node, if there is one."""
        pairs = self.sorted_moves(position)
        place = bisect_left(pairs, (text, text))
        if place < len(pairs) and pairs[place][0] == text:
            return text
        return super().find_move(position, text)


def _number(leaf: Leaf) -> int:
    return {"win": 1, "draw": 0, "loss": -1}[leaf.value] if isinstance(leaf.value, str) else leaf.value
