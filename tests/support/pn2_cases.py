"""What the tests of `pn2` share: ways to search, and both searches of a question."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from pnyx import _core
from pnyx.reference import pn2
from pnyx.reference.pn2 import Pn2Result
from support.cases import Case


@dataclass(frozen=True)
class Options:
    """How to search. With so small a first level the second grows only if `a` and `b` are small, too."""

    init: Literal["mobility", "unit"] = "mobility"
    a: int = 20
    b: int = 10
    stored: int = 1_000_000
    recycle: bool = True

    @classmethod
    def random(cls, rng: random.Random) -> Options:
        """One way to search."""
        return cls(
            init=rng.choice(("mobility", "unit")),
            a=rng.choice((1, 5, 20, 50)),
            b=rng.choice((1, 5, 10)),
            stored=rng.choice((10, 30, 1_000_000, 1_000_000)),
            recycle=rng.random() < 0.7,
        )

    def texts(self) -> dict[str, str]:
        """The same for the compiled search."""
        return {
            "init": self.init,
            "a": str(self.a),
            "b": str(self.b),
            "stored": str(self.stored),
            "recycle": "on" if self.recycle else "off",
        }


def compiled(case: Case, goal: str, options: Options, max_nodes: int | None = None) -> _core.Solution:
    position = _core.position(case.game, case.text, case.options)
    return _core.solve(position, _core.Question(goal, "pn2", options.texts(), trace=True, max_nodes=max_nodes))


def searched(case: Case, goal: str, options: Options, max_nodes: int | None = None) -> Pn2Result:
    """The answer of the search in Python."""
    return pn2.search(
        case.rules,
        case.root,
        goal,
        init=options.init,
        a=options.a,
        b=options.b,
        stored=options.stored,
        recycle=options.recycle,
        max_nodes=max_nodes,
        history=case.history,
    )


def assert_same(found: _core.Solution, twin: Pn2Result, about: str) -> None:
    """Both searches went the same way, counted the same and say the same."""
    assert found.trace == twin.trace, about
    counted = (found.nodes, found.generated, found.expansions, found.proof, found.disproof)
    assert counted == (twin.nodes, twin.nodes, twin.expansions, twin.proof, twin.disproof), about
    assert (found.verdict, found.reason) == (twin.verdict, twin.reason), about
