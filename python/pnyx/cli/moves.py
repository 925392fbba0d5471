"""`pnyx moves`: the value of every legal move, best first."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated

import typer

from pnyx.cli import options
from pnyx.cli.group import ANSWERED, UNKNOWN
from pnyx.cli.inputs import open_root, read_limit
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.output import emit, is_unicode

if TYPE_CHECKING:
    from pnyx import Limit
    from pnyx.api.moves import MovesProgress, MoveValue

TableOption = Annotated[
    str | None,
    typer.Option("--table", metavar="FILE", help="A table of the game, as `pnyx.tabulate` writes it."),
]


def moves(
    game: options.GameArgument,
    position: options.PositionArgument = None,
    table: TableOption = None,
    option: options.OptionsOption = None,
    max_nodes: options.MaxNodesOption = None,
    max_seconds: options.MaxSecondsOption = None,
    memory: options.MemoryOption = options.DEFAULT_MIB,
    as_json: options.JsonOption = False,
) -> int:
    """Find the value of every legal move for the player who makes it: win, draw or loss, the best move first.

    Each value is proved: by the rules, by the table, or by searches whose certificates were checked. What is not proved
    is shown as unknown. The limits are for all moves together: first each is searched for a short time, then those that
    are unknown for longer. Without --max-nodes and --max-seconds each move gets 1,000,000 nodes (100,000 for a game
    written in Python). A distance is in plies, the move included.

    Exit status: 0 the values of all moves were found, 1 some are unknown, 2 bad input.
    """
    import pnyx
    from pnyx import draw
    from pnyx.api.wording import counted, spent, value_words
    from pnyx.cli.progress import watched
    from pnyx.draw.status import status_of

    root, _ = open_root(game, position, option)
    limit = read_limit(max_nodes, max_seconds, memory)
    opened = None if table is None else pnyx.Table(table, root.python_game)
    stop = pnyx.StopFlag()
    told = partial(describe, limit=limit)
    with (
        stopped_by_interrupt(stop),
        watched(told, told, attrgetter("seconds"), quiet=as_json) as on_progress,
    ):
        found = pnyx.moves(root, opened, limit=limit, on_progress=on_progress, stop=stop)
    known = all(row.proved for row in found)
    if as_json:
        emit(json.dumps({**found.to_json(), "table": table}, allow_nan=False))
        return ANSWERED if known else UNKNOWN
    emit(draw.text(found.position, unicode=is_unicode()))
    emit()
    if not found:
        emit(f"No moves: the game is over. {status_of(found.position)}.")
        return ANSWERED
    emit_rows(found)
    worth = f"Value: {value_words(found.position.turn, found.possible)}. " if found.value is not None else ""
    emit(f"\n{worth}{counted(len(found), 'move')} ({spent(found.nodes, found.seconds)}).")
    return ANSWERED if known else UNKNOWN


def emit_rows(rows: Iterable[MoveValue]) -> None:
    """Each move with its value, in columns."""
    found = list(rows)
    width = max((len(row.text) for row in found), default=0)
    for row in found:
        emit(f"{row.text:<{width}}  {row}")


def describe(progress: MovesProgress, limit: Limit | None = None) -> str:
    """The progress of the searches, on one line."""
    from pnyx.cli.progress import spent_words

    spent = spent_words(progress.nodes, progress.seconds, limit)
    return f"{progress.settled} of {progress.moves} moves known, searching {progress.move}  {spent}"
