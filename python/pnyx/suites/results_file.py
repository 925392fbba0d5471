"""The file that results are kept in: it grows by a line for each answer, and a run goes on from what it holds.

CSV or JSON lines, by the name's ending. What was being written when the program was killed is dropped and done again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final

from pnyx.errors import InputError, quoted
from pnyx.report.lines import csv_line, whole_lines
from pnyx.suites.outcomes import COLUMNS, Outcome, from_cells, from_json, of_task, to_csv, to_json
from pnyx.suites.planning import Key, Plan, options_text

__all__ = ["ResultsFile"]

_ENDINGS: Final = (".csv", ".jsonl")


class ResultsFile:
    """An open file of results: `done` is what it held, by key, as far as it belongs to the plan.

    Nobody else can write to it while it is open.
    """

    def __init__(self, path: str | os.PathLike[str], plan: Plan, version: str) -> None:
        self.path = Path(path)
        self._name = quoted(str(self.path))
        if self.path.suffix.lower() not in _ENDINGS:
            raise InputError(f"expected a file for the results that ends in .csv or .jsonl, got {self._name}")
        self._is_empty = True
        self._as_json = self.path.suffix.lower() == ".jsonl"
        try:
            self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise InputError(f"cannot write {self._name}: {error.strerror or error}") from error
        try:
            self._lock()
            self.done = self._read(plan, version)
        except BaseException:
            os.close(self._handle)
            raise

    def append(self, outcome: Outcome) -> None:
        """Add a line, in one piece, and see that it is in the file."""
        line = json.dumps(to_json(outcome), allow_nan=False) + "\n" if self._as_json else to_csv(outcome)
        if self._is_empty and not self._as_json:
            line = csv_line(COLUMNS) + line
        rest = line.encode(errors="backslashreplace")
        try:
            while rest:
                rest = rest[os.write(self._handle, rest) :]
        except OSError as error:
            raise InputError(f"cannot write {self._name}: {error.strerror or error}") from error
        self._is_empty = False

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._handle)
        if self._is_empty:  # nothing was found before something went wrong
            self.path.unlink(missing_ok=True)

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # there are systems without it
            return
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(
                f"another run is writing to {self._name}: wait for it, or choose another file with --out"
            ) from None

    def _read(self, plan: Plan, version: str) -> dict[Key, Outcome]:
        tasks = {task.key: task for task in plan.tasks}
        seen: dict[Key, Outcome] = {}
        data = whole_lines(self.path)
        self._is_empty = not data
        belongs = _Belonging(plan, version)
        for number, outcome in self._outcomes(data):
            other = belongs.complaint(outcome)
            if other:
                raise InputError(
                    f"{self._name} holds results of another run: its line {number} {other}; choose another file with "
                    "--out, or remove this one"
                )
            before = seen.get(outcome.key)
            # What failed may have been tried again.
            if before is not None and before.status != "failed":
                raise InputError(f"line {number} of {self._name} answers again what a line before it does: remove one")
            seen[outcome.key] = outcome
        return {key: of_task(outcome, tasks[key]) for key, outcome in seen.items() if key in tasks}

    def _outcomes(self, data: bytes) -> Iterator[tuple[int, Outcome]]:
        lines = data.decode("utf-8-sig", "replace").split("\n")
        read = from_json if self._as_json else from_cells
        for number, line in enumerate((line.rstrip("\r") for line in lines), start=1):
            if not line or (number == 1 and line == csv_line(COLUMNS).rstrip("\n")):
                continue
            try:
                yield number, read(line)
            except InputError as error:
                if number == 1:
                    raise InputError(
                        f"{self._name} does not hold results of a suite ({error}): choose another file with --out"
                    ) from None
                raise InputError(
                    f"line {number} of {self._name} is damaged ({error}): remove the line, and it is searched again"
                ) from None


class _Belonging:
    """What the results of a plan have in common. Any algorithm belongs: it is one more beside the others."""

    def __init__(self, plan: Plan, version: str) -> None:
        self._conditions = plan.conditions
        self._version = version
        self._suite = plan.suite.name
        self._positions = {(each.game, options_text(each.options), each.position) for each in plan.suite.entries}
        self._questions: dict[tuple[str, ...], set[str]] = {}
        for task in plan.tasks:
            self._questions.setdefault(task.key[:3], set()).add(str(task.question))

    def complaint(self, outcome: Outcome) -> str:
        """Why an outcome does not belong to the plan; empty if it does."""
        if outcome.pnyx != self._version:
            return f"was made by pnyx {outcome.pnyx}, and this is {self._version}"
        if outcome.conditions != self._conditions:
            return f"was searched with {outcome.conditions}, and now it is {self._conditions}"
        position = outcome.key[:3]
        if position not in self._positions:
            return f"is about {quoted(outcome.position)}, which is not in {quoted(self._suite)}"
        asked = self._questions.get(position)  # nothing is, of a position that is not in the sample
        if asked is not None and outcome.question not in asked:
            return f"asks for {quoted(outcome.question)}, and now it is {quoted(' or '.join(sorted(asked)))}"
        return ""
