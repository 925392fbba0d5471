"""What `pnyx suite` shows while it runs: each result, and a progress bar with the time left."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from pnyx.api.wording import spent
from pnyx.cli.output import emit, printable
from pnyx.cli.progress import Notice

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from pnyx.suites.outcomes import Outcome
    from pnyx.suites.planning import Plan


class Display:
    """Lines on standard output, and a progress bar on a terminal."""

    def __init__(self, plan: Plan, quiet: bool) -> None:
        self._quiet = quiet
        self._total = len(plan.tasks)
        self._done = 0
        self._counts = {"solved": 0, "missed": 0, "unknown": 0, "failed": 0, "wrong": 0}
        self._algorithms = len(plan.algorithms) > 1
        self._console: Console | None = None
        self._bar: Progress | None = None
        self._open = ExitStack()

    def __enter__(self) -> Display:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()
        self._open.close()

    def begin(self, done: Iterable[Outcome]) -> None:
        """Count earlier results, and draw the bar on a terminal."""
        for outcome in done:
            self._count(outcome)
        if not self._quiet and (sys.stdout.isatty() or sys.stderr.isatty()):
            self._start()
        else:
            self._open.enter_context(Notice("searching", lambda: f"{self._done:,} of {self._total:,} done"))

    def show(self, outcome: Outcome) -> None:
        """Show a new result."""
        self._count(outcome)
        if self._quiet:
            return
        width = len(str(self._total))
        line = f"{self._done:>{width}}/{self._total}  {self._words(outcome)}"
        if self._console is not None:
            from rich.text import Text

            style = "bold red" if outcome.wrong or outcome.status == "failed" else "" if outcome.solved else "dim"
            self._console.print(Text(line, style=style), soft_wrap=True)
        else:
            emit(line, at_once=True)
        if self._bar is not None:
            counted = "  ".join(f"{count:,} {what}" for what, count in self._counts.items() if count)
            self._bar.update(self._bar.task_ids[0], completed=self._done, description=counted)

    def _words(self, outcome: Outcome) -> str:
        label = f"{outcome.label}, {outcome.algorithm}" if self._algorithms else outcome.label
        missed = outcome.status == "missed"
        said = f", but the suite says {outcome.expected}" if outcome.wrong or missed else ""
        mark = "WRONG: " if outcome.wrong else "missed: " if missed else ""
        return printable(f"{label}: {mark}{outcome.headline}{said} ({spent(outcome.nodes, outcome.seconds)})")

    def _count(self, outcome: Outcome) -> None:
        self._done += 1
        self._counts[outcome.status] += 1
        self._counts["wrong"] += outcome.wrong

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        on_stdout = sys.stdout.isatty()
        console = Console(stderr=not on_stdout)
        if on_stdout:
            # Lines go through the console that draws the bar, or they would overwrite each other.
            self._console = console
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(elapsed_when_finished=True),
            TextColumn("left"),
            console=console,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            # Search times vary widely: the mean of all is the best estimate.
            speed_estimate_period=1e9,
        )
        self._bar.add_task("", total=self._total, completed=self._done)
        self._bar.start()
