"""Processes forked from this one, which answer bytes with bytes: a game written in Python is asked on every core.

A fork has all that this process has, so that any object will do as a game: one made in a notebook, or in a test. Where
processes cannot be forked there are none, and the caller asks by itself.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Final

_ANSWER: Final = b"a"
_ERROR: Final = b"e"

Answerer = Callable[[bytes], bytes]
"""Answers bytes with bytes."""


def can_fork() -> bool:
    """Whether processes can be forked here: macOS has libraries that do not stand it."""
    return hasattr(os, "fork") and sys.platform != "darwin"


class Forked:
    """Forks of this process that answer. One thread asks one of them at a time.

    >>> with Forked(bytes.upper, 2) as forked:
    ...     forked.ask(0, b"one"), forked.ask(1, b"two")
    (b'ONE', b'TWO')
    """

    def __init__(self, answer: Answerer, count: int) -> None:
        context = multiprocessing.get_context("fork")
        self._connections: list[Connection] = []
        self._processes = []
        for _ in range(count):
            here, there = context.Pipe()
            process = context.Process(target=_serve, args=(answer, there, [*self._connections, here]), daemon=True)
            process.start()
            there.close()
            self._connections.append(here)
            self._processes.append(process)

    def __len__(self) -> int:
        return len(self._connections)

    def ask(self, which: int, question: bytes) -> bytes:
        """The answer of one of them; what it raises is raised here."""
        connection = self._connections[which]
        try:
            connection.send_bytes(question)
            reply = connection.recv_bytes()
        except (EOFError, OSError) as error:
            status = self._processes[which].exitcode
            raise RuntimeError(
                f"a process that asked the rules of the game has ended (status {status}), perhaps out of memory"
            ) from error
        if reply[:1] == _ANSWER:
            return reply[1:]
        raise pickle.loads(reply[1:])

    def close(self) -> None:
        """End them."""
        for connection in self._connections:
            connection.close()
        for process in self._processes:
            process.join(0.5)
            if process.is_alive():
                process.kill()
                process.join()

    def __enter__(self) -> Forked:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _serve(answer: Answerer, connection: Connection, others: list[Connection]) -> None:
    """Answer until nobody asks any more. Ctrl-C in a terminal is for the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:
        other.close()
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            question = connection.recv_bytes()
            try:
                reply = _ANSWER + answer(question)
            except BaseException as error:
                reply = _ERROR + _pickled(error)
            connection.send_bytes(reply)


def _pickled(error: BaseException) -> bytes:
    """An exception for the other side; one that cannot be pickled is told in words."""
    with contextlib.suppress(Exception):
        packed = pickle.dumps(error)
        if type(pickle.loads(packed)) is type(error):
            return packed
    return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
