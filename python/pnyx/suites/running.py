"""Running a suite: search the positions without a result, store each result, and return them as data."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING, Any

from pnyx._util.numbers import MOST_THREADS, expect_whole
from pnyx._util.warn import tell
from pnyx.api.goal import Goal
from pnyx.api.solve import Limit
from pnyx.errors import InputError
from pnyx.suites.asking import Wish
from pnyx.suites.entries import Suite
from pnyx.suites.outcomes import Outcome, make_outcome
from pnyx.suites.planning import Key, Plan, make_plan
from pnyx.suites.reading import read_suite
from pnyx.suites.report import SuiteResults
from pnyx.suites.results_file import ResultsFile
from pnyx.suites.workers import Stopped, answer_all

if TYPE_CHECKING:
    from pnyx import StopFlag

_MOST_SHOWN = 10
"""Changed lines of a file that are named one by one."""


def suite(
    source: str | os.PathLike[str] | Suite,
    algorithms: str | Sequence[str] = (),
    *,
    goal: str | Goal | None = None,
    shortest: bool = False,
    value: bool = False,
    depth: int | None = None,
    game: str | None = None,
    game_options: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    limit: Limit | None = None,
    threads: int = 1,
    jobs: int = 1,
    sample: int | None = None,
    out: str | os.PathLike[str] | None = None,
    retry: bool = False,
    on_result: Callable[[Outcome], None] | None = None,
    stop: StopFlag | None = None,
) -> SuiteResults:
    """Search all positions of a file and compare the answers with those in the file.

    `source` is a file in EPD, with one FEN per line, `.obf`, with Pons' strings, with one position of another game per
    line, or a table with a column `fen` or `position`; or the result of `pnyx.suites.read_suite`. `game` is the game of
    the positions if the file does not name it, and `game_options` are that game's.

    By default the goal is mate in chess (mated, if the file says so), the score in Othello and Connect Four, and a win
    in other games. `goal` sets another one; if it ends in N, as `mate-in N`, the number is that of each line.
    `shortest` asks for the shortest win, `value` for win, draw or loss, and `depth` for the best move by a search of
    this depth.

    `algorithms` are compared, each by its name and options: `["df-pn", "pn,init=unit"]`. `options` are for all that
    have them. `limit` and `threads` are per search. `jobs` searches run in parallel, in processes of their own.
    `sample` is a number of positions, spread evenly over the file.

    Results are appended to the file `out`, `.csv` or `.jsonl`, as they are found. Positions already in it are not
    searched again (with `retry`, failed ones are). Lines that were changed after they were written are reported and
    searched again. Failed writes are reported too, and tried again.

    `on_result` is called with each new `Outcome`. `stop` is a `pnyx.StopFlag`: when it is set, the run ends with the
    results so far.

    >>> import pathlib, pnyx, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "mates.epd")
    ...     _ = path.write_text("kbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2;\\n7k/8/5KQ1/8/8/8/8/8 w - - bm #1;\\n")
    ...     results = pnyx.suite(path, limit=pnyx.Limit(nodes=10_000))
    >>> [(outcome.answer, outcome.length, outcome.agrees) for outcome in results.outcomes]
    [('proven', 2, 'yes'), ('proven', 1, 'yes')]
    """
    wanted = _texts(game_options)
    found = source if isinstance(source, Suite) else read_suite(source, game, wanted)
    if isinstance(source, Suite) and (game is not None or wanted):
        raise InputError("the suite was already read: pass game and game_options to read_suite")
    names = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    wish = Wish(goal.text if isinstance(goal, Goal) else goal, shortest, value, depth)
    plan = make_plan(found, wish, names, _texts(options), limit, threads, sample)
    return run(plan, jobs=jobs, out=out, retry=retry, on_result=on_result, stop=stop)


def run(
    plan: Plan,
    *,
    jobs: int = 1,
    out: str | os.PathLike[str] | None = None,
    retry: bool = False,
    on_begin: Callable[[Collection[Outcome]], None] | None = None,
    on_result: Callable[[Outcome], None] | None = None,
    stop: StopFlag | None = None,
) -> SuiteResults:
    """Run a plan; `on_begin` is called with the results already in the file."""
    import pnyx

    expect_whole("jobs", jobs, most=MOST_THREADS)
    version = pnyx.__version__
    interrupted = False
    io_error, unwritten = None, 0
    with nullcontext() if out is None else ResultsFile(out, plan, version) as file:
        before = {} if file is None else file.done
        _tell_changed([] if file is None else file.changed)
        done: dict[Key, Outcome] = {
            key: outcome for key, outcome in before.items() if not (retry and outcome.status == "failed")
        }
        found_done = len(done)
        if on_begin is not None:
            on_begin(done.values())
        missing = ((task, plan.request(task)) for task in plan.tasks if task.key not in done)
        with closing(answer_all(missing, jobs, stop)) as answers:
            try:
                for task, answer in answers:
                    outcome = make_outcome(task, answer, plan.conditions, version)
                    if file is not None:
                        last, io_error = io_error, file.append(outcome)
                        if io_error is not None and io_error != last:
                            tell(f"{io_error}; the run goes on, and results are written as soon as possible")
                    done[task.key] = outcome
                    if on_result is not None:
                        on_result(outcome)
            except Stopped:
                interrupted = True
        if file is not None and file.flush() is not None:
            unwritten = file.unwritten
    outcomes = tuple(done[task.key] for task in plan.tasks if task.key in done)
    return SuiteResults(plan, outcomes, found_done=found_done, interrupted=interrupted, unwritten=unwritten)


def _tell_changed(lines: Sequence[str]) -> None:
    for line in lines[:_MOST_SHOWN]:
        tell(f"{line}, and searched again unless another line has the answer")
    if len(lines) > _MOST_SHOWN:
        tell(f"and {len(lines) - _MOST_SHOWN:,} more lines like these")


def _texts(options: Mapping[str, Any] | None) -> dict[str, str]:
    from pnyx.api.catalogue import OptionInfo, read_options

    given = options or {}
    return read_options("option", [OptionInfo(name.replace("_", "-"), "", "") for name in given], given)
