"""The question of a cluster: plain data that every process can read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal

from pnyx.api.goal import Goal, read_goal
from pnyx.api.loading import load_game
from pnyx.api.position import NOTATIONS, Position, missing_methods, position
from pnyx.api.wording import RESTRICTIONS
from pnyx.errors import InputError, quoted

Effect = Literal["fails", "satisfies", "impossible"]
"""What a repetition means for the prover, in the terms of a certificate."""

_SAID: Final = ("size", "rows", "columns")
"""Options that only the start needs: the text of any position says the same."""


@dataclass(frozen=True)
class Question:
    """Can the prover reach the goal from this position? The prover is the player on move there (for the goal `mated`
    of chess, the other one).

    `game` is the name of a built-in game, or `module:attribute` for a game written in Python. `position` has no
    history.

    >>> Question("tic-tac-toe", "XX./OO./... x", "win").open().turn
    'x'
    """

    game: str
    position: str
    goal: str
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Those of the game that differ from the defaults."""

    def open(self, text: str | None = None) -> Position:
        """A position of this game; without a text, the root."""
        return position(_loaded(self.game), self.position if text is None else text, **self.options)


def ask(game: str, root: Position, goal: str | Goal) -> Question:
    """The question whether the goal can be reached from this root, if a cluster can answer it.

    Jobs do not have the line that led to their position. So questions that depend on the path, or on the root, are
    refused.

    >>> import pnyx
    >>> ask("tic-tac-toe", pnyx.position("tic-tac-toe"), "win").position
    '.../.../... x'
    >>> ask("chess", pnyx.position("chess"), "mate-in 3")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: a cluster cannot solve mate-in 3: it counts the moves from the root; use the goal mate
    """
    asked = read_goal(root, goal)
    if asked.moves is not None:
        raise InputError(
            f"a cluster cannot solve {asked}: it counts the moves from the root; use the goal {asked.within(None)}"
        )
    if asked.opposite(root) is None:
        raise InputError(
            f"a cluster cannot solve {asked}: it has no opposite for positions where the other side is on move"
        )
    for option in RESTRICTIONS:
        if option in root.options:
            raise InputError(
                f"a cluster cannot search with the option {option!r}: it is about the root or its prover, and jobs "
                "are about other positions; use `pnyx solve`"
            )
    if root.text != root.board:
        raise InputError(
            "a cluster solves positions without history, because its jobs do not have the line that led to "
            f"theirs: leave out the moves after {quoted(root.board)}"
        )
    missing = [] if root.python_game is None else missing_methods(root.python_game, NOTATIONS)
    if missing:
        lacks = " and no ".join(map(repr, missing))
        raise InputError(f"{root.game} has no {lacks}: its positions cannot be sent to workers")
    options = {name: value for name, value in root.options.items() if name not in _SAID}
    question = Question(game, root.identity, asked.text, options)
    effect_of(question)
    return question


def effect_of(question: Question) -> Effect:
    """The effect of a repetition for the prover of a question; games in which it is illegal are refused.

    >>> effect_of(Question("graph", "A max: B C; B min: A; C = draw", "win"))
    'fails'
    """
    rule = question.open().repetition
    if rule == "illegal":
        raise InputError(
            f"a cluster cannot solve {question.game}: where repetition is illegal, the value of a position is "
            "path-dependent, and jobs do not have the path; use `pnyx solve`"
        )
    if rule == "impossible":
        return "impossible"
    # A repetition is a draw.
    return "satisfies" if Goal(question.goal).draw_is_enough else "fails"


def prover_of(question: Question) -> str:
    """The name of the player whose goal it is.

    >>> prover_of(Question("chess", "7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "mated"))
    'white'
    """
    return Goal(question.goal).prover(question.open())


def asked_of(goal: str, prover_moves: bool) -> tuple[str, bool]:
    """The goal of a certificate for another position that answers our question, and whether its verdict is inverted.

    Certificates take the player on move for the prover (but for `mated`). Where that is our refuter, the question is
    whether it reaches the opposite.

    >>> asked_of("win", True), asked_of("win", False), asked_of("score 5", False), asked_of("mate", False)
    (('win', False), ('draw-or-better', True), ('score -4', True), ('mated', False))
    """
    asked = Goal(goal).asked_of(prover_moves)
    if asked is None:
        raise InputError(f"the goal {goal} has no opposite for positions where the other side is on move")
    return asked[0].text, asked[1]


@lru_cache(maxsize=8)
def _loaded(game: str) -> Any:
    """One object for each game, because positions of two objects are never equal."""
    return load_game(game)
