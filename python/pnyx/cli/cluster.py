"""`pnyx cluster`: settle a position by many workers, and say how many would pay."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

import typer

from pnyx.cli.completion import complete_algorithms, complete_goals
from pnyx.cli.group import ANSWERED, UNKNOWN, complain
from pnyx.cli.inputs import (
    GameArgument,
    JsonOption,
    OptionsOption,
    PositionArgument,
    count,
    load_game,
    mebibytes,
    open_position,
    real,
    seconds,
    split_options,
    whole,
)
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.output import emit, is_unicode
from pnyx.cli.saving import Saving
from pnyx.cli.solve import expect_certificate
from pnyx.errors import InputError

if TYPE_CHECKING:
    from pnyx import Position
    from pnyx.cluster import ClusterLimit, ClusterProgress, ClusterResult

__all__ = ["app", "describe"]

app = typer.Typer(help="Settle a position by many workers, here or on many machines.", rich_markup_mode=None)

_LINES = 4
"""So many lines to positions in work are shown."""


@app.command("solve")
def solve(
    game: GameArgument,
    position: PositionArgument = None,
    goal: Annotated[
        str | None,
        typer.Option(
            help="What the player on move wants; without it: the game's first goal.",
            metavar="G",
            autocompletion=complete_goals,
        ),
    ] = None,
    workers: Annotated[
        str | None, typer.Option(help="Processes that search; without it: one for each processor.", metavar="W")
    ] = None,
    address: Annotated[
        str | None, typer.Option(help="The Ray cluster to use, as HOST:PORT; without it: this machine.", metavar="A")
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            help="Where all that is found is kept, to go on from: a file, or postgresql://USER@HOST/DATABASE.",
            metavar="URL",
        ),
    ] = None,
    algorithm: Annotated[
        str,
        typer.Option(help="How jobs search; see `pnyx algorithms`.", metavar="A", autocompletion=complete_algorithms),
    ] = "df-pn",
    option: OptionsOption = None,
    least_nodes: Annotated[str, typer.Option(help="The nodes of the smallest jobs.", metavar="N")] = "1e5",
    most_nodes: Annotated[str, typer.Option(help="The nodes of the largest jobs.", metavar="N")] = "5e6",
    growth: Annotated[
        str, typer.Option(help="Jobs are half that large when the first level has A positions; B says how sharply.")
    ] = "2000,500",
    max_seconds: Annotated[str | None, typer.Option(help="Stop after so long.", metavar="S")] = None,
    max_jobs: Annotated[str | None, typer.Option(help="Stop after so many jobs.", metavar="N")] = None,
    max_nodes: Annotated[
        str | None, typer.Option(help="Stop after so many nodes, of all workers together.", metavar="N")
    ] = None,
    memory: Annotated[str, typer.Option(help="Memory for each worker, in MiB.", metavar="MIB")] = "1024",
    certificate: Annotated[
        str | None, typer.Option(help="Write the certificate of the answer to a file.", metavar="FILE")
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Settle a position by many workers: can the player on move reach the goal?

    One process keeps a tree of positions; workers, on Ray, search them in jobs. With --store, Ctrl-C stops, and the
    same command goes on.

    Exit status: 0 an answer was found, 1 unknown, 2 bad input, 3 an answer was found and is shown, but its certificate
    could not be written.
    """
    import pnyx
    from pnyx import cluster
    from pnyx.catalogue import algorithm_info

    loaded = load_game(game)
    game_options, algorithm_options = split_options(option, loaded, algorithm_info(algorithm))
    root = open_position(loaded, position, game_options)
    if certificate is not None:
        expect_certificate(certificate, root)
    sizes = cluster.JobSizes(_count("--least-nodes", least_nodes), _count("--most-nodes", most_nodes), *_pair(growth))
    limit = cluster.ClusterLimit(
        seconds("--max-seconds", max_seconds),
        count("--max-jobs", max_jobs, "job"),
        count("--max-nodes", max_nodes, "node"),
    )
    asked = _count("--workers", workers or str(_processors()))
    if asked < 1:
        raise InputError(f"--workers must be at least 1, not {asked}")
    stop = pnyx.StopFlag()
    with stopped_by_interrupt(stop), _watched(root, limit, quiet=as_json) as on_progress:
        result = cluster.solve(
            game,
            root.text,
            goal,
            workers=0 if address is not None and workers is None else asked,
            address=address,
            store=store,
            algorithm=algorithm,
            options=algorithm_options,
            game_options=game_options,
            memory=mebibytes("--memory", memory),
            sizes=sizes,
            limit=limit,
            on_progress=on_progress,
            on_wrong=lambda worker, why: complain(f"{worker} was wrong and is replaced: {why}"),
            stop=stop,
        )
    with Saving() as saving:
        saved, found = None, result.certificate
        if certificate is not None and found is not None:
            path = certificate
            saved = saving.save(lambda: found.save(path))
        if as_json:
            emit(json.dumps(result.to_json(saved), allow_nan=False))
        else:
            _show(root, result, certificate, saved, game)
    return saving.status(UNKNOWN if result.verdict == "unknown" else ANSWERED)


@app.command("simulate")
def simulate(
    store: Annotated[str, typer.Argument(metavar="STORE_URL", help="A store with an answered question.")],
    workers: Annotated[
        str, typer.Option(help="Numbers of workers, with commas between them.", metavar="W,W,...")
    ] = "1,2,4,8,16,32,64,128,256,512,1024",
    as_json: JsonOption = False,
) -> int:
    """Say how long a run would have taken with other numbers of workers, by the times of its recorded jobs.

    Positions that were never searched settle nothing there, so speed-ups are lower bounds.
    """
    from pnyx.cluster.simulate import read_record, simulate

    numbers = [_count("--workers", word) for word in workers.split(",")]
    record = read_record(store)
    found = [simulate(record, number) for number in numbers]
    if as_json:
        runs = [{**vars(each), "speed_up": each.speed_up(found[0])} for each in found]
        known = {"jobs": len(record.jobs), "coordinating": record.coordinating, "under_way": record.under_way}
        emit(json.dumps({**known, "runs": runs}, allow_nan=False))
        return ANSWERED
    emit(
        f"{len(record.jobs):,} recorded jobs; for each, {1000 * record.coordinating:.1f} ms of the coordinator "
        f"and {1000 * record.under_way:.1f} ms under way."
    )
    emit(f"{'workers':>8} {'seconds':>10} {'speed-up':>9} {'jobs':>9} {'idle':>7}")
    for each in found:
        seconds = f"{each.seconds:.2f}" if each.settled else "no end"
        speed_up = f"{each.speed_up(found[0]):.2f}" if each.settled else ""
        emit(f"{each.workers:>8} {seconds:>10} {speed_up:>9} {each.jobs:>9,} {each.idle_share:>7.1%}")
    return ANSWERED


def _count(name: str, text: str) -> int:
    number = whole(name, text)
    assert number is not None
    return number


def _pair(text: str) -> tuple[float, float]:
    words = text.split(",")
    numbers = [real("--growth", word) for word in words]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        raise InputError(f"--growth must be two numbers with a comma between them, not {text!r}")
    return numbers[0], numbers[1]


def _processors() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _watched(
    root: Position, limit: ClusterLimit, quiet: bool
) -> AbstractContextManager[Callable[[ClusterProgress], None]]:
    from pnyx.cli.progress import watched

    return watched(
        lambda progress: _numbers(progress, limit),
        lambda progress: describe(root, progress, limit),
        lambda progress: progress.spent.seconds,
        quiet=quiet,
    )


def describe(root: Position, progress: ClusterProgress, limit: ClusterLimit | None = None) -> str:
    """What a running cluster does, in a few lines."""
    from pnyx.notation import line_text

    lines = [f"  {line_text(root, list(line)) or '(the root)'}" for line in progress.lines[:_LINES]]
    return "\n".join([_numbers(progress, limit), *lines])


def _numbers(progress: ClusterProgress, limit: ClusterLimit | None) -> str:
    from pnyx.cluster import ClusterLimit
    from pnyx.convergence import number_words

    spent = progress.spent
    most = ClusterLimit() if limit is None else limit
    jobs = f"{spent.jobs:,}" if most.jobs is None else f"{spent.jobs:,}/{most.jobs:,}"
    nodes = f"{spent.nodes:,}" if most.nodes is None else f"{spent.nodes:,}/{most.nodes:,}"
    of_seconds = "" if most.seconds is None else f"/{most.seconds:g}"
    return (
        f"proof {number_words(progress.proof)}  disproof {number_words(progress.disproof)}  "
        f"{progress.positions:,} positions  {jobs} jobs, {progress.in_work} in work  "
        f"idle {spent.idle_share:.0%}  {nodes} nodes  {spent.seconds:.0f}{of_seconds} s"
    )


def _show(root: Position, result: ClusterResult, wanted: str | None, saved: str | None, game: str) -> None:
    from pnyx import draw

    spent = result.spent
    emit(draw.text(root, unicode=is_unicode()))
    emit(f"\n{result}")
    emit(
        f"First level: {result.positions:,} positions, {result.expanded:,} of them expanded. "
        f"Workers: {spent.workers}, idle {spent.idle_share:.1%}."
    )
    extra = {"jobs taken up from the store": spent.taken_up, "jobs repeated": spent.repeated}
    told = [f"{count:,} {what}" for what, count in extra.items() if count]
    if told:
        emit(f"Of these: {', '.join(told)}.")
    if result.certificate is not None:
        emit(f"Checked: its certificate of {result.certificate.nodes:,} positions was accepted.")
    if saved is not None:
        rules = "" if root.python_game is None else f" --game {game}"
        emit(f"Certificate: {saved} (verify it with `pnyx check {saved}{rules}`)")
    elif wanted is not None:
        emit(f"Certificate: none, {wanted} was not written.")
