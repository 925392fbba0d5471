"""Mate queries: questions for `pnyx.solve` within the limits of one `go`.

A question is first asked about the position alone. The fifty-move rule and earlier repetitions can only take a mate
away, so a disproof stands; a proof that they could affect is searched again with them.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeGuard

import chess

from pnyx import _core
from pnyx.api.catalogue import algorithm_info
from pnyx.api.position import Position, position
from pnyx.api.result import Certificate, Result, Verdict
from pnyx.api.solve import Limit, Progress, solve
from pnyx.api.wording import sentence
from pnyx.errors import PnyxError
from pnyx.uci.few_men import FewMen
from pnyx.uci.info_output import InfoOutput
from pnyx.uci.mate_score import MateScore, take
from pnyx.uci.options import Settings

_REPEATED = "a line would repeat a position of the game"
_REPEATED_NODES = 200_000
"""What may be spent on finding a mate without such lines."""


class Answer(NamedTuple):
    """The answer to a question."""

    verdict: Verdict
    reason: str | None = None
    """Why it is unknown, if it is."""
    mate: MateScore | None = None
    """The mate, if it is a yes to a question about mates."""
    words: str = ""
    """The answer in words."""
    certificate: Certificate | None = None
    line: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether asking again with more nodes is of no use."""
        return self.verdict == "unknown" and self.reason not in ("nodes", "seconds", "stopped")


class MateQueries:
    """Runs searches, counts nodes and time, and reports to the chess program."""

    def __init__(
        self,
        settings: Settings,
        nodes: int | None,
        stop: _core.StopFlag,
        late: threading.Event,
        info: InfoOutput,
        few_men: FewMen | None = None,
    ) -> None:
        self.settings = settings
        self.info = info
        self._stop = stop
        self._late = late
        self.nodes = 0
        """Nodes of all questions so far."""
        self._most = nodes
        parallel = algorithm_info(settings.algorithm).parallel
        self._threads = settings.threads if parallel else 1
        self._few_men = few_men

    @property
    def left(self) -> int | None:
        """The nodes that may still be spent; `None` without a limit."""
        return None if self._most is None else max(self._most - self.nodes, 0)

    @property
    def spent(self) -> str | None:
        """Why no more can be searched, if so."""
        if self._stop.is_set():
            return "seconds" if self._late.is_set() else "stopped"
        return "nodes" if self.left == 0 else None

    def mate(
        self,
        board: chess.Board,
        goal: str,
        share: int | None = None,
        *,
        exclude: Collection[str] = (),
        lead: Sequence[str] = (),
    ) -> Answer:
        """Is there a mate? `exclude` are first moves left out, `lead` the moves from the position of the `go`."""
        options = {"attack": self.settings.attack, "exclude": ",".join(sorted(exclude))}
        options = {name: value for name, value in options.items() if value}
        plain = position("chess", board.fen(), **options)
        answer, result = self.ask(plain, goal, share, lead)
        if _proven(result) and self._too_late(board, result):
            strict = position("chess", board.fen(), fifty_move_rule=True, **options)
            answer, result = self.ask(strict, goal, share, lead)
            answer = answer._replace(words=f"{answer.words}, by the fifty-move rule")
        if _proven(result) and came_twice(board):
            result = self._without_repetition(board, goal, options, lead)
            if result is None:
                return Answer("unknown", self.spent or _REPEATED)
        if not _proven(result):
            return answer
        try:
            return answer._replace(mate=take(board, result))
        except PnyxError as error:
            self.info.string(str(error))
            return Answer("unknown", "line failed")

    def _without_repetition(
        self, board: chess.Board, goal: str, options: Mapping[str, str], lead: Sequence[str]
    ) -> Result | None:
        """The same mate, on lines that do not lead through the game's positions. Neither goals with a length nor the
        fifty-move rule go with a history, so that it is asked without these, and the length compared.
        """
        kind, _, length = goal.partition("-in ")
        _, result = self.ask(position(board, **options), kind, _REPEATED_NODES, lead)
        if not _proven(result) or self._too_late(board, result):
            return None
        return None if length and (result.moves_to_win or 0) > int(length) else result

    def _too_late(self, board: chess.Board, result: Result) -> bool:
        """Whether the fifty-move rule could get in the way."""
        return self.settings.fifty_moves and board.halfmove_clock + (result.plies or 0) > 100

    def ask(
        self, place: Position, goal: str, share: int | None = None, lead: Sequence[str] = ()
    ) -> tuple[Answer, Result | None]:
        """Run one search."""
        if self.spent is not None:
            return Answer("unknown", self.spent), None
        spent = self.nodes

        def report(progress: Progress) -> None:
            self.info.progress(spent, lead, progress)

        result = self._by_table(place, goal)
        if result is None and self.spent is not None:
            return Answer("unknown", self.spent), None
        if result is None:
            most = min((nodes for nodes in (share, self.left) if nodes is not None), default=None)
            result = solve(
                place,
                goal,
                self.settings.algorithm,
                limit=Limit(nodes=most, memory=self.settings.hash << 20),
                threads=self._threads,
                on_progress=report,
                stop=self._stop,
            )
        self.nodes += max(result.nodes, 1)
        words = sentence(result.prover, goal, result.verdict, result.moves_to_win)
        self.info.debug(f"{goal} of {place.board}: {words}, {result.nodes} nodes")
        answer = Answer(
            result.verdict, result.reason, words=words, certificate=result.certificate, line=tuple(result.line)
        )
        return answer, result

    def _by_table(self, place: Position, goal: str) -> Result | None:
        """The answer of a table of all positions, where there are few men.

        The first question, which may be a short mate, does not have one made.
        """
        if self._few_men is None or self.settings.algorithm != "auto" or place.text != place.board:
            return None
        if self.nodes == 0 and not self._few_men.has_table:
            return None
        result, found = self._few_men.ask(place, goal, self.left, self._stop)
        self.nodes += found
        return result


def _proven(result: Result | None) -> TypeGuard[Result]:
    return result is not None and result.proven


def came_twice(board: chess.Board) -> bool:
    """Whether a position that can still be repeated, other than this one, has come at least twice in the game.

    >>> board = chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    >>> for move in ("a1a2", "e8e7", "a2a1", "e7e8") * 2:
    ...     _ = board.push_uci(move)
    >>> came_twice(board)
    True
    """
    before = board.copy()
    counted: Counter[str] = Counter()
    while before.move_stack:
        move = before.pop()
        if not move or before.is_irreversible(move):
            break
        counted[before.epd()] += 1
    return any(count > 1 for epd, count in counted.items() if epd != board.epd())
