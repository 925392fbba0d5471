"""Make the two sets of Lines of Action positions: forced wins of all kinds, and hard ones.

    python experiments/winands-2003/make_positions.py [--games N] [--out DIR]

`alpha-beta` plays against itself, after some random moves, until it proves a win. From there the game is taken back,
two plies at a time, as long as the winner's win can still be proved: by `pn` within a million nodes, or else by
`df-pn` within its own limit. Of each game

- the first position on the way back that `pn` does not solve is one for `hard.csv` and for `positions.csv` by turns;
- the last one that it does, if it is not too easy, is one for `positions.csv`, of which these make up four fifths.

So no two positions of a set that are alike in kind come from the same game. All verdicts have certificates, which have
been checked. Limits are numbers of nodes, so the sets are the same wherever they are made. An interrupted run goes on
with the last game that is in the files; without --games it ends when both sets are large enough.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from itertools import count
from pathlib import Path

import pnyx

HERE = Path(__file__).parent
POSITIONS, HARD = "positions.csv", "hard.csv"
ENOUGH = {POSITIONS: 488, HARD: 100}
"""The sizes of the paper's first set, and of a second one like it."""

USUAL = 388
"""How many of the first set `pn` solves; of the paper's it solved 356."""

OPENING = (4, 10)
"""How many random moves a game begins with, at least and at most."""
LONGEST = 120
PLAYED = 3_000
"""Nodes for each move of a game."""
PN = 1_000_000
"""The paper's limit for `pn`, which stores all its nodes."""
DF_PN = 300_000
"""Calls of MID, each of which examines some 35 moves."""
EASY = 1_000
"""Positions that `pn` solves with fewer nodes are left out."""
MEMORY = 1 << 30


@dataclass(frozen=True)
class Row:
    """A position that is won for the player on move, and how it came about and was solved."""

    id: str
    position: str
    game: int
    ply: int
    algorithm: str
    """`df-pn` only where `pn` ran into its limit."""
    nodes: int
    certificate_nodes: int


def solve(position: pnyx.Position, algorithm: str, nodes: int, *, trace: bool = False) -> pnyx.Result:
    """Whether the player on move wins."""
    limit = pnyx.Limit(nodes=nodes, memory=MEMORY)
    return pnyx.solve(position, "win", algorithm, limit=limit, trace=trace)


def choose(position: pnyx.Position, rng: random.Random) -> str | None:
    """A good move; nothing if there is a win to be proved.

    An iteration begins with the best move of the one before it: the first move that the last one searched.
    """
    found = solve(position, "alpha-beta", PLAYED, trace=True)
    if found.proven:
        return None
    lines = [line for line, *_ in found.trace or ()]
    last = max((number for number, line in enumerate(lines) if not line), default=0)
    searched = (line[0] for line in lines[last:] if line)
    return next(searched, None) or rng.choice(position.moves())


def play(number: int) -> list[pnyx.Position]:
    """The positions of a game, up to the last one in which its winner is on move; none if nobody wins."""
    rng = random.Random(f"lines of action {number}")
    line = [pnyx.position("lines-of-action")]
    opening = rng.randint(*OPENING)
    while len(line) <= LONGEST and line[-1].outcome is None:
        move = rng.choice(line[-1].moves()) if len(line) <= opening else choose(line[-1], rng)
        if move is None:
            return line
        line.append(line[-1].play(move))
    winner = line[-1].outcome
    while line and line[-1].turn != winner:
        line.pop()
    return line


def solved(number: int) -> tuple[Row | None, Row | None]:
    """Of a game, the hardest position that `pn` solves, and the first that it does not solve."""
    line = play(number)
    usual = None
    for ply in range(len(line) - 1, -1, -2):
        found = proved(line[ply], number, ply, "pn", PN)
        if found is None:
            return usual, proved(line[ply], number, ply, "df-pn", DF_PN)
        if found.nodes >= EASY:
            usual = found
    return usual, None


def proved(position: pnyx.Position, game: int, ply: int, algorithm: str, nodes: int) -> Row | None:
    """The row of a position that is proved to be won."""
    found = solve(position, algorithm, nodes)
    certificate = found.certificate
    if not found.proven or certificate is None or certificate.nodes is None:
        return None
    return Row("", position.text, game, ply, algorithm, found.nodes, certificate.nodes)


class Sets:
    """The two files, as far as they have been made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rows: dict[str, list[Row]] = {name: list(read(folder / name)) for name in ENOUGH}
        self.game = max((row.game for rows in self.rows.values() for row in rows), default=0)
        """The next game. The last one in the files may not be whole."""
        for name, rows in self.rows.items():
            self.rows[name] = [row for row in rows if row.game < self.game]

    @property
    def enough(self) -> bool:
        """Whether both sets are large enough."""
        return all(len(self.rows[name]) >= least for name, least in ENOUGH.items())

    def add(self, usual: Row | None, hard: Row | None) -> None:
        """Add the positions of a game, unless they are known."""
        known = {row.position for rows in self.rows.values() for row in rows}
        finds = sum(row.algorithm != "pn" for rows in self.rows.values() for row in rows)
        if sum(row.algorithm == "pn" for row in self.rows[POSITIONS]) >= USUAL:
            usual = None
        for row, name in ((usual, POSITIONS), (hard, HARD if finds % 2 == 0 else POSITIONS)):
            if row is not None and row.position not in known:
                prefix = "h" if name == HARD else "p"
                self.rows[name].append(Row(f"{prefix}{len(self.rows[name]) + 1}", *astuple(row)[1:]))

    def write(self) -> None:
        """Write both files."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, rows in self.rows.items():
            with (self.folder / name).open("w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerow(field.name for field in fields(Row))
                writer.writerows(map(astuple, rows))


def read(path: Path) -> Sequence[Row]:
    """The rows of a file; those of a file that is not there are none."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Row(
                row["id"],
                row["position"],
                int(row["game"]),
                int(row["ply"]),
                row["algorithm"],
                int(row["nodes"]),
                int(row["certificate_nodes"]),
            )
            for row in csv.DictReader(file)
        ]


def main(arguments: Sequence[str]) -> None:
    """Make the sets, or go on making them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, metavar="N", help="only the first N games")
    parser.add_argument("--out", type=Path, default=HERE, metavar="DIR", help="where the files are")
    given = parser.parse_args(arguments)
    sets = Sets(given.out)
    for number in count(sets.game):
        if sets.enough if given.games is None else number >= given.games:
            break
        sets.add(*solved(number))
        sets.write()
        print(f"game {number}: {', '.join(f'{len(rows)} in {name}' for name, rows in sets.rows.items())}")


if __name__ == "__main__":
    main(sys.argv[1:])
