"""One certificate from many: those of jobs, and the moves between them."""

from __future__ import annotations

import random

import pytest

import pnyx
from pnyx import _core
from pnyx.errors import CertificateError, InputError
from support.job_cases import CASES_OF_GAMES, JobCase
from support.raising import raises_for

SOAK_CHUNK = 1_000


# Random graphs


def merge_all(first: int, count: int, *, python: bool = False) -> None:
    for seed in range(first, first + count):
        case = JobCase.numbered(seed, python=python)
        rng = random.Random(f"pieces {seed}")
        root = case.position(case.root)
        jobs = _core.Jobs(root, case.goal, "df-pn", {})
        found = case.pieces(jobs, rng, [rng.choice((1, 2, 5, 30)) for _ in range(rng.randint(0, 12))])
        proven = case.truth(case.root)
        pieces = list(case.proof(found, proven, rng))
        data = _core.merge(root, case.goal, proven, iter(pieces))
        case.assert_shown(case.root, "proven" if proven else "disproven", data, str(case))
        with raises_for(seed, CertificateError):
            _core.merge(root, case.goal, not proven, [])


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_pieces_make_a_proof(first: int) -> None:
    merge_all(first, 100)


def test_pieces_of_a_game_in_python() -> None:
    merge_all(0, 40, python=True)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1_000, 20_000, SOAK_CHUNK))
def test_pieces_make_a_proof_soak(first: int) -> None:
    merge_all(first, SOAK_CHUNK)


# Built-in games


class Pieces:
    """A question that is settled by small jobs at positions below the root, in no particular order."""

    def __init__(self, root: _core.Position, goal: str, algorithm: str, rng: random.Random) -> None:
        self.root, self.rng = root, rng
        self.jobs = _core.Jobs(root, goal, algorithm, {}, max_memory=1 << 26)
        self.positions = {root.identity: root}
        self.children: dict[str, dict[str, str]] = {}
        self.facts: dict[str, bool] = {}
        self.order: list[tuple[_core.Position, bytes | str | None]] = []

    def settle(self, most: int) -> bool | None:
        """Whether the prover reaches the goal, if `most` jobs decide it."""
        for _ in range(most):
            waiting = [name for name in self.positions if name not in self.facts and name not in self.children]
            name = self.rng.choice(waiting)
            position = self.positions[name]
            found = self.jobs.solve(position, max_nodes=self.rng.choice((1, 10, 100)))
            if found.certificate is not None:
                self.facts[name] = found.verdict == "proven"
                self.order.append((position, found.certificate))
                while self.follow():
                    pass
            else:
                after = {move: position.play(move) for move in position.moves()}
                self.children[name] = {move: child.identity for move, child in after.items()}
                for child in after.values():
                    self.positions.setdefault(child.identity, child)
            if self.root.identity in self.facts:
                return self.facts[self.root.identity]
        return None

    def follow(self) -> bool:
        """Store what follows from the facts; returns whether anything did."""
        new = False
        for name, children in self.children.items():
            position = self.positions[name]
            ours = position.turn == self.jobs.prover
            known = {move: self.facts[child] for move, child in children.items() if child in self.facts}
            if name in self.facts:
                continue
            if ours in known.values():
                self.facts[name], new = ours, True
                self.order.append((position, next(move for move, fact in known.items() if fact == ours)))
            elif len(known) == len(children):
                self.facts[name], new = not ours, True
                self.order.append((position, None))
        return new


@pytest.mark.parametrize("algorithm", ["auto", "df-pn", "pn"])
@pytest.mark.parametrize(("game", "text", "options", "goal"), CASES_OF_GAMES)
def test_games_are_settled_in_pieces(game: str, text: str, options: dict[str, str], goal: str, algorithm: str) -> None:
    root = _core.position(game, text, options)
    pieces = Pieces(root, goal, algorithm, random.Random(f"pieces {text} {goal}"))
    answer = pieces.settle(200)

    def merged(proven: bool) -> bytes:
        return _core.merge(
            root, goal, proven, [piece for piece in pieces.order if pieces.facts[piece[0].identity] == proven]
        )

    if answer is None:  # too few pieces make no proof
        for proven in (True, False):
            with raises_for(proven, CertificateError):
                merged(proven)
        return
    data = merged(answer)
    report = pnyx.check(data)
    assert (report.verdict == "proven", report.goal, report.position) == (answer, goal, root.text)
    assert report.prover == pieces.jobs.prover


# Mistakes


def test_a_piece_must_say_what_it_is_taken_for() -> None:
    root = _core.position("tic-tac-toe", "XO./.../... x")
    jobs = _core.Jobs(root, "win", "df-pn", {})
    shown = jobs.solve(root, max_nodes=1_000)
    assert shown.verdict == "proven"
    data, move = shown.certificate, shown.line[0]
    assert data is not None
    after = root.play(move)
    below = jobs.solve(after, max_nodes=1_000).certificate
    assert _core.merge(root, "win", True, [(root, data)]) == data
    assert pnyx.check(_core.merge(root, "win", True, [(after, below), (after, None), (root, move)])).verdict == "proven"
    wrong: list[tuple[list[tuple[_core.Position, bytes | str | None]], str]] = [
        ([], "none of the pieces has a move"),
        ([(root, move)], "none of the pieces has a move"),
        ([(after, data)], "piece 1: expected a certificate of"),
        ([(after, below), (root, below)], "piece 2: expected a certificate of"),
        ([(root, None)], "piece 1: a move is to be chosen here"),
        ([(after, move)], "piece 1: the other side is on move"),
        ([(root, data[:-1])], "damaged"),
    ]
    for pieces, why in wrong:
        with raises_for((pieces, why), CertificateError, match=why):
            _core.merge(root, "win", True, pieces)
    with pytest.raises(CertificateError, match="piece 1: expected a certificate of"):
        _core.merge(root, "win", False, [(root, data)])
    with pytest.raises(InputError, match="not a legal move"):
        _core.merge(root, "win", True, [(root, "a3")])


def test_a_certificate_of_another_position_is_noticed() -> None:
    root = _core.position("tic-tac-toe", "XO./.../... x")
    jobs = _core.Jobs(root, "win", "df-pn", {})
    data = jobs.solve(root, max_nodes=1_000).certificate
    other = _core.position("tic-tac-toe", "XO./X.O/... x")
    with pytest.raises(CertificateError, match="piece 1: "):
        _core.merge(root, "win", True, [(other, data)])


def test_pieces_in_a_wrong_order_are_caught() -> None:
    root = _core.position("graph", "root A; A max: B C; B min: A; C = win")
    with pytest.raises(CertificateError, match="must not have cycles"):
        _core.merge(root, "win", True, [(root, "B"), (root, "C")])
    assert pnyx.check(_core.merge(root, "win", True, [(root, "C"), (root, "B")])).nodes == 2
