"""A game that is being played: its moves, whose turn it is, how it ends, taking moves back, and resigning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from pnyx._util.words import player, player_within
from pnyx.api.notation import line_text, move_texts
from pnyx.api.position import Position
from pnyx.api.walked import walked
from pnyx.errors import InputError, quoted

Ending = Literal["rules", "repetition", "resigned"]
"""How a game has ended: by its rules, by a repeated position, or because a player resigned."""


@dataclass
class Match:
    """A game from a position on. A repeated position ends it as a draw where the game's rules say so.

    >>> import pnyx
    >>> match = Match(pnyx.position("tic-tac-toe", "XX./OO./... x"))
    >>> match.play("c3")
    'c3'
    >>> match.winner, match.ending, match.words
    ('x', 'rules', 'X has won')
    >>> match.take_back("x"), match.line
    (True, [])
    """

    start: Position
    line: list[str] = field(default_factory=list)
    resigned: str | None = None
    """The player who has resigned."""

    @property
    def position(self) -> Position:
        """The position on the board, which remembers the earlier ones."""
        return walked(self.start, self.line)[0]

    @property
    def turn(self) -> str:
        """The player on move."""
        return self.position.turn

    @property
    def ending(self) -> Ending | None:
        """How the game has ended; `None` while it goes on."""
        if self.resigned is not None:
            return "resigned"
        here, returned = walked(self.start, self.line)
        if returned == "draw":
            return "repetition"
        return "rules" if here.outcome is not None or not self.moves() else None

    @property
    def winner(self) -> str | None:
        """Who has won, or `draw`; `None` while the game goes on."""
        if self.resigned is not None:
            return next(name for name in self.start.players if name != self.resigned)
        here, returned = walked(self.start, self.line)
        if returned == "draw":
            return "draw"
        if here.outcome is None and not self.moves():  # where repeating is illegal, who cannot move loses
            return next(name for name in here.players if name != here.turn)
        return here.outcome

    @property
    def words(self) -> str:
        """How the game has ended, in words; nothing while it goes on.

        >>> import pnyx
        >>> Match(pnyx.position("graph", "A max: B; B min: A C; C = win"), ["B", "A"]).words
        'A draw: the position was on the board before'
        """
        if self.resigned is not None:
            return f"{player(self.winner or '')} has won: {player_within(self.resigned)} resigned"
        if self.winner is None:
            return ""
        words = "A draw" if self.winner == "draw" else f"{player(self.winner)} has won"
        return words + (": the position was on the board before" if self.ending == "repetition" else "")

    @property
    def text(self) -> str:
        """The moves so far, for display."""
        return line_text(self.start, self.line)

    def moves(self) -> list[str]:
        """The legal moves; none when the game is over."""
        here, returned = walked(self.start, self.line)
        if here.outcome is not None or returned is not None or self.resigned is not None:
            return []
        if here.repetition != "illegal":
            return here.moves()
        return [move for move in here.moves() if walked(here, [move])[1] != "illegal"]

    def find(self, text: str) -> str | None:
        """The legal move that a text means, as the game writes it or as people do; `None` if there is none."""
        legal = self.moves()
        if text in legal:
            return text
        for same in (str, str.lower):
            texts = [same(each) for each in move_texts(self.position, legal)]
            if texts.count(same(text)) == 1:
                return legal[texts.index(same(text))]
        return None

    def play(self, text: str) -> str:
        """Make a move, and return how it is written for display."""
        move = self.find(text)
        if move is None:
            raise InputError(f"{quoted(text)} is not a move here: expected one of {_some(self.shown())}")
        (shown,) = move_texts(self.position, [move])
        self.line.append(move)
        return shown

    def shown(self) -> list[str]:
        """The legal moves for display."""
        return move_texts(self.position, self.moves())

    def take_back(self, who: str) -> bool:
        """Take back a player's last move and what came after it; a resignation first. Whether there was any."""
        if self.resigned is not None:
            self.resigned = None
            return True
        for plies in range(len(self.line) - 1, -1, -1):
            if walked(self.start, self.line[:plies])[0].turn == who:
                del self.line[plies:]
                return True
        return False


def _some(moves: Sequence[str], most: int = 12) -> str:
    return " ".join(moves[:most]) + (f" and {len(moves) - most} more" if len(moves) > most else "")
