"""The value of a position, win, draw or loss: `pnyx.value`.

The file is not called `value.py`, because a module and a function of one name in one package hide each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NoReturn

from pnyx import _core
from pnyx.convergence import Convergence
from pnyx.problem import Position
from pnyx.result import Certificate, Result, from_solution, why
from pnyx.solving import Limit, Progress, read_order, reporter
from pnyx.wording import spent, value_words

__all__ = ["GameValue", "Value", "value"]

GameValue = Literal["win", "draw", "loss"]
"""What a position is worth to the player on move, when both sides play as well as can be."""

_VALUES: Final[tuple[GameValue, ...]] = ("win", "draw", "loss")
_HOLD: Final = "draw-or-better"
"""The goal of the second question, in games that can end in a draw."""


@dataclass(frozen=True)
class Value:
    """What a position is worth to the player on move, and the answers that say so.

    A value is not true or false by itself, because it may be unknown: ask for `value`, or for `possible`.

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
    """With `history`: the numbers at the root as the searches went."""

    @property
    def possible(self) -> tuple[GameValue, ...]:
        """The values that are not ruled out, the best first: one of them when the value is known.

        >>> import pnyx
        >>> pnyx.value("XX./OO./... x").possible
        ('win',)
        >>> pnyx.value(pnyx.position("chess"), limit=pnyx.Limit(nodes=100)).possible
        ('win', 'draw', 'loss')
        """
        ruled_out: set[GameValue] = set() if _HOLD in self.position.goals else {"draw"}
        for question in self.questions:
            values: tuple[GameValue, ...] = ("win", "draw") if question.goal == _HOLD else ("win",)
            if question.disproven:
                ruled_out.update(values)
            elif question.proven:
                ruled_out.update(value for value in _VALUES if value not in values)
        return tuple(value for value in _VALUES if value not in ruled_out)

    @property
    def value(self) -> GameValue | None:
        """`win`, `draw` or `loss`; `None` when the searches ran out before it was known."""
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
        """The value as `pnyx solve --json` prints it; `certificates` are the paths they were saved at, by question.

        It is the first question's answer, with the value and all questions added to it.

        >>> import pnyx
        >>> answer = pnyx.value("XX./OO./... x").to_json()
        >>> answer["value"], answer["verdict"], len(answer["questions"])
        ('win', 'proven', 1)
        """
        paths = [*certificates, *[None] * len(self.questions)]
        questions = [question.to_json(path) for question, path in zip(self.questions, paths, strict=False)]
        return {
            **questions[0],
            "value": self.value,
            "possible_values": list(self.possible),
            "questions": questions,
        }

    @property
    def headline(self) -> str:
        """The value in a few words.

        >>> import pnyx
        >>> pnyx.value("XX./OO./... x").headline
        'a win for X'
        >>> pnyx.value(pnyx.position("chess"), limit=pnyx.Limit(nodes=100)).headline
        'unknown (the node limit was reached)'
        """
        known = value_words(self.position.turn, self.possible)
        if self.reason is None:
            return known
        nothing = all(question.unknown for question in self.questions)
        return f"unknown{'' if nothing else f', but {known}'} ({why(self.reason)})"

    def __bool__(self) -> NoReturn:
        raise TypeError("a value may be unknown, so it is neither true nor false: ask for .value")

    def __str__(self) -> str:
        return f"{self.headline[:1].upper()}{self.headline[1:]} ({spent(self.nodes, self.seconds)})."

    def _repr_svg_(self) -> str:
        from pnyx import draw

        return draw.svg(self.position)

    def _repr_html_(self) -> str:
        from pnyx.notebook import answers

        return answers.value(self)


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
    """What is a position worth to the player on move: a win, a draw or a loss?

    It takes one or two questions of the kind that `pnyx.solve` answers: can the player on move win, and if not, can it
    hold a draw? Games that cannot end in a draw need only the first. When the first stays unknown, the second is asked
    all the same if any of the limit is left, because whoever cannot hold a draw has lost. So a win rests on the
    certificate of the first question, a draw on both, and a loss on that of the last.

    The arguments are those of `pnyx.solve`. The limit is for all questions together (that of memory for one at a time),
    and `all_moves` is answered for each of them. A preset's goal does not matter here.

    >>> import pnyx
    >>> answer = pnyx.value(pnyx.position("othello", size=4))
    >>> answer.headline
    'a loss for Black'
    >>> [str(certificate.check()) for certificate in answer.certificates]  # doctest: +ELLIPSIS
    ['Black cannot force a win from ...: checked, ...', 'Black cannot hold a draw from ...: checked, ...']
    """
    order = read_order(position, game, algorithm, preset, options, limit, threads)
    record = Convergence() if history else None
    answers = _core.value(
        order.position.native,
        order.algorithm,
        order.options,
        **order.spending,
        all_moves=all_moves,
        stop=stop,
        on_progress=reporter(on_progress, record),
    )
    questions = tuple(from_solution(order.position, goal, order.algorithm, solution) for goal, solution in answers)
    answer = Value(order.position, order.algorithm, questions, record)
    if record is not None:
        last = questions[-1]
        record.add(answer.nodes, last.proof, last.disproof, last.goal, answer.seconds)
    return answer
