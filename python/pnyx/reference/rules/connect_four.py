"""Connect Four on boards of several sizes: stones fall, four in a row win, a full board is a draw.

Notation: the rows from the top with `/` between them, then the side to move, as in `..../..../.X../OX.. o`; or the
columns played from the empty board, as in `44455`. Moves are columns, `1` at the left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Final, NamedTuple

from pnyx.errors import InputError, quoted
from pnyx.game import Outcome
from pnyx.reference.rules.base import RuleBook, read_score
from pnyx.reference.rules.stones import STONES, count_complaints, read_board, words

LARGEST: Final = 9
ROOM: Final = 64
BLANKS: Final = " \t\n\f\r"
EXAMPLE: Final = "'..../..../.X../OX.. o' or '44455'"


class ConnectFourPosition(NamedTuple):
    """The squares row by row from the top, each `X`, `O` or `.`, and the player on move.

    >>> ConnectFourPosition("......X.", 1).cells[6]
    'X'
    """

    cells: str
    turn: int


class ConnectFour(RuleBook[ConnectFourPosition, int]):
    """The rules for one size of board; a move is the index of a column.

    >>> rules = ConnectFour(rows=2, columns=4)
    >>> position = rules.play(rules.start(), 1)
    >>> rules.position_text(position), rules.move_text(position, 0)
    ('..../.X.. o', '1')
    """

    name = "connect-four"
    players = ("x", "o")
    goals = ("win", "draw-or-better", "win-in N", "score N")
    repetition = "impossible"

    def __init__(self, rows: int = 6, columns: int = 7) -> None:
        for what, value in (("rows", rows), ("columns", columns)):
            if not 1 <= value <= LARGEST:
                raise InputError(f"expected {what} to be a number from 1 to {LARGEST}, got {value}")
        if rows < 4 and columns < 4:
            raise InputError(f"expected 4 rows or 4 columns at least, got {rows} rows and {columns} columns")
        if (rows + 1) * columns > ROOM:
            raise InputError(
                f"expected (rows + 1) x columns to be at most {ROOM}, got {rows} rows and {columns} columns"
            )
        self.rows, self.columns = rows, columns
        self.largest_score = (rows * columns + 1) // 2
        self._aim: tuple[int, int] | None = None
        self._lines = _lines(rows, columns)

    @classmethod
    def read(cls, text: str | None, options: Mapping[str, str]) -> tuple[ConnectFour, ConnectFourPosition]:
        """The rules and the position that a text and some options describe; no text means the empty board.

        >>> rules, position = ConnectFour.read("..../..../X... o", {})
        >>> rules.rows, rules.columns, position.turn
        (3, 4, 1)
        """
        numbers = {name: _read_number(name, options[name]) for name in ("rows", "columns") if name in options}
        if text is None:
            rules = cls(**numbers)
            return rules, rules.start()
        if not _is_columns(text):
            found = words(text, BLANKS)
            rows = found[0][0].split("/") if found else [""]
            for what, seen in (("rows", len(rows)), ("columns", len(rows[0]))):
                if not 1 <= seen <= LARGEST:
                    raise InputError(
                        f"expected a board with 1 to {LARGEST} {what}, got {seen} in {quoted(text)}: write {EXAMPLE}"
                    )
                if numbers.setdefault(what, seen) != seen:
                    raise InputError(
                        f"expected {numbers[what]} {what} (option {what}), got a position with {seen}: "
                        "leave the option out"
                    )
        rules = cls(**numbers)
        return rules, rules.parse(text)

    def start(self) -> ConnectFourPosition:
        """The empty board, x to move."""
        return ConnectFourPosition("." * (self.rows * self.columns), 0)

    def outcome(self, position: ConnectFourPosition) -> Outcome | None:
        """The player with four in a row, or a draw when the board is full; with a score as the goal, who reached it."""
        end = self._end(position)
        if end is None or self._aim is None:
            return end
        prover, least = self._aim
        reached = self.score(position, prover) >= least
        return 0 if reached == (prover == 0) else 1

    def score(self, position: ConnectFourPosition, player: int = 0) -> int:
        """Pons' score of a finished game: the stones the winner had left, the last one included.

        It is negative for the loser, and 0 when nobody has won.

        >>> rules = ConnectFour()
        >>> won = rules.parse("1212121")
        >>> rules.score(won, 0), rules.score(won, 1)
        (18, -18)
        """
        end = self._end(position)
        if end is None:
            raise InputError(f"expected a finished game, got {quoted(self.position_text(position))}")
        if end == "draw":
            return 0
        winner = int(end)
        supply = (len(position.cells) + 1 - winner) // 2  # x has one more when the squares are odd in number
        left = supply - position.cells.count(STONES[winner]) + 1
        return left if winner == player else -left

    def aim(self, goal: str, prover: int) -> ConnectFour | None:
        """The same rules for the goal `score N`: at least this score for the prover.

        >>> aimed = ConnectFour().aim("score 18", 0)
        >>> aimed.outcome(aimed.parse("1212121")), aimed.outcome(aimed.parse("121277171"))
        (0, 1)
        """
        least = read_score(goal, self.rows * self.columns // 2)
        if least is None:
            return None
        aimed = ConnectFour(self.rows, self.columns)
        aimed._aim = (prover, least)
        return aimed

    def moves(self, position: ConnectFourPosition) -> list[int]:
        """The columns with room, from the left; none when the game is over."""
        if self._end(position) is not None:
            return []
        return [column for column in range(self.columns) if position.cells[column] == "."]

    def play(self, position: ConnectFourPosition, move: int) -> ConnectFourPosition:
        """The position with one stone more, on the lowest empty square of its column."""
        cells = position.cells
        square = max(square for square in range(move, len(cells), self.columns) if cells[square] == ".")
        return ConnectFourPosition(cells[:square] + STONES[position.turn] + cells[square + 1 :], 1 - position.turn)

    def move_text(self, position: ConnectFourPosition, move: int) -> str:
        """A column by its number, 1 at the left."""
        return str(move + 1)

    def position_text(self, position: ConnectFourPosition) -> str:
        """The rows from the top, and the side to move."""
        return f"{'/'.join(self._rows(position.cells))} {self.players[position.turn]}"

    def parse(self, text: str) -> ConnectFourPosition:
        """The position that a text describes, drawn or as the columns played.

        A drawn board that cannot be is refused with every reason.
        """
        return self.play_columns(text) if _is_columns(text) else self._read_board(text)

    def play_columns(self, text: str) -> ConnectFourPosition:
        """The position after some columns were played from the empty board, as Pascal Pons writes positions.

        >>> rules = ConnectFour(rows=2, columns=4)
        >>> rules.position_text(rules.play_columns("112"))
        'O.../XX.. o'
        """
        inner, position = text.strip(BLANKS), self.start()
        for column, digit in enumerate(inner, start=text.index(inner) + 1):
            here = f"{quoted(digit)} at column {column} of {quoted(text)}"
            if digit not in "123456789"[: self.columns]:
                raise InputError(f"expected columns of the board, 1 to {self.columns}, got {here}")
            if self._has_four(position.cells, STONES[1 - position.turn]):
                raise InputError(f"expected no move after {STONES[1 - position.turn]} has won, got {here}")
            if position.cells[int(digit) - 1] != ".":
                raise InputError(f"expected a column of the board that is not full, got {here}")
            position = self.play(position, int(digit) - 1)
        return position

    def _read_board(self, text: str) -> ConnectFourPosition:
        cells, turn = read_board(text, self.rows, self.columns, EXAMPLE, most_rows=LARGEST, blanks=BLANKS)
        position = ConnectFourPosition(cells, turn)
        reasons = self._impossibilities(position)
        if reasons:
            raise InputError(f"{quoted(text)} cannot be: {'; '.join(reasons)}")
        return position

    def _impossibilities(self, position: ConnectFourPosition) -> list[str]:
        """Every reason why such a board cannot be. Whether a game leads to it is not asked beyond that."""
        cells, reasons = position.cells, []
        for column in range(self.columns):
            upwards = cells[column :: self.columns][::-1]
            floating = re.search(r"(?<=\.)[XO]", upwards)
            if floating:
                row = floating.start() + 1
                reasons.append(f"the stone in column {column + 1}, row {row} from the bottom, floats")
        floats = bool(reasons)
        reasons += count_complaints(cells, position.turn)
        mover, other = STONES[position.turn], STONES[1 - position.turn]
        if self._has_four(cells, mover) and self._has_four(cells, other):
            reasons.append("both sides have four in a row")
        elif self._has_four(cells, mover):
            reasons.append(f"{mover} has four in a row and is still to move")
        elif self._has_four(cells, other) and not floats:
            befores = (self._without_top(cells, column, other) for column in range(self.columns))
            if all(before is None or self._has_four(before, other) for before in befores):
                reasons.append(f"{other} has several fours, and no last stone made them all")
        return reasons

    def _without_top(self, cells: str, column: int, stone: str) -> str | None:
        """The board before this stone fell into the column, if it is the uppermost one there."""
        for square in range(column, len(cells), self.columns):
            if cells[square] != ".":
                return cells[:square] + "." + cells[square + 1 :] if cells[square] == stone else None
        return None

    def _end(self, position: ConnectFourPosition) -> Outcome | None:
        """How the game has ended, whatever the goal is."""
        if self._has_four(position.cells, "X"):
            return 0
        if self._has_four(position.cells, "O"):
            return 1
        return None if "." in position.cells else "draw"

    def _has_four(self, cells: str, stone: str) -> bool:
        return any(4 * stone in "".join(along(cells)) for along in self._lines)

    def _rows(self, cells: str) -> list[str]:
        return [cells[start : start + self.columns] for start in range(0, len(cells), self.columns)]


def _lines(rows: int, columns: int) -> list[Callable[[str], tuple[str, ...]]]:
    """For every row, column and diagonal from edge to edge that has room for four: what picks out its squares."""
    lines: dict[tuple[str, int], list[int]] = {}
    for row in range(rows):
        for column in range(columns):
            for kind, number in (("row", row), ("column", column), ("down", row - column), ("up", row + column)):
                lines.setdefault((kind, number), []).append(row * columns + column)
    return [itemgetter(*line) for line in lines.values() if len(line) >= 4]


def _is_columns(text: str) -> bool:
    """Whether a text is a list of columns: drawn boards have no digits."""
    first = text.strip(BLANKS)[:1]
    return first.isascii() and first.isdigit()


def _read_number(name: str, text: str) -> int:
    if text not in list("123456789"):
        raise InputError(f"expected option {name} to be a number from 1 to {LARGEST}, got {quoted(text)}")
    return int(text)
