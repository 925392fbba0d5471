"""Whole numbers that callers pass, validated."""

from __future__ import annotations

from typing import Any, Final

from pnyx.errors import InputError, quoted

MOST_THREADS: Final = 1024
"""The largest number of threads, and of processes."""


def is_whole(value: Any, least: int = 1, most: int | None = None) -> bool:
    """Whether this is a whole number in a range, and not `True` or `False`.

    >>> is_whole(3), is_whole(0), is_whole(True), is_whole(3.0), is_whole(5, most=4)
    (True, False, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and least <= value and (most is None or value <= most)


def expect_whole(name: str, value: Any, least: int = 1, most: int | None = None) -> None:
    """Raise an `InputError` unless this is a whole number in a range.

    >>> expect_whole("depth", -1, 0, 60)
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: depth must be a whole number from 0 to 60, not -1
    >>> expect_whole("most", "many")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: most must be a whole number from 1 on, not 'many'
    """
    if not is_whole(value, least, most):
        end = "on" if most is None else f"to {most:,}" if most >= 10_000 else f"to {most}"
        raise InputError(f"{name} must be a whole number from {least} {end}, not {quoted(value)}")
