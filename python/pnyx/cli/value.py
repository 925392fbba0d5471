"""`pnyx value`: is a position a win, a draw or a loss?"""

from __future__ import annotations

from typing import Annotated

import typer

from pnyx.cli import options
from pnyx.cli.inputs import open_root, read_limit, thread_count
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.results import certificate_files, show_results, show_value, watched_search


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
    certificate: options.TwoCertificatesOption = None,
    as_json: options.JsonOption = False,
) -> int:
    """Find the value of a position for the player on move: win, draw or loss.

    This takes one or two questions, which share the limits: can the player on move win (in chess: mate), and if not,
    can it hold a draw? A win is proved by the first certificate, a loss by the second, a draw by both.

    Exit status: 0 the value was found, 1 unknown, 2 bad input, 3 the value was found, but a certificate could not be
    written.
    """
    import pnyx
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
    return show_value(answer, files, as_json, lambda saved: show_results(answer.questions, files, saved, game, limit))
