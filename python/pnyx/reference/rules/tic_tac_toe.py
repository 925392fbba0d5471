"""Tic-tac-toe and its relatives: k stones in a row on a board of some rows and columns.

Notation: the rows from the top with `/` between them, then the side to move, as in `X.O/.X./..O x`.
Moves are squares as in chess: `a1` is at the bottom left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from pnyx.errors import InputError, quoted
from pnyx.game import Outcome
from pnyx.reference.rules.base import RuleBook
from pnyx.reference.rules.stones import STONES, count_complaints, read_board, words

LARGEST: Final = 8
OPTIONS: Final = ("rows", "columns", "k")
EXAMPLE: Final = "'X.O/.X./..O x'"


class TicTacToePosition(NamedTuple):
    """The squares row by row from the top, each `X`, `O` or `.`, and the player on move.

    >>> TicTacToePosition("....X....", 1).cells[4]
    'X'
    """

    cells: str
    turn: int


class TicTacToe(RuleBook[TicTacToePosition, int]):
    """The rules for one size of board; a move is the index of a square.

    >>> rules = TicTacToe()
    >>> position = rules.play(rules.start(), 4)
    >>> rules.position_text(position), rules.move_text(position, 0)
    ('.../.X./... o', 'a3')
    """

    name = "tic-tac-toe"
    players = ("x", "o")
    repetition = "impossible"

    def __init__(self, rows: int = 3, columns: int = 3, k: int = 3) -> None:
        for what, value in (("rows", rows), ("columns", columns), ("k", k)):
            if not 1 <= value <= LARGEST:
                raise InputError(f"expected {what} to be a number from 1 to {LARGEST}, got {value}")
        self.rows, self.columns, self.k = rows, columns, k
        self._lines = _lines(rows, columns, k)
        self.options = {} if k == 3 else {"k": str(k)}

    @classmethod
    def read(cls, text: str | None, options: Mapping[str, str]) -> tuple[TicTacToe, TicTacToePosition]:
        """The rules and the position that a text and some options describe; no text means the empty board.

        >>> rules, position = TicTacToe.read("X.../..../O... x", {"k": "4"})
        >>> rules.rows, rules.columns, rules.k
        (3, 4, 4)
        """
        numbers = {name: _read_number(name, options[name]) for name in OPTIONS if name in options}
        if text is None:
            rules = cls(**numbers)
            return rules, rules.start()
        rows = words(text)[0][0].split("/") if text.strip() else []
        for what, seen in (("rows", len(rows)), ("columns", len(rows[0]) if rows else 0)):
            if not 1 <= seen <= LARGEST:
                raise InputError(
                    f"expected a board with 1 to {LARGEST} {what}, got {seen} in {quoted(text)}: "
                    f"write the rows from the top and the side to move, like {EXAMPLE}"
                )
            if numbers.setdefault(what, seen) != seen:
                raise InputError(
                    f"expected {numbers[what]} {what} (option {what}), got a position with {seen}: leave the option out"
                )
        rules = cls(**numbers)
        return rules, rules.parse(text)

    def start(self) -> TicTacToePosition:
        """The empty board, x to move."""
        return TicTacToePosition("." * (self.rows * self.columns), 0)

    def outcome(self, position: TicTacToePosition) -> Outcome | None:
        """The player with k in a row, or a draw when the board is full."""
        if self._has_line(position.cells, "X"):
            return 0
        if self._has_line(position.cells, "O"):
            return 1
        return None if "." in position.cells else "draw"

    def moves(self, position: TicTacToePosition) -> list[int]:
        """The empty squares row by row from the top; none when the game is over."""
        if self.outcome(position) is not None:
            return []
        return [square for square, stone in enumerate(position.cells) if stone == "."]

    def play(self, position: TicTacToePosition, move: int) -> TicTacToePosition:
        """The position with one stone more."""
        cells = position.cells[:move] + STONES[position.turn] + position.cells[move + 1 :]
        return TicTacToePosition(cells, 1 - position.turn)

    def move_text(self, position: TicTacToePosition, move: int) -> str:
        """A square as in chess: the letter of its column, and its row from the bottom."""
        row, column = divmod(move, self.columns)
        return f"{'abcdefgh'[column]}{self.rows - row}"

    def position_text(self, position: TicTacToePosition) -> str:
        """The rows from the top, and the side to move."""
        starts = range(0, len(position.cells), self.columns)
        rows = "/".join(position.cells[start : start + self.columns] for start in starts)
        return f"{rows} {self.players[position.turn]}"

    def parse(self, text: str) -> TicTacToePosition:
        """The position that a text describes; an unreachable one is refused with all reasons."""
        cells, turn = read_board(text, self.rows, self.columns, EXAMPLE, most_rows=LARGEST)
        position = TicTacToePosition(cells, turn)
        reasons = self._impossibilities(position)
        if reasons:
            raise InputError(f"{quoted(text)} cannot be reached: {'; '.join(reasons)}")
        return position

    def _impossibilities(self, position: TicTacToePosition) -> list[str]:
        """All reasons why this position is unreachable."""
        reasons = count_complaints(position.cells, position.turn)
        lines = [self._has_line(position.cells, stone) for stone in STONES]
        if all(lines):
            reasons.append(f"both sides have {self.k} in a row")
        if lines[position.turn]:
            reasons.append(f"{STONES[position.turn]} has {self.k} in a row and is still to move")
        return reasons

    def _has_line(self, cells: str, stone: str) -> bool:
        return any(all(cells[square] == stone for square in line) for line in self._lines)


def _lines(rows: int, columns: int, k: int) -> list[list[int]]:
    """Every k squares in a row: across, down or along a diagonal."""
    lines = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + (k - 1) * down, column + (k - 1) * right
                if last_row < rows and 0 <= last_column < columns:
                    lines.append([(row + i * down) * columns + column + i * right for i in range(k)])
    return lines


def _read_number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= LARGEST):
        raise InputError(f"expected option {name} to be a number from 1 to {LARGEST}, got {quoted(text)}")
    return int(text)
