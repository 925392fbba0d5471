"""Solve one question: `pnyx.solve`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any, TypedDict

from pnyx import _core
from pnyx._util.files import reserved
from pnyx._util.numbers import MOST_THREADS, expect_whole
from pnyx.api.catalogue import AlgorithmInfo, algorithm_info, not_of, read_algorithm_options
from pnyx.api.convergence import Convergence
from pnyx.api.goal import Goal, read_goal
from pnyx.api.position import Position, as_position
from pnyx.api.result import Result, from_solution
from pnyx.errors import InputError, quoted

DEFAULT_MEMORY = _core.DEFAULT_MEMORY
"""The memory a search may use when no limit says otherwise: 1 GiB."""

_MOST = 2**63 - 1
_MOST_SECONDS = 1e9


@dataclass(frozen=True)
class Limit:
    """The limits of a search: nodes, seconds, and bytes of memory.

    A search that reaches a limit ends with the verdict `unknown` and the limit's name as the reason. The memory limit
    ends searches that hold the whole tree, such as `pn`; `auto` and others with a table replace entries and go on. The
    default memory limit is 1 GiB; the other two have no default.

    >>> import pnyx
    >>> pnyx.solve(".../.../... x", goal="win", limit=pnyx.Limit(nodes=20)).reason
    'nodes'
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        if self.nodes is not None:
            expect_whole("limit 'nodes'", self.nodes, most=_MOST)
        if self.memory is not None:
            expect_whole("limit 'memory' (bytes)", self.memory, most=_MOST)
        seconds: Any = self.seconds
        if seconds is None:
            return
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
            raise InputError(f"limit 'seconds' must be a number, not {quoted(seconds)}")
        if math.isnan(seconds) or seconds <= 0:
            raise InputError(f"limit 'seconds' must be more than 0, not {quoted(seconds)}")
        if seconds > _MOST_SECONDS:
            raise InputError(f"limit 'seconds' must be at most {_MOST_SECONDS:.0f}, not {quoted(seconds)}")


@dataclass(frozen=True)
class Progress:
    """The progress of a search, as passed to `on_progress`.

    `proof` and `disproof` are the root's numbers, `line` the moves to the node being searched, `goal` the current
    question's goal. Nodes and seconds are those of all questions so far.

    >>> import pnyx
    >>> pnyx.Progress(500, 0.25, 4096, 12, 3, ("e2e4",)).nodes_per_second
    2000.0
    """

    nodes: int
    seconds: float
    memory_bytes: int
    proof: int
    disproof: int
    line: tuple[str, ...]
    goal: str = ""

    @property
    def nodes_per_second(self) -> float:
        """The speed so far."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


def solve(
    position: Any,
    goal: str | Goal | None = None,
    algorithm: str = "auto",
    *,
    game: Any = None,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    limit: Limit | None = None,
    threads: int = 1,
    all_moves: bool = False,
    checkpoint: str | PathLike[str] | None = None,
    every: float = 60.0,
    resume: str | PathLike[str] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    stop: _core.StopFlag | None = None,
    trace: bool = False,
    history: bool = False,
) -> Result:
    """Can the player on move force the goal?

    `position` is one of: a text in a built-in game's notation (with `game=` its name; without it when only one game
    reads the text), a `pnyx.Position`, a `chess.Board`, a game written in Python (for its start), or any position of
    such a game together with `game=` the game, which reads texts by its `parse` unless its positions are texts.

    `goal` is one of the position's goals, a `pnyx.Goal` or its text, by default the first. `win-in 3` asks for a win
    with at most 3 own moves: those of the other side do not count, also where a player moves several times in a row.
    `#2` and `mate in 2` are other spellings of `mate-in 2`. `pnyx.value` asks for win, draw or loss. `algorithm` is one
    of `pnyx.algorithms()`; `auto` chooses one by game and goal. The others have `options`. A `preset` sets several of
    them, and of the game's, at once; options given here override it.

    `all_moves` finds all first moves that reach the goal from this position, at any length, or within the length of the
    goal, such as `win-in 3`. The position counts for repetition, so a move that wins only after returning to it is not
    among them. In games with repetitions some moves are never decided. So without a limit of nodes or seconds each
    other first move gets ten times the nodes of the answer, at least 1,000,000 (100,000 if the game is written in
    Python), and is undecided after that. A given limit is shared between the moves instead.

    `on_progress` is called with a `Progress` a few times a second; `stop` stops the search from another thread or a
    signal handler. `threads` are for `auto`, `df-pn` and `forced-win`, in built-in games.

    So are checkpoints: the table is written to the file `checkpoint` every `every` seconds and at the end; `resume`
    starts from such a file. A file that cannot be written, or that another run is writing to, is refused before the
    search. A later failure is a `pnyx.errors.PnyxWarning`: the search goes on and tries again. The result's
    `checkpoint_error` says whether the last one failed.

    `trace` records every step, for small searches; `auto` may run several searches, each with its own node count.
    `history` records what `on_progress` receives, for a plot of the convergence.

    The answer is the `Result`'s verdict: proven, disproven or unknown. A proven or disproven one comes with a
    certificate that was checked.

    >>> import pnyx
    >>> print(pnyx.solve("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1").line_text)
    1. Rd8#
    >>> pnyx.solve("XX./OO./... x", goal="wim")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: unknown goal of tic-tac-toe 'wim': expected one of win, draw-or-better, win-in N; did you \
mean 'win'?
    """
    prepared = prepare(position, game, algorithm, preset, options, limit, threads)
    problem = prepared.position
    asked = read_goal(problem, (prepared.goal or problem.goals[0]) if goal is None else goal)

    record = Convergence() if history else None
    with reserved(checkpoint, "checkpoints") as place:
        question = prepared.question(asked, place, every, resume, all_moves=all_moves, trace=trace)
        solution = _core.solve(problem.native, question, stop=stop, on_progress=reporter(on_progress, record))
    if trace:
        record = Convergence.of_trace(solution, asked.text)
    elif record is not None:
        record.add(solution.nodes, solution.proof, solution.disproof, asked.text, solution.seconds)
    return from_solution(problem, asked.text, prepared.algorithm, solution, record)


class Spending(TypedDict):
    """The limits of a search, as the native module takes them."""

    max_nodes: int | None
    max_seconds: float | None
    max_memory: int
    threads: int


@dataclass(frozen=True)
class Prepared:
    """The arguments of a call, parsed and validated."""

    position: Position
    algorithm: str
    options: dict[str, str]
    goal: str | None
    """The goal that the preset is about, if the game has it."""
    spending: Spending

    def question(
        self,
        goal: Goal | None = None,
        checkpoint: str | PathLike[str] | None = None,
        every: float = 60.0,
        resume: str | PathLike[str] | None = None,
        *,
        all_moves: bool = False,
        trace: bool = False,
    ) -> _core.Question:
        """The question that is asked of the position; a value has no goal."""
        return _core.Question(
            "" if goal is None else goal.text,
            self.algorithm,
            self.options,
            **self.spending,
            checkpoint=checkpoint,
            every=every,
            resume=resume,
            all_moves=all_moves,
            trace=trace,
        )


def prepare(
    position: Any,
    game: Any = None,
    algorithm: Any = "auto",
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    limit: Any = None,
    threads: Any = 1,
) -> Prepared:
    """The arguments that `solve`, `value` and `shortest` have in common."""
    problem = as_position(position, game)
    info = algorithm_info(algorithm)
    chosen = read_algorithm_options(info, options)
    budget = read_limits(limit)
    _check_threads(threads, info, problem)

    goal, max_nodes = None, budget.nodes
    if preset is not None:
        if preset not in info.presets:
            raise InputError(not_of(info, "preset", preset))
        preset_options, game_options, goal, preset_nodes = _core.preset(info.name, preset)
        chosen = {**preset_options, **chosen}
        own = {
            name.split(".", 1)[1]: value
            for name, value in game_options.items()
            if name.split(".", 1)[0] == problem.game and problem.python_game is None
        }
        problem = problem.with_defaults(own)
        max_nodes = preset_nodes if max_nodes is None else max_nodes
    return Prepared(
        position=problem,
        algorithm=info.name,
        options=chosen,
        goal=goal if goal in problem.goals else None,
        spending={
            "max_nodes": max_nodes,
            "max_seconds": None if budget.seconds is None else float(budget.seconds),
            "max_memory": DEFAULT_MEMORY if budget.memory is None else budget.memory,
            "threads": threads,
        },
    )


def read_limits(limit: Any) -> Limit:
    """The limits of a search; no limits if nothing was given.

    >>> read_limits(5)
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: limit must be a pnyx.Limit, such as pnyx.Limit(nodes=1000), not 5
    """
    if limit is not None and not isinstance(limit, Limit):
        raise InputError(f"limit must be a pnyx.Limit, such as pnyx.Limit(nodes=1000), not {quoted(limit)}")
    return Limit() if limit is None else limit


Report = Callable[[int, float, int, int, int, list[str], str], None]
"""The callback of the native searches."""


def reporter(*listeners: Callable[[Progress], None] | None) -> Report | None:
    """The progress callback of the native searches, if anyone listens."""
    listening = [listener for listener in listeners if listener is not None]
    if not listening:
        return None

    def report(nodes: int, seconds: float, memory: int, proof: int, disproof: int, line: list[str], goal: str) -> None:
        progress = Progress(nodes, seconds, memory, proof, disproof, tuple(line), goal)
        for listener in listening:
            listener(progress)

    return report


def _check_threads(threads: Any, info: AlgorithmInfo, problem: Position) -> None:
    expect_whole("threads", threads, most=MOST_THREADS)
    if threads == 1:
        return
    if problem.python_game is not None:
        raise InputError("threads must be 1 for a game written in Python")
    if not info.parallel:
        raise InputError(f"threads must be 1 with algorithm {info.name!r}: it is not parallel")
