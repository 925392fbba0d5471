"""Certificates for tests, made without any search: by brute force over the reachable positions, or at random."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from itertools import pairwise
from typing import Any

import pytest

from pnyx.errors import CertificateError
from pnyx.reference.certificate import Certificate, Node, encode
from pnyx.reference.check import check
from pnyx.reference.rules import RuleBook, read_position
from pnyx.reference.rules.chess import Chess, ChessPosition


class Solved:
    """Every position reachable from a root, and from which of them the goal is forced.

    The side that must make progress (the presser) wins from the positions that have a rank; there the other side
    cannot put off the end by more plies than the rank says.
    """

    def __init__(self, game: RuleBook[Any, Any], root: Hashable, goal: str, history: Iterable[Hashable] = ()) -> None:
        self.game, self.root, self.goal, self.history = game, root, goal, list(history)
        self.prover = game.turn(root)
        self.presser = 1 - self.prover if goal == "draw-or-better" else self.prover
        self.targets: dict[Hashable, list[Hashable]] = {}
        pending = [root]
        while pending:
            position = pending.pop()
            if position not in self.targets:
                self.targets[position] = self._targets(position)
                pending.extend(self.targets[position])
        self.ranks = self._ranks()
        self.proven = (root in self.ranks) == (self.presser == self.prover)

    def ends(self, position: Hashable) -> bool:
        """Whether a position other than the root has no moves in a certificate."""
        return self.game.outcome(position) is not None or position in self.history

    def _targets(self, position: Hashable) -> list[Hashable]:
        if self.game.outcome(position) is not None or (position in self.history and position != self.root):
            return []
        return [self.game.play(position, move) for _, move in self.game.sorted_moves(position)]

    def _ranks(self) -> dict[Hashable, int]:
        ranks = {p: 0 for p in self.targets if self.game.outcome(p) == self.presser}
        for rank in range(1, len(self.targets) + 1):
            new = []
            for position, targets in self.targets.items():
                if position in ranks or not targets:
                    continue
                enough = any if self.game.turn(position) == self.presser else all
                if enough(target in ranks for target in targets):
                    new.append(position)
            if not new:
                break
            ranks.update(dict.fromkeys(new, rank))
        return ranks

    def graph(self) -> Node:
        """A graph that shows the answer, one node for each position."""
        chooser = self.prover if self.proven else 1 - self.prover
        nodes: dict[Hashable, Node] = {}
        root = Node()
        if self.root not in self.history:
            nodes[self.root] = root
        pending = [(root, self.root)]
        while pending:
            node, position = pending.pop()
            targets = self.targets[position]
            if targets and self.game.turn(position) == chooser:
                node.index = self._choice(position, targets)
                targets = [targets[node.index]]
            for target in targets:
                if target not in nodes:
                    nodes[target] = Node()
                    if not self.ends(target):
                        pending.append((nodes[target], target))
                node.edges.append(nodes[target])
        return root

    def _choice(self, position: Hashable, targets: list[Hashable]) -> int:
        if position in self.ranks:
            return min(range(len(targets)), key=lambda i: self.ranks.get(targets[i], len(self.ranks)))
        return next(i for i, target in enumerate(targets) if target not in self.ranks)

    def random_graph(self, rng: random.Random, proven: bool, most: int = 60) -> Node:
        """A graph of the right form with choices and references made at random, so mostly wrong."""
        chooser = self.prover if proven else 1 - self.prover
        nodes: dict[Hashable, list[Node]] = {}
        root = Node()
        pending = [(root, self.root)]
        made = 1
        reuse = rng.choice((0.3, 0.9, 1.0))
        while pending and made < most:
            node, position = pending.pop()
            nodes.setdefault(position, []).append(node)
            targets = self.targets[position]
            if targets and self.game.turn(position) == chooser:
                node.index = rng.randrange(len(targets))
                targets = [targets[node.index]]
            for target in targets:
                if nodes.get(target) and rng.random() < reuse:
                    node.edges.append(rng.choice(nodes[target]))
                    continue
                made += 1
                node.edges.append(Node())
                if self.ends(target):
                    nodes.setdefault(target, []).append(node.edges[-1])
                else:
                    pending.append((node.edges[-1], target))
        return root

    def certificate(self, graph: Node | None = None, proven: bool | None = None) -> Certificate:
        """The certificate with this graph (the right one unless given) and this verdict."""
        proven = self.proven if proven is None else proven
        body, nodes = encode(self.graph() if graph is None else graph)
        draw = "satisfies" if self.goal == "draw-or-better" else "fails"
        first = self.history[0] if self.history else self.root
        moves = [self._move(before, after) for before, after in pairwise([*self.history, self.root])]
        text = self.game.position_text(first)
        return Certificate(
            game=self.game.name,
            options=self.game.options,
            position=f"{text} moves {' '.join(moves)}" if self.history else text,
            goal=self.goal,
            prover=self.game.players[self.prover],
            repetition=draw if self.game.repetition == "draw" else "impossible",
            verdict="proven" if proven else "disproven",
            nodes=nodes,
            body=body,
        )

    def _move(self, before: Hashable, after: Hashable) -> str:
        pairs = self.game.sorted_moves(before)
        return next(text for text, move in pairs if self.game.play(before, move) == after)


def rejected(data: bytes | Certificate, *reasons: str, **arguments: Any) -> None:
    with pytest.raises(CertificateError) as caught:
        check(data.to_bytes() if isinstance(data, Certificate) else data, **arguments)
    for reason in reasons:
        assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def solved(name: str, text: str, goal: str, options: dict[str, str] | None = None) -> Solved:
    reading = read_position(name, text, options)
    return Solved(reading.rules, reading.root, goal, reading.history)


def graph(text: str, goal: str = "win") -> Solved:
    return solved("graph", text, goal)


def mate_tree(rules: Chess, position: ChessPosition, moves: int) -> Node | None:
    """A tree that mates in N moves of the side to move, if there is one."""
    for index, (_, move) in enumerate(rules.sorted_moves(position) if moves else []):
        target = rules.play(position, move)
        outcome = rules.outcome(target)
        if outcome == rules.turn(position):
            return Node(index, [Node()])
        if outcome is None and moves > 1:
            replies = [rules.play(target, reply) for _, reply in rules.sorted_moves(target)]
            trees = [mate_tree(rules, reply, moves - 1) for reply in replies]
            edges = [tree for tree in trees if tree is not None]
            if len(edges) == len(trees):
                return Node(index, [Node(edges=edges)])
    return None


def mate(fen: str, moves: int) -> Certificate:
    rules = Chess()
    tree = mate_tree(rules, rules.parse(fen), moves)
    assert tree is not None
    body, nodes = encode(tree)
    return Certificate("chess", {}, fen, "mate", "white" if " w " in fen else "black", "fails", "proven", nodes, body)


MATE_IN_1 = mate("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", 1)
MATE_IN_2 = mate("k7/8/2K5/8/8/8/8/7R w - - 0 1", 2)
