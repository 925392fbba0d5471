"""Where repeating is illegal: rules, search, oracle and checker in Python must say the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from pnyx.errors import CertificateError, InputError
from pnyx.reference import brute, pn
from pnyx.reference.check import Report, check
from pnyx.reference.rules import read_position
from support.cases import EVALUATIONS, GOALS
from support.certificate_builder import rejected
from support.illegal_certificates import Keyed, Solved, Step, encode, random_solved
from support.illegal_claims import FALSE_CLAIMS, FalseClaim
from support.raising import raises_for
from support.sample_games import LineGo

CASES, SOAK_CASES, CHUNK = 400, 20_000, 100


def solved(text: str, goal: str = "win", **rules: Any) -> Solved:
    """A graph, after the moves it says were made."""
    reading = read_position("graph", f"repetition illegal; {text}")
    game = Keyed(reading.rules.position_text(reading.rules.start()), **rules)
    return Solved(game, reading.root, goal, reading.history)


def checked(claim: Solved, graph: Step | None = None) -> Report:
    return check(claim.certificate(graph).to_bytes(), claim.game)


def verdict(claim: Solved) -> str:
    """What the search says, in every way it can be told to."""
    verdicts = {
        pn.search(claim.game, claim.root, claim.goal, evaluation=evaluation, init=init, history=claim.history).verdict
        for evaluation, init in EVALUATIONS
    }
    assert len(verdicts) == 1
    return verdicts.pop()


# By hand


@pytest.mark.parametrize(
    ("text", "win", "draw_or_better"),
    [
        ("A max: B; B min: A", True, True),  # min cannot go back
        ("A max: B; B min: C; C max: A", False, False),  # max cannot
        ("A max: B; B min: A D; D = draw", False, True),
        ("A max: A", False, False),
        ("A max: A B; B = win", True, True),
        ("R max: B; B min: A; A max: B C; C = loss moves B A", False, False),  # B is barred by the history
        ("R max: B; B min: A; A max: B C; C = draw moves B A", False, True),
        ("R max: B; B min: A; A max: B moves B A", False, False),  # the root has no move at all
        ("A min: B; B max: A C; C = draw", False, True),
        # Only by way of C does max take it away from min.
        ("A max: B C; B min: C; C max: B D; D = loss", True, True),
        ("A = win", True, True),
        ("A = loss", False, False),
    ],
)
def test_values_by_hand(text: str, win: bool, draw_or_better: bool) -> None:
    for goal, expected in (("win", win), ("draw-or-better", draw_or_better)):
        claim = solved(text, goal)
        assert brute.solve(claim.game, claim.root, goal, claim.history) is expected, goal
        assert verdict(claim) == ("proven" if expected else "disproven"), goal
        assert checked(claim, claim.graph(with_free_part=False)).verdict == verdict(claim), goal
        assert checked(claim).verdict == verdict(claim), goal


def test_a_graph_without_alike_nodes_is_checked_as_it_is() -> None:
    certificate = solved("A max: B C; B min: A C; C = win").certificate()
    report = check(certificate.to_bytes())
    assert (report.repetition, report.verdict, report.moves_to_win, report.plies) == ("illegal", "proven", 1, 1)
    assert str(report).startswith("Max wins in 1 from root A; repetition illegal; A max: B C;")


@pytest.mark.parametrize(
    ("text", "proven", "plies", "moves"),
    [
        ("A max: B; B min: C D; C max: D; D = win", True, 3, 2),  # all of it free
        ("A max: B; B min: A C; C max: D; D = win", True, 3, 2),  # on the line, then free
        ("A max: B; B min: C; C max: E; E min: B", True, 3, 2),  # on the line to the end
        ("A max: B; B min: C; C max: A", False, 2, None),
        ("A = win", True, 0, 0),
    ],
)
def test_lengths(text: str, proven: bool, plies: int, moves: int | None) -> None:
    claim = solved(text)
    for graph in (claim.graph(), claim.graph(with_free_part=False)):
        report = checked(claim, graph)
        assert (claim.proven, report.plies, report.moves_to_win) == (proven, plies, moves), graph


def test_search_leaves_barred_moves_out() -> None:
    game = Keyed("repetition illegal; A max: B C; B min: A; C min: B D; D = loss")
    result = pn.search(game, "A")
    # B is estimated with one reply, though that is barred, and then expanded to nothing.
    assert result.trace == [([], 1, 2, 3), (["B"], 0, pn.INFINITY, 3)]
    assert (result.verdict, result.nodes, result.expansions) == ("proven", 3, 2)
    result = pn.search(game, "A", evaluation="delayed", init="unit")
    assert result.trace == [([], 1, 2, 3), (["B"], 0, pn.INFINITY, 3)]
    result = pn.search(game, "A", history=["B"])
    assert result.trace == [([], 2, 1, 2), (["C"], pn.INFINITY, 0, 3)]
    result = pn.search(game, "A", history=["B", "C"])
    assert (result.trace, result.verdict, result.expansions) == ([([], pn.INFINITY, 0, 1)], "disproven", 1)


def test_the_search_takes_back_every_position_once() -> None:
    # The search returns from a, which is alike A, to B, and must then still know that A bars X.
    text = "A max: B; B max: a D; a min: C c; C max: L; c max: L; D min: E X; E max: W; X = loss; W = win; L = loss"
    game = Keyed(f"repetition illegal; {text}", {"a": "A", "X": "A"}, [("B", "a")])
    claim = Solved(game, "A", "win")
    assert claim.proven
    assert verdict(claim) == "proven"
    assert checked(claim).verdict == "proven"


def test_values_of_single_positions_are_not_asked_for() -> None:
    game = solved("A max: B; B min: A").game
    for function in (brute.values, brute.distances):
        with raises_for(function, InputError, match="draw or impossible, got 'illegal'"):
            function(game, "A", "win")
    with pytest.raises(InputError, match="goal to be one of"):
        brute.solve(game, "A", "lose")
    with pytest.raises(InputError, match="more than 1 positions"):
        brute.solve(game, "A", "win", limit=1)


# Right certificates


def depth(node: Step) -> int:
    """The length of the longest line of a graph, in plies."""
    return max((1 + depth(edge) for edge in node.edges), default=0)


def agree(first: int, count: int) -> Counter[str]:
    seen = Counter[str]()
    for seed in range(first, first + count):
        for goal in GOALS:
            claim = random_solved(seed, goal)
            about = f"case {seed}: {claim.game}, {claim.root}, {claim.history}, {goal}"
            assert brute.solve(claim.game, claim.root, goal, claim.history) == claim.proven, about
            expected = "proven" if claim.proven else "disproven"
            assert verdict(claim) == expected, about
            on_line, mixed = claim.graph(with_free_part=False), claim.graph()
            for graph in (on_line, mixed):
                report = checked(claim, graph)
                assert (report.verdict, report.nodes) == (expected, encode(graph)[1]), about
                assert report.plies == depth(graph), about
                assert (report.moves_to_win is not None) == claim.proven, about
            seen[f"{expected}, {goal}"] += 1
    return seen


@pytest.mark.parametrize("first", range(0, CASES, CHUNK))
def test_agreement(first: int) -> None:
    seen = agree(first, CHUNK)
    assert min(seen[f"{verdict}, {goal}"] for verdict in ("proven", "disproven") for goal in GOALS) > CHUNK // 10


@pytest.mark.soak
@pytest.mark.parametrize("first", range(CASES, CASES + SOAK_CASES, CHUNK))
def test_agreement_soak(first: int) -> None:
    agree(first, CHUNK)
    random_certificates(first, CHUNK)


def test_random_cases_have_both_parts() -> None:
    parts = Counter[tuple[bool, bool]]()
    for seed in range(CASES):
        graph = random_solved(seed, "win").graph()
        pending, kinds = [graph], set[bool]()
        while pending:
            node = pending.pop()
            kinds.add(node.free)
            pending.extend(node.edges)
        parts[True in kinds, False in kinds] += 1
    assert min(parts[True, True], parts[True, False], parts[False, True]) > CASES // 20, parts


@pytest.mark.parametrize("size", [1, 2, 3])
def test_go_on_a_line(size: int) -> None:
    game = LineGo(size)
    for goal in GOALS:
        claim = Solved(game, game.start(), goal)
        assert verdict(claim) == ("proven" if claim.proven else "disproven"), goal
        for graph in (claim.graph(), claim.graph(with_free_part=False)):
            assert checked(claim, graph).verdict == verdict(claim), (goal, graph)
    assert brute.solve(game, game.start(), "win") is (size == 3)  # in the middle


def test_what_the_free_part_may_have() -> None:
    end = "W = win; V = win; L = loss"
    good: list[tuple[str, dict[str, Any], list[int], int]] = [
        # The same final position in both parts, before and after.
        (f"A max: B; B min: C W; C max: W; {end}", {}, [0, 0, 0, 0, 1, 0, 0, 0], 5),
        (f"A max: B; B min: W X; X max: W; {end}", {}, [0, 0, 0, 0, 0, 1, 0, 0], 5),
        # Two final positions alike.
        (f"A max: B; B min: V W; {end}", {"keys": {"V": "W"}}, [0, 1, 0, 0, 0, 0], 4),
        # An end alike the line: by an exempt move, or if the other side moves there.
        (f"A max: W; {end}", {"keys": {"W": "A"}, "exempt": [("A", "W")]}, [0, 1, 0, 0], 2),
        (f"A max: B; B min: W; {end}", {"keys": {"W": "A"}}, [0, 1, 0, 0, 0], 3),
        # An exempt move back to the line.
        (f"A max: B C; B min: A; C = win; {end}", {"exempt": [("B", "A")]}, [0, 0, 0, 0, 0, 1, 0], 4),
    ]
    for text, rules, body, nodes in good:
        claim = solved(text, **rules)
        assert claim.proven, (text, rules, body)
        assert check(claim.around(bytes(body), nodes).to_bytes(), claim.game).nodes == nodes, (text, rules, body)


# Wrong certificates


@pytest.mark.parametrize("claim", FALSE_CLAIMS, ids=lambda claim: claim.point)
def test_false_claims(claim: FalseClaim) -> None:
    truth = claim.solved()
    assert truth.proven == (truth.prover == 1)
    rejected(claim.certificate(), claim.reason, game=truth.game)


MIXED = "A max: B; B min: A C D; C max: D; D max: E F; E = win; F = loss"
"""A and B on the line, the rest free. D is shared."""


@pytest.mark.parametrize(
    ("body", "nodes", "reason"),
    [
        # [count, gap] A = on the line, B; B = on the line, (A is barred), C, D; C = free, D; D = free, E; E
        ([1, 3, 0, 0, 0, 1, 0, 0, 0, 0, 2], 6, "expected 5, the number of nodes in the graph, got 6"),
        ([1, 3, 0, 0, 0, 1, 0, 0, 0, 0, 2], 4, "expected 4 nodes, as the header says, got more"),
        ([1, 3, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0], 5, "expected the end of the graph, got more"),
        ([1, 3, 0, 0, 0, 1, 0, 0, 0, 0], 5, "expected a number, got the end"),  # a reply is missing
        ([1, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2], 7, ""),  # a barred reply too many
        ([1, 3, 0, 0, 0, 1, 0, 0, 1, 0, 2], 5, "after B C D F: expected an end that suits max, got a win of min"),
        ([1, 3, 0, 0, 0, 1, 1, 0, 0, 0, 2], 5, "expected the index of a move, 0 to 0, got 1"),
        ([1, 3, 0, 1, 0, 1, 0, 0, 0, 0, 2], 5, "expected the index of a move"),
        ([1, 3, 0, 0, 0, 1, 0, 0, 0, 0, 3], 5, "one of 1 shared nodes that have begun, got number 1"),
        ([1, 3, 0, 0, 0, 1, 0, 1, 0, 0, 2], 5, "one of 0 shared nodes that have begun"),
        ([1, 3, 2, 0, 0, 1, 0, 0, 0, 0, 2], 5, "expected 0 or 1, the part in which the root is, got 2"),
        ([1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 2], 5, "node 1, after B: expected a shared node to be in the free part"),
        ([2, 2, 1, 0, 0, 0, 1, 0, 0, 0, 0, 3], 5, "expected a reference to node 2, got none"),
        ([0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0], 7, "unlike those of the free part, got one that is alike"),
        ([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], 7, "node 5, after B D: expected a position unlike those of the free"),
        ([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0], 7, "node 4, after B C D E: expected the free part to begin earlier"),
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], 7, "unlike those of the history part"),
        ([1, 4, 0, 0, 0, 1, 0, 0, 0, 0, 1], 5, "node 4, after B C D E: expected a shared node that is not final"),
        ([1, 0, 1, 0, 0, 1], 2, "expected no cycle, got a reference to node 0"),
        ([0, 1, 0, 0, 0, 0], 4, "node 2, after B A: expected a position unlike those of the free part"),
    ],
)
def test_damage(body: list[int], nodes: int, reason: str) -> None:
    claim = solved(MIXED)
    right = claim.certificate()
    assert (list(right.body), right.nodes) == ([1, 3, 0, 0, 0, 1, 0, 0, 0, 0, 2], 5)
    assert check(right.to_bytes()).shared == 1
    rejected(claim.around(bytes(body), nodes), reason)


@pytest.mark.parametrize("graph", [True, False])
def test_lines_that_are_too_long_are_refused(graph: bool) -> None:
    claim = solved("A max: B; B min: C; C max: D; D = win")
    data = claim.certificate(claim.graph(with_free_part=graph)).to_bytes()
    assert check(data, max_depth=3).plies == 3
    rejected(data, "expected lines of at most 2 plies, got a longer one", max_depth=2)


def assert_true_or_rejected(claim: Solved, data: bytes, proven: bool, about: str) -> bool:
    try:
        check(data, claim.game)
    except CertificateError:
        return False
    assert proven == claim.proven, f"a false claim is accepted: {about}: {data!r}"
    return True


def random_certificates(first: int, count: int) -> int:
    """How many certificates with random graphs are accepted, none of them wrongly."""
    accepted = 0
    for seed in range(first, first + count):
        rng = random.Random(f"random certificate {seed}")
        claim = random_solved(seed, GOALS[seed % 2])
        for proven in (True, False, not claim.proven, not claim.proven):
            data = claim.certificate(claim.random_graph(rng, proven), proven).to_bytes()
            accepted += assert_true_or_rejected(claim, data, proven, f"case {seed}: {claim.game}")
    return accepted


def test_random_certificates() -> None:
    assert random_certificates(0, CASES) > CASES // 4


def change_a_byte(rng: random.Random, body: bytearray) -> None:
    body[rng.randrange(len(body))] = rng.randrange(4)


def remove_a_byte(rng: random.Random, body: bytearray) -> None:
    del body[rng.randrange(len(body))]


def insert_a_byte(rng: random.Random, body: bytearray) -> None:
    body.insert(rng.randrange(len(body) + 1), rng.randrange(4))


@pytest.mark.parametrize("damage", [change_a_byte, remove_a_byte, insert_a_byte])
def test_random_damage(damage: Callable[[random.Random, bytearray], None]) -> None:
    for seed in range(CASES):
        rng = random.Random(f"damage {seed}")
        claim = random_solved(seed, GOALS[seed % 2])
        right = claim.certificate(claim.graph(with_free_part=seed % 4 > 0))
        for proven in (claim.proven, not claim.proven):
            body = bytearray(right.body)
            damage(rng, body)
            nodes = right.nodes + rng.choice((-1, 0, 0, 1))
            wrong = claim.around(bytes(body), nodes, proven)
            assert_true_or_rejected(claim, wrong.to_bytes(), proven, f"case {seed}: {claim.game}")
