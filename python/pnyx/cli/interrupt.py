"""Ctrl-C while a search runs."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnyx import StopFlag

__all__ = ["stopped_by_interrupt"]


@contextmanager
def stopped_by_interrupt(stop: StopFlag) -> Iterator[None]:
    """Let Ctrl-C end the search with what it knows; a second one ends the program."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)

    def on_interrupt(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
