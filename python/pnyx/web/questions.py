"""The questions of the page, parsed and checked against the limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import pnyx
from pnyx.api import answering
from pnyx.api.goal import read_goal
from pnyx.api.solve import prepare
from pnyx.errors import InputError
from pnyx.web.fields import Body, flag, number, optional_text, pairs, whole
from pnyx.web.games import Games, Shown
from pnyx.web.settings import Settings

_MIB: Final = 1 << 20
_MOST_NODES: Final = 2**53
"""What a page's numbers can count to."""
_USUAL_SECONDS: Final = 60.0


class Searched(answering.Question):
    """A question as a worker gets it: with the position's path, and perhaps several goals."""

    moves: list[str]
    walked: list[str]
    goals: list[str]
    enough: str | None
    replies: list[list[str]]
    """Lines after each of which the goal is asked, instead of at once."""


@dataclass(frozen=True)
class Question:
    """A question about a position."""

    shown: Shown
    asked: dict[str, Any]
    """The parsed question, which is returned to the page."""
    searched: Searched
    """The same for a worker."""


def read_question(games: Games, settings: Settings, body: Body) -> Question:
    """The question of a request."""
    shown = games.open(body)
    goal = optional_text(body, "goal")
    value, shortest = flag(body, "value"), flag(body, "shortest")
    if value and (shortest or goal is not None):
        raise InputError("the value and a goal are two questions: ask them one after the other")
    if shortest:
        return search_question(shown, settings, body, () if goal is None else (goal,), shortest=True)
    asked = shown.position.goals[0] if goal is None else read_goal(shown.position, goal).text
    return search_question(shown, settings, body, () if value else (asked,))


def search_question(
    shown: Shown,
    settings: Settings,
    body: Body,
    goals: Sequence[str] = (),
    *,
    enough: str | None = None,
    replies: Sequence[Sequence[str]] = (),
    shortest: bool = False,
    seconds: float = _USUAL_SECONDS,
) -> Question:
    """A question about a given position and goals; algorithm and limits are the request's.

    Several goals are asked about one after the other, until one has the verdict that is `enough`; none means the value.
    With `replies`, one goal is asked after each of these lines, and must be reached after all of them.
    """
    asked: dict[str, Any] = {
        "game": shown.game,
        "position": shown.position.text,
        "options": shown.options,
        "goal": goals[-1] if goals else None,
        "algorithm": optional_text(body, "algorithm") or "auto",
        "algorithm_options": pairs(body, "algorithm_options"),
        "value": not goals and not shortest and enough is None,
        "shortest": shortest,
        "threads": whole(body, "threads", 1, settings.threads),
        "max_nodes": whole(body, "max_nodes", None, _MOST_NODES),
        "max_seconds": number(body, "max_seconds", min(seconds, settings.seconds), settings.seconds),
        "max_memory_mib": whole(body, "max_memory_mib", settings.memory_mib, settings.memory_mib),
    }
    limit = pnyx.Limit(asked["max_nodes"], asked["max_seconds"], asked["max_memory_mib"] * _MIB)
    prepare(
        shown.position,
        shown.position.python_game,
        asked["algorithm"],
        options=asked["algorithm_options"],
        limit=limit,
        threads=asked["threads"],
    )
    searched = Searched(
        **shown.place(),
        kind="shortest" if shortest else "solve" if goals else "value",
        goal=asked["goal"],
        depth=None,
        algorithm=asked["algorithm"],
        options=asked["algorithm_options"],
        preset=None,
        nodes=limit.nodes,
        seconds=limit.seconds,
        memory=limit.memory,
        threads=asked["threads"],
        goals=list(goals),
        enough=enough,
        replies=[list(line) for line in replies],
    )
    return Question(shown, asked, searched)
