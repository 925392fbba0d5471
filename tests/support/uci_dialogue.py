"""A chess program's side of UCI: an engine here or in a process of its own, and what must hold for what it says."""

from __future__ import annotations

import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import chess

from pnyx.uci import Engine

COMMAND = [sys.executable, "-m", "pnyx", "uci"]
PATIENCE = 300
"""Seconds after which an engine that says nothing is taken for dead. No test is about how fast it is."""


@dataclass
class Go:
    """What was said to one `go`."""

    board: chess.Board | None
    lines: list[str] = field(default_factory=list)

    @property
    def best(self) -> str:
        """The move."""
        assert self.lines[-1].startswith("bestmove "), self.lines
        return self.lines[-1].split()[1]

    @property
    def strings(self) -> list[str]:
        """What was said in words."""
        return [line.removeprefix("info string ") for line in self.lines if line.startswith("info string ")]

    @property
    def lengths(self) -> list[int]:
        """The mates of the last lines before the move, by `multipv`."""
        found: dict[int, int] = {}
        for line in self.lines:
            read = re.search(r" multipv (\d+) score mate (-?\d+) ", line)
            if read:
                found[int(read[1])] = int(read[2])
        return [found[number] for number in sorted(found)]

    def judge(self) -> int:
        """Mate scores are right, the move is legal, and there is one of it; gives the number of scores."""
        assert [line.startswith("bestmove") for line in self.lines].index(True) == len(self.lines) - 1
        if self.board is None:
            assert self.best == "(none)"
            return 0
        move = self.lines[-1].split()
        if self.best == "(none)":
            alone = any("leaves no move" in text for text in self.strings)
            assert alone or not any(self.board.legal_moves), (self.board.fen(), self.lines)
        else:
            self.board.push_uci(self.best)
            if len(move) > 2:
                assert move[2] == "ponder"
                self.board.parse_uci(move[3])
            self.board.pop()
        return sum(is_right(self.board, line) for line in self.lines)


def is_right(board: chess.Board, line: str) -> bool:
    """Whether a line has a mate score, which then is right: its moves end in mate after exactly that many."""
    words = [] if line.startswith("info string") else line.split()
    if "pv" in words:
        after = board.copy(stack=False)
        pv = words[words.index("pv") + 1 :]
        for move in pv:
            after.push_uci(move)
    if "score" not in words:
        return False
    kind, number = words[words.index("score") + 1 :][:2]
    if number == "0":
        assert not any(board.legal_moves)
        assert board.is_check() == (kind == "mate")
        return True
    assert kind == "mate", line
    length = int(number)
    assert len(pv) == (2 * length - 1 if length > 0 else -2 * length), line
    assert after.is_checkmate(), (board.fen(), line)
    return True


def split(said: Iterable[str], boards: Iterable[chess.Board | None]) -> list[Go]:
    """What was said to each `go`, by the positions they were about: each has one `bestmove`, and none is left over."""
    gos = [Go(board) for board in boards]
    begun = 0
    for line in said:
        if begun < len(gos):
            gos[begun].lines.append(line)
        begun += line.startswith("bestmove")
    assert begun == len(gos)
    return gos


class Here:
    """An engine in this process."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._begun = 0
        self.engine = Engine(self.said.append)

    def send(self, *lines: str) -> None:
        for line in lines:
            self.engine.handle(line)

    def go(self, words: str = "", position: str | None = None) -> Go:
        """Search until the engine ends by itself, and judge what it says."""
        if position is not None:
            self.send(f"position fen {position}")
        self.begin(words)
        return self.last()

    def begin(self, words: str) -> None:
        """Search."""
        self._begun = len(self.said)
        self.send(f"go {words}")

    def last(self) -> Go:
        """The `go` that was sent last, when it has ended."""
        self.engine.wait()
        board = self.engine._board
        go = Go(None if board is None else board.copy(), self.said[self._begun :])
        go.judge()
        return go

    def until(self, words: str) -> None:
        """Wait until something is said."""
        waited = time.monotonic()
        while not any(words in line for line in self.said[self._begun :]):
            assert time.monotonic() - waited < PATIENCE
            time.sleep(0.001)

    def stays_silent(self) -> None:
        """No move comes; a moment is waited for one that should not."""
        time.sleep(0.02)
        assert not any(line.startswith("bestmove") for line in self.said[self._begun :])


class Process:
    """An engine in a process of its own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in iter(self._process.stdout.readline, b""):
            self._lines.put(line.decode().rstrip())
        self._lines.put(None)

    def send(self, *lines: str | bytes, end: bytes = b"\n") -> None:
        assert self._process.stdin is not None
        for line in lines:
            self._process.stdin.write((line if isinstance(line, bytes) else line.encode()) + end)

    def hear(self, pattern: str) -> list[str]:
        """All that is said until a line matches."""
        heard: list[str] = []
        while True:
            line = self._lines.get(timeout=PATIENCE)
            assert line is not None, f"the engine ended; it said {heard}, and did not say {pattern!r}"
            heard.append(line)
            if re.fullmatch(pattern, line):
                return heard

    def end(self) -> list[str]:
        """Close its input, and hear the rest; it ends well, and complains about nothing."""
        assert self._process.stdin is not None
        assert self._process.stderr is not None
        self._process.stdin.close()
        rest = []
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            rest.append(line)
        assert self._process.wait(PATIENCE) == 0
        assert self._process.stderr.read() == b""
        return rest

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()
