"""The question about each position of a suite, from the user's options and the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pnyx.adapters.boards import BOARDS
from pnyx.api.answering import Kind
from pnyx.api.catalogue import games
from pnyx.api.goal import limited_goals, mate_goals, numbered_goals
from pnyx.errors import InputError, quoted
from pnyx.reference.expected import plain_goal
from pnyx.suites.entries import Entry

_OWN_NUMBER: Final = " N"
"""The end of a goal whose number is that of each position's own line."""


@dataclass(frozen=True)
class Question:
    """The question about one position.

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
    """The user's question about all positions; without one, the default of each game.

    >>> Wish(goal="mate", shortest=True, depth=4)
    Traceback (most recent call last):
    pnyx.errors.InputError: --shortest and --depth are two questions: run them separately
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
            raise InputError(f"--{given[0]} and --{given[1]} are two questions: run them separately")


def question_about(entry: Entry, wish: Wish, scored: Kind = "exact") -> Question:
    """The question for one position; `scored` is that for games with scores when nothing is said.

    In chess the goal is mate, or mated if the file says so. A goal that ends in N takes the number of the position's
    own line.

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
        return Question("shortest", wish.goal or _mate(entry) or _forms(entry)[0])
    goal = wish.goal or entry.goal
    if goal is None:
        if numbered_goals(_forms(entry)):
            return Question(scored)
        if entry.expected.verdict in ("proven", "disproven"):
            raise InputError(f"line {entry.line}: {entry.expected.verdict} is a verdict on an unnamed goal: use --goal")
        if entry.expected.verdict is not None:
            return Question("value")
        goal = _mate(entry) if entry.game in BOARDS else None
    else:
        goal = plain_goal(goal)
        if goal.endswith(_OWN_NUMBER):
            goal = _numbered(goal, entry)
    return Question("solve", goal or _forms(entry)[0])


def _forms(entry: Entry) -> Sequence[str]:
    """The goals of the position's game, as it lists them; a game written in Python has a win first."""
    info = games().get(entry.game)
    return ("win",) if info is None else info.goals


def _mate(entry: Entry) -> str | None:
    """The goal of a mate: of the side to move, or of the other side if the file says so."""
    mate = entry.expected.mate
    other = mate is not None and mate <= 0
    return next((goal.text for goal in limited_goals(_forms(entry)) if goal.of_other == other), None)


def _numbered(form: str, entry: Entry) -> str:
    """A goal with the number of the position's line: `mate-in N` with a negative one is `mated-in`."""
    expected, name = entry.expected, form.removesuffix(_OWN_NUMBER)
    if name in numbered_goals(_forms(entry)) and expected.score is not None:
        return f"{name} {expected.score}"
    counted = next((goal for goal in limited_goals(_forms(entry)) if form == f"{goal}-in N"), None)
    if counted is not None and expected.mate is not None:
        goal = _mate(entry) if counted in mate_goals(_forms(entry)) else counted
        return f"{goal}-in {max(abs(expected.mate), 1)}"
    said = str(expected) or "nothing"
    raise InputError(f"line {entry.line}: the goal {quoted(form)} needs a number, but the file has {said}")
