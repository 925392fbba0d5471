"""What the rules say about a position of the first level: its moves, and which of them end the game."""

from __future__ import annotations

from pnyx.cluster.desk import Desk
from pnyx.cluster.jobs import Child, Job
from pnyx.cluster.questions import Question, prover_of
from pnyx.cluster.tree import NewChild, Verdict
from pnyx.problem import Position

__all__ = ["Expander"]


class Expander:
    """The rules, asked for one question.

    >>> expander = Expander(Question("tic-tac-toe", "XX./OO./... x", "win"))
    >>> [(child.move, child.verdict) for child in expander.children("XX./OO./... x")][:2]
    [('c3', 'proven'), ('c2', None)]
    """

    def __init__(self, question: Question) -> None:
        self._question = question
        self._prover = prover_of(question)
        self._goal = question.goal.partition(" ")[0]
        self._desk = Desk(question, "pn") if self._goal == "score" else None

    def prover_moves(self, position: str) -> bool:
        """Whether the prover is on move."""
        return self._question.open(position).turn == self._prover

    def children(self, position: str, known: tuple[Child, ...] | None = None) -> list[NewChild]:
        """The positions after all moves; `known` has the numbers that a table knows, else mobility does."""
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
        """How the game has ended; what it scored only a search can tell."""
        outcome = after.outcome
        if outcome is None:
            return None
        if self._desk is not None:
            verdict = self._desk.work(Job(0, after.identity, 1)).verdict
            return None if verdict == "unknown" else verdict
        reached = outcome == self._prover or (outcome == "draw" and self._goal == "draw-or-better")
        return "proven" if reached else "disproven"
