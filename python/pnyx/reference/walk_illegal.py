"""Walking through the graph of a certificate, where a repetition is judged as illegal.

A move must not bring a position back.

The points are those of `docs/certificate-format.md`, "Where repeating is illegal". Beside the line, the walk keeps what
the repetition rule sees of every node: a set for each part of the graph, and one for its ends.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from pnyx.reference.certificate import Body
from pnyx.reference.walk import DEEPEST, Claim, Found, _Frame, _Walk

BOUND = "the history part or before the root"
FREE = "the free part"
ENDS = "the ends of the free part"


def walk_illegal(claim: Claim, body: bytes | Body, max_depth: int = DEEPEST) -> Found:
    """Follow the graph in `body` from the root to every end; anything wrong is a `CertificateError`.

    Here min must not go back from B to A, has no other move, and loses:

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("repetition illegal; A max: B C; B min: A; C max: A")
    >>> claim = Claim(game, "A", 0, "win", "illegal", True, 2, players=("max", "min"))
    >>> walk_illegal(claim, bytes([0, 0, 0, 0]))
    Found(shared=0, plies=1, moves=1)

    At C max has the same difficulty:

    >>> walk_illegal(claim, bytes([0, 0, 1, 0, 0]))
    Traceback (most recent call last):
    pnyx.errors.CertificateError: edge of node 1, after C A: expected a move that is not barred, got one that repeats
    """
    return _IllegalWalk(claim, body, max_depth).run()


class _Part(NamedTuple):
    """What there is to know about a node on the current line, beside its frame."""

    free: bool
    chooses: bool
    """Whether the chooser is on move."""
    key: Hashable
    """What the repetition rule sees of the position."""
    new: bool
    """Whether nothing above is alike; otherwise an exempt move led here."""


class _IllegalWalk(_Walk):
    def __init__(self, claim: Claim, body: bytes | Body, max_depth: int) -> None:
        super().__init__(claim, body, max_depth)
        self.key = getattr(claim.game, "repetition_key", lambda position: position)
        self.exempt = getattr(claim.game, "may_repeat", lambda position, move: False)
        self.parts: list[_Part] = []
        # What a move must not repeat: the line as far as it is in the history part, and the root's history.
        self.line: set[Hashable] = set(map(self.key, claim.history))
        # All nodes of both parts. Final ones are not among them, because nothing comes after them on a line.
        self.bound = set(self.line)
        self.free: set[Hashable] = set()
        # The final positions to which the chooser moves in the free part, other than by exempt moves.
        self.ends: set[Hashable] = set()

    def run(self) -> Found:
        play = self.claim.game.play
        self._step(None, self.claim.root)
        while self.stack:
            frame, part = self.stack[-1], self.parts[-1]
            if frame.next == len(frame.pairs):
                self._leave()
                continue
            move = frame.pairs[frame.next][1]
            frame.next += 1
            target = play(frame.position, move)
            if part.free:
                self._edge(frame, part, move, target)
            elif not self._barred(frame, move, target):
                self._step(frame, target)
            elif part.chooses:
                what = "expected a move that is not barred, got one that repeats"
                raise self._error("edge of node", frame.number, what)
        self._finish()
        return Found(self.count, *self.longest)

    def _step(self, frame: _Frame | None, target: Hashable) -> None:
        """A move of the history part, or the root: says in which part the target is."""
        kind = self._read("node", 0) if frame is None else self._read("edge of node", frame.number)
        if kind >= 2:
            if frame is None:
                raise self._error("node", 0, f"expected 0 or 1, the part in which the root is, got {kind}")
            self._refer(frame, kind - 2, target)
            return
        if kind == 1 and self._outcome(target) is not None:
            raise self._error("node", self.begun, "expected the free part to begin earlier, got a final position")
        self._enter(target, free=kind == 1)

    def _edge(self, frame: _Frame, part: _Part, move: Any, target: Hashable) -> None:
        """A move of the free part."""
        if part.chooses and self._outcome(target) is not None and not self.exempt(frame.position, move):
            self._add_end(frame, self.key(target))
        edge = self._read("edge of node", frame.number)
        if edge == 0:
            self._enter(target, free=True)
        else:
            self._refer(frame, edge - 1, target)

    def _enter(self, position: Hashable, free: bool) -> None:
        """The record of a new node."""
        number, shared = self._number(position)
        if shared is not None and not free:
            raise self._error("node", number, "expected a shared node to be in the free part, got one outside it")
        if self._is_final(number, position):
            if shared is not None:
                raise self._error("node", number, "expected a shared node that is not final, got a final position")
            self._end(None, 0, 0)
            return
        key = self.key(position)
        if free:
            self._add_free(number, key)
        else:
            self._add_bound(number, key)
        turn, pairs = self._followed(number, position)
        self.stack.append(_Frame(number, position, pairs, int(turn == self.claim.prover), shared))
        self.parts.append(_Part(free, turn == self.claim.chooser, key, key not in self.line))
        if not free:
            self.line.add(key)

    def _leave(self) -> None:
        frame, part = self.stack.pop(), self.parts.pop()
        if part.new and not part.free:
            self.line.remove(part.key)
        self._end(frame.shared, frame.plies, frame.moves)

    def _barred(self, frame: _Frame, move: Any, target: Hashable) -> bool:
        """Whether a move of the history part must not be played: point 7 if it is a chosen one."""
        return self.key(target) in self.line and not self.exempt(frame.position, move)

    def _add_bound(self, number: int, key: Hashable) -> None:
        """Points 9 and 10 for a node of the history part."""
        self._unlike("node", number, key, self.free, FREE)
        self._unlike("node", number, key, self.ends, ENDS)
        self.bound.add(key)

    def _add_free(self, number: int, key: Hashable) -> None:
        """Points 9 and 10 for a node of the free part."""
        self._unlike("node", number, key, self.free, FREE)
        self._unlike("node", number, key, self.bound, BOUND)
        self._unlike("node", number, key, self.ends, ENDS)
        self.free.add(key)

    def _add_end(self, frame: _Frame, key: Hashable) -> None:
        """Point 10 for a final position to which the chooser moves in the free part."""
        self._unlike("edge of node", frame.number, key, self.free, FREE)
        self._unlike("edge of node", frame.number, key, self.bound, BOUND)
        self.ends.add(key)

    def _unlike(self, what: str, number: int, key: Hashable, others: set[Hashable], where: str) -> None:
        if key in others:
            raise self._error(what, number, f"expected a position unlike those of {where}, got one that is alike")
