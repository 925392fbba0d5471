"""Random questions for the first level of a cluster, and workers that know the truth but do not always answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pnyx.cluster.numbers import INFINITE, Node
from pnyx.cluster.questions import Effect
from pnyx.cluster.storing import Fact
from pnyx.cluster.tree import NewChild, Tree
from pnyx.reference import brute
from pnyx.reference.rules.graph import Graph


@dataclass
class Case:
    """A graph, a goal, and for every position whether the prover reaches it."""

    game: Graph
    goal: str
    truth: dict[str, bool] = field(init=False)
    effect: Effect = field(init=False)

    def __post_init__(self) -> None:
        self.truth = brute.values(self.game, self.root, self.goal)
        effects: dict[bool, Effect] = {True: "satisfies", False: "fails"}
        drawish = effects[self.goal == "draw-or-better"]
        self.effect = "impossible" if self.game.repetition == "impossible" else drawish

    @property
    def root(self) -> str:
        return self.game.start()

    @property
    def prover(self) -> int:
        return self.game.turn(self.root)

    def tree(self) -> Tree:
        return Tree(self.root, True, self.effect)

    def verdict(self, position: str) -> Any:
        return "proven" if self.truth[position] else "disproven"

    def children(self, position: str, numbers: Callable[[], int]) -> list[NewChild]:
        """What an expansion finds; final positions are known."""
        found = []
        for move in self.game.moves(position):
            after = self.game.play(position, move)
            over = self.game.outcome(after) is not None
            turn = self.game.turn(after) == self.prover
            found.append(NewChild(move, after, turn, numbers(), numbers(), self.verdict(after) if over else None))
        return found


def expect_facts(case: Case, known: dict[str, Fact], batch: list[Fact]) -> None:
    """Every fact is true, and is shown by earlier ones; those of one batch may depend on each other where a cycle
    is what the verdict wants."""
    round_wins = {"fails": "disproven", "satisfies": "proven", "impossible": None}[case.effect]
    together = {fact.position: fact for fact in batch}
    for fact in batch:
        assert fact.verdict == case.verdict(fact.position), f"{fact} is wrong"
        assert fact.position not in known
        if fact.job is None:
            chooses = (case.game.turn(fact.position) == case.prover) == (fact.verdict == "proven")
            assert (fact.move is not None) == chooses
            moves = case.game.moves(fact.position) if fact.move is None else [fact.move]
            for after in (case.game.play(fact.position, move) for move in moves):
                shown = case.game.outcome(after) is not None or after in known
                shown = shown or (fact.verdict == round_wins and after in together)
                assert shown, f"{fact} depends on {after}"
                assert case.verdict(after) == fact.verdict, f"{fact} is wrong"
        known[fact.position] = fact


def open_nodes(tree: Tree) -> list[Node]:
    """The open positions under the root."""
    root = tree._root
    found = {id(root): root} if root.value is None else {}
    stack = list(found.values())
    while stack:
        for child in stack.pop().children or []:
            if child.value is None and id(child) not in found:
                found[id(child)] = child
                stack.append(child)
    return list(found.values())


def slow_proofs(tree: Tree) -> dict[str, int]:
    """Proof numbers by going down from infinity until nothing changes."""
    numbers = dict.fromkeys(tree._nodes, INFINITE)
    changed = True
    while changed:
        changed = False
        for position, node in tree._nodes.items():
            if node.value is not None or node.children is None:
                number = node.own_proof()
            else:
                below = [numbers[child.position] for child in node.children]
                number = min(min(below) if node.is_or else sum(below), INFINITE - 1) + 1
            changed = changed or number != numbers[position]
            numbers[position] = number
    return numbers


def play(
    case: Case, rng: random.Random, *, workers: int, answers: float, fails: float = 0.05, slow: bool = False
) -> int:
    """Settle a case with workers that finish in any order; gives the jobs it took."""
    tree, known = case.tree(), dict[str, Fact]()
    working: list[str] = []
    jobs = 0

    def numbers() -> int:
        return rng.choice((1, 1, 2, 5, 1000))

    while tree.verdict is None:
        leaf = tree.select() if len(working) < workers else None
        if len(working) < workers and leaf is None:
            free = [node for node in open_nodes(tree) if node.children is None and not node.working]
            assert working
            assert not free
        if leaf is not None and (not working or rng.random() < 0.6):
            assert tree.is_leaf(leaf.position)
            assert leaf.position not in working
            assert len(set(leaf.positions)) == len(leaf.positions), "the line has a cycle"
            tree.start(leaf.position)
            working.append(leaf.position)
            continue
        position = working.pop(rng.randrange(len(working)))
        jobs += 1
        assert jobs < 20 * len(case.truth), "there is no progress"
        if rng.random() < fails:
            tree.release(position)
        elif rng.random() < answers:
            expect_facts(case, known, tree.settle(position, case.verdict(position), job=jobs))
        else:
            expect_facts(case, known, tree.expand(position, case.children(position, numbers)))
        if slow:
            expected = slow_proofs(tree)
            for node in open_nodes(tree):
                assert node.proof == expected[node.position] < INFINITE
    assert tree.verdict == case.verdict(case.root)
    return jobs
