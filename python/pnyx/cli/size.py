"""`pnyx size`: how large is a game?"""

from __future__ import annotations

import json
from typing import Annotated

import typer

from pnyx.cli import options
from pnyx.cli.group import ANSWERED
from pnyx.cli.inputs import mebibytes, open_root, seconds, whole
from pnyx.cli.output import emit


def size(
    game: options.GameArgument,
    position: options.PositionArgument = None,
    option: options.OptionsOption = None,
    max_seconds: Annotated[str, typer.Option(help="Time to spend, in seconds.", metavar="S")] = "5",
    playouts: Annotated[str, typer.Option(help="Random play-outs for the size of the tree.", metavar="N")] = "1000",
    seed: Annotated[str, typer.Option(help="The seed of the play-outs.", metavar="N")] = "0",
    memory: Annotated[
        str | None,
        typer.Option(help="Memory that a table may take, in MiB. Default: the machine's.", metavar="MIB"),
    ] = None,
    as_json: options.JsonOption = False,
) -> int:
    """Find out how large a game is: positions by ply as far as the time goes, their growth, cycles, an estimate of the
    game tree, and whether a table of the whole game would fit.

    Exit status: 0 done, 2 bad input.
    """
    import pnyx
    from pnyx.cli.progress import Notice

    root, _ = open_root(game, position, option)
    with Notice("counting"):
        found = pnyx.size(
            root,
            seconds=seconds("--max-seconds", max_seconds) or 0.0,
            playouts=whole("--playouts", playouts),
            seed=whole("--seed", seed),
            memory=mebibytes("--memory", memory),
        )
    emit(json.dumps(found.to_json(), allow_nan=False) if as_json else str(found))
    return ANSWERED
