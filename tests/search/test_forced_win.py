"""`forced-win`: compiled search and twin, node for node; the truth of their length tables; lengths and limits."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import pnyx
from pnyx import _core
from pnyx.errors import InputError
from pnyx.reference import brute, forced_win
from pnyx.reference.check import check
from pnyx.reference.forced_win_lengths import NEVER, LengthTable
from pnyx.reference.forced_win_shortest import shortest
from pnyx.reference.rules.graph import Graph
from search.test_deep_lines import PLIES, corridor
from support.cases import GOALS, Case, blocks, mnk_case
from support.forced_win_cases import (
    LIMIT,
    Way,
    assert_same,
    compiled,
    false_lengths,
    lengths,
    question,
    searched,
    winner,
)
from support.random_games import random_graph

BLOCKS = blocks(600, 100, 10_000, 500)


# Random cases


def assert_right(case: Case, goal: str, verdict: str, reason: str | None, about: str) -> None:
    """A verdict is true. It may be missing only where play can repeat, and never if somebody's win is forced."""
    truth = brute.solve(case.rules, case.root, goal, case.history)
    if verdict != "unknown":
        assert (verdict == "proven") == truth, about
        return
    assert (reason, case.rules.repetition) == ("numbers", "draw"), about
    assert truth == (goal == "draw-or-better"), about


def assert_agreement(case: Case, goal: str, way: Way) -> str:
    """Compiled search, twin and oracle say the same, and everything in the twin's table is true. Returns the
    verdict."""
    about = f"{case}, {goal}, {way}"
    found, twin = compiled(case, goal, way), searched(case, goal, way)
    assert_same(found, twin, about)
    assert_right(case, goal, found.verdict, found.reason, about)
    assert (found.certificate is None) == (found.verdict == "unknown"), about
    if case.game == "graph":
        assert false_lengths(twin, case, goal) == [], about
    if found.certificate is not None and case.seed % 10 == 3:
        assert check(found.certificate).verdict == _core.check(found.certificate).verdict == found.verdict, about
    return found.verdict


@pytest.mark.parametrize(("first", "count"), BLOCKS)
def test_random_graphs(first: int, count: int) -> None:
    verdicts = Counter(assert_agreement(*question(seed)) for seed in range(first, first + count))
    assert min(verdicts[verdict] for verdict in ("proven", "disproven", "unknown")) > count // 10, verdicts


def test_boards_on_which_nothing_repeats() -> None:
    for seed in range(40):
        assert_agreement(mnk_case(seed), GOALS[seed % 2], Way.random(random.Random(f"mnk {seed}")))


@pytest.mark.parametrize(
    ("game", "text", "options", "nodes"),
    [
        ("tic-tac-toe", ".../.../... x", {}, 3_000),
        ("othello", "-----OX--XO----- X", {}, 2_000),
        ("lines-of-action", "8/8/3x4/2x3x1/4o3/1o4o1/8/o7 b", {}, 1_000),
        ("lines-of-action", "2x3o1/8/1o2x3/4o3/x5x1/3o4/1x3o2/8 w", {}, 1_000),
        ("connect-four", "..../..../XO../OX.. x", {}, 2_000),
    ],
)
@pytest.mark.parametrize("goal", GOALS)
def test_games(game: str, text: str, options: dict[str, str], nodes: int, goal: str) -> None:
    case = Case.read(0, game, text, options)
    assert_same(compiled(case, goal, Way(), nodes), searched(case, goal, Way(), nodes), f"{case}, {goal}")


def test_the_cases_are_worth_it() -> None:
    """Options, histories and cycles make a difference."""
    counts = Counter[str]()
    for case, goal, way in map(question, range(300)):
        twin = searched(case, goal, way)
        counts["history"] += twin.problem.history != frozenset()
        counts["history counts"] += bool(case.history) and searched(case, goal, way).trace != without_history(
            case, goal, way
        )
        counts["epsilon"] += searched(case, goal, Way(1, way.others)).trace != twin.trace
        counts["others"] += searched(case, goal, Way(way.epsilon, 1)).trace != twin.trace
        counts["limits"] += len({left for _, left in twin.problem.lengths.table}) == 1
    assert min(counts.values()) > 8, counts


def without_history(case: Case, goal: str, way: Way) -> Any:
    found = forced_win.search(case.rules, case.root, goal, epsilon=way.epsilon, others=way.others, max_nodes=LIMIT)
    return found.trace


def test_several_threads_are_never_wrong() -> None:
    for case, goal, way in map(question, range(200)):
        found = compiled(case, goal, way, threads=2)
        assert_right(case, goal, found.verdict, found.reason, f"{case}, {goal}, {way}")


# What follows from it: all moves, and cycles


def winning_moves(case: Case, goal: str) -> set[str]:
    """The moves that reach the goal."""
    rules, past = case.rules, [*case.history, case.root]
    prover, found = rules.turn(case.root), set()
    for move in rules.moves(case.root) if rules.outcome(case.root) is None else ():
        target = rules.play(case.root, move)
        if rules.repetition == "draw" and target in past:
            reached = goal == "draw-or-better"
        elif rules.turn(target) == prover:
            reached = brute.solve(rules, target, goal, past)
        else:
            reached = not brute.solve(rules, target, GOALS[goal == "win"], past)
        if reached:
            found.add(rules.move_text(case.root, move))
    return found


def test_all_moves() -> None:
    """Searches of single moves share a length table, in the twin as well, and no winning move stays open."""
    shared = 0
    for case, goal, way in map(question, range(300)):
        about = f"{case}, {goal}, {way}"
        found = compiled(case, goal, way, all_moves=True)
        assert found.winning_moves is not None, about
        assert found.unsettled_moves is not None, about
        right = winning_moves(case, goal)
        winning, unsettled = set(found.winning_moves), set(found.unsettled_moves)
        assert winning == (right if goal == "win" else right - unsettled), about
        assert not unsettled or case.rules.repetition == "draw", about

        whole = searched(case, goal, way, lengths=LengthTable())
        nodes, table = whole.nodes, whole.problem.lengths
        verdicts = {"proven": {*found.line[:1]} if whole.verdict == "proven" else set(), "unknown": set[str]()}
        for move in case.rules.moves(case.root) if case.rules.outcome(case.root) is None else ():
            name = case.rules.move_text(case.root, move)
            if whole.verdict != "disproven" and name not in verdicts["proven"]:
                one = searched(case, goal, way, only_move=move, lengths=table)
                nodes += one.nodes
                verdicts.setdefault(one.verdict, set()).add(name)
                shared += 1
        assert (verdicts["proven"], verdicts["unknown"], nodes) == (winning, unsettled, found.nodes), about
        # The root is another question with one move alone.
        assert false_lengths(whole, case, goal) == [], about
    assert shared > 300


def test_auto_leaves_nothing_open() -> None:
    for case, goal, _ in map(question, range(400)):
        position = _core.position(case.game, case.text, case.options)
        found = _core.solve(position, _core.Question(goal, "auto", {}))
        truth = "proven" if brute.solve(case.rules, case.root, goal, case.history) else "disproven"
        assert (found.verdict, found.reason) == (truth, None), f"{case}, {goal}"
        assert found.certificate is not None, f"{case}, {goal}"


# Lengths


def test_lengths_without_a_limit() -> None:
    """What is found is long enough; a disproof is forever."""
    for case, goal, way in map(question, range(400)):
        twin = searched(case, goal, way)
        needed = lengths(case, winner(case, goal)).get(case.root)
        if twin.win is not None:
            assert needed is not None, case
            assert twin.win >= needed, case
        if twin.no_win_within:
            assert (twin.no_win_within, needed) == (NEVER, None), case


def test_limits() -> None:
    """With N moves left: exactly those positions are won that can be, and stored lengths are true for all limits."""
    verdicts = Counter[str]()
    for case, goal, way in map(question, range(300)):
        needed = lengths(case, winner(case, goal)).get(case.root)
        order = random.Random(f"limits {case.seed}").sample(range(1, 7), 4)
        table = LengthTable()
        for left in [*order, None]:
            for known in (None, table):
                found = searched(case, goal, way, left=left, lengths=known)
                about = f"{case}, {goal}, {way}, left {left}"
                wins = needed is not None and (left is None or needed <= left)
                if left is not None or found.verdict != "unknown":
                    assert found.verdict == ("proven" if wins == (goal == "win") else "disproven"), (known, about)
                    verdicts[found.verdict] += 1
                assert false_lengths(found, case, goal) == [], (known, about)
    assert min(verdicts[verdict] for verdict in ("proven", "disproven")) > 300, verdicts


def test_shortest_wins() -> None:
    seen = Counter[int | None]()
    for case, _, way in map(question, range(600)):
        needed = lengths(case, case.rules.turn(case.root)).get(case.root)
        found = shortest(case.rules, case.root, LIMIT, epsilon=way.epsilon, others=way.others, history=case.history)
        assert found.win == needed, f"{case}, {way}"
        if needed is not None and needed > 0:
            assert (found.no_win_within, found.reason) == (needed - 1, None), f"{case}, {way}"
        assert false_lengths(found.questions[-1], case, "win") == [], f"{case}, {way}"
        seen[needed] += 1
    assert min(seen[length] for length in (None, 1, 2, 3, 4)) > 5, seen


def test_first_numbers_are_estimates() -> None:
    """They change the way, not the answer."""
    changed = 0
    for case, goal, way in map(question, range(200)):

        def first(position: Any, move: Any, seed: int = case.seed) -> tuple[int, int]:
            rng = random.Random(f"{seed} {position} {move}")
            return rng.randint(1, 9), rng.randint(1, 9)

        found = searched(case, goal, way, first_numbers=first)
        assert_right(case, goal, found.verdict, found.reason, f"{case}, {goal}, {way}")
        assert false_lengths(found, case, goal) == [], (case, goal, way)
        assert found.nodes == found.expansions, f"{case}, {goal}, {way}: moves are not made to be judged"
        lines = [entry[0] for entry in found.trace]
        changed += lines != [entry[0] for entry in searched(case, goal, way).trace]
    assert changed > 20


# What the repetition rule compares


class Counted:
    """A graph whose positions count the plies, which the repetition rule does not."""

    repetition = "draw"

    def __init__(self, text: str) -> None:
        self.graph = Graph(text)

    def start(self) -> tuple[str, int]:
        return self.graph.start(), 0

    def turn(self, position: tuple[str, int]) -> int:
        return self.graph.turn(position[0])

    def outcome(self, position: tuple[str, int]) -> Any:
        return self.graph.outcome(position[0])

    def moves(self, position: tuple[str, int]) -> Any:
        return self.graph.moves(position[0])

    def play(self, position: tuple[str, int], move: str) -> tuple[str, int]:
        return self.graph.play(position[0], move), position[1] + 1

    def repetition_key(self, position: tuple[str, int]) -> str:
        return position[0]


def test_games_with_a_repetition_key() -> None:
    """Without it these searches would not end."""
    for seed in range(150):
        text = random_graph(random.Random(f"counted {seed}"))
        game, plain, goal = Counted(text), Graph(text), GOALS[seed % 2]
        position = _core.python_position(game, game.start())
        found = _core.solve(position, _core.Question(goal, "forced-win", {}, trace=True, max_nodes=LIMIT))
        assert_same(found, forced_win.search(game, game.start(), goal, max_nodes=LIMIT), text)
        twin = forced_win.search(plain, plain.start(), goal, max_nodes=LIMIT)
        assert (found.verdict, found.reason, found.nodes) == (twin.verdict, twin.reason, twin.nodes), text


# Depth, limits and refusals


@pytest.mark.parametrize(
    ("end", "goal", "verdict", "reason"),
    [
        ("win", "win", "proven", None),
        ("draw", "win", "disproven", None),
        ("loss", "draw-or-better", "disproven", None),
        ("draw", "draw-or-better", "proven", None),
        ("back", "win", "unknown", "numbers"),
    ],
)
def test_depth_is_no_limit(end: str, goal: str, verdict: str, reason: str | None) -> None:
    text = corridor(PLIES, end, asides=False)
    result = pnyx.solve(pnyx.position("graph", text), goal, "forced-win")
    twin = forced_win.search(Graph(text), "n0", goal)
    assert (result.verdict, twin.verdict) == (verdict, verdict)
    assert (result.reason, twin.reason) == (reason, reason)
    assert (result.nodes, result.proof, result.disproof) == (twin.nodes, twin.proof, twin.disproof)


def test_nodes_are_limited() -> None:
    questions = map(question, range(500))
    solved = (asked for asked in questions if searched(*asked).verdict != "unknown")
    case, goal, way = next(asked for asked in solved if 100 < searched(*asked).nodes < 200)
    whole = searched(case, goal, way)
    for most in range(1, whole.nodes + 2):
        found, twin = compiled(case, goal, way, most), searched(case, goal, way, most)
        assert_same(found, twin, f"{most} nodes")
        if twin.verdict == "unknown":
            assert (twin.reason, twin.nodes >= most) == ("nodes", True), most
        else:
            assert (twin.verdict, twin.nodes) == (whole.verdict, whole.nodes), most


def test_super_ko_is_refused_with_the_reason() -> None:
    text = "repetition illegal; A max: B C; B min: A; C = win"
    with pytest.raises(InputError, match="forced-win cannot search games in which repeating a position is illegal"):
        pnyx.solve(text, "win", "forced-win", game="graph")
    with pytest.raises(InputError, match="forced_win cannot search games in which repeating a position is illegal"):
        forced_win.search(Graph(text), "A")
    assert pnyx.solve(text, "win", "auto", game="graph").proven


def test_other_goals_are_refused() -> None:
    with pytest.raises(InputError, match="expected the goal to be one of win, mate, draw-or-better"):
        forced_win.search(Graph("A max: B; B = win"), "A", "stalemate")


def test_a_position_without_moves_or_outcome_is_refused() -> None:
    class Stuck(Counted):
        def moves(self, position: tuple[str, int]) -> Any:
            return [] if position[0] == "B" else super().moves(position)

    game = Stuck("A max: B; B min: C; C = win")
    with pytest.raises(pnyx.ContractError):
        pnyx.solve(game, "win", "forced-win")
    with pytest.raises(InputError, match="expected at least one move"):
        forced_win.search(game, game.start())
