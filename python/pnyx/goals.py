"""Goals as people write them: `#2` and `mate in 2` are `mate-in 2`. Helpmates and their like are refused by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from pnyx.catalogue import algorithms
from pnyx.errors import InputError, quoted
from pnyx.reference.expected import plain_goal
from pnyx.wording import unknown_name

if TYPE_CHECKING:
    from pnyx.problem import Position

__all__ = ["read_goal", "refuse_other_stipulations"]

_SUPPORTED: Final = "Pnyx settles what one side can force against every defence, such as mate or mate-in N"

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
"""What problemists ask for beside direct mates, without spaces and hyphens; and why it is refused."""


def read_goal(position: Position, goal: Any) -> str:
    """The goal of the position's game that is meant; its number, if it has one, is not checked here.

    >>> import pnyx
    >>> read_goal(pnyx.position("chess"), "mate in 3")
    'mate-in 3'
    >>> read_goal(pnyx.position("chess"), "s#3")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: the goal 's#3': selfmates, in which one side forces the other to mate it, are not ...
    """
    if not isinstance(goal, str):
        raise InputError(f"the goal must be a text, such as {position.goals[0]!r}, not {quoted(goal)}")
    plain = plain_goal(goal)
    if plain in position.goals or plain.partition(" ")[0] in _with_numbers(position.goals):
        return plain
    if "mate" in position.goals:
        refuse_other_stipulations(goal)
    hint = f"; an algorithm is given as algorithm={goal!r}" if goal in algorithms() else ""
    raise InputError(unknown_name(f"goal of {position.game}", goal, position.goals) + hint)


def refuse_other_stipulations(goal: str) -> None:
    """Raise an `InputError` with the reason if this names a helpmate, a selfmate or their like.

    >>> refuse_other_stipulations("mate")
    """
    squeezed = re.sub(r"[\s_-]+", "", goal.lower())
    for pattern, reason in _OTHERS:
        if pattern.fullmatch(squeezed):
            raise InputError(f"the goal {quoted(goal)}: {reason}; {_SUPPORTED}")


def _with_numbers(goals: Sequence[str]) -> list[str]:
    """The first words of the goals that take a number, as `score N`."""
    return [goal.removesuffix(" N") for goal in goals if goal.endswith(" N")]
