"""Games written in Python, as a user would write them."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Sequence
from typing import Any

NimPosition = tuple[int, int]


class BareNim:
    """Take one to three from a heap; the player who takes the last one wins. The five methods and nothing else."""

    def __init__(self, heap: int = 7) -> None:
        self.heap = heap

    def start(self) -> NimPosition:
        return (self.heap, 0)

    def turn(self, position: NimPosition) -> int:
        return position[1]

    def outcome(self, position: NimPosition) -> int | None:
        return None if position[0] else 1 - position[1]

    def moves(self, position: NimPosition) -> list[int]:
        return list(range(1, min(3, position[0]) + 1))

    def play(self, position: NimPosition, move: int) -> NimPosition:
        return (position[0] - move, 1 - position[1])


class Nim(BareNim):
    """The same with names and notations."""

    name = "nim"
    players = ("ann", "bob")
    repetition = "impossible"

    def move_text(self, position: NimPosition, move: int) -> str:
        return f"take{move}"

    def position_text(self, position: NimPosition) -> str:
        return f"{position[0]}{'ab'[position[1]]}"

    def parse(self, text: str) -> NimPosition:
        return (int(text[:-1]), "ab".index(text[-1]))


class Learned(BareNim):
    """Nim by somebody who has heard that multiples of four are lost."""

    def estimate(self, position: NimPosition, prover: int) -> tuple[int, int]:
        wins = (position[0] % 4 != 0) == (position[1] == prover)
        return (1, 50) if wins else (50, 1)


class Ring:
    """Walk around a ring of five; player 0 wins on 3, but player 1 can always step back. Positions can be repeated."""

    repetition: Any = "draw"

    def start(self) -> NimPosition:
        return (0, 0)

    def turn(self, position: NimPosition) -> int:
        return position[1]

    def outcome(self, position: NimPosition) -> int | None:
        return 0 if position[0] == 3 else None

    def moves(self, position: NimPosition) -> list[int]:
        return [1, -1]

    def play(self, position: NimPosition, move: int) -> NimPosition:
        return ((position[0] + move) % 5, 1 - position[1])


class Wheel:
    """Places in a circle: players take turns to move one piece along it, some steps at a time. Nobody ever wins."""

    def __init__(self, places: int = 6, steps: Sequence[int] = (1,), repetition: Any = "impossible") -> None:
        self.places = places
        self.steps = steps
        self.repetition = repetition

    def start(self) -> int:
        return 0

    def turn(self, position: int) -> int:
        return position % 2

    def outcome(self, position: int) -> None:
        return None

    def moves(self, position: int) -> Sequence[int]:
        return self.steps

    def play(self, position: int, move: int) -> int:
        return (position + move) % self.places


GoPosition = tuple[str, int, int]


class LineGo:
    """Go on a line of points: board, player on move, passes so far. Two passes end it, and the larger area wins.

    A move must not repeat a board with the same player on move; a pass may.
    """

    repetition = "illegal"
    players = ("black", "white")
    PASS = -1

    def __init__(self, size: int = 3) -> None:
        self.size = size
        self.name = f"go 1x{size}"

    def start(self) -> GoPosition:
        return ("." * self.size, 0, 0)

    def turn(self, position: GoPosition) -> int:
        return position[1]

    def outcome(self, position: GoPosition) -> int | str | None:
        board, _, passes = position
        if passes < 2:
            return None
        areas = [0, 0]
        for block in re.finditer(r"#+|o+|\.+", board):
            sides = set(board[max(block.start() - 1, 0) : block.end() + 1]) - {"."}
            if len(sides) == 1 or board[block.start()] != ".":
                areas["#o".index(board[block.start()] if board[block.start()] != "." else sides.pop())] += len(block[0])
        return "draw" if areas[0] == areas[1] else int(areas[1] > areas[0])

    def moves(self, position: GoPosition) -> list[int]:
        board, turn, _ = position
        return [point for point in range(self.size) if board[point] == "." and self.placed(board, turn, point)] + [-1]

    def play(self, position: GoPosition, move: int) -> GoPosition:
        board, turn, passes = position
        return (board, 1 - turn, passes + 1) if move == self.PASS else (self.placed(board, turn, move), 1 - turn, 0)

    def placed(self, board: str, turn: int, point: int) -> str:
        """The board with a new stone, or nothing if that would be suicide."""
        own, other = "#o"[turn], "o#"[turn]
        board = board[:point] + own + board[point + 1 :]
        board = re.sub(f"(?<![.{other}]){other}+(?![.{other}])", lambda block: "." * len(block[0]), board)
        return "" if re.search(f"(?<![.{own}]){own}+(?![.{own}])", board) else board

    def repetition_key(self, position: GoPosition) -> tuple[str, int]:
        return position[:2]

    def may_repeat(self, position: GoPosition, move: int) -> bool:
        return move == self.PASS

    def move_text(self, position: GoPosition, move: int) -> str:
        return "pass" if move == self.PASS else str(move + 1)

    def position_text(self, position: GoPosition) -> str:
        return f"{position[0]} {'bw'[position[1]]}{position[2]}"

    def parse(self, text: str) -> GoPosition:
        board, state = text.split()
        return board, "bw".index(state[0]), int(state[1:])


class Endless(BareNim):
    """A heap so large, and moves so slow, that only a limit or Ctrl-C ends the search."""

    def __init__(self) -> None:
        super().__init__(heap=10**9)

    def moves(self, position: NimPosition) -> list[int]:
        time.sleep(0.0001)
        return super().moves(position)


class EndlessMoves(BareNim):
    """Moves without end, from an iterator in which no Python runs."""

    def moves(self, position: NimPosition) -> Any:
        return itertools.count(1)


class Broken(BareNim):
    """A game with a mistake in it."""

    def moves(self, position: NimPosition) -> list[int]:
        raise ZeroDivisionError("a mistake in moves()")


class NeedsHeap(BareNim):
    """A class that cannot be called without arguments."""

    def __init__(self, heap: int) -> None:
        super().__init__(heap)


small = Nim(heap=5)
