"""Proof-number search that joins all transpositions, and can go wrong.

Paper
    M. Schijf, L. V. Allis, J. W. H. M. Uiterwijk, *Proof-Number Search and Transpositions* (1994), as described and
    measured by D. M. Breuker, H. J. van den Herik, J. W. H. M. Uiterwijk, L. V. Allis, *A solution to the GHI problem
    for best-first search* (2001), sections 3 and 6. The loop is in `pn_graph`.

What it answers
    Whether the side to move at the root (the prover) can force the goal; but a child that is an ancestor, by any chain
    of parents, counts as a repetition on all lines. So where a repetition fails the prover a disproof may be wrong, and
    where it satisfies the prover a proof; the other verdict is right. A verdict that may be wrong is unknown, and the
    reason says so, unless `unsafe` asks for it. One that was reached without any such leaf is right.

Deviations and errata
    - The ancestor may be above through solved nodes too.
    - The leaf in place of an ancestor is counted, and not stored. When the ancestor is proved, it becomes proved as
      well. (Where a repetition satisfies the prover: disproved.)

What counts as a node
    See `pn_graph`; cut-off leaves are nodes.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pnyx.game import DRAW, Game
from pnyx.reference.pn_graph import GraphResult, Joining, Node, Settings, joined_search, settle_cut_off

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Dcg(Joining):
    """Everything is joined, but for what would make a cycle."""

    cut = False
    """Whether any leaf was cut off."""

    def looks_up(self, position: Hashable, move: Any) -> bool:
        """Every position is."""
        return True

    def cut_off(self, ancestor: Node) -> Node | None:
        """A leaf of its own, settled as a repetition."""
        if self.problem.repetition == "impossible":
            return None
        leaf = Node(ancestor.position, ancestor.key, stands_for=ancestor)
        settle_cut_off(self.problem, leaf, ancestor)
        ancestor.cut_offs.append(leaf)
        self.cut = True
        return leaf


def search(
    game: Game[Any, Any], position: Hashable, goal: str = "win", *, unsafe: bool = False, **settings: Unpack[Settings]
) -> GraphResult:
    """Search a position of a game; `history` holds the positions that came before it.

    In the paper's Figure 3 the first player wins, because D leads to F and from there C is no repetition. Below C it
    is one, and the two are joined:

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("A max: B; B min: C D; C max: F E; D max: F; E min: W; F min: C G; G = win; W = win")
    >>> search(game, "A", init="unit").reason
    'unsafe: disproven'
    """
    found, joining = joined_search(Dcg, game, position, goal, settings)
    doubtful = "proven" if joining.problem.reached(DRAW) else "disproven"
    if joining.cut and found.verdict == doubtful and not unsafe:
        return replace(found, verdict="unknown", reason=f"unsafe: {doubtful}")
    return found
