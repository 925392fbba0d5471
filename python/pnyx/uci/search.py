"""One `go`: which questions are asked, in which order, and what is said at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import chess

from pnyx.result import Certificate, why
from pnyx.uci.attack import Attack, Line
from pnyx.uci.claim import Claim
from pnyx.uci.defence import Defence
from pnyx.uci.endings import Endings
from pnyx.uci.inquiry import Answer, Inquiry, came_twice
from pnyx.uci.opinion import opinion
from pnyx.uci.protocol import Go
from pnyx.wording import player

__all__ = ["Ending", "Search"]

_FIRST_SHARE = 20_000
"""The nodes that each of several questions gets at first; then it is four times as many, again and again."""

_LESS_FOR_DEFENCE = 4
"""Whether the side to move is mated gets so many times fewer: most who ask look for a mate of its own."""

_DEEPEST = 2_000
"""The plies up to which `go depth` asks for one more, and one more again."""

Task = Callable[[int | None], bool]
"""Something to find out with so many nodes; whether it changed what is known."""


@dataclass(frozen=True)
class Ending:
    """How a search ends."""

    line: Sequence[str]
    """The move to play, and what is expected to follow."""
    claim: Claim | None = None
    """The mate that was proved."""
    certificate: Certificate | None = None
    """What shows the mate, or that there is none."""


class Search:
    """Finds mates in one position."""

    def __init__(
        self, inquiry: Inquiry, board: chess.Board, go: Go, allowed: Sequence[str], known: Claim | int | None
    ) -> None:
        wanted = inquiry.settings.multi_pv
        self._inquiry = inquiry
        self._voice = inquiry.voice
        self._board = board
        self._go = go
        self._allowed = allowed
        self._attack = Attack(inquiry, board, allowed, wanted)
        self._defence = Defence(inquiry, board, allowed, wanted)
        self._endings = Endings(inquiry, board, allowed)
        # In another game that led here, other lines may be draws.
        self._known = None if came_twice(board) else known

    def run(self) -> Ending:
        """Search within the limits, and say what was found."""
        if self._go.mate is not None:
            self._within(self._go.mate)
        elif self._go.depth is not None:
            self._deepening(self._go.depth)
        else:
            self._anything()
        return self._end()

    def _within(self, mate: int) -> None:
        """A mate in so many moves."""
        if mate > 0 and isinstance(self._known, Claim) and self._known.moves <= mate:
            self._attack.begin_with(self._known)
        self._all_lines(self._attack if mate > 0 else self._defence, abs(mate))

    def _deepening(self, depth: int) -> None:
        """The shortest mate, by ever more plies."""
        for plies in range(1, min(depth, _DEEPEST) + 1):
            side = self._attack if plies % 2 else self._defence
            if side is self._defence and self._attack.lines:
                continue  # only more lines of the attack are looked for
            side.reopen()
            if not self._all_lines(side, (plies + 1) // 2):
                return
            for line in side.lines:
                # Whatever is shorter was looked at before.
                line.shortest = line.shortest or line.length == (plies + 1) // 2
            if len(side.lines) >= self._inquiry.settings.multi_pv or self._defence.lines:
                return
            if not side.lines:
                self._voice.settled(plies, self._inquiry.nodes)

    def _all_lines(self, side: Attack | Defence, within: int) -> bool:
        """Find all lines that are wanted; whether all questions had an answer."""
        while not side.complete:
            answer = side.find(within=within)
            if answer.verdict == "unknown":
                return False
            self._show()
        return True

    def _anything(self) -> None:
        """Whatever can be found: tasks take turns, with ever more nodes, until all is settled or nothing is left."""
        if isinstance(self._known, Claim):
            self._attack.begin_with(self._known)
            self._show()
        elif self._known is not None and len(self._allowed) == self._board.legal_moves.count():
            self._attack.bound = self._known
        share = _FIRST_SHARE
        while (tasks := self._tasks()) and self._inquiry.spent is None:
            if not self._round(tasks, share):
                share *= 4

    def _round(self, tasks: Sequence[Task], share: int) -> bool:
        """Give each task its turn, until one changes what there is to do."""
        for number, task in enumerate(tasks):
            if self._inquiry.spent is not None:
                return False
            left = self._inquiry.left
            if len(tasks) == 1:
                grant = None
            elif left is not None and share == _FIRST_SHARE:
                grant = max(min(share, left // (len(tasks) - number)), 1)
            else:
                grant = share
            if task(grant):
                self._show()
                return True
        return False

    def _tasks(self) -> list[Task]:
        for side in (self._attack, self._defence):
            if side.lines:
                more = [] if side.complete else [partial(self._find, side)]
                return [*more, *(partial(side.shorten, line) for line in side.lines if line.open)]
        sides: list[Attack | Defence | Endings] = [self._attack, self._defence, self._endings]
        return [partial(self._find, side) for side in sides if not side.closed]

    def _find(self, side: Attack | Defence | Endings, share: int | None) -> bool:
        if side is self._defence and share is not None:
            share = max(share // _LESS_FOR_DEFENCE, 1)
        return side.find(share).claim is not None or bool(side.closed)

    @property
    def _lines(self) -> list[Line]:
        return self._attack.lines or self._defence.lines

    def _show(self) -> None:
        self._voice.claims([line.claim for line in self._lines], self._inquiry.nodes)

    def _end(self) -> Ending:
        """Say what is known, the lines last."""
        lines = self._lines
        if lines:
            self._say_refused()
            self._voice.string(f"proved: {self._proved(lines[0])}")
            self._show()
            claim = lines[0].claim
            return Ending(claim.line, claim, claim.certificate)
        line = opinion(self._board, self._endings.moves)
        # Chess programs show the last words, so that these are what is known and not the guess.
        self._voice.string(f"the move {line[0]} is an opinion")
        refused = self._say_refused()
        if self._endings.words is not None:
            self._voice.string(f"proved: {self._endings.words}")
        elif not refused:
            self._voice.string(f"nothing was proved ({self._reason})")
        self._voice.unproved(line, self._inquiry.nodes)
        return Ending(line, certificate=refused[0].certificate if refused else None)

    def _say_refused(self) -> list[Answer]:
        """Say which mates are proved not to be there."""
        refused = []
        for side in (self._attack, self._defence):
            if side.refused is not None:
                refused.append(side.refused)
                self._voice.string(f"proved: {side.refused.words}{self._conditions(side)}")
        return refused

    def _proved(self, line: Line) -> str:
        """The best line in words."""
        attacks = line.claim.moves > 0
        winner = self._board.turn if attacks else not self._board.turn
        words = f"{player(chess.COLOR_NAMES[winner])} mates in {line.length}"
        sooner = ", and no sooner" if line.shortest else ""
        if attacks:
            return words + sooner + (self._conditions(self._attack) if sooner else "")
        return words + self._moves_in_words("after") + sooner + (self._restriction if sooner else "")

    def _conditions(self, side: Attack | Defence) -> str:
        """What a no holds for, where it does not hold for all moves."""
        return self._restriction + self._moves_in_words("by" if side is self._attack else "after one of")

    @property
    def _restriction(self) -> str:
        attack = self._inquiry.settings.attack
        return f" with attack={attack}" if attack else ""

    def _moves_in_words(self, how: str) -> str:
        bound = len(self._allowed) < self._board.legal_moves.count()
        return f" {how} {', '.join(self._allowed)}" if bound else ""

    @property
    def _reason(self) -> str:
        return why(self._inquiry.spent or self._attack.closed or self._defence.closed or "nodes")
