"""English checkers, also called draughts.

Black begins and moves down the board, from the low numbers to the high ones; White moves up. Notation: PDN FEN for
positions, as in `B:W21,22,K30:B1,5,K12`; moves are `11-15`, and `15x22x31` with every square of the path.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from pnyx.errors import InputError, quoted
from pnyx.game import Outcome
from pnyx.reference.rules.base import RuleBook

SQUARES: Final = range(1, 33)
MOST_PIECES: Final = 12
LAST_ROW: Final = (range(29, 33), range(1, 5))
"""Where the men of the two players are crowned."""
DOWN: Final = ((1, -1), (1, 1))
UP: Final = ((-1, -1), (-1, 1))
DIRECTIONS: Final = {"b": DOWN, "w": UP, "B": DOWN + UP, "W": DOWN + UP}
"""How each piece goes, in rows and columns: men are small letters, kings are capitals."""
EXAMPLE: Final = "'B:W18,24,K10:B12,16,K22'"
_TOKEN: Final = re.compile(r"[0-9]+|[^ \t\r\n]")


class CheckersPosition(NamedTuple):
    """The squares 1 to 32, each `b` or `w` for a man, `B` or `W` for a king, or `.`; and the player on move.

    >>> position = Checkers().start()
    >>> position.cells, position.turn
    ('bbbbbbbbbbbb........wwwwwwwwwwww', 0)
    """

    cells: str
    turn: int


class Checkers(RuleBook[CheckersPosition, tuple[int, ...]]):
    """The rules; a move is the squares of its path.

    >>> rules = Checkers()
    >>> position = rules.parse("B:W18,27:B14")
    >>> [rules.move_text(position, move) for move in rules.moves(position)]
    ['14x23x32']
    >>> rules.position_text(rules.play(position, (14, 23, 32)))
    'W:W:BK32'
    """

    name = "checkers"
    players = ("black", "white")
    repetition = "draw"

    def start(self) -> CheckersPosition:
        """Twelve men each, black to move."""
        return CheckersPosition("b" * 12 + "." * 8 + "w" * 12, 0)

    def outcome(self, position: CheckersPosition) -> Outcome | None:
        """Who cannot move has lost."""
        if self.moves(position):
            return None
        return 1 if position.turn == 0 else 0

    def moves(self, position: CheckersPosition) -> list[tuple[int, ...]]:
        """The captures if there are any, else the steps; piece by piece."""
        return list(_moves(position))

    def play(self, position: CheckersPosition, move: tuple[int, ...]) -> CheckersPosition:
        """The position after the move: what was jumped is gone, and a man on the last row is a king."""
        cells = list(position.cells)
        piece = cells[move[0] - 1]
        cells[move[0] - 1] = "."
        for whence, to in pairwise(move):
            jumped = _between(whence, to)
            if jumped is not None:
                cells[jumped - 1] = "."
        crowned = move[-1] in LAST_ROW[position.turn]
        cells[move[-1] - 1] = piece.upper() if crowned else piece
        return CheckersPosition("".join(cells), 1 - position.turn)

    def is_irreversible(self, position: CheckersPosition, move: tuple[int, ...]) -> bool:
        """Captures, and moves of men."""
        return _between(move[0], move[1]) is not None or position.cells[move[0] - 1] in "bw"

    def move_text(self, position: CheckersPosition, move: tuple[int, ...]) -> str:
        """The squares of the path, with `-` for a step and `x` for jumps."""
        return ("-" if _between(move[0], move[1]) is None else "x").join(str(square) for square in move)

    def position_text(self, position: CheckersPosition) -> str:
        """PDN FEN: the side to move, white's squares, black's squares; men before kings."""
        cells = position.cells
        white, black = (
            ",".join(mark + str(square) for mark, piece in kinds for square in SQUARES if cells[square - 1] == piece)
            for kinds in ((("", "w"), ("K", "W")), (("", "b"), ("K", "B")))
        )
        return f"{'BW'[position.turn]}:W{white}:B{black}"

    def parse(self, text: str) -> CheckersPosition:
        """The position that a PDN FEN describes; one that cannot be is refused with every reason.

        >>> Checkers().position_text(Checkers().parse("B:BK32, 1-3:W21."))
        'B:W21:B1,2,3,K32'
        """
        turn, pieces = _Reader(text).position()
        reasons = _impossibilities(pieces)
        if reasons:
            raise InputError(f"{quoted(text)} is not a position: {'; '.join(reasons)}")
        board = {square: piece for piece, square in pieces}
        return CheckersPosition("".join(board.get(square, ".") for square in SQUARES), turn)


@lru_cache(maxsize=1)  # outcome and moves are asked one after the other, and both need the moves
def _moves(position: CheckersPosition) -> list[tuple[int, ...]]:
    board = {square: piece for square, piece in zip(SQUARES, position.cells, strict=True) if piece != "."}
    own = [square for square, piece in board.items() if piece.lower() == "bw"[position.turn]]
    captures = [path for square in own for path in _jumps(board, board[square], (square,))]
    return captures or [
        (square, to)
        for square in own
        for direction in DIRECTIONS[board[square]]
        if (to := _beside(square, direction, 1)) is not None and to not in board
    ]


@cache
def _beside(square: int, direction: tuple[int, int], steps: int) -> int | None:
    """The square some steps away, unless that is outside the board."""
    row = (square - 1) // 4
    # Rows of four dark squares: the first begins in the second column, the second in the first.
    column = 2 * ((square - 1) % 4) + (row + 1) % 2
    row, column = row + steps * direction[0], column + steps * direction[1]
    return 4 * row + column // 2 + 1 if 0 <= row < 8 and 0 <= column < 8 else None


def _between(whence: int, to: int) -> int | None:
    """The square that is jumped on the way, if this is a jump."""
    for direction in DOWN + UP:
        if _beside(whence, direction, 2) == to:
            return _beside(whence, direction, 1)
    return None


def _jumps(board: Mapping[int, str], piece: str, path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to the end of a capture that has come along this path."""
    for direction in DIRECTIONS[piece]:
        over, to = _beside(path[-1], direction, 1), _beside(path[-1], direction, 2)
        if over is None or to is None or over not in board or board[over].lower() == piece.lower():
            continue
        # The piece has left its first square, and takes what it jumps off the board at once.
        after = {square: other for square, other in board.items() if square not in (path[0], over)}
        if to in after:
            continue
        longer = (*path, to)
        # A man on the last row finds no more squares before it: it stops there.
        yield from list(_jumps(after, piece, longer)) or [longer]


def _impossibilities(pieces: list[tuple[str, int]]) -> list[str]:
    """Every reason why there is no position with these pieces."""
    reasons = []
    counts = Counter(square for _, square in pieces)
    twice = sorted(square for square, count in counts.items() if count > 1)
    if twice:
        reasons.append(f"expected every square once, got more pieces on {_listed(twice)}")
    for player, (man, name) in enumerate(zip("bw", Checkers.players, strict=True)):
        uncrowned = sorted({square for piece, square in pieces if piece == man and square in LAST_ROW[player]})
        if uncrowned:
            example = f"a king is written like K{uncrowned[0]}"
            reasons.append(f"expected kings on the last row, got men of {name} on {_listed(uncrowned)} ({example})")
        count = len({square for piece, square in pieces if piece.lower() == man})
        if count > MOST_PIECES:
            reasons.append(f"expected at most {MOST_PIECES} pieces of {name}, got {count}")
    return reasons


def _listed(squares: list[int]) -> str:
    return ", ".join(str(square) for square in squares)


class _Reader:
    """The signs and numbers of a PDN FEN, one after the other, each with its column."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [(found[0], found.start() + 1) for found in _TOKEN.finditer(text)]
        self._tokens.append(("", len(text) + 1))
        self._at = 0

    def position(self) -> tuple[int, list[tuple[str, int]]]:
        """The player on move and all pieces with their squares."""
        turn = self._colour("the side to move")
        pieces: list[tuple[str, int]] = []
        seen: list[int] = []
        for _ in range(2):
            if not self._take(":"):
                raise self._expected("':' and the squares of a side")
            _, column = self._tokens[self._at]
            player = self._colour("the colour of a list")
            if player in seen:
                raise self._error(f"expected one list for each side, got a second one for {'BW'[player]}", column)
            seen.append(player)
            if self._tokens[self._at][0] not in (":", ".", ""):
                pieces += self._list("bw"[player])
        self._take(".")
        if self._tokens[self._at][0]:
            raise self._expected("the end")
        return turn, pieces

    def _list(self, man: str) -> Iterator[tuple[str, int]]:
        more = True
        while more:
            piece = man.upper() if self._take("Kk") else man
            first = self._square()
            _, column = self._tokens[self._at]
            last = self._square() if self._take("-") else first
            if last < first:
                raise self._error(f"expected a range upwards, got {first}-{last}", column)
            for square in range(first, last + 1):
                yield piece, square
            more = self._take(",")

    def _colour(self, what: str) -> int:
        for player, letters in enumerate(("Bb", "Ww")):
            if self._take(letters):
                return player
        raise self._expected(f"{what}, B or W")

    def _square(self) -> int:
        token, column = self._tokens[self._at]
        if not (token.isascii() and token.isdigit()):
            raise self._expected("a square")
        if len(token) > 2 or int(token) not in SQUARES:
            raise self._error(f"expected a square from 1 to 32, got {quoted(token)}", column)
        self._at += 1
        return int(token)

    def _take(self, signs: str) -> bool:
        token = self._tokens[self._at][0]
        found = token != "" and token in signs
        self._at += found
        return found

    def _expected(self, what: str) -> InputError:
        token, column = self._tokens[self._at]
        return self._error(f"expected {what}, got {quoted(token) if token else 'the end'}", column)

    def _error(self, what: str, column: int) -> InputError:
        return InputError(f"{what} at column {column} of {quoted(self._text)}; a position in PDN looks like {EXAMPLE}")
