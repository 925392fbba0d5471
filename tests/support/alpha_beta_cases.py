"""What the tests of `alpha-beta` share: ways to search, both searches of a question, and whether a table is true."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import product
from typing import Any

import pnyx
from pnyx import _core
from pnyx.reference import alpha_beta, brute
from pnyx.reference.alpha_beta import LOSS, WIN, AlphaBetaResult
from support import evaluators
from support.cases import Case

EVALUATORS: dict[str, Callable[[Any], int]] = {
    "lines-of-action": evaluators.lines_of_action,
    "othello": evaluators.othello,
}
LIMIT = 20_000


@dataclass(frozen=True)
class Options:
    """How to search."""

    table: bool = True
    killers: bool = True
    history: bool = True
    evaluator: bool = True

    def texts(self) -> dict[str, str]:
        """The same for the compiled search."""
        words = {True: "on", False: "off"}
        return {
            "table": "exact" if self.table else "off",
            "killers": words[self.killers],
            "history": words[self.history],
            "evaluator": words[self.evaluator],
        }


ALL = [Options(*switches) for switches in product((True, False), repeat=4)]


def compiled(case: Case, goal: str, options: Options, max_nodes: int | None = LIMIT) -> _core.Solution:
    position = _core.position(case.game, case.text, case.options)
    return _core.solve(position, _core.Question(goal, "alpha-beta", options.texts(), trace=True, max_nodes=max_nodes))


def searched(case: Case, goal: str, options: Options, max_nodes: int | None = LIMIT) -> AlphaBetaResult:
    """The answer of the search in Python."""
    return alpha_beta.search(
        case.rules,
        case.root,
        goal,
        evaluator=EVALUATORS.get(case.game) if options.evaluator else None,
        table=options.table,
        killers=options.killers,
        history_heuristic=options.history,
        max_nodes=max_nodes,
        history=case.history,
    )


def assert_same(found: _core.Solution, twin: AlphaBetaResult, about: str) -> None:
    """Both searches went the same way, counted the same and say the same."""
    assert found.trace == twin.trace, about
    counted = (found.nodes, found.expansions, found.generated, found.proof, found.disproof)
    assert counted == (twin.nodes, twin.expansions, twin.generated, twin.proof, twin.disproof), about
    assert (found.verdict, found.reason) == (twin.verdict, twin.reason), about


def false_verdicts(result: AlphaBetaResult, case: Case, goal: str) -> list[Hashable]:
    """The positions of a graph about which the table has a wrong verdict."""
    if case.root in case.history:
        return []
    truth = brute.values(case.rules, case.root, goal, ())
    return [
        position
        for position, score in result.problem.table.items()
        if score.lower == WIN or score.upper == LOSS
        if truth.get(position, score.lower == WIN) != (score.lower == WIN)
    ]


def small_positions(game: str) -> list[Case]:
    """Positions with few pieces or few empty squares, reached by random moves."""
    rng, cases = random.Random(f"small {game}"), list[Case]()
    texts = [None, "-----OX--XO----- X"] if game == "othello" else [None]
    while len(cases) < 25:
        position = pnyx.position(game, rng.choice(texts))
        line = list[pnyx.Position]()
        while position.outcome is None and len(line) < 100:
            line.append(position)
            moves = position.moves()
            captures = [move for move in moves if "x" in move]
            position = position.play(rng.choice(captures or moves))
        if len(line) > 8:
            cases.append(Case.read(len(cases), game, rng.choice(line[-8:]).text))
    return cases
