"""Setting up Lines of Action.

>>> put("lines-of-action", "8/8/8/8/8/8/8/o7 b", "b2", "x")
'8/8/8/8/8/8/1x6/o7 b'
"""

from __future__ import annotations

import re

from pnyx.draw.lines_of_action import EXAMPLE
from pnyx.draw.lines_of_action import read as expect_drawn
from pnyx.draw.reading import rows
from pnyx.web.editors.rows import changed, cleared

__all__ = ["clear", "put", "turn"]


def put(game: str, text: str, square: str, piece: str | None) -> str:
    """Put a stone on a square, or take it off."""
    lines, side = _read(text)
    return _written(changed(lines, square, piece or "."), side)


def turn(game: str, text: str, second: bool) -> str:
    """Let black or white move."""
    return _written(_read(text)[0], "w" if second else "b")


def clear(game: str, text: str) -> str:
    """Take all stones off the board."""
    lines, side = _read(text)
    return _written(cleared(lines), side)


def _read(text: str) -> tuple[list[str], str]:
    expect_drawn(text)
    return rows(text.strip(), "xo.", EXAMPLE, runs=True)


def _written(lines: list[str], side: str) -> str:
    board = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(lines))
    return f"{board} {side}"
