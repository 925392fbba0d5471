"""One node count per algorithm and game: `make signature` prints them, a test compares them with `signature.txt`.

Searches for a value also show the values they found: `search` looks a few plies ahead, `exact` to the end of the game.

A change that alters a count changes what the searches do, and its commit says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pnyx
from pnyx.api import catalogue

EXPECTED = Path(__file__).with_name("signature.txt")
LIMIT = pnyx.Limit(nodes=200_000)

POSITIONS = {
    "chess": [
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
        "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1",
        "7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1",
        "8/8/8/8/8/5k2/6p1/6K1 w - - 0 1",
    ],
    "graph": [
        "A max: B C; B min: A D E; C min: A E; D max: B F; E max: C F G; F = loss; G = win",
        "A min: B C; B max: A D; C max: D A; D min: B C E; E = draw",
    ],
    "tic-tac-toe": [".../.../... x", "X.../.O../..../.... x"],
    "connect-four": ["..../..../XO../OX.. x"],
    "othello": ["-----OX--XO----- X", "XXXXXXXXOOOOOOOXOXXXXOOXOXOXOXOXOXXOOXOXOOXXXOOX--XXXX----X-XX-- O"],
    "checkers": ["W:WK15,K18:B11,K1", "B:W25,26,K10:B4,5,K22"],
    "lines-of-action": ["8/8/3x4/2x3x1/4o3/1o4o1/8/o7 b"],
    "go-one-eye": ["....O/XXXXO/OOOOO rrrrs/CCCCs/sssss w b", "..../X..O rrrr/Crrs b b"],
    "atomic": ["4k3/3p4/8/8/8/8/3Q4/4K3 w - - 0 1"],
    "crazyhouse": ["6k1/5ppp/8/8/8/8/8/4K3[QR] w - - 0 1"],
}

# Searches for a value: plies they look ahead, and games that they can follow to the end.
DEPTH = 4
SHORT_GAMES = {
    "graph": ["repetition impossible; A max: B C; B min: D E; C min: E F; D = win; E = loss; F max: D G; G = draw"],
    "tic-tac-toe": ["X.O/.X./..O x", "X.../.O../..../.... x"],
    "connect-four": ["..../..../XO../OX.. x", "....../....../OXOX../XOXOXO x"],
    "othello": ["-----OX--XO----- X", "XXXXXXXXOOOOOOOXOXXXXOOXOXOXOXOXOXXOOXOXOOXXXOOX--XXXX----X-XX-- O"],
}
# Those that test bounds by code of their own.
OWN_TESTS = ("connect-four", "othello")

# Goals of chess that have a line of their own.
LENGTHS = ("mated", "mate-in 2", "mated-in 2")


def limit(algorithm: str) -> pnyx.Limit:
    """Less for searches that do not decide cycles, and would use all of it."""
    return pnyx.Limit(nodes=20_000) if algorithm in ("forced-win", "auto") else LIMIT


def signature(algorithm: str) -> Iterator[str]:
    """Lines such as `pn chess 12345`: the nodes of all positions and goals together."""
    for game, texts in POSITIONS.items():
        if game == "go-one-eye" and algorithm in ("pn-dag", "pn-dcg", "pn-bta", "alpha-beta", "forced-win"):
            continue  # repeating is illegal there, and searches that join lines refuse that
        nodes = 0
        for text in texts:
            position = pnyx.position(game, text)
            for goal in (name for name in position.goals if not name.endswith(" N") and name not in LENGTHS):
                nodes += pnyx.solve(position, goal, algorithm, limit=limit(algorithm)).nodes
        yield f"{algorithm} {game} {nodes}"
    lengths = [(text, goal) for text in POSITIONS["chess"] for goal in LENGTHS]
    nodes = sum(pnyx.solve(text, goal, algorithm, game="chess", limit=limit(algorithm)).nodes for text, goal in lengths)
    yield f"{algorithm} chess-lengths {nodes}"


def searches(kind: str, algorithm: str) -> Iterator[str]:
    """Lines such as `search mtd-f chess 12345 7 -3`: the nodes of all positions together, and the value of each."""
    has_own = any(option.name == "own" for option in catalogue.searches()[algorithm].options)
    general = {"own": False} if kind == "exact" and has_own else None
    for game, texts in (POSITIONS if kind == "search" else SHORT_GAMES).items():
        if game == "go-one-eye":
            continue  # repeating is illegal there, so that a position has no value of its own
        positions = [pnyx.position(game, text) for text in texts]
        yield _values(f"{kind} {algorithm} {game}", kind, positions, algorithm)
        if general is not None and game in OWN_TESTS:
            yield _values(f"{kind} {algorithm}-general {game}", kind, positions, algorithm, general)


def _values(
    name: str, kind: str, positions: list[pnyx.Position], algorithm: str, options: dict[str, bool] | None = None
) -> str:
    depth = DEPTH if kind == "search" else None
    found = [
        pnyx.search(each, depth=depth, algorithm=algorithm, exact=depth is None, options=options, limit=LIMIT)
        for each in positions
    ]
    return " ".join([name, str(sum(each.nodes for each in found)), *(str(each.value) for each in found)])


if __name__ == "__main__":
    for each in pnyx.algorithms():
        for line in signature(each):
            print(line)
    for kind in ("search", "exact"):
        for each in catalogue.searches():
            for line in searches(kind, each):
                print(line)
