"""The engine on standard input and output, or on any other pair of streams."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Protocol, TextIO

from pnyx.uci.engine import Engine

_PIECE = 1 << 16
_LONGEST_LINE = 1 << 20
_TOO_LONG = b"#"
"""What stays of a line of more bytes than that: no command begins with it."""


class Source(Protocol):
    """What the lines come from: `sys.stdin.buffer`, for one."""

    def read1(self, size: int, /) -> bytes:
        """Some bytes, as soon as there are some; none at the end."""


def serve(source: Source, sink: TextIO) -> None:
    """Answer the lines of a stream until it says `quit` or ends.

    >>> import io
    >>> sink = io.StringIO()
    >>> serve(io.BytesIO(b"isready\\r\\nquit\\r\\n"), sink)
    >>> sink.getvalue()
    'readyok\\n'
    """

    def send(line: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # nobody is listening any more
            sink.write(f"{line}\n")
            sink.flush()

    engine = Engine(send)
    try:
        for line in _lines(source):
            if not engine.handle(line):
                break
    finally:
        engine.close()


def _lines(source: Source) -> Iterator[str]:
    """The lines, whichever line ends their writer has; bytes that are no text come out as marks that say so."""
    rest = b""
    while data := source.read1(_PIECE):
        *lines, rest = re.split(rb"[\r\n]+", rest + data)
        for line in lines:
            yield line.decode("utf-8", errors="replace")
        if len(rest) > _LONGEST_LINE:
            rest = _TOO_LONG
    yield rest.decode("utf-8", errors="replace")
