"""Files that grow by whole lines, and lose at most the last one when the program is killed."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Sequence
from pathlib import Path

__all__ = ["csv_line", "whole_lines"]


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


def csv_line(cells: Sequence[str]) -> str:
    """A row of a CSV file, with its line end.

    >>> csv_line(["a", "b, c"])
    'a,"b, c"\\n'
    """
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()
