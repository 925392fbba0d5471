"""Reading the fields of a JSON body; what is wrong is an `InputError` that names the field."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pnyx._util.numbers import expect_whole
from pnyx.errors import InputError, quoted

Body = Mapping[str, Any]
"""A JSON object."""

_MOST_MOVES = 10_000


def text(body: Body, name: str) -> str:
    """A text that must be there.

    >>> text({"move": 3}, "move")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: 'move' must be a text, not 3
    """
    value = body.get(name)
    if not isinstance(value, str):
        raise InputError(f"{name!r} must be a text, not {quoted(value)}")
    return value


def optional_text(body: Body, name: str) -> str | None:
    """A text, or nothing.

    >>> optional_text({}, "goal") is None
    True
    """
    return None if body.get(name) is None else text(body, name)


def flag(body: Body, name: str) -> bool:
    """True or false, and false when it is not there.

    >>> flag({"shortest": True}, "shortest")
    True
    """
    value = body.get(name, False)
    if not isinstance(value, bool):
        raise InputError(f"{name!r} must be true or false, not {quoted(value)}")
    return value


def whole(body: Body, name: str, default: int | None, most: int | None = None) -> int | None:
    """A whole number from 1 to a most.

    >>> whole({"threads": 99}, "threads", 1, 4)
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: 'threads' must be a whole number from 1 to 4, not 99
    """
    value = body.get(name)
    if value is None:
        return default
    expect_whole(repr(name), value, most=most)
    return int(value)


def number(body: Body, name: str, default: float, most: float) -> float:
    """A number above 0, up to a most.

    >>> number({"max_seconds": 2.5}, "max_seconds", 60, 600)
    2.5
    """
    value = body.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise InputError(f"{name!r} must be a number, not {quoted(value)}")
    if not 0 < value <= most:
        raise InputError(f"{name!r} must be above 0 and at most {most:g}, not {quoted(value)}")
    return float(value)


def pairs(body: Body, name: str) -> dict[str, str]:
    """Options: texts by name; numbers, true and false become the texts they are on the command line.

    >>> pairs({"options": {"k": 4, "fifty-move-rule": True}}, "options")
    {'k': '4', 'fifty-move-rule': 'on'}
    """
    value = body.get(name) or {}
    if not isinstance(value, dict):
        raise InputError(f"{name!r} must be an object of names and values, not {quoted(value)}")
    return {key: _option(key, each) for key, each in value.items()}


def _option(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (str, int, float)):
        return str(value)
    raise InputError(f"option {quoted(name)} must be a text, a number, true or false, not {quoted(value)}")


def moves(body: Body, name: str) -> list[str]:
    """A line: a list of moves.

    >>> moves({"line": ["e2e4"]}, "line")
    ['e2e4']
    """
    value = body.get(name) or []
    if not isinstance(value, list) or not all(isinstance(move, str) for move in value):
        raise InputError(f"{name!r} must be a list of moves, not {quoted(value)}")
    if len(value) > _MOST_MOVES:
        raise InputError(f"{name!r} must have at most {_MOST_MOVES:,} moves, not {len(value):,}")
    return value
