"""The tables of a store. The schema has a number, which is kept in the store; a store of another number is refused."""

from __future__ import annotations

import hashlib
import re
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
)

from pnyx.errors import InputError

VERSION: Final = 1
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
    """The key of a position. Texts may be too long for an index.

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


def expect_version(version: int) -> None:
    """Refuse a store with another schema."""
    if version != VERSION:
        raise InputError(
            f"it was made by another version of pnyx (schema {version}, not {VERSION}): install that one, or choose "
            "another store"
        )
