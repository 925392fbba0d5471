"""What is said while a command works: a live line on a terminal, and elsewhere one line when it takes long."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Final, TypeVar

from pnyx.cli.group import complain
from pnyx.convergence import number_words
from pnyx.notation import line_text
from pnyx.solving import DEFAULT_MEMORY, Limit

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

    from pnyx import Position, Progress

__all__ = ["LiveText", "Notice", "describe", "numbers", "spent_words", "watched"]

P = TypeVar("P")

_AFTER = 1.0
_BETWEEN = 0.1
_MIB: Final = 1 << 20

NOTICE_AFTER = 30.0
"""Seconds after which work that shows nothing says that it goes on."""


class LiveText:
    """Shows the latest text until the search ends, then wipes it."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console
        self._live: Live | None = None
        self._shown = 0.0

    def __enter__(self) -> LiveText:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, seconds: float, text: str) -> None:
        """Show it, if a second has passed and the last one has been seen."""
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
    """One line on standard error, once, if the work goes on after `NOTICE_AFTER` seconds: a log is not a screen."""

    def __init__(self, doing: str, so_far: Callable[[], str] | None = None) -> None:
        self._doing = doing
        self._so_far = so_far
        self._timer = threading.Timer(NOTICE_AFTER, self._tell)
        self._timer.daemon = True

    def __enter__(self) -> Notice:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        self._timer.join()

    def keep(self, so_far: Callable[[], str]) -> None:
        """Keep what can be said about the work, for when it is time."""
        self._so_far = so_far

    def _tell(self) -> None:
        so_far = "" if self._so_far is None else f": {self._so_far()}"
        complain(f"still {self._doing} after {NOTICE_AFTER:g} s{so_far} (Ctrl-C ends it)")


@contextmanager
def watched(
    say: Callable[[P], str], live: Callable[[P], str], seconds: Callable[[P], float], *, quiet: bool
) -> Iterator[Callable[[P], None]]:
    """What a search is to call with its progress: `live` text goes to a terminal, one line that `say` makes to logs."""
    if not quiet and sys.stdout.isatty():
        with LiveText() as shown:
            yield lambda progress: shown.show(seconds(progress), live(progress))
        return
    with Notice("searching") as notice:
        yield lambda progress: notice.keep(lambda: say(progress))


def describe(root: Position, progress: Progress, limit: Limit | None = None) -> str:
    """Two lines: the numbers, and the line being looked at."""
    return f"{numbers(progress, limit)}\n{line_text(root, progress.line)}"


def numbers(progress: Progress, limit: Limit | None = None) -> str:
    """The numbers of a search for a verdict, on one line."""
    goal = f"{progress.goal}: " if progress.goal else ""
    return (
        f"{goal}proof {number_words(progress.proof)}  disproof {number_words(progress.disproof)}  "
        f"{spent_words(progress.nodes, progress.seconds, limit, progress.memory_bytes)}"
    )


def spent_words(nodes: int, seconds: float, limit: Limit | None, memory_bytes: int | None = None) -> str:
    """What a search has spent so far, with the limits behind a slash.

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
