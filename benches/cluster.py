"""One question for two workers: what it costs beside one search, and what the simulation says about it.

Run by `make bench`, on a machine with two cores and nothing else to do; it needs Ray. Each question is searched by
df-pn in one process, then by a cluster with one worker and with two, on Ray on this machine, each with a store of its
own. Certificates are read by both checkers. **Work** is the nodes of all jobs beside those of the one search. Then the
recorded runs are played again by the simulation: with the number of workers they had, and with the other one.

The mate is one of the public collection, which is not part of the repository: see `PNYX_DATA`. The tables of all
questions are also written to `benches/runs/`.
"""

from __future__ import annotations

import argparse
import datetime
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pnyx
from pnyx import cluster
from pnyx.cluster.simulate import read_record, simulate
from pnyx.report import data_set

HERE = Path(__file__).parent
MEMORY = 1 << 30
SECONDS = 900.0
REQUIRED = 0.2
"""How far a simulation may be from what was measured."""
MANY = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


class Asked(NamedTuple):
    """A question, and the jobs it is split into."""

    name: str
    game: str
    position: str
    goal: str
    sizes: cluster.JobSizes
    options: dict[str, str]


def questions() -> Iterator[Asked]:
    """What is asked."""
    othello = "--O---X-O---XXOOO-X-XOOO-O-O-----O-- X"
    yield Asked("Othello 6x6, 20 empty", "othello", othello, "win", cluster.JobSizes(50_000, 200_000), {"size": "6"})
    hard = "5x2/8/2x5/5o2/2oo1o1o/3xx3/2x1xo2/1xx5 w"
    sizes = cluster.JobSizes(20_000, 200_000, 300, 100)
    yield Asked("Lines of Action, hard", "lines-of-action", hard, "win", sizes, {})
    folder = data_set("chess", HERE.parent)
    if folder is None:
        print("cluster: the test sets of chess are not here; PNYX_DATA can say where they are")
        return
    fen = " ".join((folder / "mates.epd").read_text().splitlines()[4181].split()[:4]) + " 0 1"
    yield Asked("chess, mate in 17", "chess", fen, "mate", cluster.JobSizes(300_000, 3_000_000, 500, 150), {})


def run(asked: Asked, workers: int, store: str) -> cluster.ClusterResult:
    """The answer of a cluster, checked."""
    result = cluster.solve(
        asked.game,
        asked.position,
        asked.goal,
        workers=workers,
        store=store,
        game_options=asked.options,
        memory=MEMORY,
        sizes=asked.sizes,
        limit=cluster.ClusterLimit(seconds=SECONDS),
    )
    if result.certificate is not None:
        result.certificate.check()
    return result


def table(asked: Asked, folder: Path) -> Iterator[str]:
    """One search, one worker, two workers; then the simulation."""
    position = pnyx.position(asked.game, asked.position, **asked.options)
    alone = pnyx.solve(position, asked.goal, "df-pn", limit=pnyx.Limit(seconds=SECONDS, memory=MEMORY))
    yield f"{asked.name}: {asked.position}"
    yield f"  {'':12}{'verdict':>10}{'jobs':>7}{'nodes':>13}{'work':>7}{'seconds':>9}{'idle %':>8}{'certificate':>13}"
    size = 0 if alone.certificate is None else alone.certificate.nodes or 0
    yield f"  {'one search':12}{alone.verdict:>10}{'':7}{alone.nodes:>13,}{'':7}{alone.seconds:>9.1f}{'':8}{size:>13,}"
    yield f"  ({alone.generated:,} positions generated)"
    measured: dict[int, float] = {}
    for workers in (1, 2):
        store = str(folder / f"{asked.game}-{workers}.store")
        result = run(asked, workers, store)
        if result.verdict != alone.verdict and not alone.unknown and result.verdict != "unknown":
            raise SystemExit(f"{asked.name}: {alone.verdict} by one search, {result.verdict} by {workers} workers")
        spent, work = result.spent, result.spent.nodes / alone.nodes
        size = 0 if result.certificate is None else result.certificate.nodes or 0
        yield (
            f"  {f'{workers} on Ray':12}{result.verdict:>10}{spent.jobs:>7,}{spent.nodes:>13,}{work:>7.2f}"
            f"{spent.seconds:>9.1f}{100 * spent.idle_share:>8.1f}{size:>13,}"
        )
        if result.verdict != "unknown":
            measured[workers] = spent.seconds
    for recorded in measured:
        record = read_record(str(folder / f"{asked.game}-{recorded}.store"))
        for workers, seconds in measured.items():
            found = simulate(record, workers)
            off = found.seconds / seconds - 1
            yield (
                f"  simulated from {recorded}: {workers} would take {found.seconds:.1f} s, {off:+.0%} beside the run"
                + ("" if recorded != workers else f" (required: within {REQUIRED:.0%})")
            )


def many(store: str) -> Iterator[str]:
    """A recorded run with many workers."""
    record = read_record(store)
    each = 1000 * record.coordinating
    yield f"Simulated from {len(record.jobs):,} recorded jobs, with {each:.1f} ms of the coordinator for each"
    yield f"  {'workers':>8}{'seconds':>10}{'speed-up':>10}{'jobs':>8}{'idle %':>8}"
    first = None
    for workers in MANY:
        found = simulate(record, workers)
        first = first or found
        yield (
            f"  {workers:>8,}{found.seconds:>10.2f}{found.speed_up(first):>10.1f}{found.jobs:>8,}"
            f"{100 * found.idle_share:>8.1f}" + ("" if found.settled else "  (not settled)")
        )


def main() -> None:
    """Print the tables, and write them down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=None, help="only the first N questions; nothing is kept")
    given = parser.parse_args()
    if given.questions is not None and given.questions < 0:
        parser.error(f"--questions must be 0 or more, not {given.questions}")
    kept = [f"pnyx {pnyx.__version__}, {datetime.date.today()}", ""]
    print(*kept, sep="\n")
    with tempfile.TemporaryDirectory() as folder:
        asked = list(questions())[: given.questions]
        tables = [table(each, Path(folder)) for each in asked]
        wide = "-X------X-O-OOOO---XOX--XOX-X------- X"
        small = Asked("Othello 6x6, 22 empty", "othello", wide, "win", cluster.JobSizes(10_000, 50_000), {"size": "6"})
        for lines in (*tables, split(small, Path(folder, "small.store"))):
            for line in lines:
                print(line, flush=True)
                kept.append(line)
            kept.append("")
    if given.questions is None:
        (HERE / "runs").mkdir(exist_ok=True)
        (HERE / "runs" / "cluster.txt").write_text("\n".join(kept))
    else:
        print("Only a part was asked: the kept table, benches/runs/cluster.txt, is as it was.")


def split(asked: Asked, store: Path) -> Iterator[str]:
    """The same question in many small jobs, and what many workers would make of them."""
    result = run(asked, 1, str(store))
    yield f"{asked.name}, in jobs of {asked.sizes.least:,} to {asked.sizes.most:,} nodes: {result}"
    if result.verdict != "unknown":
        yield from many(str(store))


if __name__ == "__main__":
    main()
