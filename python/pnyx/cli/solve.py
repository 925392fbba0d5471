"""`pnyx solve`: solve a position."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnyx.cli import options
from pnyx.cli.group import ANSWERED, UNKNOWN
from pnyx.cli.inputs import open_root, read_limit, real, thread_count
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.output import emit
from pnyx.cli.results import certificate_files, save_certificates, show_board, show_results, watched_search
from pnyx.cli.saving import Saving
from pnyx.errors import InputError

if TYPE_CHECKING:
    from pnyx import Result, Shortest


def solve(
    game: options.GameArgument,
    position: options.PositionArgument = None,
    goal: options.GoalOption = None,
    algorithm: options.AlgorithmOption = "auto",
    preset: options.PresetOption = None,
    option: options.OptionsOption = None,
    max_nodes: options.MaxNodesOption = None,
    max_seconds: options.MaxSecondsOption = None,
    memory: options.MemoryOption = options.DEFAULT_MIB,
    threads: options.ThreadsOption = "1",
    all_moves: Annotated[
        bool,
        typer.Option(
            "--all-moves",
            help="Find all first moves that reach the goal, at any length or within that of 'win-in N' or 'mate-in N'. "
            "Without --max-nodes and --max-seconds each other move gets ten times the nodes of the answer, at least "
            "1,000,000 (100,000 for a game written in Python); then it counts as undecided.",
        ),
    ] = False,
    shortest: Annotated[
        bool, typer.Option("--shortest", help="Find the shortest win (in chess: mate) and prove that none is shorter.")
    ] = False,
    certificate: Annotated[
        str | None,
        typer.Option(
            help="Write the certificate of the answer to a file; with --shortest, that there is no shorter win goes "
            "beside it, to NAME.shorter.pnyx.",
            metavar="FILE",
        ),
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(help="Write checkpoints to this file, to resume from later.", metavar="FILE"),
    ] = None,
    every: Annotated[str, typer.Option(help="Seconds between checkpoints.", metavar="S")] = "60",
    resume: Annotated[str | None, typer.Option(help="Resume from a checkpoint.", metavar="FILE")] = None,
    as_json: options.JsonOption = False,
) -> int:
    """Solve a position: can the player on move reach the goal?

    `pnyx value` asks whether it is a win, a draw or a loss.

    Exit status: 0 solved, 1 unknown, 2 bad input, 3 solved, but the certificate could not be written.
    """
    import pnyx
    from pnyx.api.catalogue import algorithm_info

    root, algorithm_options = open_root(game, position, option, algorithm_info(algorithm))
    limit = read_limit(max_nodes, max_seconds, memory)
    if shortest:
        _shortest_fits(all_moves, preset)
    files = certificate_files(certificate, "shorter" if shortest else None, root)
    stop = pnyx.StopFlag()
    with stopped_by_interrupt(stop), watched_search(root, limit, quiet=as_json) as on_progress:
        asked: dict[str, Any] = {
            "options": algorithm_options,
            "limit": limit,
            "threads": thread_count(threads),
            "checkpoint": checkpoint,
            "every": real("--every", every),
            "resume": resume,
            "on_progress": on_progress,
            "stop": stop,
        }
        answer: Result | Shortest
        if shortest:
            answer = pnyx.shortest(root, goal, algorithm, **asked)
            results = answer.questions
        else:
            answer = pnyx.solve(root, goal, algorithm, preset=preset, all_moves=all_moves, **asked)
            results = (answer,)
    with Saving() as saving:
        saved = save_certificates(results, files, saving)
        if as_json:
            found = answer.to_json(saved) if isinstance(answer, pnyx.Shortest) else answer.to_json(saved[0])
            emit(json.dumps(found, allow_nan=False))
        else:
            show_board(answer.position)
            if isinstance(answer, pnyx.Shortest):
                emit(f"\nShortest: {answer.headline}.")
            show_results(results, files, saved, game, limit)
            error = answer.checkpoint_error
            if error is not None:
                emit(f"{error[:1].upper()}{error[1:]}.")
    return saving.status(UNKNOWN if answer.unknown else ANSWERED)


def _shortest_fits(all_moves: bool, preset: str | None) -> None:
    if all_moves:
        raise InputError("--shortest and --all-moves are two questions: run them separately")
    if preset is not None:
        raise InputError("--shortest has no presets: leave --preset out")
