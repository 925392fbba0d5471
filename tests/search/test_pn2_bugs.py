"""The test of the tests of `pn2`: mistakes put into the twin must be noticed on the questions that they are asked."""

from __future__ import annotations

import random
from functools import cache
from types import ModuleType
from typing import TypeAlias

from pnyx import _core
from pnyx.reference import brute, growth, pn2, second_level
from support.cases import Case
from support.df_pn_cases import mixed
from support.mistakes import Mistake, both_tests
from support.pn2_cases import Options, compiled, searched

QUESTIONS, NODES = 400, 3_000
WRONG, TRACE, OPEN = "wrong verdict", "trace", "left open"

Question: TypeAlias = tuple[Case, str, Options, _core.Solution]
"""With what the compiled search did."""


def mistake(name: str, module: ModuleType, function: str, right: str, wrong: str, *signs: str) -> Mistake:
    return Mistake(name, module, function, right, wrong, frozenset((TRACE, *signs)))


MISTAKES = [
    mistake("one node less at the second level", second_level, "search", "stored <= most", "stored < most", WRONG),
    mistake(
        "the second level does not leave room for the first",
        growth,
        "Growth.second_level",
        "min(int(x * self.share(x)), max(self.stored - x, 0))",
        "int(x * self.share(x))",
    ),
    mistake("the share falls as it should grow", growth, "Growth.share", "(self.a - x)", "(x - self.a)"),
    mistake(
        "nodes of the second level return with other numbers",
        pn2,
        "keep",
        "child.parent = node",
        "child.parent, child.proof, child.disproof = node, min(child.proof, 2), min(child.disproof, 2)",
    ),
    mistake(
        "a verdict of the second level is not taken",
        pn2,
        "keep",
        "if found.numbers.solved is not None:",
        "if found.numbers.solved:",
        OPEN,
    ),
    mistake(
        "a verdict of the second level is turned round",
        pn2,
        "keep",
        "node.value = found.numbers.solved",
        "node.value = not found.numbers.solved",
        WRONG,
    ),
    mistake(
        "a repetition is worth the other result",
        second_level,
        "evaluate",
        "problem.reached(DRAW), repeats",
        "not problem.reached(DRAW), repeats",
        WRONG,
    ),
    mistake(
        "repetitions of what is above the second level are not seen",
        second_level,
        "expand_node",
        "returns_to if problem.repetition",
        "returns_to if returns_to is not None and returns_to >= 4 and problem.repetition",
        OPEN,
    ),
    mistake(
        "forbidden moves are played",
        second_level,
        "expand_node",
        'problem.repetition == "illegal"',
        "False",
        OPEN,
    ),
    mistake(
        "the line is not left",
        second_level,
        "search",
        "while problem.path.line.ply > ply:",
        "while problem.path.line.ply > ply + 1:",
    ),
    mistake(
        "what was given back is still held",
        pn2,
        "search",
        "held -= given_back",
        "pass",
    ),
    mistake(
        "the child that settles a node is given back too",
        pn2,
        "forget_beside_solution",
        "for child in node.children if child is not kept",
        "for child in node.children",
    ),
    mistake(
        "what is beside a solution is kept",
        pn2,
        "forget_beside_solution",
        '(node.type == "OR") != solved',
        '(node.type == "OR") == solved',
    ),
    mistake(
        "numbers are not passed on if the proof number stays",
        pn2,
        "update_ancestors",
        "before == numbers(node)",
        "before.proof == node.proof",
        OPEN,
    ),
    mistake(
        "the second level counts on a tree of the first level that is full",
        pn2,
        "search",
        "if held >= stored:",
        "if held > stored:",
    ),
]


@cache
def questions() -> list[Question]:
    """As the agreement tests ask them."""
    asked = []
    for seed in range(QUESTIONS):
        case, goal = mixed(seed)
        options = Options.random(random.Random(f"pn2 {seed}"))
        asked.append((case, goal, options, compiled(case, goal, options, NODES)))
    return asked


def noticed(asked: Question) -> set[str]:
    case, goal, options, right = asked
    result = searched(case, goal, options, NODES)
    signs = {TRACE} if result.trace != right.trace else set()
    if result.verdict == "unknown":
        return signs if right.verdict == "unknown" else {*signs, OPEN}
    if (result.verdict == "proven") != brute.solve(case.rules, case.root, goal, case.history):
        signs.add(WRONG)
    return signs


test_the_right_search_is_not_suspected, test_mistakes_are_noticed = both_tests(MISTAKES, questions, noticed)
