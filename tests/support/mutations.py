"""Damaged certificates, from a single bit to a whole graph; `mutated_claims` changes what they say.

Changes to the graph are made on a decoded one and written again with the right counts, so that only the rules of the
game can show what is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate
from typing import Any

from pnyx.errors import CertificateError
from pnyx.reference.certificate import Certificate, Node, Numbers, encode, leb128
from pnyx.reference.rules import read_position

OTHER = {"proven": "disproven", "disproven": "proven"}
LARGEST_GROWN = 40


class Decoded:
    """A certificate and its graph, with the position of every node."""

    def __init__(self, certificate: Certificate) -> None:
        self.certificate = certificate
        reading = read_position(certificate.game, certificate.position, certificate.options)
        self.rules, self.history = reading.rules, reading.history
        prover = self.rules.turn(reading.root)
        self.chooser = prover if certificate.verdict == "proven" else 1 - prover
        self.positions: dict[Node, Any] = {}
        self._numbers = Numbers(certificate.body)
        self._shared = list(accumulate(self._numbers.read() for _ in range(self._numbers.read())))
        self._begun: list[Node] = []
        self.root = self._record(reading.root)
        if not self._numbers.at_end():
            raise CertificateError("the body goes on")

    def ends(self, position: Hashable) -> bool:
        """Whether a node that is not the root has no record."""
        return self.rules.outcome(position) is not None or position in self.history

    def _record(self, position: Any) -> Node:
        node = Node()
        self._begun.append(node)
        self.positions[node] = position
        if self.rules.outcome(position) is not None or (len(self._begun) > 1 and position in self.history):
            return node
        pairs = self.rules.sorted_moves(position)
        if self.rules.turn(position) == self.chooser:
            node.index = self._numbers.read()
            pairs = [pairs[node.index]]
        for _, move in pairs:
            edge = self._numbers.read()
            target = self.rules.play(position, move)
            node.edges.append(self._begun[self._shared[edge - 1]] if edge else self._record(target))
        return node

    def rewritten(self, **header: Any) -> bytes:
        """The certificate of the graph as it is now."""
        body, nodes = encode(self.root)
        return replace(self.certificate, body=body, nodes=nodes, **header).to_bytes()

    def changed(self, node: Node, edges: list[Node], index: int | None) -> bytes:
        """The certificate in which one node is another; the graph itself stays as it was."""
        before = node.edges, node.index
        node.edges, node.index = edges, index
        try:
            return self.rewritten()
        finally:
            node.edges, node.index = before

    def choices(self) -> list[Node]:
        return [node for node in self.positions if node.index is not None]

    def replies(self) -> list[Node]:
        return [node for node in self.positions if node.index is None and node.edges]

    def with_edges(self) -> list[Node]:
        return [node for node in self.positions if node.edges]

    def grow(self, rng: random.Random, position: Any, known: dict[Any, list[Node]], chooser: int) -> Node:
        """A graph for a position, of the right form, with moves chosen at random and known nodes used again."""
        reuse = rng.choice((0.5, 0.9, 1.0))
        room = LARGEST_GROWN

        def grow(position: Any, begins: bool) -> Node:
            nonlocal room
            if known.get(position) and (room <= 0 or rng.random() < reuse):
                return rng.choice(known[position])
            node = Node()
            known.setdefault(position, []).append(node)
            room -= 1
            if room <= 0 or (self.ends(position) and not begins):
                return node
            pairs = self.rules.sorted_moves(position)
            if pairs and self.rules.turn(position) == chooser:
                node.index = rng.randrange(len(pairs))
                pairs = [pairs[node.index]]
            node.edges = [grow(self.rules.play(position, move), False) for _, move in pairs]
            return node

        return grow(position, not known)

    def known(self) -> dict[Any, list[Node]]:
        nodes: dict[Any, list[Node]] = {}
        for node, position in self.positions.items():
            nodes.setdefault(position, []).append(node)
        return nodes


Mutation = Callable[[Decoded, random.Random], "bytes | None"]
MUTATIONS: dict[str, Mutation] = {}
"""All kinds of damage by name. Each gives a damaged file, or nothing where it does not apply."""


def mutation(function: Mutation) -> Mutation:
    MUTATIONS[function.__name__] = function
    return function


# The graph


@mutation
def move_changed(proof: Decoded, rng: random.Random) -> bytes | None:
    """Another index and the same edge; now and then an index that no move has."""
    if not (choices := proof.choices()):
        return None
    node = rng.choice(choices)
    moves = len(proof.rules.sorted_moves(proof.positions[node]))
    return proof.changed(node, node.edges, rng.choice([i for i in range(moves + 1) if i != node.index]))


@mutation
def move_changed_and_answered(proof: Decoded, rng: random.Random) -> bytes | None:
    """Another move, followed by a graph of the right form, which may lead back into the old one."""
    choices = [node for node in proof.choices() if len(proof.rules.sorted_moves(proof.positions[node])) > 1]
    if not choices:
        return None
    node = rng.choice(choices)
    pairs = proof.rules.sorted_moves(proof.positions[node])
    index = rng.choice([i for i in range(len(pairs)) if i != node.index])
    target = proof.rules.play(proof.positions[node], pairs[index][1])
    return proof.changed(node, [proof.grow(rng, target, proof.known(), proof.chooser)], index)


@mutation
def reply_dropped(proof: Decoded, rng: random.Random) -> bytes | None:
    if not (replies := proof.replies()):
        return None
    node = rng.choice(replies)
    dropped = rng.randrange(len(node.edges))
    return proof.changed(node, node.edges[:dropped] + node.edges[dropped + 1 :], None)


@mutation
def reply_doubled(proof: Decoded, rng: random.Random) -> bytes | None:
    if not (replies := proof.replies()):
        return None
    node = rng.choice(replies)
    return proof.changed(node, [*node.edges, rng.choice(node.edges)], None)


def _redirected(proof: Decoded, node: Node, edge: int, target: Node) -> bytes:
    return proof.changed(node, [*node.edges[:edge], target, *node.edges[edge + 1 :]], node.index)


@mutation
def edge_redirected(proof: Decoded, rng: random.Random) -> bytes | None:
    """A new node or a reference becomes a reference to any other node, above, below or beside."""
    places = [(node, edge) for node in proof.with_edges() for edge in range(len(node.edges))]
    if len(proof.positions) < 2:
        return None
    node, edge = rng.choice(places)
    return _redirected(proof, node, edge, rng.choice([n for n in proof.positions if n is not node.edges[edge]]))


@mutation
def edge_redirected_to_the_same_position(proof: Decoded, rng: random.Random) -> bytes | None:
    """As above, but to where the same position stands: what is left to be wrong is a cycle."""
    known = proof.known()
    places = [
        (node, edge, other)
        for node in proof.with_edges()
        for edge, target in enumerate(node.edges)
        for other in known[proof.positions[target]]
        if other is not target
    ]
    return _redirected(proof, *rng.choice(places)) if places else None


@mutation
def edge_unshared(proof: Decoded, rng: random.Random) -> bytes | None:
    """An edge goes to a copy of its target. This does no harm, unless the target is a root that counts as repeated."""
    if not (nodes := proof.with_edges()):
        return None
    node = rng.choice(nodes)
    edge = rng.randrange(len(node.edges))
    target = node.edges[edge]
    return _redirected(proof, node, edge, Node(target.index, list(target.edges)))


@mutation
def edge_cut(proof: Decoded, rng: random.Random) -> bytes | None:
    """An edge goes to a new node without a record."""
    places = [(node, edge) for node in proof.with_edges() for edge, target in enumerate(node.edges) if target.edges]
    return _redirected(proof, *rng.choice(places), Node()) if places else None


@mutation
def claim_turned_round(proof: Decoded, rng: random.Random) -> bytes | None:
    """The other verdict, with a graph of the right form, cycles and all."""
    claim = proof.certificate
    graph = proof.grow(rng, proof.positions[proof.root], {}, 1 - proof.chooser)
    body, nodes = encode(graph)
    return replace(claim, verdict=OTHER[claim.verdict], body=body, nodes=nodes).to_bytes()


# The numbers and bytes of the body


def _counted(claim: Certificate, body: bytes) -> bytes:
    """The certificate with this body, and with the number of its nodes if it can be read at all."""
    claim = replace(claim, body=body)
    with suppress(CertificateError, IndexError):  # the checkers will find something too
        claim = replace(claim, nodes=len(Decoded(claim).positions))
    return claim.to_bytes()


@mutation
def number_changed(proof: Decoded, rng: random.Random) -> bytes | None:
    claim = proof.certificate
    reader = Numbers(claim.body)
    numbers = []
    while not reader.at_end():
        numbers.append(reader.read())
    place = rng.randrange(len(numbers))
    changed = rng.choice((0, 1, 2, numbers[place] + 1, max(0, numbers[place] - 1), rng.randrange(len(numbers) + 1)))
    if changed == numbers[place]:
        return None
    return _counted(claim, b"".join(map(leb128, [*numbers[:place], changed, *numbers[place + 1 :]])))


@mutation
def body_bit_flipped(proof: Decoded, rng: random.Random) -> bytes | None:
    return _counted(proof.certificate, _flipped(proof.certificate.body, rng))


@mutation
def body_truncated(proof: Decoded, rng: random.Random) -> bytes | None:
    body = proof.certificate.body
    return replace(proof.certificate, body=body[: rng.randrange(len(body))]).to_bytes()


@mutation
def body_extended(proof: Decoded, rng: random.Random) -> bytes | None:
    return replace(proof.certificate, body=proof.certificate.body + bytes([rng.randrange(4)])).to_bytes()


# The file


def _flipped(data: bytes, rng: random.Random) -> bytes:
    bit = rng.randrange(8 * len(data))
    return data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]


@mutation
def file_bit_flipped(proof: Decoded, rng: random.Random) -> bytes | None:
    return _flipped(proof.certificate.to_bytes(), rng)


@mutation
def stream_bit_flipped(proof: Decoded, rng: random.Random) -> bytes | None:
    data = proof.certificate.to_bytes()
    place = data.index(b"\n\n") + 2
    return data[:place] + _flipped(data[place:], rng)


@mutation
def file_truncated(proof: Decoded, rng: random.Random) -> bytes | None:
    data = proof.certificate.to_bytes()
    return data[: rng.randrange(len(data))]
