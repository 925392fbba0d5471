"""`pnyx value`: is a position a win, a draw or a loss?"""

from __future__ import annotations

import json
from typing import Annotated

import typer

from pnyx.cli import options
from pnyx.cli.group import ANSWERED, UNKNOWN
from pnyx.cli.inputs import open_root, read_limit, thread_count
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.output import emit, is_unicode
from pnyx.cli.results import certificate_files, save_certificates, show_results, watched_search
from pnyx.cli.saving import Saving


def value(
    game: options.GameArgument,
    position: options.PositionArgument = None,
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
            help="For each question, find all first moves that reach its goal. Without --max-nodes and --max-seconds "
            "each other move gets ten times the nodes of the answer, at least 1,000,000 (100,000 for a game written "
            "in Python); then it counts as undecided.",
        ),
    ] = False,
    certificate: Annotated[
        str | None,
        typer.Option(
            help="Write the certificate of the first question to a file; that of the second goes beside it, "
            "to NAME.draw-or-better.pnyx.",
            metavar="FILE",
        ),
    ] = None,
    as_json: options.JsonOption = False,
) -> int:
    """Find the value of a position for the player on move: win, draw or loss.

    This takes one or two questions, which share the limits: can the player on move win (in chess: mate), and if not,
    can it hold a draw? A win is proved by the first certificate, a loss by the second, a draw by both.

    Exit status: 0 the value was found, 1 unknown, 2 bad input, 3 the value was found, but a certificate could not be
    written.
    """
    import pnyx
    from pnyx import draw
    from pnyx.api.catalogue import algorithm_info
    from pnyx.api.value import SECOND_QUESTION

    root, algorithm_options = open_root(game, position, option, algorithm_info(algorithm))
    limit = read_limit(max_nodes, max_seconds, memory)
    files = certificate_files(certificate, SECOND_QUESTION.text, root)
    stop = pnyx.StopFlag()
    with stopped_by_interrupt(stop), watched_search(root, limit, quiet=as_json) as on_progress:
        answer = pnyx.value(
            root,
            algorithm,
            preset=preset,
            options=algorithm_options,
            limit=limit,
            threads=thread_count(threads),
            all_moves=all_moves,
            on_progress=on_progress,
            stop=stop,
        )
    with Saving() as saving:
        saved = save_certificates(answer.questions, files, saving)
        if as_json:
            emit(json.dumps(answer.to_json(saved), allow_nan=False))
        else:
            emit(draw.text(answer.position, unicode=is_unicode()))
            emit(f"\nValue: {answer.headline}.")
            show_results(answer.questions, files, saved, game, limit)
    return saving.status(UNKNOWN if answer.unknown else ANSWERED)
