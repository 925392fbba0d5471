"""Boards of squares as bit masks: names of squares, symmetries, positions as text. Used by the games beside this file.

Squares are numbered row by row from the upper left one; square 0 is bit 0. Their names are those of chess, so that
`a1` is the lower left one. A position's text is its rows from the top, joined by `/`, then the player on move:
`XO./.X./... o`. Capital letters are the first player's.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

Turning = Callable[[int], int]
"""What a mask becomes when the board is turned or reflected."""


def names(rows: int, columns: int) -> list[str]:
    """The names of the squares, in order.

    >>> names(2, 3)
    ['a2', 'b2', 'c2', 'a1', 'b1', 'c1']
    """
    return [f"{chr(ord('a') + column)}{rows - row}" for row in range(rows) for column in range(columns)]


def squares(mask: int) -> list[int]:
    """The squares of a mask.

    >>> squares(0b10011)
    [0, 1, 4]
    """
    return [square for square in range(mask.bit_length()) if mask >> square & 1]


def after(position: tuple[int, int, int], move: tuple[int, int]) -> tuple[int, int, int]:
    """The position after a move of a man from one square to another, both as masks; no square is one that is empty.

    >>> after((0b001, 0b100, 0), (0b001, 0b010))
    (2, 4, 1)
    """
    first, second, turn = position
    changed = move[0] | move[1]
    return (first ^ changed, second, 1) if turn == 0 else (first, second ^ changed, 0)


def mask(chosen: Iterable[int]) -> int:
    """The mask of some squares.

    >>> mask([0, 1, 4])
    19
    """
    return sum(1 << square for square in chosen)


def neighbours(rows: int, columns: int, *, diagonal: bool) -> list[list[int]]:
    """The squares beside each square.

    >>> neighbours(2, 2, diagonal=False)
    [[1, 2], [0, 3], [0, 3], [1, 2]]
    """
    found: list[list[int]] = []
    for row, column in itertools.product(range(rows), range(columns)):
        near = [
            (row + down, column + right)
            for down, right in itertools.product((-1, 0, 1), repeat=2)
            if (down or right) and (diagonal or not (down and right))
        ]
        found.append([r * columns + c for r, c in near if 0 <= r < rows and 0 <= c < columns])
    return found


def joined(count: int, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The neighbours of each point of a figure whose points are joined in these pairs.

    >>> joined(3, [(0, 1), (1, 2)])
    [[1], [0, 2], [1]]
    """
    found: list[list[int]] = [[] for _ in range(count)]
    for one, other in pairs:
        found[one].append(other)
        found[other].append(one)
    return [sorted(near) for near in found]


def turning(order: Sequence[int]) -> Turning:
    """The turning that puts the square `order[n]` on square `n`.

    >>> turning([1, 2, 0])(0b010)
    1
    """
    to = {square: 1 << number for number, square in enumerate(order)}

    @cache
    def turned(mask: int) -> int:
        return sum(to[square] for square in squares(mask))

    return turned


def turnings_of_a_square(size: int) -> list[Turning]:
    """The eight symmetries of a square board.

    >>> [turned(0b0001) for turned in turnings_of_a_square(2)]
    [1, 2, 8, 4, 2, 8, 4, 1]
    """
    order = list(range(size * size))
    found = []
    for _ in range(2):
        for _ in range(4):
            found.append(order)
            # A quarter turn: the first row becomes the last column.
            order = [order[(size - 1 - column) * size + row] for row in range(size) for column in range(size)]
        order = [square for row in range(size) for square in reversed(order[row * size : (row + 1) * size])]
    return [turning(order) for order in found]


def turnings_of_a_figure(near: Sequence[Sequence[int]], lines: Iterable[int] = ()) -> list[Turning]:
    """All ways to put a small figure on itself, such that neighbours stay neighbours and lines stay lines.

    >>> len(turnings_of_a_figure(joined(4, [(0, 1), (1, 2), (2, 3), (3, 0)])))
    8
    """
    kept = frozenset(lines)
    found: list[Turning] = []

    def extend(order: list[int]) -> None:
        if len(order) == len(near):
            turned = turning(order)
            if {turned(line) for line in kept} == kept:
                found.append(turned)
            return
        new = len(order)
        for square in range(len(near)):
            if square not in order and all((old in near[new]) == (order[old] in near[square]) for old in range(new)):
                extend([*order, square])

    extend([])
    return found


def text(pieces: Mapping[str, int], rows: int, columns: int, player: str) -> str:
    """A position as text, from the mask of each letter.

    >>> text({"X": 0b0001, "O": 0b1000}, 2, 2, "x")
    'X./.O x'
    """
    return f"{'/'.join(board(pieces, rows, columns))} {player}"


def board(pieces: Mapping[str, int], rows: int, columns: int) -> list[str]:
    """The rows of a board, from the mask of each letter.

    >>> board({"X": 0b0001, "O": 0b1000}, 2, 2)
    ['X.', '.O']
    """
    letters = ["."] * (rows * columns)
    for letter, mask in pieces.items():
        for square in squares(mask):
            letters[square] = letter
    return ["".join(letters[row * columns : (row + 1) * columns]) for row in range(rows)]


def figure(pieces: Mapping[str, int], shape: Sequence[str]) -> list[str]:
    """The rows of a board whose points lie elsewhere: the shape has a point's number where it is, and blanks.

    >>> figure({"X": 0b0001, "O": 0b0100}, ["0 1", " 2 "])
    ['X .', ' O ']
    """
    (letters,) = board(pieces, 1, 10)
    return ["".join(letters[int(place)] if place.isdigit() else place for place in row) for row in shape]


def read(given: str, letters: str, rows: int, columns: int, players: Sequence[str]) -> tuple[dict[str, int], int]:
    """The masks of the letters and the number of the player on move, from a position's text.

    >>> read("X./.O x", "XO", 2, 2, ("x", "o"))
    ({'X': 1, 'O': 8}, 0)
    """
    drawn, _, player = given.partition(" ")
    lines = drawn.split("/")
    if len(lines) != rows or any(len(line) != columns for line in lines):
        raise ValueError(f"expected {rows} rows of {columns} squares, not {drawn}")
    if strange := set(drawn) - {*letters, ".", "/"}:
        raise ValueError(f"expected squares of {letters} and '.', not {min(strange)!r}")
    if player not in players:
        raise ValueError(f"expected the player on move, {' or '.join(players)}, not {player!r}")
    cells = "".join(lines)
    found = {letter: mask(n for n, cell in enumerate(cells) if cell == letter) for letter in letters}
    return found, list(players).index(player)
