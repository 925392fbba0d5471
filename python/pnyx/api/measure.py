"""The size of the minimal tree and graph: `pnyx.measure`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from pnyx import _core
from pnyx._util.numbers import expect_whole
from pnyx.api.position import Position, as_position
from pnyx.api.solve import DEFAULT_MEMORY, Limit, read_limits
from pnyx.api.wording import why
from pnyx.errors import PnyxError


class NodeCounts(NamedTuple):
    """Nodes of a search by kind: leaves, interior nodes, and transpositions answered by the table."""

    leaf: int
    interior: int
    transposition: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.leaf + self.interior + self.transposition


@dataclass(frozen=True)
class Measures:
    """The size of a search, and of the minimal tree and graph, with the best moves known beforehand (Plaat 1996,
    chapter 5)."""

    position: Position
    depth: int
    value: int
    may_hide_repetition: bool
    """Whether the table may have hidden a draw by repetition: the value may be wrong then."""
    searched: NodeCounts
    """The last iteration of Aspiration NegaScout."""
    cuts: list[tuple[int, int]]
    """By ply of it: nodes that were cut, and those of them that were cut by the first move."""
    minimal_tree: NodeCounts
    minimal_graph: NodeCounts
    """The left-first minimal graph."""
    minimal_graph_etc: NodeCounts
    """The same with enhanced transposition cut-offs: an approximation of the real minimal graph."""
    cheap_graph: NodeCounts | None
    """The graph after the cheapest cut-offs were looked for in the last plies."""
    cheap_graph_etc: NodeCounts | None


def measure(
    position: Any,
    depth: int,
    *,
    game: Any = None,
    minimaxed: int = 0,
    quiescence: bool = False,
    limit: Limit | None = None,
    stop: _core.StopFlag | None = None,
) -> Measures:
    """Measure the minimal tree and the minimal graph of a search of this depth.

    The value is found first, by Aspiration NegaScout with iterative deepening. Then the search is repeated with the
    best move of every position known: without transpositions it visits the minimal tree, with them the left-first
    minimal graph. `minimaxed` is the number of last plies that are looked through for cheaper cut-offs. A limit that is
    hit raises a `PnyxError`, because half a measure means nothing.

    >>> import pnyx
    >>> measures = pnyx.measure(pnyx.position("othello"), 4)
    >>> measures.minimal_graph.total <= measures.minimal_tree.total <= measures.searched.total
    True
    """
    root = as_position(position, game)
    for name, number, least in (("depth", depth, 1), ("minimaxed", minimaxed, 0)):
        expect_whole(name, number, least, 60)
    budget = read_limits(limit)
    found, reason = _core.measure(
        root.native,
        depth,
        minimaxed=minimaxed,
        quiescence=quiescence,
        max_nodes=budget.nodes,
        max_seconds=None if budget.seconds is None else float(budget.seconds),
        max_memory=DEFAULT_MEMORY if budget.memory is None else budget.memory,
        stop=stop,
    )
    if found is None:
        raise PnyxError(f"not measured: {why(reason or 'stopped')}")
    return Measures(
        position=root,
        depth=depth,
        value=found.value,
        may_hide_repetition=found.may_hide_repetition,
        searched=NodeCounts(*found.searched),
        cuts=found.cuts,
        minimal_tree=NodeCounts(*found.tree),
        minimal_graph=NodeCounts(*found.graph),
        minimal_graph_etc=NodeCounts(*found.graph_etc),
        cheap_graph=None if found.cheap is None else NodeCounts(*found.cheap),
        cheap_graph_etc=None if found.cheap_etc is None else NodeCounts(*found.cheap_etc),
    )
