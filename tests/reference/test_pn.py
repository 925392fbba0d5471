"""The pure-Python proof-number search, and the oracle by retrograde analysis, against each other and the paper."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnyx.errors import InputError
from pnyx.game import Game
from pnyx.reference import brute, pn
from pnyx.reference.pn import INFINITY, LARGEST, Node, Problem
from pnyx.reference.rules.chess import Chess
from pnyx.reference.rules.graph import Graph
from pnyx.reference.rules.tic_tac_toe import TicTacToe
from support.raising import raises_for
from support.random_games import random_graph, random_mnk

GOALS = ("win", "draw-or-better")
VARIANTS: list[tuple[Literal["immediate", "delayed"], Literal["mobility", "unit"]]] = [
    ("immediate", "mobility"),
    ("immediate", "unit"),
    ("delayed", "unit"),
]
BUDGET = 3_000  # so that a mistake fails instead of running forever
seeds = st.integers(min_value=0, max_value=2**64 - 1)


def by_lines(game: Game[Any, Any], position: Hashable, goal: str, history: Iterable[Hashable] = ()) -> bool:
    """The rules taken literally: every line is played until it ends or repeats. Only for tiny games."""
    prover = game.turn(position)

    def wins(position: Hashable, line: tuple[Hashable, ...]) -> bool:
        outcome = game.outcome(position)
        if outcome is None and position in line:
            outcome = "draw"
        if outcome is not None:
            return outcome == prover or (outcome == "draw" and goal == "draw-or-better")
        results = (wins(game.play(position, move), (*line, position)) for move in game.moves(position))
        return any(results) if game.turn(position) == prover else all(results)

    return wins(position, tuple(past for past in history if past != position))


class Chain:
    """A long corridor: player 0 walks through it by himself, or with an opponent who has no choice either."""

    def __init__(self, length: int, winner: int) -> None:
        self.length, self.winner = length, winner

    def start(self) -> int:
        return 0

    def turn(self, position: int) -> int:
        return position % 2

    def outcome(self, position: int) -> int | None:
        return self.winner if position == self.length else None

    def moves(self, position: int) -> list[int]:
        return [1]

    def play(self, position: int, move: int) -> int:
        return position + move


class Clocked:
    """A wheel of three positions with a clock, which the repetition rule does not examine."""

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def turn(self, position: tuple[int, int]) -> int:
        return 0

    def outcome(self, position: tuple[int, int]) -> int | None:
        return 0 if position[1] == 50 else None

    def moves(self, position: tuple[int, int]) -> list[str]:
        return ["on"]

    def play(self, position: tuple[int, int], move: str) -> tuple[int, int]:
        return ((position[0] + 1) % 3, position[1] + 1)

    def repetition_key(self, position: tuple[int, int]) -> int:
        return position[0]


# The figures


def inner(name: str, kind: Literal["OR", "AND"], *children: Node) -> Node:
    node = Node(name, type=kind, expanded=True, children=list(children))
    for child in children:
        child.parent = node
    pn.set_proof_and_disproof_numbers(node)
    return node


def leaf(name: str, value: bool | None = None) -> Node:
    node = Node(name, value=value)
    pn.set_proof_and_disproof_numbers(node)
    return node


def test_figure_3_1() -> None:
    b = inner("B", "AND", leaf("E"), leaf("F"))
    g = inner("G", "AND", leaf("K", True), leaf("L"))
    h = inner("H", "AND", leaf("M"), leaf("N"))
    c = inner("C", "OR", g, h)
    j = inner("J", "AND", leaf("O", False), leaf("P"))
    d = inner("D", "AND", leaf("I"), j)
    a = inner("A", "OR", b, c, d)

    assert {node.position: (node.proof, node.disproof) for node in (*g.children, *j.children)} == {
        "K": (0, INFINITY),
        "L": (1, 1),
        "O": (INFINITY, 0),
        "P": (1, 1),
    }
    assert {node.position: (node.proof, node.disproof) for node in (a, b, c, d, g, h, j)} == {
        "A": (1, 3),
        "B": (2, 1),
        "C": (1, 2),
        "D": (INFINITY, 0),
        "G": (1, 1),
        "H": (2, 1),
        "J": (INFINITY, 0),
    }
    problem = Problem(Graph("A max: W; W = win"), "A")
    assert pn.select_most_proving_node(problem, a).position == "L"


def test_sums_stop_below_infinity() -> None:
    children = [leaf(name) for name in "XYZ"]
    for child in children:
        child.proof = child.disproof = LARGEST - 1
    assert (inner("N", "AND", *children).proof, inner("N", "OR", *children).disproof) == (LARGEST, LARGEST)
    children[1].proof = children[1].disproof = INFINITY
    assert (inner("N", "AND", *children).proof, inner("N", "OR", *children).disproof) == (INFINITY, INFINITY)


# The search, by hand

TREE = "A max: B C; B min: D E; C min: F G; D = loss; E = win; F = win; G max: H I; H = draw; I = win"


def test_trace_with_mobility() -> None:
    result = pn.search(Graph(TREE), "A")
    assert result.trace == [
        ([], 2, 2, 3),
        (["B"], 2, 1, 5),
        (["C"], 1, 2, 7),
        (["C", "G"], 0, INFINITY, 9),
    ]
    assert (result.verdict, result.reason, result.nodes, result.expansions) == ("proven", None, 9, 4)
    assert (result.proof, result.disproof) == (0, INFINITY)


def test_trace_with_units() -> None:
    assert pn.search(Graph(TREE), "A", init="unit").trace == [
        ([], 1, 2, 3),
        (["B"], 1, 1, 5),
        (["C"], 1, 1, 7),
        (["C", "G"], 0, INFINITY, 9),
    ]


def test_trace_with_delayed_evaluation() -> None:
    result = pn.search(Graph(TREE), "A", evaluation="delayed", init="unit")
    assert result.trace == [
        ([], 1, 2, 3),
        (["B"], 1, 2, 5),
        (["C"], 2, 2, 7),
        (["B", "D"], 2, 1, 7),
        (["C", "F"], 1, 1, 7),
        (["C", "G"], 1, 2, 9),
        (["C", "G", "H"], 1, 1, 9),
        (["C", "G", "I"], 0, INFINITY, 9),
    ]
    assert (result.verdict, result.nodes, result.expansions) == ("proven", 9, 4)


@pytest.mark.parametrize(
    ("fen", "nodes"),
    [
        ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -", 57),
        ("r3kr2/1pp4p/1p1p4/7q/4P1n1/2PP2Q1/PP4P1/R1BB2K1 b q -", 256),
        ("r2qkb1r/pppb2pp/2np1n2/5pN1/2BQP3/2N5/PPP2PPP/R1B1K2R w KQkq -", 333),
        ("r3r2k/2R3pp/pp1q1p2/8/3P3R/7P/PP3PP1/3Q2K1 w - -", 597),
        ("6k1/2p3p1/1p1p1nN1/1B1P4/4PK2/8/2r3b1/7R w - -", 749),
    ],
)
def test_published_counts(fen: str, nodes: int) -> None:
    """Win at Chess 5, 54, 278, 35 and 282: the trees of Breuker et al. (2001), Table 2."""
    game = Chess(order="papers", en_passant="always")
    result = pn.search(game, game.parse(fen), "mate", max_nodes=500_000)
    assert (result.verdict, result.nodes) == ("proven", nodes)


def test_first_of_equal_children_is_selected() -> None:
    game = Graph("A max: B C; B min: D E; C min: F G; D = win; E = win; F = win; G = win")
    assert pn.search(game, "A").trace[1][0] == ["B"]


def test_moves_without_notation_are_written_as_python_does() -> None:
    assert pn.search(Chain(3, 0), 0).trace[-1][0] == ["1", "1"]


@pytest.mark.parametrize(("evaluation", "init"), VARIANTS)
@pytest.mark.parametrize(
    ("value", "goal", "verdict"),
    [
        ("win", "win", "proven"),
        ("draw", "win", "disproven"),
        ("draw", "draw-or-better", "proven"),
        ("loss", "draw-or-better", "disproven"),
        ("0", "draw-or-better", "proven"),
        ("-3", "draw-or-better", "disproven"),
        ("win", "mate", "proven"),
    ],
)
def test_final_root_needs_no_search(value: str, goal: str, verdict: str, evaluation: Any, init: Any) -> None:
    result = pn.search(Graph(f"A = {value}"), "A", goal, evaluation=evaluation, init=init, max_nodes=1)
    assert (result.verdict, result.reason, result.nodes, result.expansions, result.trace) == (verdict, None, 1, 0, [])


@pytest.mark.parametrize(("evaluation", "init"), VARIANTS)
@pytest.mark.parametrize(("limit", "nodes"), [(1, 1), (2, 3), (3, 3), (4, 5), (5, 5), (6, 7)])
def test_node_limit_counts_the_last_expansion_whole(evaluation: Any, init: Any, limit: int, nodes: int) -> None:
    result = pn.search(Graph(TREE), "A", evaluation=evaluation, init=init, max_nodes=limit)
    assert (result.verdict, result.reason, result.nodes) == ("unknown", "nodes", nodes)


def test_saturated_root_ends_as_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pn, "LARGEST", 12)
    rules = TicTacToe()
    result = pn.search(rules, rules.start(), init="unit")
    assert (result.verdict, result.reason) == ("unknown", "numbers")
    assert max(result.proof, result.disproof) == 12


@pytest.mark.parametrize(("evaluation", "init"), VARIANTS)
@pytest.mark.parametrize("winner", [0, 1])
def test_depth_is_no_limit(evaluation: Any, init: Any, winner: int) -> None:
    result = pn.search(Chain(20_000, winner), 0, evaluation=evaluation, init=init)
    assert (result.verdict, result.nodes) == ("disproven" if winner else "proven", 20_001)
    assert len(result.line(result.steps[-1][0])) >= 19_999
    assert brute.solve(Chain(20_000, winner), 0, "win") == (winner == 0)


# Repetition


@pytest.mark.parametrize(("evaluation", "init"), VARIANTS)
@pytest.mark.parametrize(
    ("text", "goal", "verdict"),
    [
        ("A max: B; B min: A W; W = win", "win", "disproven"),
        ("A max: B; B min: A L; L = loss", "draw-or-better", "disproven"),
        ("A max: B L; B min: A W; W = win; L = loss", "draw-or-better", "proven"),
        ("A max: A W; W = win", "win", "proven"),
        ("A max: A L; L = loss", "draw-or-better", "proven"),
        ("A max: B; B max: C A; C max: A B D; D min: W W2; W = win; W2 = win", "win", "proven"),
    ],
)
def test_repetition_is_a_draw(text: str, goal: str, verdict: str, evaluation: Any, init: Any) -> None:
    result = pn.search(Graph(text), "A", goal, evaluation=evaluation, init=init, max_nodes=BUDGET)
    assert result.verdict == verdict
    assert brute.solve(Graph(text), "A", goal) == (verdict == "proven")


@pytest.mark.parametrize(("evaluation", "init"), VARIANTS)
@pytest.mark.parametrize(
    ("history", "verdict"), [([], "proven"), (["A"], "proven"), (["W"], "proven"), (["B", "A"], "disproven")]
)
def test_history_counts_and_the_root_does_not(evaluation: Any, init: Any, history: list[str], verdict: str) -> None:
    game = Graph("A max: B; B max: W; W = win")
    result = pn.search(game, "A", evaluation=evaluation, init=init, history=history)
    assert result.verdict == verdict
    assert brute.solve(game, "A", "win", history=history) == (verdict == "proven")


@pytest.mark.parametrize(("evaluation", "init"), VARIANTS)
def test_repetition_key_is_what_is_compared(evaluation: Any, init: Any) -> None:
    result = pn.search(Clocked(), (0, 0), evaluation=evaluation, init=init)
    assert (result.verdict, result.nodes) == ("disproven", 4)
    assert not brute.solve(Clocked(), (0, 0), "win")
    assert pn.search(Clocked(), (0, 0), evaluation=evaluation, init=init, history=[(1, 99)]).nodes == 2


@pytest.mark.parametrize(("evaluation", "init"), VARIANTS)
def test_nothing_repeats_where_the_game_says_so(evaluation: Any, init: Any) -> None:
    class Unique(Clocked):
        repetition = "impossible"

    result = pn.search(Unique(), (0, 0), evaluation=evaluation, init=init, history=[(1, 1)])
    assert (result.verdict, result.nodes) == ("proven", 51)
    assert brute.solve(Unique(), (0, 0), "win", history=[(1, 1)])


# Bad input


def test_bad_words_are_refused() -> None:
    game = Graph(TREE)
    with pytest.raises(InputError, match="goal to be one of win, mate, draw-or-better, got 'lose'"):
        pn.search(game, "A", "lose")
    with pytest.raises(InputError, match="evaluation to be one of immediate, delayed, got 'late'"):
        pn.search(game, "A", evaluation="late")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="init to be one of mobility, unit, custom, got 'two'"):
        pn.search(game, "A", init="two")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="delayed evaluation cannot start from mobility"):
        pn.search(game, "A", evaluation="delayed")
    with pytest.raises(InputError, match="goal to be one of win, mate, draw-or-better, got 'lose'"):
        brute.solve(game, "A", "lose")


def test_a_game_that_stops_without_an_outcome_is_refused() -> None:
    class Stuck(Chain):
        def moves(self, position: int) -> list[int]:
            return [1] if position < 3 else []

    for evaluation, init in VARIANTS:
        with raises_for((evaluation, init), InputError, match=r"at least one move .* got none in 3"):
            pn.search(Stuck(9, 0), 0, evaluation=evaluation, init=init)
    with pytest.raises(InputError, match=r"at least one move .* got none in 3"):
        brute.solve(Stuck(9, 0), 0, "win")


def test_an_unknown_repetition_rule_is_refused() -> None:
    class Undecided(Chain):
        repetition = "never"

    with pytest.raises(InputError, match="repetition rule to be one of draw, impossible, illegal, got 'never'"):
        pn.search(Undecided(9, 0), 0)
    with pytest.raises(InputError, match="repetition rule to be draw or impossible, got 'never'"):
        brute.solve(Undecided(9, 0), 0, "win")


# The oracle


def test_oracle_lists_tic_tac_toe() -> None:
    rules = TicTacToe()
    table = brute.values(rules, rules.start(), "draw-or-better")
    assert len(table) == 5478
    assert table[rules.start()]
    assert not brute.solve(rules, rules.start(), "win")


def test_oracle_counts_plies() -> None:
    game = Graph("A max: B C; B min: C D; C min: W D; D max: A E; E min: W; W = win")
    assert brute.distances(game, "A", "win") == {"A": 4, "B": 4, "C": 3, "D": 2, "E": 1, "W": 0}
    assert brute.distances(game, "A", "draw-or-better") == {}


def test_oracle_keeps_to_its_limit() -> None:
    game = Graph(TREE)
    assert brute.solve(game, "A", "win", limit=9)
    with pytest.raises(InputError, match="more than 8 positions"):
        brute.solve(game, "A", "win", limit=8)


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_distances_fit_each_other(seed: int) -> None:
    game = Graph(random_graph(random.Random(seed)))
    root = game.start()
    for goal in GOALS:
        presser = game.turn(root) if goal == "win" else 1 - game.turn(root)
        plies = brute.distances(game, root, goal)
        for position, distance in plies.items():
            after = [plies.get(target) for target in game.moves(position)]
            known = [other for other in after if other is not None]
            if game.outcome(position) is not None:
                assert distance == 0, (goal, position)
            elif game.turn(position) == presser:
                assert distance == 1 + min(known), (goal, position)
            else:
                assert distance == 1 + max(known), (goal, position)
                assert len(known) == len(after), (goal, position)


# Everything against everything, on random games


@settings(max_examples=400, deadline=None)
@given(seeds)
def test_random_graphs(seed: int) -> None:
    rng = random.Random(seed)
    game = Graph(random_graph(rng, largest=10, repetition=rng.choice(["draw", "draw", "draw", "impossible"])))
    root = game.start()
    for goal in GOALS:
        expected = by_lines(game, root, goal)
        assert brute.solve(game, root, goal) == expected, goal
        for evaluation, init in VARIANTS:
            result = pn.search(game, root, goal, evaluation=evaluation, init=init, max_nodes=BUDGET)
            assert result.verdict == ("proven" if expected else "disproven"), (goal, evaluation, init)


@settings(max_examples=200, deadline=None)
@given(seeds)
def test_random_graphs_with_a_history(seed: int) -> None:
    rng = random.Random(seed)
    game = Graph(random_graph(rng, largest=10))
    history = [game.start()]
    for _ in range(rng.randint(1, 3)):
        position = game.play(history[-1], rng.choice(game.moves(history[-1])))
        if game.outcome(position) is not None or position in history:
            break
        history.append(position)
    root = history.pop()
    for goal in GOALS:
        expected = by_lines(game, root, goal, history)
        assert brute.solve(game, root, goal, history=history) == expected, goal
        for evaluation, init in VARIANTS:
            result = pn.search(game, root, goal, evaluation=evaluation, init=init, max_nodes=BUDGET, history=history)
            assert result.verdict == ("proven" if expected else "disproven"), (goal, evaluation, init)


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_random_mnk_positions(seed: int) -> None:
    rng = random.Random(seed)
    rules, root = TicTacToe.read(*random_mnk(rng, empty=6, squares=12))
    for goal in GOALS:
        expected = brute.solve(rules, root, goal)
        for evaluation, init in VARIANTS:
            result = pn.search(rules, root, goal, evaluation=evaluation, init=init, max_nodes=BUDGET)
            assert result.verdict == ("proven" if expected else "disproven"), (goal, evaluation, init)


def to_the_root(problem: Problem, node: Node, root: Node) -> Node:
    """Figure 3.6 as printed."""
    pn.set_proof_and_disproof_numbers(node)
    while node is not root:
        assert node.parent is not None
        node = node.parent
        pn.set_proof_and_disproof_numbers(node)
    problem.line.clear()
    return root


@settings(max_examples=200, deadline=None)
@given(seeds)
def test_updating_to_the_root_finds_the_same_tree(seed: int) -> None:
    game = Graph(random_graph(random.Random(seed)))
    for goal in GOALS:
        for evaluation, init in VARIANTS:
            short = pn.search(game, game.start(), goal, evaluation=evaluation, init=init, max_nodes=BUDGET)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(pn, "update_ancestors", to_the_root)
                long = pn.search(game, game.start(), goal, evaluation=evaluation, init=init, max_nodes=BUDGET)
            assert short.trace == long.trace, (goal, evaluation, init)


# The generators


def test_random_graphs_are_what_they_claim() -> None:
    rng = random.Random(1)
    cyclic = decisive = 0
    for _ in range(300):
        text = random_graph(rng)
        game = Graph(text)
        assert game.position_text(game.start()) == text
        assert 2 <= len(game.nodes) <= 14
        reachable = brute.values(game, game.start(), "win")
        edges = sum(len(game.moves(node)) for node in reachable)
        cyclic += edges >= len(reachable)
        # A repetition decides where neither side can force a win and no draw stands on the board.
        nobody = not any(brute.solve(game, game.start(), goal) != (goal == "draw-or-better") for goal in GOALS)
        decisive += nobody and "draw" not in map(game.outcome, reachable)
    assert cyclic > 200
    assert decisive > 60


def test_random_mnk_positions_are_what_they_claim() -> None:
    rng = random.Random(1)
    final = 0
    for _ in range(300):
        text, options = random_mnk(rng)
        rules, position = TicTacToe.read(text, options)
        assert rules.position_text(position) == text
        assert position.cells.count(".") <= 8
        final += rules.outcome(position) is not None
    assert 5 < final < 100
