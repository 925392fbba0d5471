"""`pnyx search`: what a position is worth, as far as one can look."""

from __future__ import annotations

import json
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated

import typer

from pnyx.cli.completion import complete_searches
from pnyx.cli.group import ANSWERED, UNKNOWN
from pnyx.cli.inputs import (
    GameArgument,
    JsonOption,
    OptionsOption,
    PositionArgument,
    load_game,
    open_position,
    read_limit,
    split_options,
    whole,
)
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.output import emit, is_unicode
from pnyx.errors import InputError
from pnyx.wording import bounded

if TYPE_CHECKING:
    from pnyx import Limit, SearchProgress

__all__ = ["describe", "search"]


def search(
    game: GameArgument,
    position: PositionArgument = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            help="How to search; see `pnyx algorithms`. Without it mtd-f, and with --exact mtd-double.",
            metavar="A",
            autocompletion=complete_searches,
        ),
    ] = None,
    depth: Annotated[str | None, typer.Option(help="Look so many plies ahead.", metavar="D")] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Search to the end of the game, for its score; only without repetitions.")
    ] = False,
    option: OptionsOption = None,
    max_nodes: Annotated[str | None, typer.Option(help="Stop after so many nodes.", metavar="N")] = None,
    max_seconds: Annotated[str | None, typer.Option(help="Stop after so long.", metavar="S")] = None,
    memory: Annotated[str, typer.Option(help="Memory for the search, in MiB.", metavar="MIB")] = "1024",
    all_best: Annotated[bool, typer.Option("--all-best", help="Find every move as good as the best.")] = False,
    as_json: JsonOption = False,
) -> int:
    """What is a position worth to the player on move, looking some plies ahead?

    With --max-seconds or --max-nodes the value is that of the last depth that was finished. Without --depth, a limit
    is needed: the search then goes as deep as it can.

    Exit status: 0 the search was finished, 1 it was ended by a limit (the value of the last depth is shown), 2 bad
    input.
    """
    import pnyx
    from pnyx import draw
    from pnyx.catalogue import search_info
    from pnyx.cli.progress import watched
    from pnyx.notation import move_texts
    from pnyx.searching import DEFAULT_EXACT, DEFAULT_SEARCH

    loaded = load_game(game)
    info = search_info(algorithm or (DEFAULT_EXACT if exact else DEFAULT_SEARCH))
    game_options, algorithm_options = split_options(option, loaded, info)
    root = open_position(loaded, position, game_options)
    limit = read_limit(max_nodes, max_seconds, memory)
    if depth is None and not exact and limit.nodes is None and limit.seconds is None:
        raise InputError(
            "say how far to look: --depth D (plies), --exact (to the end of the game), or a limit, --max-nodes N or "
            "--max-seconds S"
        )
    stop = pnyx.StopFlag()
    told = partial(describe, limit=limit)
    watching = watched(told, told, attrgetter("seconds"), quiet=as_json)
    with stopped_by_interrupt(stop), watching as on_progress:
        found = pnyx.search(
            root,
            whole("--depth", depth),
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
        emit(draw.text(found.position, unicode=is_unicode()))
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
