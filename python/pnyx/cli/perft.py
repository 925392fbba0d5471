"""`pnyx perft`: count move sequences."""

from __future__ import annotations

import json
import time
from typing import Annotated

import typer

from pnyx.api.wording import counted
from pnyx.cli import options
from pnyx.cli.group import ANSWERED
from pnyx.cli.inputs import open_root, whole
from pnyx.cli.output import emit


def perft(
    game: options.GameArgument,
    depth: Annotated[str, typer.Argument(metavar="DEPTH", help="Length of the move sequences.", show_default=False)],
    position: options.PositionArgument = None,
    option: options.OptionsOption = None,
    as_json: options.JsonOption = False,
) -> int:
    """Count the move sequences of a given length, as a test of the rules."""
    from pnyx.cli.progress import Notice

    deep = whole("DEPTH", depth)
    root, _ = open_root(game, position, option)
    begun = time.perf_counter()
    with Notice("counting"):
        nodes = root.perft(deep)
    seconds = time.perf_counter() - begun
    if as_json:
        emit(json.dumps({"nodes": nodes, "seconds": seconds}))
    else:
        emit(f"{counted(nodes, 'node')} in {seconds:.2f} s")
    return ANSWERED
