"""Stores: what was recorded is there, whatever happens, in a file and in a database, exactly as in memory."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnyx.api.convergence import INFINITE as INFINITY
from pnyx.cluster.jobs import LARGEST, Job, Report
from pnyx.cluster.questions import Question
from pnyx.cluster.storing import Fact, MemoryStore, Store
from pnyx.errors import InputError
from support.store_places import PLACES, StorePlace, store_place

pytest.importorskip("sqlalchemy", reason="stores need SQLAlchemy")

from pnyx.cluster import schema, sql_store
from pnyx.cluster.store import open_store
from support.raising import raises_for

QUESTION = Question("chess", "8/8/8/8/8/5k2/8/5K1R w - - 0 1", "mate", {"fifty-move-rule": "on"})


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StorePlace]:
    with store_place(request.param, tmp_path) as found:
        yield found


def report(job: Job, **changes: Any) -> Report:
    plain = Report(job.number, job.position, "unknown", "nodes", job.nodes, 0.25, 3, 5, worker="worker-1")
    return replace(plain, **changes)


def filled(store: Store, numbers: range) -> None:
    """Jobs and facts that say by themselves what they should be."""
    for number in numbers:
        job = Job(number, f"position {number}", 10 * number)
        facts = [Fact(f"fact {number} {letter}", "proven", job=number) for letter in "ab"]
        store.record(job, report(job, verdict="proven", reason=None, certificate=b"%d" % number * 1000), facts)


def contents(store: Store) -> tuple[object, ...]:
    jobs = list(store.jobs())
    numbers = [job.number for job, _ in jobs]
    found = [store.job(job.position) for job, _ in jobs]
    facts = list(store.facts())
    known = [store.fact(fact.position) for fact in facts]
    certificates = [store.certificate(number) for number in numbers]
    return jobs, found, facts, known, certificates, store.next_number(), store.notes()


def test_what_was_recorded_is_there_when_it_is_opened_again(place: StorePlace) -> None:
    with closing(open_store(place.url, QUESTION)) as store:
        assert contents(store) == ([], [], [], [], [], 1, {})
        filled(store, range(1, 4))
        store.learn([Fact("root", "proven", move="Rh1-h8")])
        store.note("algorithm", "df-pn")
        store.note("algorithm", "pn")
        before = contents(store)
    with closing(open_store(place.url, QUESTION)) as store:
        assert contents(store) == before
        assert store.question == QUESTION
        assert store.next_number() == 4
        assert store.fact("root") == Fact("root", "proven", move="Rh1-h8")
        assert [fact.position for fact in store.facts()][::2] == ["fact 1 a", "fact 2 a", "fact 3 a", "root"]
        assert store.certificate(2) == b"2" * 1000
        assert store.notes() == {"algorithm": "pn"}
    with closing(open_store(place.url)) as store:
        assert store.question == QUESTION


def test_the_first_fact_of_a_position_stays_and_the_last_job_is_found(place: StorePlace) -> None:
    with closing(open_store(place.url, QUESTION)) as store:
        store.learn([Fact("A", "proven", job=1), Fact("B", "disproven"), Fact("A", "disproven")])
        store.learn([Fact("B", "proven"), Fact("C", "proven", move="m")])
        assert list(store.facts()) == [
            Fact("A", "proven", job=1),
            Fact("B", "disproven"),
            Fact("C", "proven", move="m"),
        ]
        for number in (2, 1, 3):
            job = Job(number, "same", number)
            store.record(job, report(job), [])
        again = Job(2, "same", 77)
        store.record(again, report(again, certificate=b"new"), [])
        assert store.job("same") == (again, report(again))
        assert store.certificate(2) == b"new"
        assert [job.number for job, _ in store.jobs()] == [1, 2, 3]
        assert store.job("other") is None
        assert store.certificate(99) is None


def test_many_rows_come_in_order_while_others_are_written(place: StorePlace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql_store, "_PAGE", 3)
    with closing(open_store(place.url, QUESTION)) as store:
        filled(store, range(1, 5))
        seen = []
        for fact in store.facts():
            seen.append(fact.position)
            if len(seen) == 4:
                filled(store, range(5, 6))
        assert seen == [f"fact {number} {letter}" for number in range(1, 6) for letter in "ab"]
        assert [job.number for job, _ in store.jobs()] == [1, 2, 3, 4, 5]


# Zero, surrogates, what looks like our own escapes, and what databases have words for.
texts = st.text(st.characters(codec=None), max_size=8) | st.sampled_from(
    ["", "\0", "\\0", "\\u0041", "\\\\", "\ud800", "'; DROP TABLE pnyx_jobs; --", "%s :name ?", "x" * 10_000, "\r\n\t"]
)
whole = st.integers(0, 2**63 - 1)
proof_numbers = st.sampled_from([0, 1, LARGEST, INFINITY]) | whole
verdicts = st.sampled_from(["proven", "disproven", "unknown"])
children = st.none() | st.lists(st.tuples(texts, proof_numbers, proof_numbers), max_size=3).map(tuple)
jobs = st.builds(Job, st.integers(1, 5), texts, whole)
reports = st.builds(
    lambda job, **rest: (job, Report(job.number, job.position, **rest)),
    jobs,
    verdict=verdicts,
    reason=st.none() | texts,
    nodes=whole,
    seconds=st.floats(0, allow_nan=False, allow_infinity=False),
    proof=proof_numbers,
    disproof=proof_numbers,
    children=children,
    certificate=st.none() | st.binary(max_size=50),
    worker=texts,
)
facts = st.lists(
    st.builds(Fact, texts, st.sampled_from(["proven", "disproven"]), st.none() | whole, st.none() | texts), max_size=3
)
steps = st.lists(
    st.tuples(st.just("record"), reports, facts)
    | st.tuples(st.just("learn"), facts)
    | st.tuples(st.just("note"), st.sampled_from(["algorithm", "version"]), texts),
    max_size=6,
)


@given(steps=steps)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_store_holds_what_one_in_memory_does(place: StorePlace, steps: list[Any]) -> None:
    memory = MemoryStore(QUESTION)
    with closing(open_store(place.url, QUESTION)) as store:
        for kind, *rest in steps:
            for each in (memory, store):
                if kind == "record":
                    (job, told), learnt = rest
                    each.record(job, told, learnt)
                else:
                    getattr(each, kind)(*rest)
        assert contents(store) == contents(memory)
    with closing(open_store(place.url, QUESTION)) as store:
        assert contents(store) == contents(memory)
    place.run("DELETE FROM pnyx_jobs", "DELETE FROM pnyx_facts", "DELETE FROM pnyx_notes")


def test_a_job_and_its_facts_are_recorded_together_or_not_at_all(place: StorePlace) -> None:
    with closing(open_store(place.url, QUESTION)) as store:
        filled(store, range(1, 2))
        before = contents(store)
        job = Job(1, "position 1", 5)
        with pytest.raises((InputError, TypeError, ValueError, OverflowError)):
            store.record(job, report(job), [Fact("new", "proven"), Fact("bad", "proven", job=2**70)])
        assert contents(store) == before
        filled(store, range(2, 3))
        assert store.next_number() == 3


WRITER = """
import sys
from cluster.test_store import QUESTION, filled
from pnyx.cluster.store import open_store
store = open_store(sys.argv[1], QUESTION)
for number in range(1, 100_000):
    filled(store, range(number, number + 1))
    print(number, flush=True)
"""


@contextmanager
def writer(place: StorePlace) -> Iterator[subprocess.Popen[str]]:
    """A process that writes until it is killed."""
    path = os.pathsep.join(each for each in sys.path if each)
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, place.url],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("lines", [1, 20])
def test_nothing_that_was_acknowledged_is_lost_when_the_writer_is_killed(place: StorePlace, lines: int) -> None:
    with writer(place) as process:
        assert process.stdout is not None
        for _ in range(lines):
            process.stdout.readline()
        with pytest.raises(InputError, match="another coordinator"):
            open_store(place.url, QUESTION)
        process.kill()
        acknowledged = lines + len(process.stdout.readlines())
    with closing(open_store(place.url, QUESTION)) as store:
        numbers = [job.number for job, _ in store.jobs()]
        # The last one may have been on its way to the disk, and its word not yet on its way to us.
        assert numbers in (list(range(1, acknowledged + 1)), list(range(1, acknowledged + 2)))
        assert [store.certificate(number) for number in numbers] == [b"%d" % number * 1000 for number in numbers]
        assert [fact.position for fact in store.facts()] == [f"fact {n} {letter}" for n in numbers for letter in "ab"]
        filled(store, range(store.next_number(), store.next_number() + 1))


def test_two_coordinators_are_refused_and_readers_are_not(place: StorePlace) -> None:
    with closing(open_store(place.url, QUESTION)) as store:
        with pytest.raises(InputError, match=r"cannot use the store .*: another coordinator.* choose another store"):
            open_store(place.url, QUESTION)
        with closing(open_store(place.url, read_only=True)) as reader:
            filled(store, range(1, 3))
            assert [job.number for job, _ in reader.jobs()] == [1, 2]
            assert contents(reader) == contents(store)
            with pytest.raises(InputError, match="cannot use the store"):
                reader.note("name", "value")
    with closing(open_store(place.url, QUESTION)) as store:
        assert store.next_number() == 3


def test_two_coordinators_are_refused_by_whatever_path(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("store")
    (tmp_path / "folder").mkdir()
    (tmp_path / "way").symlink_to("folder")
    for first, second in (("store", "link"), ("link", "store"), ("folder/store", "way/store")):
        with (
            closing(open_store(str(tmp_path / first), QUESTION)),
            raises_for((first, second), InputError, match="another coordinator"),
        ):
            open_store(str(tmp_path / second), QUESTION)


def test_a_store_that_is_locked_for_five_seconds_is_waited_for(place: StorePlace) -> None:
    with closing(open_store(place.url, QUESTION)) as store:
        filled(store, range(1, 2))
        done = threading.Event()
        order: list[str] = []

        def unlock_later() -> None:
            with place.locked():
                done.set()
                time.sleep(5)
                order.append("unlocked")

        thread = threading.Thread(target=unlock_later)
        thread.start()
        done.wait()
        filled(store, range(2, 3))
        order.append("recorded")
        thread.join()
        assert order == ["unlocked", "recorded"]
        assert [job.number for job, _ in store.jobs()] == [1, 2]


def test_another_question_is_refused_and_told_what_the_store_holds(place: StorePlace) -> None:
    open_store(place.url, QUESTION).close()
    for other in (
        replace(QUESTION, goal="win"),
        replace(QUESTION, position="8/8/8/8/8/5k2/7R/5K2 w - - 0 1"),
        replace(QUESTION, options={}),
        replace(QUESTION, game="chess960"),
    ):
        with raises_for(other, InputError) as refused:
            open_store(place.url, other)
        assert "it is about the goal 'mate' of chess, fifty-move-rule=on from '8/8/" in str(refused.value), other
        assert "choose another store" in str(refused.value), other
    open_store(place.url, QUESTION).close()


@pytest.mark.parametrize("version", [schema.VERSION - 1, schema.VERSION + 1])
def test_a_store_of_another_version_is_refused_and_left_as_it_is(place: StorePlace, version: int) -> None:
    open_store(place.url, QUESTION).close()
    place.run(f"UPDATE pnyx_meta SET value = '{version}' WHERE name = 'schema'")
    for read_only in (False, True):
        with raises_for(read_only, InputError, match=rf"made by another version of pnyx \(schema {version}, not 1\)"):
            open_store(place.url, QUESTION, read_only=read_only)
    assert place.run("SELECT value FROM pnyx_meta WHERE name = 'schema'") == [(str(version),)]


def test_a_file_is_in_wal_mode_and_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with closing(open_store(str(path), QUESTION)) as store:
        filled(store, range(1, 2))
        assert path.with_name("store-wal").stat().st_size > 0
        with closing(sqlite3.connect(path)) as outside:
            assert outside.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        connection = store._connection
        assert connection is not None
        with connection.begin():
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 60_000


def test_a_path_and_its_url_are_the_same_store(tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "store"), QUESTION)) as store:
        filled(store, range(1, 2))
        with pytest.raises(InputError, match=f"another coordinator \\(process {os.getpid()}\\)"):
            open_store(f"sqlite:///{tmp_path / 'store'}", QUESTION)
    with closing(open_store(f"sqlite:///{tmp_path / 'store'}", QUESTION)) as store:
        assert store.next_number() == 2


def test_what_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        open_store(str(tmp_path / "absent"), QUESTION, read_only=True)
    with pytest.raises(InputError, match="there is no such file"):
        open_store(str(tmp_path / "absent"))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InputError, match="No such file or directory"):
        open_store(str(tmp_path / "no" / "folder"), QUESTION)
    text = tmp_path / "text"
    text.write_text("1. e4 e5\n" * 1000)
    with closing(sqlite3.connect(tmp_path / "music")) as other:
        other.execute("CREATE TABLE songs (name TEXT)")
        other.commit()
    for name, why in (("text", "file is not a database"), ("music", "it is not a Pnyx store")):
        for read_only in (False, True):
            with raises_for((name, why, read_only), InputError, match=why):
                open_store(str(tmp_path / name), QUESTION, read_only=read_only)
    assert text.read_text() == "1. e4 e5\n" * 1000
    with closing(sqlite3.connect(tmp_path / "music")) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)]
        assert other.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    for url in ("sqlite://", "sqlite:///:memory:", ":memory:", ""):
        with raises_for(url, InputError, match="expected a store that lasts"):
            open_store(url, QUESTION)
    for url in ("sqlite://runs/first.store", "postgresql://me:secret@host:port/runs", "postgresql://[::1/runs"):
        with raises_for(url, InputError, match="expected the path of a store") as refused:
            open_store(url, QUESTION)
        assert "secret" not in str(refused.value), url


def test_without_a_question_a_store_must_be_there(place: StorePlace) -> None:
    with pytest.raises(InputError, match=r"no such file|not a Pnyx store"):
        open_store(place.url)
    open_store(place.url, QUESTION).close()
    with closing(open_store(place.url)) as store:
        assert store.question == QUESTION


def test_a_server_that_is_not_there_is_an_error_without_the_password() -> None:
    pytest.importorskip("psycopg", reason="needs psycopg")
    with pytest.raises(InputError, match="cannot use the store") as refused:
        open_store("postgresql://me:secret@127.0.0.1:1/runs", QUESTION)
    assert "secret" not in str(refused.value)


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "store"), QUESTION)
    store.close()
    store.close()
    with pytest.raises(InputError, match="it was closed"):
        store.next_number()


@pytest.mark.postgres
def test_a_coordinator_that_lost_its_connection_cannot_write_beside_a_successor(tmp_path: Path) -> None:
    with store_place("postgresql", tmp_path) as place, closing(open_store(place.url, QUESTION)) as first:
        filled(first, range(1, 2))
        connection = first._connection
        assert connection is not None
        with connection.begin():
            backend = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
        place.run(f"SELECT pg_terminate_backend({backend})")
        with closing(open_store(place.url, QUESTION)) as second:
            with pytest.raises(InputError, match="cannot use the store"):
                filled(first, range(2, 3))
            filled(second, range(2, 3))
            assert second.next_number() == 3


def test_a_stopped_reader_does_not_hold_up_the_writer(place: StorePlace) -> None:
    with closing(open_store(place.url, QUESTION)) as store, closing(open_store(place.url, read_only=True)) as reader:
        filled(store, range(1, 4))
        half_read = reader.facts()
        next(half_read)
        filled(store, range(4, 6))
        assert store.next_number() == 6


def test_signals_that_end_a_writer_let_others_in(place: StorePlace) -> None:
    with writer(place) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        process.wait()
    open_store(place.url, QUESTION).close()
