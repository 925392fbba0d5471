"""Random cases by number, and what must hold for each: search, oracle, twin and both checkers say the same."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any, Literal

import pytest

import pnyx
from pnyx import _core
from pnyx.reference import brute, pn
from pnyx.reference.check import Report, check
from pnyx.reference.rules import RuleBook, read_position
from pnyx.reference.rules.graph import Graph
from support.random_games import random_graph, random_mnk

GOALS = ("win", "draw-or-better")
EVALUATIONS: tuple[tuple[Literal["immediate", "delayed"], Literal["mobility", "unit"]], ...] = (
    ("immediate", "mobility"),
    ("immediate", "unit"),
    ("delayed", "unit"),
)
VARIANTS: list[dict[str, str]] = [
    {"evaluation": evaluation, "init": init, "recycle": recycle}
    for recycle, (evaluation, init) in product(("false", "true"), EVALUATIONS)
]
"""All ways in which `pn` can be told to search."""

TWIN_NODES = 400
"""The largest search of an m,n,k position that the twin, which is slow there, repeats."""


@dataclass(frozen=True)
class Case:
    """A position to ask about, as text and as both rule books read it."""

    seed: int
    game: str
    text: str
    options: dict[str, str]
    rules: RuleBook[Any, Any]
    root: Hashable
    history: Sequence[Hashable]

    @classmethod
    def read(cls, seed: int, game: str, text: str, options: dict[str, str] | None = None) -> Case:
        reading = read_position(game, text, options)
        return cls(seed, game, text, options or {}, reading.rules, reading.root, reading.history)

    def __str__(self) -> str:
        return f"case {self.seed}: {self.game} {self.text!r} {self.options}"


def blocks(cases: int, chunk: int, soak_cases: int, soak_chunk: int, *given: str) -> list[Any]:
    """The numbers of random cases, cut into tests: what is given, the first number, and how many follow from there.

    Those beyond `cases` are for `soak`.
    """
    soak = range(cases, cases + soak_cases, soak_chunk)
    return [
        *((*given, first, chunk) for first in range(0, cases, chunk)),
        *(pytest.param(*given, first, soak_chunk, marks=pytest.mark.soak) for first in soak),
    ]


def case(game: str, seed: int) -> Case:
    """The random case of this number: the same one on every machine."""
    return graph_case(seed) if game == "graph" else mnk_case(seed)


def graph_case(seed: int) -> Case:
    """A random graph: mostly small and cyclic, at times larger, without cycles, or with moves made before."""
    rng = random.Random(f"graph {seed}")
    if seed % 10 == 0:
        text = random_graph(rng, repetition="impossible", largest=20)
    elif seed % 10 == 1:
        text = random_graph(rng, smallest=12, largest=20)
    else:
        text = random_graph(rng)
    if seed % 10 in (2, 3, 4):
        text = with_history(rng, text)
    return Case.read(seed, "graph", text)


def with_history(rng: random.Random, text: str) -> str:
    """The same graph after a random walk, which may return to a position and even to the new root."""
    game = Graph(text)
    node, moves = game.start(), list[str]()
    for _ in range(rng.randint(1, 5)):
        before, node = node, rng.choice(game.moves(node))
        if game.outcome(node) is not None:
            node = before
            break
        moves.append(node)
    return f"{text} moves {' '.join(moves)}" if moves else text


def mnk_case(seed: int) -> Case:
    """A random position of an m,n,k game: the more squares are free, the rarer, because the oracle is slow."""
    rng = random.Random(f"mnk {seed}")
    empty = 8 if seed % 50 == 0 else 7 if seed % 20 == 1 else 6 if seed % 5 == 2 else 5
    return Case.read(seed, "tic-tac-toe", *random_mnk(rng, empty=empty))


def compared(report: Report | _core.Report) -> dict[str, Any]:
    """Everything that a checker reports."""
    if isinstance(report, Report):
        return asdict(report)
    return {name: getattr(report, name) for name in Report.__dataclass_fields__}


def solution(case: Case, goal: str, variant: dict[str, str]) -> _core.Solution:
    """The answer of the compiled search, with its trace."""
    position = _core.position(case.game, case.text, case.options)
    return _core.solve(position, _core.Question(goal, "pn", variant, trace=True))


def assert_agreement(case: Case, goal: str, variant: dict[str, str]) -> bytes:
    """Everything that must agree about one question; gives the certificate."""
    about = f"{case}, {goal}, {variant}"
    found = solution(case, goal, variant)
    expected = brute.solve(case.rules, case.root, goal, case.history)
    assert (found.verdict, found.reason) == ("proven" if expected else "disproven", None), about

    data = found.certificate
    assert data is not None, about
    report = check(data)
    assert compared(_core.check(data)) == compared(report), about
    assert (report.game, report.goal, report.verdict) == (case.game, goal, found.verdict), about
    assert report.prover == case.rules.players[case.rules.turn(case.root)], about
    told = (found.certificate_nodes, found.moves_to_win, found.plies)
    assert told == (report.nodes, report.moves_to_win, report.plies), about
    reading = read_position(report.game, report.position, report.options)
    assert (reading.root, list(reading.history)) == (case.root, list(case.history)), about

    assert_line(case, goal, found, about)
    if case.game == "graph" or found.nodes <= TWIN_NODES:
        assert_twin(case, goal, variant, found, about)
    if case.seed % 8 == 0:
        position = pnyx.position(case.game, case.text, **case.options)
        result = pnyx.solve(position, goal, "pn", options=variant, trace=True)
        assert (result.verdict, result.nodes, result.moves_to_win) == (found.verdict, found.nodes, found.moves_to_win)
        assert result.certificate is not None
        assert (result.certificate.data, result.trace) == (data, found.trace), about
    return data


def assert_line(case: Case, goal: str, found: _core.Solution, about: str) -> None:
    """The main line is legal, and where the graph has no cycles it ends as the verdict says."""
    position = case.root
    for text in found.line:
        position = case.rules.play(position, case.rules.find_move(position, text))
    if found.plies is not None:
        outcome = case.rules.outcome(position)
        if outcome is None:  # possible only by repetition, which must then suit the chooser
            assert position in case.history, about
            outcome = "draw"
        prover = case.rules.turn(case.root)
        reached = outcome != 1 - prover if goal == "draw-or-better" else outcome == prover
        assert reached == (found.verdict == "proven"), about
        assert len(found.line) <= found.plies, about


def assert_twin(case: Case, goal: str, variant: dict[str, str], found: _core.Solution, about: str) -> None:
    """The search in Python makes the same tree, node for node."""
    evaluation, init = next(pair for pair in EVALUATIONS if pair == (variant["evaluation"], variant["init"]))
    twin = pn.search(case.rules, case.root, goal, evaluation=evaluation, init=init, history=case.history)
    assert twin.trace == found.trace, about
    counted = (twin.verdict, twin.nodes, twin.expansions, twin.proof, twin.disproof)
    assert counted == (found.verdict, found.nodes, found.expansions, found.proof, found.disproof), about


def assert_winning_moves(case: Case, goal: str, variant: dict[str, str]) -> None:
    """The moves that reach the goal are those after which the oracle says so, and none is left open."""
    about = f"{case}, {goal}, {variant}"
    position = _core.position(case.game, case.text, case.options)
    found = _core.solve(position, _core.Question(goal, "pn", variant, all_moves=True))
    prover = case.rules.turn(case.root)
    expected = []
    if case.rules.outcome(case.root) is None:
        past = [*case.history, case.root]
        for move in case.rules.moves(case.root):
            target = case.rules.play(case.root, move)
            if case.rules.repetition == "draw" and target in past:
                reached = goal == "draw-or-better"
            elif case.rules.turn(target) == prover:
                reached = brute.solve(case.rules, target, goal, past)
            else:  # asked from the other side: it must not get what is left
                reached = not brute.solve(case.rules, target, GOALS[goal == "win"], past)
            if reached:
                expected.append(case.rules.move_text(case.root, move))
    assert found.winning_moves is not None, about
    assert (sorted(found.winning_moves), found.unsettled_moves) == (sorted(expected), []), about
