"""`win-in N`: any game, played for a win within N of the winner's own moves.

The moves that the prover has left are part of the position. Where the prover is to make a move and has none left, the
game is over, and a draw. Moves of the other side are not counted, also where a player moves several times in a row: a
win that comes with a move of the other side after the prover's last one is a win. Where a repetition is a draw, a
position of the history is one, whatever is left.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from typing import Any, Final, NamedTuple

from pnyx.errors import InputError, quoted
from pnyx.game import DRAW

MOST_MOVES: Final = 1_000_000


class Counted(NamedTuple):
    """A position, and the moves that the prover has left."""

    position: Any
    left: int


class Within:
    """A game in which one player has N moves to win.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Within(Graph("A max: B C; B max: W; C min: D; D min: W; W = win"), 0, 1)
    >>> by_two, by_one = (game.play(game.root("A"), move) for move in "BC")
    >>> game.outcome(by_two), game.outcome(by_one), game.outcome(game.play(by_one, "D"))
    ('draw', None, None)
    """

    def __init__(self, game: Any, prover: int, moves: int, history: Iterable[Hashable] = ()) -> None:
        self.game, self.prover, self.all = game, prover, moves
        self.repetition = getattr(game, "repetition", "draw")
        self.players = getattr(game, "players", ("first", "second"))
        self._key = getattr(game, "repetition_key", None) or (lambda position: position)
        self._before = frozenset(map(self._key, history)) if self.repetition == "draw" else frozenset()

    def root(self, position: Hashable) -> Counted:
        """A position of the game as the first one of this game."""
        return Counted(position, self.all)

    def start(self) -> Counted:
        """The position a game begins with."""
        return self.root(self.game.start())

    def turn(self, position: Counted) -> Any:
        """The player on move."""
        return self.game.turn(position.position)

    def outcome(self, position: Counted) -> Any:
        """How the game has ended: as ever, or because the moves are used up, or by a repetition."""
        at, left = position
        outcome = self.game.outcome(at)
        if outcome is not None:
            return outcome
        is_over = left == 0 and self.game.turn(at) == self.prover
        # With all moves left it is the root itself.
        return DRAW if is_over or (left < self.all and self._key(at) in self._before) else None

    def moves_left(self, position: Counted) -> int:
        """The moves that the prover has left."""
        return position.left

    def with_moves_left(self, position: Counted, left: int) -> Counted:
        """The same position with another number of moves left."""
        return position._replace(left=left)

    def moves(self, position: Counted) -> Any:
        """The legal moves."""
        return self.game.moves(position.position)

    def play(self, position: Counted, move: Any) -> Counted:
        """The position after the move, which counts if it is the prover's."""
        at, left = position
        return Counted(self.game.play(at, move), max(left - (self.game.turn(at) == self.prover), 0))

    def move_text(self, position: Counted, move: Any) -> Any:
        """The move in the game's notation."""
        text = getattr(self.game, "move_text", None)
        return repr(move) if text is None else text(position.position, move)

    def repetition_key(self, position: Counted) -> Hashable:
        """What the repetition rule compares, and the moves left."""
        return self._key(position.position), position.left


def read_moves(goal: str, *names: str) -> int | None:
    """The number of a goal of one of these names, such as `win-in` or `mate-in`, if it is one.

    >>> read_moves("win-in 3", "win-in"), read_moves("win", "win-in")
    (3, None)
    >>> read_moves("win-in 03", "win-in")
    Traceback (most recent call last):
    pnyx.errors.InputError: expected 'win-in' and a number from 1 to 1,000,000, like 'win-in 3', got 'win-in 03'
    """
    name, _, number = goal.partition(" ")
    if name not in names:
        return None
    if not re.fullmatch(r"[1-9][0-9]{0,6}", number, re.ASCII) or int(number) > MOST_MOVES:
        raise InputError(
            f"expected '{name}' and a number from 1 to {MOST_MOVES:,}, like '{name} 3', got {quoted(goal)}"
        )
    return int(number)
