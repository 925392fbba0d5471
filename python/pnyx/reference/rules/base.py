"""What all rule books of the built-in games have in common."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import ClassVar, Generic, TypeVar

from pnyx.errors import InputError, quoted
from pnyx.game import Outcome, Repetition

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)

_MOVES_SHOWN = 12


class TablesError(InputError):
    """Endgame tables that are needed and cannot be used, through no fault of the certificate.

    >>> raise TablesError("KQvK.rtbw is missing")
    Traceback (most recent call last):
    pnyx.reference.rules.base.TablesError: KQvK.rtbw is missing
    """


class RuleBook(ABC, Generic[P, M]):
    """The rules of a built-in game: the protocol `pnyx.Game`, with every optional part of it.

    >>> from pnyx.reference.rules.tic_tac_toe import TicTacToe
    >>> rules = TicTacToe()
    >>> rules.name, rules.players, rules.repetition
    ('tic-tac-toe', ('x', 'o'), 'impossible')
    """

    name: ClassVar[str]
    """What is typed on the command line."""
    players: ClassVar[tuple[str, str]]
    """The names of players 0 and 1."""
    goals: ClassVar[tuple[str, ...]] = ("win", "draw-or-better", "win-in N")
    """The goals that can be asked for, the default first."""
    repetition: Repetition
    """What a repeated position means."""
    options: Mapping[str, str] = {}
    """The options that change the rules and differ from the defaults, as a certificate holds them."""

    ends_early: bool = False
    """Whether an outcome may be known before play is over: lines then say nothing of how long a win takes."""
    closing_plies: ClassVar[int] = 0
    """Moves without choice or meaning after the end that tables of counts include (the last two passes in Othello)."""

    @classmethod
    def read(cls, text: str | None, options: Mapping[str, str]) -> tuple[RuleBook[P, M], P]:
        """The rules and the position that a text and some options describe; no text means the start.

        >>> from pnyx.reference.rules.checkers import Checkers
        >>> rules, position = Checkers.read("W:W32:B1", {})
        >>> rules.turn(position)
        1
        """
        rules = cls()
        return rules, rules.start() if text is None else rules.parse(text)

    @abstractmethod
    def start(self) -> P:
        """The position a game begins with."""

    def turn(self, position: P) -> int:
        """The player on move, which most positions hold."""
        return position.turn  # type: ignore[attr-defined,no-any-return]

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """`None` while play goes on, else the winner or `"draw"`."""

    @abstractmethod
    def moves(self, position: P) -> Iterable[M]:
        """The legal moves, always in the same order."""

    @abstractmethod
    def play(self, position: P, move: M) -> P:
        """The position after the move."""

    def move_text(self, position: P, move: M) -> str:
        """The move in the game's notation; many a move is its own text."""
        return str(move)

    @abstractmethod
    def position_text(self, position: P) -> str:
        """The position in the game's notation, on one line."""

    @abstractmethod
    def parse(self, text: str) -> P:
        """The position that a text describes; one that cannot be is refused with every reason."""

    def is_irreversible(self, position: P, move: M) -> bool:
        """Whether no position from before this move can be repeated after it. Saying no is always right."""
        return False

    def may_repeat(self, position: P, move: M) -> bool:
        """Whether the rule against repeating leaves this move alone, whatever it repeats (a pass in Go)."""
        return False

    def prover(self, goal: str, turn: int) -> int:
        """Who must reach a goal of this name where player `turn` is on move."""
        return turn

    def aim(self, goal: str, prover: int) -> RuleBook[P, M] | None:
        """The same rules, with ends judged for a goal of the game's own, if it has one of this name.

        A final position is then won by `prover` if the goal is reached there, and not won by `prover` otherwise.
        """
        return None

    def moves_left(self, position: P) -> int | None:
        """How many moves the prover has left, where the goal limits them and these rules count."""
        return None

    def with_moves_left(self, position: P, left: int) -> P:
        """The same position with another number of moves left, where these rules count them."""
        return position

    def enter(self, position: P) -> P:
        """A position of the game without a goal as the first one of these rules, which `aim` gave; one of which they
        ask what it does not have is refused.
        """
        return position

    def sorted_moves(self, position: P) -> Sequence[tuple[str, M]]:
        """The legal moves with their notation, sorted by it: the order certificates use.

        >>> from pnyx.reference.rules.tic_tac_toe import TicTacToe
        >>> rules = TicTacToe(rows=2, columns=2)
        >>> rules.sorted_moves(rules.start())
        [('a1', 2), ('a2', 0), ('b1', 3), ('b2', 1)]
        """
        pairs = [(self.move_text(position, move), move) for move in self.moves(position)]
        # Python sorts texts by code point, which is the order of their UTF-8 bytes.
        pairs.sort(key=itemgetter(0))
        return pairs

    def find_move(self, position: P, text: str) -> M:
        """The legal move that is written so.

        >>> from pnyx.reference.rules.tic_tac_toe import TicTacToe
        >>> TicTacToe().find_move(TicTacToe().parse("X../.../... o"), "b2")
        4
        """
        pairs = self.sorted_moves(position)
        for notation, move in pairs:
            if notation == text:
                return move
        known = " ".join(notation for notation, _ in pairs[:_MOVES_SHOWN])
        dots = " ..." if len(pairs) > _MOVES_SHOWN else ""
        raise InputError(f"expected a legal move ({known}{dots}), got {quoted(text)}")


def read_choice(options: Mapping[str, str], name: str, choices: Sequence[str]) -> str:
    """The value of an option that is one of some words; the first word is the default.

    >>> read_choice({"order": "papers"}, "order", ("native", "papers"))
    'papers'
    """
    value = options.get(name, choices[0])
    if value not in choices:
        raise InputError(f"expected option {name} to be one of {', '.join(choices)}, got {quoted(value)}")
    return value


def read_score(goal: str, most: int) -> int | None:
    """The number of a goal `score N`, if this is one; `most` is the highest score there is.

    >>> read_score("score -3", 18), read_score("win", 18)
    (-3, None)
    """
    name, _, number = goal.partition(" ")
    if name != "score":
        return None
    if not re.fullmatch(r"0|-?[1-9][0-9]?", number, re.ASCII) or abs(int(number)) > most:
        raise InputError(f"expected 'score' and a number from -{most} to {most}, like 'score 1', got {quoted(goal)}")
    return int(number)
