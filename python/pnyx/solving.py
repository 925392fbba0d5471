"""The one call that answers a question: `pnyx.solve`.

The file is not called `solve.py`, because a module and a function of one name in one package hide each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any, TypedDict

from pnyx import _core
from pnyx.catalogue import AlgorithmInfo, algorithm_info, not_of, read_algorithm_options
from pnyx.convergence import Convergence
from pnyx.errors import InputError, quoted
from pnyx.files import reserved
from pnyx.goals import read_goal
from pnyx.problem import Position, as_position
from pnyx.result import Result, from_solution

__all__ = ["DEFAULT_MEMORY", "Limit", "Order", "Progress", "read_limits", "read_order", "reporter", "solve"]

DEFAULT_MEMORY = 1 << 30
"""The memory a search may use when no limit says otherwise: 1 GiB."""

_MOST_NODES = 2**63 - 1
_MOST_SECONDS = 1e9
_MOST_MEMORY = 2**63 - 1


@dataclass(frozen=True)
class Limit:
    """How much a search may spend: nodes, seconds, and bytes of memory.

    A search that reaches a limit ends with the verdict `unknown` and the limit's name as the reason. Memory ends those
    that must hold all they have seen, such as `pn`; `auto` and others with a table forget, and go on. Without a memory
    limit it is 1 GiB; the other two have no default.

    >>> import pnyx
    >>> pnyx.solve(".../.../... x", goal="win", limit=pnyx.Limit(nodes=20)).reason
    'nodes'
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        _whole("limit 'nodes'", self.nodes, _MOST_NODES)
        _whole("limit 'memory' (bytes)", self.memory, _MOST_MEMORY)
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
    """What a running search tells `on_progress`.

    `proof` and `disproof` are the numbers at the root, `line` the moves to the node being worked on, `goal` what is
    asked. Nodes and seconds are those of all questions so far.

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
    goal: str | None = None,
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
    """Can the player on move reach the goal, whatever the other one does?

    `position` is one of: a text in a built-in game's notation (with `game=` its name; without it when only one game
    reads the text), a `pnyx.Position`, a `chess.Board`, a game written in Python (for its start), or any position of
    such a game together with `game=` the game, which reads texts by its `parse` unless its positions are texts.

    `goal` is one of the position's goals, by default its first; `#2` and `mate in 2` are other spellings of
    `mate-in 2`. `pnyx.value` asks for win, draw or loss. `algorithm` is
    one of `pnyx.algorithms()`; `auto` takes the one that suits the game and the goal. The others have `options`; a
    `preset` sets several of them, and of the game's, at once, and what is given here goes before it.

    `all_moves` asks which first moves reach the goal from this position. A line that comes back to it has repeated a
    position, so a move that does nothing but come back, for another one to win, is not among them. Moves count that
    reach the goal at any length; with a goal that has a number of moves, such as `mate-in 3`, those that reach it
    within these. Where positions come back, some moves are never settled. So without a limit of nodes or seconds each
    of the other first moves gets ten times the nodes that the answer took, at least 1,000,000 (100,000 if the game is
    written in Python), and is unsettled after that. A limit that is given is shared between the moves instead.

    `on_progress` is called with a `Progress` a few times a second; `stop` ends the search from another thread or a
    signal handler. `threads` are for `forced-win`, and for `auto` where it looks for mates.

    So are checkpoints: what is known is written to the file `checkpoint` when `every` seconds have passed, again and
    again, and at the end; `resume` begins with such a file. A file that cannot be written, or that another run is
    writing to, is refused before the search. What fails later is a `pnyx.PnyxWarning`: the search goes on, and tries it
    again; the result's `checkpoint_error` says whether the last one failed.

    `trace` records every step, for small searches; those of `auto` may be steps of several, one after the other, and
    each counts its own nodes. `history` records only what `on_progress` is told, for a plot of how the search went.

    The answer is the `Result`'s verdict: proven, disproven or unknown. A proven or disproven one comes with a
    certificate that was checked.

    >>> import pnyx
    >>> print(pnyx.solve("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1").line_text)
    1. Rd8#
    >>> pnyx.solve("XX./OO./... x", goal="wim")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: unknown goal of tic-tac-toe 'wim': expected one of win, draw-or-better; did you mean 'win'?
    """
    order = read_order(position, game, algorithm, preset, options, limit, threads)
    problem = order.position
    goal = (order.goal or problem.goals[0]) if goal is None else read_goal(problem, goal)
    if checkpoint is not None or resume is not None:
        _expect_checkpoints(order, goal)

    record = Convergence() if history else None
    with reserved(checkpoint, "checkpoints") as place:
        solution = _core.solve(
            problem.native,
            goal,
            order.algorithm,
            order.options,
            **order.spending,
            checkpoint=place,
            every=every,
            resume=resume,
            all_moves=all_moves,
            trace=trace,
            stop=stop,
            on_progress=reporter(on_progress, record),
        )
    if trace:
        record = Convergence.of_trace(solution, goal)
    elif record is not None:
        record.add(solution.nodes, solution.proof, solution.disproof, goal, solution.seconds)
    return from_solution(problem, goal, order.algorithm, solution, record)


class Spending(TypedDict):
    """What a search may spend, as the native module takes it."""

    max_nodes: int | None
    max_seconds: float | None
    max_memory: int
    threads: int


@dataclass(frozen=True)
class Order:
    """What a caller asks for, read and checked."""

    position: Position
    algorithm: str
    options: dict[str, str]
    goal: str | None
    """The goal that the preset is about, if the game has it."""
    spending: Spending


def read_order(
    position: Any,
    game: Any = None,
    algorithm: Any = "auto",
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    limit: Any = None,
    threads: Any = 1,
) -> Order:
    """The arguments that `solve`, `value` and `shortest` have in common."""
    problem = as_position(position, game)
    info = algorithm_info(_name("algorithm", algorithm))
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
    return Order(
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
    """The limits of a search, which are none if nothing was given.

    >>> read_limits(5)
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: limit must be a pnyx.Limit, such as pnyx.Limit(nodes=1000), not 5
    """
    if limit is not None and not isinstance(limit, Limit):
        raise InputError(f"limit must be a pnyx.Limit, such as pnyx.Limit(nodes=1000), not {quoted(limit)}")
    return Limit() if limit is None else limit


Report = Callable[[int, float, int, int, int, list[str], str], None]
"""What the native searches call."""


def reporter(*listeners: Callable[[Progress], None] | None) -> Report | None:
    """The function the native searches call, for those that want to be told."""
    listening = [listener for listener in listeners if listener is not None]
    if not listening:
        return None

    def report(nodes: int, seconds: float, memory: int, proof: int, disproof: int, line: list[str], goal: str) -> None:
        progress = Progress(nodes, seconds, memory, proof, disproof, tuple(line), goal)
        for listener in listening:
            listener(progress)

    return report


def _expect_checkpoints(order: Order, goal: str) -> None:
    """`auto` keeps what its `forced-win` knows, so where it is `df-pn` alone there is nothing to keep."""
    position = order.position
    mates = position.game == "chess" and position.python_game is None and "tables" not in position.options
    if order.algorithm == "auto" and (not mates or goal == "promote"):
        raise InputError("auto keeps checkpoints only where it looks for chess mates: name the algorithm forced-win")


def _check_threads(threads: Any, info: AlgorithmInfo, problem: Position) -> None:
    _whole("threads", threads, 1024)
    if threads == 1:
        return
    if problem.python_game is not None:
        raise InputError("threads must be 1 for a game written in Python: the interpreter runs it one call at a time")
    if not info.parallel:
        raise InputError(f"threads must be 1 with algorithm {info.name!r}: it has no parallel form")


def _whole(what: str, value: Any, most: int) -> None:
    if value is None and what != "threads":
        return
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"{what} must be a whole number, not {quoted(value)}")
    if value < 1:
        raise InputError(f"{what} must be at least 1, not {value}")
    if value > most:
        raise InputError(f"{what} must be at most {most}, not {quoted(value)}")


def _name(what: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InputError(f"the {what} must be given by its name, not {quoted(value)}")
    return value
