"""Tables of whole games: positions a second, memory, and what games in Python cost beside calling their rules alone.

Run by `make bench`, on a machine with two cores and nothing else to do; `--rounds N` (3) says how often everything is
measured. All tables are made by two threads, or two processes.

- **Built-in games**: seconds until all positions are enumerated and valued, then of all the work, with the file, and
  those of the processors for all the work; the fastest round. Memory is the most that the build counted, beside 24
  bytes a position and 5 bytes a move. Chess endings are reduced by eight symmetries and have up to 35 moves in a
  position; what is required is about small boards.
- **Games in Python**, from `experiments/small-games`: the seconds of the whole table, and those of two processes that
  call the rules for the same positions and do nothing else: outcome, turn, moves, play, and canonical of what follows.
  Each is the fastest round, taken in turns.

The table is also written to `benches/runs/`.
"""

from __future__ import annotations

import argparse
import datetime
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pnyx
from pnyx._util.forked import Forked
from pnyx.api.table import TableProgress
from pnyx.cli.reproduce import load

HERE = Path(__file__).parent
GALLERY = HERE.parent / "experiments" / "small-games" / "run.py"
THREADS = 2
REQUIRED = {"speed": 1_000_000, "memory": 1.0, "ratio": 0.6}
VALUED = ("sorting", "writing")
"""What comes when all positions have their values."""


class BuiltIn(NamedTuple):
    """A built-in game, and whether its speed is what is required."""

    title: str
    game: str
    text: str | None
    options: dict[str, Any]
    counts: bool = True


BUILT_IN = (
    BuiltIn("Connect Four, 6 by 4", "connect-four", None, {"rows": 6, "columns": 4}),
    BuiltIn("tic-tac-toe, 4 by 4", "tic-tac-toe", None, {"rows": 4, "columns": 4, "k": 4}),
    BuiltIn("chess, two rooks", "chess", "8/8/8/8/8/2k5/8/K1rr4 w - - 0 1", {}, counts=False),
)
IN_PYTHON = ("l-game", "small-teeko", "dodgem-4x4", "fox-and-hounds")


class Built(NamedTuple):
    """One build of a table."""

    table: pnyx.Table
    seconds: float
    processors: float
    valued: float
    """Seconds until all positions had their values."""
    memory: int


def build(game: Any) -> Built:
    """Make the table in a temporary file."""
    seen: list[TableProgress] = []
    began, worked = time.perf_counter(), time.process_time()
    table = pnyx.tabulate(game, threads=THREADS, on_progress=seen.append)
    seconds, processors = time.perf_counter() - began, time.process_time() - worked
    valued = next((each.seconds for each in seen if each.phase in VALUED), seconds)
    return Built(table, seconds, processors, valued, max((each.memory_bytes for each in seen), default=0))


def built_in(asked: BuiltIn, rounds: int) -> str:
    """A line about a built-in game."""
    start = pnyx.position(asked.game, asked.text, **asked.options)
    all_builds = [build(start) for _ in range(rounds)]
    best = min(all_builds, key=lambda each: each.valued)
    positions, moves = len(best.table), best.table.edges
    speed = positions / best.valued
    memory = max(each.memory for each in all_builds) / (24 * positions + 5 * moves)
    words = _judged(speed >= REQUIRED["speed"]) if asked.counts else ""
    return (
        f"  {asked.title:24}{positions:>11,}{moves:>12,}{best.valued:>8.2f}{best.seconds:>8.2f}{best.processors:>12.2f}"
        f"{speed:>13,.0f}{words:>3}{memory:>8.2f}{_judged(memory <= REQUIRED['memory']):>3}"
    )


def rules_alone(game: Any, positions: Sequence[Any]) -> float:
    """The seconds of two processes that call the rules for half of the positions each."""
    canonical = getattr(game, "canonical", None)

    def call(question: bytes) -> bytes:
        for position in positions[int(question) :: THREADS]:
            outcome, _ = game.outcome(position), game.turn(position)
            for move in game.moves(position) if outcome is None else ():
                after = game.play(position, move)
                if canonical is not None:
                    canonical(after)
        return b""

    with Forked(call, THREADS) as forked, ThreadPoolExecutor(THREADS) as pool:
        began = time.perf_counter()
        list(pool.map(lambda which: forked.ask(which, str(which).encode()), range(THREADS)))
        return time.perf_counter() - began


def in_python(name: str, gallery: Any, rounds: int) -> str:
    """A line about a game written in Python."""
    game = gallery.GAMES[name]()
    first = build(game)
    positions = [position.object for position in first.table]
    tables, alone = [first.seconds], []
    for _ in range(rounds):
        alone.append(rules_alone(game, positions))
        tables.append(build(game).seconds)
    ratio = min(alone) / min(tables)
    return (
        f"  {name:24}{len(positions):>11,}{first.table.edges:>12,}{min(tables):>8.2f}{min(alone):>8.2f}"
        f"{len(positions) / min(tables):>13,.0f}{ratio:>8.2f}{_judged(ratio >= REQUIRED['ratio']):>3}"
    )


def _judged(met: bool) -> str:
    return "ok" if met else "no"


def lines(rounds: int) -> Iterator[str]:
    """The two tables, with what is required."""
    yield f"pnyx {pnyx.__version__}, {datetime.date.today()}: tables of whole games on {THREADS} threads, in seconds"
    seconds = f"{'valued':>8}{'all':>8}{'processors':>12}"
    yield f"  {'built in':24}{'positions':>11}{'moves':>12}{seconds}{'positions/s':>13}{'memory':>11}"
    for asked in BUILT_IN:
        yield built_in(asked, rounds)
    speed, memory, ratio = (REQUIRED[name] for name in ("speed", "memory", "ratio"))
    yield f"  required: {speed:,} positions/s (small boards), {memory} of 24 bytes a position and 5 a move"
    yield f"  {'in Python':24}{'positions':>11}{'moves':>12}{'table':>8}{'rules':>8}{'positions/s':>13}{'ratio':>8}"
    gallery = load("small-games", GALLERY)
    for name in IN_PYTHON:
        yield in_python(name, gallery, rounds)
    yield f"  required: a ratio of {ratio}"


def main() -> None:
    """Print both tables, and write them down."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured (3)")
    rounds = parser.parse_args().rounds
    if rounds < 1:
        parser.error("--rounds needs a number from 1")
    kept = []
    # A table lives in a temporary file; in memory no disk is waited for.
    if Path("/dev/shm").is_dir():
        tempfile.tempdir = "/dev/shm"
    for line in lines(rounds):
        print(line, flush=True)
        kept.append(line)
    (HERE / "runs").mkdir(exist_ok=True)
    (HERE / "runs" / "tables.txt").write_text("\n".join(kept) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
