"""A store in a database. Whatever is recorded is there when the call returns, whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from datetime import datetime, timezone
from typing import Any, Final

from sqlalchemy import Column, Connection, Row, Select, Table, func, select
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError

from pnyx.cluster.jobs import Job, Report
from pnyx.cluster.questions import Question
from pnyx.cluster.schema import FACTS, JOBS, META, NOTES, create, expect_version, key_of, version_of
from pnyx.cluster.store_places import place_of
from pnyx.cluster.storing import Fact, StoreError
from pnyx.errors import InputError, quoted

_PAGE: Final = 1000
"""Rows that are read at a time."""

_HELD: Final = select(META.c.value).where(META.c.name == "question")

_MISTAKES: Final = (DataError, IntegrityError, NotSupportedError, ProgrammingError)
"""Errors of a statement, not of the database's state."""

_BARE: Final = [column for column in JOBS.c if column is not JOBS.c.certificate]


class SqlStore:
    """A store at a place; `open_store` opens it and has an example.

    All goes through one connection, which one thread may use.
    """

    def __init__(self, url: str, question: Question | None = None, *, read_only: bool = False) -> None:
        self._place = place_of(url)
        self._name = quoted(self._place.name)
        self._connection: Connection | None = None
        self._read_only = read_only
        try:
            with self._reasons():
                self._connection = self._place.open(read_only=read_only, create=not read_only and question is not None)
            with self._transaction() as connection:
                self._question = self._opened(connection, question)
                self._next_fact = _after(connection, FACTS)
                self._next_job = _after(connection, JOBS)
        except BaseException:
            self.close()
            raise

    @property
    def question(self) -> Question:
        """What the whole store is about."""
        return self._question

    def record(self, job: Job, report: Report, facts: Sequence[Fact]) -> None:
        """Keep a finished job and what follows from it, all or nothing."""
        row = {
            **vars(report),
            "number": job.number,
            "place": self._next_job,
            "key": key_of(job.position),
            "position": job.position,
            "budget": job.nodes,
            "children": None if report.children is None else json.dumps(report.children),
            "finished": datetime.now(timezone.utc).isoformat(timespec="milliseconds"),
        }
        with self._transaction(writes=True) as connection:
            connection.execute(JOBS.delete().where(JOBS.c.number == job.number))
            connection.execute(JOBS.insert(), row)
            self._learn(connection, facts)
        self._next_job += 1

    def learn(self, facts: Sequence[Fact]) -> None:
        """Keep facts that follow from earlier ones, all or nothing."""
        with self._transaction(writes=True) as connection:
            self._learn(connection, facts)

    def fact(self, position: str) -> Fact | None:
        """What is known about a position."""
        row = self._first(select(FACTS).where(FACTS.c.key == key_of(position)))
        return None if row is None else _fact(row)

    def facts(self) -> Iterator[Fact]:
        """All facts, oldest first."""
        return map(_fact, self._pages(select(FACTS), FACTS.c.place))

    def job(self, position: str) -> tuple[Job, Report] | None:
        """The last finished job about a position; its report comes without the certificate."""
        row = self._first(select(*_BARE).where(JOBS.c.key == key_of(position)).order_by(JOBS.c.place.desc()).limit(1))
        return None if row is None else _job(row)

    def jobs(self) -> Iterator[tuple[Job, Report]]:
        """All finished jobs by number; the reports come without certificates."""
        return map(_job, self._pages(select(*_BARE), JOBS.c.number))

    def certificate(self, number: int) -> bytes | None:
        """The certificate that a job brought."""
        row = self._first(select(JOBS.c.certificate).where(JOBS.c.number == number))
        return None if row is None or row[0] is None else bytes(row[0])

    def next_number(self) -> int:
        """A job number that is larger than all that were recorded."""
        row = self._first(select(func.max(JOBS.c.number)))
        return 1 if row is None or row[0] is None else int(row[0]) + 1

    def note(self, name: str, value: str) -> None:
        """Keep a small text about the run; a new one with the same name takes its place."""
        with self._transaction(writes=True) as connection:
            connection.execute(NOTES.delete().where(NOTES.c.name == name))
            connection.execute(NOTES.insert(), {"name": name, "value": value})

    def notes(self) -> dict[str, str]:
        """All such texts by name."""
        return {row.name: row.value for row in self._pages(select(NOTES), NOTES.c.name)}

    def close(self) -> None:
        """Close the store: another coordinator can use it now."""
        connection, self._connection = self._connection, None
        if connection is not None:
            self._place.close(connection)

    def _opened(self, connection: Connection, question: Question | None) -> Question:
        """Make the store, if there is none; the question that it is about."""
        version = version_of(connection)
        if version is None:
            if question is None or self._read_only or self._place.is_foreign(connection):
                raise InputError("it is not a Pnyx store")
            create(connection)
            connection.execute(META.insert(), {"name": "question", "value": json.dumps(asdict(question))})
            return question
        expect_version(version)
        held = Question(**json.loads(connection.scalars(_HELD).one()))
        if question is not None and question != held:
            raise InputError(f"it is about {_words(held)}, and not about {_words(question)}; choose another store")
        return held

    def _learn(self, connection: Connection, facts: Sequence[Fact]) -> None:
        rows = []
        for fact in facts:
            rows.append({"place": self._next_fact, "key": key_of(fact.position), **asdict(fact)})
            self._next_fact += 1
        if rows:
            insert = sqlite_insert if connection.dialect.name == "sqlite" else postgresql_insert
            connection.execute(insert(FACTS).on_conflict_do_nothing(index_elements=[FACTS.c.key]), rows)

    def _first(self, query: Select[Any]) -> Row[Any] | None:
        with self._transaction() as connection:
            return connection.execute(query).first()

    def _pages(self, query: Select[Any], by: Column[Any]) -> Iterator[Row[Any]]:
        """All rows; others may be written meanwhile."""
        page = query.order_by(by).limit(_PAGE)
        rows: Sequence[Row[Any]] = ()
        while True:
            with self._transaction() as connection:
                rows = connection.execute(page.where(by > rows[-1]._mapping[by]) if rows else page).all()
            yield from rows
            if len(rows) < _PAGE:
                return

    @contextmanager
    def _transaction(self, *, writes: bool = False) -> Iterator[Connection]:
        with self._reasons():
            if self._connection is None:
                raise InputError("it was closed")
            if writes:
                self._place.expect_there()
            with self._connection.begin():
                yield self._connection

    @contextmanager
    def _reasons(self) -> Iterator[None]:
        """Errors name the store."""
        try:
            yield
        except (DBAPIError, InputError, OSError) as error:
            reason = error.orig if isinstance(error, DBAPIError) else error
            words = reason.strerror if isinstance(reason, OSError) else " ".join(str(reason).split())
            lasts = isinstance(error, (InputError, *_MISTAKES)) and not isinstance(error, StoreError)
            raise (InputError if lasts else StoreError)(f"cannot use the store {self._name}: {words}") from error


def _after(connection: Connection, table: Table) -> int:
    last = connection.scalar(select(func.max(table.c.place)))
    return 1 if last is None else int(last) + 1


def _fact(row: Row[Any]) -> Fact:
    return Fact(row.position, row.verdict, row.job, row.move)


def _job(row: Row[Any]) -> tuple[Job, Report]:
    children = None if row.children is None else tuple((move, pn, dn) for move, pn, dn in json.loads(row.children))
    known = {each.name: getattr(row, each.name) for each in fields(Report) if each.name != "certificate"}
    return Job(row.number, row.position, row.budget), Report(**{**known, "children": children})


def _words(question: Question) -> str:
    options = "".join(f", {name}={value}" for name, value in sorted(question.options.items()))
    return f"the goal {question.goal!r} of {question.game}{options} from {quoted(question.position)}"
