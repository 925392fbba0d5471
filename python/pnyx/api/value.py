"""The value of a position, win, draw or loss: `pnyx.value`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NoReturn

from pnyx import _core
from pnyx.api.convergence import Convergence
from pnyx.api.goal import Goal
from pnyx.api.position import Position
from pnyx.api.result import Certificate, Result, Verdict, from_solution
from pnyx.api.shown import ShownOnBoard
from pnyx.api.solve import Limit, Progress, prepare, reporter
from pnyx.api.wording import spent, value_words, why

GameValue = Literal["win", "draw", "loss"]
"""The value of a position for the player on move, with best play of both sides."""

_VALUES: Final[tuple[GameValue, ...]] = ("win", "draw", "loss")
SECOND_QUESTION: Final = Goal("draw-or-better")
"""The goal of the second question, in games that can end in a draw."""


def value_goals(position: Position) -> list[Goal]:
    """The goals by which the value of a position is found: that the player on move wins, and that it does not lose.

    >>> import pnyx
    >>> value_goals(pnyx.position("chess")), value_goals(pnyx.position("go-one-eye"))
    ([Goal('mate'), Goal('draw-or-better')], [Goal('win')])
    """
    plain = [Goal(form) for form in position.goals if not form.endswith(" N")]
    of_mover = [goal for goal in plain if not goal.of_other and not goal.needs_last_move]
    found = (next((goal for goal in of_mover if goal.threshold == wanted), None) for wanted in ("win", "draw"))
    return [goal for goal in found if goal is not None]


def possible_values(position: Position, answers: Iterable[tuple[str, Verdict]]) -> tuple[GameValue, ...]:
    """The values that answers leave possible for the player on move, the best first.

    >>> import pnyx
    >>> possible_values(pnyx.position("chess"), [("mate", "unknown"), ("draw-or-better", "proven")])
    ('win', 'draw')
    """
    ruled_out: set[GameValue] = set() if SECOND_QUESTION.text in position.goals else {"draw"}
    for goal, verdict in answers:
        values: tuple[GameValue, ...] = ("win", "draw") if Goal(goal).draw_is_enough else ("win",)
        if verdict == "disproven":
            ruled_out.update(values)
        elif verdict == "proven":
            ruled_out.update(value for value in _VALUES if value not in values)
    return tuple(value for value in _VALUES if value not in ruled_out)


def value_headline(position: Position, possible: Sequence[GameValue], reason: str | None) -> str:
    """A value in a few words; with the reason, if it is undecided.

    >>> import pnyx
    >>> value_headline(pnyx.position("chess"), ["win", "draw"], "nodes")
    'undecided, but at least a draw for White: the node limit was reached'
    """
    known = value_words(position.turn, possible)
    if reason is None:
        return known
    nothing = len(possible) == len(_VALUES) or SECOND_QUESTION.text not in position.goals
    return f"undecided{'' if nothing else f', but {known}'}: {why(reason)}"


@dataclass(frozen=True)
class Value(ShownOnBoard):
    """The value of a position for the player on move, and the answers that prove it.

    A value may be unknown, so it is neither true nor false: use `value` or `possible`.

    >>> import pnyx
    >>> answer = pnyx.value(pnyx.position("tic-tac-toe"))
    >>> answer.value
    'draw'
    >>> [(question.goal, question.verdict) for question in answer.questions]
    [('win', 'disproven'), ('draw-or-better', 'proven')]
    """

    position: Position
    """The position asked about."""
    algorithm: str
    questions: tuple[Result, ...]
    """The answers: whether the player on move can win and, when that is not proven, whether it can hold a draw."""
    history: Convergence | None = field(default=None, repr=False, compare=False)
    """With `history`: the proof and disproof number of the root over time."""

    @property
    def possible(self) -> tuple[GameValue, ...]:
        """The values that are not ruled out, the best first: one of them when the value is known.

        >>> import pnyx
        >>> pnyx.value("XX./OO./... x").possible
        ('win',)
        >>> pnyx.value(pnyx.position("chess"), limit=pnyx.Limit(nodes=100)).possible
        ('win', 'draw', 'loss')
        """
        answers = [(question.goal, question.verdict) for question in self.questions]
        return possible_values(self.position, answers)

    @property
    def value(self) -> GameValue | None:
        """`win`, `draw` or `loss`; `None` if the searches ended before it was known."""
        possible = self.possible
        return possible[0] if len(possible) == 1 else None

    @property
    def unknown(self) -> bool:
        """Whether the searches ended without a value; see `reason` and `possible`."""
        return self.value is None

    @property
    def reason(self) -> str | None:
        """Why the value is unknown: the reason of the first question that is."""
        reasons = (question.reason for question in self.questions if question.unknown)
        return next(reasons, None) if self.unknown else None

    @property
    def game(self) -> str:
        """The game's name."""
        return self.position.game

    @property
    def nodes(self) -> int:
        """The nodes of all questions together."""
        return sum(question.nodes for question in self.questions)

    @property
    def seconds(self) -> float:
        """The time of all questions together."""
        return sum(question.seconds for question in self.questions)

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """The certificates of the questions that were answered, each accepted by the checker."""
        found = (question.certificate for question in self.questions)
        return tuple(certificate for certificate in found if certificate is not None)

    def to_json(self, certificates: Sequence[str | None] = ()) -> dict[str, Any]:
        """The value as `pnyx value --json` prints it; `certificates` are the paths they were saved at, by question.

        >>> import pnyx
        >>> answer = pnyx.value("XX./OO./... x").to_json()
        >>> answer["value"], [question["verdict"] for question in answer["questions"]]
        ('win', ['proven'])
        """
        paths = [*certificates, *[None] * len(self.questions)]
        return {
            "game": self.game,
            "position": self.position.text,
            "algorithm": self.algorithm,
            "value": self.value,
            "possible_values": list(self.possible),
            "reason": self.reason,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "questions": [question.to_json(path) for question, path in zip(self.questions, paths, strict=False)],
        }

    @property
    def headline(self) -> str:
        """The value in a few words.

        >>> import pnyx
        >>> pnyx.value("XX./OO./... x").headline
        'a win for X'
        >>> pnyx.value(pnyx.position("chess"), limit=pnyx.Limit(nodes=100)).headline
        'undecided: the node limit was reached'
        """
        return value_headline(self.position, self.possible, self.reason)

    def __bool__(self) -> NoReturn:
        raise TypeError("a value may be unknown, so it is neither true nor false: use .value")

    def __str__(self) -> str:
        return f"{self.headline[:1].upper()}{self.headline[1:]} ({spent(self.nodes, self.seconds)})."


def value(
    position: Any,
    algorithm: str = "auto",
    *,
    game: Any = None,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    limit: Limit | None = None,
    threads: int = 1,
    all_moves: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
    stop: _core.StopFlag | None = None,
    history: bool = False,
) -> Value:
    """Find the value of a position for the player on move: a win, a draw or a loss.

    It takes one or two questions for `pnyx.solve`: can the player on move win, and if not, can it hold a draw? Games
    without draws need only the first. If the first stays unknown, the second is still asked with the rest of the
    limit, because a player who cannot hold a draw has lost. So a win is proved by the certificate of the first
    question, a draw by both, and a loss by that of the last.

    The arguments are those of `pnyx.solve`. The limit is for all questions together (that of memory for one at a time),
    and `all_moves` is answered for each of them. A preset's goal does not matter here.

    >>> import pnyx
    >>> answer = pnyx.value(pnyx.position("othello", size=4))
    >>> answer.headline
    'a loss for Black'
    >>> [str(certificate.check()) for certificate in answer.certificates]  # doctest: +ELLIPSIS
    ['Black cannot force a win from ...: checked, ...', 'Black cannot hold a draw from ...: checked, ...']
    """
    prepared = prepare(position, game, algorithm, preset, options, limit, threads)
    record = Convergence() if history else None
    question = prepared.question(all_moves=all_moves)
    answers = _core.value(prepared.position.native, question, stop=stop, on_progress=reporter(on_progress, record))
    questions = tuple(
        from_solution(prepared.position, goal, prepared.algorithm, solution) for goal, solution in answers
    )
    answer = Value(prepared.position, prepared.algorithm, questions, record)
    if record is not None:
        last = questions[-1]
        record.add(answer.nodes, last.proof, last.disproof, last.goal, answer.seconds)
    return answer
