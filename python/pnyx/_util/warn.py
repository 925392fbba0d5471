"""Warnings: problems that do not stop the work."""

from __future__ import annotations

import contextlib
import sys
import warnings

from pnyx.errors import PnyxWarning


def tell(message: str) -> None:
    """Issue a `PnyxWarning` at the user's call.

    A filter that turns warnings into errors would lose the answer, so the message is printed then.

    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     tell("the disk is full")
    >>> str(caught[0].message)
    'the disk is full'
    """
    try:
        warnings.warn(message, PnyxWarning, stacklevel=_levels())
    except PnyxWarning:
        with contextlib.suppress(OSError, AttributeError):  # there may be no standard error
            print(f"pnyx: {message}", file=sys.stderr, flush=True)


def _levels() -> int:
    """How many calls up the caller is who is not of this package."""
    level = 2
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "pnyx":
        frame, level = frame.f_back, level + 1
    return level
