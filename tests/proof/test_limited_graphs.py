"""Certificates of goals that limit the prover's moves: one node may stand for several numbers of moves left.

A node with more moves left shows what one with fewer would in a disproof, and the other way round in a proof. Random
graphs are made from the truth by brute force, with mistakes in them: both checkers must say the same, and what they
accept must be true.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import cache

import chess
import pytest

import pnyx
from pnyx.reference import walk, within
from pnyx.reference.certificate import Certificate, Node, encode
from pnyx.reference.check import check
from pnyx.reference.rules import chess as chess_rules
from pnyx.reference.rules import read_position
from pnyx.reference.rules.chess import Chess
from pnyx.reference.within import Counted, Within
from support.cases import Case
from support.certificate_builder import rejected
from support.judging import Checker, in_python, in_rust
from support.win_in_cases import win_in_case

CASES = 600
MOST = 4
NODES = 200


class Drawing:
    """A graph for `win-in N`, mostly right: an edge goes to a node of its position or to a new one."""

    def __init__(self, case: Case, moves: int, rng: random.Random, wrong: float) -> None:
        self.case, self.moves, self.rng, self.wrong = case, moves, rng, wrong
        self.game = Within(case.rules, case.rules.turn(case.root), moves, case.history)
        prover = case.rules.turn(case.root)
        self.prover = prover
        self.true = self.wins(self.game.root(case.root))
        self.proven = self.true != (rng.random() < wrong / 2)
        self.chooser = prover if self.proven else 1 - prover
        self.nodes: dict[Hashable, list[tuple[int, Node]]] = {}
        self.room = NODES

    def wins(self, at: Counted) -> bool:
        """Whether the prover wins from here within the moves left, by the definition."""
        outcome = self.game.outcome(at)
        if outcome is not None:
            return bool(outcome == self.prover)
        return self._wins(at.position, at.left, frozenset())

    @cache  # noqa: B019 (a drawing is short-lived)
    def _wins(self, position: Hashable, left: int, since: frozenset[Hashable]) -> bool:
        at = Counted(position, left)
        outcome = self.game.outcome(at)
        if outcome is not None:
            return bool(outcome == self.prover)
        after = [self.game.play(at, move) for move in self.case.rules.moves(position)]
        if self.case.rules.turn(position) == self.prover:
            return any(self._wins(*each, frozenset()) for each in after)
        since |= {position}
        return all(each.position not in since and self._wins(*each, since) for each in after)

    def root(self) -> Node:
        node = Node()
        at = self.game.root(self.case.root)
        self.nodes[at.position] = [(at.left, node)]
        self._fill(node, at)
        return node

    def _fill(self, node: Node, at: Counted) -> None:
        """Nodes begin in the order of the file, so that shifts are those of their first edges."""
        if self.game.outcome(at) is not None or self.room <= 0:
            return
        targets = [self.game.play(at, move) for _, move in self.case.rules.sorted_moves(at.position)]
        if self.case.rules.turn(at.position) == self.chooser:
            right = [i for i, target in enumerate(targets) if self.wins(target) == self.proven]
            node.index = self.rng.choice(right if right and self.rng.random() > self.wrong else range(len(targets)))
            targets = [targets[node.index]]
        for target in targets:
            edge, begins = self._edge(target)
            node.edges.append(edge)
            if begins is not None:
                self._fill(edge, begins)

    def _edge(self, at: Counted) -> tuple[Node, Counted | None]:
        self.room -= 1
        strong = [
            node
            for left, node in self.nodes.get(at.position, ())
            if (left <= at.left if self.proven else left >= at.left)
        ]
        known = [node for _, node in self.nodes.get(at.position, ())]
        if known and self.rng.random() < self.wrong:
            return self.rng.choice(known), None
        if strong and self.rng.random() < 0.8:
            return self.rng.choice(strong), None
        node = Node()
        if self.rng.random() < 0.4:
            room = at.left if self.proven else self.moves - at.left
            shifts = range(1, room + 1)
            sign = -1 if self.proven else 1
            fine = [by for by in shifts if self.wins(at._replace(left=at.left + sign * by)) == self.proven]
            if shifts and self.rng.random() < self.wrong:
                node.shift = self.rng.choice([*shifts, room + 1])
            elif fine:
                node.shift = self.rng.choice(fine)
            at = at._replace(left=max(0, at.left + sign * node.shift))
        self.nodes.setdefault(at.position, []).append((at.left, node))
        return node, at

    def certificate(self) -> Certificate:
        body, nodes = encode(self.root(), limited=True)
        rules = self.case.rules
        return Certificate(
            game="graph",
            options={},
            position=self.case.text,
            goal=f"win-in {self.moves}",
            prover=rules.players[self.prover],
            repetition="fails" if rules.repetition == "draw" else "impossible",
            verdict="proven" if self.proven else "disproven",
            nodes=nodes,
            body=body,
        )


@cache
def drawings(count: int) -> list[tuple[Drawing, Certificate]]:
    found = []
    for seed in range(count):
        case = win_in_case(seed)
        rng = random.Random(f"limited {seed}")
        drawing = Drawing(case, rng.randint(1, MOST), rng, rng.choice((0.0, 0.0, 0.05, 0.2)))
        found.append((drawing, drawing.certificate()))
    return found


def says(checker: Checker, data: bytes) -> str | None:
    try:
        return checker(data).verdict
    except pnyx.CertificateError:
        return None


def test_what_is_accepted_is_true() -> None:
    """Both checkers agree about each graph, accept right ones, and none that claims what is false."""
    counts = Counter[tuple[str, bool]]()
    for drawing, certificate in drawings(CASES):
        data = certificate.to_bytes()
        verdicts = {says(checker, data) for checker in (in_rust, in_python)}
        assert len(verdicts) == 1, f"{drawing.case}: {data!r}"
        accepted = verdicts != {None}
        if accepted:
            assert drawing.proven == drawing.true, f"{drawing.case}: {data!r}"
        if drawing.wrong == 0 and drawing.room > 0:
            assert accepted, f"{drawing.case}: {data!r}"
        counts[certificate.verdict, accepted] += 1
    assert min(counts[verdict, accepted] for verdict in ("proven", "disproven") for accepted in (True, False)) > 20, (
        counts
    )


def weaker_accepted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        walk._Walk, "_as_shown", lambda self, frame, shared, target: target._replace(left=shared.position.left)
    )


def off_by_one(patch: pytest.MonkeyPatch) -> None:
    right = walk._Walk._as_shown

    def lenient(self: walk._Walk, frame: walk._Frame, shared: walk._Shared, target: Hashable) -> Hashable:
        shown, needed = self.claim.game.moves_left(shared.position), self.claim.game.moves_left(target)
        if abs(shown - needed) == 1:
            target = self.claim.game.with_moves_left(target, shown)
            return target
        return right(self, frame, shared, target)

    patch.setattr(walk._Walk, "_as_shown", lenient)


def shifted_the_wrong_way(patch: pytest.MonkeyPatch) -> None:
    right = walk._Walk._shifted

    def turned(self: walk._Walk, frame: walk._Frame, target: Counted) -> Hashable:
        shifted = right(self, frame, target)
        return target._replace(left=max(0, 2 * target.left - shifted.left))  # type: ignore[attr-defined]

    patch.setattr(walk._Walk, "_shifted", turned)


def shift_forgotten(patch: pytest.MonkeyPatch) -> None:
    right = walk._Walk._shifted

    def forgetful(self: walk._Walk, frame: walk._Frame, target: Hashable) -> Hashable:
        right(self, frame, target)
        return target

    patch.setattr(walk._Walk, "_shifted", forgetful)


def cycles_in_proofs(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(walk.Claim, "may_cycle", property(lambda self: True))


def moves_not_counted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(within.Within, "play", lambda self, at, move: at._replace(position=self.game.play(at.position, move)))


@pytest.mark.parametrize(
    "bug", [weaker_accepted, off_by_one, shifted_the_wrong_way, shift_forgotten, cycles_in_proofs, moves_not_counted]
)
def test_mistakes_in_a_checker_are_noticed(bug: Callable[[pytest.MonkeyPatch], None]) -> None:
    circle = shown([1, 1, 0, 0, 0, 2, 0, 0], 5, "win-in 1", CIRCLE, verdict="proven")
    for certificate in (circle, *(certificate for _, certificate in drawings(CASES))):
        data = certificate.to_bytes()
        right = says(in_python, data)
        with pytest.MonkeyPatch.context() as patch:
            bug(patch)
            if says(in_python, data) != right:
                return
    pytest.fail("not noticed")


# By hand

CIRCLE = "A max: B; B min: C W; C min: B W; W = win"
"""Min can go to and fro between B and C, and so max does not win."""

LOOP = "A max: B W; B min: C; C max: B W; W = loss"
"""Nobody wins: max goes from B to C and back."""


def shown(body: list[int], nodes: int, goal: str = "win-in 3", text: str = LOOP, **header: str) -> Certificate:
    claim = Certificate("graph", {}, text, goal, "max", "fails", "disproven", nodes, bytes(body))
    return replace(claim, **header)  # type: ignore[arg-type]


def test_an_edge_back_to_more_moves_left_is_harmless() -> None:
    # A(3): B(2) new, to C(2) by index 0; C: back to B, which has 2 where 1 are needed; W is lost both times.
    good = shown([1, 1, 0, 0, 0, 2, 0, 0], 5)
    assert says(in_rust, good.to_bytes()) == says(in_python, good.to_bytes()) == "disproven"
    assert check(good.to_bytes()).plies is None
    # As a proof it would have a cycle, and ends that do not suit.
    for checker in (in_rust, in_python):
        assert says(checker, replace(good, verdict="proven").to_bytes()) is None, checker


def test_too_few_moves_left_are_rejected() -> None:
    """E is first met with one move left, then with two: only a shift lets one node stand for both."""
    text = "A max: B D; B min: C; C max: D; D min: E; E max: F; F min: G; G max: W; W = win"
    # A(3) -> B(2) -> C(2) -> D(1) -> E(1) -> F(0) -> G(0), a draw; then A -> D needs 2.
    few = shown([1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2], 7, text=text)
    for checker in (in_rust, in_python):
        assert says(checker, few.to_bytes()) is None, checker
    rejected(few, "at least 2 moves left", "node 3 with 1")
    # With two, F(1), G(1) is won.
    shifted = shown([1, 3, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 2], 8, text=text)
    for checker in (in_rust, in_python):
        assert says(checker, shifted.to_bytes()) is None, checker
    longer = text.replace("G max: W", "G max: H; H min: I; I max: W")
    good = shown([1, 3, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2], 9, text=longer)
    for checker in (in_rust, in_python):
        assert says(checker, good.to_bytes()) == "disproven", checker


@pytest.mark.parametrize("by", [0, 2, 100])
def test_a_shift_beyond_the_goal_is_rejected(by: int) -> None:
    wrong = shown([0, 1, by, 0, 0, 0, 0, 0, 0, 0], 6)
    for checker in (in_rust, in_python):
        assert says(checker, wrong.to_bytes()) is None, checker


def test_version_1_has_no_shifts() -> None:
    """Its references are those of other goals, and its certificates are still read."""
    old = replace(shown([1, 1, 0, 0, 0, 1, 0, 0], 5), version=1)
    assert old.to_bytes().startswith(b"pnyx certificate 1\n")
    for checker in (in_rust, in_python):
        assert says(checker, old.to_bytes()) == "disproven", checker
        assert says(checker, replace(old, version=2).to_bytes()) is None, checker
        assert says(checker, old.to_bytes().replace(b"certificate 1", b"certificate 3")) is None, checker


CASTLING = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"


def no_mate_in_3(key: Callable[[chess_rules.ChessPosition], Hashable]) -> Certificate:
    """A graph in which positions with the same key are one. The king goes to and fro; White may give up castling and
    come back to the first placement of the men, with one move left.
    """
    rules = read_position("chess", CASTLING).rules.aim("mate-in 3", 0)
    assert isinstance(rules, chess_rules.Chess)
    known: dict[Hashable, tuple[int, Node]] = {}

    def node_of(position: chess_rules.ChessPosition, left: int) -> Node:
        name = key(position)
        if name in known and known[name][0] >= left:
            return known[name][1]
        node = Node()
        known.setdefault(name, (left, node))
        if rules.outcome(position) is not None:
            return node
        targets = [rules.play(position, move) for _, move in rules.sorted_moves(position)]
        if rules.turn(position) == 1:
            back = [i for i, each in enumerate(targets) if each.board.king(False) in (chess.E8, chess.F8)]
            node.index = (back or [0])[0]
            targets = [targets[node.index]]
        for target in targets:
            after = rules.moves_left(target)
            assert after is not None
            node.edges.append(node_of(target, after))
        return node

    root = rules.enter(Chess().parse(CASTLING))
    body, nodes = encode(node_of(root, 3), limited=True)
    return Certificate("chess", {}, CASTLING, "mate-in 3", "white", "impossible", "disproven", nodes, body)


def whole(position: chess_rules.ChessPosition) -> Hashable:
    return " ".join(position.board.fen().split()[:4])


def placement(position: chess_rules.ChessPosition) -> Hashable:
    return position.board.board_fen(), position.board.turn


def test_castling_rights_count_whatever_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reference to the same placement with more moves left and other rights is rejected."""
    right, wrong = (no_mate_in_3(key).to_bytes() for key in (whole, placement))
    for checker in (in_rust, in_python):
        assert says(checker, right) == "disproven", checker
        assert says(checker, wrong) is None, checker
    # A checker that forgets them is noticed.
    monkeypatch.setattr(chess_rules.Chess, "identity", lambda self, board: placement_of(board))
    assert says(in_python, wrong) == "disproven"


def placement_of(board: chess.Board) -> tuple[Hashable, ...]:
    return board.board_fen(), board.turn


def test_a_disproof_has_a_node_for_a_position() -> None:
    """The shortest mate of a king and a rook: a position has one node, not one for each number of moves left."""
    answer = pnyx.shortest("8/8/8/8/2K4R/8/8/4k3 w - - 0 1")
    assert (answer.length, answer.proved) == (7, True)
    none = answer.questions[1].certificate
    assert none is not None
    assert none.nodes is not None
    assert none.nodes < 150_000  # 212,546 with a node for each number of moves left
    assert none.check().verdict == "disproven"
