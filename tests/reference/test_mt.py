"""The readable minimax searches against plain minimax, against each other, and on cases at the edges."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pnyx.errors import ContractError, InputError
from pnyx.reference.minimax import INFINITY, Evaluator, Options, Problem, search
from pnyx.reference.minimax.search_context import Entry
from pnyx.reference.rules.connect_four import ConnectFour
from pnyx.reference.rules.graph import Graph
from pnyx.reference.rules.othello import Othello
from pnyx.reference.rules.tic_tac_toe import TicTacToe
from support.mt_cases import (
    BEST,
    EVALUATIONS,
    EXACT,
    TABLE,
    Case,
    cyclic_case,
    graph_case,
    limited_case,
    random_options,
    tree_case,
    truth,
)
from support.mt_checks import (
    NULL_WINDOWS,
    STATIC,
    check_leaves,
    check_rows,
    check_stored,
    check_table,
    check_values,
    check_windows,
)


def check_tree(seed: int) -> None:
    """The tree of this number, to the end of its lines and to a horizon."""
    case, options = tree_case(seed), random_options(seed)
    check_leaves(case)
    check_stored(case)
    check_values(case, STATIC if seed % 3 == 0 else options)
    check_values(limited_case(seed), STATIC if seed % 3 == 1 else options, EVALUATIONS)


def check_graph(seed: int) -> None:
    """The graph of this number."""
    case, options = graph_case(seed), random_options(seed)
    check_values(case, options, EVALUATIONS if seed % 2 == 0 else None)
    check_table(case, options, EVALUATIONS)
    check_windows(case, options, EVALUATIONS)
    check_rows(case, replace(options, deepening=None, etc=None))


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_random_trees(first: int) -> None:
    for seed in range(first, first + 40):
        check_tree(seed)


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_random_graphs_without_cycles(first: int) -> None:
    for seed in range(first, first + 40):
        check_graph(seed)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 10_000, 500))
def test_random_trees_soak(first: int) -> None:
    for seed in range(first, first + 500):
        check_tree(seed)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 10_000, 500))
def test_random_graphs_without_cycles_soak(first: int) -> None:
    for seed in range(first, first + 500):
        check_graph(seed)


CHANGES = {
    "killers": (Options(killers=True), Options()),
    "history": (Options(history=True), Options()),
    "best": (Options(best=False), Options()),
    "leaves": (Options(leaves=False), Options()),
    "bounds": (Options(bounds="two"), Options()),
    "etc": (Options(etc=0), Options()),
    "etc, far from the horizon": (Options(etc=2), Options(etc=0)),
    "etc, left to right": (Options(etc=0, etc_left_to_right=True, deepening=1), Options(etc=0, deepening=1)),
    "deepening": (Options(deepening=1), Options()),
    "steps of 2": (Options(deepening=2), Options(deepening=1)),
    "guess": (Options(deepening=1, guess=2), Options(deepening=1)),
    "shift": (Options(shift=2), Options()),
    "stepsize": (Options(stepsize=1), Options()),
}


def test_the_cases_are_worth_it() -> None:
    """Every option changes what is searched, on many cases. ETC saves nodes."""
    counts, nodes = Counter[str](), Counter[str]()
    for seed in range(160):
        case = graph_case(seed)
        for name, both in CHANGES.items():
            algorithm = "mtd-step" if name in ("bounds", "stepsize") else "mtd-f"
            changed, plain = (case.search(algorithm, options, evaluator=EVALUATIONS, trace=True) for options in both)
            counts[name] += (changed.trace, changed.leaf_nodes) != (plain.trace, plain.leaf_nodes)
            nodes[name] += changed.leaf_nodes + changed.interior_nodes - plain.leaf_nodes - plain.interior_nodes
    assert min(counts.values()) > 5, counts
    assert nodes["etc"] < 0 < nodes["leaves"]


def test_one_bound_is_enough_for_a_single_solution_tree() -> None:
    """Section 3.2: MTD from above, from below and from a guess refine one solution tree at a time; others have two."""
    differ = Counter[str]()
    for seed in range(80):
        for case in (tree_case(seed), graph_case(seed)):
            for algorithm in NULL_WINDOWS:
                both = (STATIC, replace(STATIC, bounds="two"))
                one, two = (case.search(algorithm, options, trace=True).trace for options in both)
                differ[algorithm] += one != two
    assert differ["mt-sss"] == differ["mt-dual"] == differ["mtd-f"] == 0
    assert min(differ["mtd-bi"], differ["mtd-step"]) > 5, differ


# Cycles


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_cycles_without_a_table(first: int) -> None:
    """Nothing is remembered: the value is that of plain minimax along all lines."""
    for seed in range(first, first + 100):
        case = cyclic_case(seed)
        history = [case.graph.moves(case.graph.start())[0]] if seed % 4 == 0 else []
        if seed % 8 == 0:
            history.append(case.graph.start())
        right = truth(case, history, EVALUATIONS)
        for algorithm in ("minimax", "alpha-beta", "sss-star", "dual-star"):
            options = Options(killers=seed % 2 == 1, history=seed % 3 == 1, deepening=seed % 3 or None)
            result = case.search(algorithm, options, history=history, evaluator=EVALUATIONS)
            assert (result.value, right[result.best]) == (right[None], right[None]), (algorithm, str(case))


def test_cycles_with_a_table() -> None:
    """A stored value is used also where a position below it would be repeated: few values change by that.

    Searches to the end of all lines were never found to be wrong; what the table hides are draws before the horizon.
    """
    wrong = Counter[str]()
    for seed in range(150):
        case = cyclic_case(seed)
        limited, full = truth(case, evaluator=EVALUATIONS), truth(Case(seed, case.text))
        for algorithm in TABLE:
            result = case.search(algorithm, random_options(seed), evaluator=EVALUATIONS)
            wrong[algorithm] += limited[result.best] != limited[None]
            if algorithm not in BEST:
                assert Case(seed, case.text).search(algorithm, random_options(seed)).value == full[None], (
                    algorithm,
                    str(case),
                )
    assert max(wrong.values()) <= 3, wrong


DRAWS_FOUND_FIRST = [
    ("root n0; n0 max: n1 n3; n1 min: n2 n0; n2 max: e n3; n3 min: n2; e = 2", None, 2),
    ("root n0; n0 max: n3 n1; n1 min: n0 n2; n2 max: n3; n3 min: n0 n2 e n4; n4 max: n3 n1; e = -1", None, -1),
    ("root n0; n0 max: n3 n1; n1 min: n0 n2; n2 max: n3; n3 min: n0 n2 e n4; n4 max: n3 n1; e = -1", 8, -1),
    ("n0 max: n1 n3; n1 min: n4 a; n2 max: n1; n3 min: n0 n2; n4 max: n5 n1 b; n5 min: n4 n2; a = -3; b = 3", None, -3),
]


@pytest.mark.parametrize(("text", "depth", "right"), DRAWS_FOUND_FIRST)
def test_a_draw_on_one_line_is_not_kept_for_others(text: str, depth: int | None, right: int) -> None:
    case = Case(0, text, depth)
    assert truth(case)[None] == right
    for algorithm in EXACT:
        assert case.search(algorithm).value == right, algorithm


def test_a_draw_can_be_hidden_by_the_table() -> None:
    """Through n5, n6 is stored with the evaluation of n3, its only move, at the horizon. Through n3 that move is a
    draw, which is not seen any more: the table answers for n6."""
    text = "n0 max: n5 n3; n2 max: n3 n5; n3 min: e n0 n6; n5 min: n2 e n6; n6 max: n3; e = 2"
    case = Case(0, text, 3)
    assert EVALUATIONS.value("n3") == -5
    for algorithm in ("minimax", "alpha-beta", "sss-star", "dual-star"):
        assert case.search(algorithm, evaluator=EVALUATIONS).value == truth(case, evaluator=EVALUATIONS)[None] == 0, (
            algorithm
        )
    for algorithm in ("alpha-beta-tt", "nega-scout", "mtd-f"):
        assert case.search(algorithm, evaluator=EVALUATIONS).value == -5, algorithm


# Edges


@pytest.mark.parametrize("algorithm", [*EXACT, *BEST, "mt"])
def test_small_roots(algorithm: str) -> None:
    """A final root, one move, a root in which min moves, and a horizon at the root."""
    assert leaf_root(algorithm, "A = 7") == (7, None, 1)
    assert leaf_root(algorithm, "A = loss") == (-1, None, 1)
    single = Case(0, "A min: B; B max: C; C = 4").search(algorithm)
    assert single.best == "B" or algorithm == "mt"
    assert single.value == -4
    chosen = Case(0, "A min: B C D; B = 4; C = -6; D = -6").search(algorithm, Options(gamma=6))
    assert (chosen.value, chosen.best) == (6, "C")
    horizon = Case(0, "A min: B C; B = 4; C = -6", 0).search(algorithm, evaluator=Evaluator(lambda _: 3, 3))
    assert (horizon.value, horizon.best, horizon.leaf_nodes) == (-3, None, 1)


def leaf_root(algorithm: str, text: str) -> tuple[float, str | None, int]:
    result = Case(0, text).search(algorithm)
    return result.value, result.best, result.leaf_nodes


def test_among_equal_moves_the_first_is_best() -> None:
    case = Case(0, "A max: B C D; B min: b; C min: c d; D min: e; b = 3; c = 5; d = 5; e = 5")
    for algorithm in EXACT:
        assert case.search(algorithm).best == "C", algorithm
    assert case.search("alpha-bounding", Options(shift=9)).best == "C"


@pytest.mark.parametrize("window", [0, 1, 2, 10_000, 2**31, 2**40])
@pytest.mark.parametrize("shift", [-(2**31), -6, -5, -4, 0, 4, 5, 6, 2**31])
def test_any_window_will_do(window: int, shift: int) -> None:
    case = Case(0, "A max: B C; B min: b d; C min: c e; b = 4; d = 6; c = 7; e = 5")
    for algorithm in (*EXACT, *BEST):
        result = case.search(algorithm, Options(window=window, shift=shift))
        assert result.best == "C", algorithm
        assert result.value == 5 or algorithm in BEST, algorithm


def test_payoffs_are_larger_than_evaluations() -> None:
    """A win in the hand is worth more than the best evaluation, and a draw is between them."""
    case = Case(0, "A max: B C D E; B = win; C = draw; D = loss; E min: F; F = win", 1)
    assert truth(case, evaluator=EVALUATIONS) == {None: 10, "B": 10, "C": 0, "D": -10, "E": EVALUATIONS.value("E")}
    assert case.search("alpha-beta", evaluator=EVALUATIONS).value == 10
    assert Case(0, case.text).search("alpha-beta", evaluator=EVALUATIONS).value == 1


def test_the_first_guess_is_the_evaluation_of_the_root() -> None:
    """As Max sees it; final positions are not for the evaluator, nor are searches to the end."""
    evaluations = Evaluator(lambda _: 3, 9)
    for text, depth, guess in (
        ("A max: B; B = 1", 1, 3),
        ("A min: B; B = 1", 1, -3),
        ("A min: B; B = 1", None, 0),
        ("A = 7", 1, 0),
    ):
        assert Problem(Graph(text), "A", depth, evaluator=evaluations).guess() == guess, (text, depth)


def test_moves_are_tried_in_order() -> None:
    """The best one of the table, two killers, the others by their history."""
    game = Graph("A max: B C D E F G; B = 1; C = 1; D = 1; E = 1; F = 1; G = 1")
    problem = Problem(game, "A", options=Options(killers=True, history=True))
    problem.table["A"] = Entry(-INFINITY, INFINITY, 99, 3)
    problem.killers[1] = ["F", "B"]
    problem.history_scores[0].update({"G": 9, "D": 9, "C": 10})
    problem.history_scores[1].update({"B": 99})
    assert [move for _, move in problem.expand(problem.root).moves] == ["E", "F", "B", "C", "D", "G"]
    assert [move for _, move in Problem(game, "A").expand(problem.root).moves] == list("BCDEFG")


def test_what_is_learnt_for_the_order_of_moves() -> None:
    """The move that was better than expected, by the square of the depth; killers only where it cut off the rest."""
    case = Case(0, "A max: B C; B min: b d; C min: c e; b = 4; d = 3; c = 3; e = 5", 2)
    problem = case.search("alpha-beta", Options(killers=True, history=True)).problem
    assert problem.history_scores == (Counter({"B": 4}), Counter({"d": 1, "c": 1}))
    assert problem.killers == {2: ["c"]}
    full = Case(0, case.text).search("alpha-beta", Options(killers=True, history=True)).problem
    assert full.history_scores == (Counter({"B": 1}), Counter({"d": 1, "c": 1}))


def test_bounds_of_an_entry() -> None:
    """With one bound to an entry the other is forgotten, with two it stays unless they contradict each other."""
    for bounds, kept in (("one", -INFINITY), ("two", 3)):
        options = Options(bounds="one" if bounds == "one" else "two")
        problem = Problem(Graph("A max: B; B = 1"), "A", 5, options=options)
        problem.store(problem.root, 3, INFINITY)
        problem.store(problem.root, -INFINITY, 4)
        assert problem.table["A"] == Entry(kept, 4, 5, None), (bounds, kept)
        problem.store(problem.root, -INFINITY, 2)
        assert problem.table["A"] == Entry(-INFINITY, 2, 5, None), (bounds, kept)
        problem.store(problem.begin_at(6), 1, INFINITY)
        assert problem.table["A"] == Entry(1, INFINITY, 6, None), (bounds, kept)


def test_refusals() -> None:
    with pytest.raises(InputError, match="cannot search games in which repeating a position is illegal"):
        search(Graph("repetition illegal; A max: B; B = win"), "A", "minimax")
    with pytest.raises(InputError, match=r"expected one of the searches minimax, .*, got 'mtd'"):
        search(Graph(), "A", "mtd")
    with pytest.raises(InputError, match="expected a depth of 0 plies or more, got -1"):
        search(Graph(), "A", "minimax", -1)
    with pytest.raises(InputError, match="expected payoffs of no more than 1073741823, got 1073741824"):
        search(Graph(f"A max: B; B = {2**30}"), "A", "minimax")
    with pytest.raises(ContractError, match=r"evaluate\(\) must return a whole number from -9 to 9, not 10, at 'A'"):
        search(Graph(), "A", "minimax", 0, evaluator=Evaluator(lambda _: 10, 9))
    with pytest.raises(InputError, match="expected a leaf, got 'A', in which max moves"):
        Graph().score("A")


def test_long_lines() -> None:
    """The searches recurse, and the limit of Python is not that of a game."""
    plies = 3_000
    corridor = "; ".join(f"n{ply} {('max', 'min')[ply % 2]}: n{ply + 1}" for ply in range(plies))
    game = Graph(f"{corridor}; n{plies} = 5")
    for algorithm in EXACT:
        if algorithm not in ("sss-star", "dual-star"):
            assert search(game, "n0", algorithm).value == 5, algorithm


# Games


def test_scores_of_games() -> None:
    """Discs, Pons' score, and 1 for a win where a game has no score."""
    othello = Othello(4).parse("XXXXXOOXXXOXOO-- O")
    # White must pass; Black takes d4 and wins by 11 discs to 5.
    assert {search(Othello(4), othello, name).value for name in EXACT} == {-6}
    four = ConnectFour(4, 4)
    position = four.parse("..../..../XO../OX.. x")
    assert {search(four, position, name, 6).value for name in EXACT} == {search(four, position, "minimax", 6).value}
    tic_tac_toe = TicTacToe()
    won = tic_tac_toe.parse("XX./OO./... x")
    assert {search(tic_tac_toe, won, name).value for name in EXACT} == {1}


class Heaps:
    """A game in Python with payoffs and evaluations of its own: take 1 or 2; the last one gets what was taken in
    all."""

    repetition = "impossible"
    largest_value = 5

    def start(self) -> tuple[int, int]:
        return (7, 0)

    def turn(self, position: tuple[int, int]) -> int:
        return position[1]

    def outcome(self, position: tuple[int, int]) -> int | None:
        return None if position[0] else 1 - position[1]

    def moves(self, position: tuple[int, int]) -> range:
        return range(1, min(2, position[0]) + 1)

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        return position[0] - move, 1 - position[1]

    def score(self, position: tuple[int, int]) -> int:
        return 5 if position[1] else -5

    def evaluate(self, position: tuple[int, int]) -> int:
        return position[0] % 3 * (1 - 2 * position[1])


def test_a_game_in_python() -> None:
    game = Heaps()
    for depth, value in ((1, 0), (3, 0), (4, 1), (None, 5)):
        results = {name: search(game, game.start(), name, depth) for name in EXACT}
        right = results["minimax"]
        assert {result.value for result in results.values()} == {right.value}, depth
        assert (right.value, right.best) == (value, "1"), depth
    assert search(game, (1, 1), "mtd-f", 1).value == 10
