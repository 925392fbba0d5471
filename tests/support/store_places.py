"""Places for stores in tests: a file of SQLite, and a corner of its own in PostgreSQL where there is one."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

PLACES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
"""For `@pytest.fixture(params=PLACES)`."""


class StorePlace:
    """Where a store can be opened, and looked into from outside."""

    def __init__(self, url: str, server: str | None = None, schema: str = "") -> None:
        self.url = url
        self._server = server
        self._schema = schema

    def connect(self) -> Any:
        """A plain connection, as another program would have one."""
        if self._server is None:
            return sqlite3.connect(self.url, isolation_level=None, timeout=30)
        import psycopg

        return psycopg.connect(self._server, options=f"-c search_path={self._schema}", autocommit=True)

    def run(self, *statements: str) -> list[Any]:
        """Run statements from outside; the rows of the last one."""
        connection = self.connect()
        try:
            for statement in statements:
                cursor = connection.execute(statement)
            return list(cursor.fetchall()) if cursor.description else []
        finally:
            connection.close()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """While the block runs, another connection keeps everybody from writing."""
        connection = self.connect()
        try:
            connection.execute("BEGIN IMMEDIATE" if self._server is None else "BEGIN")
            if self._server is not None:
                connection.execute("LOCK TABLE pnyx_jobs, pnyx_facts, pnyx_notes IN ACCESS EXCLUSIVE MODE")
            yield
            connection.execute("ROLLBACK")
        finally:
            connection.close()


@contextmanager
def store_place(kind: str, folder: Path) -> Iterator[StorePlace]:
    """A place where no store is yet."""
    if kind == "sqlite":
        yield StorePlace(str(folder / "a store"))
        return
    server = os.environ.get("PNYX_POSTGRES")
    if not server:
        pytest.skip("no PostgreSQL: `make postgres` installs and starts one")
    schema = f"test_{secrets.token_hex(8)}"
    place = StorePlace(f"{server}?options={quote(f'-c search_path={schema}')}", server, schema)
    place.run(f"CREATE SCHEMA {schema}")
    try:
        yield place
    finally:
        place.run(f"DROP SCHEMA {schema} CASCADE")
