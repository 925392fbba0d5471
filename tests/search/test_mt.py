"""`pnyx.search` and its twins: the same steps, counts, values and moves."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pnyx
from pnyx import _core
from pnyx.api.catalogue import searches
from pnyx.reference import minimax as twins
from pnyx.reference.minimax import Evaluator, Options, SearchResult
from pnyx.reference.rules import read_position
from pnyx.reference.rules.graph import Graph
from support import evaluators
from support.mt_cases import (
    BEST,
    EVALUATIONS,
    EXACT,
    Case,
    cyclic_case,
    evaluation,
    graph_case,
    random_options,
    tree_case,
)

ALL = (*EXACT, *BEST, "mt")
LISTS = ("sss-star", "dual-star")
FEW = ("aspiration-nega-scout", "mt-sss", "mtd-f", "mtd-best")


def texts(algorithm: str, options: Options) -> dict[str, str]:
    """The twin's options as the compiled search takes them."""
    said: dict[str, Any] = {
        "killers": options.killers,
        "history": options.history,
        "best": options.best,
        "bounds": options.bounds,
        "leaves": options.leaves,
        "etc": options.etc if options.etc is not None else "off",
        "etc-first": options.etc_left_to_right,
        "deepening": options.deepening or "off",
        "guess": options.guess,
        "shift": options.shift,
        "window": min(options.window, 2**31 - 1),
        "stride": options.stepsize,
        "bound": options.gamma,
        "table": "exact",
    }
    words = {True: "on", False: "off"}
    known = {option.name for option in searches()[algorithm].options}
    return {
        name: words[value] if isinstance(value, bool) else str(value)
        for name, value in said.items()
        if name in known and value is not None
    }


def compiled(position: _core.Position, algorithm: str, depth: int | None, options: Options) -> _core.SearchResult:
    return _core.search(position, algorithm, texts(algorithm, options), depth=depth, trace=True)


def assert_same(found: _core.SearchResult, twin: SearchResult, algorithm: str, about: str) -> None:
    """Both searches went the same way, counted the same and say the same."""
    if algorithm in LISTS:
        assert found.open is not None
        steps = [
            (operator, line, [(way, "S" if solved else "L", merit) for way, solved, merit in open_list])
            for operator, line, open_list in found.open
        ]
        assert steps == [
            (operator, list(line), [(list(way), *rest) for way, *rest in states])
            for operator, line, states in twin.trace
        ], about
    else:
        assert found.trace == [(list(line), *rest) for line, *rest in twin.trace], about
    counted = (found.leaf_nodes, found.interior_nodes, found.transposition_nodes)
    assert counted == (twin.leaf_nodes, twin.interior_nodes, twin.transposition_nodes), about
    assert [row[:4] for row in found.iterations] == [tuple(row[:4]) for row in twin.iterations], about


def assert_agreement(case: Case, algorithm: str, options: Options) -> None:
    about = f"{algorithm}, {options}, {case}"
    position = _core.position("graph", case.text)
    if case.depth is None and case.graph.repetition != "impossible":
        return
    assert_same(
        compiled(position, algorithm, case.depth, options),
        case.search(algorithm, options, trace=True),
        algorithm,
        about,
    )


@pytest.mark.parametrize("algorithm", ALL)
def test_random_trees(algorithm: str) -> None:
    for seed in range(120):
        assert_agreement(tree_case(seed), algorithm, Options())
        assert_agreement(tree_case(seed), algorithm, random_options(seed))


@pytest.mark.parametrize("algorithm", ALL)
def test_random_graphs_without_cycles(algorithm: str) -> None:
    for seed in range(200):
        assert_agreement(graph_case(seed), algorithm, random_options(seed))


@pytest.mark.parametrize("algorithm", ALL)
def test_random_graphs_with_cycles(algorithm: str) -> None:
    for seed in range(200):
        assert_agreement(cyclic_case(seed), algorithm, random_options(seed))


class WithEstimates:
    """A graph as a game written in Python, with evaluations."""

    players = ("max", "min")
    largest_value = EVALUATIONS.largest

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.repetition = graph.repetition

    def start(self) -> str:
        return self.graph.start()

    def turn(self, position: str) -> int:
        return self.graph.turn(position)

    def outcome(self, position: str) -> Any:
        return self.graph.outcome(position)

    def moves(self, position: str) -> tuple[str, ...]:
        return self.graph.moves(position)

    def play(self, position: str, move: str) -> str:
        return move

    def move_text(self, position: str, move: str) -> str:
        return move

    def evaluate(self, position: str) -> int:
        return evaluation(position)


@pytest.mark.parametrize("algorithm", ALL)
def test_evaluations_of_a_game_in_python(algorithm: str) -> None:
    """Payoffs are 1, 0 and -1 there, so that both sides ask the same game."""
    for seed in range(60):
        case = (graph_case if seed % 2 else cyclic_case)(seed)
        options, game, depth = random_options(seed), WithEstimates(case.graph), seed % 5
        found = compiled(pnyx.position(game).native, algorithm, depth, options)
        twin = twins.search(game, game.start(), algorithm, depth, options=options, evaluator=EVALUATIONS, trace=True)
        assert_same(found, twin, algorithm, f"{algorithm}, depth {depth}, {options}, {case}")


@pytest.mark.parametrize("algorithm", ALL)
@pytest.mark.parametrize("game", ["lines-of-action", "othello"])
def test_games(game: str, algorithm: str) -> None:
    rng = random.Random(f"mt {game} {algorithm}")
    evaluator = {
        "lines-of-action": Evaluator(evaluators.lines_of_action, 1212),
        "othello": Evaluator(evaluators.othello, 1184),
    }[game]
    for seed in range(3):
        position = pnyx.position(game, **({"size": "4"} if game == "othello" and seed == 2 else {}))
        for _ in range(rng.randint(0, 20) if seed else 30):
            if position.outcome is None:
                position = position.play(rng.choice(position.moves()))
        depth = rng.choice((1, 2)) if game == "lines-of-action" else rng.choice((2, 3))
        options = random_options(rng.randrange(1000))
        reading = read_position(game, position.text, {})
        found = compiled(pnyx.position(game, position.text).native, algorithm, depth, options)
        twin = twins.search(
            reading.rules, reading.root, algorithm, depth, options=options, evaluator=evaluator, trace=True
        )
        assert_same(found, twin, algorithm, f"{algorithm}, depth {depth}, {options}, {position.text}")


@pytest.mark.soak
@pytest.mark.parametrize("algorithm", ALL)
def test_many_graphs(algorithm: str) -> None:
    for seed in range(10_000):
        for case in (tree_case(seed), graph_case(seed), cyclic_case(seed)):
            assert_agreement(case, algorithm, random_options(seed))
