"""Three men's morris, as a user would write it: a small game whose positions repeat.

Three men each are put on the nine points in turn, then moved to a neighbouring point along the lines (rows, columns and
the two diagonals). Three in a row win. A player who cannot move has lost.
"""

from __future__ import annotations

from itertools import pairwise

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINKS = [pair for row in ROWS for pair in pairwise(row)]
NEIGHBOURS = [sorted({a + b - point for a, b in LINKS if point in (a, b)}) for point in range(9)]
NAMES = [column + row for row in "321" for column in "abc"]

Morris = tuple[str, int]


class ThreeMensMorris:
    """Three men's morris."""

    name = "morris"
    players = ("x", "o")

    def start(self) -> Morris:
        return (".........", 0)

    def turn(self, position: Morris) -> int:
        return position[1]

    def outcome(self, position: Morris) -> int | None:
        board, turn = position
        if any(all(board[point] == "ox"[turn] for point in row) for row in ROWS):
            return 1 - turn
        return None if self.moves(position) else 1 - turn

    def moves(self, position: Morris) -> list[str]:
        board, turn = position
        own = [point for point in range(9) if board[point] == "xo"[turn]]
        if len(own) < 3:
            return [NAMES[point] for point in range(9) if board[point] == "."]
        return [f"{NAMES[a]}-{NAMES[b]}" for a in own for b in NEIGHBOURS[a] if board[b] == "."]

    def play(self, position: Morris, move: str) -> Morris:
        board, turn = list(position[0]), position[1]
        *left, reached = (NAMES.index(name) for name in move.split("-"))
        for point in left:
            board[point] = "."
        board[reached] = "xo"[turn]
        return ("".join(board), 1 - turn)

    def move_text(self, position: Morris, move: str) -> str:
        return move

    def position_text(self, position: Morris) -> str:
        board, turn = position
        return f"{board[:3]}/{board[3:6]}/{board[6:]} {'xo'[turn]}"

    def parse(self, text: str) -> Morris:
        board, turn = text.split()
        return (board.replace("/", ""), "xo".index(turn))
