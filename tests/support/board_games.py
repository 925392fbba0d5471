"""Games written in Python that say what stands on their boards."""

from __future__ import annotations

from typing import Any

RowPosition = tuple[str, int]


class Crosses:
    """Put a piece on an empty square of a row; two crosses or two rings side by side win."""

    name = "crosses"
    players = ("cross", "ring")
    repetition = "impossible"

    def start(self) -> RowPosition:
        return ("....", 0)

    def turn(self, position: RowPosition) -> int:
        return position[1]

    def outcome(self, position: RowPosition) -> Any:
        row, turn = position
        if any(pair in row for pair in ("XX", "OO")):
            return 1 - turn
        return None if "." in row else "draw"

    def moves(self, position: RowPosition) -> list[int]:
        return [place for place, sign in enumerate(position[0]) if sign == "."]

    def play(self, position: RowPosition, move: int) -> RowPosition:
        row, turn = position
        return (row[:move] + "XO"[turn] + row[move + 1 :], 1 - turn)

    def board(self, position: RowPosition) -> Any:
        return [position[0]]

    def move_text(self, position: RowPosition, move: int) -> str:
        return "abcd"[move]

    def position_text(self, position: RowPosition) -> str:
        return f"{position[0]}{position[1]}"

    def parse(self, text: str) -> RowPosition:
        return (text[:-1], int(text[-1]))


class BothDrawn(Crosses):
    """A game with a board, and a drawing of its own besides."""

    def svg(self, position: RowPosition) -> str:
        return f'<svg viewBox="0 0 40 10"><text>{position[0]}</text></svg>'


class BadlyDrawn(Crosses):
    """A game with a board, and a drawing that fails."""

    def svg(self, position: RowPosition) -> str:
        raise ZeroDivisionError("no ink")


class Boardless(Crosses):
    """A game whose board has a mistake in it."""

    def board(self, position: RowPosition) -> Any:
        raise KeyError(position[0])


class Men:
    """Two men each on three squares by two: a man goes straight to the next square and takes what stands there. The
    first player's men may become stones in the last column, which do not move. Who cannot move loses.

    So two moves can change the same squares.
    """

    name = "men"
    repetition = "draw"

    def start(self) -> tuple[str, int]:
        return ("aa.b.b", 0)

    def turn(self, position: tuple[str, int]) -> int:
        return position[1]

    def outcome(self, position: tuple[str, int]) -> Any:
        return None if list(self.moves(position)) else 1 - position[1]

    def moves(self, position: tuple[str, int]) -> list[tuple[int, int, str]]:
        board, turn = position
        own = "ab"[turn]
        found = []
        for place, sign in enumerate(board):
            if sign != own:
                continue
            column, row = place % 3, place // 3
            for x, y in ((column + 1, row), (column - 1, row), (column, 1 - row)):
                if 0 <= x < 3 and board[3 * y + x] != own:
                    kinds = own + own.upper() if turn == 0 and x == 2 else own
                    found += [(place, 3 * y + x, kind) for kind in kinds]
        return found

    def play(self, position: tuple[str, int], move: tuple[int, int, str]) -> tuple[str, int]:
        board = list(position[0])
        start, end, kind = move
        board[start], board[end] = ".", kind
        return ("".join(board), 1 - position[1])

    def board(self, position: tuple[str, int]) -> str:
        return f"{position[0][:3]}\n{position[0][3:]}\n"

    def move_text(self, position: tuple[str, int], move: tuple[int, int, str]) -> str:
        start, end, kind = move
        names = ["a2", "b2", "c2", "a1", "b1", "c1"]
        return f"{names[start]}{names[end]}{'=S' if kind.isupper() else ''}"


class Sticks:
    """Take one stick, or two side by side, from a row with a gap; who takes the last one wins."""

    name = "sticks in a row"
    repetition = "impossible"

    def start(self) -> tuple[str, int]:
        return ("|| ||", 0)

    def turn(self, position: tuple[str, int]) -> int:
        return position[1]

    def outcome(self, position: tuple[str, int]) -> int | None:
        return None if "|" in position[0] else 1 - position[1]

    def moves(self, position: tuple[str, int]) -> list[tuple[int, int]]:
        row = position[0]
        ends = [(start, start + count) for start in range(len(row)) for count in (1, 2) if start + count <= len(row)]
        return [(start, end) for start, end in ends if set(row[start:end]) == {"|"}]

    def play(self, position: tuple[str, int], move: tuple[int, int]) -> tuple[str, int]:
        row, turn = position
        start, end = move
        return (row[:start] + "." * (end - start) + row[end:], 1 - turn)

    def board(self, position: tuple[str, int]) -> list[str]:
        return [position[0]]

    def move_text(self, position: tuple[str, int], move: tuple[int, int]) -> str:
        return "abcde"[move[0] : move[1]]


class Handful(Sticks):
    """Take any sticks, one at least, from a row of five; who takes the last one wins."""

    name = "handful"

    def start(self) -> tuple[str, int]:
        return ("|||||", 0)

    def moves(self, position: tuple[str, int]) -> list[Any]:
        row = position[0]
        return [taken for taken in range(1, 32) if all(row[at] == "|" for at in range(5) if taken >> at & 1)]

    def play(self, position: tuple[str, int], move: Any) -> tuple[str, int]:
        row, turn = position
        return ("".join("." if move >> at & 1 else sign for at, sign in enumerate(row)), 1 - turn)

    def move_text(self, position: tuple[str, int], move: Any) -> str:
        return "".join("abcde"[at] for at in range(5) if move >> at & 1)
