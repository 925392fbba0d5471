"""`pnyx table`: build tables of whole games, and examine them. What is read from them is in `table_reading.py`."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnyx.cli import options, table_reading
from pnyx.cli.group import ANSWERED, INTERRUPTED, UNKNOWN, complain
from pnyx.cli.inputs import load_python_game, open_position, read_limit, split_options, thread_count, whole
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.output import emit, printable
from pnyx.errors import CertificateError, InputError, TableIncompleteError, quoted

if TYPE_CHECKING:
    from pnyx import Limit, Table
    from pnyx.api.table import TableProgress

app = typer.Typer(help="Whole games: the value of every position that can be reached.", rich_markup_mode=None)

ThreadsOption = Annotated[
    str | None, typer.Option(help="Number of threads, or of processes for a game written in Python.", metavar="T")
]
_MOST_LINES = 1 << 30
"""The longest file of starts."""


@app.command("build", short_help="Build the table of all positions that can be reached.")
def build(
    game: options.GameArgument,
    out: Annotated[str, typer.Option(help="The file of the table.", metavar="FILE")],
    starts: Annotated[
        list[str] | None,
        typer.Argument(metavar="START", help="Positions to begin with. Default: the game's start.", show_default=False),
    ] = None,
    placements: Annotated[
        str | None,
        typer.Option(
            help="Chess: start from all placements of these men, as KRvK, either side to move.", metavar="MEN"
        ),
    ] = None,
    starts_file: Annotated[
        str | None, typer.Option(help="Start from the positions in a file, one a line.", metavar="FILE")
    ] = None,
    option: options.OptionsOption = None,
    max_positions: Annotated[str | None, typer.Option(help="Stop after N positions.", metavar="N")] = None,
    max_seconds: options.MaxSecondsOption = None,
    memory: Annotated[str | None, typer.Option(help="Memory for the table, in MiB.", metavar="MIB")] = None,
    threads: ThreadsOption = None,
    as_json: options.JsonOption = False,
) -> int:
    """Build the table of all positions that can be reached: each with its value and its distance to the end.

    After Ctrl-C, a limit or a crash the same command goes on: FILE.part has what was found.

    Exit status: 0 built, 1 a limit was reached, 2 bad input, or a file that could not be written.
    """
    import pnyx
    from pnyx.api.loading import load_game

    limit = _limit(max_positions, max_seconds, memory)
    workers = None if threads is None else thread_count(threads)
    loaded = load_game(game)
    given, _ = split_options(option, loaded)
    positions = _starts(loaded, starts, starts_file, placements, given)
    root = open_position(loaded, starts[0] if starts else None, given)
    stop = pnyx.StopFlag()
    began = time.monotonic()
    try:
        with stopped_by_interrupt(stop), _watched(limit, quiet=as_json, doing="building") as on_progress:
            table = pnyx.tabulate(
                root, positions, file=out, limit=limit, threads=workers, stop=stop, on_progress=on_progress
            )
    except TableIncompleteError as error:
        if as_json:
            emit(json.dumps(_incomplete(out, error, time.monotonic() - began), allow_nan=False))
        else:
            complain(str(error))
            if error.reason not in ("misdeclared",) and not error.reason.startswith("rules"):
                emit(f"Not complete: {error.positions:,} positions so far. Run the same command to go on.")
        return INTERRUPTED if error.reason == "stopped" else UNKNOWN
    seconds = time.monotonic() - began
    if as_json:
        emit(json.dumps(_built(table, seconds), allow_nan=False))
    else:
        table_reading.show_head(table)
        emit(f"Table: {table.path} (verify with `pnyx table check {table.path}{_rules(loaded, game)}`)")
    return ANSWERED


@app.command("check", short_help="Examine a table by the rules.")
def check(
    file: table_reading.FileArgument,
    game: table_reading.GameOption = None,
    python: Annotated[
        bool, typer.Option("--python", help="Examine it by the rules in pure Python: slow, and independent.")
    ] = False,
    sample: Annotated[str | None, typer.Option(help="Examine only N positions, spread evenly.", metavar="N")] = None,
    placements: Annotated[
        str | None,
        typer.Option(
            help="Chess: all placements of these men must be in the table, whatever its starts are called.",
            metavar="MEN",
        ),
    ] = None,
    threads: ThreadsOption = None,
    as_json: options.JsonOption = False,
) -> int:
    """Examine a table by the rules: closed under moves, and every entry as its successors say.

    A table that passes is right. The starts that the file names must be in it, too.

    Exit status: 0 the table is right (or the sample of it), 1 it is wrong, 2 bad input.
    """
    import pnyx

    loaded = load_python_game(game)
    workers = None if threads is None else thread_count(threads)
    number = None if sample is None else whole("--sample", sample, 1)
    stop = pnyx.StopFlag()
    began = time.monotonic()
    reason, examined, total, starts = None, 0, None, None
    try:
        table = pnyx.Table(file, loaded)
        total = len(table)
        found = _named_starts(table, placements)
        starts = found is not None
        with stopped_by_interrupt(stop), _watched(None, quiet=as_json, doing="checking") as on_progress:
            examined = table.check(
                found,
                sample=number,
                checker="python" if python else "rust",
                threads=workers,
                stop=stop,
                on_progress=on_progress,
            )
    except CertificateError as error:
        reason = str(error)
    except InputError:
        if stop.is_set():
            complain("the check was interrupted: nothing is known")
            return INTERRUPTED
        raise
    seconds = time.monotonic() - began
    checker = "python" if python else "rust"
    if as_json:
        facts = {"file": file, "right": reason is None, "positions": total, "examined": examined, "starts": starts}
        emit(json.dumps({**facts, "checker": checker, "seconds": seconds, "reason": reason}, allow_nan=False))
    elif reason is not None:
        complain(f"{file}: wrong: {reason}")
    else:
        which = (
            f"all {examined:,} positions" if examined == total else f"a sample of {examined:,} of {total:,} positions"
        )
        unnamed = "" if starts else " Whether its starts are in it is not known: the file does not name them."
        emit(f"Right: {which}, by the rules in {'pure Python' if python else 'Rust'}.{unnamed}")
    return ANSWERED if reason is None else UNKNOWN


app.command("show", short_help="Count positions by value and distance, and play the longest wins.")(table_reading.show)
app.command("probe", short_help="Look positions up, with the value of every move.")(table_reading.probe)
app.command("export", short_help="Write all positions to a CSV or Parquet file.")(table_reading.export)


def _limit(max_positions: str | None, max_seconds: str | None, memory: str | None) -> Limit:
    from pnyx.cli.inputs import count

    most = count("--max-positions", max_positions, "position")
    return read_limit(None if most is None else str(most), max_seconds, memory)


def _starts(
    game: Any, texts: list[str] | None, file: str | None, placements: str | None, given: dict[str, str]
) -> Iterable[Any] | None:
    """The starts that are asked for; `None` means the game's own."""
    asked = [
        what for what, is_there in (("START", texts), ("--starts-file", file), ("--placements", placements)) if is_there
    ]
    if len(asked) > 1:
        raise InputError(f"{' and '.join(asked)} exclude each other: give one of them")
    if placements is not None:
        if game != "chess" or given:
            raise InputError("--placements is for chess, without options")
        from pnyx.api.placements import Placements

        return Placements(placements)
    if file is not None:
        return [open_position(game, line, given) for line in _lines(file)]
    return None if not texts else [open_position(game, text, given) for text in texts]


def _lines(file: str) -> list[str]:
    from pnyx._util.files import read_bounded

    try:
        text = read_bounded(file, _MOST_LINES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{quoted(file)} is not UTF-8 text: byte {error.start + 1} is invalid") from None
    lines = [line.strip() for line in text.splitlines()]
    found = [line for line in lines if line and not line.startswith("#")]
    if not found:
        raise InputError(f"{quoted(file)} has no positions: expected one a line")
    return found


def _named_starts(table: Table, placements: str | None) -> Iterable[Any] | None:
    """The starts, as far as the file names them."""
    from pnyx.api.placements import Placements
    from pnyx.api.position import position

    if placements is not None:
        return Placements(placements)
    words = table.starts
    if words.startswith(Placements.PREFIX):
        return Placements(words.removeprefix(Placements.PREFIX))
    root = table.root
    if root.python_game is not None and not callable(getattr(root.python_game, "parse", None)):
        return [root] if words == root.identity else None
    given = {name.replace("-", "_"): value for name, value in root.options.items()}
    try:
        texts = [words] if table.game == "graph" else words.split("; ")
        return [position(root.python_game or root.game, text, **given) for text in texts]
    except InputError:
        return None


def _watched(
    limit: Limit | None, *, quiet: bool, doing: str
) -> AbstractContextManager[Callable[[TableProgress], None]]:
    from pnyx.cli.progress import watched

    def say(progress: TableProgress) -> str:
        return describe(progress, limit, checking=doing == "checking")

    return watched(say, say, lambda progress: progress.seconds, quiet=quiet, doing=doing)


def describe(progress: TableProgress, limit: Limit | None = None, *, checking: bool = False) -> str:
    """How far a table has come, on one line: the phase, positions, the ply and its positions, rate, time left.

    >>> from pnyx.api.table import TableProgress
    >>> describe(TableProgress("valuing", 4_000_000, 1_000_000, 12, 40_000, 300 << 20, 9.0, 500_000.0))
    'valuing  1,000,000/4,000,000 positions  ply 12: 40,000  500,000/s  300 MiB  9 s, 6 s left'
    """
    most = None if limit is None else limit.nodes
    left = None
    if progress.phase == "enumerating":
        of = "" if most is None else f"/{most:,}"
        done = f"{progress.positions:,}{of} positions"
    else:
        done = f"{progress.done:,}/{progress.positions:,} positions"
        if progress.rate > 0:
            left = (progress.positions - progress.done) / progress.rate
    parts = ["checking" if checking else progress.phase, done]
    if progress.frontier:
        parts.append(f"ply {progress.ply}: {progress.frontier:,}")
    parts.append(f"{progress.rate:,.0f}/s")
    if progress.memory_bytes:
        of_memory = "" if limit is None or limit.memory is None else f"/{limit.memory >> 20:,}"
        parts.append(f"{progress.memory_bytes >> 20:,}{of_memory} MiB")
    most_seconds = "" if limit is None or limit.seconds is None else f"/{limit.seconds:g}"
    parts.append(f"{progress.seconds:.0f}{most_seconds} s" + ("" if left is None else f", {left:.0f} s left"))
    return "  ".join(parts)


def _rules(loaded: Any, name: str) -> str:
    return "" if isinstance(loaded, str) else f" --game {name}"


def _built(table: Table, seconds: float) -> dict[str, Any]:
    return {
        "file": str(table.path),
        "complete": True,
        "positions": len(table),
        "values": table.values,
        "longest": table.longest,
        "by_ply": None,
        "seconds": seconds,
        "reason": None,
    }


def _incomplete(file: str, error: TableIncompleteError, seconds: float) -> dict[str, Any]:
    return {
        "file": file,
        "complete": False,
        "positions": error.positions,
        "values": None,
        "longest": None,
        "by_ply": list(error.by_ply),
        "seconds": seconds,
        "reason": printable(error.reason),
    }
