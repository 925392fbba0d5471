"""Raw results: a row of a CSV file for each search, written when the search ends, so that nothing is done twice."""

from __future__ import annotations

import csv
import io
import os
import platform
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from pnyx._util.files import why_not
from pnyx._util.warn import tell
from pnyx.errors import InputError, quoted
from pnyx.report.lines import append_lines, csv_line, whole_lines

if TYPE_CHECKING:
    from rich.console import Console

    from pnyx import StopFlag

FILE = "results.csv"
FACTS = ("pnyx", "date", "machine", "jobs")
"""What every row says about its making, after the columns of the experiment."""

Key = tuple[str, ...]
"""What was searched and how: the first columns of a row."""


class Runs:
    """The rows of one file, `rows` by their keys; `path` need not exist yet.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, FILE)
    ...     Runs(file, ["problem", "nodes"], 1).append(["a", 12], jobs=1)
    ...     Runs(file, ["problem", "nodes"], 1).rows["a",]["nodes"]
    '12'
    """

    def __init__(self, path: Path, columns: Sequence[str], keys: int) -> None:
        self.path = path
        self._columns = [*columns, *FACTS]
        self._keys = keys
        self.rows: dict[Key, dict[str, str]] = {}
        self._waiting: list[str] = []
        self._io_error: str | None = None
        for row in self._read():
            self.rows[tuple(row[name] for name in self._columns[:keys])] = row

    @property
    def foreign(self) -> str:
        """The version and machine of a row that is not of this version and machine; empty if there is none."""
        here = _here()
        others = ((row["pnyx"], row["machine"]) for row in self.rows.values())
        return next((f"pnyx {version} on {made}" for version, made in others if (version, made) != here), "")

    @property
    def unwritten(self) -> int:
        """The rows that could not be written to the file."""
        return len(self._waiting)

    def append(self, values: Sequence[object], jobs: int) -> None:
        """Add a row, with the facts of this run, and see that it is in the file.

        If that fails it is reported, and the row is written with the next one.
        """
        version, made = _here()
        cells = [str(value) for value in (*values, version, date.today().isoformat(), made, jobs)]
        row = dict(zip(self._columns, cells, strict=True))
        self.rows[tuple(cells[: self._keys])] = row
        self._waiting.append(csv_line(cells))
        before, self._io_error = self._io_error, self._write()
        if self._io_error is not None and self._io_error != before:
            tell(f"{self._io_error}; the run goes on, and results are written as soon as possible")

    def _write(self) -> str | None:
        """Write what waits; if that fails, why."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab+", buffering=0) as file:
                lines = self._waiting
                if not file.tell():  # a new file, or one that somebody has removed meanwhile
                    lines = [csv_line(self._columns), *(csv_line(list(row.values())) for row in self.rows.values())]
                append_lines(file.fileno(), "".join(lines).encode())
        except OSError as error:
            return f"cannot write {quoted(str(self.path))}: {why_not(error)}"
        self._waiting = []
        return None

    def measure(
        self, tasks: Sequence[Key], search: Callable[[Key, StopFlag], Sequence[object]], jobs: int, console: Console
    ) -> None:
        """Search what is not in the file yet, `jobs` at a time.

        `search` returns the columns of a row, from the key on. It runs in a thread and ends early when its flag is set.
        """
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        from pnyx import StopFlag

        missing = [task for task in tasks if task not in self.rows]
        stop = StopFlag()
        shown = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with (
            ThreadPoolExecutor(jobs) as pool,
            Progress(*shown, console=console, transient=True, disable=not console.is_terminal) as progress,
        ):
            bar = progress.add_task("searching", total=len(tasks), completed=len(tasks) - len(missing))
            futures = [pool.submit(search, task, stop) for task in missing]
            try:
                for future in as_completed(futures):
                    row = future.result()
                    self.append(row, jobs)
                    progress.update(bar, advance=1, description=" ".join(map(str, row[: self._keys])))
            except BaseException:
                stop.set()
                pool.shutdown(wait=False, cancel_futures=True)
                console.print(f"Interrupted: results are in {self.path}; run the same command to resume.")
                raise
        found = len(tasks) - len(missing)
        console.print(f"{len(missing)} searches run now, {found} already in {self.path}.")
        if self.unwritten:
            console.print(f"{self.unwritten} of them could not be written: they are shown below only.")

    def _read(self) -> list[dict[str, str]]:
        try:
            text = whole_lines(self.path)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise InputError(f"cannot read {quoted(str(self.path))}: {error.strerror or error}") from error
        header, *rows = [*csv.reader(io.StringIO(text.decode("utf-8", "replace")))] or [self._columns]
        if header != self._columns or any(len(row) != len(header) for row in rows):
            raise InputError(
                f"{quoted(str(self.path))} does not hold results of this experiment: expected the columns "
                f"{', '.join(self._columns)}; choose another directory with --out"
            )
        return [dict(zip(header, row, strict=True)) for row in rows]


def open_runs(folder: Path, out: Path | None, columns: Sequence[str], keys: int, tasks: Sequence[Key]) -> Runs:
    """The file to write to: in `out`; else that of the latest run in `folder` if it was interrupted; else a new one.

    Rows of another version or another machine are left as they are.
    """
    if out is None:
        latest = max(folder.glob(f"*/{FILE}"), default=None)
        if latest is not None:
            runs = Runs(latest, columns, keys)
            if not runs.foreign and not runs.rows.keys() >= set(tasks):
                return runs
        out = folder / date.today().isoformat()
    runs = Runs(out / FILE, columns, keys)
    if runs.foreign:
        raise InputError(
            f"{quoted(str(runs.path))} holds results of {runs.foreign}, and this is {' on '.join(_here())}: "
            "choose another directory with --out"
        )
    return runs


def machine() -> str:
    """What seconds depend on: system, processor, and version of Python."""
    name = platform.processor()
    try:
        model = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        name = model[1] if model else name
    except OSError:
        pass
    name = " ".join(name.split()) or platform.machine()
    python = ".".join(platform.python_version_tuple()[:2])
    return f"{platform.system()} {platform.machine()}; {name}; {os.cpu_count()} processors; Python {python}"


def _here() -> tuple[str, str]:
    import pnyx

    return pnyx.__version__, machine()
