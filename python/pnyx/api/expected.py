"""Whether a certificate answers the expected question: the same game, rules, position, goal and verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pnyx.api.catalogue import games
from pnyx.api.goal import Goal, read_goal
from pnyx.api.goal_words import words_for
from pnyx.api.position import CHESS_VARIANTS, Position, as_position, position
from pnyx.errors import InputError, quoted
from pnyx.reference.rules import split_history

if TYPE_CHECKING:
    from pnyx.reference.certificate import Header

VERDICTS: Final = ("proven", "disproven")
"""What a certificate can show."""


@dataclass(frozen=True)
class Expected:
    """The expected question; `None` fields match anything.

    >>> from pnyx.reference.certificate import Header
    >>> header = Header("tic-tac-toe", {}, "XX./OO./... x", "win", "x", "impossible", "proven", 2)
    >>> Expected(position="XX./OO./... x", goal="win").difference(header)
    >>> Expected(position=".../.../... x", goal="draw-or-better").difference(header)
    "the position is 'XX./OO./... x', not '.../.../... x'; the goal is 'win', not 'draw-or-better'"
    """

    position: Any = None
    goal: str | Goal | None = None
    verdict: str | None = None

    def __bool__(self) -> bool:
        return any(part is not None for part in (self.position, self.goal, self.verdict))

    def difference(self, header: Header, game: Any = None) -> str | None:
        """How the header's question differs from this one; `None` if it does not.

        `game` is the game written in Python, or a position of it. An expectation that no certificate can meet, such as
        a goal that the game does not have, is an `InputError`.
        """
        if self.verdict is not None and self.verdict not in VERDICTS:
            raise InputError(f"the expected verdict must be proven or disproven, not {quoted(self.verdict)}")
        try:
            shown = _shown(header, game)
        except InputError as error:  # no checker should accept this
            return f"its position cannot be read: {error}"
        said = [self._position(header, shown, game), self._goal(header, shown), self._verdict(header)]
        return "; ".join(filter(None, said)) or None

    def _position(self, header: Header, shown: Position, game: Any) -> str | None:
        if self.position is None:
            return None
        try:
            asked = _asked(self.position, header, game)
        except InputError:
            if not _needs_options(self.position, header, game):
                raise
            return f"the rules are {_rules(header.options)}, not the default ones"
        if asked.game != shown.game or (asked.python_game is None) != (shown.python_game is None):
            return f"the game is {shown.game}, not {asked.game}"
        if isinstance(self.position, str) and shown.python_game is None and shown.game in CHESS_VARIANTS:
            return (
                f"the game is {shown.game}, and a text alone means chess: use pnyx.position({shown.game!r}, ...) in "
                f"Python, --expect-game {shown.game} on the command line"
            )
        if asked.native.rules != header.options:
            return f"the rules are {_rules(header.options)}, not {_rules(asked.native.rules)}"
        if shown.python_game is not None:
            same = bool(shown.object == asked.object)
        elif header.repetition == "impossible":  # earlier positions cannot recur
            same = shown.identity == asked.identity
        else:
            same = _with_history(shown) == _with_history(asked)
        if same:
            return None
        if shown.identity == asked.identity and shown.python_game is None:
            return f"the position is the same, but its history is {_history(shown)}, not {_history(asked)}"
        return f"the position is {quoted(header.position, 200)}, not {quoted(_named(asked), 200)}"

    def _goal(self, header: Header, shown: Position) -> str | None:
        if self.goal is None:
            return None
        goal = read_goal(shown, " ".join(self.goal.split()) if isinstance(self.goal, str) else self.goal)
        if goal.text == header.goal:
            return None
        said = f"the goal is {header.goal!r}, not {goal.text!r}"
        number = header.goal.partition(" ")[2]
        if header.verdict == "proven" and header.goal == f"{goal}-in {number}":
            noun = words_for(goal.text).noun
            said += f" (a {noun} within {number} moves is a {noun}, but it is another question)"
        return said

    def _verdict(self, header: Header) -> str | None:
        if self.verdict in (None, header.verdict):
            return None
        return f"the verdict is {header.verdict}, not {self.verdict}"


def _shown(header: Header, game: Any) -> Position:
    """The position that a certificate is about."""
    if isinstance(game, Position):
        return game
    if game is not None:
        return position(game, header.position)
    info, options = games().get(header.game), _options(header)
    known = set() if info is None else {option.name for option in info.options}
    if info is not None and not options.keys() <= known:
        raise InputError(f"{header.game} has no option {quoted(min(options.keys() - known))}")
    return position(header.game, header.position, **options)


def _options(header: Header) -> dict[str, str]:
    # Tables decide which positions are final, not which are equal.
    return {name: value for name, value in header.options.items() if name != "tables"}


def _asked(given: Any, header: Header, game: Any) -> Position:
    """The expected position."""
    if isinstance(given, Position):
        return given
    if game is not None:
        return as_position(given, game.python_game if isinstance(game, Position) else game)
    if not isinstance(given, str):
        return as_position(given)
    try:
        return position(header.game, given)
    except InputError:
        try:
            return as_position(given)  # a position of another game is a valid expectation
        except InputError:
            pass
        raise


def _needs_options(given: Any, header: Header, game: Any) -> bool:
    """Whether a text is a position by the rules of the certificate, but not by the default rules."""
    try:
        return game is None and isinstance(given, str) and position(header.game, given, **_options(header)) is not None
    except InputError:
        return False


def _with_history(of: Position) -> tuple[str, tuple[str, ...]]:
    """A position with its history as a key: where its moves begin, and the moves."""
    if of.text == of.board:
        return of.identity, ()
    start, moves = split_history(of.text)
    return position(of.game, start, **of.options).identity, tuple(moves)


def _history(of: Position) -> str:
    return "none" if of.text == of.board else quoted(of.text, 200)


def _named(of: Position) -> str:
    return repr(of.object) if of.python_game is not None else of.text


def _rules(options: Mapping[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in sorted(options.items())) or "the default ones"
