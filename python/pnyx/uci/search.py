"""One `go`: the order of questions, and the final report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import chess

from pnyx._util.words import player
from pnyx.api.result import Certificate
from pnyx.api.wording import why
from pnyx.uci.attack import Attack, Line
from pnyx.uci.defence import Defence
from pnyx.uci.endings import Endings
from pnyx.uci.guess import guess
from pnyx.uci.mate_queries import Answer, MateQueries, came_twice
from pnyx.uci.mate_score import MateScore
from pnyx.uci.protocol import Go

_FIRST_SHARE = 20_000
"""The nodes that each of several questions gets at first; then it is four times as many, again and again."""

_LESS_FOR_DEFENCE = 4
"""The question whether the side to move is mated gets this many times fewer nodes: most users look for a mate."""

_DEEPEST = 2_000
"""The plies up to which `go depth` asks for one more, and one more again."""

Task = Callable[[int | None], bool]
"""A search with a number of nodes; returns whether it changed the results."""


@dataclass(frozen=True)
class Ending:
    """How a search ends."""

    line: Sequence[str]
    """The move to play, and what is expected to follow."""
    mate: MateScore | None = None
    """The mate that was proved."""
    certificate: Certificate | None = None
    """What shows the mate, or that there is none."""


class Search:
    """Finds mates in one position."""

    def __init__(
        self, queries: MateQueries, board: chess.Board, go: Go, allowed: Sequence[str], known: MateScore | int | None
    ) -> None:
        wanted = queries.settings.multi_pv
        self._queries = queries
        self._info = queries.info
        self._board = board
        self._go = go
        self._allowed = allowed
        self._attack = Attack(queries, board, allowed, wanted)
        self._defence = Defence(queries, board, allowed, wanted)
        self._endings = Endings(queries, board, allowed)
        # In another game that led here, other lines may be draws.
        self._known = None if came_twice(board) else known

    def run(self) -> Ending:
        """Search within the limits, and report the result."""
        if self._go.mate is not None:
            self._within(self._go.mate)
        elif self._go.depth is not None:
            self._deepening(self._go.depth)
        else:
            self._anything()
        return self._end()

    def _within(self, mate: int) -> None:
        """A mate in N moves."""
        if mate > 0 and isinstance(self._known, MateScore) and self._known.moves <= mate:
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
                # Whatever is shorter was examined before.
                line.shortest = line.shortest or line.length == (plies + 1) // 2
            if len(side.lines) >= self._queries.settings.multi_pv or self._defence.lines:
                return
            if not side.lines:
                self._info.settled(plies, self._queries.nodes)

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
        if isinstance(self._known, MateScore):
            self._attack.begin_with(self._known)
            self._show()
        elif self._known is not None and len(self._allowed) == self._board.legal_moves.count():
            self._attack.bound = self._known
        share = _FIRST_SHARE
        while (tasks := self._tasks()) and self._queries.spent is None:
            if not self._round(tasks, share):
                share *= 4

    def _round(self, tasks: Sequence[Task], share: int) -> bool:
        """Give each task its turn, until one changes what there is to do."""
        for number, task in enumerate(tasks):
            if self._queries.spent is not None:
                return False
            left = self._queries.left
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
        return side.find(share).mate is not None or bool(side.closed)

    @property
    def _lines(self) -> list[Line]:
        return self._attack.lines or self._defence.lines

    def _show(self) -> None:
        self._info.mates([line.mate for line in self._lines], self._queries.nodes)

    def _end(self) -> Ending:
        """Report the results, the lines last."""
        lines = self._lines
        if lines:
            self._say_refused()
            self._info.string(f"proved: {self._proved(lines[0])}")
            self._show()
            mate = lines[0].mate
            return Ending(mate.line, mate, mate.certificate)
        line = guess(self._board, self._endings.moves)
        # Chess programs show the last string, so that the result comes after the guess.
        self._info.string(f"nothing proved; {line[0]} is a shallow-search guess")
        refused = self._say_refused()
        if self._endings.words is not None:
            self._info.string(f"proved: {self._endings.words}")
        elif not refused:
            reason = self._queries.spent or self._attack.closed or self._defence.closed or "nodes"
            self._info.string(f"nothing proved ({why(reason)})")
        self._info.unproved(line, self._queries.nodes)
        return Ending(line, certificate=refused[0].certificate if refused else None)

    def _say_refused(self) -> list[Answer]:
        """Report which mates are proved not to exist."""
        refused = []
        for side in (self._attack, self._defence):
            if side.refused is not None:
                refused.append(side.refused)
                self._info.string(f"proved: {side.refused.words}{self._conditions(side)}")
        return refused

    def _proved(self, line: Line) -> str:
        """The best line in words."""
        attacks = line.mate.moves > 0
        winner = self._board.turn if attacks else not self._board.turn
        words = f"{player(chess.COLOR_NAMES[winner])} mates in {line.length}"
        sooner = ", and no sooner" if line.shortest else ""
        if attacks:
            return words + sooner + (self._conditions(self._attack) if sooner else "")
        return words + self._moves_in_words("after") + sooner + (self._restriction if sooner else "")

    def _conditions(self, side: Attack | Defence) -> str:
        """The restriction of a disproof that does not hold for all moves."""
        return self._restriction + self._moves_in_words("by" if side is self._attack else "after one of")

    @property
    def _restriction(self) -> str:
        attack = self._queries.settings.attack
        return f" with attack={attack}" if attack else ""

    def _moves_in_words(self, how: str) -> str:
        bound = len(self._allowed) < self._board.legal_moves.count()
        return f" {how} {', '.join(self._allowed)}" if bound else ""
