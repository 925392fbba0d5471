"""The engine: its state between commands, and the commands."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import chess

from pnyx import _core
from pnyx.errors import InputError, quoted
from pnyx.uci.clock import allotted
from pnyx.uci.few_men import FewMen
from pnyx.uci.info_output import InfoOutput
from pnyx.uci.job import Job
from pnyx.uci.mate_queries import MateQueries
from pnyx.uci.memory import Memory
from pnyx.uci.options import OPTIONS, Settings, with_option
from pnyx.uci.protocol import Go, command, read_go, read_moves, read_option, read_position
from pnyx.uci.search import Ending, Search

_NO_MOVE = "bestmove (none)"
_LONGEST_GOODBYE = 5.0


class Engine:
    """A UCI engine without its pipes: lines go in by `handle`, and out by the function it is made with.

    >>> said = []
    >>> Engine(said.append).handle("isready")
    True
    >>> said
    ['readyok']
    """

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send_line = send
        self._sending = threading.Lock()
        self._settings = Settings()
        self._board: chess.Board | None = chess.Board()
        self._position_error = ""
        self._debug = False
        self._job: Job | None = None
        self._memory: Memory | None = None
        self._few_men: FewMen | None = None

    def handle(self, line: str) -> bool:
        """Execute a line at once, even while a search is running; returns whether to go on."""
        read = command(line)
        if read is None:
            return True
        name, words = read
        try:
            self._do(name, words)
        except InputError as error:
            self._string(str(error))
        except Exception as error:  # no command may end the engine
            self._string(f"{name} failed: {type(error).__name__}: {error}; please report this bug")
        return name != "quit"

    def wait(self) -> None:
        """Until the search that is running, if one is, has sent its `bestmove`."""
        if self._job is not None:
            self._job.wait()

    def close(self) -> None:
        """Stop searching."""
        if self._job is not None:
            self._job.stop()
            self._job.wait(_LONGEST_GOODBYE)

    def _do(self, name: str, words: Sequence[str]) -> None:
        match name:
            case "uci":
                self._introduce()
            case "isready":
                self._send("readyok")
            case "debug":
                if list(words[:1]) not in (["on"], ["off"]):
                    raise InputError(f"debug takes on or off, not {quoted(' '.join(words))}")
                self._debug = words[0] == "on"
            case "setoption":
                self._settings = with_option(self._settings, *read_option(words))
                self._memory = self._few_men = None
            case "ucinewgame":
                self._memory = self._few_men = None
            case "position":
                self._set_position(words)
            case "go":
                self._go(*read_go(words))
            case "stop" if self._job is not None:
                self._job.stop()
            case "ponderhit" if self._job is not None:
                self._job.ponderhit()

    def _introduce(self) -> None:
        import pnyx

        self._send(f"id name Pnyx {pnyx.__version__}")
        self._send("id author the Pnyx authors")
        for option in OPTIONS:
            self._send(option.declaration)
        self._send("uciok")

    def _set_position(self, words: Sequence[str]) -> None:
        try:
            self._board = read_position(words)
        except InputError as error:
            # A move of another position would be taken for one of this.
            self._board, self._position_error = None, str(error)
            raise

    def _go(self, go: Go, complaints: Sequence[str]) -> None:
        if self._job is not None:  # a program should not ask twice, but each `go` gets its answer
            self._job.stop()
            self._job.wait()
        for complaint in complaints:
            self._string(complaint)
        board, settings, debug = self._board, self._settings, self._debug
        if board is None:
            self._string(f"there is no position to search: {self._position_error}")
            self._send(_NO_MOVE)
            return

        few_men = self._few_men = self._few_men or FewMen(settings.hash << 20, settings.threads)

        def work(stop: _core.StopFlag, late: threading.Event) -> str:
            try:
                info = InfoOutput(self._send, settings.hash << 20, debug)
                return self._search(board, go, MateQueries(settings, go.nodes, stop, late, info, few_men))
            except Exception as error:  # whatever it is, the program waits for a move
                self._string(f"the search failed: {type(error).__name__}: {error}; please report this bug")
                return f"bestmove {next(iter(board.legal_moves), '(none)')}"

        seconds = allotted(go, board.turn == chess.WHITE, settings.overhead)
        self._job = Job(work, self._send, seconds=seconds, infinite=go.infinite, pondering=go.ponder)
        self._job.start()

    def _search(self, board: chess.Board, go: Go, queries: MateQueries) -> str:
        legal = [move.uci() for move in board.legal_moves]
        if not legal:
            queries.info.over(board.is_check())
            return _NO_MOVE
        allowed = legal
        if go.searchmoves is not None:
            allowed, complaints = read_moves(board, go.searchmoves)
            for complaint in complaints:
                queries.info.string(complaint)
            if not allowed and complaints:
                queries.info.string("searchmoves has no legal move: searching all moves")
                allowed = legal
            elif not allowed:
                queries.info.string("searchmoves leaves no move to search")
                return _NO_MOVE
        settings = queries.settings
        known = None if self._memory is None or settings.certificate else self._memory.after(board)
        ending = Search(queries, board, go, allowed, known).run()
        # Mates proved under other rules do not count.
        self._memory = Memory.of(board, ending.mate) if settings is self._settings else None
        self._save(settings.certificate, ending)
        ponder = f" ponder {ending.line[1]}" if len(ending.line) > 1 else ""
        return f"bestmove {ending.line[0]}{ponder}"

    def _save(self, path: str, ending: Ending) -> None:
        if not path:
            return
        if ending.certificate is None:
            self._string(f"there is no certificate to write to {quoted(path)}")
            return
        try:
            ending.certificate.save(path)
        except (InputError, OSError) as error:
            self._string(f"the certificate cannot be written to {quoted(path)}: {error}")
        else:
            self._string(f"certificate: {path}")

    def _string(self, text: str) -> None:
        self._send(f"info string {' '.join(text.split())}")

    def _send(self, line: str) -> None:
        with self._sending:
            self._send_line(line)
