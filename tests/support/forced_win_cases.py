"""What the tests of `forced-win` share: random questions, both searches of them, true lengths, and false entries."""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from pnyx import _core
from pnyx.reference import forced_win
from pnyx.reference.forced_win import ForcedWinResult
from pnyx.reference.forced_win_lengths import NEVER, UNLIMITED, Known
from support.cases import GOALS, Case
from support.df_pn_cases import after_some_moves
from support.random_games import random_detours, random_graph

LIMIT = 20_000
"""Nodes for a random graph, which no right search of one needs."""


@dataclass(frozen=True)
class Way:
    """How to search."""

    epsilon: float = 0.25
    others: int = 64

    @classmethod
    def random(cls, rng: random.Random) -> Way:
        """One way to search. Where play can repeat, numbers that grow by 1 take forever to become hopeless."""
        return cls(epsilon=rng.choice((0.125, 0.25, 0.5, 1)), others=rng.choice((64, 1, 16, 256)))

    def texts(self) -> dict[str, str]:
        """The same for the compiled search."""
        return {"epsilon": str(self.epsilon), "others": str(self.others)}


def question(seed: int) -> tuple[Case, str, Way]:
    """The question of this number: four of five graphs have cycles, one of three questions has a history."""
    rng = random.Random(f"forced-win {seed}")
    goal = GOALS[seed // 5 % 2]
    if seed % 5 == 0:
        text = random_graph(rng, repetition="impossible", largest=20)
    elif seed % 5 == 1:
        # The attacker is whose win decides the goal, or the other one.
        far = seed % 10 == 1
        fan = (1, 2, 3, 3) if far else (1, 2, 2)
        text = random_detours(rng, attacker=rng.randrange(2), size=12 if far else 10, fan=fan, depth=3 if far else 2)
    else:
        text = random_graph(rng, largest=30 if seed % 5 == 2 else 14)
    if seed // 10 % 3 == 0:
        text = after_some_moves(rng, text)
    return Case.read(seed, "graph", text), goal, Way() if seed % 2 else Way.random(rng)


def compiled(case: Case, goal: str, way: Way, max_nodes: int | None = LIMIT, **how: Any) -> _core.Solution:
    position = _core.position(case.game, case.text, case.options)
    return _core.solve(
        position, _core.Question(goal, "forced-win", way.texts(), max_nodes=max_nodes, trace=True, **how)
    )


def searched(case: Case, goal: str, way: Way, max_nodes: int | None = LIMIT, **how: Any) -> ForcedWinResult:
    """The answer of the search in Python."""
    return forced_win.search(
        case.rules,
        case.root,
        goal,
        epsilon=way.epsilon,
        others=way.others,
        max_nodes=max_nodes,
        history=case.history,
        **how,
    )


def assert_same(found: _core.Solution, twin: ForcedWinResult, about: str) -> None:
    """Both searches went the same way, counted the same and say the same."""
    assert found.trace == twin.trace, about
    counted = (found.nodes, found.expansions, found.proof, found.disproof)
    assert counted == (twin.nodes, twin.expansions, twin.proof, twin.disproof), about
    assert (found.verdict, found.reason) == (twin.verdict, twin.reason), about


def winner(case: Case, goal: str) -> int:
    """Whose win decides the goal."""
    turn = case.rules.turn(case.root)
    return 1 - turn if goal == "draw-or-better" else turn


def lengths(case: Case, winner: int) -> Mapping[Hashable, int]:
    """How many own moves the winner needs, by position, by counting backwards; positions that are not won have none.

    A position of the history that is repeated is a draw.
    """
    game, past = case.rules, set(case.history) if case.rules.repetition == "draw" else set()
    after: dict[Hashable, list[Hashable]] = {case.root: []}
    waiting = [case.root]
    while waiting:
        position = waiting.pop()
        if game.outcome(position) is not None or (position in past and position != case.root):
            continue
        after[position] = [game.play(position, move) for move in game.moves(position)]
        fresh = [other for other in after[position] if other not in after]
        waiting.extend(fresh)
        after.update((other, []) for other in fresh)
    found: dict[Hashable, int] = {}
    changed = True
    while changed:
        before = dict(found)
        for position, others in after.items():
            known = [None if other in past else found.get(other) for other in others]
            won = [length for length in known if length is not None]
            if game.outcome(position) == winner:
                found[position] = 0
            elif won and game.turn(position) == winner:
                found[position] = min(won) + 1
            elif won and len(won) == len(others):
                found[position] = max(won)
        changed = found != before
    return found


def false_lengths(result: ForcedWinResult, case: Case, goal: str) -> list[tuple[Hashable, int, Known]]:
    """The entries that say something false about a position of a graph, or whose move does not do what it should."""
    game, side = case.rules, winner(case, goal)
    truth = lengths(case, side)
    past = set(case.history) if game.repetition == "draw" else set()

    def needs(position: Hashable, *, again: bool = True) -> int:
        return NEVER if again and position in past else truth.get(position, NEVER)

    def holds(known: Known, length: int) -> bool:
        return known.no_win_within in (0, NEVER if length == NEVER else 0) or known.no_win_within < length

    def is_true(position: Hashable, known: Known) -> bool:
        length = needs(position, again=position != case.root)
        if known.win < length or not holds(known, length):
            return False
        if known.best is None:
            return True
        after = needs(game.play(position, list(game.moves(position))[known.best]))
        if game.turn(position) == side:
            return known.win == NEVER or after < known.win
        return holds(known, after)

    return [
        (position, left, known)
        for (position, left), known in result.problem.lengths.table.items()
        if not is_true(position, known) or (left != UNLIMITED and (known.win, known.no_win_within) != (NEVER, 0))
    ]
