"""`pnyx perft`: count move sequences."""

from __future__ import annotations

import json
import time
from typing import Annotated

import typer

from pnyx.cli.group import ANSWERED
from pnyx.cli.inputs import (
    GameArgument,
    JsonOption,
    OptionsOption,
    PositionArgument,
    load_game,
    open_position,
    split_options,
    whole,
)
from pnyx.cli.output import emit
from pnyx.wording import counted

__all__ = ["perft"]


def perft(
    game: GameArgument,
    depth: Annotated[str, typer.Argument(metavar="DEPTH", help="How many moves deep.", show_default=False)],
    position: PositionArgument = None,
    option: OptionsOption = None,
    as_json: JsonOption = False,
) -> int:
    """Count the move sequences of a length, as a test of the rules."""
    from pnyx.cli.progress import Notice

    deep = whole("DEPTH", depth)
    loaded = load_game(game)
    root = open_position(loaded, position, split_options(option, loaded)[0])
    begun = time.perf_counter()
    with Notice("counting"):
        nodes = root.perft(deep or 0)
    seconds = time.perf_counter() - begun
    if as_json:
        emit(json.dumps({"nodes": nodes, "seconds": seconds}))
    else:
        emit(f"{counted(nodes, 'node')} in {seconds:.2f} s")
    return ANSWERED
