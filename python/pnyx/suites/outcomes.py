"""Results as data: one outcome for each position and algorithm, as a row of CSV or a line of JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Literal

from pnyx.errors import InputError, quoted
from pnyx.report.lines import csv_cells, csv_line
from pnyx.suites.answering import Answer, Status
from pnyx.suites.judging import Agreement, judge
from pnyx.suites.planning import Key, Task

Standing = Status | Literal["missed"]
"""How a question ended: as its search did, or `missed` where a search to a depth chose a move that the suite does not
call best."""


@dataclass(frozen=True)
class Outcome:
    """The result of one question."""

    line: int
    """The position's line in the suite."""
    id: str
    """Its name in the suite."""
    game: str
    options: str
    position: str
    question: str
    algorithm: str
    expected: str
    """The suite's expected answer."""
    status: Standing
    answer: str
    """`proven` or `disproven`; `win`, `draw` or `loss`; a value; empty if nothing is known."""
    length: int | None
    """Moves that were proved to be enough."""
    none_within: int | None
    """Proved: there is no mate in this many moves."""
    agrees: Agreement
    """Whether the answer agrees with the suite."""
    reason: str
    """Why it is unknown, or the error."""
    headline: str
    """The answer in a few words."""
    nodes: int
    seconds: float
    memory_bytes: int
    moves: str
    """The line that belongs to the answer."""
    conditions: str
    """The limits."""
    pnyx: str
    """The version that searched."""

    @property
    def key(self) -> Key:
        """Its key: the same as that of its task."""
        return self.game, self.options, self.position, self.question, self.algorithm

    @property
    def label(self) -> str:
        """The position's name, or its line."""
        return self.id or f"line {self.line}"

    @property
    def solved(self) -> bool:
        """Whether the question was answered, with a move that the suite calls best where it names one."""
        return self.status == "solved"

    @property
    def wrong(self) -> bool:
        """Whether the answer contradicts the suite."""
        return self.agrees == "no"


_FIELDS: Final = tuple(field.name for field in fields(Outcome))
_KEY: Final = ("game", "options", "position", "question", "algorithm")
_CHECKSUM: Final = "checksum"
COLUMNS: Final = (*_FIELDS, _CHECKSUM)
"""The columns of a file: an outcome, and its checksum."""
_OPTIONAL: Final = ("length", "none_within")
_WHOLE: Final = ("line", "nodes", "memory_bytes", *_OPTIONAL)
_STATUSES: Final = ("solved", "missed", "unknown", "failed")
_AGREEMENTS: Final = ("yes", "no", "missed", "")


class Changed(InputError):
    """A row of results that was changed after it was written."""


def make_outcome(task: Task, answer: Answer, conditions: str, version: str) -> Outcome:
    """The outcome of a task that was answered just now."""
    agrees = judge(task.entry, task.question, answer)
    found: dict[str, Any] = {
        **answer,
        **dict(zip(_KEY, task.key, strict=True)),
        "line": task.entry.line,
        "id": task.entry.name,
        "expected": str(task.entry.expected),
        "status": _standing(answer, agrees),
        "reason": _on_one_line(answer["reason"]),
        "headline": _on_one_line(answer["headline"]),
        "seconds": round(answer["seconds"], 6),
        "moves": " ".join(answer["moves"]),
    }
    return Outcome(**found, agrees=agrees, conditions=conditions, pnyx=version)


def of_task(outcome: Outcome, task: Task) -> Outcome:
    """An outcome from a file, compared again with the suite, which may have changed since."""
    found: Any = {name: getattr(outcome, name) for name in Answer.__annotations__}
    status = "solved" if outcome.status == "missed" else outcome.status
    answer: Answer = found | {"status": status, "moves": outcome.moves.split()}
    entry = task.entry
    agrees = judge(entry, task.question, answer)
    about: dict[str, Any] = {"line": entry.line, "id": entry.name, "expected": str(entry.expected)}
    return replace(outcome, **about, agrees=agrees, status=_standing(answer, agrees))


def _standing(answer: Answer, agrees: Agreement) -> Standing:
    return "missed" if agrees == "missed" else answer["status"]


def to_json_line(outcome: Outcome) -> str:
    """A line of a file with JSON lines."""
    found = asdict(outcome)
    return json.dumps({**found, _CHECKSUM: _checksum(_cells(found))}, allow_nan=False) + "\n"


def to_csv(outcome: Outcome) -> str:
    """A row of a CSV file, on one line."""
    # What UTF-8 cannot write is written out.
    cells = [cell.encode(errors="backslashreplace").decode() for cell in _cells(asdict(outcome))]
    return csv_line([*cells, _checksum(cells)])


def from_cells(line: str) -> Outcome:
    """The outcome in a row of a CSV file; `Changed` if it is not as it was written."""
    try:
        *cells, checksum = csv_cells(line) or [""]
    except InputError as error:
        raise Changed(str(error)) from None
    if len(cells) != len(_FIELDS):
        raise InputError(f"expected {len(COLUMNS)} cells, got {len(cells) + 1}")
    _expect(cells, checksum)
    found: dict[str, Any] = dict(zip(_FIELDS, cells, strict=True))
    try:
        for name in _WHOLE:
            found[name] = None if name in _OPTIONAL and not found[name] else int(found[name])
        found["seconds"] = float(found["seconds"])
    except ValueError as error:
        raise Changed(str(error)) from None
    return _checked(found)


def from_json(line: str) -> Outcome:
    """The outcome in a line of JSON; `Changed` if it is not as it was written."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"it is not JSON: {error}") from None
    if not isinstance(found, dict) or set(found) != set(COLUMNS):
        raise InputError(f"expected an object with the keys {', '.join(COLUMNS)}")
    checksum = found.pop(_CHECKSUM)
    outcome = _checked(found)
    _expect(_cells(found), checksum)
    return outcome


def _cells(found: dict[str, Any]) -> list[str]:
    """The values of an outcome as texts, in the order of the columns."""
    values = (found[name] for name in _FIELDS)
    return ["" if value is None else _on_one_line(str(value)) for value in values]


def _checksum(cells: Sequence[str]) -> str:
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:16]


def _expect(cells: Sequence[str], checksum: object) -> None:
    if checksum != _checksum(cells):
        raise Changed("its checksum is wrong")


def _checked(found: dict[str, Any]) -> Outcome:
    for name, value in found.items():
        wanted: tuple[type, ...] = (str,)
        if name in _WHOLE:
            wanted = (int, type(None)) if name in _OPTIONAL else (int,)
        elif name == "seconds":
            wanted = (float, int)
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise Changed(f"{name} cannot be {quoted(value)}")
    for name, valid in (("status", _STATUSES), ("agrees", _AGREEMENTS)):
        if found[name] not in valid:
            raise Changed(f"{name} cannot be {quoted(found[name])}")
    return Outcome(**found)


def _on_one_line(text: str) -> str:
    """A text without line ends: a row that was torn is known by the missing end of its line."""
    return " ".join(text.splitlines())
