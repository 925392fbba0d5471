"""Where stores live: how a connection is made, and how one coordinator keeps others away until it ends, however it
ends.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Any, Final, Protocol

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from pnyx._util.files import Lock, Taken
from pnyx.cluster.schema import META
from pnyx.cluster.storing import StoreError
from pnyx.errors import InputError, quoted

_BUSY_SECONDS: Final = 60
"""How long a store waits for another program that has locked the file, such as a backup."""

_CONNECT_SECONDS: Final = 10
"""How long a server is given to answer."""

_GONE_SECONDS: Final = 3
"""How long a server is given to notice that the coordinator before this one is no more."""


class Place(Protocol):
    """A file or a server that can hold a store."""

    name: str
    """What messages call it; without the password."""

    def open(self, *, read_only: bool, create: bool) -> Connection:
        """A connection with settings that suit a store; unless it is for reading only, nobody else has one."""

    def is_foreign(self, connection: Connection) -> bool:
        """Whether something that is no store lives there, which should be left alone."""

    def expect_there(self) -> None:
        """An error if it is no longer what was opened: then nothing more can be written."""

    def close(self, connection: Connection) -> None:
        """Release the lock. The end of this process does so, too."""


def place_of(url: str) -> Place:
    """The place that a path or a URL means.

    >>> place_of("runs/first.store").name
    'runs/first.store'
    >>> place_of("postgresql://me:secret@localhost/runs").name
    'postgresql+psycopg://me:***@localhost/runs'
    >>> place_of("mysql://localhost/runs")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: expected the path of a store, sqlite:///PATH or postgresql://USER@HOST/DATABASE, got \
'mysql://localhost/runs'
    """
    if "://" not in url:
        return _file(url, url)
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # a port that is no number
        kind = None
    else:
        kind = parsed.drivername.partition("+")[0]
    if kind == "sqlite" and not parsed.host:
        return _file(parsed.database or "", url)
    if kind in ("postgresql", "postgres"):
        return _Server(parsed.set(drivername="postgresql+psycopg"))
    shown = quoted(re.sub("(//[^/@:]*):.*@", r"\1:***@", url))
    raise InputError(f"expected the path of a store, sqlite:///PATH or postgresql://USER@HOST/DATABASE, got {shown}")


def _file(path: str, given: str) -> _File:
    if path in ("", ":memory:"):
        raise InputError(f"expected a store that lasts, with the path of a file, got {quoted(given)}")
    return _File(Path(path))


class _File:
    """SQLite. The lock is one on a file beside it."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        self._lock: Lock | None = None
        self._opened: os.stat_result | None = None

    def open(self, *, read_only: bool, create: bool) -> Connection:
        if not create and not self._path.exists():
            raise InputError("there is no such file")
        if not read_only:
            self._take_lock()
        try:
            connection = self._engine(read_only).connect()
            self._opened = os.stat(self._path)
        except BaseException:
            self._release_lock()
            raise
        return connection

    def is_foreign(self, connection: Connection) -> bool:
        return bool(connection.scalar(text("SELECT count(*) FROM sqlite_master")))

    def expect_there(self) -> None:
        # SQLite would go on writing to a file that was removed.
        if self._opened is None or not os.path.samestat(self._opened, os.stat(self._path)):
            raise StoreError("another file has taken its place")

    def close(self, connection: Connection) -> None:
        connection.close()
        self._release_lock()

    def _engine(self, read_only: bool) -> Engine:
        engine = create_engine(URL.create("sqlite", database=self.name), poolclass=NullPool)

        # What Python's module does by itself would leave statements that change tables out of transactions.
        @event.listens_for(engine, "connect")
        def _settings(raw: Any, record: Any) -> None:
            raw.isolation_level = None
            raw.execute(f"PRAGMA busy_timeout={_BUSY_SECONDS * 1000}")
            if read_only:
                raw.execute("PRAGMA query_only=ON")
                return
            tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}
            if not tables or META.name in tables:  # a database of others stays as it is
                raw.execute("PRAGMA journal_mode=WAL")
                # What was recorded is on the disk, even if the machine loses power.
                raw.execute("PRAGMA synchronous=FULL")

        @event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

        return engine

    def _take_lock(self) -> None:
        try:
            # The lock is the same for every name of the store.
            self._lock = Lock(f"{os.path.realpath(self.name)}.lock")
        except Taken as taken:
            raise _taken(f" (process {taken.by})" if taken.by else "") from None

    def _release_lock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


class _Server:
    """PostgreSQL. The lock belongs to the connection through which everything is written: who has lost the one has
    lost the other, and cannot write beside a successor.
    """

    def __init__(self, url: URL) -> None:
        self.name = url.render_as_string(hide_password=True)
        self._url = url

    def open(self, *, read_only: bool, create: bool) -> Connection:
        engine = create_engine(self._url, poolclass=NullPool, connect_args={"connect_timeout": _CONNECT_SECONDS})
        connection = engine.connect()
        if read_only:
            return connection.execution_options(postgresql_readonly=True)
        try:
            self._take_lock(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def is_foreign(self, connection: Connection) -> bool:
        """A database has room for others: our tables have names of their own."""
        return False

    def expect_there(self) -> None:
        """A connection that is lost says so itself."""

    def close(self, connection: Connection) -> None:
        connection.close()

    def _take_lock(self, connection: Connection) -> None:
        try:
            with connection.begin():
                schema = connection.scalar(text("SELECT current_schema()"))
                digest = hashlib.sha256(f"pnyx store in {schema}".encode()).digest()
                number = int.from_bytes(digest[:8], "big", signed=True)
                connection.execute(text(f"SET LOCAL lock_timeout = '{_GONE_SECONDS}s'"))
                connection.execute(text("SELECT pg_advisory_lock(:number)"), {"number": number})
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) == "55P03":  # lock_not_available
                raise _taken() from None
            raise


def _taken(who: str = "") -> InputError:
    return InputError(f"another coordinator{who} is using it: wait for it, or choose another store")
