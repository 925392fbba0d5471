"""How `pnyx.moves` shares its limit among moves: a short round for all, then longer ones for those still unknown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from pnyx import _core
from pnyx.api.goal import Goal, limited_goals, read_goal
from pnyx.api.position import Position
from pnyx.api.shortest import shortest
from pnyx.api.small_table import SMALL, small_table
from pnyx.api.solve import Limit, Progress, solve
from pnyx.api.table import Table
from pnyx.api.value import GameValue, value
from pnyx.api.walked import passed

_FOR_A_MOVE: Final = 1_000_000
_IF_SLOW: Final = 100_000
"""Nodes for each move where nobody set a limit, and if the rules are written in Python."""

_ROUNDS: Final = (1 / 16, 1 / 4, 1.0)
"""The part of what is left that each round may take."""

_LEAST_POSITIONS: Final = 1_000
_LEAST_NODES: Final = 100
_LEAST_SECONDS: Final = 0.01

Settle = Callable[[str, tuple[GameValue, ...], str | None, int], bool]
"""Takes what a search says of a move: the values possible for the player on move after it, the reason, the nodes. It
returns whether the move's value is known now."""


class Rounds:
    """The searches about the moves of a position, within one limit."""

    def __init__(
        self, after: Mapping[str, Position], limit: Limit, stop: _core.StopFlag | None, *, slow: bool = False
    ) -> None:
        self._after, self._memory, self._stop = after, limit.memory, stop
        self._most_nodes, self._most_seconds = limit.nodes, limit.seconds
        if limit.nodes is None and limit.seconds is None:
            self._most_nodes = (_IF_SLOW if slow else _FOR_A_MOVE) * max(1, len(after))
        self._begun = time.monotonic()
        self.nodes = 0

    @property
    def seconds(self) -> float:
        """The time since the beginning."""
        return time.monotonic() - self._begun

    def search(self, unknown: Sequence[str], settle: Settle, told: Callable[[str, int, float], None]) -> None:
        """Search the moves until all are known, or the limit is reached."""
        for part in _ROUNDS:
            pool_nodes = None if self._most_nodes is None else part * (self._most_nodes - self.nodes)
            pool_seconds = None if self._most_seconds is None else part * (self._most_seconds - self.seconds)
            still = []
            used, began = self.nodes, self.seconds
            for place, move in enumerate(unknown):
                shares = len(unknown) - place
                share = self._share(
                    None if pool_nodes is None else (pool_nodes - (self.nodes - used)) / shares,
                    None if pool_seconds is None else (pool_seconds - (self.seconds - began)) / shares,
                )
                if share is None or (self._stop is not None and self._stop.is_set()):
                    spent = "nodes" if pool_nodes is not None else "seconds"
                    stopped = self._stop is not None and self._stop.is_set()
                    known = settle(move, ("win", "draw", "loss"), "stopped" if stopped else spent, 0)
                else:
                    told(move, self.nodes, self.seconds)
                    known = self._ask(move, share, settle, told)
                if not known:
                    still.append(move)
            unknown = still

    def lengths(
        self, values: Mapping[str, GameValue], told: Callable[[str, int, float], None]
    ) -> Iterator[tuple[str, int, int]]:
        """The distances of moves that win or lose by a mate, where they can be proved: move, plies, nodes.

        Mates count the moves of one side, and the players alternate. That is not so in every game with `win-in N`.
        """
        decided = [
            move
            for move in values
            if values[move] != "draw" and any(goal.of_other for goal in limited_goals(self._after[move].goals))
        ]
        for place, move in enumerate(decided):
            shares = len(decided) - place
            share = self._share(
                None if self._most_nodes is None else (self._most_nodes - self.nodes) / shares,
                None if self._most_seconds is None else (self._most_seconds - self.seconds) / shares,
            )
            if share is None or (self._stop is not None and self._stop.is_set()):
                return
            told(move, self.nodes, self.seconds)
            after, wins = self._after[move], values[move] == "win"
            goal = next((goal for goal in limited_goals(after.goals) if goal.of_other == wins), None)
            if goal is None:
                continue
            length, nodes = self._length(after, goal, share)
            self.nodes += nodes
            if length is not None:
                # The players alternate: the loser is on move after a winning move, the winner after a losing one.
                yield move, 2 * length + (1 if wins else 0), nodes

    def table(self, start: Position) -> Table | None:
        """The table of all positions from here on, if they are not more than the nodes that the searches have taken."""
        share = self._share(
            None if self._most_nodes is None else self._most_nodes - self.nodes,
            None if self._most_seconds is None else self._most_seconds - self.seconds,
        )
        if share is None or (self._stop is not None and self._stop.is_set()):
            return None
        most = Limit(
            nodes=min(share.nodes or SMALL.nodes or 0, SMALL.nodes or 0, max(self.nodes, _LEAST_POSITIONS)),
            seconds=min(share.seconds or SMALL.seconds or 0.0, SMALL.seconds or 0.0),
            memory=share.memory or SMALL.memory,
        )
        found = small_table(start, most, threads=1, stop=self._stop)
        self.nodes += 0 if found is None else len(found)
        return found

    def _length(self, after: Position, goal: Goal, share: Limit) -> tuple[int | None, int]:
        """The moves of the shortest mate, if it is proved that none is shorter, and the nodes."""
        found = shortest(after, goal, limit=share, stop=self._stop)
        if found.length is None or found.proved:
            return found.length, found.nodes
        # A history only adds draws: without it there is no shorter mate either.
        asked = read_goal(after, goal.within(found.length - 1))
        none = solve(passed(after)[-1], asked, limit=share, stop=self._stop)
        return found.length if none.disproven else None, found.nodes + none.nodes

    def _ask(self, move: str, share: Limit, settle: Settle, told: Callable[[str, int, float], None]) -> bool:
        def report(progress: Progress) -> None:
            told(move, self.nodes + progress.nodes, self.seconds)

        found = value(self._after[move], limit=share, on_progress=report, stop=self._stop)
        self.nodes += found.nodes
        return settle(move, found.possible, found.reason, found.nodes)

    def _share(self, nodes: float | None, seconds: float | None) -> Limit | None:
        """A search's limit; `None` if too little is left for one."""
        if (nodes is not None and nodes < _LEAST_NODES) or (seconds is not None and seconds < _LEAST_SECONDS):
            return None
        return Limit(nodes=None if nodes is None else int(nodes), seconds=seconds, memory=self._memory)
