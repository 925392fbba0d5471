"""A child process from inside: it reads questions and writes messages. The other side is `pnyx._util.process`.

The line `stop` asks for an end of the search. So does the end of the input: then the program that started it is gone.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, Final, Protocol

from pnyx._util.tracebacks import game_traceback, last_words
from pnyx.errors import PnyxError

READY: Final = {"ready": True}
"""The first message of a process."""

STOP: Final = "stop"

_LONGEST: Final = 4_000
_AFTER_HANGUP: Final = 5.0

Report = Callable[[Mapping[str, Any]], None]
"""Reports the progress of a search."""

Answerer = Callable[[Any, Report], Mapping[str, Any]]
"""Answers a question."""


class Flag(Protocol):
    """A stop flag: `pnyx.StopFlag`."""

    def set(self) -> None:
        """Stop the search."""


def serve(answer: Answerer, stop: Flag, *, once: bool = False) -> None:
    """Answer the questions on standard input, or only one. `stop` is set when the search is to end."""
    # Output of a user's game must not mix with the messages.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=[questions, stop], daemon=True).start()
    _send(out, READY)
    while line := questions.get():
        _send(out, _reply(answer, json.loads(line), lambda progress: _send(out, {"progress": progress})))
        if once:
            return


def _listen(questions: queue.SimpleQueue[bytes], stop: Flag) -> None:
    for line in sys.stdin.buffer:
        if line.strip() == STOP.encode():
            stop.set()
        else:
            questions.put(line)
    stop.set()
    questions.put(b"")
    threading.Event().wait(_AFTER_HANGUP)
    os._exit(1)


def _reply(answer: Answerer, question: Any, report: Report) -> dict[str, Any]:
    try:
        return {"answer": answer(question, report)}
    except PnyxError as error:
        return {"error": str(error), "kind": type(error).__name__}
    except MemoryError:
        return {"error": "the memory limit was reached: raise it or reduce the search", "kind": "MemoryError"}
    except Exception as error:  # a bug of a game written in Python, which its author wants to see
        return {"error": last_words(error), "traceback": game_traceback(error)[-_LONGEST:], "kind": "Exception"}


def _send(out: BinaryIO, message: Mapping[str, Any]) -> None:
    try:
        out.write(json.dumps(message, allow_nan=False).encode() + b"\n")
        out.flush()
    except OSError:  # nobody is there any more
        os._exit(1)
