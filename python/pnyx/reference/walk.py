"""Walking through the graph of a certificate, where a repetition is judged as a draw.

It goes by the rules of the game and nothing else.

The points are those of `docs/certificate-format.md`, "What a checker must establish". The walk goes depth first with a
stack of its own, and keeps nothing but that stack and the shared nodes: of the body no more than two pieces. It ends at
the first node beyond those that the header says. Where repeating is illegal, graphs have another form: `walk_illegal`
walks through these.
"""

from __future__ import annotations

import operator
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from pnyx.errors import CertificateError, quoted
from pnyx.game import DRAW
from pnyx.reference.certificate import VERSION, Body, Numbers
from pnyx.reference.rules.base import RuleBook

DEEPEST: Final = 2_000_000
"""The longest line, in plies, that is followed unless asked otherwise."""

# A move that is not chosen, or that is barred, costs no byte: without a limit some bytes could keep a reader for hours.
MOVES_PER_BYTE: Final = 1_000
MOVES_MORE: Final = 100_000_000

FIRST_SHOWN: Final = 4
LAST_SHOWN: Final = 8
LONGEST_MOVE_SHOWN: Final = 30
BREACH: Final = " (the game breaks its contract)"


@dataclass(frozen=True)
class Claim:
    """What a certificate says, apart from its graph.

    `history` holds the positions before the root; `nodes` is the number of nodes the header gives. `limit` is the
    number of the prover's moves, where the goal has one: then the game says of a position how many are left.
    """

    game: Any
    root: Hashable
    prover: int
    goal: str
    repetition: str
    proven: bool
    nodes: int
    history: Sequence[Hashable] = ()
    players: tuple[str, str] = ("first", "second")
    limit: int | None = None
    version: int = VERSION

    @property
    def chooser(self) -> int:
        """The player whose moves are chosen in the graph."""
        return self.prover if self.proven else 1 - self.prover

    @property
    def may_cycle(self) -> bool:
        """Whether the chooser is content with a repetition, or with coming back when fewer moves are left."""
        if self.limit is not None:
            return not self.proven
        return self.repetition == ("satisfies" if self.proven else "fails")

    @property
    def may_shift(self) -> bool:
        """Whether a new node may have another number of moves left than its edge arrives with."""
        return self.limit is not None and self.version >= 2

    def suits(self, outcome: object) -> bool:
        """Whether a final position suits the chooser."""
        reached = outcome != 1 - self.prover if self.goal == "draw-or-better" else outcome == self.prover
        return reached == self.proven


class Found(NamedTuple):
    """What a walk counted: shared nodes, and the longest line in plies and prover's moves unless cycles are allowed."""

    shared: int
    plies: int | None
    moves: int | None


@dataclass(eq=False, slots=True)
class _Shared:
    """A node that references point to."""

    number: int
    position: Hashable
    referred: bool = False
    ended: bool = False
    plies: int = 0
    moves: int = 0


@dataclass(eq=False, slots=True)
class _Frame:
    """A node on the current line, with the moves whose edges are to be read and the longest lines below it so far."""

    number: int
    position: Hashable
    pairs: Sequence[tuple[str, Any]]
    step: int
    shared: _Shared | None
    next: int = 0
    plies: int = 0
    moves: int = 0


def walk(claim: Claim, body: bytes | Body, max_depth: int = DEEPEST) -> Found:
    """Follow the graph in `body` from the root to every end; anything wrong is a `CertificateError`.

    >>> from pnyx.reference.rules.graph import Graph
    >>> claim = Claim(Graph("A max: B C; B = win; C = draw"), "A", 0, "win", "fails", True, 2, players=("max", "min"))
    >>> walk(claim, bytes([0, 0, 0]))
    Found(shared=0, plies=1, moves=1)
    >>> walk(claim, bytes([0, 1, 0]))
    Traceback (most recent call last):
    pnyx.errors.CertificateError: node 1, after C: expected an end that suits max, got a draw
    """
    return _Walk(claim, body, max_depth).run()


class _Walk:
    def __init__(self, claim: Claim, body: bytes | Body, max_depth: int) -> None:
        game = claim.game
        # Every node but the root begins with a byte of an edge, and there is the length of the list.
        if claim.nodes > len(body):
            raise CertificateError(
                f"nodes: expected at most {len(body)} in a body of {len(body)} bytes, got {claim.nodes}"
            )
        self.claim = claim
        self.max_depth = max_depth
        self.history = frozenset(claim.history)
        self.sorted_moves = game.sorted_moves if isinstance(game, RuleBook) else self._sort
        # Elsewhere positions with equal keys need not have the same future.
        draws = claim.repetition in ("fails", "satisfies")
        self.repetition_key = getattr(game, "repetition_key", None) if draws else None
        self.begun = 0
        self.longest = (0, 0)
        self.stack: list[_Frame] = []
        self.shared: list[_Shared] = []
        self.allowed = MOVES_MORE + MOVES_PER_BYTE * len(body)
        self.numbers = Numbers(body)
        self.count = self.numbers.read()
        # The gaps are read twice: now, to know that they are sound and where they end, and again as the nodes come
        # by. So a list that promises a billion shared nodes costs no memory.
        self._read_gaps()
        self.gaps = Numbers(body)
        self.next_shared = self.gaps.read() and self.gaps.read() if self.count else None

    def _read_gaps(self) -> None:
        number = 0
        for place in range(self.count):
            gap = self.numbers.read()
            if gap == 0 and place > 0:
                raise CertificateError(f"shared node {place}: expected a node after {number}, got the same again")
            number += gap
            if number >= self.claim.nodes:
                raise CertificateError(f"shared node {place}: expected a node below {self.claim.nodes}, got {number}")

    def run(self) -> Found:
        stack = self.stack
        play = self.claim.game.play
        self._begin(self.claim.root)
        while stack:
            frame = stack[-1]
            if frame.next == len(frame.pairs):
                stack.pop()
                self._end(frame.shared, frame.plies, frame.moves)
                continue
            move = frame.pairs[frame.next][1]
            frame.next += 1
            target = play(frame.position, move)
            edge = self._read("edge of node", frame.number)
            if edge == 0:
                self._begin(target)
            elif edge == 1 and self.claim.may_shift:
                self._begin(self._shifted(frame, target))
            else:
                self._refer(frame, edge - 1 - self.claim.may_shift, target)
        self._finish()
        return Found(self.count, None, None) if self.claim.may_cycle else Found(self.count, *self.longest)

    def _shifted(self, frame: _Frame, target: Hashable) -> Hashable:
        """The position of a new node that says more than its edge needs: with more moves left in a disproof, with fewer
        in a proof.
        """
        by = self._read("edge of node", frame.number)
        needed = self.claim.game.moves_left(target)
        left = needed - by if self.claim.proven else needed + by
        if by == 0 or not 0 <= left <= (self.claim.limit or 0):
            what = f"expected 0 to {self.claim.limit} moves left, and others than the edge's {needed}, got {left}"
            raise self._error("edge of node", frame.number, what)
        shifted: Hashable = self.claim.game.with_moves_left(target, left)
        return shifted

    def _begin(self, position: Hashable) -> None:
        """The record of a new node: points 1, 2 and 5."""
        claim = self.claim
        number, shared = self._number(position)
        if self._is_final(number, position):
            self._end(shared, 0, 0)
            return
        if self.history and number > 0 and position in self.history:
            if not claim.may_cycle:
                raise self._error(
                    "node", number, "expected a new position, got one from before the root: a draw by repetition"
                )
            self._end(shared, 0, 0)
            return
        turn, pairs = self._followed(number, position)
        self.stack.append(_Frame(number, position, pairs, int(turn == claim.prover), shared))

    def _number(self, position: Hashable) -> tuple[int, _Shared | None]:
        """The number of a node that begins, and its entry among the shared ones if it is one."""
        number = self.begun
        self.begun += 1
        if number >= self.claim.nodes:
            raise self._error("node", number, f"expected {self.claim.nodes} nodes, as the header says, got more")
        return number, self._share(number, position) if number == self.next_shared else None

    def _is_final(self, number: int, position: Hashable) -> bool:
        """Whether the game is over here; it must then have ended as the chooser likes it: point 1."""
        claim = self.claim
        outcome = self._outcome(position)
        if outcome is not None and not claim.suits(outcome):
            ending = "a draw" if isinstance(outcome, str) else f"a win of {claim.players[outcome]}"
            what = f"expected an end that suits {claim.players[claim.chooser]}, got {ending}"
            raise self._error("node", number, what)
        return outcome is not None

    def _followed(self, number: int, position: Hashable) -> tuple[int, Sequence[tuple[str, Any]]]:
        """Who is on move, and the moves to follow: the one that is chosen, or all of the other side's. Point 2."""
        if len(self.stack) >= self.max_depth:
            raise self._error("node", number, f"expected lines of at most {self.max_depth} plies, got a longer one")
        pairs = self.sorted_moves(position)
        if not pairs:
            raise self._error("node", number, f"expected a legal move or an outcome, got neither{BREACH}")
        self.allowed -= len(pairs)
        if self.allowed < 0:
            what = f"expected at most {MOVES_PER_BYTE} moves a byte and {MOVES_MORE} more to examine, got more"
            raise self._error("node", number, what)
        turn: int = self.claim.game.turn(position)
        if turn not in (0, 1) or isinstance(turn, bool):
            raise self._error("node", number, f"expected player 0 or 1 on move, got {quoted(turn)}{BREACH}")
        if turn == self.claim.chooser:
            index = self._read("node", number)
            if index >= len(pairs):
                raise self._error("node", number, f"expected the index of a move, 0 to {len(pairs) - 1}, got {index}")
            pairs = (pairs[index],)
        return turn, pairs

    def _end(self, shared: _Shared | None, plies: int, moves: int) -> None:
        """A record has ended: `plies` and the prover's `moves` are those of the longest lines below it."""
        if shared is not None:
            shared.ended, shared.plies, shared.moves = True, plies, moves
        self._pass_up(plies, moves)

    def _pass_up(self, plies: int, moves: int) -> None:
        if self.stack:
            frame = self.stack[-1]
            frame.plies = max(frame.plies, plies + 1)
            frame.moves = max(frame.moves, moves + frame.step)
        else:
            self.longest = (plies, moves)

    def _share(self, number: int, position: Hashable) -> _Shared:
        shared = _Shared(number, position)
        self.shared.append(shared)
        self.next_shared = number + self.gaps.read() if len(self.shared) < self.count else None
        return shared

    def _refer(self, frame: _Frame, place: int, target: Hashable) -> None:
        """A reference to a node that has begun: points 3 and 4."""
        if place >= len(self.shared):
            what = f"expected one of {len(self.shared)} shared nodes that have begun, got number {place}"
            raise self._error("edge of node", frame.number, what)
        shared = self.shared[place]
        if self.claim.limit is not None:
            target = self._as_shown(frame, shared, target)
        if not self._same(shared.position, target):
            what = f"expected the position of node {shared.number}, to which it refers, got another position"
            raise self._error("edge of node", frame.number, what)
        shared.referred = True
        if not shared.ended and not self.claim.may_cycle:
            what = f"expected no cycle, got a reference to node {shared.number} on its own line"
            raise self._error("edge of node", frame.number, what)
        self._pass_up(shared.plies, shared.moves)

    def _as_shown(self, frame: _Frame, shared: _Shared, target: Hashable) -> Hashable:
        """The position with the moves left of the node that is to stand for it, if these are enough."""
        game = self.claim.game
        shown, needed = game.moves_left(shared.position), game.moves_left(target)
        if shown > needed if self.claim.proven else shown < needed:
            least = f"at {'most' if self.claim.proven else 'least'} {needed}"
            what = f"expected a node with {least} moves left, got node {shared.number} with {shown}"
            raise self._error("edge of node", frame.number, what)
        same: Hashable = game.with_moves_left(target, shown)
        return same

    def _finish(self) -> None:
        """What can be said only at the end: points 3 and 6."""
        if not self.numbers.at_end():
            raise CertificateError(f"byte {self.numbers.place} of the body: expected the end of the graph, got more")
        if self.begun != self.claim.nodes:
            raise CertificateError(
                f"nodes: expected {self.begun}, the number of nodes in the graph, got {self.claim.nodes}"
            )
        for place, shared in enumerate(self.shared):
            if not shared.referred:
                raise CertificateError(f"shared node {place}: expected a reference to node {shared.number}, got none")

    def _outcome(self, position: Hashable) -> int | str | None:
        outcome = self.claim.game.outcome(position)
        if outcome is None or (isinstance(outcome, str) and outcome == DRAW):
            return outcome
        # A truth value would pass for a player, though who returns one means something else.
        if isinstance(outcome, int) and not isinstance(outcome, bool) and outcome in (0, 1):
            return outcome
        what = f"expected an outcome of None, 0, 1 or 'draw', got {quoted(outcome)}{BREACH}"
        raise self._error("node", self.begun - 1, what)

    def _sort(self, position: Hashable) -> Sequence[tuple[str, Any]]:
        """The moves of a game that somebody else wrote, with their notation and sorted by it."""
        game = self.claim.game
        text = getattr(game, "move_text", None)
        pairs = [(repr(move) if text is None else text(position, move), move) for move in game.moves(position)]
        for notation, _ in pairs:
            if not isinstance(notation, str):
                what = f"expected a move's notation to be a text, got {quoted(notation)}{BREACH}"
                raise self._error("node", self.begun - 1, what)
        pairs.sort(key=operator.itemgetter(0))
        for (notation, _), (following, _) in pairwise(pairs):
            if notation == following:
                what = f"expected every move to have its own notation, got {quoted(notation)} twice{BREACH}"
                raise self._error("node", self.begun - 1, what)
        return pairs

    def _same(self, one: Hashable, other: Hashable) -> bool:
        if one == other:
            return True
        key = self.repetition_key
        return key is not None and bool(key(one) == key(other))

    def _read(self, what: str, number: int) -> int:
        try:
            return self.numbers.read()
        except CertificateError as error:
            raise self._error(what, number, str(error)) from None

    def _error(self, what: str, number: int, message: str) -> CertificateError:
        """An error that says at which node it is, and by which moves one gets there."""
        line = [frame.pairs[frame.next - 1][0] for frame in self.stack]
        if len(line) > FIRST_SHOWN + LAST_SHOWN:
            between = f"({len(line) - FIRST_SHOWN - LAST_SHOWN} moves)"
            line = [*line[:FIRST_SHOWN], between, *line[-LAST_SHOWN:]]
        where = f"after {' '.join(text[:LONGEST_MOVE_SHOWN] for text in line)}" if line else "the root"
        return CertificateError(f"{what} {number}, {where}: {message}")
