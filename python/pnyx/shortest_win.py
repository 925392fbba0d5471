"""The shortest mate, and the proof that there is none shorter: `pnyx.shortest`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, NoReturn

from pnyx import _core
from pnyx.convergence import Convergence
from pnyx.errors import InputError, quoted
from pnyx.files import reserved
from pnyx.goals import refuse_other_stipulations
from pnyx.problem import Position
from pnyx.result import Certificate, Result, from_solution, why
from pnyx.solving import Limit, Progress, read_order, reporter
from pnyx.wording import spent, unknown_name

__all__ = ["Shortest", "shortest"]


@dataclass(frozen=True)
class Shortest:
    """What is known of the shortest mate.

    Whether it is the shortest may be unknown, so it is not true or false by itself: ask for `length` and `proved`.

    >>> import pnyx
    >>> answer = pnyx.shortest("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1")
    >>> answer.length, answer.proved
    (2, True)
    >>> [(question.goal, question.verdict) for question in answer.questions]
    [('mate-in 2', 'proven'), ('mate-in 1', 'disproven')]
    """

    position: Position
    """The position asked about."""
    goal: str
    """`mate`, or `mated` for the mate of the side to move."""
    algorithm: str
    length: int | None
    """The moves of the mating side in the shortest mate found; `None` if none was found, or could be shown."""
    none_within: int
    """There is no mate within so many moves; one of the `questions` shows it. 1,000,000 if there is no mate at all."""
    reason: str | None
    """Why it is unknown whether there is a shorter one, or any, if it is."""
    nodes: int
    seconds: float
    memory_bytes: int
    resumed_nodes: int
    """Nodes that went before the checkpoint that was taken up."""
    checkpoint_error: str | None
    """Why the last checkpoint could not be written, if it could not."""
    questions: tuple[Result, ...]
    """The answers that show it, with their certificates: a mate within `length`, and none within `none_within`. The
    searches share what they know, so each answer reports the work of all of them."""
    history: Convergence | None = field(default=None, repr=False, compare=False)
    """With `history`: the numbers at the root as the searches went."""

    @property
    def proved(self) -> bool:
        """Whether no mate is shorter, or there is none at all: both are shown by checked certificates."""
        if self.length is None:
            return self.questions[0].disproven
        shown = {question.goal: question.verdict for question in self.questions}
        shorter = shown.get(f"{self.goal}-in {self.length - 1}")
        return self.questions[0].proven and (self.length <= 1 or shorter == "disproven")

    @property
    def unknown(self) -> bool:
        """Whether nothing was found: neither a mate nor that there is none."""
        return self.length is None and not self.proved

    @property
    def line(self) -> list[str]:
        """The moves of the mate against the longest resistance."""
        return self.questions[0].line

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """The certificates of the answers, each accepted by the checker."""
        found = (question.certificate for question in self.questions)
        return tuple(certificate for certificate in found if certificate is not None)

    @property
    def headline(self) -> str:
        """The answer in a few words.

        >>> import pnyx
        >>> pnyx.shortest("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1").headline
        'White mates in 1, and no sooner'
        """
        side = self.questions[0].prover.capitalize()
        if self.proved:
            return self._proved(side)
        if self.length is None:
            rest = f", and in {self.none_within} there is none" if self.none_within else ""
            return f"no mate was found{rest} ({why(self._open)})"
        rest = f", and in {self.none_within} there is no mate" if self.none_within else ""
        return f"{side} mates in {self.length}{rest}; whether it can be done sooner is unknown ({why(self._open)})"

    def _proved(self, side: str) -> str:
        if self.length is None:
            return f"{side} cannot mate"
        return f"{side} mates in {self.length}, and no sooner" if self.length else f"{side} has mated"

    @property
    def _open(self) -> str:
        """Why something is unknown: the searches ended, or an answer could not be shown."""
        return self.reason or next((question.reason for question in self.questions if question.reason), "nodes")

    def to_json(self, certificates: Sequence[str | None] = ()) -> dict[str, Any]:
        """The answer as `pnyx solve --shortest --json` prints it; `certificates` are the paths they were saved at."""
        paths = [*certificates, *[None] * len(self.questions)]
        questions = [question.to_json(path) for question, path in zip(self.questions, paths, strict=False)]
        answer = {
            **questions[0],
            "shortest": {
                "length": self.length,
                "proved": self.proved,
                "none_within": self.none_within,
                "reason": self.reason,
                "nodes": self.nodes,
                "seconds": self.seconds,
            },
            "questions": questions,
        }
        if self.checkpoint_error is not None:
            answer["checkpoint_error"] = self.checkpoint_error
        return answer

    def __bool__(self) -> NoReturn:
        raise TypeError("whether a mate is the shortest may be unknown: ask for .length and .proved")

    def __str__(self) -> str:
        return f"{self.headline} ({spent(self.nodes, self.seconds)})."

    def _repr_svg_(self) -> str:
        from pnyx import draw

        return draw.svg(self.position)

    def _repr_html_(self) -> str:
        from pnyx.notebook import answers

        return answers.shortest(self)


def shortest(
    position: Any,
    goal: str = "mate",
    algorithm: str = "auto",
    *,
    game: Any = None,
    options: Mapping[str, Any] | None = None,
    limit: Limit | None = None,
    threads: int = 1,
    checkpoint: str | PathLike[str] | None = None,
    every: float = 60.0,
    resume: str | PathLike[str] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    stop: _core.StopFlag | None = None,
    history: bool = False,
) -> Shortest:
    """What is the shortest mate? A mate is searched for, then ever shorter ones, until there is none.

    `goal` is `mate`, or `mated` for the shortest way in which the side to move is mated against its best defence. The
    other arguments are those of `pnyx.solve`. When a limit is reached, the shortest mate so far is given, with what is
    known: `none_within`, with its certificate, and `reason`.

    >>> import pnyx
    >>> limit = pnyx.Limit(nodes=10_000)
    >>> print(pnyx.shortest("6k1/5ppp/8/8/8/8/8/K2R4 b - - 0 1", goal="mated", limit=limit).headline)
    no mate was found, and in 3 there is none (the node limit was reached)
    """
    order = read_order(position, game, algorithm, None, options, limit, threads)
    goals = [name for name in ("mate", "mated") if name in order.position.goals]
    if not goals:
        raise InputError(f"{order.position.game} has no mates, so there is no shortest one")
    if goal not in goals:
        if not isinstance(goal, str):
            raise InputError(f"the goal must be a text, such as {goals[0]!r}, not {quoted(goal)}")
        refuse_other_stipulations(goal)
        raise InputError(unknown_name("goal of a shortest mate", goal, goals))
    record = Convergence() if history else None
    with reserved(checkpoint, "checkpoints") as place:
        found = _core.shortest(
            order.position.native,
            goal,
            order.algorithm,
            order.options,
            **order.spending,
            checkpoint=place,
            every=every,
            resume=resume,
            stop=stop,
            on_progress=reporter(on_progress, record),
        )
    answers = (from_solution(order.position, name, order.algorithm, solution) for name, solution in found.questions)
    questions = tuple(answers)
    if record is not None:
        last = questions[-1]
        record.add(found.nodes, last.proof, last.disproof, last.goal, found.seconds)
    return Shortest(
        position=order.position,
        goal=goal,
        algorithm=order.algorithm,
        length=found.length,
        none_within=found.none_within,
        reason=found.reason,
        nodes=found.nodes,
        seconds=found.seconds,
        memory_bytes=found.memory_bytes,
        resumed_nodes=found.resumed_nodes,
        checkpoint_error=found.checkpoint_error,
        questions=questions,
        history=record,
    )
