"""Tables of whole games for other programs: CSV, Parquet (with PyArrow), and data frames of pandas."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from pnyx._util.files import expect_writable, write_atomically
from pnyx.errors import InputError, quoted

if TYPE_CHECKING:
    import pandas

    from pnyx.api.table import Table

COLUMNS: Final = ("position", "turn", "value", "distance")
"""The position in the game's notation, the player on move, its value for that player, and plies; a draw has none."""

FORMS: Final = (".csv", ".parquet")
_AT_ONCE: Final = 1 << 16
"""Positions that are held in memory at a time."""

_VALUES: Final = ("win", "draw", "loss")

Row = tuple[str, str, str, int | None]


def rows(table: Table) -> Iterator[Row]:
    """The positions of a table with what is known of them, in the order of the file.

    >>> import pnyx
    >>> next(rows(pnyx.tabulate("tic-tac-toe")))
    ('.../.../... x', 'x', 'draw', None)
    """
    for here, entry in table.items():
        yield here.board, here.turn, entry.value, entry.distance


def expect_export(path: str | PathLike[str]) -> None:
    """Refuse what cannot be written before the work.

    >>> expect_export("table.txt")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: the name of an export ends in .csv or .parquet, unlike 'table.txt'
    """
    name = os.fspath(path)
    form = Path(name).suffix.lower()
    if form not in FORMS:
        raise InputError(f"the name of an export ends in {' or '.join(FORMS)}, unlike {quoted(name)}")
    if form == ".parquet":
        _require("pyarrow", "Parquet", "PyArrow")
    expect_writable(path)


def export(table: Table, path: str | PathLike[str]) -> Path:
    """Write all positions to a file, in the form that its name ends with; an older file is replaced at the end."""
    expect_export(path)
    is_parquet = Path(path).suffix.lower() == ".parquet"
    return write_atomically(path, lambda file: _write_parquet(table, file) if is_parquet else _write_csv(table, file))


def to_pandas(table: Table) -> pandas.DataFrame:
    """A data frame with the columns of an export; turn and value are categories."""
    _require("pandas", "a data frame", "pandas")
    import pandas as pd

    columns = list(zip(*rows(table), strict=True)) or [()] * len(COLUMNS)
    position, turn, value, distance = columns
    return pd.DataFrame(
        {
            "position": list(position),
            "turn": pd.Categorical(turn, categories=list(table.root.players)),
            "value": pd.Categorical(value, categories=_VALUES),
            "distance": pd.array(list(distance), dtype="Int32"),
        }
    )


def _write_csv(table: Table, file: BinaryIO) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows(table))
    text.flush()
    text.detach()


def _write_parquet(table: Table, file: BinaryIO) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    words = pa.dictionary(pa.int8(), pa.string())
    types: tuple[Any, ...] = (pa.string(), words, words, pa.int32())
    schema = pa.schema(list(zip(COLUMNS, types, strict=True)))
    with parquet.ParquetWriter(file, schema) as writer:
        left = rows(table)
        while some := list(islice(left, _AT_ONCE)):
            columns = zip(zip(*some, strict=True), types, strict=True)
            writer.write_table(pa.table([pa.array(values, type=kind) for values, kind in columns], schema=schema))


def _require(module: str, what: str, name: str) -> None:
    if find_spec(module) is None:
        raise InputError(f"{what} needs {name}, which is not installed: pip install 'pnyx[table]'")
