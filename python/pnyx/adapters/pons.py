"""Connect Four positions as in Pascal Pons' test sets: one a line, the columns played and the exact score.

A line like `44455 -3` means: after these columns, counted from 1 at the left, the player on move loses with best play,
and the winner then has that many stones left, the last one included. Scores may be missing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from pnyx._util.files import read_bounded, write_atomically
from pnyx.errors import InputError, quoted
from pnyx.reference.rules.connect_four import ConnectFour

LARGEST_FILE: Final = 1 << 26


class PonsRecord(NamedTuple):
    """The columns played, and the score for the player on move if it is known.

    >>> PonsRecord("44455", -3)
    PonsRecord(moves='44455', score=-3)
    """

    moves: str
    score: int | None = None


def read(source: str | os.PathLike[str] | Iterable[str]) -> list[PonsRecord]:
    """The records of a file, given by its name, or of some lines. Empty lines are skipped.

    Whether the moves are legal is not asked; `board` does.

    >>> read(["44455 -3", "", "12"])
    [PonsRecord(moves='44455', score=-3), PonsRecord(moves='12', score=None)]
    >>> read(["12 1", "12 one"])
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: line 2, column 4: expected the score, a whole number like -3, got 'one'
    """
    if isinstance(source, (str, os.PathLike)):
        name = quoted(os.fspath(source))
        try:
            lines: Iterable[str] = read_bounded(source, LARGEST_FILE).decode("ascii").splitlines()
        except UnicodeDecodeError as error:
            before = f"{error.object[: error.start].decode('ascii')}?".splitlines()
            place = f"{name}, line {len(before)}, column {len(before[-1])}"
            given = error.object[error.start]
            raise InputError(f"{place}: expected digits, blanks and minus signs, got byte {given}") from None
        where = f"{name}, "
    else:
        lines, where = source, ""
    records = [read_line(line, f"{where}line {number}") for number, line in enumerate(lines, start=1)]
    return [record for record in records if record is not None]


def write(target: str | os.PathLike[str], records: Iterable[PonsRecord]) -> Path:
    """Write records to a file, one a line, so that `read` gives the same ones back.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(Path(folder, "positions"), [PonsRecord("44455", -3), PonsRecord("12")]).read_text()
    '44455 -3\\n12\\n'
    """
    records = list(records)
    lines = [record.moves if record.score is None else f"{record.moves} {record.score}" for record in records]
    for number, (line, record) in enumerate(zip(lines, records, strict=True), start=1):
        if read_line(line, f"record {number}") != record:
            raise InputError(f"record {number}: expected the digits of columns and a score, got {quoted(record)}")
    return write_atomically(target, "".join(f"{line}\n" for line in lines).encode("ascii"))


def board(moves: str, rows: int = 6, columns: int = 7) -> str:
    """The drawn board after some columns were played, as `pnyx.position` reads it.

    >>> board("44455")
    '......./......./......./...X.../...OX../...XO.. o'
    >>> board("444444", rows=5)
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: expected a column of the board that is not full, got '4' at column 6 of '444444'
    """
    rules = ConnectFour(rows, columns)
    return rules.position_text(rules.play_columns(moves))


def read_line(line: str, where: str = "line 1") -> PonsRecord | None:
    """What a line says; nothing if it is empty. Messages begin with where it stands.

    >>> read_line("44455 -3")
    PonsRecord(moves='44455', score=-3)
    """
    fields = list(re.finditer(r"\S+", line))
    if not fields:
        return None
    wrong = re.search(r"[^1-9]", fields[0].group())
    if wrong:
        column = fields[0].start() + wrong.start() + 1
        raise InputError(f"{where}, column {column}: expected columns from 1 to 9, got {quoted(wrong.group())}")
    if len(fields) == 1:
        return PonsRecord(fields[0].group())
    if not re.fullmatch(r"-?[0-9]{1,2}", fields[1].group(), re.ASCII):
        given = quoted(fields[1].group())
        column = fields[1].start() + 1
        raise InputError(f"{where}, column {column}: expected the score, a whole number like -3, got {given}")
    if len(fields) > 2:
        given = quoted(fields[2].group())
        raise InputError(f"{where}, column {fields[2].start() + 1}: expected the end of the line, got {given}")
    return PonsRecord(fields[0].group(), int(fields[1].group()))
