"""Othello on 8 by 8, 6 by 6 or 4 by 4 squares.

Notation: the squares row by row from a1 at the top left (`X` black, `O` white, `-` empty), then the side to move.
Moves are squares, the letter of the column and the number of the row from the top, or `pass`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from pnyx.errors import InputError, quoted
from pnyx.game import Outcome
from pnyx.reference.rules.base import RuleBook, read_choice, read_score

SIZES: Final = (8, 6, 4)
DISCS: Final = "XO"
BLANKS: Final = " \t\n\f\r"
DIRECTIONS: Final = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
EXAMPLE: Final = "'-----OX--XO----- X'"


class OthelloPosition(NamedTuple):
    """The squares row by row from a1, each `X`, `O` or `-`, and the player on move.

    >>> OthelloPosition("-----OX--XO-----", 0).cells.count("X")
    2
    """

    cells: str
    turn: int


class Othello(RuleBook[OthelloPosition, str]):
    """The rules for one size of board; a move is its own notation.

    >>> rules = Othello(4)
    >>> list(rules.moves(rules.start()))
    ['b1', 'a2', 'd3', 'c4']
    >>> rules.position_text(rules.play(rules.start(), "b1"))
    '-X---XX--XO----- O'
    """

    name = "othello"
    players = ("black", "white")
    closing_plies = 2
    goals = ("win", "draw-or-better", "win-in N", "score N")
    repetition = "impossible"

    def __init__(self, size: int = 8, target: tuple[int, int] | None = None) -> None:
        if size not in SIZES:
            raise InputError(f"expected a board of 8, 6 or 4 rows, got {size}")
        self.size = size
        self.largest_score = size * size
        self.target = target
        """The player who must reach a score, and the score, where that is the goal."""

    @classmethod
    def read(cls, text: str | None, options: Mapping[str, str]) -> tuple[Othello, OthelloPosition]:
        """The rules and the position that a text and some options describe; no text means the start.

        >>> Othello.read("X--------------- O", {})[0].size
        4
        """
        size = int(read_choice(options, "size", [str(size) for size in SIZES]))
        if text is None:
            rules = cls(size)
            return rules, rules.start()
        position = _read(text)
        seen = {size * size: size for size in SIZES}[len(position.cells)]
        if "size" in options and seen != size:
            raise InputError(
                f"expected {size} rows (option size), got a position with {seen} rows: leave the option out"
            )
        return cls(seen), position

    def start(self) -> OthelloPosition:
        """Two discs each in the centre, black to move."""
        margin, half = "-" * (self.size // 2 - 1), "-" * (self.size * (self.size // 2 - 1))
        return OthelloPosition(f"{half}{margin}OX{margin}{margin}XO{margin}{half}", 0)

    def outcome(self, position: OthelloPosition) -> Outcome | None:
        """The game ends when neither player can place a disc."""
        if any(self._placements(position.cells, player) for player in (0, 1)):
            return None
        if self.target is not None:
            prover, least = self.target
            reached = self.score(position, prover) >= least
            return 0 if reached == (prover == 0) else 1
        black = self.score(position, 0)
        return "draw" if black == 0 else 0 if black > 0 else 1

    def score(self, position: OthelloPosition, player: int = 0) -> int:
        """What a player has more than the other if the game ends here; the winner gets the empty squares.

        >>> rules = Othello(4)
        >>> rules.score(rules.parse("XXX------------O X"), 1)
        -14
        """
        mine, theirs = (position.cells.count(DISCS[side]) for side in (player, 1 - player))
        if mine == theirs:
            return 0
        empty = len(position.cells) - mine - theirs
        return mine - theirs + (empty if mine > theirs else -empty)

    def moves(self, position: OthelloPosition) -> list[str]:
        """The squares where a disc can be placed, row by row from the top, or the pass; none when the game is over."""
        if self.outcome(position) is not None:
            return []
        squares = self._placements(position.cells, position.turn)
        return [self._name(square) for square in squares] or ["pass"]

    def play(self, position: OthelloPosition, move: str) -> OthelloPosition:
        """The position after a disc is placed and others are turned over, or after a pass."""
        cells = list(position.cells)
        if move != "pass":
            square = next(square for square in range(len(cells)) if self._name(square) == move)
            for changed in (square, *self._flips(position.cells, position.turn, square)):
                cells[changed] = DISCS[position.turn]
        return OthelloPosition("".join(cells), 1 - position.turn)

    def position_text(self, position: OthelloPosition) -> str:
        """The squares, and the side to move."""
        return f"{position.cells} {DISCS[position.turn]}"

    def parse(self, text: str) -> OthelloPosition:
        """The position that a text describes; every colouring of the board is one."""
        position = _read(text)
        if len(position.cells) != self.size * self.size:
            raise InputError(
                f"expected {self.size * self.size} squares, got {len(position.cells)} squares in {quoted(text)}"
            )
        return position

    def aim(self, goal: str, prover: int) -> Othello | None:
        """The same rules for the goal `score N`: the prover must end with a score of at least N.

        >>> rules = Othello(4).aim("score 12", 0)
        >>> rules.outcome(rules.parse("XXX------------O X"))
        0
        """
        least = read_score(goal, self.size * self.size)
        return None if least is None else Othello(self.size, (prover, least))

    def _name(self, square: int) -> str:
        row, column = divmod(square, self.size)
        return f"{'abcdefgh'[column]}{row + 1}"

    def _placements(self, cells: str, player: int) -> list[int]:
        """The empty squares from which a player turns over at least one disc."""
        return [square for square, disc in enumerate(cells) if disc == "-" and self._flips(cells, player, square)]

    def _flips(self, cells: str, player: int, square: int) -> list[int]:
        """The discs between a square and the nearest disc of the player, in every direction."""
        flipped = []
        for down, right in DIRECTIONS:
            row, column = divmod(square, self.size)
            run: list[int] = []
            while True:
                row, column = row + down, column + right
                if not (0 <= row < self.size and 0 <= column < self.size):
                    break
                disc = cells[row * self.size + column]
                if disc == DISCS[player]:
                    flipped += run
                if disc != DISCS[1 - player]:
                    break
                run.append(row * self.size + column)
        return flipped


def _read(text: str) -> OthelloPosition:
    """The position that a text describes, on a board of any size."""
    start = len(text) - len(text.lstrip(BLANKS))
    end = start
    while end < len(text) and text[end] not in BLANKS:
        if text[end] not in "XxOo-.":
            raise InputError(f"expected X, O or - in {quoted(text)}, got {quoted(text[end])} at column {end + 1}")
        end += 1
    squares = end - start
    if squares not in [size * size for size in SIZES]:
        raise InputError(
            f"expected 64, 36 or 16 squares row by row from a1 and the side to move, like {EXAMPLE}, "
            f"got {squares} squares before column {end + 1} in {quoted(text)}"
        )
    mover = text[end:].strip(BLANKS)
    if mover not in ("X", "x", "O", "o"):
        column = len(text) - len(text[end:].lstrip(BLANKS)) + 1
        raise InputError(
            f"expected the side to move to be X or O at column {column} of {quoted(text)}, got {quoted(mover)}"
        )
    return OthelloPosition(text[start:end].upper().replace(".", "-"), DISCS.index(mover.upper()))
