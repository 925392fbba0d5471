"""Why not this move? Searches the moves that a proof does not choose.

After the other move the opponent is usually on move, so the opposite question is asked: can the opponent do what the
proof's side must prevent? In chess mates can be asked about from both sides. There a try fails if it takes longer than
the proof, even if it mates later or is undecided. So that is asked first.

A win within N moves has no opposite question. So it is asked after every reply of the opponent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pnyx._util.words import player
from pnyx.api.goal import Goal, limited_goals
from pnyx.api.goal_words import words_for
from pnyx.api.notation import line_text
from pnyx.api.position import Position
from pnyx.api.walked import Return, walked
from pnyx.api.wording import why
from pnyx.errors import InputError, quoted

_MOST_REPLIES: Final = 1_000
"""Lines of the opponent's moves after a try, at most; where players alternate, its replies."""


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
    """Whether it repeats an earlier position, and the consequence."""
    known: str | None = None
    """The verdict, where nothing is left to ask."""
    replies: tuple[tuple[str, ...], ...] = ()
    """Where it is asked, if not at once: after each of these lines of the opponent's moves, until one fails."""
    refuted: tuple[str, ...] = ()
    """The opponent's moves that settle it."""

    def headline(self, answer: Mapping[str, Any]) -> str:
        """The answer in words: the move also reaches the goal, is refuted, or is undecided."""
        written, late = _numbered(self.before, self.move), self._too_late(answer)
        if self.returns == "illegal":
            return f"{written} is illegal: it repeats an earlier position"
        if self.returns == "draw":
            back = "repeats an earlier position, which is a draw"
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
        answer: dict[str, Any] = {
            "verdict": verdict,
            "value": None,
            "possible_values": None,
            "reason": None,
            "nodes": 0,
            "seconds": 0.0,
        }
        answer.update(line=list(self.refuted), line_text=line_text(self.after, self.refuted), results=[])
        words = self.headline(answer)
        return {**answer, "headline": words, "details": f"{words}."}

    def _length(self, answer: Mapping[str, Any]) -> str:
        """The length of the mate after this move, if the proof has a length."""
        more = answer["results"][-1]["moves_to_win"] if answer["results"] else None
        return "" if self.length is None or more is None else f", in at most {more + 1}"

    def _too_late(self, answer: Mapping[str, Any]) -> str | None:
        """That it takes longer than the proof, if known, and the defence."""
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
    """The questions whether a move after a line preserves the verdict of a proof.

    `length` is the number of the prover's moves that the proof takes from there, if known.

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
    asked = Goal(goal)
    counted = asked.name == "win" and asked.moves is not None
    turned = asked.asked_of(after.turn == prover, root)
    if not counted and (asked.opposite(root) is None or turned is None):
        raise InputError(f"the goal {quoted(goal)} has no opposite, so other moves cannot be searched")
    aim = words_for(goal).aims[verdict != "proven"]
    # In a mate of limited length repetitions are not forbidden, only slow.
    if returns == "illegal" or (returns == "draw" and (asked.moves is None or counted)):
        enough = returns == "draw" and asked.draw_is_enough == (verdict == "proven")
        known = "proven" if enough else "disproven"
        return Try(before, move, after, (), "proven", aim, returns=returns, known=known)
    if turned is None or counted:
        return _counted(Try(before, move, after, (), verdict, aim), asked, prover, (asked.moves or 0) - made)
    wording, negated = turned
    if negated:
        return Try(before, move, after, (wording.text,), "disproven" if verdict == "proven" else "proven", aim)
    if asked.moves is not None:
        left = asked.moves - made
        return Try(before, move, after, (wording.within(left).text,) if left > 0 else (), verdict, aim)
    if asked in limited_goals(root.goals) and length is not None and length > 1 and verdict == "proven":
        return Try(before, move, after, (wording.within(length - 1).text, wording.text), verdict, aim, length)
    return Try(before, move, after, (wording.text,), verdict, aim)


def _counted(tried: Try, asked: Goal, prover: str, left: int) -> Try:
    """The questions whether the prover wins with the moves that are left, where it is on move the next time."""
    replies: list[tuple[str, ...]] = []
    waiting: deque[tuple[str, ...]] = deque([()])
    while waiting:
        line = waiting.popleft()
        here, returns = walked(tried.after, line)
        if returns is None and here.outcome == prover:
            continue
        if returns is not None or here.outcome is not None:
            return replace(tried, known="disproven", refuted=line)
        if here.turn == prover:
            # A disproof may go on where no moves are left.
            if left <= 0:
                return replace(tried, known="disproven")
            replies.append(line)
        else:
            waiting.extend((*line, move) for move in here.moves())
        if len(waiting) + len(replies) > _MOST_REPLIES:
            raise InputError(f"there are more than {_MOST_REPLIES:,} replies to {quoted(tried.move)}")
    if not replies:
        return replace(tried, known="proven")
    return replace(tried, goals=(asked.within(left).text,), replies=() if replies == [()] else tuple(replies))


def _numbered(position: Position, move: str) -> str:
    """A move with its number, where it has one, as `1.Qh5` and `1...Kf8`."""
    return line_text(position, [move]).replace(". ", ".")
