"""Files that grow by whole lines, and lose at most the last one when the program is killed or the disk is full."""

from __future__ import annotations

import contextlib
import csv
import io
import os
from collections.abc import Sequence
from pathlib import Path

from pnyx.errors import InputError, quoted

# A line of play may have 100,000 moves and more, in one cell.
csv.field_size_limit(max(csv.field_size_limit(), 1 << 30))


def whole_lines(path: Path) -> bytes:
    """What a file holds, up to the end of its last line.

    What follows was being written when the program was killed: it is cut off, so that the file can be continued.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "rows")
    ...     _ = path.write_bytes(b"1,2\\n3,")
    ...     whole_lines(path), path.read_bytes()
    (b'1,2\\n', b'1,2\\n')
    """
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    if end < len(data):
        os.truncate(path, end)
    return data[:end]


def append_lines(handle: int, lines: bytes, at: int | None = None) -> None:
    """Add whole lines to the end of a file that is open for both, all or none: after an `OSError` it is as it was.

    What follows the last whole line, or the byte `at` where that is known, was left by a write that failed: it goes
    first.

    >>> import tempfile
    >>> with tempfile.TemporaryFile(buffering=0) as file:
    ...     _ = file.write(b"1,2\\n3,")
    ...     append_lines(file.fileno(), b"3,4\\n")
    ...     _ = file.seek(0)
    ...     file.read()
    b'1,2\\n3,4\\n'
    """
    size = os.fstat(handle).st_size
    end = _end_of_lines(handle, size) if at is None else at
    if end < size:
        os.ftruncate(handle, end)
    os.lseek(handle, end, os.SEEK_SET)
    try:
        while lines:
            lines = lines[os.write(handle, lines) :]
    except OSError:
        with contextlib.suppress(OSError):  # the next to write will try it again
            os.ftruncate(handle, end)
        raise


def _end_of_lines(handle: int, size: int) -> int:
    """Where the last whole line of a file ends."""
    end = size
    while end:
        begin = max(0, end - 65_536)
        os.lseek(handle, begin, os.SEEK_SET)
        found = os.read(handle, end - begin).rfind(b"\n")
        if found >= 0:
            return begin + found + 1
        end = begin
    return 0


def csv_line(cells: Sequence[str]) -> str:
    """A row of a CSV file, with its line end.

    >>> csv_line(["a", "b, c"])
    'a,"b, c"\\n'
    """
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()


def csv_cells(line: str, separator: str = ",") -> list[str]:
    """The cells of a row.

    >>> csv_cells('a,"b, c"')
    ['a', 'b, c']
    """
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error as error:
        raise InputError(f"expected a row of a table, got {quoted(line)}: {error}") from error
