"""What the tests of the base-twin algorithm share."""

from __future__ import annotations

import random

from pnyx import _core
from support.cases import Case
from support.random_games import random_detours

DETOURS = 2_000


def compiled(case: Case, goal: str, init: str) -> _core.Solution:
    position = _core.position(case.game, case.text, case.options)
    return _core.solve(position, _core.Question(goal, "pn-bta", {"init": init}, trace=True))


def detours(seed: int) -> Case:
    """Wins that are far away; the attacker is the one whom the goal of the same number needs."""
    return Case.read(seed, "graph", random_detours(random.Random(f"detours {seed}"), attacker=seed % 2))
