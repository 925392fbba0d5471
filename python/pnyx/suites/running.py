"""Running a suite: what is not done yet is searched, kept as it is found, and given back as data."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING, Any

from pnyx.errors import InputError, quoted
from pnyx.solving import Limit
from pnyx.suites.asking import Wish
from pnyx.suites.entries import Suite
from pnyx.suites.outcomes import Outcome, make_outcome
from pnyx.suites.planning import Key, Plan, make_plan
from pnyx.suites.reading import read_suite
from pnyx.suites.report import SuiteResults
from pnyx.suites.results_file import ResultsFile
from pnyx.suites.workers import Stopped, answer_all
from pnyx.telling import tell

if TYPE_CHECKING:
    from pnyx import StopFlag

__all__ = ["run", "suite"]

_MOST_TOLD = 10
"""Changed lines of a file that are named one by one."""


def suite(
    source: str | os.PathLike[str] | Suite,
    algorithms: str | Sequence[str] = (),
    *,
    goal: str | None = None,
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
    """Search all positions of a file, and compare the answers with what it says about them.

    `source` is a file in EPD, with one FEN a line, `.obf`, with Pons' strings, with positions of another game one a
    line, or a table with a column `fen` or `position`; or what `pnyx.suites.read_suite` made of one. `game` says what
    the positions are of where the file does not, and `game_options` are that game's.

    Without more words chess is asked for a mate (that of the side to move, if the file says so), Othello and Connect
    Four for the score, and other games for a win. `goal` asks for something else; if it ends in N, as `mate-in N`, the
    number is that of each line. `shortest` asks for the shortest mate, `value` for win, draw or loss, and `depth` for
    the best move so many plies ahead.

    `algorithms` are run side by side, each by its name with options of its own if it has any: `["df-pn",
    "pn,init=unit"]`. `options` go to all that know them. `limit` and `threads` are for each search, of which `jobs` run
    at a time in processes of their own. `sample` takes so many positions, spread over the file.

    Results are added to the file `out`, `.csv` or `.jsonl`, as they are found, and what it holds is not done again
    (with `retry`, what failed is). Lines that were changed since they were written do not count: they are reported, and
    searched again. What cannot be written is reported too, and written as soon as it can be.

    `on_result` is called with each `Outcome` that is new. `stop` is a `pnyx.StopFlag`: when it is set, the run ends
    with what it has.

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
        raise InputError("a suite that was read knows its game: give game and game_options to read_suite")
    names = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    plan = make_plan(found, Wish(goal, shortest, value, depth), names, _texts(options), limit, threads, sample)
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
    """Do what a plan says; `on_begin` is told what the file of results held already."""
    import pnyx

    if isinstance(jobs, bool) or not isinstance(jobs, int) or not 1 <= jobs <= 1024:
        raise InputError(f"jobs must be a whole number from 1 to 1024, not {quoted(jobs)}")
    version = pnyx.__version__
    interrupted = False
    trouble, unwritten = None, 0
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
                        last, trouble = trouble, file.append(outcome)
                        if trouble is not None and trouble != last:
                            tell(f"{trouble}; the run goes on, and what is found is written as soon as it can be")
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
    for line in lines[:_MOST_TOLD]:
        tell(f"{line}, and what no other line answers is searched again")
    if len(lines) > _MOST_TOLD:
        tell(f"and {len(lines) - _MOST_TOLD:,} more lines like these")


def _texts(options: Mapping[str, Any] | None) -> dict[str, str]:
    from pnyx.catalogue import OptionInfo, read_options

    given = options or {}
    return read_options("option", [OptionInfo(name.replace("_", "-"), "", "") for name in given], given)
