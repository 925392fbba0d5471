"""Chess mates beside Stockfish, in one run: the Win at Chess problems, and a sample of a public collection of mates.

Run by `make bench`; `--sample N` and `--problems N` make it shorter. Both sides have one thread and 256 MiB. Ours is
asked for a mate of any length, by `auto`; Stockfish is asked by `go mate`, with the same limit. Times are processor
times of the two processes, taken in turns position by position. **Generated** counts every position that was played to
or whose replies were counted, certificates aside; every answer of ours has a certificate that was checked.

- Win at Chess: 10 seconds a position.
- The sample: mates for the side to move with a best known length of 5 or more, 1,000,000 nodes a position; ours then
  looks for the shortest mate with what is left of them (`pnyx.shortest`).

The sets are not part of the repository: see `PNYX_DATA`. The tables are also written to `benches/runs/`.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pnyx
from pnyx.report import data_set

MEMORY = 256 << 20
SECONDS = 10.0
NODES = 1_000_000
SEED = 1994
TUNED = 7
"""What divided the collection into halves for tuning and for reporting."""
LEAST_LENGTH = 5
LONGEST = 200
"""The length Stockfish is asked for."""
BANDS = ((5, 5), (6, 6), (7, 7), (8, 9), (10, 12), (13, 16), (17, 25), (26, 1000))
REQUIRED = {"median": 400, "proved": 65.0, "best": 50.0}
HERE = Path(__file__).parent
ROOT = HERE.parent


class Found(NamedTuple):
    """What one side made of a position."""

    length: int | None
    nodes: int
    seconds: float
    proved: bool = False


class Stockfish:
    """A running engine."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.name = path
        self._say("uci")
        for line in self._until("uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
        self._say(f"setoption name Hash value {MEMORY >> 20}")
        self._say("setoption name Threads value 1")

    def mate(self, fen: str, limit: str) -> Found:
        """Look for a mate of the side to move."""
        self._say("ucinewgame")
        self._say("isready")
        list(self._until("readyok"))
        self._say(f"position fen {fen}")
        before = self._processor_time()
        self._say(f"go {limit}")
        length, nodes = None, 0
        for line in self._until("bestmove"):
            if count := re.search(r" nodes (\d+)", line):
                nodes = int(count[1])
            if (score := re.search(r" score mate (-?\d+)(?! (?:upper|lower))", line)) and int(score[1]) > 0:
                length = int(score[1])
        return Found(length, nodes, self._processor_time() - before)

    def close(self) -> None:
        """Let it go."""
        self._say("quit")
        self.process.wait()

    def _processor_time(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _say(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def _until(self, word: str) -> Iterator[str]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield line
            if line.startswith(word):
                return


def ours(fen: str) -> Found:
    """A mate of any length, checked."""
    before = time.process_time()
    result = pnyx.solve(fen, "mate", "auto", limit=pnyx.Limit(seconds=SECONDS, memory=MEMORY))
    seconds = time.process_time() - before
    if result.proven:
        assert result.certificate is not None
        result.certificate.check()
    return Found(result.moves_to_win if result.proven else None, result.nodes, seconds)


def ours_shortest(fen: str) -> Found:
    """The shortest mate that a number of nodes allows, checked."""
    before = time.process_time()
    answer = pnyx.shortest(fen, limit=pnyx.Limit(nodes=NODES, memory=MEMORY))
    seconds = time.process_time() - before
    shown = answer.length if answer.questions[0].proven else None
    return Found(shown, answer.nodes, seconds, answer.proved)


def win_at_chess(folder: Path, engine: Stockfish | None, most: int | None) -> Iterator[str]:
    """The table of the 82 problems."""
    with (folder / "win_at_chess.csv").open() as file:
        fens = [row["fen"] + " 0 1" for row in csv.DictReader(file)][:most]
    pairs = []
    for fen in fens:
        theirs = engine.mate(fen, f"mate {LONGEST} movetime {int(SECONDS * 1000)}") if engine else None
        pairs.append((ours(fen), theirs))
        progress(f"Win at Chess {len(pairs)} of {len(fens)}")
    mine = [own for own, _ in pairs]
    solved = [own for own in mine if own.length is not None]
    median = statistics.median(own.nodes if own.length is not None else float("inf") for own in mine)
    yield f"Win at Chess: {len(fens)} problems, {SECONDS:.0f} s each, one thread, {MEMORY >> 20} MiB"
    yield f"  {'':12}{'solved':>8}{'median generated':>18}{'total generated':>17}{'CPU s':>9}"
    yield row("pnyx auto", mine)
    if engine:
        yield row(engine.name, [other for _, other in pairs if other is not None])
        both = [(own, other) for own, other in pairs if other and own.length is not None and other.length is not None]
        own_time, other_time = (sum(pair[i].seconds for pair in both) for i in (0, 1))
        yield (
            f"  on the {len(both)} that both solve: {own_time:.2f} s and {other_time:.2f} s of processor time, "
            f"ratio {own_time / max(other_time, 1e-9):.2f} (required: below 1)"
        )
    yield f"  required: all solved, median at most {REQUIRED['median']}; {len(solved)} solved, median {median:g}"


def row(name: str, found: list[Found]) -> str:
    """One side's line in the table of the problems."""
    solved = [one for one in found if one.length is not None]
    median = statistics.median(one.nodes if one.length is not None else float("inf") for one in found)
    nodes, seconds = sum(one.nodes for one in found), sum(one.seconds for one in found)
    return f"  {name:12.12}{len(solved):>8}{median:>18,.0f}{nodes:>17,}{seconds:>9.2f}"


def sample(folder: Path, engine: Stockfish | None, size: int) -> Iterator[str]:
    """The table of the collection, by length."""
    mates = []
    for line in (folder / "mates.epd").read_text().splitlines():
        parts = re.match(r"(\S+ \S+ \S+ \S+) bm #(-?\d+);", line)
        if parts and int(parts[2]) >= LEAST_LENGTH:
            mates.append((parts[1] + " 0 1", int(parts[2])))
    # The other half was there to tune the search by.
    random.Random(TUNED).shuffle(mates)
    mates = mates[len(mates) // 2 :]
    mates = random.Random(SEED).sample(mates, min(size, len(mates)))
    found = []
    for fen, best in mates:
        other = engine.mate(fen, f"nodes {NODES}") if engine else None
        found.append((best, ours_shortest(fen), other))
        progress(f"sample {len(found)} of {len(mates)}: {percent(found, 1, any_length=True):.0f} % proved")
    yield f"A sample of {len(mates)} mates in {LEAST_LENGTH} or more, {NODES:,} nodes each, seed {SEED}"
    yield f"  {'best known':>12}{'positions':>11}{'proved %':>10}{'best %':>8}{'shortest proved':>17}" + (
        f"{'Stockfish %':>13}{'best %':>8}" if engine else ""
    )
    for low, high in (*BANDS, (LEAST_LENGTH, 1000)):
        band = [one for one in found if low <= one[0] <= high]
        if not band:
            continue
        name = "all" if (low, high) == (LEAST_LENGTH, 1000) else f"{low}" if low == high else f"{low}-{high}"
        text = f"  {name:>12}{len(band):>11}{percent(band, 1, any_length=True):>10.1f}{percent(band, 1):>8.1f}"
        text += f"{sum(one[1].proved for one in band):>17}"
        if engine:
            text += f"{percent(band, 2, any_length=True):>13.1f}{percent(band, 2):>8.1f}"
        yield text
    shorter = [(best, own.length) for best, own, _ in found if own.length is not None and own.length < best]
    longer = [
        (best, own.length) for best, own, _ in found if own.proved and own.length is not None and own.length > best
    ]
    yield f"  shorter than the best known: {len(shorter)}; proved shortest, but longer than it: {len(longer)}"
    own_time = sum(own.seconds for _, own, _ in found)
    other_time = sum(other.seconds for _, _, other in found if other)
    yield f"  processor time: {own_time:.0f} s" + (f", Stockfish {other_time:.0f} s" if engine else "")
    yield f"  required: {REQUIRED['proved']:.0f} % proved, {REQUIRED['best']:.0f} % at the best known length"


def percent(found: list[tuple[int, Found, Found | None]], side: int, *, any_length: bool = False) -> float:
    """How many of a hundred one side has solved, at the best known length or at any."""
    hits = 0
    for one in found:
        answer = one[side]
        if isinstance(answer, Found) and answer.length is not None:
            hits += any_length or answer.length <= one[0]
    return 100 * hits / len(found)


def progress(text: str) -> None:
    """Say how far it is."""
    if sys.stderr.isatty():
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Print the tables, and write them down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problems", type=int, default=None, help="search only N of the Win at Chess problems")
    parser.add_argument("--sample", type=int, default=500, help="search N positions of the collection")
    asked = parser.parse_args()
    folder = data_set("chess", ROOT)
    if folder is None:
        print("mates: the test sets of chess are not here; PNYX_DATA can say where they are")
        return
    path = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    engine = Stockfish(path) if path else None
    if engine is None:
        print("mates: no Stockfish was found (apt install stockfish), so there is nothing to compare with")
    lines = [f"pnyx {pnyx.__version__}, {engine.name if engine else 'no Stockfish'}, {datetime.date.today()}", ""]
    for table in (win_at_chess(folder, engine, asked.problems), sample(folder, engine, asked.sample)):
        for line in table:
            print(line, flush=True)
            lines.append(line)
        lines.append("")
    if engine:
        engine.close()
    runs = HERE / "runs"
    runs.mkdir(exist_ok=True)
    (runs / "mates.txt").write_text("\n".join(lines))


if __name__ == "__main__":
    main()
