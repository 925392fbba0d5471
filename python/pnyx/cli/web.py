"""`pnyx web`: the explorer, on a page in the browser."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from pnyx.cli.group import ANSWERED
from pnyx.cli.inputs import real, whole
from pnyx.cli.output import emit
from pnyx.errors import InputError

__all__ = ["web"]

_NEEDED = ("starlette", "uvicorn")


def web(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME ...]",
            help="Games to offer first; module:attribute for one written in Python.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[str, typer.Option(help="The port to serve on; 0 takes any that is free.", metavar="P")] = "8281",
    host: Annotated[
        str,
        typer.Option(
            help="The address to serve on. Others than this machine's let others in, who need a token.", metavar="H"
        ),
    ] = "127.0.0.1",
    token: Annotated[
        str | None,
        typer.Option(
            help="The token that the page asks for; made if none is given and --host lets others in.",
            metavar="T",
            envvar="PNYX_WEB_TOKEN",
            show_default=False,
        ),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    max_jobs: Annotated[str, typer.Option(help="Searches that may run at once.", metavar="N")] = "2",
    max_seconds: Annotated[str, typer.Option(help="The longest that a search may take.", metavar="S")] = "600",
    max_memory: Annotated[str, typer.Option(help="The most memory of a search, in MiB.", metavar="MIB")] = "1024",
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
        jobs=_within("--max-jobs", max_jobs, 1, 64),
        seconds=_seconds(max_seconds),
        memory_mib=_within("--max-memory", max_memory, 16, 1 << 24),
    )
    try:
        serve(
            settings,
            games or [],
            port=_within("--port", port, 0, 65535),
            browser=not no_browser,
            tell=lambda line: emit(line, at_once=True),
        )
    except KeyboardInterrupt:
        emit()
    return ANSWERED


def _within(name: str, text: str, least: int, most: int) -> int:
    number = whole(name, text)
    if number is None or not least <= number <= most:
        raise InputError(f"{name} must be from {least:,} to {most:,}, not {text}")
    return number


def _seconds(text: str) -> float:
    number = real("--max-seconds", text)
    if number is None or not 0 < number <= 1e6:
        raise InputError(f"--max-seconds must be above 0 and at most 1,000,000, not {text}")
    return number
