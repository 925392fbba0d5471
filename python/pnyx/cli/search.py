"""`pnyx search`: the value of a position by a search of limited depth."""

from __future__ import annotations

import json
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated

import typer

from pnyx.api.wording import bounded
from pnyx.cli import options
from pnyx.cli.completion import complete_searches
from pnyx.cli.group import ANSWERED, UNKNOWN
from pnyx.cli.inputs import open_root, read_limit, whole
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.output import emit
from pnyx.cli.results import show_board
from pnyx.errors import InputError

if TYPE_CHECKING:
    from pnyx import Limit
    from pnyx.api.search import SearchProgress


def search(
    game: options.GameArgument,
    position: options.PositionArgument = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            help="The algorithm; see `pnyx algorithms`. Default: mtd-f, or mtd-double with --exact.",
            metavar="A",
            autocompletion=complete_searches,
        ),
    ] = None,
    depth: Annotated[str | None, typer.Option(help="Search D plies deep.", metavar="D")] = None,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact",
            help="Search to the end of the game for the exact score (not for games where positions can repeat).",
        ),
    ] = False,
    option: options.OptionsOption = None,
    max_nodes: options.MaxNodesOption = None,
    max_seconds: options.MaxSecondsOption = None,
    memory: options.MemoryOption = options.DEFAULT_MIB,
    all_best: Annotated[bool, typer.Option("--all-best", help="Find all moves as good as the best.")] = False,
    as_json: options.JsonOption = False,
) -> int:
    """Evaluate a position for the player on move by a search of limited depth.

    With --max-seconds or --max-nodes the value is that of the last completed depth. Without --depth a limit is
    needed, and the search goes as deep as the limit allows.

    Exit status: 0 the search was completed, 1 it reached a limit (the value of the last completed depth is shown), 2
    bad input.
    """
    import pnyx
    from pnyx.api.catalogue import search_info
    from pnyx.api.notation import move_texts
    from pnyx.api.search import DEFAULT_EXACT, DEFAULT_SEARCH
    from pnyx.cli.progress import watched

    info = search_info(algorithm or (DEFAULT_EXACT if exact else DEFAULT_SEARCH))
    root, algorithm_options = open_root(game, position, option, info)
    limit = read_limit(max_nodes, max_seconds, memory)
    if depth is None and not exact and limit.nodes is None and limit.seconds is None:
        raise InputError(
            "expected a depth or a limit: --depth D (plies), --exact (to the end of the game), --max-nodes N or "
            "--max-seconds S"
        )
    stop = pnyx.StopFlag()
    told = partial(describe, limit=limit)
    watching = watched(told, told, attrgetter("seconds"), quiet=as_json)
    with stopped_by_interrupt(stop), watching as on_progress:
        found = pnyx.search(
            root,
            None if depth is None else whole("--depth", depth),
            info.name,
            exact=exact,
            options=algorithm_options,
            limit=limit,
            all_best=all_best,
            on_progress=on_progress,
            stop=stop,
        )
    if as_json:
        emit(json.dumps(found.to_json(), allow_nan=False))
    else:
        show_board(found.position)
        emit()
        emit(str(found))
        if found.best_moves:
            title = "Best moves" if all_best else "Best move"
            emit(f"{title}: {' '.join(move_texts(found.position, found.best_moves))}")
        if found.line:
            emit(f"Line: {found.line_text}")
        emit(
            f"Nodes: {found.leaf_nodes:,} leaves, {found.interior_nodes:,} interior, "
            f"{found.transposition_nodes:,} transpositions"
        )
    return ANSWERED if found.reason is None else UNKNOWN


def describe(progress: SearchProgress, limit: Limit | None = None) -> str:
    """The numbers of a running search, on one line."""
    from pnyx.cli.progress import spent_words

    depth = "to the end" if progress.depth is None else f"depth {progress.depth}"
    value = "" if progress.value is None else f"  last value {bounded(progress.value, progress.bound)}"
    return f"{depth}{value}  {spent_words(progress.nodes, progress.seconds, limit, progress.memory_bytes)}"
