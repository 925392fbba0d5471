"""Certificates through the Python API: the speed of both checkers, of opening a proof to walk through it and of a step
in it, and bytes a node on disk.

Run by `make bench`. Wanted: at most four bytes a node, and in Rust a million nodes in under ten seconds, opened in
under two. The readers take turns, so that a noisy machine is noisy for all; what is reported is the median over the
rounds.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import pnyx
from pnyx import _core
from pnyx.reference.check import check as check_in_python

ROUNDS = 5
SHORTEST = 0.02
"""Seconds that one turn takes at least; what is shorter is repeated."""

WIN_AT_CHESS_105 = "r2r2k1/pb3ppp/1p1bp3/7q/3n2nP/PP1B2P1/1B1N1P2/RQ2NRK1 b - - 0 1"

READERS: dict[str, Callable[[bytes], object]] = {"rust": _core.check, "proof": pnyx.Proof, "python": check_in_python}


def problems() -> dict[str, pnyx.Position]:
    """What certificates are made for."""
    return {
        "tic-tac-toe 4x4, a disproof": pnyx.position("tic-tac-toe", "X.../.O../..X./.... o", k=4),
        "chess, Win at Chess 105": pnyx.position("chess", WIN_AT_CHESS_105),
    }


def steps(proof: pnyx.Proof, walks: int = 200) -> float:
    """The time of one step to a node, on lines that prefer what is large."""
    rng, taken = random.Random(1), []
    for _ in range(walks):
        node = proof.root
        while node.moves:
            move = rng.choices(node.moves, [move.size for move in node.moves])[0].move
            begun = time.perf_counter()
            node = node.play(move)
            taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def seconds(check: Callable[[bytes], object], data: bytes) -> float:
    """The time of one reading."""
    times, begun = 0, time.perf_counter()
    while True:
        check(data)
        times += 1
        elapsed = time.perf_counter() - begun
        if elapsed >= SHORTEST:
            return elapsed / times


def main() -> None:
    """Print the table."""
    heads = ["nodes", "bytes", "bytes/node", "rust nodes/s", "proof nodes/s", "python nodes/s", "ratio", "step (us)"]
    print(f"\ncertificates from Python, {ROUNDS} rounds; wanted: at most 4 bytes a node")
    print(f"  {'':<30}" + "".join(f"{head:>16}" for head in heads))
    for name, position in problems().items():
        result = pnyx.solve(position, "win", "pn", limit=pnyx.Limit(nodes=10_000_000))
        assert result.certificate is not None, f"{name}: {result.verdict}, {result.reason}"
        data, nodes = result.certificate.data, pnyx.check(result.certificate.data).nodes
        taken = [{reader: seconds(run, data) for reader, run in READERS.items()} for _ in range(ROUNDS)]
        speed = {reader: nodes / statistics.median(turn[reader] for turn in taken) for reader in READERS}
        ratio = statistics.median(turn["python"] / turn["rust"] for turn in taken)
        figures = [
            f"{nodes:,}",
            f"{len(data):,}",
            f"{len(data) / nodes:.2f}",
            *(f"{speed[reader]:,.0f}" for reader in READERS),
            f"{ratio:,.0f}",
            f"{steps(pnyx.Proof(data)) * 1e6:,.0f}",
        ]
        print(f"  {name:<30}" + "".join(f"{figure:>16}" for figure in figures))


if __name__ == "__main__":
    main()
