"""Proof-number search that joins transpositions unless that could make a cycle.

Paper
    M. Schijf, *Proof-Number Search and Transpositions* (1993), as described and measured by D. M. Breuker, H. J. van
    den Herik, J. W. H. M. Uiterwijk, L. V. Allis, *A solution to the GHI problem for best-first search* (2001),
    sections 3 and 6. The loop is in `pn_graph`.

What it answers
    Whether the side to move at the root (the prover) can force the goal. A position just reached by an irreversible
    move has no past that could be repeated, so it has the same value on all lines; where positions cannot repeat, every
    move is such a move. All other nodes are kept apart, and a position that is repeated on its line is a draw.

Deviations and errata
    - A position is looked up, and stored, only if an irreversible move has just led to it.
    - Proof and disproof numbers are upper bounds: what two children share is added twice. The verdict is not affected.

What counts as a node
    See `pn_graph`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from pnyx.game import Game
from pnyx.reference.pn_graph import GraphResult, Joining, Node, Settings, joined_search

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Dag(Joining):
    """Positions after irreversible moves are joined."""

    def looks_up(self, position: Hashable, move: Any) -> bool:
        """Whether the move is irreversible, as far as the game says."""
        is_irreversible = getattr(self.problem.game, "is_irreversible", lambda *_: False)
        return self.problem.repetition == "impossible" or bool(is_irreversible(position, move))

    def cut_off(self, ancestor: Node) -> None:
        """There is no way from such a position back to it."""
        return


def search(game: Game[Any, Any], position: Hashable, goal: str = "win", **settings: Unpack[Settings]) -> GraphResult:
    """Search a position of a game; `history` holds the positions that came before it.

    >>> from pnyx.reference.rules.tic_tac_toe import TicTacToe
    >>> from pnyx.reference import pn
    >>> position = TicTacToe().parse("X../.O./... x")
    >>> search(TicTacToe(), position).nodes < pn.search(TicTacToe(), position).nodes
    True
    """
    return joined_search(Dag, game, position, goal, settings)[0]
