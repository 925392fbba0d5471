"""What the pseudo-code of df-pn takes for granted: the question, the current line, and the transposition table.

A position has one table entry. What is kept there counts on every line that leads to the position, but for its twins:
each of these is a verdict that counts on one line only.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from pnyx.errors import InputError
from pnyx.game import DRAW, Game
from pnyx.reference.pn import INFINITY, LARGEST
from pnyx.reference.pn import Problem as PnProblem

Ghi: TypeAlias = Literal["full", "sim", "dup", "ignore", "nagai"]
Reason: TypeAlias = Literal["nodes", "numbers", "misdeclared"]

GHI: Final = ("full", "sim", "dup", "ignore", "nagai")

HISTORY: Final = 0
"""The ply of the positions before the root, whose own is 1."""

PATH_INDEPENDENT: Final = 2**32 - 1
"""The ply that a verdict depends on if it depends on no position of the line: later than all others."""


class Numbers(NamedTuple):
    """A proof number and a disproof number.

    >>> Numbers.verdict(True).solved, Numbers(1, 2).solved
    (True, None)
    """

    proof: int
    disproof: int

    @classmethod
    def verdict(cls, proven: bool) -> Numbers:
        """The numbers of a position in which the goal is, or is not, reached."""
        return cls(0, INFINITY) if proven else cls(INFINITY, 0)

    @property
    def solved(self) -> bool | None:
        """Whether they say that the goal is reached, if they say anything."""
        return True if self.proof == 0 else False if self.disproof == 0 else None


@dataclass(eq=False, slots=True)
class Line:
    """A line of play: what the repetition rule compares of its positions, in their order.

    Lines through the same keys are the same object, so lines are distinguished exactly.

    >>> root = Line("A")
    >>> root.after("B").after("C") is root.after("B").after("C"), root.after("B").after("C").ply
    (True, 3)
    """

    key: Hashable
    ply: int = HISTORY + 1
    above: Line | None = field(default=None, repr=False)
    longer: dict[Hashable, Line] = field(default_factory=dict, repr=False)

    def after(self, key: Hashable) -> Line:
        """The line with one more position."""
        if key not in self.longer:
            self.longer[key] = Line(key, self.ply + 1, self)
        return self.longer[key]


class Path:
    """The current line, and the plies at which its keys were first seen."""

    def __init__(self, root: Line, history: Iterable[Hashable]) -> None:
        self.line = root
        self.seen: dict[Hashable, int] = dict.fromkeys(history, HISTORY)
        self.seen.setdefault(root.key, root.ply)

    def push(self, line: Line) -> None:
        """Go on to a line that is longer by one position. Only moves that are exempt bring a key back."""
        self.line = line
        self.seen.setdefault(line.key, line.ply)

    def pop(self) -> None:
        """Go back to the position before the last one."""
        assert self.line.above is not None
        if self.seen[self.line.key] == self.line.ply:
            del self.seen[self.line.key]
        self.line = self.line.above


@dataclass(frozen=True)
class Twin:
    """A verdict on one line: whether the goal is reached, the place of the deciding move, and the smallest ply of an
    earlier position on the line that the verdict depends on."""

    proven: bool
    best: int | None
    depends_on_ply: int


@dataclass(eq=False, slots=True)
class Entry:
    """A position in the table. Its numbers are `None` as long as nothing is known that counts on all lines.

    `ply` is that of the shortest line on which it was searched. Twins are kept in the order in which their lines came.

    >>> entry = Entry()
    >>> entry.store(Numbers(2, 1), ply=5)
    >>> entry.store(Numbers(3, 1), ply=7)
    >>> entry.numbers, entry.ply
    (Numbers(proof=3, disproof=1), 5)
    >>> entry.store_twin(Line("A"), Twin(True, 0, depends_on_ply=1))
    >>> entry.numbers is None
    True
    """

    numbers: Numbers | None = None
    ply: int = 0
    twins: dict[Line, Twin] = field(default_factory=dict, repr=False)

    @property
    def verdict(self) -> bool | None:
        """The verdict that counts on all lines."""
        return None if self.numbers is None else self.numbers.solved

    def store(self, numbers: Numbers, ply: int) -> None:
        """TTstore, for what counts on all lines."""
        self.ply = ply if self.numbers is None else min(ply, self.ply)
        self.numbers = numbers

    def store_twin(self, line: Line, twin: Twin) -> None:
        """Section 3.1: a twin entry for the line. The base entry starts again."""
        if self.verdict is None:
            self.numbers = None
        self.twins[line] = twin


@dataclass
class Simulation:
    """How often solutions were tried on other lines, how often in vain, and the positions this took."""

    calls: int = 0
    failed: int = 0
    nodes: int = 0


class Problem(PnProblem):
    """A game, a root and a goal; how to search; the line, the table, and what has been counted.

    >>> from pnyx.reference.rules.graph import Graph
    >>> problem = Problem(Graph("A max: B C; B = win; C = draw"), "A", ghi="dup")
    >>> problem.ghi, problem.path.line, problem.table
    ('dup', Line(key='A', ply=1), {})
    """

    def __init__(
        self,
        game: Game[Any, Any],
        position: Hashable,
        goal: str = "win",
        *,
        ghi: Ghi = "full",
        init: str = "mobility",
        delayed: bool = False,
        epsilon: float = 0.5,
        tca: bool = True,
        sum_limit: int = 1 << 16,
        large: int = 1 << 20,
        max_nodes: int | None = None,
        history: Iterable[Hashable] = (),
    ) -> None:
        super().__init__(game, position, goal, init=init)
        if ghi not in GHI:
            raise InputError(f"expected ghi to be one of {', '.join(GHI)}, got {ghi!r:.60}")
        if ghi == "nagai" and self.repetition == "illegal":
            raise InputError(
                "df_pn with ghi='nagai' cannot search games in which repeating a position is illegal: whether a move "
                "is legal depends on the way to it, and it keeps no results for ways; use ghi='full'"
            )
        self.ghi, self.epsilon, self.tca, self.large = ghi, epsilon, tca, min(large, LARGEST)
        self.sum_limit = sum_limit
        self.delayed = delayed
        """Whether positions are evaluated when they are searched, not when they are generated."""
        self.simulation_ends = 0
        self.path = Path(Line(self.repetition_key(position)), map(self.repetition_key, history))
        self.table: dict[Hashable, Entry] = {}
        self.assumed_from: dict[int, int] = {}
        """The plies of nodes on the line that are assumed to be decided, and how many assumptions there were before."""
        self.assumed: list[Hashable] = []
        """Positions whose verdicts depend on these assumptions."""
        self.max_nodes = max_nodes
        self.reason: Reason | None = None
        self.nodes, self.generated = 0, 1
        self.second_level_expansions = 0
        self.simulation = Simulation()

    def out_of_nodes(self) -> bool:
        """Whether there have been as many nodes as there may be."""
        return self.max_nodes is not None and self.nodes >= self.max_nodes

    def repetition_key(self, position: Hashable) -> Hashable:
        """What the repetition rule compares, or would compare if there were one."""
        key: Hashable = self._key(position)
        return key

    def identity(self, position: Hashable) -> Hashable:
        """The table's key of a position. If a repetition is a draw, positions with the same key are the same."""
        return self.repetition_key(position) if self.repetition == "draw" else position

    def node_type(self, position: Hashable) -> Literal["OR", "AND"]:
        """OR if the prover is on move."""
        return "OR" if self.game.turn(position) == self.prover else "AND"

    def returns_to(self, position: Hashable, move: Any, key: Hashable) -> int | None:
        """The ply of the position that a move at the end of the line would repeat, where the rule minds that."""
        ply = self.path.seen.get(key)
        if ply is not None and self.repetition == "illegal" and self._exempt(position, move):
            return None
        return ply

    def drawn(self) -> bool:
        """Whether a draw reaches the goal."""
        return self.reached(DRAW)

    def depends_above(self, depends_on_ply: int, ply: int) -> int:
        """What a verdict on the position of this ply depends on, seen from above it.

        If a repetition is a draw, one that depends on nothing above its own position depends on nothing. If it is
        illegal, this is not enough (Figure 4): the positions below are forbidden to those who come from there.
        """
        return PATH_INDEPENDENT if self.repetition != "illegal" and depends_on_ply >= ply else depends_on_ply

    def counts_on_all_lines(self, depends_on_ply: int) -> bool:
        """Section 3.4: whether a verdict may be kept in the base entry."""
        if self.ghi == "full":
            return depends_on_ply == PATH_INDEPENDENT
        return self.ghi in ("ignore", "nagai")

    def store_verdict(self, key: Hashable, proven: bool, best: int | None, depends_on_ply: int) -> int:
        """TTstore, for a verdict on the last position of the line. Returns what it depends on, seen from above."""
        line = self.path.line
        depends_on_ply = self.depends_above(depends_on_ply, line.ply)
        entry = self.table.setdefault(key, Entry())
        if not self.counts_on_all_lines(depends_on_ply):
            entry.store_twin(line, Twin(proven, best, depends_on_ply))
            return depends_on_ply
        if self.assumed_from and proven == self.drawn():
            self.assumed.append(key)
        entry.store(Numbers.verdict(proven), line.ply)
        return PATH_INDEPENDENT if self.ghi == "ignore" else depends_on_ply

    def too_large(self, numbers: Numbers) -> bool:
        """Section 2.2.4: whether the number that a repetition makes infinite is too large to go on with."""
        return self.ghi == "nagai" and (numbers.disproof if self.drawn() else numbers.proof) >= self.large

    def with_large(self, numbers: Numbers, value: int) -> Numbers:
        """The same with another value for that number. The other one may be large and honest."""
        return numbers._replace(disproof=value) if self.drawn() else numbers._replace(proof=value)

    def end_assumption(self, numbers: Numbers) -> None:
        """The end of a node that was assumed to be decided: what was found below it counts only if it is what was
        assumed."""
        first = self.assumed_from.pop(self.path.line.ply)
        if numbers.solved != self.drawn():
            self.forget_assumed(first)
        elif not self.assumed_from:
            self.assumed.clear()

    def forget_assumed(self, first: int = 0) -> None:
        """Forget the verdicts that depend on assumptions, from this one on."""
        for key in self.assumed[first:]:
            self.table[key].numbers = None
        del self.assumed[first:]
