"""`pnyx web`: the explorer, a page in the browser."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from pnyx.cli.group import ANSWERED
from pnyx.cli.inputs import real, whole
from pnyx.cli.options import DEFAULT_MIB
from pnyx.cli.output import emit
from pnyx.errors import InputError

_NEEDED = ("starlette", "uvicorn")


def web(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME ...]",
            help="Games to list first; module:attribute for one written in Python.",
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            metavar="FILE",
            help="A table of one of the games, as `pnyx table build` writes it: Play and the values of moves use it. "
            "May be repeated.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[str, typer.Option(help="The port to serve on; 0 takes any free port.", metavar="P")] = "8281",
    host: Annotated[
        str,
        typer.Option(help="The address to serve on. Other machines need a token to use the page.", metavar="H"),
    ] = "127.0.0.1",
    token: Annotated[
        str | None,
        typer.Option(
            help="The token that the page asks for. Default: a new one if --host allows other machines.",
            metavar="T",
            envvar="PNYX_WEB_TOKEN",
            show_default=False,
        ),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    max_jobs: Annotated[str, typer.Option(help="Number of searches that may run in parallel.", metavar="N")] = "2",
    max_seconds: Annotated[str, typer.Option(help="Time limit of a search in seconds.", metavar="S")] = "600",
    max_memory: Annotated[str, typer.Option(help="Memory limit of a search, in MiB.", metavar="MIB")] = DEFAULT_MIB,
) -> int:
    """Explore positions and proofs in the browser, until Ctrl-C."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise InputError(f"the explorer needs {' and '.join(missing)}: pip install pnyx[web]")
    from pnyx.web.access import read_token
    from pnyx.web.server import serve
    from pnyx.web.settings import Settings

    settings = Settings(
        host=host,
        token=None if token is None else read_token(token),
        jobs=whole("--max-jobs", max_jobs, 1, 64),
        seconds=_seconds(max_seconds),
        memory_mib=whole("--max-memory", max_memory, 16, 1 << 24),
    )
    try:
        serve(
            settings,
            games or [],
            table or [],
            port=whole("--port", port, 0, 65535),
            browser=not no_browser,
            report=lambda line: emit(line, at_once=True),
        )
    except KeyboardInterrupt:
        emit()
    return ANSWERED


def _seconds(text: str) -> float:
    number = real("--max-seconds", text)
    if not 0 < number <= 1e6:
        raise InputError(f"--max-seconds must be above 0 and at most 1,000,000, not {text}")
    return number
