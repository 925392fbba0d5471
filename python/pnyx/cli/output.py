"""Lines on standard output: writing them, escaping control characters, and tables of options."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnyx.errors import PnyxError

if TYPE_CHECKING:
    from pnyx.api.catalogue import OptionInfo


class OutputError(PnyxError):
    """Standard output cannot be written to."""


def emit(text: str = "", *, at_once: bool = False) -> None:
    """Write a line to standard output; `at_once` flushes it."""
    try:
        print(text, flush=at_once)
    except BrokenPipeError:  # not a failure: the reader closed the pipe
        raise
    except OSError as error:
        raise OutputError(f"cannot write the output: {error.strerror or error}") from error


def is_unicode() -> bool:
    """Whether standard output takes any character, so that boards can be drawn with lines and chessmen."""
    return "utf" in (getattr(sys.stdout, "encoding", None) or "").lower()


def printable(text: str) -> str:
    """A text on one line, with control characters escaped.

    >>> printable("bold: \\x1b[1m")
    'bold: \\\\x1b[1m'
    """
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def option_lines(options: Sequence[OptionInfo]) -> list[str]:
    """The options of a game or an algorithm as a table."""
    if not options:
        return []
    pairs = [f"{option.name}={option.default}" for option in options]
    width = max(map(len, pairs))
    rows = (f"    {pair:<{width}}  {option.meaning}" for pair, option in zip(pairs, options, strict=True))
    return ["  options, with their defaults:", *rows]
