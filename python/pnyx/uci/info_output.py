"""The `info` lines of a search."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from pnyx.api.convergence import INFINITE
from pnyx.api.solve import Progress
from pnyx.uci.mate_score import MateScore


class InfoOutput:
    """The `info` lines of one search.

    >>> said = []
    >>> InfoOutput(said.append, memory=1 << 20).mates([MateScore(1, ("d1d8",))], 12)
    >>> said[0].partition(" nps")[0]
    'info depth 1 seldepth 1 multipv 1 score mate 1 nodes 12'
    """

    def __init__(self, send: Callable[[str], None], memory: int, debug: bool = False) -> None:
        self._send = send
        self._memory = memory
        self._debug = debug
        self._begun = time.monotonic()
        self._deepest = 0
        self._full = 0
        self._has_score = False
        self._shown: list[MateScore] = []

    def string(self, text: str) -> None:
        """An `info string`."""
        self._send(f"info string {' '.join(text.split())}")

    def debug(self, text: str) -> None:
        """An `info string` for `debug on`."""
        if self._debug:
            self.string(text)

    def progress(self, spent: int, lead: Sequence[str], progress: Progress) -> None:
        """The progress of a question; `spent` are nodes of earlier questions, `lead` the moves to its root."""
        self._shown = []
        line = [*lead, *progress.line]
        depth = max(len(line), 1)
        self._deepest = max(self._deepest, depth)
        self._full = min(1000, progress.memory_bytes * 1000 // self._memory)
        # Beside a score, a line would be taken for the score's.
        shown = f" pv {' '.join(line)}" if line and not self._has_score else ""
        self._send(f"info depth {depth} seldepth {self._deepest} {self._spent(spent + progress.nodes)}{shown}")
        proof, disproof = (_number(number) for number in (progress.proof, progress.disproof))
        about = f"{progress.goal} after {' '.join(lead)}" if lead else progress.goal
        self.string(f"{about}: pn {proof} dn {disproof}")

    def mates(self, mates: Sequence[MateScore], nodes: int) -> None:
        """The proved lines, the best first; unchanged ones are not sent again."""
        self._has_score = self._has_score or bool(mates)
        if mates == self._shown:
            return
        self._shown = list(mates)
        for number, mate in enumerate(mates, 1):
            plies = len(mate.line)
            self._send(
                f"info depth {plies} seldepth {plies} multipv {number} score {mate.score} "
                f"{self._spent(nodes)} pv {' '.join(mate.line)}"
            )

    def settled(self, depth: int, nodes: int) -> None:
        """No mate takes this many plies or fewer."""
        self._send(f"info depth {depth} {self._spent(nodes)}")

    def unproved(self, line: Sequence[str], nodes: int) -> None:
        """The move played without a proof, and a possible continuation, without a score."""
        depth = max(self._deepest, len(line))
        self._send(f"info depth {depth} {self._spent(nodes)} pv {' '.join(line)}")

    def over(self, mated: bool) -> None:
        """The game is over: the side to move is mated, or it is a stalemate."""
        self._send(f"info depth 0 score {'mate 0' if mated else 'cp 0'}")

    def _spent(self, nodes: int) -> str:
        seconds = time.monotonic() - self._begun
        speed = int(nodes / seconds) if seconds > 0 else 0
        return f"nodes {nodes} nps {speed} hashfull {self._full} time {int(seconds * 1000)}"


def _number(number: int) -> str:
    return "infinite" if number >= INFINITE else str(number)
