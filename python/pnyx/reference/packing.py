"""Positions of the built-in games as the bytes that tables hold: a second reading of `docs/table-format.md`.

`images` has the bytes of a position and of all that are symmetric to it, whichever of them a table has: who looks for a
position in a table tries them all, and needs not know which one represents the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from pnyx.errors import InputError, quoted
from pnyx.reference.rules import RuleBook

Packing = Callable[[Any], Sequence[bytes]]
"""The bytes of a position, then those of the positions symmetric to it."""

_STONES: Final = 5
"""Squares in a byte, each of them empty or with a stone of one of two kinds."""

_CASTLING, _EN_PASSANT, _KING, _OTHER_KING = 10, 12, 13, 14
"""Numbers of men in chess; those of the other kinds are twice the kind, and one more if they are black."""


def packing_of(rules: RuleBook[Any, Any], *, symmetry: bool) -> Packing:
    """How positions of a game are packed; with `symmetry` the table has only one of those that are symmetric.

    >>> from pnyx.reference.rules import game_of
    >>> rules = game_of("tic-tac-toe")
    >>> images = packing_of(rules, symmetry=True)(rules.parse("X../.../... o"))
    >>> images[0], len(images), len(set(images))
    (b'\\x01\\x00', 8, 4)
    """
    packings: Mapping[str, Callable[[RuleBook[Any, Any], bool], Packing]] = {
        "tic-tac-toe": _tic_tac_toe,
        "connect-four": _connect_four,
        "othello": _othello,
        "lines-of-action": _lines_of_action,
        "checkers": _checkers,
        "chess": _chess,
    }
    if rules.name in packings:
        return packings[rules.name](rules, symmetry)
    if rules.name in ("graph", "go-one-eye"):
        raise InputError(f"expected a game whose packed positions are documented, got {quoted(rules.name)}")
    return lambda position: [_text(rules.position_text(position))]


def pack_men(men: Iterable[tuple[int, int]]) -> bytes:
    """Men of chess as bytes: pairs of a square, 0 for a1 to 63 for h8, and the number of what stands there.

    >>> pack_men([(0, 13), (63, 15), (1, 6)]).hex()
    '03000000000000806d0f'
    """
    placed = sorted(men)
    taken = sum(1 << square for square, _ in placed)
    numbers = [number for _, number in placed]
    numbers += [0] * (len(numbers) % 2)
    halves = bytes(low | high << 4 for low, high in zip(numbers[::2], numbers[1::2], strict=True))
    return taken.to_bytes(8, "little") + halves


def _tic_tac_toe(rules: Any, symmetry: bool) -> Packing:
    ways = _ways(rules.rows, rules.columns, symmetry)
    return lambda position: [_stones(position.cells, "XO", way) for way in ways]


def _othello(rules: Any, symmetry: bool) -> Packing:
    ways = _ways(rules.size, rules.size, symmetry)
    return lambda position: [_stones(position.cells, "XO", way, position.turn) for way in ways]


def _lines_of_action(rules: Any, symmetry: bool) -> Packing:
    # Squares from a1 upwards, file by file; the cells are rank by rank from a8.
    upwards = [8 * (7 - square % 8) + square // 8 for square in range(64)]
    ways = [[upwards[square] for square in way] for way in _ways(8, 8, symmetry)]
    return lambda position: [_stones(position.cells, "xo", way, position.turn) for way in ways]


def _stones(cells: str, stones: str, way: Sequence[int], turn: int | None = None) -> bytes:
    values = [1 + stones.index(cells[square]) if cells[square] in stones else 0 for square in way]
    if turn is not None:
        values.append(turn)
    groups = (values[at : at + _STONES] for at in range(0, len(values), _STONES))
    return bytes(sum(value * 3**place for place, value in enumerate(group)) for group in groups)


@lru_cache(maxsize=64)
def _ways(rows: int, columns: int, symmetry: bool) -> tuple[tuple[int, ...], ...]:
    """The ways to turn and reflect a board: for each the squares, row by row, that come to stand there."""
    board = [[row * columns + column for column in range(columns)] for row in range(rows)]
    if not symmetry:
        return (tuple(square for row in board for square in row),)
    found = []
    for turned in [board, [list(column) for column in zip(*board, strict=True)]] if rows == columns else [board]:
        for up in (turned, turned[::-1]):
            found += [up, [row[::-1] for row in up]]
    return tuple(tuple(square for row in way for square in row) for way in found)


def _connect_four(rules: Any, symmetry: bool) -> Packing:
    rows, columns = rules.rows, rules.columns
    size = -(-(rows + 1) * columns // 8)

    def number(position: Any, order: Sequence[int]) -> bytes:
        mover, total = "XO"[position.turn], 0
        for place, column in enumerate(order):
            upwards = [position.cells[row * columns + column] for row in reversed(range(rows))]
            for height, stone in enumerate(upwards):
                # A stone counts once, and one of the player on move twice.
                total += ((stone != ".") + (stone == mover)) << (place * (rows + 1) + height)
        return total.to_bytes(size, "little")

    orders = [range(columns), range(columns - 1, -1, -1)] if symmetry else [range(columns)]
    return lambda position: [number(position, order) for order in orders]


def _checkers(rules: Any, symmetry: bool) -> Packing:
    def pack(position: Any) -> Sequence[bytes]:
        taken, pieces, place = 0, position.turn, 1
        for square, piece in enumerate(position.cells):
            if piece != ".":
                taken |= 1 << square
                pieces |= ((piece in "wW") | (piece in "BW") << 1) << place
                place += 2
        return [taken.to_bytes(4, "little") + pieces.to_bytes(-(-place // 8), "little")]

    return pack


def _chess(rules: Any, symmetry: bool) -> Packing:
    def pack(position: Any) -> Sequence[bytes]:
        *roles, white, turn, castling, passed, clock = rules.identity(position.board)
        men = []
        for kind, squares in enumerate(roles):
            for square in _squares(squares):
                black = not white >> square & 1
                number = 2 * kind + black
                if castling >> square & 1:
                    number = _CASTLING + black
                elif kind == 5:
                    number = _KING if black != turn else _OTHER_KING + black
                men.append((square, number))
        if passed is not None:
            pawn = passed + (-8 if turn else 8)
            men = [(square, _EN_PASSANT if square == pawn else number) for square, number in men]
        rest = b"" if clock is None else bytes([clock])
        if not symmetry or castling:
            ways: Sequence[Sequence[int]] = [range(64)]
        else:
            ways = _chess_ways(bool(roles[0]))
        return [pack_men((way[square], number) for square, number in men) + rest for way in ways]

    return pack


@lru_cache(maxsize=2)
def _chess_ways(pawns: bool) -> Sequence[Sequence[int]]:
    """Where squares go when the board is turned and reflected; with pawns left and right alone are alike."""
    if pawns:
        return [range(64), [square ^ 7 for square in range(64)]]
    found = []
    for flips in (0, 7, 56, 63):
        found += [
            [square ^ flips for square in range(64)],
            [(square % 8 * 8 + square // 8) ^ flips for square in range(64)],
        ]
    return found


def _squares(squares: int) -> Iterable[int]:
    while squares:
        yield (squares & -squares).bit_length() - 1
        squares &= squares - 1


def _text(text: str) -> bytes:
    """A FEN without its counters, and a zero: how variants of chess are packed."""
    *fields, _, _ = text.split()
    return " ".join([*fields, "0", "1"]).encode() + b"\0"
