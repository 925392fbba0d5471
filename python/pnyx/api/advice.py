"""What to try next when a search ran out of nodes, time or memory: two lines, on the command line and in the page."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from pnyx.api.goal import Goal, limited_goals
from pnyx.api.position import Position
from pnyx.api.solve import DEFAULT_MEMORY, Limit

_MORE: Final = 4
"""How many times as much a next try should have."""

_WHOLE_TREE: Final = ("pn", "pn-dag", "pn-dcg", "pn-bta", "pn2")
"""Algorithms that end when memory is full, because they forget nothing."""

_SHORT_MATE: Final = 5
_FEW_MEN: Final = 4
"""Men on a board of chess, kings included, whose positions fit into a table."""

_CYCLES: Final = ("selections", "numbers", "plies")
"""Reasons that have to do with long lines and cycles, not with a limit that can be raised."""

LIMITS: Final = ("nodes", "seconds", "memory", *_CYCLES)
"""The reasons for which there is advice; the others say themselves what to do."""


@dataclass(frozen=True)
class Words:
    """How an interface calls what can be changed.

    >>> COMMAND_LINE.seconds, PAGE.seconds
    ('--max-seconds {}', '{} in “Seconds”')
    """

    nodes: str
    seconds: str
    memory: str
    algorithm: str
    goal: str
    size: str


COMMAND_LINE: Final = Words(
    nodes="--max-nodes {}",
    seconds="--max-seconds {}",
    memory="--memory {}",
    algorithm="--algorithm {}",
    goal="--goal {}",
    size="`pnyx size {}` counts its positions",
)
"""Options of `pnyx solve` and `pnyx value`."""

PAGE: Final = Words(
    nodes="{} in “Nodes”",
    seconds="{} in “Seconds”",
    memory="{} in “Memory, MiB”",
    algorithm="the algorithm {}",
    goal="the goal {}",
    size="on the command line `pnyx size {}` counts its positions",
)
"""Fields of the explorer's form."""


def advice(
    position: Position,
    goal: str,
    algorithm: str,
    reason: str | None,
    limit: Limit,
    *,
    game: str | None = None,
    words: Words = COMMAND_LINE,
) -> list[str]:
    """What to try next: two lines, none if the search did not run out.

    The first is about the limit, the second about another way that fits the game; `game` is its name as it is typed.

    >>> import pnyx
    >>> board = pnyx.position("tic-tac-toe")
    >>> for line in advice(board, "win", "auto", "nodes", pnyx.Limit(nodes=100)):
    ...     print(line)
    Next: a larger limit, such as --max-nodes 400.
    Or a table: `pnyx size tic-tac-toe` counts its positions; if they are few, pnyx.tabulate values every one.
    >>> advice(board, "win", "auto", None, pnyx.Limit())
    []
    """
    if reason not in LIMITS:
        return []
    return [
        f"Next: {_limit(position, algorithm, reason, limit, words)}.",
        f"Or {_way(position, goal, algorithm, game, words)}.",
    ]


def _limit(position: Position, algorithm: str, reason: str, limit: Limit, words: Words) -> str:
    if reason == "nodes" and limit.nodes is not None:
        return f"a larger limit, such as {words.nodes.format(_MORE * limit.nodes)}"
    if reason == "seconds" and limit.seconds is not None:
        return f"a larger limit, such as {words.seconds.format(f'{_round(_MORE * limit.seconds):g}')}"
    if reason == "memory":
        more = words.memory.format(_MORE * (limit.memory or DEFAULT_MEMORY) >> 20)
        if algorithm in _WHOLE_TREE:
            return f"{words.algorithm.format('df-pn')}, which goes on when memory is full, or more memory, {more}"
        return f"more memory, such as {more}"
    if reason in _CYCLES:
        best_first = "pn2" if position.repetition == "illegal" else "pn-bta"
        other = "df-pn" if algorithm not in ("df-pn", "auto") else best_first
        return f"another algorithm, such as {words.algorithm.format(other)}, for long lines and cycles"
    return "a larger limit"


def _round(seconds: float) -> float:
    """Two digits, at least a second."""
    if seconds <= 1:
        return 1.0
    digits = 10.0 ** (math.floor(math.log10(seconds)) - 1)
    return math.ceil(seconds / digits) * digits


def _way(position: Position, goal: str, algorithm: str, game: str | None, words: Words) -> str:
    endless = position.repetition == "draw" and _men(position) > _FEW_MEN
    if endless and Goal(goal) in limited_goals(position.goals):
        return f"a shorter question, such as {words.goal.format(f'{goal}-in-{_SHORT_MATE}')}"
    if position.repetition == "illegal":
        other = "auto" if algorithm != "auto" else "pn2"
        why = "there are no tables where repeating is illegal"
        return f"another algorithm, such as {words.algorithm.format(other)}, or a position nearer to the end: {why}"
    cycles = ", cycles or not" if position.repetition == "draw" else ""
    count = words.size.format(game or position.game)
    return f"a table: {count}; if they are few, pnyx.tabulate values every one{cycles}"


def _men(position: Position) -> int:
    """The men in a FEN."""
    return sum(sign.isalpha() for sign in position.board.partition(" ")[0])
