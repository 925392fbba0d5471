"""The value of a position, found by many workers: `pnyx.cluster.value`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, NoReturn

from pnyx.api.position import Position
from pnyx.api.result import Certificate
from pnyx.api.value import SECOND_QUESTION, GameValue, possible_values, value_goals, value_headline
from pnyx.cluster.coordinator import ClusterLimit, Flag
from pnyx.cluster.outcome import ClusterProgress, ClusterResult, Spent
from pnyx.cluster.questions import ask
from pnyx.cluster.sizes import JobSizes
from pnyx.cluster.solving import Workers, open_stored, root_of
from pnyx.errors import InputError


@dataclass(frozen=True)
class ClusterValue:
    """The value of a position for the player on move, and the answers of a cluster that prove it.

    >>> from pnyx import cluster
    >>> answer = cluster.value("tic-tac-toe", "XX./OO./... x")
    >>> answer.value, str(answer.certificates[0].check())
    ('win', 'X wins in 1 from XX./OO./... x: checked, 2 positions, 2 checkers agree')
    """

    position: Position
    algorithm: str
    questions: tuple[ClusterResult, ...]
    """The answers: whether the player on move can win and, when that is not proven, whether it can hold a draw."""

    @property
    def possible(self) -> tuple[GameValue, ...]:
        """The values that are not ruled out, the best first: one of them when the value is known."""
        return possible_values(self.position, [(result.question.goal, result.verdict) for result in self.questions])

    @property
    def value(self) -> GameValue | None:
        """`win`, `draw` or `loss`; `None` if the run ended before it was known."""
        return self.possible[0] if len(self.possible) == 1 else None

    @property
    def unknown(self) -> bool:
        """Whether the run ended without a value; see `reason` and `possible`."""
        return self.value is None

    @property
    def reason(self) -> str | None:
        """Why the value is unknown: the reason of the first question that is."""
        reasons = (result.reason for result in self.questions if result.verdict == "unknown")
        return next(reasons, None) if self.unknown else None

    @property
    def spent(self) -> Spent:
        """The effort of all questions together."""
        return reduce(lambda earlier, later: later.after(earlier), (result.spent for result in self.questions))

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """The certificates of the questions that were answered, each accepted by the checker."""
        return tuple(result.certificate for result in self.questions if result.certificate is not None)

    @property
    def headline(self) -> str:
        """The value in a few words."""
        return value_headline(self.position, self.possible, self.reason)

    def to_json(self, certificates: Sequence[str | None] = ()) -> dict[str, Any]:
        """The value as `pnyx cluster value --json` prints it; `certificates` are the paths they were saved at."""
        paths = [*certificates, *[None] * len(self.questions)]
        return {
            "game": self.questions[0].question.game,
            "position": self.position.text,
            "algorithm": self.algorithm,
            "value": self.value,
            "possible_values": list(self.possible),
            "reason": self.reason,
            "nodes": self.spent.nodes,
            "seconds": self.spent.seconds,
            "questions": [result.to_json(path) for result, path in zip(self.questions, paths, strict=False)],
        }

    def __bool__(self) -> NoReturn:
        raise TypeError("a value may be unknown, so it is neither true nor false: use .value")

    def __str__(self) -> str:
        effort = f"{self.spent.jobs:,} jobs, {self.spent.nodes:,} nodes, {self.spent.seconds:.2f} s"
        return f"{self.headline[:1].upper()}{self.headline[1:]} ({effort})."


def value(
    game: str,
    position: str | Position | None = None,
    *,
    workers: int = 0,
    address: str | None = None,
    store: str | None = None,
    second_store: str | None = None,
    algorithm: str = "df-pn",
    options: Mapping[str, Any] | None = None,
    game_options: Mapping[str, Any] | None = None,
    memory: int | None = None,
    sizes: JobSizes | None = None,
    limit: ClusterLimit | None = None,
    on_progress: Callable[[ClusterProgress], None] | None = None,
    on_wrong: Callable[[str, str], None] | None = None,
    stop: Flag | None = None,
) -> ClusterValue:
    """The value of a position for the player on move: a win, a draw or a loss. Found by many workers.

    It takes one or two questions for `pnyx.cluster.solve`, as `pnyx.value` does: can the player on move win, and if
    that is not proven, can it hold a draw? The limit is for both together.

    Each question has a store of its own, because jobs and facts are about one goal: the first is kept in `store`, the
    second in `second_store`. By default that is a file beside the first, `NAME.draw-or-better.ENDING`. The other
    arguments are those of `pnyx.cluster.solve`.

    >>> from pnyx import cluster
    >>> answer = cluster.value("tic-tac-toe", sizes=cluster.JobSizes(100, 1000))
    >>> answer.headline, [result.verdict for result in answer.questions]
    ('a draw', ['disproven', 'proven'])
    """
    root = root_of(game, position, game_options)
    questions = [ask(game, root, goal) for goal in value_goals(root)]
    crew = Workers(workers, address, algorithm, options or {}, memory)
    rest: ClusterLimit | None = limit or ClusterLimit()
    results: list[ClusterResult] = []
    with ExitStack() as opened:
        stores = []
        for question, place in zip(questions, _places(store, second_store, len(questions)), strict=True):
            stores.append(open_stored(place, question))
            opened.callback(stores[-1].close)
        for each in stores:
            watch = _continued(on_progress, results)
            results.append(crew.answer(each, sizes, rest, on_progress=watch, on_wrong=on_wrong, stop=stop))
            rest = None if rest is None else rest.rest(results[-1].spent)
            if results[-1].verdict == "proven" or rest is None or (stop is not None and stop.is_set()):
                break
    return ClusterValue(root, crew.algorithm, tuple(results))


def _places(first: str | None, second: str | None, questions: int) -> list[str | None]:
    """The places of the stores, by question."""
    if questions == 1 or first is None:
        if second is not None:
            raise InputError("a second store is for the second question, and needs a first one")
        return [first, None][:questions]
    if second is None:
        if first.startswith("postgres"):
            raise InputError(
                "the value of a position takes two questions, and each needs a store of its own: name another "
                "database or schema for the second one (--second-store)"
            )
        stem, ending = os.path.splitext(first)
        second = f"{stem}.{SECOND_QUESTION.text}{ending}"
    return [first, second]


def _continued(
    on_progress: Callable[[ClusterProgress], None] | None, results: Sequence[ClusterResult]
) -> Callable[[ClusterProgress], None] | None:
    """Progress whose effort includes that of the questions before."""
    if on_progress is None or not results:
        return on_progress
    before = results[-1].spent
    return lambda progress: on_progress(replace(progress, spent=progress.spent.after(before)))
