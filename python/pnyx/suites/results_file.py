"""The results file: it grows by a line for each answer, and a run resumes from it.

CSV or JSON lines, by the name's ending. A line that was cut by a kill is dropped, and its search repeated. Every line
has a checksum: changed lines are ignored. A line that cannot be written is held until it can be.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

from pnyx._util.files import expect_writable, is_at, try_lock, why_not
from pnyx.errors import InputError, quoted
from pnyx.report.lines import append_lines, csv_line, whole_lines
from pnyx.suites.outcomes import COLUMNS, Changed, Outcome, from_cells, from_json, of_task, to_csv, to_json_line
from pnyx.suites.planning import Key, Plan, options_text

_ENDINGS: Final = (".csv", ".jsonl")


class ResultsFile:
    """An open file of results: `done` is what it held, by key, as far as it belongs to the plan, and `changed` says
    which of its lines do not count.

    Nobody else can write to it while it is open.
    """

    def __init__(self, path: str | os.PathLike[str], plan: Plan, version: str) -> None:
        self.path = Path(path)
        self._name = quoted(str(self.path))
        if self.path.suffix.lower() not in _ENDINGS:
            raise InputError(f"expected a file for the results that ends in .csv or .jsonl, got {self._name}")
        self._as_json = self.path.suffix.lower() == ".jsonl"
        expect_writable(self.path)
        self.unwritten = 0
        """Lines that are not in the file yet."""
        self.changed: list[str] = []
        try:
            self._handle = self._open()
        except OSError as error:
            raise InputError(f"cannot write {self._name}: {why_not(error)}") from error
        try:
            self._content = bytearray(whole_lines(self.path))
            self._written = len(self._content)
            self.done = self._read(plan, version)
        except BaseException:
            os.close(self._handle)
            raise

    def append(self, outcome: Outcome) -> str | None:
        """Append a line and flush it. Returns the error if that fails; the next call tries again."""
        line = to_json_line(outcome) if self._as_json else to_csv(outcome)
        if not self._content and not self._as_json:
            line = csv_line(COLUMNS) + line
        self._content += line.encode()
        self.unwritten += 1
        return self.flush()

    def flush(self) -> str | None:
        """Write the held lines; returns the error if that fails."""
        if not self.unwritten:
            return None
        try:
            if not is_at(self._handle, self.path):
                # Somebody has removed it, or its directory: all of it is written to a new one.
                handle = self._open(os.O_EXCL)
                os.close(self._handle)
                self._handle, self._written = handle, 0
            append_lines(self._handle, bytes(self._content[self._written :]), self._written)
        except (OSError, InputError) as error:
            return f"cannot write {self._name}: {why_not(error)}"
        self._written, self.unwritten = len(self._content), 0
        return None

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *error: object) -> None:
        if not self._written and is_at(self._handle, self.path):  # nothing was found before something went wrong
            with contextlib.suppress(OSError):
                self.path.unlink()
        os.close(self._handle)

    def _open(self, flags: int = 0) -> int:
        flags |= os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        handle = os.open(self.path, flags, 0o666)
        if not try_lock(handle):
            os.close(handle)
            raise InputError(f"another run is writing to {self._name}: wait for it, or use another file with --out")
        return handle

    def _read(self, plan: Plan, version: str) -> dict[Key, Outcome]:
        tasks = {task.key: task for task in plan.tasks}
        seen: dict[Key, Outcome] = {}
        belongs = _Belonging(plan, version)
        for number, outcome in self._outcomes():
            other = belongs.complaint(outcome)
            if other:
                raise InputError(
                    f"{self._name} holds results of another run: its line {number} {other}; choose another file with "
                    "--out, or remove this one"
                )
            before = seen.get(outcome.key)
            # What failed may have been tried again.
            if before is not None and before.status != "failed":
                raise InputError(f"line {number} of {self._name} repeats an earlier line: remove one")
            seen[outcome.key] = outcome
        return {key: of_task(outcome, tasks[key]) for key, outcome in seen.items() if key in tasks}

    def _outcomes(self) -> list[tuple[int, Outcome]]:
        """The lines that are as they were written; the others are noted."""
        lines = self._content.decode("utf-8-sig", "replace").split("\n")
        read = from_json if self._as_json else from_cells
        found: list[tuple[int, Outcome]] = []
        foreign: dict[int, str] = {}
        ours = False
        for number, line in enumerate((line.rstrip("\r") for line in lines), start=1):
            if not line:
                continue
            if number == 1 and line == csv_line(COLUMNS).rstrip("\n"):
                ours = True
                continue
            try:
                found.append((number, read(line)))
            except Changed as error:
                ours = True
                foreign[number] = str(error)
            except InputError as error:
                foreign[number] = str(error)
        if foreign and not found and not ours:
            why = next(iter(foreign.values()))
            raise InputError(
                f"{self._name} does not hold results of a suite as this Pnyx writes them ({why}): choose another file "
                "with --out"
            )
        self.changed = [
            f"line {number} of {self._name} was changed after it was written ({why}): it is ignored"
            for number, why in foreign.items()
        ]
        return found


class _Belonging:
    """The conditions that results must share to belong to a plan. Any algorithm belongs."""

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
            return f"was written by pnyx {outcome.pnyx}, but this is {self._version}"
        if outcome.conditions != self._conditions:
            return f"was searched with {outcome.conditions}, but the limits are now {self._conditions}"
        position = outcome.key[:3]
        if position not in self._positions:
            return f"is about {quoted(outcome.position)}, which is not in {quoted(self._suite)}"
        asked = self._questions.get(position)  # nothing is, of a position that is not in the sample
        if asked is not None and outcome.question not in asked:
            return f"answers {quoted(outcome.question)}, but the question is now {quoted(' or '.join(sorted(asked)))}"
        return ""
