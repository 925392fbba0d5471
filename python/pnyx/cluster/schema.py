"""The tables of a store, and how older stores become what they are now.

The schema has a number, which is kept in the store. A store of a smaller number is brought to the present one when it
is opened, step by step, in one transaction; one of a larger number was made by a later pnyx, and is refused.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Dialect,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    inspect,
    text,
)

from pnyx.errors import InputError

__all__ = ["FACTS", "JOBS", "META", "NOTES", "VERSION", "AnyText", "bring_up_to_date", "create", "key_of", "version_of"]

VERSION: Final = 2
"""The number of the schema that is written now."""


class AnyText(TypeDecorator[str]):
    """Text with whatever is in it: databases do not take everything that a game may put into its notation.

    PostgreSQL has no zero characters, and lone surrogates are not UTF-8. These are written with a backslash, and so
    is the backslash; all other texts look as they are.

    >>> odd = "a\\\\b\\0c\\ud800"
    >>> AnyText().process_bind_param(odd, None)
    'a\\\\\\\\b\\\\0c\\\\ud800'
    >>> AnyText().process_result_value(_, None) == odd
    True
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect | None) -> str | None:
        """The text as it is written."""
        if value is None:
            return None
        escaped = value.replace("\\", "\\\\").replace("\0", "\\0")
        return escaped.encode(errors="backslashreplace").decode()

    def process_result_value(self, value: Any | None, dialect: Dialect | None) -> str | None:
        """The text as it was given."""
        return None if value is None else _ESCAPE.sub(_unescaped, str(value))


_ESCAPE: Final = re.compile(r"\\(?:\\|0|u([0-9a-f]{4}))")


def _unescaped(found: re.Match[str]) -> str:
    if found[1] is not None:
        return chr(int(found[1], 16))
    return "\\" if found[0] == "\\\\" else "\0"


_ALL: Final = MetaData()
_WHOLE: Final = BigInteger().with_variant(Integer, "sqlite")

META: Final = Table(
    "pnyx_meta",
    _ALL,
    Column("name", String, primary_key=True),
    Column("value", AnyText, nullable=False),
)
"""The number of the schema, and the question that the store is about."""

JOBS: Final = Table(
    "pnyx_jobs",
    _ALL,
    Column("number", _WHOLE, primary_key=True, autoincrement=False),
    Column("place", _WHOLE, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("position", AnyText, nullable=False),
    Column("budget", _WHOLE, nullable=False),
    Column("verdict", String, nullable=False),
    Column("reason", AnyText),
    Column("nodes", _WHOLE, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("proof", _WHOLE, nullable=False),
    Column("disproof", _WHOLE, nullable=False),
    Column("children", Text),
    Column("worker", AnyText, nullable=False),
    Column("finished", String, nullable=False),
    Column("certificate", LargeBinary),
    Index("pnyx_jobs_by_position", "key", "place"),
)
"""Finished jobs. `place` grows with each that is recorded; `budget` are the nodes it was given."""

FACTS: Final = Table(
    "pnyx_facts",
    _ALL,
    Column("place", _WHOLE, primary_key=True, autoincrement=False),
    Column("key", LargeBinary, nullable=False, unique=True),
    Column("position", AnyText, nullable=False),
    Column("verdict", String, nullable=False),
    Column("job", _WHOLE),
    Column("move", AnyText),
)
"""Positions that are settled, in the order in which they were."""

NOTES: Final = Table(
    "pnyx_notes",
    _ALL,
    Column("name", String, primary_key=True),
    Column("value", AnyText, nullable=False),
)
"""Small texts about the run."""


def key_of(position: str) -> bytes:
    """What positions are found by. Their texts may be longer than what an index takes.

    >>> len(key_of("8/8/8/8/8/8/8/8 w - -"))
    32
    """
    return hashlib.sha256(position.encode(errors="surrogatepass")).digest()


def create(connection: Connection) -> None:
    """Make the tables of the present schema."""
    _ALL.create_all(connection)
    connection.execute(META.insert(), {"name": "schema", "value": str(VERSION)})


def version_of(connection: Connection) -> int | None:
    """The number of the schema; None where there is no store."""
    if not inspect(connection).has_table(META.name):
        return None
    found = connection.scalar(META.select().with_only_columns(META.c.value).where(META.c.name == "schema"))
    return None if found is None else int(found)


def bring_up_to_date(connection: Connection, version: int) -> None:
    """Take a store of this version, step by step, to the present one."""
    if version > VERSION:
        raise InputError(
            f"it was made by a later pnyx (schema {version}, and this one knows up to {VERSION}): install that, or "
            "choose another store"
        )
    for number in range(version, VERSION):
        _STEPS[number](connection)
        connection.execute(META.update().where(META.c.name == "schema"), {"value": str(number + 1)})


# Steps are written in SQL of their own, not with the tables above: those will change again, and a step must not.


def _to_2(connection: Connection) -> None:
    """Jobs are found by position without reading all of them, and runs have notes."""
    connection.execute(text("CREATE INDEX pnyx_jobs_by_position ON pnyx_jobs (key, place)"))
    connection.execute(text("CREATE TABLE pnyx_notes (name VARCHAR NOT NULL PRIMARY KEY, value TEXT NOT NULL)"))


_STEPS: Final[dict[int, Callable[[Connection], None]]] = {1: _to_2}
