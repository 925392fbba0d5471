"""What the tests of `pds`, `pn-star` and `pds-pn` share: ways to search, and both searches of a question."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from pnyx import _core
from pnyx.reference import pds, pds_pn, pn_star
from pnyx.reference.depth_first import DepthFirstResult
from pnyx.reference.df_pn_problem import Ghi
from support.cases import Case

ALGORITHMS = ("pds", "pn-star", "pds-pn")
METHODS: tuple[Ghi, ...] = ("full", "sim", "dup", "ignore")


@dataclass(frozen=True)
class Way:
    """How to search. What only `pds-pn` knows is for it alone."""

    algorithm: str
    ghi: Ghi = "full"
    init: Literal["mobility", "unit"] = "mobility"
    a: int = 450_000
    b: int = 300_000
    stored: int = 1_000_000

    @classmethod
    def random(cls, rng: random.Random, algorithm: str, ghi: Ghi) -> Way:
        """One way to search with this method. Of small graphs, the second level must not see everything at once."""
        if algorithm != "pds-pn":
            return cls(algorithm, ghi)
        init: Literal["mobility", "unit"] = rng.choice(("mobility", "unit"))
        return cls(algorithm, ghi, init, rng.choice((1, 4, 20)), rng.choice((1, 4, 20)), rng.choice((4, 20, 100)))

    def texts(self, table: str = "exact") -> dict[str, str]:
        """The same for the compiled search."""
        options = {"ghi": self.ghi, "table": table}
        if self.algorithm == "pds-pn":
            options |= {"init": self.init, "a": str(self.a), "b": str(self.b), "stored": str(self.stored)}
        return options


def ways(seed: int) -> list[Way]:
    """The ways in which the question of this number is searched, by each algorithm and with each method."""
    rng = random.Random(f"ways {seed}")
    return [Way.random(rng, algorithm, ghi) for algorithm in ALGORITHMS for ghi in METHODS]


def compiled(case: Case, goal: str, way: Way, max_nodes: int | None = None) -> _core.Solution:
    position = _core.position(case.game, case.text, case.options)
    return _core.solve(position, _core.Question(goal, way.algorithm, way.texts(), trace=True, max_nodes=max_nodes))


def searched(case: Case, goal: str, way: Way, max_nodes: int | None = None) -> DepthFirstResult:
    """The answer of the search in Python."""
    rules, root, past = case.rules, case.root, case.history
    if way.algorithm == "pds-pn":
        return pds_pn.search(
            rules,
            root,
            goal,
            ghi=way.ghi,
            init=way.init,
            a=way.a,
            b=way.b,
            stored=way.stored,
            max_nodes=max_nodes,
            history=past,
        )
    search = {"pds": pds.search, "pn-star": pn_star.search}[way.algorithm]
    return search(rules, root, goal, ghi=way.ghi, max_nodes=max_nodes, history=past)


def assert_same(found: _core.Solution, twin: DepthFirstResult, about: str) -> None:
    """Both searches went the same way, counted the same and say the same, but for verdicts without certificates."""
    assert found.trace == twin.trace, about
    counted = (found.nodes, found.generated, found.proof, found.disproof)
    assert counted == (twin.nodes, twin.generated, twin.proof, twin.disproof), about
    simulated = (found.simulation_calls, found.simulation_failed, found.simulation_nodes)
    assert simulated == (twin.simulation.calls, twin.simulation.failed, twin.simulation.nodes), about
    if twin.problem.ghi == "ignore" and twin.verdict != "unknown" and found.verdict == "unknown":
        assert (found.reason or "").startswith("certificate failed: "), about
    else:
        assert (found.verdict, found.reason) == (twin.verdict, twin.reason), about
