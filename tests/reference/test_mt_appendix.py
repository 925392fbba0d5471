"""The examples of Plaat's thesis as tests: appendices A and B, and the figures that show single points.

A. Plaat, *Research Re: Search & Re-Search* (1996). Figures 3.8, 4.13, 4.14 and 4.22 have lost their drawings: their
trees are made here so that they show what the text says of them.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from pnyx.reference.minimax import INFINITY, Evaluator, Options, Problem
from pnyx.reference.minimax.mt import mt
from pnyx.reference.minimax.search_context import Node
from pnyx.reference.minimax.sss_star import Stockman
from pnyx.reference.rules.graph import Graph
from support.mt_appendix import (
    FIGURE_A3,
    MT_PASSES,
    PRINTED_ROWS,
    SSS_LETTERS,
    SSS_STEPS,
    mt_bounds,
    mt_rows,
    sss_step,
    tree,
)
from support.mt_cases import Case, tree_case

STATIC = Options(best=False)
GUESSES = [(0, 0, 0, 0, 0), (99, 99, 99, 99, 99), (-7, 50, 34, 35, 36)]
"""Values of the leaves that no search evaluates."""


def example(values: tuple[int, ...] = GUESSES[0]) -> Case:
    return Case(0, tree(*values))


def last(line: list[str]) -> str:
    """The node at the end of a line from the root a."""
    return line[-1] if line else "a"


def sss_letter(line: list[str]) -> str:
    return SSS_LETTERS[last(line)]


# Appendix A.1


class Bounds:
    """The solution trees among the leaves evaluated so far: f-, T-, f+ and T+ of Figure A.3."""

    def __init__(self, graph: Graph) -> None:
        self.graph, self.evaluated = graph, set[str]()

    def lower(self, n: str) -> tuple[int, str]:
        return self.solution(n, sign=1)

    def upper(self, n: str) -> tuple[int, str]:
        value, nodes = self.solution(n, sign=-1)
        return -value, nodes

    def solution(self, n: str, sign: int) -> tuple[int, str]:
        """The highest min solution tree; with the other sign, the lowest max solution tree, its value negated."""
        if self.graph.outcome(n) is not None:
            return (sign * self.graph.score(n), n) if n in self.evaluated else (-INFINITY, "")
        found = [self.solution(child, sign) for child in self.graph.moves(n)]
        value, nodes = max(found, key=lambda f: f[0])
        if (self.graph.turn(n) == 0) != (sign == 1):
            value, nodes = min(f[0] for f in found), "".join(f[1] for f in found)
        return (value, n + nodes) if value > -INFINITY else (-INFINITY, "")


@pytest.mark.parametrize("values", GUESSES)
def test_alpha_beta_goes_through_the_47_rows(values: tuple[int, ...]) -> None:
    case = example(values)
    result = case.search("alpha-beta", trace=True)
    assert (result.value, result.best) == (35, "n")
    assert [(last(line), *numbers) for line, *numbers in result.trace] == [row[:4] for row in FIGURE_A3]
    assert len(FIGURE_A3) == 47
    bounds = Bounds(case.graph)
    for row in FIGURE_A3:
        if case.graph.outcome(row.n) is not None:
            bounds.evaluated.add(row.n)
        assert (bounds.lower(row.n), bounds.upper(row.n)) == (row[4:6], row[6:8]), row


def ordered(graph: Graph) -> str:
    """The same tree with the best move first everywhere."""
    statements = []

    def value(n: str) -> int:
        if graph.outcome(n) is not None:
            return graph.score(n)
        return (max, min)[graph.turn(n)](map(value, graph.moves(n)))

    for name in graph.nodes:
        if graph.outcome(name) is not None:
            statements.append(f"{name} = {graph.score(name)}")
        else:
            best_first = sorted(graph.moves(name), key=value, reverse=graph.turn(name) == 0)
            statements.append(f"{name} {graph.players[graph.turn(name)]}: {' '.join(best_first)}")
    return "; ".join([f"root {graph.start()}", "repetition impossible", *statements])


@pytest.mark.parametrize("values", GUESSES)
def test_alpha_beta_evaluates_11_leaves_and_the_minimal_tree_has_7(values: tuple[int, ...]) -> None:
    case = example(values)
    assert case.search("minimax").leaf_nodes == 16
    result = case.search("alpha-beta", trace=True)
    assert (result.leaf_nodes, result.interior_nodes) == (11, 13)
    assert [last(line) for line in result.problem.evaluated] == list("efhilmqstwx")
    minimal = {n for n in FIGURE_A3[-1].lower_tree + FIGURE_A3[-1].upper_tree if case.graph.outcome(n) is not None}
    assert minimal == set("fhqstwx")
    assert Case(0, ordered(case.graph)).search("alpha-beta").leaf_nodes == len(minimal) == 7


# Appendix A.2


@pytest.mark.parametrize("values", GUESSES)
def test_sss_star_makes_the_29_steps(values: tuple[int, ...]) -> None:
    result = example(values).search("sss-star", trace=True)
    assert (result.value, result.best, result.leaf_nodes) == (35, "n", 8)
    assert len(SSS_STEPS) == 29
    found = [
        (operator, sss_letter(line), [(sss_letter(entry), s, h) for entry, s, h in entries])
        for operator, line, entries in result.trace
    ]
    assert found == [sss_step(line)[:3] for line in SSS_STEPS]
    # The first entry's merit is the upper bound of the root.
    assert [entries[0][2] for _, _, entries in found] == [sss_step(line)[3] for line in SSS_STEPS]


# Appendix A.3


@pytest.mark.parametrize("values", GUESSES)
def test_mt_sss_goes_through_the_four_passes(values: tuple[int, ...]) -> None:
    case = example(values)
    problem = Problem(case.graph, "a", options=STATIC, trace=True)
    for (gamma, rows, bounds), printed in zip(MT_PASSES, PRINTED_ROWS, strict=True):
        problem.rows.clear()
        mt(problem, problem.root, gamma)
        expected = mt_rows(rows)
        assert sum(is_printed for _, _, is_printed in expected) == printed, gamma
        found = [(sss_letter(line), alpha, beta, g) for line, alpha, beta, g in problem.rows]
        assert found == [(n, gamma - 1, gamma, g) for n, g, _ in expected], gamma
        stored = {
            SSS_LETTERS[str(n)]: entry[:2] for n, entry in problem.table.items() if case.graph.outcome(str(n)) is None
        }
        assert stored == mt_bounds(bounds), gamma
    result = case.search("mt-sss", STATIC, trace=True)
    assert [last(line) for line in result.problem.evaluated] == [last(line) for line in problem.evaluated]
    assert (result.value, result.best, result.leaf_nodes) == (35, "n", 8)
    assert len(result.trace) == sum(len(mt_rows(rows)) for _, rows, _ in MT_PASSES)


# Appendix B


class MtWithListOps:
    """Figures B.1 and B.2: MT-SSS* with Stockman's operators put in where the proof of equivalence has them.

    Each operator must find its node at the head of the list.
    """

    def __init__(self, problem: Problem) -> None:
        self.stockman = Stockman(problem, dual=False)
        self.lower, self.upper = dict[Node, int](), dict[Node, int]()
        self.steps: list[tuple[int, list[str], list[Any]]] = []

    def list_op(self, operator: int, n: Node) -> None:
        state = self.stockman.open.pop(0)
        assert state.n is n
        assert self.stockman.gamma(state) == operator
        line = self.stockman.problem.line_to
        self.steps.append((operator, line(n), [(line(m), s, h) for m, s, h in self.stockman.open]))

    def mt(self, n: Node, gamma: int) -> int:
        is_open = n not in self.lower and n not in self.upper
        problem = self.stockman.problem
        if problem.is_leaf(n):
            if is_open:
                self.list_op(4, n)
            g = problem.value_of(n) if is_open else self.lower[n] if n in self.lower else self.upper[n]
        elif problem.game.turn(n.position) == problem.max:
            if is_open:
                self.list_op(6, n)
            g = -INFINITY
            for c in self.stockman.children(n):
                if self.upper.get(c, INFINITY) >= gamma:
                    gt = self.mt(c, gamma)
                    if gt >= gamma:
                        self.list_op(1, c)
                else:
                    gt = self.upper[c]
                g = max(g, gt)
                if g >= gamma:
                    break
        else:
            if is_open:
                self.list_op(5, n)
            g = INFINITY
            for c in self.stockman.children(n):
                if self.lower.get(c, -INFINITY) < gamma:
                    gt = self.mt(c, gamma)
                    if gt >= gamma:
                        self.list_op(2 if self.stockman.next(c) else 3, c)
                else:
                    gt = self.lower[c]
                g = min(g, gt)
                if g < gamma:
                    break
        self.lower.pop(n, None)
        self.upper.pop(n, None)
        (self.lower if g >= gamma else self.upper)[n] = g
        return g

    def sss(self) -> int:
        g = INFINITY
        while True:
            gamma, g = g, self.mt(self.stockman.root, g)
            if g == gamma:
                return g


def assert_equivalent(case: Case) -> int:
    """Step by step, MT with the operators put in does to the list what SSS* does."""
    right = case.search("sss-star", trace=True)
    both = MtWithListOps(Problem(case.graph, case.graph.start(), case.depth))
    assert (both.sss(), both.steps) == (right.value, right.trace), case
    return len(both.steps)


def test_mt_with_list_ops_takes_the_29_steps() -> None:
    assert assert_equivalent(example()) == 29


def test_mt_with_list_ops_is_sss_star_step_by_step() -> None:
    steps = [assert_equivalent(tree_case(seed)) for seed in range(300)]
    assert max(steps) > 100


# Single figures


def evaluated(case: Case, algorithm: str, options: Options) -> set[str]:
    return {last(line) for line in case.search(algorithm, options, trace=True).problem.evaluated}


def test_figure_3_8_alpha_bounding_expands_the_leaf_that_alpha_beta_cuts_off() -> None:
    """With a bound of 3 both moves are tested in full; Alpha-Beta knows after 4 that the second is worse."""
    case = Case(0, "A max: B C; B min: five six; C min: four seven; five = 5; six = 6; four = 4; seven = 7")
    assert evaluated(case, "alpha-beta", STATIC) == {"five", "six", "four"}
    found = case.search("alpha-bounding", Options(shift=3), trace=True)
    assert "seven" in map(last, found.problem.evaluated)
    assert found.best == "B"
    # The searches of the MT framework do not evaluate it.
    for algorithm in ("mt-sss", "mt-dual", "sss-star", "dual-star"):
        assert "seven" not in evaluated(case, algorithm, STATIC), algorithm
    # A start value that is too low costs min solution trees, one that is too high passes that fail.
    assert "seven" not in evaluated(case, "alpha-bounding", Options(shift=5))


@pytest.mark.parametrize("width", [2, 5, 40])
def test_figures_4_13_and_4_14_deepening_lets_alpha_beta_beat_sss_star(width: int) -> None:
    """At depth 2 Alpha-Beta wastes a leaf on the bad move b, and so learns its refutation; SSS* does not look.

    At depth 3 that refutation is all Alpha-Beta has to search below b. SSS* begins with the other reply, d, and
    evaluates all of its children: the wider d is, the more.
    """
    wide = [f"d{place}" for place in range(width)]
    text = f"a max: b c; b min: d e; c min: f; d max: {' '.join(wide)}; e max: e0 e1; f max: f0 f1;"
    leaves = {"e0": 3, "e1": 2, "f0": 5, "f1": 4} | dict.fromkeys(wide, 9)
    case = Case(0, text + "; ".join(f"{name} = {value}" for name, value in leaves.items()), 3)
    evaluations = Evaluator(lambda node: {"d": 4, "e": 3, "f": 5}.get(node, 0), 9)

    def counts(algorithm: str) -> list[int]:
        result = case.search(algorithm, Options(deepening=1), evaluator=evaluations, trace=True)
        ends = [0, *(iteration.leaf_nodes for iteration in result.iterations)]
        assert result.best == "c"
        return [after - before for before, after in pairwise(ends)]

    assert counts("alpha-beta-tt") == [2, 3, 4]
    assert counts("mt-sss") == [2, 2, 4 + width]
    # In one search of a fixed order it is the other way round.
    assert evaluated(case, "sss-star", STATIC) <= evaluated(case, "alpha-beta", STATIC)


def test_figure_4_22_a_bound_nearer_to_the_value_can_cost_more() -> None:
    """After MT(root, 100), MT(root, 10) skips the large sub-tree and MT(root, 6) does not, though the value is 4."""
    text = "root max: R; R min: M Z; M max: B A; B min: b L; L max: L1 L2 L3; A min: a1 a2; Z max: z1 z2;"
    leaves = {"b": 8, "L1": 1, "L2": 2, "L3": 3, "a1": 12, "a2": 15, "z1": 2, "z2": 4}
    graph = Graph(text.replace("root", "top") + "; ".join(f"{name} = {value}" for name, value in leaves.items()))

    def passes(*gammas: int) -> tuple[list[int], set[str]]:
        problem = Problem(graph, "top", options=STATIC, trace=True)
        found = [mt(problem, problem.root, gamma) for gamma in gammas]
        return found, {last(line) for line in problem.evaluated}

    large = {"L1", "L2", "L3"}
    found, leaves_seen = passes(100, 10)
    assert found == [12, 4]
    assert not leaves_seen & large
    found, leaves_seen = passes(100, 6)
    assert found == [12, 4]
    assert large <= leaves_seen
    # Nothing that is left to do needs the large sub-tree.
    found, leaves_seen = passes(100, 10, 4)
    assert found == [12, 4, 4]
    assert not leaves_seen & large


def test_the_example_is_no_accident() -> None:
    """Whatever the leaves are worth that no search evaluates, nothing of the example changes."""
    rng = random.Random("appendix A")
    for _ in range(20):
        case = example(tuple(rng.randint(-200, 200) for _ in range(5)))
        assert case.search("minimax").value == 35
        assert case.search("alpha-beta").leaf_nodes == 11
        assert case.search("sss-star").leaf_nodes == case.search("mt-sss", STATIC).leaf_nodes == 8
