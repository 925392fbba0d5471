"""What writes files, how it is run, and what must hold whatever fails: the table of `SCENES`."""

from __future__ import annotations

import io
import re
import shutil
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock
from xml.etree import ElementTree

from rich.console import Console

import pnyx
from pnyx import cluster
from pnyx.adapters import epd
from pnyx.errors import InputError, PnyxWarning
from pnyx.suites import running
from pnyx.suites.answering import answer
from pnyx.uci import Engine
from pnyx.web.answers import _results
from reporting.runs import FILE, Runs
from support.suite_cases import MATES
from support.write_faults import ERRORS, Done, Steps, command, files_up_to

MATE = "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1"
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
WIN = "XX./OO./... x"
DRAWN = "XOX/.O./OX. x"
OLD = b"something else"


@dataclass(frozen=True)
class Scene:
    """Something that writes files: how it is run in a folder, what it answers, and how its files are read."""

    name: str
    run: Callable[[Path], Done]
    answer: str
    """A pattern of what is said if it is not refused."""
    files: tuple[str, ...]
    read: Callable[[Path], object]
    """Reads one of the files; an error unless it is whole."""
    prepare: Callable[[Path], object] = lambda folder: None
    grows: bool = False
    """The files are continued and not replaced: there is no earlier one that must stay as it is."""
    status: int = 3
    """How it ends when the answer is there and the file is not."""


def reports(work: Callable[[], object]) -> Done:
    """Run something that is no command as if it were one."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            out, status, errors = str(work()), 0, []
        except InputError as error:
            out, status, errors = "", 2, [f"pnyx: {error}"]
    return Done(status, out, "".join(f"{line}\n" for line in [*(f"pnyx: {each.message}" for each in told), *errors]))


@contextmanager
def searched_here() -> Iterator[None]:
    """Suites are searched in this process: thousands of them would take too long to start."""

    def answer_all(work: Any, jobs: int, stop: Any) -> Iterator[Any]:
        for task, request in work:
            yield task, answer(request)

    with mock.patch.object(running, "answer_all", answer_all):
        yield


def prepare_suite(folder: Path) -> None:
    (folder.parent / "mates.epd").write_text(MATES)


def run_suite(ending: str) -> Callable[[Path], Done]:
    def run(folder: Path) -> Done:
        suite = folder.parent / "mates.epd"
        with searched_here():
            return command("suite", suite, "--max-nodes", "1e4", "--out", folder / f"results.{ending}")

    return run


def read_suite(path: Path) -> None:
    """A file that was torn is continued, and what it holds counts."""
    with searched_here(), warnings.catch_warnings():
        warnings.simplefilter("error")
        results = pnyx.suite(path.parent.parent / "mates.epd", limit=LIMIT, out=path)
    assert [each.headline for each in results.outcomes][1:] == ["White mates in 1", "White mates in 1"]


LIMIT = pnyx.Limit(nodes=10_000, memory=1 << 30)


def run_experiment(folder: Path) -> Done:
    def work() -> str:
        console = Console(record=True, file=io.StringIO(), width=200)
        runs = Runs(folder / FILE, ["problem", "nodes"], 1)
        runs.measure([("a",), ("b",), ("c",)], lambda key, stop: [*key, 1000], 1, console)
        return f"{len(runs.rows)} rows\n{console.export_text()}"

    return reports(work)


def read_experiment(path: Path) -> None:
    Runs(path, ["problem", "nodes"], 1)
    done = run_experiment(path.parent)
    assert (done.status, done.err) == (0, "")
    assert len(path.read_text().splitlines()) == 4


def run_cluster(folder: Path) -> Done:
    sizes = cluster.JobSizes(100, 300)

    def work() -> str:
        found = cluster.solve("tic-tac-toe", goal="win", store=str(folder / "run.store"), sizes=sizes)
        assert found.certificate is not None
        assert found.certificate.check().verdict == found.verdict
        return f"{found.verdict}, {found.spent.jobs} jobs"

    return reports(work)


def read_store(path: Path) -> None:
    """Whatever is in it is true, and it can be gone on from."""
    done = run_cluster(path.parent)
    assert (done.status, done.err) == (0, ""), done
    assert done.out.startswith("disproven")


def prepare_store(folder: Path) -> None:
    if not (folder.parent / "kept.store").exists():
        cluster.solve("tic-tac-toe", WIN, "win", store=str(folder.parent / "kept.store"))


def prepare_table(folder: Path) -> None:
    pnyx.tabulate("tic-tac-toe", [WIN], file=folder.parent / "kept.pnyxtable")


def read_export(path: Path) -> None:
    rows = path.read_text().splitlines()
    assert len(rows) == 1 + len(pnyx.Table(path.parent.parent / "kept.pnyxtable"))
    assert rows[0] == "position,turn,value,distance"


def run_uci(folder: Path) -> Done:
    said: list[str] = []
    engine = Engine(said.append)
    for line in (
        f"setoption name Certificate File value {folder / 'answer.pnyx'}",
        f"position fen {MATE_IN_2}",
        "go mate 2",
    ):
        engine.handle(line)
    engine.wait()
    return Done(0, "\n".join(said), "")


def run_web(folder: Path) -> Done:
    return reports(lambda: _results([pnyx.solve(WIN, goal="win")], folder))


def run_epd(folder: Path) -> Done:
    return reports(lambda: epd.dump(epd.loads(MATES), folder / "answer.epd"))


def read_checkpoint(path: Path) -> None:
    """Whatever lies there, it can be gone on from, to the same answer; if not, there was none before either."""
    if not any(Path(f"{path}{ending}").exists() for ending in ("", ".new", ".previous")):
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PnyxWarning)
        found = pnyx.solve(MATE, "mate", resume=path)
    assert (found.verdict, found.checked) == ("proven", True)


def solve(*arguments: str, file: str = "answer.pnyx", option: str = "--certificate") -> Callable[[Path], Done]:
    return lambda folder: command("solve", *arguments, option, folder / file)


def value(*arguments: str) -> Callable[[Path], Done]:
    return lambda folder: command("value", *arguments, "--certificate", folder / "answer.pnyx")


CHECKPOINT = ("chess", MATE, "--goal", "mate", "--every", "0")
SCENES = [
    Scene(
        "certificate",
        solve("tic-tac-toe", WIN, "--goal", "win"),
        "X wins in 1 ",
        ("answer.pnyx",),
        pnyx.check,
    ),
    Scene(
        "json",
        solve("tic-tac-toe", WIN, "--goal", "win", "--json"),
        '"verdict": "proven"',
        ("answer.pnyx",),
        pnyx.check,
    ),
    Scene(
        "two certificates",
        value("tic-tac-toe", DRAWN),
        "Value: a draw",
        ("answer.pnyx", "answer.draw-or-better.pnyx"),
        pnyx.check,
    ),
    Scene(
        "shortest",
        solve("chess", MATE_IN_2, "--shortest"),
        "Shortest: White mates in 2, and no sooner",
        ("answer.pnyx", "answer.shorter.pnyx"),
        pnyx.check,
    ),
    Scene(
        "checkpoint",
        solve(*CHECKPOINT, file="run.checkpoint", option="--checkpoint"),
        "White mates in at most 16 ",
        ("run.checkpoint",),
        read_checkpoint,
        grows=True,
        status=0,
    ),
    Scene(
        "from-store",
        lambda folder: command(
            "certificate", "from-store", folder.parent / "kept.store", "--out", folder / "answer.pnyx"
        ),
        "",
        ("answer.pnyx",),
        pnyx.check,
        prepare=prepare_store,
    ),
    Scene(
        "show",
        lambda folder: command("show", "chess", MATE_IN_2, "--svg", folder / "answer.svg"),
        re.escape(MATE_IN_2),
        ("answer.svg",),
        lambda path: ElementTree.parse(path),
    ),
    Scene(
        "suite, CSV",
        run_suite("csv"),
        r"\| solved +\| +3 \|",
        ("results.csv",),
        read_suite,
        prepare=prepare_suite,
        grows=True,
    ),
    Scene(
        "suite, JSON lines",
        run_suite("jsonl"),
        r"\| solved +\| +3 \|",
        ("results.jsonl",),
        read_suite,
        prepare=prepare_suite,
        grows=True,
    ),
    Scene("experiment", run_experiment, "^3 rows", (FILE,), read_experiment, grows=True, status=0),
    Scene("store", run_cluster, "^disproven", ("run.store",), read_store, grows=True, status=0),
    Scene("UCI", run_uci, "bestmove a1a6", ("answer.pnyx",), pnyx.check, status=0),
    Scene("web", run_web, "'verdict': 'proven'", ("0.pnyx",), pnyx.check, status=0),
    Scene(
        "table export",
        lambda folder: command("table", "export", folder.parent / "kept.pnyxtable", folder / "table.csv"),
        "",
        ("table.csv",),
        read_export,
        prepare=prepare_table,
    ),
    Scene("EPD", run_epd, "", ("answer.epd",), lambda path: epd.load(path), status=2),
]
NAMED = {scene.name: scene for scene in SCENES}


def judge(scene: Scene, folder: Path, done: Done, old: bool, counts: Counter[str]) -> None:
    """What must hold whatever has failed."""
    assert all(line.startswith("pnyx: ") for line in done.told), done.err
    if done.status == 2:
        assert (done.out, len(done.told), done.searched) == ("", 1, False), done
    else:
        assert done.status in (0, scene.status), done
        assert re.search(scene.answer, done.out, re.DOTALL), done
    counts[{0: "answered", 2: "refused in one line", 3: "answered, status 3"}[done.status]] += 1
    if done.status == 0 and done.err:
        counts["answered, with a warning"] += 1
    for name in scene.files:
        path = folder / name
        if old and path.exists() and path.read_bytes() == OLD:
            counts["files as before"] += 1
        elif path.exists() or scene.grows:
            scene.read(path)
            counts["files whole"] += 1
        else:
            assert not old, f"{name} is gone"
            counts["files absent"] += 1
    left = [each.name for each in folder.iterdir() if each.name.startswith(".pnyx-") or each.name.endswith(".lock")]
    assert left == []


def again(scene: Scene, folder: Path) -> None:
    """When nothing fails any more, the same command does everything."""
    done = scene.run(folder)
    assert (done.status, done.err) == (0, ""), done
    assert re.search(scene.answer, done.out, re.DOTALL)
    for name in scene.files:
        assert (folder / name).exists()
        scene.read(folder / name)


@contextmanager
def place(scene: Scene, tmp_path: Path, old: bool) -> Iterator[Path]:
    """A new folder, with earlier files in it or without."""
    folder = tmp_path / "folder"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    scene.prepare(folder)
    if old and not scene.grows:
        for name in scene.files:
            (folder / name).write_bytes(OLD)
    yield folder


def sizes_of(scene: Scene, tmp_path: Path) -> int:
    """The size of the largest file it writes."""
    with place(scene, tmp_path, False) as folder:
        again(scene, folder)
        return max(path.stat().st_size for path in folder.iterdir())


def sweep_sizes(scene: Scene, tmp_path: Path, most: int) -> Counter[str]:
    """No file can be larger than a limit, for at most N limits from 0 to what is needed."""
    largest = sizes_of(scene, tmp_path)
    limits = sorted({*range(min(8, most // 2)), *range(0, largest + 1, max(1, largest // most)), largest})
    counts: Counter[str] = Counter()
    for number, limit in enumerate(limits):
        old = number % 2 == 1
        with place(scene, tmp_path, old) as folder:
            with files_up_to(limit):
                done = scene.run(folder)
            counts["injected"] += 1
            judge(scene, folder, done, old, counts)
            if number % 4 == 0:
                again(scene, folder)
    return counts


def sweep_steps(scene: Scene, tmp_path: Path, errors: tuple[int, ...] = ()) -> Counter[str]:
    """Each step of the Python side fails with each of the errors, once and from then on; without errors in one way."""
    with place(scene, tmp_path, False) as folder, Steps(folder).counted() as counted:
        scene.run(folder)
    counts: Counter[str] = Counter()
    for at in range(len(counted.taken)):
        for number, error in enumerate(errors or ERRORS[at % 4 :][:1]):
            for onwards in (False, True) if errors else (at % 2 == 1,):
                old = (at + number) % 2 == 1
                with place(scene, tmp_path, old) as folder:
                    with Steps(folder, at, error, onwards).counted() as steps:
                        done = scene.run(folder)
                    assert steps.failed
                    counts["injected"] += 1
                    judge(scene, folder, done, old, counts)
                    if (at + number) % 4 == 0:
                        again(scene, folder)
    return counts
