"""What is asked about each position of a suite, from what the user wants and what the file says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from pnyx.adapters.boards import BOARDS
from pnyx.catalogue import games
from pnyx.errors import InputError, quoted
from pnyx.reference.expected import plain_goal
from pnyx.suites.entries import Entry

__all__ = ["Kind", "Question", "Wish", "question_about"]

Kind = Literal["solve", "shortest", "value", "exact", "depth"]
"""Which of the library's functions answers: `solve`, `shortest`, `value`, or `search` to the end or to a depth."""

_OWN_NUMBER: Final = " N"
"""The end of a goal whose number is that of each position's own line."""


@dataclass(frozen=True)
class Question:
    """What is asked about one position.

    >>> str(Question("solve", "mate")), str(Question("shortest", "mated")), str(Question("depth", depth=6))
    ('mate', 'shortest mated', 'depth 6')
    """

    kind: Kind
    goal: str = ""
    depth: int | None = None

    @property
    def searching(self) -> bool:
        """Whether the answer is a number that `pnyx.search` gives."""
        return self.kind in ("exact", "depth")

    def __str__(self) -> str:
        match self.kind:
            case "solve":
                return self.goal
            case "shortest":
                return f"shortest {self.goal}"
            case "value":
                return "win, draw or loss"
            case "exact":
                return "score"
            case "depth":
                return f"depth {self.depth}"


@dataclass(frozen=True)
class Wish:
    """What a user wants to know of all positions; without any of it, what suits each of them.

    >>> Wish(goal="mate", shortest=True, depth=4)
    Traceback (most recent call last):
    pnyx.errors.InputError: --shortest and --depth are two questions: ask them one after the other
    """

    goal: str | None = None
    shortest: bool = False
    value: bool = False
    depth: int | None = None

    def __post_init__(self) -> None:
        given = [name for name in ("shortest", "value", "depth") if getattr(self, name) not in (None, False)]
        if self.goal is not None and not self.shortest:
            given.insert(0, "goal")
        if len(given) > 1:
            raise InputError(f"--{given[0]} and --{given[1]} are two questions: ask them one after the other")


def question_about(entry: Entry, wish: Wish, scored: Kind = "exact") -> Question:
    """The question for one position; `scored` is that for games with scores when nothing is said.

    Chess is asked for a mate, or for that of the side to move if the file says so. A goal that ends in N takes the
    number of the position's own line.

    >>> from pnyx.suites.entries import Expected
    >>> mated = Entry(1, "chess", "...", expected=Expected(mate=-3))
    >>> str(question_about(mated, Wish())), str(question_about(mated, Wish("mate-in N")))
    ('mated', 'mated-in 3')
    """
    if wish.depth is not None:
        return Question("depth", depth=wish.depth)
    if wish.value:
        return Question("value")
    if wish.shortest:
        return Question("shortest", wish.goal or _mate(entry))
    goal = wish.goal or entry.goal
    goal = None if goal is None else plain_goal(goal)
    if goal is None:
        info = games().get(entry.game)
        if info is not None and "score N" in info.goals:
            return Question(scored)
        if entry.expected.verdict in ("proven", "disproven"):
            raise InputError(
                f"line {entry.line}: {entry.expected.verdict} is said of a goal that is not named: name it with --goal"
            )
        if entry.expected.verdict is not None:
            return Question("value")
        goal = _mate(entry) if entry.game in BOARDS and "mate" in games()[entry.game].goals else ""
    elif goal.endswith(_OWN_NUMBER):
        goal = _numbered(goal.removesuffix(_OWN_NUMBER), entry)
    return Question("solve", goal or _first_goal(entry))


def _mate(entry: Entry) -> str:
    mate = entry.expected.mate
    return "mated" if mate is not None and mate <= 0 else "mate"


def _first_goal(entry: Entry) -> str:
    info = games().get(entry.game)
    return "win" if info is None else info.goals[0]


def _numbered(goal: str, entry: Entry) -> str:
    """A goal with the number of the position's line: `mate-in` with a negative one is `mated-in`."""
    expected = entry.expected
    if goal == "score" and expected.score is not None:
        return f"score {expected.score}"
    if goal in ("mate-in", "mated-in") and expected.mate is not None:
        return f"{_mate(entry)}-in {max(abs(expected.mate), 1)}"
    said = str(expected) or "nothing"
    raise InputError(
        f"line {entry.line}: the goal {quoted(goal + _OWN_NUMBER)} needs a number, and the file says {said}"
    )
