"""What the tests of `df-pn` share: random questions, both searches of them, and whether all of a table is true."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Literal

from pnyx import _core
from pnyx.game import Repetition
from pnyx.reference import brute, df_pn
from pnyx.reference.depth_first import DepthFirstResult
from pnyx.reference.df_pn_problem import Entry, Ghi, Line
from pnyx.reference.rules.graph import Graph
from support import depth_first_cases
from support.cases import GOALS, Case
from support.random_games import random_detours, random_graph

METHODS: tuple[Ghi, ...] = ("full", "sim", "dup", "ignore", "nagai")
RULES: tuple[Repetition, ...] = ("draw", "illegal", "impossible")
OTHER_GOAL = {"win": "draw-or-better", "mate": "draw-or-better", "draw-or-better": "win"}


@dataclass(frozen=True)
class Options:
    """How to search."""

    ghi: Ghi = "full"
    init: Literal["mobility", "unit"] = "mobility"
    epsilon: float = 0.5
    tca: bool = True
    sum_limit: int = 1 << 16
    large: int = 1 << 20

    @classmethod
    def random(cls, rng: random.Random, ghi: Ghi) -> Options:
        """One way to search with this method."""
        return cls(
            ghi,
            init=rng.choice(("mobility", "unit")),
            epsilon=rng.choice((0, 0.25, 0.5, 1)),
            tca=rng.random() < 0.8,
            sum_limit=rng.choice((1, 8, 1 << 16)),
            large=rng.choice((1, 2, 4, 16, 1 << 20)),
        )

    def texts(self) -> dict[str, str]:
        """The same for the compiled search."""
        return {
            "ghi": self.ghi,
            "init": self.init,
            "epsilon": str(self.epsilon),
            "tca": "on" if self.tca else "off",
            "sum-limit": str(self.sum_limit),
            "large": str(self.large),
            "table": "exact",
        }


def compiled(case: Case, goal: str, options: Options, max_nodes: int | None = None) -> _core.Solution:
    position = _core.position(case.game, case.text, case.options)
    return _core.solve(position, _core.Question(goal, "df-pn", options.texts(), trace=True, max_nodes=max_nodes))


def searched(case: Case, goal: str, options: Options, max_nodes: int | None = None) -> DepthFirstResult:
    """The answer of the search in Python."""
    return df_pn.search(
        case.rules,
        case.root,
        goal,
        ghi=options.ghi,
        init=options.init,
        epsilon=options.epsilon,
        tca=options.tca,
        sum_limit=options.sum_limit,
        large=options.large,
        max_nodes=max_nodes,
        history=case.history,
    )


def assert_same(found: _core.Solution, twin: DepthFirstResult, about: str) -> None:
    """Both searches went the same way, counted the same and say the same, but for verdicts without certificates."""
    depth_first_cases.assert_same(found, twin, about)
    assert found.expansions == twin.nodes, about


def question(seed: int) -> tuple[Case, str]:
    """The random graph of this number, for each rule by turns, one in three after some moves; and a goal."""
    rng = random.Random(f"df-pn {seed}")
    rule, goal = RULES[seed % 3], GOALS[seed // 3 % 2]
    if seed % 15 == 6:
        text = random_detours(rng, attacker=GOALS.index(goal))
    else:
        text = random_graph(rng, repetition=rule, largest=20 if rule == "impossible" else 14)
    return Case.read(seed, "graph", after_some_moves(rng, text) if seed // 6 % 3 == 0 else text), goal


def after_some_moves(rng: random.Random, text: str) -> str:
    """The same graph after a random walk, by legal moves."""
    game = Graph(text)
    line = [game.start()]
    for _ in range(rng.randint(1, 5)):
        moves = [node for node in game.moves(line[-1]) if game.outcome(node) is None]
        if game.repetition == "illegal":
            moves = [node for node in moves if node not in line]
        if not moves:
            break
        line.append(rng.choice(moves))
    return f"{text} moves {' '.join(line[1:])}" if line[1:] else text


def far_away(seed: int) -> tuple[Case, str]:
    """A graph with many lines with cycles before a win that is far, and the goal for which they matter."""
    rng, attacker = random.Random(f"far {seed}"), seed % 2
    text = random_detours(rng, attacker, size=12, fan=(1, 2, 3, 3), ends=0.3, depth=3)
    return Case.read(seed, "graph", text), GOALS[attacker]


def super_ko(seed: int) -> tuple[Case, str]:
    """A graph in which repeating is illegal."""
    text = random_graph(random.Random(f"ko {seed}"), smallest=6, repetition="illegal")
    return Case.read(seed, "graph", text), GOALS[seed % 2]


def mixed(seed: int) -> tuple[Case, str]:
    """One of all these questions."""
    return super_ko(seed) if seed % 10 == 9 else far_away(seed) if seed % 10 == 8 else question(seed)


def false_entries(result: DepthFirstResult, case: Case, goal: str) -> list[tuple[Hashable, Entry]]:
    """The entries of the table that say something false about a position of a graph.

    A base entry must be true whatever was played before. With `nagai` it may count on the history (and on the root too,
    if that is part of it: the oracle has no such question). Where repeating is illegal it counts at the first such
    position of a line, and nothing is said about it here.
    """
    prover = case.rules.turn(case.root)
    history = case.history if result.problem.ghi == "nagai" else ()
    truth = dict[Hashable, bool]()
    if case.rules.repetition != "illegal" and case.root not in history:
        truth = brute.values(case.rules, case.root, goal, history)

    def is_true(position: Hashable, line: Line, proven: bool) -> bool:
        past = [*case.history, *above(line)]
        if case.rules.turn(position) == prover:
            return brute.solve(case.rules, position, goal, past) == proven
        return brute.solve(case.rules, position, OTHER_GOAL[goal], past) != proven

    return [
        (position, entry)
        for position, entry in result.problem.table.items()
        if (entry.verdict is not None and truth.get(position, entry.verdict) != entry.verdict)
        or not all(is_true(position, line, twin.proven) for line, twin in entry.twins.items())
    ]


def above(line: Line) -> Iterator[Hashable]:
    """The positions of a line before the last one."""
    shorter = line.above
    while shorter is not None:
        yield shorter.key
        shorter = shorter.above
