"""Games whose rules are wrong in one way, made from random graphs whose truth is known.

A position is a `Place`: a node of the graph and something beside it. What a place is made of is its content; the truth
is that of the game of contents, found by brute force with positions that compare by all they are made of.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from typing import Any

from pnyx.reference import brute
from pnyx.reference.rules.graph import Graph
from support.random_games import random_graph

GOALS = ("win", "draw-or-better")


class Place:
    """A position. Two are equal if their keys are, whatever else they are made of."""

    def __init__(self, node: str, beside: Any = 0, key: Any = None) -> None:
        self.node, self.beside, self.key = node, beside, node if key is None else key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"{self.node}/{self.beside}"


class GraphGame:
    """A sound game: the graph, with a number beside each node that does not matter."""

    def __init__(self, text: str) -> None:
        self.graph = Graph(text)
        self.repetition = self.graph.repetition

    def start(self) -> Place:
        return Place(str(self.graph.start()))

    def turn(self, position: Place) -> int:
        return self.graph.turn(position.node)

    def outcome(self, position: Place) -> Any:
        return self.graph.outcome(position.node)

    def moves(self, position: Place) -> Any:
        return list(self.graph.moves(position.node))

    def play(self, position: Place, move: Any) -> Place:
        return Place(str(self.graph.play(position.node, move)))


class Contents:
    """The same rules, with positions that compare by what they are made of: what brute force is asked about."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.repetition = game.repetition
        if hasattr(game, "repetition_key"):
            self.repetition_key = lambda position: game.repetition_key(self.place(position))

    def place(self, position: Any) -> Place:
        return Place(*position)

    def content(self, place: Place) -> Any:
        return (place.node, place.beside, place.key)

    def start(self) -> Any:
        return self.content(self.game.start())

    def turn(self, position: Any) -> Any:
        return self.game.turn(self.place(position))

    def outcome(self, position: Any) -> Any:
        return self.game.outcome(self.place(position))

    def moves(self, position: Any) -> Any:
        return self.game.moves(self.place(position))

    def play(self, position: Any, move: Any) -> Any:
        return self.content(self.game.play(self.place(position), move))


def truth(game: Any, goal: str) -> str:
    """What brute force over contents says."""
    contents = Contents(game)
    return "proven" if brute.solve(contents, contents.start(), goal) else "disproven"


class Merging(GraphGame):
    """`__eq__` takes some nodes for others."""

    def __init__(self, text: str, rng: random.Random) -> None:
        super().__init__(text)
        names = sorted(_nodes(self.graph))
        self.groups = {name: name for name in names}
        for _ in range(rng.choice((1, 1, 2, 3))):
            one, other = rng.choice(names), rng.choice(names)
            self.groups[one] = self.groups[other]

    def named(self, node: Any) -> Place:
        return Place(str(node), 0, self.groups[str(node)])

    def start(self) -> Place:
        return self.named(self.graph.start())

    def play(self, position: Place, move: Any) -> Place:
        return self.named(self.graph.play(position.node, move))


class Forgetful(GraphGame):
    """Who is on move stands beside the board, in turn, and `__eq__` forgets it. The player who reaches an end wins."""

    def start(self) -> Place:
        return Place(str(self.graph.start()), 0)

    def turn(self, position: Place) -> int:
        return int(position.beside)

    def outcome(self, position: Place) -> Any:
        outcome = self.graph.outcome(position.node)
        if outcome in (0, 1):
            return 1 - position.beside if outcome == 0 else position.beside
        return outcome

    def play(self, position: Place, move: Any) -> Place:
        return Place(str(self.graph.play(position.node, move)), 1 - position.beside)


class LosesCaptures(GraphGame):
    """Some moves capture. What was captured stands beside the board and decides the ends; `__eq__` leaves it out."""

    def __init__(self, text: str, rng: random.Random) -> None:
        super().__init__(text)
        nodes = sorted(_nodes(self.graph))
        self.captures = {name: rng.randrange(3) for name in nodes if rng.random() < 0.3}

    def outcome(self, position: Place) -> Any:
        outcome = self.graph.outcome(position.node)
        if outcome in (0, 1):
            return outcome if position.beside != 2 else 1 - outcome
        return outcome

    def play(self, position: Place, move: Any) -> Place:
        node = str(self.graph.play(position.node, move))
        return Place(node, self.captures.get(node, position.beside))


class ForgetsNow(LosesCaptures):
    """As a sound game it would compare everything; but in some positions `play` forgets the capture when it was asked
    for the same move before."""

    def __init__(self, text: str, rng: random.Random) -> None:
        super().__init__(text, rng)
        self.weak = {name for name in sorted(_nodes(self.graph)) if rng.random() < 0.5}
        self.asked = set[Any]()

    def play(self, position: Place, move: Any) -> Place:
        place = super().play(position, move)
        before = (position.node, position.beside, move)
        if position.node in self.weak and before in self.asked:
            place.beside = position.beside
        self.asked.add(before)
        return Place(place.node, place.beside, (place.node, place.beside))


class ForgetsUnseen(ForgetsNow):
    """The same, and `__eq__` does not see it."""

    def play(self, position: Place, move: Any) -> Place:
        place = super().play(position, move)
        return Place(place.node, place.beside)


class ChangesOutcome(GraphGame):
    """An end, or a position that is none, says something else when it is asked again."""

    def __init__(self, text: str, rng: random.Random) -> None:
        super().__init__(text)
        self.fickle = {name for name in sorted(_nodes(self.graph)) if rng.random() < 0.3}
        self.asked = set[str]()

    def outcome(self, position: Place) -> Any:
        outcome: Any = self.graph.outcome(position.node)
        if position.node in self.fickle and outcome in (0, 1) and position.node in self.asked:
            outcome = 1 - outcome
        self.asked.add(position.node)
        return outcome


class RandomMoves(GraphGame):
    """Some of the moves, others each time."""

    def __init__(self, text: str, rng: random.Random) -> None:
        super().__init__(text)
        self.rng = rng

    def moves(self, position: Place) -> Any:
        moves = list(self.graph.moves(position.node))
        return self.rng.sample(moves, self.rng.randint(1, len(moves)))


class Counting(GraphGame):
    """A sound game that counts the moves made, and whose `==` rightly leaves the count out."""

    def play(self, position: Place, move: Any) -> Place:
        return Place(super().play(position, move).node, position.beside + 1)


class Recording(GraphGame):
    """A sound game whose positions hold all that was played, and whose `==` leaves it out."""

    def start(self) -> Place:
        return Place(super().start().node, ())

    def play(self, position: Place, move: Any) -> Place:
        return Place(super().play(position, move).node, (*position.beside, move))


class Lazy(Place):
    """A position that keeps what it has computed."""

    known: Any = None

    @cached_property
    def text(self) -> str:
        return repr(self)


class Caching(GraphGame):
    """A sound game whose positions change under its hands, but not in what counts."""

    def start(self) -> Place:
        return Lazy(super().start().node, [0])

    def moves(self, position: Place) -> Any:
        assert isinstance(position, Lazy)
        assert position.text
        if position.known is None:
            position.known = super().moves(position)
        return iter(position.known)

    def play(self, position: Place, move: Any) -> Place:
        return Lazy(super().play(position, move).node, [0])


class Keyed(Counting):
    """The same as `Counting`, and says what the repetition rule is about."""

    def repetition_key(self, position: Place) -> str:
        return position.node


FAULTY: dict[str, Callable[[str, random.Random], Any]] = {
    "eq merges positions": Merging,
    "eq forgets the turn": lambda text, rng: Forgetful(text),
    "eq leaves out captures": LosesCaptures,
    "play forgets a capture": ForgetsNow,
    "play forgets a capture unseen": ForgetsUnseen,
    "outcome changes": ChangesOutcome,
}
"""What is wrong, and a game of a graph that has it."""

SOUND: dict[str, Callable[[str], Any]] = {
    "plain": GraphGame,
    "counting": Counting,
    "recording": Recording,
    "caching": Caching,
    "keyed": Keyed,
}
"""Games with nothing wrong."""


def text_of(seed: int, what: str, repetitions: tuple[Any, ...] = ("draw", "draw", "impossible", "illegal")) -> str:
    """A random graph, small enough for brute force where repeating is illegal."""
    rng = random.Random(f"{what} {seed}")
    repetition = repetitions[seed % len(repetitions)]
    largest = 6 if repetition == "illegal" else 12
    return random_graph(rng, largest=largest, alternating=0.5, repetition=repetition)


def _nodes(graph: Graph) -> set[str]:
    """The nodes that can be reached."""
    nodes, stack = {str(graph.start())}, [str(graph.start())]
    while stack:
        node = stack.pop()
        if graph.outcome(node) is None:
            for move in graph.moves(node):
                after = str(graph.play(node, move))
                if after not in nodes:
                    nodes.add(after)
                    stack.append(after)
    return nodes
