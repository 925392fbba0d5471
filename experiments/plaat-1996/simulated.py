"""Simulated trees of section 4.3.1: uniform in width and depth, their order as good as one likes.

The value of a tree is known before anything is searched: it is that of the root, handed down. One child of every node
has the node's value, and it is the first child with a certain probability; the others are worse for the player on move,
by a random number.
"""

from __future__ import annotations

from typing import Literal

WIDTH = 5
DEPTH = 9
SPREAD = 40
"""The most by which a move may be worse than the best."""
VALUES = (20, 40, 60, 80, 95, 100)
"""How often the first child is the best, in percent."""

Node = tuple[int, int, int]
"""Plies to the leaves, the number of the node, and its value to player 0."""
MASK = (1 << 64) - 1


def _mixed(number: int) -> int:
    """A number that looks random (the finisher of SplitMix64)."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
    return number ^ number >> 31


class Tree:
    """A game that is such a tree; player 0 is on move at its root, whose value is 0.

    >>> tree = Tree("1", 100, 3)
    >>> root = tree.start()
    >>> [tree.score(tree.play(root, move)) <= 0 for move in tree.moves(root)], tree.score(tree.play(root, 0))
    ([True, True, True, True, True], 0)
    """

    repetition = "impossible"

    def __init__(self, seed: str, ordered: int, depth: int = DEPTH) -> None:
        self.seed, self.ordered, self.depth = seed, ordered, depth

    def start(self) -> Node:
        """The root."""
        return self.depth, _mixed(int(self.seed) * 1_000 + self.ordered), 0

    def turn(self, position: Node) -> int:
        """Players alternate."""
        return (self.depth - position[0]) % 2

    def outcome(self, position: Node) -> Literal[0, 1, "draw"] | None:
        """The winner by the sign of a leaf's value."""
        plies, _, value = position
        if plies:
            return None
        return "draw" if value == 0 else 0 if value > 0 else 1

    def moves(self, position: Node) -> range:
        """The children."""
        return range(WIDTH)

    def play(self, position: Node, move: int) -> Node:
        """A child."""
        plies, number, value = position
        draw = _mixed(number)
        best = 0 if draw % 100 < self.ordered else 1 + (draw >> 32) % (WIDTH - 1)
        child = _mixed(number + (move + 1) * 0x9E3779B97F4A7C15 & MASK)
        if move != best:
            worse = (child >> 20) % (SPREAD + 1)
            value += worse if self.turn(position) else -worse
        return plies - 1, child, value

    def score(self, position: Node) -> int:
        """The value of a node, which only leaves are asked for."""
        return position[2]
