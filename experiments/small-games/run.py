"""Small games: all positions of each, the value of the start and its distance, and what was published.

    pnyx reproduce small-games [--only GAME ...] [--large] [--keep DIR] [--out DIR] [--jobs J]

Exit status: 0 when every value, length and count is as published, 1 when one is not, 2 for bad input.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import blocking
import dodgem
import heaps
import hexapawn
import hunts
import l_game
import lines
import sim
from rich.console import Console

import pnyx
import reporting
from pnyx.errors import quoted

HERE = Path(__file__).parent
NAME = "small-games"
OWN: Sequence[type[Any]] = (
    l_game.LGameBySymmetry,
    lines.Tapatan,
    lines.ThreeMensMorris,
    lines.NineHoles,
    lines.Achi,
    lines.Picaria,
    lines.PicariaWithoutCentre,
    lines.TsoroYematatu,
    lines.SmallTeeko,
    blocking.PongHauKi,
    blocking.MuTorere,
    dodgem.Dodgem,
    dodgem.Dodgem4,
    hexapawn.Hexapawn,
    hexapawn.Octopawn,
    hunts.HareAndHounds,
    hunts.FoxAndHounds,
    heaps.Nim,
    heaps.Kayles,
    heaps.Chomp,
    sim.Sim,
)
"""The games that are written beside this file."""

LARGE: Sequence[type[Any]] = (lines.Teeko, lines.AdvancedTeeko)
"""Those that take long."""

GAMES: Mapping[str, Callable[[], Any]] = {
    **{game.name: game for game in (*OWN, *LARGE)},
    "tic-tac-toe": lambda: "tic-tac-toe",
    "connect-four-4x4": lambda: pnyx.position("connect-four", rows=4, columns=4),
    "connect-four-5x4": lambda: pnyx.position("connect-four", rows=5, columns=4),
}
"""What makes each game, or its name or its start if it is built in."""

RESULTS = (
    "game",
    "positions",
    "moves",
    "value",
    "plies",
    "wins",
    "draws",
    "losses",
    "longest_win",
    "threads",
    "megabytes",
    "seconds",
)
KEYS = 1


def measure(name: str, tables: Path | None, threads: int, stop: pnyx.StopFlag) -> list[object]:
    """A row: the table of one game is made, and read."""
    game, most_memory = GAMES[name](), 0

    def watch(progress: Any) -> None:
        nonlocal most_memory
        most_memory = max(most_memory, progress.memory_bytes)

    file = None if tables is None else tables / f"{name}.pnyxtable"
    # What was begun before has not been measured.
    fresh = tables is None or not any(tables.glob(f"{name}.pnyxtable*"))
    began = time.perf_counter()
    table = pnyx.tabulate(game, file=file, threads=threads, stop=stop, on_progress=watch)
    seconds = time.perf_counter() - began
    start = game if isinstance(game, (str, pnyx.Position)) else game.start()
    entry = table[pnyx.position(start) if isinstance(start, str) else start]
    longest = max(plies for _, plies in table.longest_wins().values())
    value = {"win": "first", "draw": "draw", "loss": "second"}[entry.value]
    plies = "" if entry.distance is None else entry.distance
    took = [most_memory >> 20, f"{seconds:.1f}"] if fresh else ["", ""]
    return [name, len(table), table.edges, value, plies, *table.values.values(), longest, threads, *took]


def published() -> dict[str, dict[str, str]]:
    """What is known from elsewhere, by game."""
    with (HERE / "published.csv").open(newline="", encoding="utf-8") as file:
        return {row["game"]: row for row in csv.DictReader(file)}


def table(rows: Sequence[Mapping[str, str]], known: Mapping[str, Mapping[str, str]]) -> str:
    """The table of the README."""
    header = ["game", "positions", "moves", "value", "plies", "longest win", "seconds", "published"]
    shown = []
    for row in rows:
        cells = [reporting.grouped(row[name]) for name in ("positions", "moves")]
        cells += [row[name] or "-" for name in ("value", "plies", "longest_win", "seconds")]
        shown.append([row["game"], *cells, known[row["game"]]["value"] or "-"])
    return reporting.text_table(header, shown)


def different(rows: Sequence[Mapping[str, str]], known: Mapping[str, Mapping[str, str]]) -> list[str]:
    """What is not as published."""
    return [
        f"{row['game']}: {name} {row[name] or 'none'}, published {known[row['game']][name]}"
        for row in rows
        for name in ("value", "plies", "positions")
        if known[row["game"]][name] not in ("", row[name])
    ]


def main(arguments: Sequence[str]) -> int:
    """Run the experiment and give its exit status."""
    parser = reporting.parser(NAME, "Small games: all positions of each, their values and distances.", ["games"])
    parser.add_argument("--only", metavar="GAME", nargs="+", help="only these games")
    parser.add_argument(
        "--large", action="store_true", help="both kinds of Teeko too: 21 million positions each, some minutes"
    )
    parser.add_argument(
        "--keep", metavar="DIR", type=Path, help="keep the tables there, and go on with unfinished ones"
    )
    parser.add_argument("--threads", metavar="N", type=int, default=2, help="threads for each table (2)")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.only or () if name not in GAMES]:
        raise pnyx.InputError(f"expected games, {', '.join(GAMES)}, not {quoted(unknown[0])}")
    large = {game.name for game in LARGE}
    names = given.only or [name for name in GAMES if given.large or name not in large]
    names = reporting.sample(names, given.sample)
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    tasks = [(name,) for name in names]
    runs = reporting.open_runs(HERE / "runs", given.out, RESULTS, KEYS, tasks)
    runs.measure(tasks, lambda key, stop: measure(key[0], given.keep, given.threads, stop), given.jobs, console)

    rows, known = [runs.rows[task] for task in tasks], published()
    print(f"{table(rows, known)}\n")
    wrong = different(rows, known)
    print(f"Not as published: {'; '.join(wrong) or 'nothing'}.")
    return 1 if wrong else 0
