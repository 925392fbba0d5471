"""What is asked of a position: `pnyx.Goal`, and how the goals that people write are read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, Literal

from pnyx import _core
from pnyx.api.catalogue import algorithms, games
from pnyx.api.position import Position, unicode_text
from pnyx.api.wording import unknown_name
from pnyx.errors import InputError, quoted
from pnyx.reference.expected import plain_goal

_SUPPORTED: Final = "Pnyx solves what one side can force against every defence, such as mate or mate-in N"

_OTHERS: Final = (
    (
        re.compile(r"p?ser[a-z]*[#=].*|p?ser(ies)?(help|self|reflex|direct)?(stale)?(mate|mover)s?.*"),
        "a series problem is not a game of alternate moves: one side plays several moves in a row",
    ),
    (
        re.compile(r"h[a-z]?[#=].*|help(self|reflex)?(stale)?mates?.*"),
        "a helpmate is not a game between two opponents: both sides work together to reach the mate, so there is no "
        "defence to prove anything against",
    ),
    (
        re.compile(r"s[#=].*|self(stale)?mates?.*"),
        "selfmates, in which one side forces the other to mate it, are not supported yet",
    ),
    (
        re.compile(r"(semi)?(r[#=].*|reflex(stale)?mates?.*)"),
        "reflexmates, selfmates in which a side that can mate must do so, are not supported yet",
    ),
)
"""Other stipulations of chess problems, without spaces and hyphens, and why they are refused."""


class Goal:
    """What one player wants: a win, at least a draw, a mate within N moves, a score. Immutable.

    Wherever a goal can be given, its text can be given instead. Goals are equal if their texts are.

    >>> import pnyx
    >>> goal = pnyx.Goal("mate in 2")
    >>> goal.text, goal.name, goal.moves
    ('mate-in 2', 'mate', 2)
    >>> goal == pnyx.Goal("#2") == pnyx.Goal("mate").within(2)
    True
    >>> pnyx.solve("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", goal).verdict
    'proven'
    """

    __slots__ = ("_native",)
    _native: _core.Goal

    def __new__(cls, text: str | Goal) -> Goal:
        """Read a goal that some game has, in any spelling."""
        if isinstance(text, Goal):
            return text
        plain = _plain(text, "win")
        native = _core.goal(plain)
        if native is None:
            refuse_other_stipulations(plain)
            known = dict.fromkeys(form for info in games().values() for form in info.goals)
            raise InputError(unknown_name("goal", text, known))
        return _goal(native)

    @property
    def text(self) -> str:
        """The goal as results and certificates write it."""
        return self._native.text

    @property
    def name(self) -> str:
        """The name, without the limit or the number."""
        return self._native.name

    @property
    def moves(self) -> int | None:
        """The limit of the prover's own moves, if it has one, as `win-in 3`; those of the other side do not count."""
        return self._native.moves

    @property
    def number(self) -> int | None:
        """The number that must be reached, if it has one, as `score 10`."""
        return self._native.number

    @property
    def threshold(self) -> Literal["win", "draw"]:
        """The result that the prover must reach at least, in the game played for this goal.

        >>> Goal("mate").threshold, Goal("draw-or-better").threshold
        ('win', 'draw')
        """
        return "win" if self._native.threshold == "win" else "draw"

    @property
    def draw_is_enough(self) -> bool:
        """Whether a draw of the game reaches the goal.

        >>> [Goal(text).draw_is_enough for text in ("draw-or-better", "score 0", "score 1", "win")]
        [True, True, False, False]
        """
        return self.threshold == "draw" or (self.number is not None and self.number <= 0)

    @property
    def of_other(self) -> bool:
        """Whether the prover is the player who is not on move, as for `mated`."""
        return self._native.of_other

    @property
    def needs_last_move(self) -> bool:
        """Whether it is about the move that led to a position, as `promote`, and not about how the game ends."""
        return self._native.needs_last_move

    def prover(self, position: Position) -> str:
        """The name of the player who must reach the goal from this position.

        >>> import pnyx
        >>> Goal("mate").prover(pnyx.position("chess")), Goal("mated").prover(pnyx.position("chess"))
        ('white', 'black')
        """
        return next(name for name in position.players if (name != position.turn) == self.of_other)

    def within(self, moves: int | None) -> Goal:
        """The same goal with this limit of the prover's moves; with `None`, without a limit.

        >>> Goal("mate").within(3), Goal("mate-in 3").within(None)
        (Goal('mate-in 3'), Goal('mate'))
        """
        if moves is None:
            return self if self.moves is None else Goal(self.name)
        return Goal(f"{self.name}-in {moves}")

    def opposite(self, position: Position | None = None) -> tuple[Goal, bool] | None:
        """The same question where the other player is on move, and whether the answer to it is the opposite.

        `None` if there is no goal for it. In some games the opposite of a goal is another one: who does not win where
        there are no draws loses. `position` is any position of the game.

        >>> import pnyx
        >>> Goal("win").opposite(), Goal("mate-in 2").opposite(), Goal("promote").opposite()
        ((Goal('draw-or-better'), True), (Goal('mated-in 2'), False), None)
        >>> Goal("score 5").opposite(), Goal("win").opposite(pnyx.position("go-one-eye"))
        ((Goal('score -4'), True), (Goal('win'), True))
        """
        native = self._native if position is None else _core.goal(self.text, position.native)
        if native is None or native.opposite is None:
            return None
        text, negated = native.opposite
        return _goal(native) if text == self.text else Goal(text), negated

    def asked_of(self, provers_turn: bool, position: Position | None = None) -> tuple[Goal, bool] | None:
        """How to ask whether the prover reaches the goal where the prover is on move, or is not: as `opposite`.

        >>> Goal("mated").asked_of(True), Goal("win").asked_of(True), Goal("win").asked_of(False)
        ((Goal('mate'), False), (Goal('win'), False), (Goal('draw-or-better'), True))
        """
        return self.opposite(position) if provers_turn == self.of_other else (self, False)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Goal is immutable: {name!r} cannot be set")

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Goal) else NotImplemented

    def __hash__(self) -> int:
        return hash((Goal, self.text))

    def __reduce__(self) -> tuple[type[Goal], tuple[str]]:
        return Goal, (self.text,)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Goal({self.text!r})"


def _goal(native: _core.Goal) -> Goal:
    """A goal that has been read."""
    goal = object.__new__(Goal)
    object.__setattr__(goal, "_native", native)
    return goal


def limited_goals(forms: Iterable[str]) -> list[Goal]:
    """The goals, of those that a game lists, that can also be asked for with a limit of moves.

    >>> import pnyx
    >>> limited_goals(pnyx.position("chess").goals), limited_goals(pnyx.position("go-one-eye").goals)
    ([Goal('mate'), Goal('win'), Goal('mated')], [])
    """
    known = list(forms)
    return [Goal(form) for form in known if f"{form}-in N" in known]


def mate_goals(forms: Iterable[str]) -> list[Goal]:
    """The goals that are mates, of those that a game lists.

    >>> import pnyx
    >>> mate_goals(pnyx.position("chess").goals), mate_goals(pnyx.position("othello").goals)
    ([Goal('mate'), Goal('mated')], [])
    """
    return [goal for goal in limited_goals(forms) if goal.name != "win"]


def numbered_goals(forms: Iterable[str]) -> list[str]:
    """The names of the goals, of those that a game lists, that take a number which is no limit of moves.

    >>> import pnyx
    >>> numbered_goals(pnyx.position("othello").goals), numbered_goals(pnyx.position("chess").goals)
    (['score'], [])
    """
    return [form.removesuffix(" N") for form in forms if form.endswith(" N") and not form.endswith("-in N")]


def read_goal(position: Position, goal: Any) -> Goal:
    """The goal of the position's game that is meant, with all that this game says of it.

    >>> import pnyx
    >>> read_goal(pnyx.position("go-one-eye"), "win").opposite()
    (Goal('win'), True)
    >>> read_goal(pnyx.position("chess"), "mate in 3")
    Goal('mate-in 3')
    >>> read_goal(pnyx.position("chess"), "s#3")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: the goal 's#3': selfmates, in which one side forces the other to mate it, are not ...
    """
    plain = _plain(goal, position.goals[0])
    native = _core.goal(plain, position.native)
    if native is not None:
        return _goal(native)
    if "mate" in position.goals:
        refuse_other_stipulations(plain)
    hint = f"; for an algorithm write algorithm={plain!r}" if plain in algorithms() else ""
    raise InputError(unknown_name(f"goal of {position.game}", plain, position.goals) + hint)


def _plain(goal: Any, example: str) -> str:
    """A goal's text, as games write it."""
    if isinstance(goal, Goal):
        return goal.text
    if not isinstance(goal, str):
        raise InputError(f"the goal must be a text or a pnyx.Goal, such as {example!r}, not {quoted(goal)}")
    return plain_goal(unicode_text(goal))


def refuse_other_stipulations(goal: str) -> None:
    """Raise an `InputError` with the reason if this names a helpmate, a selfmate or a similar stipulation.

    >>> refuse_other_stipulations("mate")
    """
    squeezed = re.sub(r"[\s_-]+", "", goal.lower())
    for pattern, reason in _OTHERS:
        if pattern.fullmatch(squeezed):
            raise InputError(f"the goal {quoted(goal)}: {reason}; {_SUPPORTED}")
