"""Random questions for the searches for a number: explicit graphs with numbers at their ends, by number."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from pnyx.reference.minimax import Evaluator, Options, SearchResult, search
from pnyx.reference.rules.graph import Graph

EXACT: Final = (
    "minimax",
    "alpha-beta",
    "alpha-beta-tt",
    "aspiration",
    "nega-scout",
    "aspiration-nega-scout",
    "sss-star",
    "dual-star",
    "mt-sss",
    "mt-dual",
    "mtd-f",
    "mtd-bi",
    "mtd-double",
    "mtd-step",
)
"""The searches that find the value of the root."""

BEST: Final = ("mtd-best", "alpha-bounding")
"""The searches that find a move which has it."""

TABLE: Final = tuple(name for name in (*EXACT, *BEST) if name not in ("minimax", "alpha-beta", "sss-star", "dual-star"))
"""The searches with a table."""


class Case:
    """A question: the text of a graph, which names its root, and the depth of the search."""

    def __init__(self, seed: int, text: str, depth: int | None = None) -> None:
        self.seed, self.text, self.depth = seed, text, depth

    def __str__(self) -> str:
        return f"case {self.seed}: depth {self.depth} of {self.text!r}"

    @cached_property
    def graph(self) -> Graph:
        return Graph(self.text)

    def search(
        self,
        algorithm: str,
        options: Options | None = None,
        *,
        history: Sequence[str] = (),
        evaluator: Evaluator | None = None,
        trace: bool = False,
    ) -> SearchResult:
        return search(
            self.graph,
            self.graph.start(),
            algorithm,
            self.depth,
            options=options,
            history=history,
            evaluator=evaluator,
            trace=trace,
        )


def evaluation(position: Any) -> int:
    """An evaluation of a node that comes from nothing but its name."""
    return random.Random(f"opinion {position}").randint(-9, 9)


EVALUATIONS: Final = Evaluator(evaluation, 9)


def truth(case: Case, history: Sequence[str] = (), evaluator: Evaluator | None = None) -> dict[str | None, int]:
    """What each move of the root is worth, and under `None` the root itself, seen from the player on move there."""
    graph, root = case.graph, case.graph.start()
    evaluator = None if case.depth is None else evaluator
    sign = 1 if graph.turn(root) == 0 else -1
    values: dict[str | None, int] = {
        None: sign * value(graph, root, case.depth, frozenset(history) - {root}, evaluator)
    }
    if graph.outcome(root) is None and case.depth != 0:
        below, line = None if case.depth is None else case.depth - 1, frozenset([*history, root])
        values |= {move: sign * value(graph, move, below, line, evaluator) for move in graph.moves(root)}
    return values


def value(graph: Graph, node: str, depth: int | None, line: frozenset[str], evaluator: Evaluator | None) -> int:
    """Plain minimax along all lines, seen from player 0. It shares nothing with the searches but the rules."""
    if node in line and graph.repetition == "draw":
        return 0
    if graph.outcome(node) is not None:
        score = graph.score(node)
        return score + (evaluator.largest if evaluator else 0) * ((score > 0) - (score < 0))
    if depth == 0:
        return evaluator.value(node) if evaluator else 0
    below = None if depth is None else depth - 1
    return (max, min)[graph.turn(node)](value(graph, c, below, line | {node}, evaluator) for c in graph.moves(node))


def tree_case(seed: int) -> Case:
    """A random tree: every other one is uniform; many have few different values, so that there are ties."""
    rng = random.Random(f"mt tree {seed}")
    values = rng.choice((1, 2, 9, 9, 1000))
    return Case(seed, uniform_tree(rng, values) if seed % 2 == 0 else irregular_tree(rng, values))


def limited_case(seed: int) -> Case:
    """The tree of this number, with a horizon."""
    case = tree_case(seed)
    return Case(seed, case.text, 1 + seed // 2 % 5)


def graph_case(seed: int) -> Case:
    """A random graph without cycles in which positions are reached by many ways. Two of three have a horizon."""
    rng = random.Random(f"mt graph {seed}")
    depth = rng.randint(0, 6) if seed % 3 else None
    return Case(seed, acyclic_graph(rng, rng.choice((1, 2, 9, 9, 1000))), depth)


def cyclic_case(seed: int) -> Case:
    """A random graph with cycles, and a horizon."""
    rng = random.Random(f"mt cycles {seed}")
    return Case(seed, cyclic_graph(rng, rng.choice((1, 2, 9))), rng.randint(1, 7))


def random_options(seed: int) -> Options:
    """Some way to search: all values stay the same."""
    rng = random.Random(f"mt options {seed}")
    return Options(
        killers=rng.random() < 0.5,
        history=rng.random() < 0.5,
        best=rng.random() < 0.8,
        bounds=rng.choice((None, "one", "two")),
        leaves=rng.random() < 0.8,
        etc=rng.choice((None, 0, 0, 1, 2)),
        etc_left_to_right=rng.random() < 0.3,
        deepening=rng.choice((None, 1, 1, 2)),
        guess=rng.choice((1, 2)),
        shift=rng.choice((0, 0, -3, 2)),
        window=rng.choice((0, 1, 1, 5, 10_000, 2**31)),
        stepsize=rng.choice((0, 1, 3, 100)),
    )


def uniform_tree(rng: random.Random, values: int) -> str:
    """A tree in which all inner nodes have as many children and all lines the same length."""
    width, depth = rng.choice(((1, 3), (2, 1), (2, 2), (2, 4), (2, 5), (3, 3), (3, 4), (4, 3), (5, 2)))
    statements: list[str] = []
    first = rng.randrange(2)

    def grow(name: str, ply: int) -> None:
        if ply == depth:
            statements.append(f"{name} = {rng.randint(-values, values)}")
            return
        family = [f"{name}{place}" for place in range(width)]
        statements.append(f"{name} {('max', 'min')[(first + ply) % 2]}: {' '.join(family)}")
        for child in family:
            grow(child, ply + 1)

    grow("r", 0)
    return "; ".join(["root r", "repetition impossible", *statements])


def irregular_tree(rng: random.Random, values: int) -> str:
    """A tree with lines of all lengths. In some of them players do not take turns."""
    statements: list[str] = []
    alternates = rng.random() < 0.6
    deepest = rng.randint(0, 6)

    def grow(name: str, ply: int, player: int) -> None:
        if ply == deepest or (ply and rng.random() < 0.25):
            statements.append(f"{name} = {rng.randint(-values, values)}")
            return
        family = [f"{name}{place}" for place in range(rng.choice((1, 2, 2, 3, 3, 4)))]
        statements.append(f"{name} {('max', 'min')[player]}: {' '.join(family)}")
        for child in family:
            grow(child, ply + 1, 1 - player if alternates else rng.randrange(2))

    grow("r", 0, rng.randrange(2))
    return "; ".join(["root r", "repetition impossible", *statements])


def acyclic_graph(rng: random.Random, values: int) -> str:
    """Layers of nodes: moves lead to later layers, mostly to the next one, and the last layer has the ends."""
    layers, width = rng.randint(1, 6), rng.randint(1, 4)
    alternates = rng.random() < 0.7
    first = rng.randrange(2)
    nodes = [["r"]] + [[f"n{layer}_{place}" for place in range(width)] for layer in range(1, layers)]
    ends = [f"e{place}" for place in range(rng.randint(1, 6))]
    statements = ["root r", "repetition impossible"]
    for layer, names in enumerate(nodes):
        later = [name for names in nodes[layer + 1 :] for name in names]
        for name in names:
            targets = nodes[layer + 1] if layer + 1 < layers else ends
            moves = rng.sample(targets, rng.randint(1, len(targets)))
            if later and rng.random() < 0.3:
                moves.append(rng.choice(later))
            if rng.random() < 0.2:
                moves.append(rng.choice(ends))
            moves = list(dict.fromkeys(moves))
            rng.shuffle(moves)
            player = (first + layer) % 2 if alternates else rng.randrange(2)
            statements.append(f"{name} {('max', 'min')[player]}: {' '.join(moves)}")
    statements += [f"{name} = {rng.randint(-values, values)}" for name in ends]
    return "; ".join(statements)


def cyclic_graph(rng: random.Random, values: int) -> str:
    """A graph in which moves lead anywhere. A position that is repeated is a draw."""
    size, ends = rng.randint(3, 9), [f"e{place}" for place in range(rng.randint(1, 3))]
    alternates = rng.random() < 0.7
    statements = ["root n0", "repetition draw"]
    for number in range(size):
        others = [f"n{other}" for other in range(size) if not alternates or (number - other) % 2] or ["n0"]
        moves = rng.sample(others, rng.randint(1, min(3, len(others))))
        if rng.random() < 0.3:
            moves.append(rng.choice(ends))
        rng.shuffle(moves)
        player = number % 2 if alternates else rng.randrange(2)
        statements.append(f"n{number} {('max', 'min')[player]}: {' '.join(moves)}")
    statements += [f"{name} = {rng.randint(-values, values)}" for name in ends]
    return "; ".join(statements)
