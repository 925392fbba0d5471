"""Stopping: Ctrl-C, stop flags, time limits. How fast Ctrl-C is answered is asserted among the tests of `make soak`."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

import pnyx
from support.places import TESTS

# No mate can be forced here, and no search finds that out in any reasonable time.
ENDLESS = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
GENEROUS = 10.0

CHILD = """
import signal, sys, time, pnyx
signal.signal(signal.SIGINT, signal.default_int_handler)  # the parent process may ignore it
sys.path[:0] = {path!r}
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", time.monotonic(), flush=True)
"""


def _interrupted(call: str) -> float:
    """Seconds from Ctrl-C to the exception in a process of its own."""
    program = CHILD.format(call=call, path=[str(TESTS)])
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.7)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        words = process.stdout.readline().split()
        process.wait(GENEROUS)
    assert words[0] == "interrupted"
    return float(words[1]) - sent


@pytest.mark.parametrize(
    "call",
    [
        f"pnyx.solve({ENDLESS!r}, 'mate', 'pn', limit=pnyx.Limit(memory=8 << 30))",
        f"pnyx.solve({ENDLESS!r}, 'mate')",
        f"pnyx.solve({ENDLESS!r}, 'mate', 'alpha-beta')",
        f"pnyx.solve({ENDLESS!r}, 'mate', 'forced-win')",
        f"pnyx.solve({ENDLESS!r}, 'mate-in 9', 'auto', threads=2)",
        f"pnyx.shortest({ENDLESS!r}, threads=2)",
        f"pnyx.search({ENDLESS!r}, 30)",
        f"pnyx.search({ENDLESS!r}, 300, 'alpha-beta')",
        "pnyx.search(pnyx.position('othello'), exact=True)",
        "from support import sample_games; pnyx.search(sample_games.Endless(), 500)",
        "pnyx.position('chess').perft(9)",
        "from support import sample_games; pnyx.solve(sample_games.Endless())",
        "from support import sample_games; pnyx.solve(sample_games.EndlessMoves())",
        "from support import sample_games; pnyx.search(sample_games.EndlessMoves(), 200)",
        "from support import sample_games; pnyx.position(sample_games.EndlessMoves()).moves()",
    ],
    ids=[
        "pn",
        "search",
        "alpha-beta",
        "forced-win",
        "threads",
        "shortest",
        "value",
        "deep-value",
        "exact",
        "deep-python-value",
        "perft",
        "python-game",
        "endless-moves",
        "endless-moves-on-a-deep-stack",
        "endless-moves-listed",
    ],
)
def test_ctrl_c_raises_keyboard_interrupt(call: str, record_property: Callable[[str, object], None]) -> None:
    seconds = _interrupted(call)
    record_property("seconds", seconds)
    assert seconds < GENEROUS


@pytest.mark.parametrize(
    ("algorithm", "threads", "memory"), [("pn", 1, 8 << 30), ("forced-win", 2, 64 << 20), ("auto", 2, 64 << 20)]
)
def test_a_stop_flag_ends_a_search_from_another_thread(algorithm: str, threads: int, memory: int) -> None:
    flag = pnyx.StopFlag()
    threading.Timer(0.2, flag.set).start()
    limit = pnyx.Limit(memory=memory, seconds=60)
    result = pnyx.solve(ENDLESS, "mate", algorithm, stop=flag, limit=limit, threads=threads)
    assert (result.verdict, result.reason) == ("unknown", "stopped")


def test_limits_end_a_search_with_their_names() -> None:
    for limit, reason in [
        (pnyx.Limit(seconds=0.1), "seconds"),
        (pnyx.Limit(nodes=10_000), "nodes"),
        (pnyx.Limit(memory=1 << 20), "memory"),
    ]:
        result = pnyx.solve(ENDLESS, "mate", "pn", limit=limit)
        assert (result.verdict, result.reason, result.certificate) == ("unknown", reason, None), limit
    assert result.memory_bytes < (1 << 20) + 10_000
    # Of memory, these have as much as they get.
    for limit, reason in [(pnyx.Limit(seconds=0.1), "seconds"), (pnyx.Limit(nodes=10_000), "nodes")]:
        for algorithm, threads in (("forced-win", 1), ("forced-win", 2), ("auto", 1), ("auto", 2)):
            result = pnyx.solve(ENDLESS, "mate", algorithm, limit=limit, threads=threads)
            assert (result.verdict, result.reason, result.certificate) == ("unknown", reason, None), (
                limit,
                algorithm,
                threads,
            )
        shortest = pnyx.shortest(ENDLESS, limit=limit)
        assert (shortest.length, shortest.reason, shortest.questions[0].certificate) == (None, reason, None), limit


def test_other_threads_run_while_a_search_does() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    pnyx.solve(ENDLESS, "mate", limit=pnyx.Limit(seconds=0.5))
    done.set()
    thread.join()
    assert counted > 20
