"""The test of the tests of `alpha-beta`: mistakes put into the twin must be noticed on the questions that they ask."""

from __future__ import annotations

import random
from functools import cache
from typing import TypeAlias

from pnyx import _core
from pnyx.reference import alpha_beta, brute
from support.alpha_beta_cases import ALL, EVALUATORS, Options, compiled, false_verdicts, searched, small_positions
from support.cases import GOALS, Case
from support.df_pn_cases import far_away, question
from support.mistakes import Mistake, both_tests

WRONG, TABLE, TRACE, OPEN = "wrong verdict", "false entry", "trace", "left open"
Question: TypeAlias = tuple[Case, str, Options, int, _core.Solution]
"""With the limit of nodes, and what the compiled search did."""


def mistake(name: str, function: str, right: str, wrong: str, *signs: str) -> Mistake:
    return Mistake(name, alpha_beta, function, right, wrong, frozenset((TRACE, *signs)))


MISTAKES = [
    mistake(
        "all bounds count on all lines",
        "leave",
        "free = node.depends_on_ply",
        "free = True or node.depends_on_ply",
        TABLE,
    ),
    mistake("one child is taken for all", "Node.take", "if needs_all:", "if False:", TABLE),
    mistake("all children are taken for one", "Node.take", "if needs_all:", "if True:"),
    mistake(
        "the node before will do",
        "leave",
        "node.depends_on_ply >= node.ply",
        "node.depends_on_ply + 1 >= node.ply",
        TABLE,
    ),
    mistake(
        "a repetition depends on the node above", "visit", "LOSS, problem.seen[repetition_key]", "LOSS, node.ply", TABLE
    ),
    mistake(
        "a repetition is worth the other result", "visit", "problem.reached(DRAW)", "not problem.reached(DRAW)", WRONG
    ),
    mistake("the line is not left", "alpha_beta", "del problem.seen[key]", "pass", WRONG),
    mistake("the window stays", "Node.window", "max(self.alpha, self.value)", "self.alpha"),
    mistake("the window of the other player stays", "Node.window", "min(self.beta, self.value)", "self.beta"),
    mistake("no cut where the bounds meet", "Node.is_cut", "alpha >= beta", "alpha > beta"),
    mistake("of equal moves the last is best", "Node.take", "value > self.value", "value >= self.value"),
    mistake("scores hold for all depths", "known", "score.depth >= depth and (", "("),
    mistake("lower bounds do not cut", "known", " or score.lower >= beta)", ")"),
    mistake("upper bounds do not cut", "known", "score.upper <= alpha", "False"),
    mistake("an upper bound is a lower one, too", "leave", "value if value > node.alpha and", "value if"),
    mistake("a lower bound is an upper one, too", "leave", "value if value < node.beta and", "value if"),
    mistake("the best move of the table is not tried first", "enter", "if place == best:", "if False:"),
    mistake("killers are not tried first", "enter", "if move in killers:", "if False:"),
    mistake(
        "history of the other player", "enter", "problem.history_scores[player]", "problem.history_scores[1 - player]"
    ),
    mistake("one killer", "reward", "[move, *killers[:1]]", "[move]"),
    mistake("every good move is a killer", "reward", "problem.uses_killers and node.is_cut()", "problem.uses_killers"),
    mistake("killers of the ply below", "reward", "node.ply - HISTORY - 1", "node.ply - HISTORY"),
    mistake("history by the depth alone", "reward", "node.depth**2", "node.depth"),
    mistake("nodes count in all iterations", "visit", "len(line) > problem.depth_reached", "1"),
    mistake("the depth grows by two", "deepen", "depth + 1 + depth // 32", "depth + 2"),
    mistake(
        "the evaluator is for player 0 alone", "Problem.evaluate", "value if self.prover == 0 else -value", "value"
    ),
]


@cache
def questions() -> list[Question]:
    """As the agreement tests ask them."""
    asked = list[tuple[Case, str, Options, int]]()
    for seed in range(900):
        case, goal = question(seed)
        if case.rules.repetition != "illegal":
            asked.append((case, goal, random.Random(f"alpha-beta {seed}").sample(ALL, 3)[0], 2_000))
            asked.append((case, goal, Options(), 2_000))
    asked += [(*far_away(seed), Options(), 2_000) for seed in range(60)]
    for game in EVALUATORS:
        asked += [(case, goal, Options(), 150) for case in small_positions(game)[:10] for goal in GOALS]
    return [(*each, compiled(*each)) for each in asked]


def noticed(asked: Question) -> set[str]:
    case, goal, options, nodes, right = asked
    result = searched(case, goal, options, nodes)
    signs = {TRACE} if result.trace != right.trace else set()
    if result.verdict == "unknown" and right.verdict != "unknown":
        signs.add(OPEN)
    elif case.game == "graph":
        if (result.verdict == "proven") != brute.solve(case.rules, case.root, goal, case.history):
            signs.add(WRONG)
        if false_verdicts(result, case, goal):
            signs.add(TABLE)
    return signs


test_the_right_search_is_not_suspected, test_mistakes_are_noticed = both_tests(MISTAKES, questions, noticed)
