"""The process that answers one question: an order comes in on standard input, and messages go out on standard output.

Both are lines of JSON. The order is the first line. After it, `stop` asks for an end; so does the end of the input,
which is how a worker notices that the server is gone. Messages are `{"progress": ...}` and, last, `{"answer": ...}` or
`{"error": ...}`. Certificates are left in the order's folder.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Mapping
from typing import Any, BinaryIO, Final

from pnyx import child
from pnyx.errors import PnyxError
from pnyx.tracebacks import game_traceback, last_words

__all__ = ["main"]

_LONGEST: Final = 4_000
_AFTER_HANGUP: Final = 5.0


def main() -> None:
    """Answer the question on standard input."""
    messages = child.answers()
    order = json.loads(sys.stdin.readline())
    _send(messages, _answered(order, messages))


def _answered(order: Mapping[str, Any], messages: BinaryIO) -> dict[str, Any]:
    try:
        from pnyx.web.limits import set_limits

        set_limits(order["memory"], order["threads"])
        from pnyx import StopFlag

        stop = StopFlag()
        threading.Thread(target=_listen, args=[stop], daemon=True).start()
        if order["kind"] == "check":
            from pnyx.web.checking import check

            return {"answer": check(order)}
        from pnyx.web.answers import answer

        return {"answer": answer(order, stop, lambda progress: _send(messages, {"progress": progress}))}
    except PnyxError as error:
        return {"error": str(error), "kind": type(error).__name__}
    except MemoryError:
        return {"error": "the memory limit was reached: allow more, or ask for less", "kind": "MemoryError"}
    except Exception as error:  # a mistake in a game written in Python, which its author wants to see
        return {"error": last_words(error), "traceback": game_traceback(error)[-_LONGEST:], "kind": "Exception"}


def _listen(stop: Any) -> None:
    line = sys.stdin.readline()
    stop.set()
    if not line:
        threading.Event().wait(_AFTER_HANGUP)
        os._exit(1)


def _send(messages: BinaryIO, message: Mapping[str, Any]) -> None:
    try:
        child.write(messages, message)
    except OSError:  # nobody is there any more
        os._exit(1)
