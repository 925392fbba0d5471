"""Make the pawn endings of this experiment: can White promote in a part of the board where kings walk in circles?

    python experiments/kishimoto-mueller-2005/make_endings.py [--out FILE]

Kings and up to three pawns stand at random in a region that nobody leaves, White on move. Kept are those that take
some work, as many proofs as disproofs. The first one is known: Fahrni and Alapin played it in 1912.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from pathlib import Path
from random import Random

import chess

import pnyx

HERE = Path(__file__).parent
SEED = 2005
COUNT = 60
LEAST = 100
"""Nodes that an ending takes at least."""
MOST = 1_000_000
"""Nodes that may be spent on one: ten times what the searches that are compared may spend."""
REGIONS = ("a4-e8", "b4-f8", "c3-f8", "a5-h8")
FAHRNI_ALAPIN = ("a4-e8", "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1")


def draw(rng: Random) -> tuple[str, str] | None:
    """A region and a position in it; `None` if this try came to nothing."""
    region = rng.choice(REGIONS)
    corner, opposite = map(chess.parse_square, region.split("-"))
    files = range(chess.square_file(corner), chess.square_file(opposite) + 1)
    ranks = range(chess.square_rank(corner), chess.square_rank(opposite) + 1)
    squares = [chess.square(file, rank) for file in files for rank in ranks]
    pieces = rng.choice(("P", "P", "Pp", "Pp", "PPp", "Ppp"))
    board = chess.Board(None)
    for square, piece in zip(rng.sample(squares, 2 + len(pieces)), f"Kk{pieces}", strict=True):
        board.set_piece_at(square, chess.Piece.from_symbol(piece))
    last = chess.BB_RANK_8 | chess.BB_RANK_7
    if board.pawns & last or not board.is_valid():
        return None
    return region, board.fen()


def main() -> None:
    """Make them and write them down."""
    parser = argparse.ArgumentParser(description="Make the pawn endings of this experiment.")
    parser.add_argument("--out", type=Path, default=HERE / "endings.csv")
    given = parser.parse_args()
    rng = Random(SEED)
    rows = {FAHRNI_ALAPIN: "proven"}
    verdicts = Counter(rows.values())
    while len(rows) < COUNT:
        drawn = draw(rng)
        if drawn is None or drawn in rows:
            continue
        region, fen = drawn
        position = pnyx.position("chess", fen, region=region)
        if position.outcome is not None:
            continue
        result = pnyx.solve(position, "promote", "df-pn", options={"table": "exact"}, limit=pnyx.Limit(nodes=MOST))
        if result.unknown or result.nodes < LEAST or verdicts[result.verdict] == COUNT // 2:
            continue
        verdicts[result.verdict] += 1
        rows[drawn] = result.verdict
    with given.out.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["id", "region", "fen", "verdict"])
        writer.writerows([f"p{i:02}", *drawn, verdict] for i, (drawn, verdict) in enumerate(rows.items(), 1))


if __name__ == "__main__":
    main()
