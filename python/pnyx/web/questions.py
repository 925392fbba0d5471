"""What a page may ask, read and held against the limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import pnyx
from pnyx.goals import read_goal
from pnyx.solving import read_order
from pnyx.web.fields import Body, flag, number, optional_text, pairs, whole
from pnyx.web.games import Games, Shown
from pnyx.web.settings import Settings

__all__ = ["Question", "read_question", "search_question"]

_MIB: Final = 1 << 20
_MOST_NODES: Final = 2**53
"""What a page's numbers can count to."""
_USUAL_SECONDS: Final = 60.0


@dataclass(frozen=True)
class Question:
    """A question about a position."""

    shown: Shown
    asked: dict[str, Any]
    """The question as it was understood, which the page gets back."""
    order: dict[str, Any]
    """The same for a worker."""


def read_question(games: Games, settings: Settings, body: Body) -> Question:
    """The question of a request."""
    shown = games.open(body)
    goal = optional_text(body, "goal")
    shortest = flag(body, "shortest")
    if goal is not None and not shortest:
        goal = read_goal(shown.position, goal)
    return search_question(shown, settings, body, () if goal is None else (goal,), shortest=shortest)


def search_question(
    shown: Shown,
    settings: Settings,
    body: Body,
    goals: Sequence[str] = (),
    *,
    enough: str | None = None,
    shortest: bool = False,
    seconds: float = _USUAL_SECONDS,
) -> Question:
    """A question about a position and goals that are known; how to search is the request's.

    Several goals are asked about one after the other, until one has the verdict that is `enough`; none means the value.
    """
    asked: dict[str, Any] = {
        "game": shown.game,
        "position": shown.position.text,
        "options": shown.options,
        "goal": goals[-1] if goals else None,
        "algorithm": optional_text(body, "algorithm") or "auto",
        "algorithm_options": pairs(body, "algorithm_options"),
        "shortest": shortest,
        "threads": whole(body, "threads", 1, settings.threads),
        "max_nodes": whole(body, "max_nodes", None, _MOST_NODES),
        "max_seconds": number(body, "max_seconds", min(seconds, settings.seconds), settings.seconds),
        "max_memory_mib": whole(body, "max_memory_mib", settings.memory_mib, settings.memory_mib),
    }
    limit = pnyx.Limit(asked["max_nodes"], asked["max_seconds"], asked["max_memory_mib"] * _MIB)
    read_order(
        shown.position,
        shown.position.python_game,
        asked["algorithm"],
        options=asked["algorithm_options"],
        limit=limit,
        threads=asked["threads"],
    )
    order = {**asked, **shown.order(), "goals": [] if shortest else list(goals), "enough": enough}
    order.update(kind="solve", seconds=limit.seconds, memory=limit.memory)
    return Question(shown, asked, order)
