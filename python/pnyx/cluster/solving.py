"""Solve a question with many workers: `pnyx.cluster.solve`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pnyx.api.catalogue import algorithm_info, read_algorithm_options
from pnyx.api.goal import Goal
from pnyx.api.loading import load_game
from pnyx.api.position import Position
from pnyx.api.position import position as open_position
from pnyx.cluster.certifying import certificate_of
from pnyx.cluster.coordinator import ClusterLimit, Coordinator, Flag
from pnyx.cluster.holding import HoldingStore
from pnyx.cluster.job_runner import JobRunner
from pnyx.cluster.outcome import ClusterProgress, ClusterResult
from pnyx.cluster.pool import InlinePool, Pool
from pnyx.cluster.questions import Question, ask
from pnyx.cluster.sizes import JobSizes
from pnyx.cluster.storing import MemoryStore, Store
from pnyx.errors import CertificateError, InputError


def solve(
    game: str,
    position: str | Position | None = None,
    goal: str | Goal | None = None,
    *,
    workers: int = 0,
    address: str | None = None,
    store: str | None = None,
    algorithm: str = "df-pn",
    options: Mapping[str, Any] | None = None,
    game_options: Mapping[str, Any] | None = None,
    memory: int | None = None,
    sizes: JobSizes | None = None,
    limit: ClusterLimit | None = None,
    on_progress: Callable[[ClusterProgress], None] | None = None,
    on_wrong: Callable[[str, str], None] | None = None,
    stop: Flag | None = None,
) -> ClusterResult:
    """Can the player on move reach the goal? Solved by many workers.

    `game` is the name of a built-in game, or `module:attribute` for one written in Python, which needs notations.
    `workers` is their number on Ray, on this machine or on the cluster at `address`; without both, jobs are done in
    this process. `store` is a path or the URL of a database, where all that is found is kept: the same call goes on
    from there. What cannot be written to it is reported and held, and written as soon as it can be. Without a store
    nothing is kept. `memory` is for each worker, in bytes.

    `on_wrong` is called with the name of a worker that sent a wrong report, and what was wrong.

    >>> from pnyx import cluster
    >>> result = cluster.solve("tic-tac-toe", goal="win", sizes=cluster.JobSizes(100, 1000))
    >>> result.verdict, result.certificate.check().verdict
    ('disproven', 'disproven')
    """
    root = root_of(game, position, game_options)
    question = ask(game, root, root.goals[0] if goal is None else goal)
    crew = Workers(workers, address, algorithm, options or {}, memory)
    opened = open_stored(store, question)
    try:
        return crew.answer(opened, sizes, limit, on_progress=on_progress, on_wrong=on_wrong, stop=stop)
    finally:
        opened.close()


def root_of(game: str, position: str | Position | None, game_options: Mapping[str, Any] | None = None) -> Position:
    """The position that is asked about.

    >>> root_of("tic-tac-toe", None, {"rows": 4}).text
    '.../.../.../... x'
    """
    if isinstance(position, Position):
        return position
    return open_position(load_game(game), position, **(game_options or {}))


@dataclass(frozen=True)
class Workers:
    """Which workers answer, and how they search.

    >>> question = Question("tic-tac-toe", "XX./OO./... x", "win")
    >>> Workers().answer(MemoryStore(question)).verdict
    'proven'
    """

    workers: int = 0
    address: str | None = None
    algorithm: str = "df-pn"
    options: Mapping[str, Any] = field(default_factory=dict)
    memory: int | None = None

    def __post_init__(self) -> None:
        info = algorithm_info(self.algorithm)
        object.__setattr__(self, "algorithm", info.name)
        object.__setattr__(self, "options", read_algorithm_options(info, self.options))
        if self.workers < 0:
            raise InputError(f"expected a number of workers, not {self.workers}")
        if self.memory is not None and not 0 < self.memory < 1 << 63:
            raise InputError(f"the memory of a worker must be a number of bytes above 0, not {self.memory}")

    def answer(
        self, store: Store, sizes: JobSizes | None = None, limit: ClusterLimit | None = None, **watching: Any
    ) -> ClusterResult:
        """The answer to the question of a store, which remains the caller's."""
        pool = self._pool(store.question)
        try:
            return answer(store, pool, sizes, limit, **watching, algorithm=self.algorithm)
        finally:
            pool.close()

    def _pool(self, question: Question) -> Pool:
        if self.workers == 0 and self.address is None:
            return InlinePool(JobRunner(question, self.algorithm, self.options, self.memory).work)
        from pnyx.cluster.ray_pool import RayPool

        return RayPool(
            question,
            self.workers or None,
            self.address,
            algorithm=self.algorithm,
            options=self.options,
            memory=self.memory,
        )


def answer(
    store: Store,
    pool: Pool,
    sizes: JobSizes | None = None,
    limit: ClusterLimit | None = None,
    *,
    algorithm: str = "",
    **watching: Any,
) -> ClusterResult:
    """The answer to the question of a store, by the workers of a pool; both remain the caller's.

    >>> question = Question("tic-tac-toe", "XX./OO./... x", "win")
    >>> print(answer(MemoryStore(question), InlinePool(JobRunner(question).work)).verdict)
    proven
    """
    sizes = sizes or JobSizes()
    run = Coordinator(store, pool, sizes, limit, **watching)
    reason = run.run()
    verdict: Any = run.tree.verdict or "unknown"
    certificate = None
    if verdict != "unknown":
        try:
            certificate = certificate_of(store)
        except CertificateError as error:
            verdict, reason = "unknown", f"certificate failed: {error}"
    settings = {"least": sizes.least, "most": sizes.most, "a": sizes.a, "b": sizes.b, "algorithm": algorithm}
    _note(store, {**settings, **run.spent.to_json(), "verdict": verdict})
    proof, disproof = run.tree.numbers()
    return ClusterResult(
        store.question, verdict, reason, certificate, len(run.tree), run.tree.expanded, proof, disproof, run.spent
    )


def _note(store: Store, run: dict[str, Any]) -> None:
    """Store the timing of a run, for simulations."""
    runs = json.loads(store.notes().get("runs", "[]"))
    store.note("runs", json.dumps([*runs, run]))


def open_stored(url: str | None, question: Question) -> Store:
    """The store of a question: at a place, or in memory.

    >>> open_stored(None, Question("tic-tac-toe", "XX./OO./... x", "win")).next_number()
    1
    """
    if url is None:
        return MemoryStore(question)
    from pnyx.cluster.store import open_store

    return HoldingStore(open_store(url, question))
