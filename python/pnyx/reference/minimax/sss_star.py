"""SSS* and DUAL*: Stockman's list of states, the most promising first.

Paper
    G. C. Stockman, "A minimax algorithm better than alpha-beta?" (1979), with M. Campbell's correction, as printed in
    A. Plaat, *Research Re: Search & Re-Search* (1996), Figure 2.17; a trace is in Figures A.7 to A.13.

What it answers
    The value of the root. The game is searched as a tree: what is reached on two lines is two nodes.

Deviations and errata
    - Step (2) says that OPEN is kept in non-decreasing order of merit; non-increasing is meant.
    - The table speaks of the types of nodes and of their first children, and players alternate. Here operators 5 and 6
      go by the type of the node, and 1, 2 and 3 by that of its parent, so that players need not alternate.
    - DUAL* is the same list seen from Min: max and min change places, and values their sign.

What counts as a node
    Leaf nodes are evaluated (operator 4), interior nodes are those that are replaced by children (operators 5 and 6).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from pnyx.reference.minimax.search_context import INFINITY, Found, Node, Problem

LIVE: Final = "L"
SOLVED: Final = "S"


class State(NamedTuple):
    """An entry of OPEN: a node, whether it is live or solved, and its merit."""

    n: Node
    s: Literal["L", "S"]
    h: int


class Stockman:
    """The tree as one of the two players sees it, and the list."""

    def __init__(self, problem: Problem, dual: bool) -> None:
        self.problem, self.dual = problem, dual
        self.root = problem.root
        self.open = [State(self.root, LIVE, INFINITY)]
        self.families: dict[Node, list[Node]] = {}
        self.best: Node | None = None
        self.entered = INFINITY
        """The merit with which the last child of a min root was made live."""

    def is_max(self, n: Node) -> bool:
        """The type of a node."""
        return n.is_max != self.dual

    def children(self, n: Node) -> list[Node]:
        """All children of a node, in the order of the game."""
        if n not in self.families:
            self.problem.expand(n)
            n.moves.sort()
            above = {line.key: line.ply for line in upwards(n)} if self.problem.repetition == "draw" else {}
            family = list(self.problem.children(n))
            for child in family:
                if child.repeats is None:
                    child.repeats = above.get(child.key)
            self.families[n] = family
        return self.families[n]

    def next(self, n: Node) -> Node | None:
        """The next brother."""
        assert n.parent is not None
        return next((child for child in self.families[n.parent] if child.place == n.place + 1), None)

    def value(self, n: Node) -> int:
        """The value of a leaf."""
        value = self.problem.count_leaf(n)
        return -value if self.dual else value

    def gamma(self, state: State) -> int:
        """The operator that fits a state; its output is put on OPEN."""
        n, s, h = state
        if s == SOLVED:
            m = n.parent
            assert m is not None
            if self.is_max(m):
                self.stack(State(m, SOLVED, h))
                self.purge(m)
                self.best = n if m is self.root else self.best
                return 1
            if m is self.root and h < self.entered:
                self.best, self.entered = n, h
            brother = self.next(n)
            if brother is not None:
                self.stack(State(brother, LIVE, h))
                return 2
            self.stack(State(m, SOLVED, h))
            return 3
        if self.problem.is_leaf(n):
            self.queue(State(n, SOLVED, min(h, self.value(n))))
            return 4
        family = self.children(n)
        self.problem.interior_nodes += 1
        if not self.is_max(n):
            self.stack(State(family[0], LIVE, h))
            return 5
        self.open[:0] = [State(child, LIVE, h) for child in family]
        return 6

    def stack(self, state: State) -> None:
        """Put a state on top of OPEN."""
        self.open.insert(0, state)

    def queue(self, state: State) -> None:
        """Put a state in front of all of lesser merit; ties are resolved left first."""
        place = 0
        while place < len(self.open) and not goes_before(state, self.open[place]):
            place += 1
        self.open.insert(place, state)

    def purge(self, m: Node) -> None:
        """Remove all states below a node."""
        self.open = [state for state in self.open if state.n is m or m not in upwards(state.n)]


def goes_before(state: State, other: State) -> bool:
    """Whether a state has more merit, or is to the left with the same."""
    return state.h > other.h or (state.h == other.h and places(state.n) < places(other.n))


def places(n: Node) -> list[int]:
    """The places of the moves to a node: smaller is further to the left."""
    return [line.place for line in upwards(n)][-2::-1]


def upwards(n: Node | None) -> Iterator[Node]:
    """A node, its parent, and so on up to the root."""
    while n is not None:
        yield n
        n = n.parent


def sss_star(problem: Problem, dual: bool = False) -> Found:
    """Figure 2.17: the value of the root, and its best child."""
    stockman = Stockman(problem, dual)
    while True:
        state = stockman.open.pop(0)
        if state.n is stockman.root and state.s == SOLVED:
            return Found(-state.h if dual else state.h, "exact", stockman.best)
        operator = stockman.gamma(state)
        if problem.traces:
            entries = [(problem.line_to(n), s, h) for n, s, h in stockman.open]
            problem.rows.append((operator, problem.line_to(state.n), entries))


def dual_star(problem: Problem) -> Found:
    """SSS* as Min sees it."""
    return sss_star(problem, dual=True)


def search_root(problem: Problem, guess: int) -> Found:
    """The root's value, from above."""
    return sss_star(problem)


def search_root_from_min(problem: Problem, guess: int) -> Found:
    """The root's value, from below."""
    return dual_star(problem)
