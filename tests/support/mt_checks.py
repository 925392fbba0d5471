"""What must hold for the searches for a number on any random case. Used by their tests, and by the tests of those."""

from __future__ import annotations

from pnyx.reference.minimax import INFINITY, Evaluator, Options, SearchResult
from support.mt_cases import BEST, EXACT, TABLE, Case, truth, value

STATIC = Options(best=False)
"""Moves are tried in the order of the game."""

NULL_WINDOWS = ("mt-sss", "mt-dual", "mtd-f", "mtd-bi", "mtd-step")


def check_values(case: Case, options: Options | None = None, evaluator: Evaluator | None = None) -> None:
    """All searches find the root's value and a move that has it, in each of their iterations."""
    right = truth(case, evaluator=evaluator)
    for algorithm in EXACT:
        result = case.search(algorithm, options, evaluator=evaluator)
        about = (algorithm, str(case), options)
        assert (result.value, result.bound) == (right[None], "exact"), about
        assert right[result.best] == right[None], about
        assert (result.best is None) == (len(right) == 1), about
    for algorithm in BEST:
        result = case.search(algorithm, options, evaluator=evaluator)
        about = (algorithm, str(case), options)
        assert holds(result, right[None]), about
        assert right[result.best] == right[None], about
    check_iterations(case, options or Options(), evaluator)
    check_tests(case, options or Options(), evaluator, right[None])


def holds(result: SearchResult, right: int) -> bool:
    """Whether the value is what the result calls it."""
    return {"exact": result.value == right, "lower": result.value <= right, "upper": result.value >= right}[
        result.bound
    ]


def check_iterations(case: Case, options: Options, evaluator: Evaluator | None) -> None:
    """Each iteration has the value of its own depth."""
    for iteration in case.search("mtd-f", options, evaluator=evaluator).iterations:
        shallow = Case(case.seed, case.text, iteration.depth)
        assert iteration.value == truth(shallow, evaluator=evaluator)[None], (str(case), options, iteration)


def check_tests(case: Case, options: Options, evaluator: Evaluator | None, right: int) -> None:
    """MT says on which side of gamma the value lies, and gives a bound."""
    is_leaf = case.depth == 0 or case.graph.outcome(case.graph.start()) is not None
    for gamma in (right - 2, right, right + 1):
        asked = Options(**{**vars(options), "gamma": gamma})
        result = case.search("mt", asked, evaluator=evaluator)
        assert (result.value >= gamma) == (right >= gamma), (str(case), asked)
        assert result.bound == ("exact" if is_leaf else "lower" if right >= gamma else "upper")
        assert holds(result, right), (str(case), asked)


def check_leaves(case: Case) -> None:
    """On a tree searched in a fixed order: which leaves are evaluated, and when."""
    leaves = {
        algorithm: case.search(algorithm, STATIC, trace=True).problem.evaluated
        for algorithm in ("alpha-beta", "alpha-beta-tt", "nega-scout", "sss-star", "dual-star", *NULL_WINDOWS)
    }
    assert leaves["mt-sss"] == leaves["sss-star"], str(case)
    assert leaves["mt-dual"] == leaves["dual-star"], str(case)
    assert leaves["alpha-beta-tt"] == leaves["alpha-beta"], str(case)
    for algorithm, found in leaves.items():
        assert all(line in leaves["alpha-beta"] for line in found), (algorithm, str(case))
        assert len(found) == len(set(map(tuple, found))), (algorithm, str(case))


def check_table(case: Case, options: Options | None = None, evaluator: Evaluator | None = None) -> None:
    """Where nothing can repeat, all bounds in the table are true."""
    graph = case.graph
    sign = 1 if graph.turn(graph.start()) == 0 else -1
    evaluations = None if case.depth is None else evaluator
    for algorithm in TABLE:
        table = case.search(algorithm, options, evaluator=evaluator).problem.table
        for node, entry in table.items():
            right = sign * value(graph, str(node), entry.depth, frozenset(), evaluations)
            assert entry.lower <= right <= entry.upper, (algorithm, str(case), options, node, entry)


def check_stored(case: Case) -> None:
    """On a tree, Alpha-Beta stores a lower bound above alpha, an upper bound below beta, and the first best move."""
    result = case.search("alpha-beta-tt", STATIC, trace=True)
    begun: dict[str, tuple[int, int]] = {}
    ended: dict[str, int] = {}
    for line, alpha, beta, g in result.trace:
        node = line[-1] if line else case.graph.start()
        begun.setdefault(node, (alpha, beta))
        ended[node] = g
    assert set(result.problem.table) == set(ended)
    for node, (alpha, beta) in begun.items():
        entry, g = result.problem.table[node], ended[node]
        if case.graph.outcome(node) is None:
            assert (entry.lower == g, entry.upper == g) == (g > alpha, g < beta), (str(case), node)
            assert entry.best == [ended.get(child) for child in case.graph.moves(node)].index(g), (str(case), node)


def check_windows(case: Case, options: Options | None = None, evaluator: Evaluator | None = None) -> None:
    """No node is begun with an empty window."""
    for algorithm in ("alpha-beta", "alpha-beta-tt", "nega-scout", "aspiration", "aspiration-nega-scout"):
        for line, alpha, beta, g in case.search(algorithm, options, evaluator=evaluator, trace=True).trace:
            assert alpha < beta or abs(g) < INFINITY, (algorithm, str(case), options, line)


def check_rows(case: Case, options: Options | None = None) -> None:
    """A row for each visit, and one for its parent; all visits are counted."""
    for algorithm in ("minimax", "alpha-beta", "alpha-beta-tt", "mt", "mt-sss", "mtd-f"):
        result = case.search(algorithm, options, trace=True)
        visits = result.leaf_nodes + result.interior_nodes + result.transposition_nodes
        roots = sum(line == [] for line, *_ in result.trace)
        below = sum(len(line) == 1 for line, *_ in result.trace)
        assert len(result.trace) == 2 * visits - calls(result), (algorithm, str(case))
        assert roots == 0 or below >= roots - calls(result), (algorithm, str(case))
        assert len(result.problem.evaluated) == result.leaf_nodes


def calls(result: SearchResult) -> int:
    """How often the root was searched: its first row has no value yet, or it is a leaf."""
    rows = [g for line, _, _, g in result.trace if line == []]
    inner = sum(g == -INFINITY for g in rows)
    return inner or len(rows)
