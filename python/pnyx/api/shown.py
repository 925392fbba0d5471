"""Answers of the API: the fields that they share with native records, and the methods that notebooks look for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from typing import Any


def shared_fields(record: object, shown: Any, without: Collection[str] = ()) -> dict[str, Any]:
    """The fields that a native record shares by name with a dataclass, to make an object of that class.

    `_core.records()` lists the fields of all records, with their types and meanings.
    """
    names = [each.name for each in fields(shown) if each.name not in without]
    return {name: getattr(record, name) for name in names if hasattr(record, name)}


class Shown:
    """An object that notebooks show as a card.

    The one place where the API needs something above it: imported when a notebook shows an object, and not before.
    """

    def _repr_html_(self) -> str:
        from pnyx import notebook

        return notebook.card_of(self)


class ShownOnBoard(Shown):
    """The same for answers about a position, which can also be shown as a board alone."""

    def _repr_svg_(self) -> str:
        from pnyx import notebook

        return notebook.board_of(self)
