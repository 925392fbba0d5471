"""Samples of positions, and test sets outside the repository."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def sample(items: Sequence[T], count: int | None) -> list[T]:
    """A number of the items, the first among them, the others spread evenly; without a number, all.

    >>> sample("abcdefgh", 3)
    ['a', 'c', 'f']
    >>> sample("abc", 5) == sample("abc", None) == ["a", "b", "c"]
    True
    """
    if count is None or count >= len(items):
        return list(items)
    return [items[i * len(items) // count] for i in range(count)]


def data_set(name: str, checkout: Path) -> Path | None:
    """A test set of other people's: below `PNYX_DATA`, or below `shared/data` beside the checkout, or nowhere.

    >>> data_set("chess/no-such-set.csv", Path("nowhere")) is None
    True
    """
    given = os.environ.get("PNYX_DATA")
    path = (Path(given) if given else checkout.resolve().parent / "shared" / "data") / name
    return path if path.exists() else None
