"""`pnyx cluster`: solve a position with many workers, find its value, and estimate the speed-up of more workers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnyx.cli import options
from pnyx.cli.completion import complete_algorithms
from pnyx.cli.group import ANSWERED, UNKNOWN, complain
from pnyx.cli.inputs import count, mebibytes, open_root, real, seconds, whole
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.output import emit
from pnyx.cli.results import certificate_files, save_certificates, show_board, show_certificate, show_value
from pnyx.cli.saving import Saving
from pnyx.errors import InputError

if TYPE_CHECKING:
    from pnyx import Position
    from pnyx.cluster import ClusterLimit, ClusterProgress, ClusterResult

app = typer.Typer(help="Solve a position with many workers, on one machine or many.", rich_markup_mode=None)

_LINES = 4
"""The number of lines shown to positions being searched."""


WorkersOption = Annotated[
    str | None, typer.Option(help="Number of worker processes. Default: one per processor.", metavar="W")
]
AddressOption = Annotated[
    str | None, typer.Option(help="The Ray cluster to use, as HOST:PORT. Default: this machine.", metavar="A")
]
StoreOption = Annotated[
    str | None,
    typer.Option(
        help="Where results are stored, to resume from: a file, or postgresql://USER@HOST/DATABASE.", metavar="URL"
    ),
]
AlgorithmOption = Annotated[
    str,
    typer.Option(
        help="The algorithm of the jobs; see `pnyx algorithms`.", metavar="A", autocompletion=complete_algorithms
    ),
]
LeastNodesOption = Annotated[str, typer.Option(help="Nodes of the smallest jobs.", metavar="N")]
MostNodesOption = Annotated[str, typer.Option(help="Nodes of the largest jobs.", metavar="N")]
GrowthOption = Annotated[
    str,
    typer.Option(
        help="Jobs reach half of --most-nodes when the first level has A positions; B is the slope.", metavar="A,B"
    ),
]
MaxJobsOption = Annotated[str | None, typer.Option(help="Stop after N jobs.", metavar="N")]
MaxNodesOption = Annotated[str | None, typer.Option(help="Stop after N nodes, all workers together.", metavar="N")]
MemoryOption = Annotated[str, typer.Option(help="Memory for each worker, in MiB.", metavar="MIB")]


@app.command("solve")
def solve(
    game: options.GameArgument,
    position: options.PositionArgument = None,
    goal: options.GoalOption = None,
    workers: WorkersOption = None,
    address: AddressOption = None,
    store: StoreOption = None,
    algorithm: AlgorithmOption = "df-pn",
    option: options.OptionsOption = None,
    least_nodes: LeastNodesOption = "1e5",
    most_nodes: MostNodesOption = "5e6",
    growth: GrowthOption = "2000,500",
    max_seconds: options.MaxSecondsOption = None,
    max_jobs: MaxJobsOption = None,
    max_nodes: MaxNodesOption = None,
    memory: MemoryOption = options.DEFAULT_MIB,
    certificate: Annotated[
        str | None, typer.Option(help="Write the certificate of the answer to a file.", metavar="FILE")
    ] = None,
    as_json: options.JsonOption = False,
) -> int:
    """Solve a position with many workers: can the player on move reach the goal?

    A coordinator keeps a tree of positions. Workers, run by Ray, search them in jobs. With --store, Ctrl-C stops the
    run, and the same command resumes it.

    Exit status: 0 solved, 1 unknown, 2 bad input, 3 solved, but the certificate could not be written.
    """
    from pnyx import cluster
    from pnyx.api.catalogue import algorithm_info

    root, algorithm_options = open_root(game, position, option, algorithm_info(algorithm))
    files = certificate_files(certificate, None, root)
    limit = _limit(max_seconds, max_jobs, max_nodes)
    crew = _crew(workers, address, memory, least_nodes, most_nodes, growth)
    how = {"algorithm": algorithm, "options": algorithm_options, "store": store, "limit": limit, **crew}
    with _watched(root, limit, quiet=as_json) as watching:
        result = cluster.solve(game, root, goal, **how, **watching)
    with Saving() as saving:
        saved = save_certificates([result], files, saving)
        if as_json:
            emit(json.dumps(result.to_json(*saved), allow_nan=False))
        else:
            show_board(root)
            _show(root, game, result, certificate, saved[0])
    return saving.status(UNKNOWN if result.verdict == "unknown" else ANSWERED)


@app.command("value")
def value(
    game: options.GameArgument,
    position: options.PositionArgument = None,
    workers: WorkersOption = None,
    address: AddressOption = None,
    store: StoreOption = None,
    second_store: Annotated[
        str | None,
        typer.Option(
            help="The store of the second question. Default: a file beside that of the first, "
            "NAME.draw-or-better.ENDING.",
            metavar="URL",
        ),
    ] = None,
    algorithm: AlgorithmOption = "df-pn",
    option: options.OptionsOption = None,
    least_nodes: LeastNodesOption = "1e5",
    most_nodes: MostNodesOption = "5e6",
    growth: GrowthOption = "2000,500",
    max_seconds: options.MaxSecondsOption = None,
    max_jobs: MaxJobsOption = None,
    max_nodes: MaxNodesOption = None,
    memory: MemoryOption = options.DEFAULT_MIB,
    certificate: options.TwoCertificatesOption = None,
    as_json: options.JsonOption = False,
) -> int:
    """Find the value of a position with many workers: win, draw or loss for the player on move.

    This takes one or two questions, as `pnyx value` does, which share the limits. Each is answered as by `pnyx cluster
    solve`, and has a store of its own.

    Exit status: 0 the value was found, 1 unknown, 2 bad input, 3 the value was found, but a certificate could not be
    written.
    """
    from pnyx import cluster
    from pnyx.api.catalogue import algorithm_info
    from pnyx.api.value import SECOND_QUESTION

    root, algorithm_options = open_root(game, position, option, algorithm_info(algorithm))
    files = certificate_files(certificate, SECOND_QUESTION.text, root)
    limit = _limit(max_seconds, max_jobs, max_nodes)
    crew = _crew(workers, address, memory, least_nodes, most_nodes, growth)
    how = {"algorithm": algorithm, "options": algorithm_options, "store": store, "limit": limit, **crew}
    with _watched(root, limit, quiet=as_json) as watching:
        answer = cluster.value(game, root, second_store=second_store, **how, **watching)

    def show(saved: Sequence[str | None]) -> None:
        for result, wanted, written in zip(answer.questions, files, saved, strict=False):
            _show(root, game, result, wanted, written)

    return show_value(answer, files, as_json, show)


@app.command("simulate")
def simulate(
    store: Annotated[str, typer.Argument(metavar="STORE_URL", help="The store of a finished run.")],
    workers: Annotated[
        str, typer.Option(help="Numbers of workers, separated by commas.", metavar="W,W,...")
    ] = "1,2,4,8,16,32,64,128,256,512,1024",
    as_json: options.JsonOption = False,
) -> int:
    """Estimate how long a run would have taken with other numbers of workers, from its recorded jobs.

    Positions that were never searched stay undecided in the simulation, so speed-ups are lower bounds.
    """
    from pnyx.cluster.simulate import read_record, simulate

    numbers = [whole("--workers", word) for word in workers.split(",")]
    record = read_record(store)
    found = [simulate(record, number) for number in numbers]
    if as_json:
        runs = [{**vars(each), "speed_up": each.speed_up(found[0])} for each in found]
        known = {"jobs": len(record.jobs), "coordinating": record.coordinating, "under_way": record.under_way}
        emit(json.dumps({**known, "runs": runs}, allow_nan=False))
        return ANSWERED
    emit(
        f"{len(record.jobs):,} recorded jobs. Per job: {1000 * record.coordinating:.1f} ms in the coordinator, "
        f"{1000 * record.under_way:.1f} ms in transit."
    )
    emit(f"{'workers':>8} {'seconds':>10} {'speed-up':>9} {'jobs':>9} {'idle':>7}")
    for each in found:
        seconds = f"{each.seconds:.2f}" if each.settled else "unfinished"
        speed_up = f"{each.speed_up(found[0]):.2f}" if each.settled else ""
        emit(f"{each.workers:>8} {seconds:>10} {speed_up:>9} {each.jobs:>9,} {each.idle_share:>7.1%}")
    return ANSWERED


def _limit(max_seconds: str | None, max_jobs: str | None, max_nodes: str | None) -> ClusterLimit:
    from pnyx.cluster import ClusterLimit

    return ClusterLimit(
        seconds("--max-seconds", max_seconds),
        count("--max-jobs", max_jobs, "job"),
        count("--max-nodes", max_nodes, "node"),
    )


def _crew(
    workers: str | None, address: str | None, memory: str, least_nodes: str, most_nodes: str, growth: str
) -> dict[str, Any]:
    """The workers, and the sizes of their jobs; without a number of workers all of a cluster, or one per processor."""
    from pnyx.cluster import JobSizes

    sizes = JobSizes(whole("--least-nodes", least_nodes), whole("--most-nodes", most_nodes), *_pair(growth))
    if workers is None and address is not None:
        number = 0
    else:
        number = whole("--workers", workers, 1) if workers else _processors()
    return {"workers": number, "address": address, "memory": mebibytes("--memory", memory), "sizes": sizes}


def _wrong(worker: str, reason: str) -> None:
    complain(f"{worker} returned a wrong result and is replaced: {reason}")


def _pair(text: str) -> tuple[float, float]:
    numbers = [real("--growth", word) for word in text.split(",")]
    if len(numbers) != 2:
        raise InputError(f"--growth must be two numbers separated by a comma, not {text!r}")
    return numbers[0], numbers[1]


def _processors() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _watched(root: Position, limit: ClusterLimit, quiet: bool) -> Iterator[dict[str, Any]]:
    """Show the numbers of a run, and stop it at Ctrl-C."""
    import pnyx
    from pnyx.cli.progress import watched

    stop = pnyx.StopFlag()
    watching: AbstractContextManager[Callable[[ClusterProgress], None]] = watched(
        lambda progress: _numbers(progress, limit),
        lambda progress: describe(root, progress, limit),
        lambda progress: progress.spent.seconds,
        quiet=quiet,
    )
    with stopped_by_interrupt(stop), watching as on_progress:
        yield {"stop": stop, "on_progress": on_progress, "on_wrong": _wrong}


def describe(root: Position, progress: ClusterProgress, limit: ClusterLimit | None = None) -> str:
    """The state of a running cluster in a few lines."""
    from pnyx.api.notation import line_text

    lines = [f"  {line_text(root, list(line)) or '(the root)'}" for line in progress.lines[:_LINES]]
    return "\n".join([_numbers(progress, limit), *lines])


def _numbers(progress: ClusterProgress, limit: ClusterLimit | None) -> str:
    from pnyx.api.convergence import number_words
    from pnyx.cluster import ClusterLimit

    spent = progress.spent
    most = ClusterLimit() if limit is None else limit
    jobs = f"{spent.jobs:,}" if most.jobs is None else f"{spent.jobs:,}/{most.jobs:,}"
    nodes = f"{spent.nodes:,}" if most.nodes is None else f"{spent.nodes:,}/{most.nodes:,}"
    of_seconds = "" if most.seconds is None else f"/{most.seconds:g}"
    return (
        f"proof {number_words(progress.proof)}  disproof {number_words(progress.disproof)}  "
        f"{progress.positions:,} positions  {jobs} jobs, {progress.in_work} running  "
        f"idle {spent.idle_share:.0%}  {nodes} nodes  {spent.seconds:.0f}{of_seconds} s"
    )


def _show(root: Position, game: str, result: ClusterResult, wanted: str | None, saved: str | None) -> None:
    spent = result.spent
    emit(f"\n{result}")
    emit(
        f"First level: {result.positions:,} positions, {result.expanded:,} of them expanded. "
        f"Workers: {spent.workers}, idle {spent.idle_share:.1%}."
    )
    extra = {"jobs resumed from the store": spent.taken_up, "jobs repeated": spent.repeated}
    told = [f"{count:,} {what}" for what, count in extra.items() if count]
    if told:
        emit(f"Of these: {', '.join(told)}.")
    if result.certificate is not None:
        emit(f"Checked: the certificate of {result.certificate.nodes:,} positions was accepted.")
    show_certificate(root, game, wanted, saved)
