"""Whom a table asks for the rules: native ones in threads, a game written in Python in processes on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack

from pnyx import _core
from pnyx._util.forked import Forked, can_fork
from pnyx._util.numbers import MOST_THREADS, expect_whole
from pnyx.api.position import Position


class TableRules:
    """Whom to ask, while it is open: `asked` is `None` for native rules, and `threads` says how many work."""

    def __init__(self, root: Position, threads: int | None) -> None:
        if threads is not None:
            expect_whole("threads", threads, most=MOST_THREADS)
        self.threads = threads or os.cpu_count() or 1
        self.asked: list[Callable[[bytes], bytes]] | None = None
        self._game, self._position = root.python_game, root.object
        self._stack = ExitStack()

    def __enter__(self) -> TableRules:
        if self._game is None:
            return self
        rules = _core.TableRules(self._game)
        # Classes that are met now are known in every process.
        rules.pack(self._position)
        answer = rules.answer
        if self.threads > 1 and can_fork():
            forked = self._stack.enter_context(Forked(answer, self.threads))
            self.asked = [lambda question, which=which: forked.ask(which, question) for which in range(self.threads)]  # type: ignore[misc]
        else:
            self.asked, self.threads = [answer], 1
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()
