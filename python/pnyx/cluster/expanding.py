"""Expanding a position of the first level: its moves, and which of them end the game."""

from __future__ import annotations

from pnyx.api.goal import Goal
from pnyx.api.position import Position
from pnyx.cluster.job_runner import JobRunner
from pnyx.cluster.jobs import Child, Job
from pnyx.cluster.questions import Question, prover_of
from pnyx.cluster.tree import NewChild, Verdict


class Expander:
    """The rules, asked for one question.

    >>> expander = Expander(Question("tic-tac-toe", "XX./OO./... x", "win"))
    >>> [(child.move, child.verdict) for child in expander.children("XX./OO./... x")][:2]
    [('c3', 'proven'), ('c2', None)]
    """

    def __init__(self, question: Question) -> None:
        self._question = question
        self._prover = prover_of(question)
        self._goal = Goal(question.goal)
        self._runner = None if self._goal.number is None else JobRunner(question, "pn")

    def children(self, position: str, known: tuple[Child, ...] | None = None) -> list[NewChild]:
        """The positions after all moves, with the numbers in `known`, else those of mobility."""
        here = self._question.open(position)
        numbers = {move: (proof, disproof) for move, proof, disproof in known or ()}
        return [self._child(move, here.play(move), numbers.get(move)) for move in here.moves()]

    def _child(self, move: str, after: Position, numbers: tuple[int, int] | None) -> NewChild:
        ours = after.turn == self._prover
        verdict = self._verdict(after)
        if numbers is None and verdict is None:
            mobility = max(1, len(after.moves()))
            numbers = (1, mobility) if ours else (mobility, 1)
        return NewChild(move, after.identity, ours, *(numbers or (1, 1)), verdict)

    def _verdict(self, after: Position) -> Verdict | None:
        """How the game has ended; what it scored only a search can find."""
        outcome = after.outcome
        if outcome is None:
            return None
        if self._runner is not None:
            verdict = self._runner.work(Job(0, after.identity, 1)).verdict
            return None if verdict == "unknown" else verdict
        reached = outcome == self._prover or (outcome == "draw" and self._goal.draw_is_enough)
        return "proven" if reached else "disproven"
