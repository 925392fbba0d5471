"""`pnyx suite`: search many positions."""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnyx.cli.completion import complete_any_algorithm, complete_games, complete_suite_goals
from pnyx.cli.group import ANSWERED, BAD_INPUT, INTERRUPTED, UNKNOWN, UNWRITTEN, complain
from pnyx.cli.inputs import key_and_value, read_limit, thread_count, whole
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.options import JsonOption, OptionsOption
from pnyx.cli.output import emit, printable
from pnyx.cli.saving import Saving
from pnyx.errors import InputError, quoted

if TYPE_CHECKING:
    from pnyx import SuiteResults
    from pnyx.suites import Outcome, Suite
    from pnyx.suites.planning import Plan

_MOST_SHOWN = 20
"""The largest number of lines shown of one kind; --json has all."""


def suite(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="The positions: EPD, one FEN per line, .obf, Pons' strings, one position of another game per line, or "
            "a table with a column fen or position; - reads standard input.",
            show_default=False,
        ),
    ],
    algorithm: Annotated[
        list[str] | None,
        typer.Option(
            help="The algorithm; see `pnyx algorithms`. May be repeated to compare several, and may have options: "
            "pn,init=unit.",
            metavar="A",
            autocompletion=complete_any_algorithm,
        ),
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option(
            help="The goal of the player on move; 'mate-in N' and 'win-in N' take the number of each line.",
            metavar="G",
            autocompletion=complete_suite_goals,
        ),
    ] = None,
    shortest: Annotated[
        bool,
        typer.Option("--shortest", help="Find the shortest wins (in chess: mates) and prove that none is shorter."),
    ] = False,
    value: Annotated[bool, typer.Option("--value", help="Ask for win, draw or loss.")] = False,
    depth: Annotated[
        str | None, typer.Option(help="Search D plies deep and compare the move with bm.", metavar="D")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            help="The game of the positions, or module:attribute, if the file does not name it.",
            metavar="GAME",
            autocompletion=complete_games,
        ),
    ] = None,
    option: OptionsOption = None,
    max_nodes: Annotated[str | None, typer.Option(help="Stop each search after N nodes.", metavar="N")] = None,
    max_seconds: Annotated[str | None, typer.Option(help="Time limit per position in seconds.", metavar="S")] = None,
    memory: Annotated[
        str | None, typer.Option(help="Memory for each search, in MiB.  [default: 1024]", metavar="MIB")
    ] = None,
    total_memory: Annotated[
        str | None, typer.Option(help="Memory for all parallel searches together, in MiB.", metavar="MIB")
    ] = None,
    threads: Annotated[str, typer.Option(help="Number of threads per search.", metavar="T")] = "1",
    jobs: Annotated[str, typer.Option(help="Number of positions searched in parallel.", metavar="J")] = "1",
    sample: Annotated[str | None, typer.Option(help="Search only N positions, spread evenly.", metavar="N")] = None,
    out: Annotated[
        str | None,
        typer.Option(
            help="Append each result to this file, .csv or .jsonl. Positions already in it are not searched again.",
            metavar="FILE",
        ),
    ] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Repeat failed searches.")] = False,
    plots: Annotated[
        str | None, typer.Option(help="Write plots of the results to this directory.", metavar="DIR")
    ] = None,
    plot_format: Annotated[str, typer.Option(help="svg or png.", metavar="F")] = "svg",
    as_json: JsonOption = False,
) -> int:
    """Search all positions of a file and compare the answers with those in the file.

    The goal is mate in chess (bm #-3: mate of the side to move), the score in Othello and Connect Four, a win in other
    games, unless --goal, --shortest, --value or --depth is given. With --out, an interrupted or killed run resumes
    when the same command is run again.

    Exit status: 0 all positions were searched and no answer is wrong (some may be unknown), 1 an answer contradicts the
    file or a search failed, 2 bad input, unreadable lines included, 3 results or plots could not be written.
    """
    import pnyx
    from pnyx.cli.suite_display import Display
    from pnyx.suites.asking import Wish
    from pnyx.suites.drawing import draw_plots, require_plots
    from pnyx.suites.planning import make_plan
    from pnyx.suites.running import run

    at_a_time = whole("--jobs", jobs, 1)
    limit = read_limit(max_nodes, max_seconds, _memory(memory, total_memory, at_a_time))
    if plots is not None:
        require_plots(plots, plot_format)
    found, options = _read(file, game, option)
    plan = make_plan(
        found,
        Wish(goal, shortest, value, None if depth is None else whole("--depth", depth)),
        algorithm or [],
        options,
        limit,
        thread_count(threads),
        None if sample is None else whole("--sample", sample, 1),
    )
    _complain_about_lines(plan.suite)
    stop = pnyx.StopFlag()
    with stopped_by_interrupt(stop), Display(plan, quiet=as_json) as display:

        def begin(done: Collection[Outcome]) -> None:
            if not as_json:
                _introduce(plan, at_a_time)
            display.begin(done)

        results = run(plan, jobs=at_a_time, out=out, retry=retry, on_begin=begin, on_result=display.show, stop=stop)
    with Saving() as saving:
        drawn: list[Path] = []
        if plots is not None:
            folder = plots
            saving.save(lambda: drawn.extend(draw_plots(results, folder, plot_format)))
        if as_json:
            emit(json.dumps({**results.to_json(), "plots": [str(path) for path in drawn]}, allow_nan=False))
        else:
            _conclude(results, out)
            for path in drawn:
                emit(f"Plot: {path}")
    if results.wrong or results.failed or results.contradictions:
        return UNKNOWN
    if results.unwritten or saving.status(ANSWERED) != ANSWERED:
        return UNWRITTEN
    if results.interrupted:
        return INTERRUPTED
    return BAD_INPUT if plan.suite.bad_lines else ANSWERED


def _read(file: str, game: str | None, pairs: list[str] | None) -> tuple[Suite, dict[str, str]]:
    """The suite with the options of its game, and the options of the algorithms."""
    from pnyx.api.catalogue import game_info
    from pnyx.suites import read_suite

    given: dict[str, str] = {}
    for pair in pairs or []:
        key, text = key_and_value(pair)
        if key in given:
            raise InputError(f"option {key!r} is given twice")
        given[key] = text
    if file == "-" and given and game is None:
        raise InputError("positions from standard input with options need --game: standard input can be read only once")
    named = game
    if given and named is None:
        games = list(read_suite(file).games)
        named = games[0] if len(games) == 1 else None
    known = {each.name for each in game_info(named).options} if named is not None and ":" not in named else set()
    own = {key: text for key, text in given.items() if key in known}
    return read_suite(file, game, own), {key: text for key, text in given.items() if key not in known}


def _memory(memory: str | None, total: str | None, jobs: int) -> str:
    if total is None:
        return "1024" if memory is None else memory
    if memory is not None:
        raise InputError("--memory is per search and --total-memory for all parallel searches: give only one of them")
    each = whole("--total-memory", total) // jobs
    if each < 1:
        raise InputError(f"--total-memory must be at least 1 MiB for each of {jobs} jobs, not {quoted(total)}")
    return str(each)


def _complain_about_lines(suite: Suite) -> None:
    """The notes and errors about lines of the file."""
    notes = [f"note: {suite.name}: {note}" for note in suite.notes]
    bad = [f"{suite.name}: {each.problem}" for each in suite.bad_lines]
    for lines in (notes, bad):
        for line in lines[:_MOST_SHOWN]:
            complain(line)
        if len(lines) > _MOST_SHOWN:
            complain(f"{suite.name}: and {len(lines) - _MOST_SHOWN:,} more like these (--json shows all)")


def _introduce(plan: Plan, jobs: int) -> None:
    suite = plan.suite
    of_games = ", ".join(f"{count:,} of {game}" for game, count in suite.games.items())
    emit(printable(f"{suite.name}: {of_games} ({suite.format})"))
    asked = ", ".join(f"{question} ({count:,})" for question, count in plan.questions.items())
    emit(f"Question: {asked}; by {', '.join(plan.algorithms)}; each with {plan.conditions}; {jobs} in parallel")
    endless = any(task.question.kind != "depth" for task in plan.tasks)
    if endless and plan.limit.nodes is None and plan.limit.seconds is None:
        emit("No limit set: a hard position may never finish. Use --max-seconds.")


def _conclude(results: SuiteResults, out: str | None) -> None:
    if out is not None:
        now = len(results.outcomes) - results.found_done
        emit(f"{now:,} solved now, {results.found_done:,} already in {out}")
        if results.unwritten:
            emit(f"{results.unwritten:,} of them could not be written to {out} and are shown here only.")
    emit(f"\n{results}")
    for outcome in results.wrong:
        where = f"{os.path.basename(results.plan.suite.name)}, line {outcome.line}"
        emit(printable(f"WRONG: {where}: {outcome.algorithm} says {outcome.headline}, the suite {outcome.expected}"))
    for first, second in results.contradictions:
        both = f"{first.algorithm} says {first.headline}, and {second.algorithm} {second.headline}"
        emit(printable(f"CONTRADICTION: line {first.line}: {both}"))
    for outcome in results.failed[:_MOST_SHOWN]:
        emit(printable(f"FAILED: line {outcome.line}, {outcome.algorithm}: {outcome.reason}"))
    if results.failed:
        emit("Use --retry to repeat failed searches.")
    bad = len(results.plan.suite.bad_lines)
    if bad:
        emit(f"{bad:,} line{'s' * (bad != 1)} could not be read: see above.")
    if results.interrupted:
        left = len(results.plan.tasks) - len(results.outcomes)
        kept = "run the same command to resume" if out else "results are not kept; use --out results.csv to keep them"
        emit(f"Interrupted: {left:,} of {len(results.plan.tasks):,} are left; {kept}.")
