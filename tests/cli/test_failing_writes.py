"""Every write is made to fail, at every place: no answer is lost, nothing ends with a traceback, and no half file is
taken for a whole one.

The table in `write_scenes.py` says what writes which files. Each is run with files that cannot grow beyond any size,
with each step of the Python side failing once or from then on, and on a small disk that is full. The Rust side of
checkpoints has tests of its own in `crates/search/src/checkpoint/failing.rs`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, ProgrammingError

import pnyx
from pnyx import cluster
from pnyx._util.files import is_at, reserved
from pnyx.cluster.holding import HoldingStore
from pnyx.cluster.job_runner import JobRunner
from pnyx.cluster.pool import InlinePool
from pnyx.cluster.questions import Question
from pnyx.cluster.solving import answer
from pnyx.cluster.store import open_store
from pnyx.cluster.storing import StoreError
from pnyx.errors import InputError, PnyxWarning
from reporting.runs import FILE, Runs
from support.raising import raises_for
from support.suite_cases import MATES
from support.write_faults import ERRORS, command, files_up_to, fill, small_disk
from support.write_scenes import (
    DRAWN,
    LIMIT,
    MATE,
    NAMED,
    OLD,
    WIN,
    again,
    judge,
    read_suite,
    searched_here,
    sweep_sizes,
    sweep_steps,
)


@pytest.mark.parametrize("name", NAMED)
def test_files_that_cannot_grow(name: str, tmp_path: Path) -> None:
    counts = sweep_sizes(NAMED[name], tmp_path, 5)
    assert counts["injected"] >= 5


@pytest.mark.parametrize("name", NAMED)
def test_steps_that_fail(name: str, tmp_path: Path) -> None:
    assert sweep_steps(NAMED[name], tmp_path)["injected"] >= 2


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMED)
def test_files_that_cannot_grow_at_many_sizes(name: str, tmp_path: Path) -> None:
    counts = sweep_sizes(NAMED[name], tmp_path, 150)
    print(f"\n{name}, sizes: {dict(counts)}")


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMED)
def test_steps_that_fail_in_every_way(name: str, tmp_path: Path) -> None:
    counts = sweep_steps(NAMED[name], tmp_path, ERRORS)
    print(f"\n{name}, steps: {dict(counts)}")


@pytest.mark.parametrize("name", NAMED)
def test_a_small_disk_that_is_full(name: str, tmp_path: Path) -> None:
    """Full from the beginning, with room for the first bytes only, and with room again."""
    scene = NAMED[name]
    counts: Counter[str] = Counter()
    with small_disk(tmp_path, "512k") as disk:
        folder = disk / "folder"
        folder.mkdir()
        scene.prepare(folder)
        filler = fill(disk)
        done = scene.run(folder)
        assert done.status in (0, 2), done  # what is asked before the search is refused
        assert done.err.startswith("pnyx: ") or scene.name in ("UCI", "web")
        for pages in (1, 4):
            shutil.rmtree(folder)
            folder.mkdir()
            os.truncate(filler, 0)
            fill(disk)
            os.truncate(filler, filler.stat().st_size - 4096 * pages)
            done = scene.run(folder)
            os.truncate(filler, 0)  # what reads a file may write, too
            judge(scene, folder, done, False, counts)
        again(scene, folder)


def test_a_disk_that_is_read_only(tmp_path: Path) -> None:
    with small_disk(tmp_path, "1m") as disk:
        prepare = NAMED["suite, CSV"].prepare
        prepare(disk / "folder")
        folder = disk / "folder"
        folder.mkdir()
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        for name in ("certificate", "checkpoint", "show", "suite, CSV"):
            done = NAMED[name].run(folder)
            assert (done.status, done.out) == (2, ""), done
            assert "Read-only file system" in done.err, name


# Checkpoints of a search that goes on

LONG = "8/8/8/8/3k4/8/8/KBN5 w - - 0 1"
"""A search that has no end in sight."""


def kept(checkpoint: Path, on_progress: Callable[[Any], None]) -> dict[str, Any]:
    return {"checkpoint": checkpoint, "every": 0.02, "on_progress": on_progress}


def search_on(checkpoint: Path, events: list[Callable[[], object]], resume: Path | None = None) -> pnyx.Result:
    """A search that is stopped when all that should happen meanwhile has happened, one thing after the other; what is
    `False` is waited for."""
    stop = pnyx.StopFlag()
    left = list(events)

    def next_event(progress: pnyx.Progress) -> None:
        if left:
            if left[0]() is not False:
                del left[0]
        else:
            stop.set()

    return pnyx.solve(LONG, "mate", "forced-win", stop=stop, resume=resume, **kept(checkpoint, next_event))


def test_a_directory_that_vanishes_and_returns(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    checkpoint = folder / "run.checkpoint"

    def become_a_file() -> None:
        shutil.rmtree(folder)
        folder.touch()

    def become_a_folder() -> None:
        folder.unlink()
        folder.mkdir()

    with pytest.warns(PnyxWarning) as told:
        result = search_on(
            checkpoint,
            [
                checkpoint.exists,
                lambda: shutil.rmtree(folder),
                lambda: len(told) == 1,
                folder.mkdir,
                checkpoint.exists,
                become_a_file,
                lambda: len(told) == 2,
                become_a_folder,
            ],
        )
    assert result.reason == "stopped"
    assert result.checkpoint_error is None  # the last one, at the end, was written
    assert pnyx.solve(LONG, "mate", "forced-win", resume=checkpoint, limit=pnyx.Limit(nodes=1)).resumed_nodes > 0
    # Told once for each reason, and not at every try.
    reasons = [re.findall("written: (.*); the search goes on", str(each.message)) for each in told]
    assert reasons == [["No such file or directory"], ["Not a directory"]]
    assert {path.name for path in folder.iterdir()} <= {"run.checkpoint", "run.checkpoint.previous"}


def test_a_disk_that_fills_up_and_gets_room_again(tmp_path: Path) -> None:
    with small_disk(tmp_path, "32m") as disk:
        checkpoint = disk / "run.checkpoint"
        room: list[Path] = []
        with pytest.warns(PnyxWarning, match="No space left on device") as told:
            result = search_on(
                checkpoint, [checkpoint.exists, lambda: room.append(fill(disk)), lambda: len(told) == 1, lambda: None]
            )
        assert len(told) == 1
        assert "No space left on device" in str(result.checkpoint_error)
        assert result.to_json()["checkpoint_error"] == result.checkpoint_error
        # What was there before the disk was full can be gone on from.
        room[0].unlink()
        second = search_on(checkpoint, [], resume=checkpoint)
        assert second.resumed_nodes > 0
        assert second.checkpoint_error is None


def test_a_warning_that_is_made_an_error_costs_no_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(), files_up_to(100):
        warnings.simplefilter("error")
        result = pnyx.solve(MATE, "mate", checkpoint=tmp_path / "run.checkpoint")
    assert (result.verdict, result.checked) == ("proven", True)
    assert result.checkpoint_error is not None
    assert capsys.readouterr().err.startswith("pnyx: the checkpoint ")


def test_the_second_run_on_a_checkpoint_is_refused(tmp_path: Path) -> None:
    checkpoint = tmp_path / "run.checkpoint"
    found: list[str] = []

    def second() -> None:
        for start in (pnyx.solve, pnyx.shortest):
            with raises_for(start, InputError) as refused:
                start(LONG, "mate", checkpoint=checkpoint)
            found.append(str(refused.value))
        done = subprocess.run(
            [sys.executable, "-m", "pnyx", "solve", "chess", LONG, "--goal", "mate", "--checkpoint", str(checkpoint)],
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout) == (2, "")
        found.append(done.stderr)
        # Another file is another matter, and what is there may be read.
        limit = pnyx.Limit(nodes=10)
        pnyx.solve(LONG, "mate", "forced-win", limit=limit, checkpoint=tmp_path / "other", resume=checkpoint)

    search_on(checkpoint, [checkpoint.exists, second])
    expected = f"another run (process {os.getpid()}) is writing checkpoints to "
    assert [expected in text for text in found] == [True] * 3
    assert not (tmp_path / "run.checkpoint.lock").exists()
    # One run may go on from the file that it writes to; and one that was killed does not stand in the way.
    (tmp_path / "run.checkpoint.lock").write_text("1")
    search_on(checkpoint, [], resume=checkpoint)
    assert not (tmp_path / "run.checkpoint.lock").exists()


def test_paths_that_cannot_be_checkpoints(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "null").symlink_to("/dev/null")
    os.mkfifo(tmp_path / "pipe")
    for name, words in {
        "no/such": r"there is no directory '.*/no'",
        "file/run": "there is no directory",
        "": "it is a directory",
        "null": "is not a file",
        "pipe": "is not a file",
        "nul\0": "null byte",
    }.items():
        for start in (pnyx.solve, pnyx.shortest):
            with raises_for((name, words, start), InputError, match=words):
                start(MATE, "mate", checkpoint=str(tmp_path / name))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "null", "pipe"]


def test_the_command_of_the_report(tmp_path: Path) -> None:
    """It ended with a traceback, and without its answer."""
    arguments = ["solve", "chess", MATE, "--goal", "mate", "--certificate", str(tmp_path / "x.pnyx")]
    done = command(*arguments, "--checkpoint", "/proc/a.chk")
    assert (done.status, done.out) == (2, "")
    assert done.told == ["pnyx: cannot write '/proc/a.chk': No such file or directory"]
    with files_up_to(4096):
        done = command(*arguments, "--checkpoint", tmp_path / "run.checkpoint", "--json")
    assert done.status == 0
    assert len(done.told) == 1
    assert '"checkpoint_error": "the checkpoint ' in done.out
    assert pnyx.check(tmp_path / "x.pnyx").verdict == "proven"


# Answers that cannot be written


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("arguments", "files"), [(("solve", "tic-tac-toe", WIN), 1), (("value", "tic-tac-toe", DRAWN), 2)]
)
def test_a_device_that_is_full(arguments: tuple[str, ...], files: int) -> None:
    done = command(*arguments, "--certificate", "/dev/full")
    assert done.status == 3
    assert done.told == ["pnyx: cannot write '/dev/full': No space left on device"] * files
    assert done.out.count("Certificate: none, /dev/full was not written.") == files
    assert "Checked: the certificate" in done.out


def test_unknown_stays_unknown(tmp_path: Path) -> None:
    """There is no certificate to write, so nothing can fail."""
    done = command("solve", "tic-tac-toe", "--goal", "win", "--max-nodes", "5", "--certificate", tmp_path / "x.pnyx")
    assert (done.status, done.err) == (1, "")
    assert list(tmp_path.iterdir()) == []


def test_plots_that_cannot_be_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "mates.epd").write_text(MATES)
    with searched_here(), mock.patch("pnyx.report.plots.write_atomically", side_effect=InputError("cannot write it")):
        done = command("suite", tmp_path / "mates.epd", "--max-nodes", "1e4", "--plots", tmp_path / "plots")
    assert done.status == 3
    assert done.told == ["pnyx: cannot write it"]
    assert re.search(r"\| solved +\| +3 \|", done.out)


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_results_whose_directory_vanishes_and_returns(tmp_path: Path, ending: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "mates.epd").write_text(MATES)
    path = folder / f"results.{ending}"

    def vanish(outcome: pnyx.suites.Outcome) -> None:
        if outcome.line == 2:
            shutil.rmtree(folder)
        if outcome.line == 3 and returns:
            folder.mkdir()

    for returns in (False, True):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        with (
            searched_here(),
            pytest.warns(PnyxWarning, match="cannot write '.*No such file or directory; the run"),
        ):
            results = pnyx.suite(tmp_path / "mates.epd", limit=LIMIT, out=path, on_result=vanish)
        assert (len(results.outcomes), results.unwritten) == (3, 0 if returns else 2), returns
        assert path.exists() == returns, returns
    read_suite(path)
    assert len(path.read_text().splitlines()) == 3 + (ending == "csv")


def test_results_that_another_file_took_the_place_of(tmp_path: Path) -> None:
    (tmp_path / "mates.epd").write_text(MATES)
    path = tmp_path / "results.csv"

    def replaced(outcome: pnyx.suites.Outcome) -> None:
        if outcome.line == 2:
            path.unlink()
            path.write_bytes(OLD)

    with searched_here(), pytest.warns(PnyxWarning, match="File exists"):
        results = pnyx.suite(tmp_path / "mates.epd", limit=LIMIT, out=path, on_result=replaced)
    assert (len(results.outcomes), results.unwritten) == (3, 2)
    assert path.read_bytes() == OLD


def test_an_experiment_whose_directory_vanishes(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "folder" / FILE, ["problem", "nodes"], 1)
    for name in "abc":
        runs.append([name, 1], 1)
        if name == "b":
            shutil.rmtree(tmp_path / "folder")
    assert [*Runs(runs.path, ["problem", "nodes"], 1).rows] == [("a",), ("b",), ("c",)]


# Stores


def test_a_store_that_is_removed_costs_no_answer(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    told: list[int] = []

    def vanish(progress: cluster.ClusterProgress) -> None:
        if not told:
            shutil.rmtree(folder)
        told.append(progress.spent.jobs)

    with pytest.warns(PnyxWarning, match="No such file or directory") as warned:
        found = cluster.solve(
            "tic-tac-toe",
            goal="win",
            store=str(folder / "run.store"),
            sizes=cluster.JobSizes(20, 50),
            on_progress=vanish,
        )
    assert found.verdict == "disproven"
    assert found.certificate is not None
    assert found.certificate.check().verdict == "disproven"
    assert len(warned) == 2  # when it began, and at the end
    assert "later results are not in it" in str(warned[-1].message)


class Broken:
    """A store that cannot be written to for a while."""

    def __init__(self, store: Any, broken: Callable[[int], bool]) -> None:
        self._store, self._broken, self._asked = store, broken, 0

    def __getattr__(self, name: str) -> Any:
        if name in ("record", "learn", "note"):
            self._asked += 1
            if self._broken(self._asked):
                raise StoreError("cannot use the store: database or disk is full")
        return getattr(self._store, name)


@pytest.mark.parametrize("share", [2, 1000])
def test_what_a_store_could_not_take_is_in_it_in_the_end(tmp_path: Path, share: int) -> None:
    """Every second write fails, or all until the last."""
    path = str(tmp_path / "run.store")
    question = Question("tic-tac-toe", ".../.../... x", "win")
    whole = open_store(path, question)
    broken = Broken(whole, lambda asked: asked % share != 0 and not closing)
    closing = False
    store = HoldingStore(broken)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PnyxWarning)
        found = answer(store, InlinePool(JobRunner(question).work), cluster.JobSizes(20, 50))
        jobs, facts = list(store.jobs()), list(store.facts())
        numbers = store.next_number()
        closing = True
        store.close()
    assert found.verdict == "disproven"
    assert found.certificate is not None
    assert store.held == 0
    kept_store = open_store(path, read_only=True)
    assert [job for job, _ in kept_store.jobs()] == [job for job, _ in jobs]
    assert set(kept_store.facts()) == set(facts)
    assert kept_store.next_number() == numbers
    kept_store.close()
    again(NAMED["store"], tmp_path)


def test_results_whose_directory_becomes_a_file_cost_no_answer(tmp_path: Path) -> None:
    positions = tmp_path / "positions.epd"
    positions.write_text("kbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2;\n6k1/5ppp/8/8/8/8/8/K2R4 w - - bm #1;\n")
    folder = tmp_path / "results"
    folder.mkdir()

    def replace_by_a_file(*_: object) -> None:
        if folder.is_dir():
            shutil.rmtree(folder)
            folder.write_text("")

    with pytest.warns(PnyxWarning):
        results = pnyx.suite(
            positions, limit=pnyx.Limit(nodes=100_000), out=folder / "r.csv", on_result=replace_by_a_file
        )
    assert [each.answer for each in results.outcomes] == ["proven", "proven"]


def test_a_file_in_a_directory_that_became_a_file_is_not_there(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    with open(folder / "r.csv", "w") as file:
        assert is_at(file.fileno(), folder / "r.csv")
        shutil.rmtree(folder)
        assert not is_at(file.fileno(), folder / "r.csv")
        folder.write_text("")
        assert not is_at(file.fileno(), folder / "r.csv")


@pytest.mark.parametrize("mistake", [IntegrityError, ProgrammingError])
def test_a_mistake_is_not_taken_for_a_failing_disk(tmp_path: Path, mistake: type[DBAPIError]) -> None:
    """It would fail again and again, and all that comes after it would never be written."""
    store = HoldingStore(open_store(str(tmp_path / "run.store"), Question("tic-tac-toe", ".../.../... x", "win")))
    error: DBAPIError = mistake("insert", {}, Exception("no such column"))
    with mock.patch.object(Connection, "execute", side_effect=error), pytest.raises(InputError, match="no such column"):
        store.note("size", "small")
    error = OperationalError("insert", {}, Exception("disk full"))
    with mock.patch.object(Connection, "execute", side_effect=error), pytest.warns(PnyxWarning, match="disk full"):
        store.note("size", "large")
    assert store.held == 1
    store.close()


def test_a_file_that_is_no_lock_is_left_alone(tmp_path: Path) -> None:
    mine, victim = tmp_path / "poetry.lock", tmp_path / "victim"
    mine.write_text("[metadata]\n")
    with pytest.raises(InputError, match="is not a lock file of Pnyx"), reserved(tmp_path / "poetry", "checkpoints"):
        pass
    assert mine.read_text() == "[metadata]\n"
    victim.write_text("")
    (tmp_path / "run.lock").symlink_to(victim)
    with pytest.raises(InputError, match="cannot write"), reserved(tmp_path / "run", "checkpoints"):
        pass
    assert victim.read_text() == ""


def test_a_link_and_its_file_are_one_checkpoint(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    file, link = tmp_path / "sub" / "a.chk", tmp_path / "b.chk"
    link.symlink_to(file)
    with reserved(link, "checkpoints") as place:
        assert place == os.path.realpath(file)
        with pytest.raises(InputError, match="another run"), reserved(file, "checkpoints"):
            pass
