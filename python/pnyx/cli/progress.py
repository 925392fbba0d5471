"""The live line of a search that takes over a second."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING

from pnyx.notation import line_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

    from pnyx import Position, Progress

__all__ = ["LiveProgress", "describe"]

_AFTER = 1.0
_BETWEEN = 0.1
_INFINITY = 2**32 - 1


class LiveProgress:
    """Called with every `Progress`; shows the latest until the search ends, then wipes it."""

    def __init__(self, root: Position, console: Console | None = None) -> None:
        self._root = root
        self._console = console
        self._live: Live | None = None
        self._shown = 0.0

    def __enter__(self) -> LiveProgress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def __call__(self, progress: Progress) -> None:
        """Show it, if a second has passed and the last one has been seen."""
        now = time.monotonic()
        if progress.seconds < _AFTER or now - self._shown < _BETWEEN:
            return
        self._shown = now
        if self._live is None:
            from rich.live import Live

            self._live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live.start()
        from rich.text import Text

        self._live.update(Text(describe(self._root, progress), overflow="ellipsis", no_wrap=True), refresh=True)


def describe(root: Position, progress: Progress) -> str:
    """Two lines: the numbers, and the line being looked at."""
    goal = f"{progress.goal}: " if progress.goal else ""
    numbers = (
        f"{goal}proof {_number(progress.proof)}  disproof {_number(progress.disproof)}  "
        f"{progress.nodes:,} nodes  {progress.nodes_per_second:,.0f}/s  "
        f"{progress.memory_bytes / (1 << 20):,.0f} MiB  {progress.seconds:,.0f} s"
    )
    return f"{numbers}\n{line_text(root, progress.line)}"


def _number(value: int) -> str:
    return "infinite" if value >= _INFINITY else f"{value:,}"
