"""Random games for tests: small graphs with many cycles, and positions of m,n,k games near their end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

VALUES = ("win", "loss", "draw", "1", "-1", "0", "7", "-30")
VALUE_WEIGHTS = (8, 8, 3, 1, 1, 1, 1, 1)


def random_graph(
    rng: random.Random,
    *,
    smallest: int = 2,
    largest: int = 14,
    alternating: float = 0.8,
    repetition: Literal["draw", "impossible", "illegal"] = "draw",
) -> str:
    """A graph in the notation of the game `graph`, made to catch mistakes with repetitions.

    Such mistakes show only where play has cycles and reaches the same position by different ways: so the movers
    alternate (but for the share `1 - alternating` of the graphs), final positions are few, and moves go back as often
    as forward. With repetition `impossible` all moves go forward. Either player may be on move at the root.
    """
    size = max(rng.randint(smallest, largest), rng.randint(smallest, largest))
    leaves = min(size - 1, rng.choice((1, 1, 2, 2, 3)))
    inner = range(size - leaves)
    names = [f"n{number}" for number in inner] + [f"t{number}" for number in range(leaves)]
    first = rng.randrange(2)
    alternates = rng.random() < alternating
    movers = [(first + number) % 2 if alternates else rng.randrange(2) for number in inner]
    moves: list[set[str]] = [set() for _ in inner]

    def link(source: int, target: int) -> None:
        if (not alternates or movers[source] != movers[target]) and (repetition != "impossible" or source < target):
            moves[source].add(names[target])

    for number in inner[1:]:
        earlier = [other for other in inner[:number] if not alternates or movers[other] != movers[number]]
        link(rng.choice(earlier), number)
    for number in inner:
        for _ in range(rng.choice((1, 1, 2, 2))):
            link(number, rng.choice(inner))
        if not moves[number] or rng.random() < 0.15:
            moves[number].add(rng.choice(names[len(inner) :]))

    statements = [f"root {names[0]}", f"repetition {repetition}"]
    for number in inner:
        order = sorted(moves[number])
        rng.shuffle(order)
        statements.append(f"{names[number]} {('max', 'min')[movers[number]]}: {' '.join(order)}")
    statements.extend(f"{name} = {rng.choices(VALUES, VALUE_WEIGHTS)[0]}" for name in names[len(inner) :])
    return "; ".join(statements)


def random_detours(
    rng: random.Random,
    attacker: int = 0,
    size: int = 10,
    *,
    fan: Sequence[int] = (1, 2, 2),
    ends: float = 0.2,
    depth: int = 2,
) -> str:
    """A graph in which player 0 begins and one player, the attacker, wins only by going far.

    Best-first searches see near wins at once, and then never use what they believe about lines with cycles. So the
    attacker's way out is a tree of forced moves, of this depth, that costs more work than all of the cycles. `fan` has
    the numbers of moves to choose from, and `ends` is the share of the opponent's positions with a losing move.
    """
    aim = ("win", "loss")[attacker]
    statements = ["root n0", "repetition draw"]
    for number in range(size):
        others = [other for other in range(size) if other % 2 != number % 2]
        moves = [f"n{other}" for other in rng.sample(others, rng.choice(fan))]
        attacks = number % 2 == attacker
        if rng.random() < (0.3 if attacks else ends):
            moves.insert(rng.randrange(len(moves) + 1), "far" if attacks else "end")
        statements.append(f"n{number} {('max', 'min')[number % 2]}: {' '.join(moves)}")
    own, other = ("max", "min") if attacker == 0 else ("min", "max")
    trees = ["far"]
    for left in reversed(range(depth)):
        for tree in trees:
            statements.append(f"{tree} {other}: {' '.join(f'{tree}{reply}' for reply in range(3))}")
            statements.extend(f"{tree}{r} {own}: {f'{tree}{r}a' if left else 'end'}" for r in range(3))
        trees = [f"{tree}{reply}a" for tree in trees for reply in range(3)]
    return "; ".join([*statements, f"end = {aim}"])


def random_mnk(rng: random.Random, *, empty: int = 8, squares: int = 20) -> tuple[str, dict[str, str]]:
    """A position of tic-tac-toe on a board of some size, reached by random moves, and the options it needs.

    At most `empty` squares are free. One position in ten or so is final.
    """
    while True:
        rows, columns, k = rng.randint(1, 5), rng.randint(1, 5), rng.randint(1, 5)
        if rows * columns > squares or k > max(rows, columns):
            continue
        board = ["."] * (rows * columns)
        free = rng.randint(0, min(empty, len(board)))
        order = rng.sample(range(len(board)), len(board))
        stone, final = "X", False
        while not final and len(order) > free:
            square = order.pop()
            board[square] = stone
            final = not order or _wins(board, rows, columns, k, square)
            stone = "O" if stone == "X" else "X"
        if len(order) <= empty and (not final or rng.random() < 0.15):
            text = "/".join("".join(board[row * columns : (row + 1) * columns]) for row in range(rows))
            return f"{text} {stone.lower()}", {"k": str(k)}


def _wins(board: list[str], rows: int, columns: int, k: int, square: int) -> bool:
    """Whether the stone on the square stands in a row of k."""
    row, column = divmod(square, columns)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < rows and 0 <= c < columns and board[r * columns + c] == board[square]:
                length += 1
                r, c = r + sign * down, c + sign * right
        if length >= k:
            return True
    return False
