"""`pnyx search`: what a position is worth, as far as one can look."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

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
from pnyx.wording import bounded

if TYPE_CHECKING:
    from pnyx import SearchProgress

__all__ = ["search"]

_MIB = 1 << 20


def _complete_searches(incomplete: str) -> Iterable[tuple[str, str]]:
    import pnyx

    return [(info.name, info.description) for info in pnyx.searches().values() if info.name.startswith(incomplete)]


def search(
    game: GameArgument,
    position: PositionArgument = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            help="How to search; see `pnyx algorithms`. Without it mtd-f, and with --exact mtd-double.",
            metavar="A",
            autocompletion=_complete_searches,
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
    from pnyx.notation import move_texts
    from pnyx.searching import DEFAULT_EXACT, DEFAULT_SEARCH

    loaded = load_game(game)
    info = search_info(algorithm or (DEFAULT_EXACT if exact else DEFAULT_SEARCH))
    game_options, algorithm_options = split_options(option, loaded, info)
    root = open_position(loaded, position, game_options)
    limit = read_limit(max_nodes, max_seconds, memory)
    stop = pnyx.StopFlag()
    with stopped_by_interrupt(stop), _progress(quiet=as_json) as on_progress:
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


@contextmanager
def _progress(quiet: bool) -> Iterator[Any]:
    if quiet or not sys.stdout.isatty():
        yield None
        return
    from pnyx.cli.progress import LiveText

    with LiveText() as live:
        yield lambda progress: live.show(progress.seconds, _describe(progress))


def _describe(progress: SearchProgress) -> str:
    depth = "to the end" if progress.depth is None else f"depth {progress.depth}"
    value = "" if progress.value is None else f"  last value {bounded(progress.value, progress.bound)}"
    return (
        f"{depth}{value}  {progress.nodes:,} nodes  {progress.nodes_per_second:,.0f}/s  "
        f"{progress.memory_bytes / _MIB:,.0f} MiB  {progress.seconds:,.0f} s"
    )
