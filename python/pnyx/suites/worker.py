"""The process that searches: requests come in on standard input, answers go out, each one line of JSON.

It ends when its input does, even in the middle of a search: then the program that started it is gone.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import traceback
from typing import BinaryIO

from pnyx import child
from pnyx.suites.answering import Answer, answer, failure

__all__ = ["READY", "main"]

READY = b"ready\n"
"""The first line a process writes."""


def main() -> None:
    """Answer requests until there are no more."""
    out = child.answers()
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    out.write(READY)
    out.flush()
    while True:
        child.write(out, _reply(requests.get()))


def _listen(stream: BinaryIO, requests: queue.SimpleQueue[bytes]) -> None:
    for line in stream:
        requests.put(line)
    os._exit(0)


def _reply(line: bytes) -> Answer:
    try:
        return answer(json.loads(line))
    except MemoryError:
        return failure("out of memory")
    except Exception as error:
        traceback.print_exc()
        return failure(f"{type(error).__name__}: {error}")
