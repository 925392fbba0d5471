"""Make the test positions: 20 each of chess, Othello and checkers, which follow games.

    python experiments/plaat-1996/make_positions.py [--out DIR]

`mtd-f` plays against itself, a few plies ahead, after an opening of random moves that it judges to be about even. Each
game gives ten positions, every second one from a certain ply on, so that the same side is on move in all of them: one
game its opening and middle, a second one its middle and end. A game that ends too early, or is decided before its last
position, is played again with another opening. Searches have a depth and no other limit, so the positions are the same
wherever they are made.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pnyx

HERE = Path(__file__).parent
FILE = "positions.csv"
COLUMNS = ("game", "id", "position", "match", "ply")
POSITIONS = 10
"""Of each game."""


@dataclass(frozen=True)
class Way:
    """How a game is played."""

    depth: int
    opening: int
    """Random moves."""
    starts: Sequence[int]
    """The plies at which the positions of the first game begin, of the second, and so on."""
    even: int
    """No opening is worth more than this to anybody."""
    options: Mapping[str, str]


WAYS = {
    "checkers": Way(9, 4, (6, 18), 20, {}),
    "othello": Way(6, 6, (8, 24), 20, {}),
    "chess": Way(4, 4, (8, 28), 60, {"quiescence": "on"}),
}


def search(position: pnyx.Position, way: Way) -> pnyx.SearchResult:
    """What a position is worth, and the best move."""
    return pnyx.search(position, way.depth, "mtd-f", options=way.options)


def play(game: str, way: Way, seed: str, plies: int) -> list[pnyx.Position] | None:
    """The positions of a game after 0, 1, 2 ... plies, if it reaches the last ply and nobody has won by then."""
    rng = random.Random(seed)
    line = [pnyx.position(game)]
    while len(line) <= plies:
        position = line[-1]
        if position.outcome is not None:
            return None
        if len(line) <= way.opening:
            line.append(position.play(rng.choice(position.moves())))
            continue
        found = search(position, way)
        if found.outcome is not None or (len(line) == way.opening + 1 and abs(found.value or 0) > way.even):
            return None
        line.append(position.play(found.best_moves[0]))
    return line if line[-1].outcome is None and search(line[-1], way).outcome is None else None


def positions(game: str, way: Way) -> Iterator[tuple[int, int, str]]:
    """The positions of a game's matches: match, ply, and the position without its history."""
    for match, start in enumerate(way.starts, 1):
        plies = range(start, start + 2 * POSITIONS, 2)
        tries = (play(game, way, f"{game} {match} {number}", plies[-1]) for number in count())
        line = next(line for line in tries if line is not None)
        for ply in plies:
            yield match, ply, line[ply].text


def main(arguments: Sequence[str]) -> int:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--out", metavar="DIR", type=Path, default=HERE, help="where to write it (beside this script)")
    given = parser.parse_args(arguments)
    with (given.out / FILE).open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for game, way in WAYS.items():
            for number, (match, ply, text) in enumerate(positions(game, way), 1):
                writer.writerow((game, number, text, match, ply))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
