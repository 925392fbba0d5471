"""Certificates where repeating is illegal, made without any search: right ones from all lines, wrong ones at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pnyx.reference.brute import _Lines
from pnyx.reference.certificate import Certificate, leb128
from pnyx.reference.rules.graph import Graph
from support.random_games import random_graph


class Keyed(Graph):
    """A graph in which nodes with equal keys are alike, and some moves are exempt."""

    def __init__(
        self, text: str, keys: Mapping[str, str] | None = None, exempt: Iterable[tuple[str, str]] = ()
    ) -> None:
        super().__init__(text)
        self.keys = dict(keys or {})
        self.exempt = frozenset(exempt)

    def repetition_key(self, position: str) -> str:
        return self.keys.get(position, position)

    def may_repeat(self, position: str, move: str) -> bool:
        return (position, move) in self.exempt

    def __str__(self) -> str:
        return f"Keyed({self.position_text(self.start())!r}, {self.keys}, {sorted(self.exempt)})"


def random_keyed(rng: random.Random, largest: int = 8) -> Keyed:
    """A small graph with cycles. Half of them have nodes that are alike, half of these exempt moves."""
    text = random_graph(rng, repetition="illegal", smallest=4, largest=largest)
    game = Keyed(text)
    if rng.random() < 0.5:
        return game
    names = list(game.nodes)
    keys = {name: rng.choice(names) for name in names if rng.random() < 0.4}
    # Exempt moves go forward only, so that no line goes on forever.
    forward = [
        (name, move)
        for place, name in enumerate(names)
        for move in game.moves(name)
        if move in names[place + 1 :] and rng.random() < 0.3
    ]
    return Keyed(text, keys, forward if rng.random() < 0.5 else ())


@dataclass(eq=False)
class Step:
    """A node of either part; like `pnyx.reference.certificate.Node`, with the edges that are not barred."""

    free: bool = False
    index: int | None = None
    edges: list[Step] = field(default_factory=list)


def encode(root: Step) -> tuple[bytes, int]:
    """The body of a graph, and the number of its nodes. A node that is reached again becomes a reference."""
    numbers: dict[Step, int] = {}
    shared: set[Step] = set()

    def count(node: Step) -> None:
        numbers[node] = len(numbers)
        for edge in node.edges:
            if edge in numbers:
                shared.add(edge)
            else:
                count(edge)

    count(root)
    places = {node: place for place, node in enumerate(sorted(shared, key=numbers.__getitem__))}
    body = bytearray(leb128(len(places)))
    for before, node in pairwise([None, *places]):
        assert node is not None
        body += leb128(numbers[node] - (0 if before is None else numbers[before]))

    begun: set[Step] = set()

    def write(node: Step, from_free: bool) -> None:
        nonlocal body
        first = 1 if from_free else 2
        if node in begun:
            body += leb128(first + places[node])
            return
        begun.add(node)
        body += leb128(0 if from_free else int(node.free))
        if node.index is not None:
            body += leb128(node.index)
        for edge in node.edges:
            write(edge, node.free)

    write(root, False)
    return bytes(body), len(numbers)


class Solved:
    """The truth about a game, and `ranks`: the positions in which the chooser needs no repetition."""

    def __init__(self, game: Any, root: Hashable, goal: str, history: Iterable[Hashable] = ()) -> None:
        self.game, self.root, self.goal, self.history = game, root, goal, list(history)
        self.key = getattr(game, "repetition_key", lambda position: position)
        self.past = frozenset(map(self.key, self.history))
        self.lines = _Lines(game, root, goal, None)
        self.prover = game.turn(root)
        self.proven = self.lines.reached(root, self.past)
        self.chooser = self.prover if self.proven else 1 - self.prover
        self.targets: dict[Hashable, list[tuple[Any, Hashable]]] = {}
        pending = [root]
        while pending:
            position = pending.pop()
            if position not in self.targets:
                self.targets[position] = self.moves(position)
                pending.extend(target for _, target in self.targets[position])
        self.alike = Counter(self.key(position) for position in self.targets if not self.final(position))
        self.ranks = {p: 0 for p in self.targets if self.final(p) and self.suits(p, frozenset())}
        self.rank()

    def final(self, position: Hashable) -> bool:
        return self.game.outcome(position) is not None

    def moves(self, position: Hashable) -> list[tuple[Any, Hashable]]:
        """The moves, barred or not, in the order of the certificate, and where they lead."""
        if self.final(position):
            return []
        text = getattr(self.game, "move_text", lambda position, move: repr(move))
        moves = sorted(self.game.moves(position), key=lambda move: str(text(position, move)))
        return [(move, self.game.play(position, move)) for move in moves]

    def exempt(self, position: Hashable, move: Any) -> bool:
        return bool(self.game.may_repeat(position, move)) if hasattr(self.game, "may_repeat") else False

    def barred(self, position: Hashable, move: Any, target: Hashable, seen: frozenset[Hashable]) -> bool:
        return self.key(target) in seen and not self.exempt(position, move)

    def suits(self, position: Hashable, seen: frozenset[Hashable]) -> bool:
        """Whether the chooser gets its way from here, after positions with these keys."""
        return self.lines.reached(position, seen) == self.proven

    def rank(self) -> None:
        """Find the positions that can be in the free part: those which the chooser wins without any use of repetition.

        To keep all of them apart from each other and from the history part, positions that have others alike are left
        out.
        """
        for rank in range(1, len(self.targets) + 1):
            new = []
            for position, targets in self.targets.items():
                key = self.key(position)
                if position in self.ranks or self.final(position) or self.alike[key] > 1 or key in self.past:
                    continue
                if self.game.turn(position) == self.chooser:
                    enough = any(self.usable(position, *pair) for pair in targets)
                else:
                    enough = all(target in self.ranks for _, target in targets)
                if enough:
                    new.append(position)
            self.ranks.update(dict.fromkeys(new, rank))

    def usable(self, position: Hashable, move: Any, target: Hashable) -> bool:
        """Whether the chooser can make this move in the free part."""
        key = self.key(target)
        lone = self.ranks.get(target, 0) > 0 or not (self.alike[key] or key in self.past)
        return target in self.ranks and (lone or self.exempt(position, move))

    def graph(self, with_free_part: bool = True) -> Step:
        """A graph that shows the answer: as much of it free as possible, or nothing."""
        ranks = self.ranks if with_free_part else {}
        nodes: dict[Hashable, Step] = {}

        def free(position: Hashable) -> Step:
            if self.final(position):
                return Step(free=True)
            if position not in nodes:
                node = nodes[position] = Step(free=True)
                targets = self.targets[position]
                if self.game.turn(position) == self.chooser:
                    choices = [i for i, pair in enumerate(targets) if self.usable(position, *pair)]
                    node.index = min(choices, key=lambda i: ranks[targets[i][1]])
                    targets = [targets[node.index]]
                node.edges = [free(target) for _, target in targets]
            return nodes[position]

        def step(position: Hashable, seen: frozenset[Hashable]) -> Step:
            if ranks.get(position):
                return free(position)
            node = Step()
            targets = self.targets[position]
            if targets:
                seen |= {self.key(position)}
                open_moves = [i for i, pair in enumerate(targets) if not self.barred(position, *pair, seen)]
                if self.game.turn(position) == self.chooser:
                    node.index = next(i for i in open_moves if self.suits(targets[i][1], seen))
                    open_moves = [node.index]
                node.edges = [step(targets[i][1], seen) for i in open_moves]
            return node

        return step(self.root, self.past)

    def certificate(self, graph: Step | None = None, proven: bool | None = None) -> Certificate:
        """The certificate with this graph (the right one unless given) and this verdict."""
        body, nodes = encode(self.graph() if graph is None else graph)
        return self.around(body, nodes, proven)

    def around(self, body: bytes, nodes: int, proven: bool | None = None) -> Certificate:
        """The certificate with this body."""
        line = [*self.history, self.root]
        text = self.game.position_text(line[0])
        moves = [
            next(self.game.move_text(before, move) for move, target in self.moves(before) if target == after)
            for before, after in pairwise(line)
        ]
        return Certificate(
            game=self.game.name,
            options={},
            position=f"{text} moves {' '.join(moves)}" if moves else text,
            goal=self.goal,
            prover=self.game.players[self.prover],
            repetition="illegal",
            verdict="proven" if (self.proven if proven is None else proven) else "disproven",
            nodes=nodes,
            body=body,
        )

    def random_graph(self, rng: random.Random, proven: bool, most: int = 40) -> Step:
        """A graph whose parts, choices and references are made at random, so mostly a wrong one.

        Some have a wrong idea of what is barred, or of what a reference may point to.
        """
        chooser = self.prover if proven else 1 - self.prover
        nodes: dict[Hashable, list[Step]] = {}
        freedom, reuse = rng.choice((0.05, 0.2, 0.5)), rng.choice((0.3, 0.9, 1.0))
        mistake = rng.choice((None, None, "no move is exempt", "lines are not kept apart", "alike is equal"))
        ever = self.past
        made = 0

        def bars(position: Hashable, move: Any, target: Hashable, seen: frozenset[Hashable]) -> bool:
            if mistake == "lines are not kept apart":
                seen = ever
            if mistake == "no move is exempt":
                return self.key(target) in seen
            return self.barred(position, move, target, seen)

        def chosen(targets: list[tuple[Any, Hashable]], follow: list[int]) -> int:
            good = [i for i in follow if not self.final(targets[i][1]) or self.won(targets[i][1], proven)]
            return rng.choice(good or follow or [0])

        def grow(position: Hashable, seen: frozenset[Hashable], free: bool) -> Step:
            nonlocal made, ever
            name = self.key(position) if mistake == "alike is equal" else position
            if name in nodes and rng.random() < reuse:
                return rng.choice(nodes[name])
            made += 1
            targets = self.targets[position]
            free = free or (bool(targets) and rng.random() < freedom)
            node = Step(free)
            if free and (targets or rng.random() < 0.1):
                nodes.setdefault(name, []).append(node)
            else:
                seen |= {self.key(position)}
                ever |= seen
            if targets and made <= most:
                follow = [i for i, pair in enumerate(targets) if free or not bars(position, *pair, seen)]
                if self.game.turn(position) == chooser:
                    node.index = chosen(targets, follow)
                    follow = [node.index]
                node.edges = [grow(targets[i][1], seen, free) for i in follow]
            return node

        return grow(self.root, self.past, False)

    def won(self, position: Hashable, proven: bool) -> bool:
        """Whether a final position suits the chooser of a certificate with this verdict."""
        return self.lines.reached(position, frozenset()) == proven


def random_solved(seed: int, goal: str) -> Solved:
    """A random game by number, one in three with moves made before."""
    rng = random.Random(f"illegal {seed}")
    game = random_keyed(rng)
    position, history = game.start(), list[str]()
    for _ in range(rng.randint(1, 3) if seed % 3 == 0 else 0):
        move = rng.choice(game.moves(position))
        seen = {game.repetition_key(p) for p in (*history, position)}
        barred = game.repetition_key(move) in seen and not game.may_repeat(position, move)
        if barred or game.outcome(move) is not None:
            break
        history.append(position)
        position = move
    return Solved(game, position, goal, history)
