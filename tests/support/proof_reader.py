"""Certificates read plainly, by the rules in Python: what `pnyx.Proof` must say of every node."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pnyx
from pnyx.reference.certificate import Certificate, Numbers
from pnyx.reference.check import NO_ROOT, _built_in, _claim, _given
from pnyx.reference.rules.base import RuleBook


@dataclass
class Plain:
    """A node: the edges are move, target and whether they refer; `end` is the number after the last one within."""

    number: int
    kind: str = "end"
    edges: list[tuple[str, int, bool]] = field(default_factory=list)
    end: int = 0
    plies: int = 0
    moves: int = 0

    @property
    def size(self) -> int:
        return self.end - self.number


class PlainReading:
    """All nodes of a certificate that is right."""

    def __init__(self, data: bytes, game: Any = None, root: Hashable = NO_ROOT) -> None:
        certificate = Certificate.from_bytes(data)
        if game is None:
            rules, position, history = _built_in(certificate, "")
        else:
            rules, (position, history) = game, _given(certificate, game, root)
        self.claim = _claim(certificate, rules, position, history, certificate.version)
        self.game = self.claim.game
        self.illegal = self.claim.repetition == "illegal"
        self.key = getattr(self.game, "repetition_key", lambda position: position) if self.illegal else lambda p: p
        self.tells_moves = self.claim.proven and not (isinstance(rules, RuleBook) and rules.ends_early)
        self.numbers = Numbers(certificate.body)
        self.shared: list[int] = []
        for _ in range(self.numbers.read()):
            self.shared.append((self.shared[-1] if self.shared else 0) + self.numbers.read())
        self.nodes: list[Plain] = []
        history_keys = [self.key(position) for position in self.claim.history]
        free = self.illegal and self.numbers.read() == 1
        self._record(self.claim.root, history_keys, free)
        assert self.numbers.at_end()

    def _record(self, position: Hashable, line: Sequence[Hashable], free: bool) -> Plain:
        node = Plain(len(self.nodes))
        self.nodes.append(node)
        if self.game.outcome(position) is None:
            if node.number and not self.illegal and position in self.claim.history:
                node.kind = "repetition"
            else:
                self._follow(node, position, [*line, self.key(position)], free)
        node.end = len(self.nodes)
        return node

    def _follow(self, node: Plain, position: Hashable, line: Sequence[Hashable], free: bool) -> None:
        pairs = self._sorted(position)
        turn = self.game.turn(position)
        if turn == self.claim.chooser:
            node.kind, pairs = "choice", [pairs[self.numbers.read()]]
        else:
            on_line = self.illegal and not free
            pairs = [pair for pair in pairs if not (on_line and self._barred(position, pair[1], line))]
            node.kind = "replies" if pairs else "end"
        for text, move in pairs:
            target, edge, new = self.game.play(position, move), self.numbers.read(), self.illegal and not free
            new = new or self.claim.may_shift
            if edge <= new:
                if edge == 1 and self.claim.may_shift:
                    by, left = self.numbers.read(), self.game.moves_left(target)
                    target = self.game.with_moves_left(target, left - by if self.claim.proven else left + by)
                child = self._record(target, line, free or (self.illegal and edge == 1))
                node.edges.append((text, child.number, False))
            else:
                child = self.nodes[self.shared[edge - 1 - new]]
                node.edges.append((text, child.number, True))
            node.plies = max(node.plies, child.plies + 1)
            node.moves = max(node.moves, child.moves + (turn == self.claim.prover))

    def _barred(self, position: Hashable, move: Any, line: Sequence[Hashable]) -> bool:
        exempt = getattr(self.game, "may_repeat", lambda position, move: False)(position, move)
        return not exempt and self.key(self.game.play(position, move)) in line

    def _sorted(self, position: Hashable) -> Sequence[tuple[str, Any]]:
        if isinstance(self.game, RuleBook):
            return self.game.sorted_moves(position)
        text = getattr(self.game, "move_text", lambda position, move: repr(move))
        return sorted((text(position, move), move) for move in self.game.moves(position))

    def place(self, path: Sequence[int], shared: bool) -> dict[str, Any]:
        """What must be said of the node at the end of a path of nodes, beside its moves."""
        node = self.nodes[path[-1]]
        returns = self.claim.may_cycle and node.number in path[:-1]
        return {
            "number": node.number,
            "kind": "repetition" if returns else node.kind,
            "size": 1 if returns and shared else node.size,
            "plies": None if self.claim.may_cycle else node.plies,
            "moves_to_win": node.moves if self.tells_moves and not self.claim.may_cycle else None,
            "shared": shared,
            "returns_to": path.index(node.number) if returns else None,
        }

    def edges(self, path: Sequence[int]) -> list[tuple[str, int, bool]]:
        """The edges with which a path goes on."""
        return [] if self.claim.may_cycle and path[-1] in path[:-1] else self.nodes[path[-1]].edges

    def records(self) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
        """The line and the path to the record of every node."""
        stack: list[tuple[tuple[str, ...], tuple[int, ...]]] = [((), (0,))]
        while stack:
            line, path = stack.pop()
            yield line, path
            stack.extend(((*line, text), (*path, n)) for text, n, shared in self.nodes[path[-1]].edges if not shared)


def assert_same(proof: pnyx.Proof, plain: PlainReading) -> None:
    """Every node, and every reference, is returned as it was read."""
    assert proof.nodes == len(plain.nodes) == proof.root.size
    assert proof.shared == len(plain.shared)
    for line, path in plain.records():
        assert_place(proof, plain, line, path, shared=False)
        for text, number, shared in plain.edges(path):
            if shared:
                assert_place(proof, plain, (*line, text), (*path, number), shared)


def assert_place(
    proof: pnyx.Proof, plain: PlainReading, line: tuple[str, ...], path: tuple[int, ...], shared: bool
) -> None:
    """The node at the end of a line is returned as it was read."""
    node = proof.at(line)
    expected = plain.place(path, shared)
    assert {name: getattr(node, name) for name in expected} == expected, line
    assert node.line == line
    told = ("size", "plies", "moves_to_win", "shared", "kind")
    targets = ((text, plain.place((*path, number), shared)) for text, number, shared in plain.edges(path))
    assert list(node._rows) == [(text, *(target[name] for name in told)) for text, target in targets], line
