"""The live line of a search that takes over a second."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from pnyx.convergence import number_words
from pnyx.notation import line_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

    from pnyx import Position, Progress

__all__ = ["LiveProgress", "LiveText", "describe"]

L = TypeVar("L", bound="LiveText")

_AFTER = 1.0
_BETWEEN = 0.1


class LiveText:
    """Shows the latest text until the search ends, then wipes it."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console
        self._live: Live | None = None
        self._shown = 0.0

    def __enter__(self: L) -> L:
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


class LiveProgress(LiveText):
    """The same, called with every `Progress`."""

    def __init__(self, root: Position, console: Console | None = None) -> None:
        super().__init__(console)
        self._root = root

    def __call__(self, progress: Progress) -> None:
        """Show it, if it is time."""
        self.show(progress.seconds, describe(self._root, progress))


def describe(root: Position, progress: Progress) -> str:
    """Two lines: the numbers, and the line being looked at."""
    goal = f"{progress.goal}: " if progress.goal else ""
    numbers = (
        f"{goal}proof {number_words(progress.proof)}  disproof {number_words(progress.disproof)}  "
        f"{progress.nodes:,} nodes  {progress.nodes_per_second:,.0f}/s  "
        f"{progress.memory_bytes / (1 << 20):,.0f} MiB  {progress.seconds:,.0f} s"
    )
    return f"{numbers}\n{line_text(root, progress.line)}"
