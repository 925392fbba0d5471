"""The shortest win, with a proof that none is shorter: `pnyx.shortest`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, NoReturn

from pnyx import _core
from pnyx._util.files import reserved
from pnyx._util.words import player
from pnyx.api.convergence import Convergence
from pnyx.api.goal import Goal, limited_goals, read_goal
from pnyx.api.goal_words import GoalWords, words_for
from pnyx.api.position import Position
from pnyx.api.result import Certificate, Result, from_solution
from pnyx.api.shown import ShownOnBoard, shared_fields
from pnyx.api.solve import Limit, Progress, prepare, reporter
from pnyx.api.wording import spent, unknown_name, why
from pnyx.errors import InputError


@dataclass(frozen=True)
class Shortest(ShownOnBoard):
    """The shortest win, or bounds on its length: the winner's own moves are counted.

    Whether it is the shortest may be unknown, so it is neither true nor false: use `length` and `proved`.

    >>> import pnyx
    >>> answer = pnyx.shortest("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1")
    >>> answer.length, answer.proved
    (2, True)
    >>> [(question.goal, question.verdict) for question in answer.questions]
    [('mate-in 2', 'proven'), ('mate-in 1', 'disproven')]
    >>> print(pnyx.shortest("X.../O.../..../.... x", game="tic-tac-toe").headline)
    X wins in 3, and no sooner
    """

    position: Position
    """The position asked about."""
    goal: str
    """`win`; in chess also `mate`, or `mated` for the mate of the side to move."""
    algorithm: str
    length: int | None
    """The winner's own moves in the shortest win found; `None` if none was found, or could be shown."""
    none_within: int
    """There is no win within this many moves; one of the `questions` proves it. 1,000,000 if there is no win at
    all."""
    reason: str | None
    """Why it is unknown whether there is a win, or a shorter one."""
    nodes: int
    seconds: float
    memory_bytes: int
    resumed_nodes: int
    """Nodes searched before the checkpoint that was resumed."""
    checkpoint_error: str | None
    """Why the last checkpoint could not be written; `None` if it was written."""
    questions: tuple[Result, ...]
    """The answers that prove it, with their certificates: a win within `length`, and none within `none_within`. The
    searches share a table, so each answer reports the effort of all of them."""
    history: Convergence | None = field(default=None, repr=False, compare=False)
    """With `history`: the proof and disproof number of the root over time."""

    @property
    def proved(self) -> bool:
        """Whether the answer is proved by checked certificates: no win is shorter, or there is none at all."""
        if self.length is None:
            return self.questions[0].disproven
        shown = {question.goal: question.verdict for question in self.questions}
        shorter = shown.get(f"{self.goal}-in {self.length - 1}")
        return self.questions[0].proven and (self.length <= 1 or shorter == "disproven")

    @property
    def unknown(self) -> bool:
        """Whether neither a win was found nor that there is none."""
        return self.length is None and not self.proved

    @property
    def line(self) -> list[str]:
        """The moves of the win against the longest resistance."""
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
        side, words = player(self.questions[0].prover), words_for(self.goal)
        if self.proved:
            return self._proved(side, words)
        if self.length is None:
            rest = f", and there is none in {self.none_within}" if self.none_within else ""
            return f"no {words.noun} was found{rest} ({why(self._open)})"
        rest = f", and there is no {words.noun} in {self.none_within}" if self.none_within else ""
        found = f"{side} {words.counted} in {self.length}{rest}"
        return f"{found}; whether a shorter {words.noun} exists is unknown ({why(self._open)})"

    def _proved(self, side: str, words: GoalWords) -> str:
        if self.length is None:
            return f"{side} {words.never}"
        return f"{side} {words.counted} in {self.length}, and no sooner" if self.length else f"{side} {words.done}"

    @property
    def _open(self) -> str:
        """Why something is unknown: the searches ended, or a certificate was not accepted."""
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
        raise TypeError("whether a win is the shortest may be unknown: use .length and .proved")

    def __str__(self) -> str:
        return f"{self.headline} ({spent(self.nodes, self.seconds)})."


def shortest(
    position: Any,
    goal: str | Goal | None = None,
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
    """Find the shortest win: first any win, then shorter ones, until there is none.

    The winner's own moves are counted, as by the goal `win-in N`; where players alternate, a win in N takes 2 N - 1
    plies, or 2 N if the other side makes the last move. `goal` is `win`; in chess `mate` (the default), or `mated` for
    the shortest way in which the side to move is mated against its best defence. The other arguments are those of
    `pnyx.solve`. When a limit is reached, the result has the shortest win so far, `none_within` with its certificate,
    and `reason`.

    >>> import pnyx
    >>> limit = pnyx.Limit(nodes=10_000)
    >>> print(pnyx.shortest("6k1/5ppp/8/8/8/8/8/K2R4 b - - 0 1", goal="mated", limit=limit).headline)
    no mate was found, and there is none in 3 (the node limit was reached)
    """
    prepared = prepare(position, game, algorithm, None, options, limit, threads)
    goals = limited_goals(prepared.position.goals)
    if not goals:
        raise InputError(
            f"{prepared.position.game} has no goal within a number of moves, so there is no shortest win: moves are "
            "not counted where repeating is illegal"
        )
    asked = goals[0] if goal is None else read_goal(prepared.position, goal)
    if asked not in goals:
        raise InputError(unknown_name("goal of a shortest win", asked.text, map(str, goals)))
    record = Convergence() if history else None
    with reserved(checkpoint, "checkpoints") as place:
        question = prepared.question(asked, place, every, resume)
        found = _core.shortest(prepared.position.native, question, stop=stop, on_progress=reporter(on_progress, record))
    answers = (
        from_solution(prepared.position, name, prepared.algorithm, solution) for name, solution in found.questions
    )
    questions = tuple(answers)
    if record is not None:
        last = questions[-1]
        record.add(found.nodes, last.proof, last.disproof, last.goal, found.seconds)
    return Shortest(
        **shared_fields(found, Shortest, without=["questions"]),
        position=prepared.position,
        goal=asked.text,
        algorithm=prepared.algorithm,
        questions=questions,
        history=record,
    )
