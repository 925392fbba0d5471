"""What a cluster is asked: plain data that every process can read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

from pnyx.errors import InputError, quoted
from pnyx.goals import read_goal
from pnyx.problem import NOTATIONS, Position, missing_methods, position
from pnyx.suites.lines import load_game
from pnyx.wording import RESTRICTIONS

if TYPE_CHECKING:
    from pnyx.reference.rules.base import RuleBook

__all__ = ["Effect", "Question", "ask", "asked_of", "effect_of", "prover_of", "rule_options"]

Effect = Literal["fails", "satisfies", "impossible"]
"""What a position that comes back means for the prover, in the words of a certificate."""

_REFUSED: Final = {
    "mate-in": "it counts the moves from the root; ask for mate",
    "mated-in": "it counts the moves from the root; ask for mated",
    "promote": "there is no such question for the other side, and half of the jobs are about positions of theirs",
}

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


def ask(game: str, root: Position, goal: str) -> Question:
    """The question whether the goal can be reached from this root, if a cluster can answer it.

    Jobs know nothing of the line that led to their position. So what depends on the line, or on which position the
    root is, cannot be asked.

    >>> import pnyx
    >>> ask("tic-tac-toe", pnyx.position("tic-tac-toe"), "win").position
    '.../.../... x'
    >>> ask("chess", pnyx.position("chess"), "mate-in 3")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: a cluster cannot ask for mate-in 3: it counts the moves from the root; ask for mate
    """
    goal = read_goal(root, goal)
    name = goal.partition(" ")[0]
    if name in _REFUSED:
        raise InputError(f"a cluster cannot ask for {goal}: {_REFUSED[name]}")
    for option in RESTRICTIONS:
        if option in root.options:
            raise InputError(
                f"a cluster cannot search with the option {option!r}: it speaks of the root or of its prover, and jobs "
                "are about other positions; use `pnyx solve`"
            )
    if root.text != root.board:
        raise InputError(
            "a cluster answers for positions without history, because its jobs do not know the line that led to "
            f"theirs: leave out the moves after {quoted(root.board)}"
        )
    missing = [] if root.python_game is None else missing_methods(root.python_game, NOTATIONS)
    if missing:
        lacks = " and no ".join(map(repr, missing))
        raise InputError(f"{root.game} has no {lacks}: its positions cannot be sent to workers")
    options = {name: value for name, value in root.options.items() if name not in _SAID}
    question = Question(game, root.identity, goal, options)
    effect_of(question)
    return question


def effect_of(question: Question) -> Effect:
    """What a repetition means for the prover of a question; games in which it is illegal are refused.

    >>> effect_of(Question("graph", "A max: B C; B min: A; C = draw", "win"))
    'fails'
    """
    rule = _rule(question)
    if rule == "illegal":
        raise InputError(
            f"a cluster cannot answer for {question.game}: where repeating a position is illegal, what can be reached "
            "from a position depends on the line that led there, and jobs do not know it; use `pnyx solve`"
        )
    if rule == "impossible":
        return "impossible"
    # A repetition is a draw: enough for whoever wants no more than that.
    name, _, number = question.goal.partition(" ")
    enough = name == "draw-or-better" or (name == "score" and int(number) <= 0)
    return "satisfies" if enough else "fails"


def prover_of(question: Question) -> str:
    """The name of the player whose goal it is.

    >>> prover_of(Question("chess", "7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "mated"))
    'white'
    """
    root = question.open()
    if question.goal != "mated":
        return root.turn
    return next(name for name in root.players if name != root.turn)


def asked_of(goal: str, prover_moves: bool) -> tuple[str, bool]:
    """How our question is asked of another position in the words of a certificate, and whether yes there is no here.

    Certificates take the player on move for the prover (but for `mated`). Where that is our refuter, the question is
    whether it reaches the opposite.

    >>> asked_of("win", True), asked_of("win", False), asked_of("score 5", False), asked_of("mate", False)
    (('win', False), ('draw-or-better', True), ('score -4', True), ('mated', False))
    """
    name, _, number = goal.partition(" ")
    if name in ("mate", "mated"):
        return ("mate" if prover_moves else "mated"), False
    if prover_moves:
        return goal, False
    if name == "score":
        return f"score {1 - int(number)}", True
    return {"win": "draw-or-better", "draw-or-better": "win"}[name], True


def rule_options(question: Question) -> dict[str, str]:
    """The options that are part of the rules, as certificates name them.

    >>> rule_options(Question("chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "mate", {"order": "papers"}))
    {}
    """
    rules = _rules(question)
    return {} if rules is None else dict(rules.options)


def _rule(question: Question) -> str:
    rules = _rules(question)
    return str(getattr(_loaded(question.game), "repetition", "draw") if rules is None else rules.repetition)


def _rules(question: Question) -> RuleBook[Any, Any] | None:
    """The rules of a built-in game."""
    if not isinstance(_loaded(question.game), str):
        return None
    from pnyx.reference.rules import read_position

    return read_position(question.game, question.position, question.options).rules


@lru_cache(maxsize=8)
def _loaded(game: str) -> Any:
    """One object for each game, because positions of two objects are never equal."""
    return load_game(game)
