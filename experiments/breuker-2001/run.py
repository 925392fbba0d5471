"""Count the nodes of the 82 Win at Chess positions again, and put them beside the published counts.

    python experiments/breuker-2001/run.py [--only ID ...] [--out FILE]

Exit status: 0 when every count is the published one, 1 when one differs, 2 for bad input.
"""

from __future__ import annotations

import argparse
import csv
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import pnyx

HERE = Path(__file__).parent
ALGORITHM = "pn"
PRESET = "breuker-2001"
COLUMN = "tree"
"""The column of the published table that this algorithm is compared with."""

UNSOLVED = "-"


@dataclass(frozen=True)
class Published:
    """A row of `published.csv`: `nodes` is `None` where the paper has a dash."""

    id: str
    fen: str
    nodes: int | None


@dataclass(frozen=True)
class Measured:
    """A row of the raw results, one field for each column."""

    id: str
    published: str
    verdict: str
    reason: str
    nodes: int
    moves_to_win: str
    certificate_nodes: str
    checkers: str
    seconds: str
    memory_bytes: int
    pnyx: str
    machine: str

    @property
    def shown(self) -> str:
        """The count as the paper prints it: a dash where the limit came first."""
        return UNSOLVED if self.reason == "nodes" else str(self.nodes)

    @property
    def difference(self) -> str:
        """What differs from the paper, in words; nothing when nothing does."""
        if self.verdict == "disproven":
            return "disproven, though there is a mate"
        if self.verdict == "unknown" and self.reason != "nodes":
            return f"no answer: {self.reason}"
        if self.shown == self.published:
            return ""
        if UNSOLVED in (self.shown, self.published):
            return "unsolved here, solved in the paper" if self.shown == UNSOLVED else "solved here, not in the paper"
        return f"{self.nodes - int(self.published):+,}"


def read_published(path: Path) -> list[Published]:
    """The rows of the published table."""
    with path.open(newline="") as file:
        return [
            Published(row["id"], row["fen"], None if row[COLUMN] == UNSOLVED else int(row[COLUMN]))
            for row in csv.DictReader(file)
        ]


def measure(row: Published) -> Measured:
    """Search one position by the paper's recipe, which includes its limit of 500,000 nodes."""
    result = pnyx.solve(row.fen, "mate", ALGORITHM, game="chess", preset=PRESET)
    certificate = result.certificate
    return Measured(
        id=row.id,
        published=UNSOLVED if row.nodes is None else str(row.nodes),
        verdict=result.verdict,
        reason=result.reason or "",
        nodes=result.nodes,
        moves_to_win="" if result.moves_to_win is None else str(result.moves_to_win),
        certificate_nodes="" if certificate is None else str(certificate.nodes),
        # Every answer has passed the Rust checker; here the other one reads it too.
        checkers="" if certificate is None else str(len(certificate.check().checkers)),
        seconds=f"{result.seconds:.6f}",
        memory_bytes=result.memory_bytes,
        pnyx=pnyx.__version__,
        machine=f"{platform.system()} {platform.machine()}",
    )


def run(rows: Sequence[Published], console: Console) -> list[Measured]:
    """Measure every position, with a bar that says which one is being searched."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    found = []
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(rows))
        for row in rows:
            progress.update(task, description=f"{row.id:<5}")
            found.append(measure(row))
            progress.advance(task)
    return found


def report(found: Sequence[Measured], console: Console) -> None:
    """Published and measured counts side by side, then the totals."""
    table = Table("position", title=f"{ALGORITHM}, preset {PRESET}, against column {COLUMN}")
    table.add_column("published", justify="right")
    table.add_column("measured", justify="right")
    table.add_column("difference")
    for row in found:
        table.add_row(row.id, _grouped(row.published), _grouped(row.shown), row.difference)
    both = [row for row in found if UNSOLVED not in (row.published, row.shown)]
    published, measured = sum(int(row.published) for row in both), sum(row.nodes for row in both)
    table.add_section()
    table.add_row(f"{len(both)} solved", f"{published:,}", f"{measured:,}", "" if published == measured else "differs")
    console.print(table)
    differing = [row.id for row in found if row.difference]
    solved = [row for row in found if row.verdict == "proven"]
    console.print(f"{len(solved)} of {len(found)} solved, the certificates accepted by both checkers.")
    console.print(f"Different from the paper: {', '.join(differing) or 'none'}.")


def write(found: Sequence[Measured], path: Path) -> None:
    """The raw results as CSV."""
    names = [field.name for field in fields(Measured)]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([getattr(row, name) for name in names] for row in found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and give its exit status."""
    parser = argparse.ArgumentParser(description="Reproduce the Tree column of Table 2 of Breuker et al. (2001).")
    parser.add_argument(
        "--only", metavar="ID", nargs="+", help="only these positions; raw results are then kept only with --out"
    )
    parser.add_argument("--out", metavar="FILE", type=Path, help="where the raw results go (runs/<date>-tree.csv)")
    given = parser.parse_args(arguments)
    rows = read_published(HERE / "published.csv")
    if given.only:
        unknown = sorted(set(given.only) - {row.id for row in rows})
        if unknown:
            parser.error(f"expected ids of published.csv, such as {rows[0].id}, got {', '.join(unknown)}")
        rows = [row for row in rows if row.id in given.only]
    console = Console()
    found = run(rows, console)
    report(found, console)
    # A part of the set under the whole set's name would pass for the whole.
    path = given.out or (None if given.only else HERE / "runs" / f"{date.today().isoformat()}-{COLUMN}.csv")
    if path is not None:
        write(found, path)
        console.print(f"Raw results: {os.path.relpath(path)}")
    return 1 if any(row.difference for row in found) else 0


def _grouped(count: str) -> str:
    return count if count == UNSOLVED else f"{int(count):,}"


if __name__ == "__main__":
    sys.exit(main())
