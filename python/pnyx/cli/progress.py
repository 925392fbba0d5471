"""Progress output: a live line on a terminal; elsewhere one line if the command takes long."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from pnyx.api.convergence import number_words
from pnyx.api.notation import line_text
from pnyx.api.solve import DEFAULT_MEMORY, Limit
from pnyx.cli.group import complain

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

    from pnyx import Position, Progress

P = TypeVar("P")

_AFTER = 1.0
_BETWEEN = 0.1
_MIB: Final = 1 << 20

NOTICE_AFTER = 30.0
"""Seconds after which a silent command reports that it is still running."""


class LiveText:
    """Shows the latest text until the search ends, then clears it."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console
        self._live: Live | None = None
        self._shown = 0.0

    def __enter__(self) -> LiveText:
        return self

    def __exit__(self, *error: object) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, seconds: float, text: str) -> None:
        """Show the text, if a second has passed since the last one."""
        now = time.monotonic()
        if seconds < _AFTER or now - self._shown < _BETWEEN:
            return
        self._shown = now
        if self._live is None:
            from rich.live import Live

            self._live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live.start()
        from rich.text import Text

        self._live.update(Text(text, overflow="ellipsis", no_wrap=True), refresh=True)


class Notice:
    """One line on standard error, once, if the work takes more than `NOTICE_AFTER` seconds. Logs are kept short."""

    def __init__(self, doing: str, so_far: Callable[[], str] | None = None) -> None:
        self._doing = doing
        self._so_far = so_far
        self._timer = threading.Timer(NOTICE_AFTER, self._tell)
        self._timer.daemon = True

    def __enter__(self) -> Notice:
        self._timer.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._timer.cancel()
        self._timer.join()

    def keep(self, so_far: Callable[[], str]) -> None:
        """Store the latest progress for the notice."""
        self._so_far = so_far

    def _tell(self) -> None:
        so_far = "" if self._so_far is None else f": {self._so_far()}"
        complain(f"still {self._doing} after {NOTICE_AFTER:g} s{so_far} (Ctrl-C stops it)")


@contextmanager
def watched(
    say: Callable[[P], str],
    live: Callable[[P], str],
    seconds: Callable[[P], float],
    *,
    quiet: bool,
    doing: str = "searching",
) -> Iterator[Callable[[P], None]]:
    """The progress callback of a search: `live` text for a terminal, one line by `say` for logs."""
    if not quiet and sys.stdout.isatty():
        with LiveText() as shown:
            yield lambda progress: shown.show(seconds(progress), live(progress))
        return
    with Notice(doing) as notice:
        yield lambda progress: notice.keep(lambda: say(progress))


def describe(root: Position, progress: Progress, limit: Limit | None = None) -> str:
    """Two lines: the numbers, and the moves being searched."""
    return f"{numbers(progress, limit)}\n{line_text(root, progress.line)}"


def numbers(progress: Progress, limit: Limit | None = None) -> str:
    """The numbers of a search for a verdict, on one line."""
    goal = f"{progress.goal}: " if progress.goal else ""
    return (
        f"{goal}proof {number_words(progress.proof)}  disproof {number_words(progress.disproof)}  "
        f"{spent_words(progress.nodes, progress.seconds, limit, progress.memory_bytes)}"
    )


def spent_words(nodes: int, seconds: float, limit: Limit | None, memory_bytes: int | None = None) -> str:
    """The effort of a search so far, with the limits after a slash.

    >>> spent_words(12_000, 8.0, Limit(seconds=30), 372 << 20)
    '12,000 nodes  1,500/s  372/1024 MiB  8/30 s'
    """
    most = Limit() if limit is None else limit
    of_nodes = "" if most.nodes is None else f"/{most.nodes:,}"
    of_seconds = "" if most.seconds is None else f"/{most.seconds:g}"
    speed = f"  {nodes / seconds if seconds > 0 else 0.0:,.0f}/s"
    memory = (
        "" if memory_bytes is None else f"  {memory_bytes / _MIB:.0f}/{(most.memory or DEFAULT_MEMORY) / _MIB:g} MiB"
    )
    return f"{nodes:,}{of_nodes} nodes{speed}{memory}  {seconds:.0f}{of_seconds} s"
