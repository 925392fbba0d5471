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

__all__ = [
    "COLUMNS",
    "Changed",
    "Outcome",
    "Standing",
    "from_cells",
    "from_json",
    "make_outcome",
    "of_task",
    "to_csv",
    "to_json",
    "to_json_line",
]

Standing = Status | Literal["missed"]
"""How a question ended: as its search did, or `missed` where a search to a depth chose a move that the suite does not
call best."""


@dataclass(frozen=True)
class Outcome:
    """What became of one question."""

    line: int
    """The position's line in the suite."""
    id: str
    """What the suite calls it."""
    game: str
    options: str
    position: str
    question: str
    algorithm: str
    expected: str
    """What the suite says."""
    status: Standing
    answer: str
    """`proven` or `disproven`; `win`, `draw` or `loss`; a value; empty if nothing is known."""
    length: int | None
    """Moves that were proved to be enough."""
    none_within: int | None
    """It was proved that there is no mate in so many moves."""
    agrees: Agreement
    """Whether that is what the suite says."""
    reason: str
    """Why it is unknown, or what broke."""
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
        """What it is known by, as the task it answers."""
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
_CHECKSUM: Final = "checksum"
COLUMNS: Final = (*_FIELDS, _CHECKSUM)
"""Those of a file: an outcome, and what shows that it is as it was written."""
_OPTIONAL: Final = ("length", "none_within")
_WHOLE: Final = ("line", "nodes", "memory_bytes", *_OPTIONAL)
_STATUSES: Final = ("solved", "missed", "unknown", "failed")
_AGREEMENTS: Final = ("yes", "no", "missed", "")


class Changed(InputError):
    """A row that is one of ours, but not as it was written."""


def make_outcome(task: Task, answer: Answer, conditions: str, version: str) -> Outcome:
    """The outcome of a task that was answered just now."""
    game, options, position, question, algorithm = task.key
    agrees = judge(task.entry, task.question, answer)
    return Outcome(
        line=task.entry.line,
        id=task.entry.name,
        game=game,
        options=options,
        position=position,
        question=question,
        algorithm=algorithm,
        expected=str(task.entry.expected),
        status=_standing(answer, agrees),
        answer=answer["answer"],
        length=answer["length"],
        none_within=answer["none_within"],
        agrees=agrees,
        reason=_on_one_line(answer["reason"]),
        headline=_on_one_line(answer["headline"]),
        nodes=answer["nodes"],
        seconds=round(answer["seconds"], 6),
        memory_bytes=answer["memory_bytes"],
        moves=" ".join(answer["moves"]),
        conditions=conditions,
        pnyx=version,
    )


def of_task(outcome: Outcome, task: Task) -> Outcome:
    """An outcome from a file, seen with what the suite says now: lines may have moved, and mistakes been mended."""
    answer = Answer(
        status="solved" if outcome.status == "missed" else outcome.status,
        answer=outcome.answer,
        length=outcome.length,
        none_within=outcome.none_within,
        reason=outcome.reason,
        headline=outcome.headline,
        nodes=outcome.nodes,
        seconds=outcome.seconds,
        memory_bytes=outcome.memory_bytes,
        moves=outcome.moves.split(),
    )
    entry = task.entry
    agrees = judge(entry, task.question, answer)
    return replace(
        outcome,
        line=entry.line,
        id=entry.name,
        expected=str(entry.expected),
        agrees=agrees,
        status=_standing(answer, agrees),
    )


def _standing(answer: Answer, agrees: Agreement) -> Standing:
    return "missed" if agrees == "missed" else answer["status"]


def to_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as plain data."""
    return asdict(outcome)


def to_json_line(outcome: Outcome) -> str:
    """A line of a file with JSON lines."""
    found = to_json(outcome)
    return json.dumps({**found, _CHECKSUM: _checksum(_cells(found))}, allow_nan=False) + "\n"


def to_csv(outcome: Outcome) -> str:
    """A row of a CSV file, on one line."""
    # What UTF-8 cannot write is written out.
    cells = [cell.encode(errors="backslashreplace").decode() for cell in _cells(to_json(outcome))]
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
        raise InputError(f"it is no JSON: {error}") from None
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
