"""Two threads beside one, in one run: wall time on questions that take one thread more than ten seconds.

Run by `make bench`, on a machine with two cores and nothing else to do. `threads.csv` names the questions, by their
line in the public collection of mates: those of a random sample that took one thread more than ten seconds and not much
more than a minute. Some ask for any mate, some whether there is a shorter one than the best known. Each is asked with
one thread and with two, 256 MiB each; answers are checked, and must be the same. A question that one thread answers
sooner than in ten seconds on this machine is left out.

The collection is not part of the repository: see `PNYX_DATA`. The table is also written to `benches/runs/`.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import math
from collections.abc import Iterator
from pathlib import Path

import pnyx
from pnyx.report import data_set

MEMORY = 256 << 20
SECONDS = 120.0
LEAST = 10.0
REQUIRED = 1.6
HERE = Path(__file__).parent


def ask(fen: str, goal: str, threads: int) -> pnyx.Result:
    """The answer with this many threads."""
    return pnyx.solve(fen, goal, threads=threads, limit=pnyx.Limit(seconds=SECONDS, memory=MEMORY))


def table(lines: list[str], most: int | None) -> Iterator[str]:
    """Question by question, then the mean."""
    yield f"pnyx {pnyx.__version__}, {datetime.date.today()}: wall time with one thread and with two, in seconds"
    yield f"  {'line':>6}  {'goal':10}{'verdict':>10}{'one':>8}{'two':>8}{'nodes':>12}{'nodes':>12}{'ratio':>8}"
    ratios = []
    with (HERE / "threads.csv").open() as file:
        questions = list(csv.DictReader(file))[:most]
    for question in questions:
        number, goal = int(question["line"]), question["goal"]
        fen = " ".join(lines[number - 1].split()[:4]) + " 0 1"
        one = ask(fen, goal, 1)
        if one.unknown or one.seconds < LEAST:
            yield f"  {number:>6}  {goal:10}{one.verdict:>10}{one.seconds:>8.1f}  left out"
            continue
        two = ask(fen, goal, 2)
        if two.verdict != one.verdict:
            raise SystemExit(f"line {number}, {goal}: {one.verdict} with one thread, {two.verdict} with two")
        ratios.append(one.seconds / two.seconds)
        yield (
            f"  {number:>6}  {goal:10}{one.verdict:>10}{one.seconds:>8.1f}{two.seconds:>8.1f}"
            f"{one.nodes:>12,}{two.nodes:>12,}{ratios[-1]:>8.2f}"
        )
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        yield f"  {len(ratios)} questions, geometric mean {mean:.2f} (required: {REQUIRED})"


def main() -> None:
    """Print the table, and write it down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=None, help="search only N of the questions")
    asked = parser.parse_args()
    folder = data_set("chess", HERE.parent)
    if folder is None:
        print("threads: the test sets of chess are not here; PNYX_DATA can say where they are")
        return
    kept = []
    for line in table((folder / "mates.epd").read_text().splitlines(), asked.questions):
        print(line, flush=True)
        kept.append(line)
    (HERE / "runs").mkdir(exist_ok=True)
    (HERE / "runs" / "threads.txt").write_text("\n".join(kept) + "\n")


if __name__ == "__main__":
    main()
