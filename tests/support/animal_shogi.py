"""Shogi on a board of 3 by 4 squares (dobutsu shogi), as somebody would write it who is in no hurry: with strings.

A position is the board from its upper left corner, the pieces in hand, and the player on move: `gle.c..C.ELG//0`.
Capital letters are player 0's. Taking the lion wins, and so does a lion that is on the last rank when its turn comes.
"""

from __future__ import annotations

from typing import ClassVar, Literal

Outcome = Literal[0, 1, "draw"]

STEPS = {
    "l": [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
    "g": [(0, -1), (-1, 0), (1, 0), (0, 1)],
    "e": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "c": [(0, -1)],
    "h": [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
}
FILES = "abc"


class AnimalShogi:
    """The rules."""

    name = "animal-shogi"
    players: ClassVar[tuple[str, str]] = ("sente", "gote")
    repetition = "draw"

    def start(self) -> str:
        return "gle.c..C.ELG//0"

    def turn(self, position: str) -> int:
        return int(position[-1])

    def outcome(self, position: str) -> Outcome | None:
        board, _, turn = position.split("/")
        if "L" not in board:
            return 1
        if "l" not in board:
            return 0
        if turn == "0" and "L" in board[:3]:
            return 0
        if turn == "1" and "l" in board[9:]:
            return 1
        return None

    def moves(self, position: str) -> list[str]:
        board, hands, turn = position.split("/")
        own = str.isupper if turn == "0" else str.islower
        forward = 1 if turn == "0" else -1
        found = []
        for at, piece in enumerate(board):
            if own(piece):
                for right, up in STEPS[piece.lower()]:
                    file, rank = at % 3 + right, at // 3 + up * forward
                    if 0 <= file < 3 and 0 <= rank < 4 and not own(board[3 * rank + file]):
                        found.append(f"{piece.upper()}{square(at)}{square(3 * rank + file)}")
        for piece in sorted(set(filter(own, hands))):
            found += [f"{piece.upper()}*{square(at)}" for at, there in enumerate(board) if there == "."]
        return found

    def play(self, position: str, move: str) -> str:
        board, hands, turn = position.split("/")
        own = str.upper if turn == "0" else str.lower
        squares, piece = list(board), own(move[0])
        to = FILES.index(move[-2]) + 3 * (int(move[-1]) - 1)
        if move[1] == "*":
            hands = hands.replace(piece, "", 1)
        else:
            squares[FILES.index(move[1]) + 3 * (int(move[2]) - 1)] = "."
            if squares[to] != ".":
                taken = squares[to].lower().replace("h", "c")
                hands = "".join(sorted(hands + own(taken)))
            if piece == own("c") and to // 3 == (0 if turn == "0" else 3):
                piece = own("h")
        squares[to] = piece
        return f"{''.join(squares)}/{hands}/{1 - int(turn)}"


def square(at: int) -> str:
    """The name of a square."""
    return f"{FILES[at % 3]}{at // 3 + 1}"
