"""The answerer: answers a question that is plain data, as a worker process gets it.

Workers of the web page and of suites call it. Those of a cluster do not: they are asked jobs, and keep tables between
them (`cluster/job_runner.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from pnyx.api.loading import load_game
from pnyx.api.position import Position, position
from pnyx.api.result import Result
from pnyx.api.search import SearchResult, search
from pnyx.api.shortest import Shortest, shortest
from pnyx.api.solve import Limit, Progress, solve
from pnyx.api.value import Value, value

if TYPE_CHECKING:
    from pnyx import StopFlag

Kind = Literal["solve", "shortest", "value", "exact", "depth"]
"""Which function answers: `solve`, `shortest`, `value`, or `search` to the end or to a depth."""


class Question(TypedDict):
    """A question about a position, and the parameters of its search."""

    game: str
    """The name of a built-in game, or `module:attribute`."""
    position: str | None
    game_options: dict[str, str]
    kind: Kind
    goal: str | None
    """Without one, the position's first."""
    depth: int | None
    algorithm: str
    options: dict[str, str]
    preset: str | None
    nodes: int | None
    seconds: float | None
    memory: int | None
    threads: int


def ask(
    question: Question,
    root: Position | None = None,
    *,
    on_progress: Callable[[Progress], None] | None = None,
    stop: StopFlag | None = None,
) -> Result | Value | Shortest | SearchResult:
    """The answer to a question; `root` is its position, if that is open already.

    >>> print(ask(Question(
    ...     game="tic-tac-toe", position="XX./OO./... x", game_options={}, kind="solve", goal="win", depth=None,
    ...     algorithm="pn", options={}, preset=None, nodes=None, seconds=None, memory=None, threads=1,
    ... )).verdict)
    proven
    """
    if root is None:
        root = position(load_game(question["game"]), question["position"], **question["game_options"])
    goal, algorithm, preset = question["goal"], question["algorithm"], question["preset"]
    asked: dict[str, Any] = {
        "options": question["options"],
        "limit": Limit(nodes=question["nodes"], seconds=question["seconds"], memory=question["memory"]),
        "stop": stop,
    }
    watched: dict[str, Any] = {"on_progress": on_progress, "threads": question["threads"]}
    match question["kind"]:
        case "solve":
            return solve(root, goal, algorithm, preset=preset, **watched, **asked)
        case "shortest":
            return shortest(root, goal, algorithm, **watched, **asked)
        case "value":
            return value(root, algorithm, preset=preset, **watched, **asked)
        case "exact":
            return search(root, None, algorithm, exact=True, **asked)
        case "depth":
            return search(root, question["depth"], algorithm, **asked)
