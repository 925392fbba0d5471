"""Errors that are expected of each case of a loop: a failure names its case."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@contextmanager
def raises_for(
    case: object, expected: type[BaseException], match: str | None = None
) -> Iterator[pytest.ExceptionInfo[Any]]:
    """`pytest.raises` for one case of a loop.

    >>> with raises_for("xyz", ValueError, match="invalid"):
    ...     int("xyz")
    >>> with raises_for("12", ValueError):  # doctest: +ELLIPSIS
    ...     int("12")
    Traceback (most recent call last):
        ...
    AssertionError: of the case '12': DID NOT RAISE ...
    """
    try:
        with pytest.raises(expected, match=match) as caught:
            yield caught
    except (Exception, pytest.fail.Exception) as error:
        raise AssertionError(f"of the case {case!r}: {error}") from error
