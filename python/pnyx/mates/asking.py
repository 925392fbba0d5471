"""Questions about mates in a number of moves, asked of `pnyx.solve` within one limit for all of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import chess

from pnyx import _core
from pnyx.adapters.boards import to_board
from pnyx.api.position import Position, position
from pnyx.api.result import Verdict
from pnyx.api.solve import Limit, Progress, solve

_SOME_MOVES = "some moves stayed undecided within their share of the limits"
"""The reason when a mate was found, and other moves stayed undecided although the limits were not reached."""

_NO_LIMIT = 2**62
"""No node limit. A tree without a limit decides every move, however long it takes."""


@dataclass(frozen=True)
class VariationsProgress:
    """The progress of `pnyx.variations`: moves of the tree, questions, nodes, and the current line."""

    moves: int
    questions: int
    nodes: int
    seconds: float
    line: tuple[str, ...]


@dataclass(frozen=True)
class Place:
    """A position, for the searches and for python-chess, which writes its moves."""

    position: Position
    board: chess.Board

    @staticmethod
    def of(root: Position) -> Place:
        """The place where it begins."""
        return Place(root, to_board(root).copy(stack=False))

    def play(self, move: str) -> Place:
        """After a move."""
        board = self.board.copy(stack=False)
        board.push_uci(move)
        options = self.position.options
        if "exclude" in options:  # which binds the first move only
            return Place(_opened(board, options), board)
        return Place(self.position.play(move), board)

    def passed(self) -> Place | None:
        """As if the side to move had passed; `None` if it is in check."""
        if self.board.is_check():
            return None
        board = self.board.copy(stack=False)
        board.push(chess.Move.null())
        return Place(_opened(board, self.position.options), board)

    def san(self, move: str) -> str:
        """A move in short algebraic notation."""
        return self.board.san(self.board.parse_uci(move))

    @property
    def is_mate(self) -> bool:
        """Whether the side to move is mated."""
        return self.position.outcome not in (None, "draw")

    @property
    def key(self) -> str:
        """What a mate in a number of moves depends on."""
        fields = self.position.board.split()
        return " ".join(fields if "fifty-move-rule" in self.position.options else fields[:4])


def _opened(board: chess.Board, options: dict[str, str]) -> Position:
    kept = {name: value for name, value in options.items() if name != "exclude"}
    return position("chess", board.fen(en_passant="fen"), **kept)


class Answer(NamedTuple):
    """Whether there is a mate in N moves, and by which first moves."""

    verdict: Verdict
    reason: str | None
    moves: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()


class Found(NamedTuple):
    """The shortest mate within a number of moves."""

    verdict: Verdict
    length: int | None = None
    """At most this many moves; `None` without a mate in time, or if none is known."""
    exact: bool = True
    """Whether it is proved that there is no shorter one."""
    moves: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()


NO_THREAT = Found("disproven")


@dataclass
class Questions:
    """Runs searches, remembers the answers, and counts nodes and time."""

    algorithm: str
    options: dict[str, str]
    limit: Limit
    threads: int = 1
    stop: _core.StopFlag | None = None
    on_progress: Callable[[VariationsProgress], None] | None = None
    asked: int = 0
    nodes: int = 0
    moves: int = 0
    """The moves of the tree so far, for the progress."""
    line: list[str] = field(default_factory=list)
    """The moves to the position that is searched, for the progress."""
    reason: str | None = None
    """Why a question stayed open: the first reason met."""
    _known: dict[tuple[str, int, bool], Answer] = field(default_factory=dict)
    _begun: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """The time since the first question."""
        return time.monotonic() - self._begun

    def remaining(self) -> Limit | str:
        """The remaining limit, or the reason why nothing is left."""
        if self.stop is not None and self.stop.is_set():
            return "stopped"
        nodes = None if self.limit.nodes is None else self.limit.nodes - self.nodes
        seconds = None if self.limit.seconds is None else self.limit.seconds - self.seconds
        if nodes is not None and nodes <= 0:
            return "nodes"
        if seconds is not None and seconds <= 0:
            return "seconds"
        if nodes is None and seconds is None:
            nodes = _NO_LIMIT
        return Limit(nodes, seconds, self.limit.memory)

    def open(self, reason: str | None) -> None:
        """A question stays open for this reason."""
        self.reason = self.reason or reason

    def ask(self, place: Place, length: int, all_moves: bool = True) -> Answer:
        """Can the side to move mate in `length` moves, and by which first moves?"""
        for enough in {all_moves, True}:
            known = self._known.get((place.key, length, enough))
            if known is not None:
                return known
        limit = self.remaining()
        if isinstance(limit, str):
            self.open(limit)
            return Answer("unknown", limit, unsettled=tuple(place.position.moves()) if all_moves else ())
        found = solve(
            place.position,
            f"mate-in {length}",
            self.algorithm,
            options=self.options,
            limit=limit,
            threads=self.threads,
            all_moves=all_moves,
            stop=self.stop,
            on_progress=self.reporter(),
        )
        self.asked += 1
        self.nodes += found.nodes
        answer = Answer(
            found.verdict, found.reason, tuple(found.winning_moves or ()), tuple(found.unsettled_moves or ())
        )
        if found.unknown or answer.unsettled:
            now = self.remaining()
            self.open(found.reason or (now if isinstance(now, str) else _SOME_MOVES))
        elif "exclude" not in place.position.options:  # the same position may come again without exclusions
            self._known[place.key, length, all_moves] = answer
            if found.disproven:
                self._known[place.key, length, True] = answer
        self.report()
        return answer

    def shortest(self, place: Place, most: int) -> Found:
        """The shortest mate of the side to move within `length` moves, and all first moves of it."""
        exact = True
        answer = Answer("disproven", None)
        for length in range(1, most + 1):
            answer = self.ask(place, length)
            if answer.verdict == "proven":
                return Found("proven", length, exact, answer.moves, answer.unsettled)
            exact = exact and answer.verdict == "disproven"
        return Found(answer.verdict)

    def report(self, nodes: int = 0) -> None:
        """Report the progress to the caller."""
        if self.on_progress is not None:
            self.on_progress(
                VariationsProgress(self.moves, self.asked, self.nodes + nodes, self.seconds, tuple(self.line))
            )

    def reporter(self) -> Callable[[Progress], None] | None:
        """The progress callback of the searches, if the caller has one."""
        if self.on_progress is None:
            return None

        def within(progress: Progress) -> None:
            self.report(progress.nodes)

        return within
