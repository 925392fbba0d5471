"""The first level of a cluster on random graphs: never a wrong verdict, always progress."""

from __future__ import annotations

import random

import pytest

from pnyx.cluster.numbers import INFINITE, Node
from pnyx.cluster.questions import Effect
from pnyx.cluster.tree import NewChild, Tree
from pnyx.errors import InputError
from pnyx.reference.rules.graph import Graph
from support.cluster_cases import Case, play
from support.random_games import random_detours, random_graph

GOALS = ("win", "draw-or-better")


def cases(seed: int, repetition: str = "draw") -> list[Case]:
    rng = random.Random(seed)
    if repetition == "draw" and seed % 3 == 0:
        text = random_detours(rng, attacker=seed % 2, size=rng.choice((6, 10, 14)))
    else:
        text = random_graph(rng, repetition=repetition, largest=rng.choice((8, 14, 25)))  # type: ignore[arg-type]
    return [Case(Graph(text), goal) for goal in GOALS]


@pytest.mark.parametrize("chunk", range(10))
def test_verdicts_are_those_of_brute_force(chunk: int) -> None:
    for seed in range(chunk * 150, (chunk + 1) * 150):
        for case in cases(seed):
            rng = random.Random(seed)
            for workers, answers in ((1, 0.0), (3, 0.0), (3, 0.3), (20, 0.1)):
                play(case, rng, workers=workers, answers=answers)


@pytest.mark.parametrize("chunk", range(3))
def test_without_cycles_too(chunk: int) -> None:
    for seed in range(chunk * 100, (chunk + 1) * 100):
        for case in cases(seed, "impossible"):
            play(case, random.Random(seed), workers=4, answers=0.2)


@pytest.mark.parametrize("chunk", range(3))
def test_proof_numbers_are_those_of_the_slow_oracle(chunk: int) -> None:
    for seed in range(chunk * 60, (chunk + 1) * 60):
        for case in cases(seed):
            play(case, random.Random(seed), workers=3, answers=0.2, slow=True)


def test_a_cycle_where_none_can_be_is_an_error() -> None:
    tree = Tree("A", True, "impossible")
    tree.expand("A", [NewChild("b", "B", False)])
    with pytest.raises(InputError, match=r"is repeated, but the game declares repetition impossible.*misdeclared"):
        tree.expand("B", [NewChild("a", "A", True)])


@pytest.mark.parametrize("effect", ["fails", "satisfies"])
def test_numbers_are_the_provers_and_do_not_change_with_work(effect: Effect) -> None:
    tree = Tree("A", True, effect)
    tree.expand("A", [NewChild("b", "B", False, 3, 4), NewChild("c", "C", False, 5, 6)])
    assert tree.numbers() == (3, 10)
    tree.start("B")
    assert tree.numbers() == (3, 10)


def test_absurd_numbers_are_clamped() -> None:
    tree = Tree("A", True)
    assert tree.expand("A", [NewChild("b", "B", False, 0, 2**80), NewChild("c", "C", False, -5, 0)]) == []
    assert tree.verdict is None
    assert tree.numbers()[0] == 1


def test_two_moves_to_one_position_are_one_child() -> None:
    tree = Tree("A", True)
    tree.expand("A", [NewChild("b", "B", False, 3, 4), NewChild("c", "B", False, 3, 4)])
    assert tree.numbers() == (3, 4)


def _outcome_of_many() -> None:
    for seed in range(200):
        for case in cases(seed):
            play(case, random.Random(seed), workers=3, answers=0.2)


def test_noticed_when_positions_in_work_count_as_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def own_proof(node: Node) -> int:
        return INFINITE if node.working and node.value is None else right(node)

    right = Node.own_proof
    monkeypatch.setattr(Node, "own_proof", own_proof)
    monkeypatch.setattr(Tree, "_goes_round", lambda tree, candidates: [node for node in candidates if node.children])
    with pytest.raises((AssertionError, StopIteration)):
        _outcome_of_many()


def test_noticed_when_play_that_goes_round_is_never_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tree, "_goes_round", lambda tree, candidates: [])
    with pytest.raises((AssertionError, ValueError)):
        _outcome_of_many()


def test_noticed_when_one_lost_move_is_enough_for_the_attacker_to_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    def goes_round(tree: Tree, candidates: list[Node]) -> list[Node]:
        above = {id(p): p for node in candidates for p in node.parents if p.value is None and p.is_or}
        return [*candidates, *(node for node in above.values() if node not in candidates)]

    monkeypatch.setattr(Tree, "_goes_round", goes_round)
    with pytest.raises(AssertionError, match=r"is wrong|depends on"):
        _outcome_of_many()
