"""Why not this move? Where a proof names one move, what would have come of another.

After the other move the opponent is on move as a rule, so the question is turned round: can the opponent do what the
proof's side must prevent? In chess the mates can be asked about from both sides. There a try that mates later, or of
which nobody knows, is one that fails all the same when it takes longer than the proof, so that is asked first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pnyx.errors import InputError, quoted
from pnyx.notation import line_text
from pnyx.problem import Position
from pnyx.result import why
from pnyx.web.walked import Return, walked
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
    """A move that a proof did not choose, and the questions after it."""

    before: Position
    move: str
    after: Position
    goals: tuple[str, ...]
    """What is asked after it, one after the other; nothing where no move is left to reach the goal."""
    good: str
    """The verdict that says that the move is as good as the proof's."""
    aim: str
    """What it would do, in words."""
    length: int | None = None
    """The moves that the proof takes, where the first question is about them."""
    returns: Return = None
    """Whether it brings an earlier position back, and what that means."""
    known: str | None = None
    """The verdict, where that settles it."""

    def headline(self, answer: Mapping[str, Any]) -> str:
        """The answer in words: the move also does it, or is refuted, or nobody knows."""
        written, late = _numbered(self.before, self.move), self._too_late(answer)
        if self.returns == "illegal":
            return f"{written} must not be played: it brings an earlier position back"
        if self.returns == "draw":
            back = "brings an earlier position back, which is a draw"
            return f"{written} also {self.aim}: it {back}" if self.known == self.good else f"{written}? {back}"
        if answer["verdict"] == self.good:
            return f"{written} also {self.aim}{self._length(answer)}" + (f"; it {late}" if late else "")
        if answer["verdict"] == "unknown":
            reason = why(answer["reason"] or "stopped")
            if late is None:
                return f"Unknown whether {written} also {self.aim}: {reason}"
            return f"{written}? {late}; unknown whether it mates later: {reason}"
        if answer["line"]:
            return f"{written}? is refuted by {_numbered(self.after, answer['line'][0])}"
        if self.after.outcome is None:
            return f"{written}? is too slow"
        end = "a draw" if self.after.outcome == "draw" else f"won by {player(self.after.outcome)}"
        return f"{written}? ends the game: {end}"

    def settled(self) -> dict[str, Any]:
        """The answer where nothing is left to ask: the goal has been reached, or not."""
        verdict = self.known or ("proven" if self.after.outcome == self.before.turn else "disproven")
        answer: dict[str, Any] = {"verdict": verdict, "value": None, "reason": None, "nodes": 0, "seconds": 0.0}
        answer.update(line=[], line_text="", results=[])
        words = self.headline(answer)
        return {**answer, "headline": words, "details": f"{words}."}

    def _length(self, answer: Mapping[str, Any]) -> str:
        """How long a mate takes with this move, where the proof tells how long it takes itself."""
        more = answer["results"][-1]["moves_to_win"] if answer["results"] else None
        return "" if self.length is None or more is None else f", in at most {more + 1}"

    def _too_late(self, answer: Mapping[str, Any]) -> str | None:
        """That it takes longer than the proof, if that is known, and by which defence."""
        if self.length is None or not answer["results"] or answer["results"][0]["verdict"] != "disproven":
            return None
        line = answer["results"][0]["line"]
        return f"does not mate in {self.length}" + (f": {_numbered(self.after, line[0])}" if line else "")


def question_after(
    root: Position,
    line: Sequence[str],
    move: str,
    goal: str,
    prover: str,
    verdict: str,
    length: int | None = None,
) -> Try:
    """The questions whether a move after a line keeps what a proof from the root shows.

    `length` is the number of the prover's moves that the proof takes from there, if it tells.

    >>> import pnyx
    >>> question_after(pnyx.position("tic-tac-toe"), ["a1"], "a2", "win", "x", "disproven").goals
    ('win',)
    >>> question_after(pnyx.position("chess"), [], "a2a3", "mate-in 3", "white", "proven").goals
    ('mated-in 2',)
    >>> question_after(pnyx.position("chess"), [], "a2a3", "mate", "white", "proven", length=4).goals
    ('mated-in 3', 'mated')
    """
    before, made = root, 0
    for each in line:
        made += before.turn == prover
        before = before.play(each)
    after, returns = walked(root, [*line, move])
    made += before.turn == prover
    name, _, number = goal.partition(" ")
    base = name.replace("mated", "mate")
    if base not in _AIMS:
        raise InputError(f"the goal {quoted(goal)} has no opposite, so what comes of other moves cannot be asked")
    aim = _AIMS[base][verdict != "proven"]
    # Where the moves of a mate are counted, going round is not forbidden, only slow.
    if returns == "illegal" or (returns == "draw" and not base.endswith("-in")):
        enough = returns == "draw" and (base == "draw-or-better") == (verdict == "proven")
        known = "proven" if enough else "disproven"
        return Try(before, move, after, (), "proven", aim, returns=returns, known=known)
    if base.startswith("mate"):
        asked = base if after.turn == prover else base.replace("mate", "mated")
        if number:
            left = int(number) - made
            return Try(before, move, after, (f"{asked} {left}",) if left > 0 else (), verdict, aim)
        quick = (f"{asked}-in {length - 1}",) if length is not None and length > 1 and verdict == "proven" else ()
        return Try(before, move, after, (*quick, asked), verdict, aim, length if quick else None)
    if after.turn == prover:
        return Try(before, move, after, (goal,), verdict, aim)
    if base == "score":
        opposite = f"score {1 - int(number)}"
    else:  # without draws, whoever does not win loses
        opposite = _OPPOSITE[base] if _OPPOSITE[base] in after.goals else "win"
    return Try(before, move, after, (opposite,), "disproven" if verdict == "proven" else "proven", aim)


def _numbered(position: Position, move: str) -> str:
    """A move with its number, where it has one, as `1.Qh5` and `1...Kf8`."""
    return line_text(position, [move]).replace(". ", ".")
