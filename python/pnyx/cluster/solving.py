"""The one call that lets a cluster answer a question: `pnyx.cluster.solve`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from pnyx.catalogue import algorithm_info, read_algorithm_options
from pnyx.cluster.certifying import certificate_of
from pnyx.cluster.coordinator import ClusterLimit, Coordinator, Flag
from pnyx.cluster.desk import Desk
from pnyx.cluster.holding import HoldingStore
from pnyx.cluster.outcome import ClusterProgress, ClusterResult
from pnyx.cluster.pool import InlinePool, Pool
from pnyx.cluster.questions import Question, ask
from pnyx.cluster.sizes import JobSizes
from pnyx.cluster.storing import MemoryStore, Store
from pnyx.errors import CertificateError, InputError
from pnyx.suites.lines import load_game

__all__ = ["answer", "solve"]


def solve(
    game: str,
    position: str | None = None,
    goal: str | None = None,
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
    """Can the player on move reach the goal? Asked of many workers.

    `game` is the name of a built-in game, or `module:attribute` for one written in Python, which needs notations.
    `workers` is their number on Ray, on this machine or on the cluster at `address`; without both, jobs are done in
    this process. `store` is a path or the URL of a database, where all that is found is kept: the same call goes on
    from there. What cannot be written to it is reported and held, and written as soon as it can be. Without a store
    nothing is kept. `memory` is for each worker, in bytes.

    `on_wrong` is told of workers that said something wrong, and what.

    >>> from pnyx import cluster
    >>> result = cluster.solve("tic-tac-toe", goal="win", sizes=cluster.JobSizes(100, 1000))
    >>> result.verdict, result.certificate.check().verdict
    ('disproven', 'disproven')
    """
    from pnyx.problem import position as open_position

    root = open_position(load_game(game), position, **(game_options or {}))
    question = ask(game, root, root.goals[0] if goal is None else goal)
    info = algorithm_info(algorithm)
    read = read_algorithm_options(info, options or {})
    if workers < 0:
        raise InputError(f"expected a number of workers, not {workers}")
    if memory is not None and not 0 < memory < 1 << 63:
        raise InputError(f"the memory of a worker must be a number of bytes above 0, not {memory}")
    opened = _open_store(store, question)
    try:
        pool = _open_pool(question, workers, address, info.name, read, memory)
        try:
            return answer(
                opened, pool, sizes, limit, on_progress=on_progress, on_wrong=on_wrong, stop=stop, algorithm=info.name
            )
        finally:
            pool.close()
    finally:
        opened.close()


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
    >>> print(answer(MemoryStore(question), InlinePool(Desk(question).work)).verdict)
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
    """Keep how a run went, for simulations."""
    runs = json.loads(store.notes().get("runs", "[]"))
    store.note("runs", json.dumps([*runs, run]))


def _open_store(url: str | None, question: Question) -> Store:
    if url is None:
        return MemoryStore(question)
    from pnyx.cluster.store import open_store

    return HoldingStore(open_store(url, question))


def _open_pool(
    question: Question,
    workers: int,
    address: str | None,
    algorithm: str,
    options: Mapping[str, str],
    memory: int | None,
) -> Pool:
    if workers == 0 and address is None:
        return InlinePool(Desk(question, algorithm, options, memory).work)
    from pnyx.cluster.ray_pool import RayPool

    return RayPool(question, workers or None, address, algorithm=algorithm, options=options, memory=memory)
