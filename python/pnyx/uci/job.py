"""One `go` in a thread of its own: when its clock starts, when it must stop, and its one `bestmove`."""

from __future__ import annotations

import threading
from collections.abc import Callable

from pnyx import _core


class Job:
    """Runs a search. `work` gives the `bestmove` line, which is sent when the search has ended and may end."""

    def __init__(
        self,
        work: Callable[[_core.StopFlag, threading.Event], str],
        send: Callable[[str], None],
        *,
        seconds: float | None,
        infinite: bool,
        pondering: bool,
    ) -> None:
        self._work = work
        self._send = send
        self._seconds = seconds
        self._infinite = infinite
        self._pondering = pondering
        self._stop = _core.StopFlag()
        self._late = threading.Event()
        self._may_end = threading.Event()
        self._timer: threading.Timer | None = None
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)

    def start(self) -> None:
        """Begin to search; the clock stands still while the opponent is thinking."""
        if not self._pondering:
            self._start_clock()
        self._thread.start()

    def ponderhit(self) -> None:
        """The opponent has played the expected move."""
        if self._pondering:
            self._pondering = False
            self._start_clock()

    def stop(self) -> None:
        """End the search now."""
        self._stop.set()
        self._may_end.set()

    def wait(self, seconds: float | None = None) -> None:
        """Until the `bestmove` is sent."""
        self._thread.join(seconds)

    def _start_clock(self) -> None:
        if self._seconds is not None:
            self._timer = threading.Timer(self._seconds, self._run_out)
            self._timer.daemon = True
            self._timer.start()
        if not self._infinite:
            self._may_end.set()

    def _run_out(self) -> None:
        self._late.set()
        self._stop.set()

    def _run(self) -> None:
        best = self._work(self._stop, self._late)
        self._may_end.wait()
        if self._timer is not None:
            self._timer.cancel()
        self._send(best)
