"""The shortest win, looked for from above and from below by `forced_win`."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pnyx.game import Game
from pnyx.reference.forced_win import ForcedWinResult, Reason, search
from pnyx.reference.forced_win_lengths import NEVER, UNLIMITED, LengthTable

FIRST_TURN: Final = 1 << 13
"""Nodes of the first turn from above, when the shortest win is looked for. Each turn has twice as many as the last."""

BELOW: Final = 4
"""From below there are a share of these."""

UNLIMITED_NODES: Final = 2**64 - 1


@dataclass(frozen=True)
class Shortest:
    """What is known about the shortest win: its length, for how many moves there is none, and why the two do not
    meet."""

    win: int | None
    no_win_within: int
    reason: Reason | None
    nodes: int
    questions: tuple[ForcedWinResult, ...] = field(repr=False)


def shortest(game: Game[Any, Any], position: Hashable, max_nodes: int | None = None, **how: Any) -> Shortest:
    """Look for the shortest win, from above and from below, until they meet. All searches share their length table.

    >>> from pnyx.reference.rules.graph import Graph
    >>> shortest(Graph("A max: B C; B min: A; C min: D; D max: W; W = win"), "A")
    Shortest(win=2, no_win_within=1, reason=None, nodes=22)
    """
    pincers = Pincers(game, position, max_nodes, how)
    pincers.close()
    return pincers.known


class Pincers:
    """Two searches that take turns. From above: any win, then a shorter one than the last. From below: a win within one
    move, within two, and so on."""

    def __init__(self, game: Game[Any, Any], position: Hashable, max_nodes: int | None, how: dict[str, Any]) -> None:
        self.game, self.position, self.max_nodes = game, position, max_nodes
        self.how = {"lengths": LengthTable(), **how}
        self.known = Shortest(None, 0, None, 0, ())

    def close(self) -> None:
        """Take turns until all is known."""
        turn = FIRST_TURN
        while True:
            for below, nodes in ((False, turn), (True, turn // BELOW)):
                while nodes > 0:
                    before = self.known.nodes
                    if not self.search(below, nodes):
                        break
                    if self.is_done():
                        return
                    nodes -= self.known.nodes - before
            turn *= 2

    def is_done(self) -> bool:
        """Whether the two have met, or cannot meet."""
        win, no_win_within = self.known.win, self.known.no_win_within
        return self.known.reason is not None or no_win_within == NEVER or (win is not None and win <= no_win_within + 1)

    def search(self, below: bool, nodes: int) -> bool:
        """One search, of at most N nodes. Returns whether it came to an end."""
        known = self.known
        left = known.no_win_within + 1 if below else UNLIMITED if known.win is None else known.win - 1
        rest = UNLIMITED_NODES if self.max_nodes is None else max(self.max_nodes - known.nodes, 0)
        found = search(self.game, self.position, left=left, max_nodes=min(nodes, rest), **self.how)
        questions = (*known.questions, found)
        self.known = known = replace(known, nodes=known.nodes + found.nodes, questions=questions)
        if found.verdict == "proven":
            assert found.win is not None
            self.known = replace(known, win=found.win if known.win is None else min(known.win, found.win))
        elif found.verdict == "disproven":
            self.known = replace(known, no_win_within=max(known.no_win_within, found.no_win_within))
        elif found.reason == "nodes" and nodes < rest:
            return False
        else:
            self.known = replace(known, reason=found.reason)
        return True
