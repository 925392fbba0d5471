"""Why not this move? Where a proof names one move, what would have come of another.

After the other move the opponent is on move as a rule, so the question is turned round: can the opponent do what the
proof's side must prevent? In chess the mates can be asked about from both sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pnyx.errors import InputError, quoted
from pnyx.notation import line_text
from pnyx.problem import Position
from pnyx.result import why
from pnyx.wording import player

__all__ = ["Try", "question_after"]

_AIMS: Final = {
    "mate": ("mates", "prevents mate"),
    "mate-in": ("mates in time", "prevents mate in time"),
    "win": ("wins", "prevents the win"),
    "draw-or-better": ("holds at least a draw", "wins"),
    "score": ("scores enough", "keeps the score down"),
}
"""What a move does for the side that has the goal, and for the other one."""

_OPPOSITE: Final = {"win": "draw-or-better", "draw-or-better": "win"}


@dataclass(frozen=True)
class Try:
    """A move that a proof did not choose, and the question after it."""

    before: Position
    move: str
    after: Position
    goal: str | None
    """What is asked after it; nothing where no move is left to reach the goal."""
    good: str
    """The verdict that says that the move is as good as the proof's."""
    aim: str
    """What it would do, in words."""

    def headline(self, answer: Mapping[str, Any]) -> str:
        """The answer in words: the move also does it, or is refuted, or nobody knows."""
        written = _numbered(self.before, self.move)
        if answer["verdict"] == "unknown":
            return f"Unknown whether {written} also {self.aim}: {why(answer['reason'] or 'stopped')}"
        if answer["verdict"] == self.good:
            return f"{written} also {self.aim}"
        if answer["line"]:
            return f"{written}? is refuted by {_numbered(self.after, answer['line'][0])}"
        if self.after.outcome is None:
            return f"{written}? is too slow"
        end = "a draw" if self.after.outcome == "draw" else f"won by {player(self.after.outcome)}"
        return f"{written}? ends the game: {end}"

    def settled(self) -> dict[str, Any]:
        """The answer where nothing is left to ask: the goal has been reached, or not."""
        verdict = "proven" if self.after.outcome == self.before.turn else "disproven"
        answer: dict[str, Any] = {"verdict": verdict, "value": None, "reason": None, "nodes": 0, "seconds": 0.0}
        answer.update(line=[], line_text="", results=[])
        words = self.headline(answer)
        return {**answer, "headline": words, "details": f"{words}."}


def question_after(root: Position, line: Sequence[str], move: str, goal: str, prover: str, verdict: str) -> Try:
    """The question whether a move after a line keeps what a proof from the root shows.

    >>> import pnyx
    >>> question_after(pnyx.position("tic-tac-toe"), ["a1"], "a2", "win", "x", "disproven").goal
    'win'
    >>> question_after(pnyx.position("chess"), [], "a2a3", "mate-in 3", "white", "proven").goal
    'mated-in 2'
    """
    before, made = root, 0
    for each in line:
        made += before.turn == prover
        before = before.play(each)
    after = before.play(move)
    made += before.turn == prover
    name, _, number = goal.partition(" ")
    base = name.replace("mated", "mate")
    if base not in _AIMS:
        raise InputError(f"the goal {quoted(goal)} has no opposite, so what comes of other moves cannot be asked")
    aim = _AIMS[base][verdict != "proven"]
    if base.startswith("mate"):
        asked: str | None = base if after.turn == prover else base.replace("mate", "mated")
        if number:
            asked = f"{asked} {int(number) - made}" if made < int(number) else None
        return Try(before, move, after, asked, verdict, aim)
    if after.turn == prover:
        return Try(before, move, after, goal, verdict, aim)
    if base == "score":
        opposite = f"score {1 - int(number)}"
    else:  # without draws, whoever does not win loses
        opposite = _OPPOSITE[base] if _OPPOSITE[base] in after.goals else "win"
    return Try(before, move, after, opposite, "disproven" if verdict == "proven" else "proven", aim)


def _numbered(position: Position, move: str) -> str:
    """A move with its number, where it has one, as `1.Qh5` and `1...Kf8`."""
    return line_text(position, [move]).replace(". ", ".")
