"""Tracebacks of exceptions in a game written in Python, for its author: without the frames that are ours."""

from __future__ import annotations

import importlib
import traceback
from pathlib import Path
from typing import Final

_OURS: Final = str(Path(__file__).parent.parent)
_IMPORTING: Final = ("<frozen importlib", importlib.__file__)


def game_traceback(error: BaseException) -> str:
    """The traceback from where the game was called.

    >>> import pnyx
    >>> class Broken:
    ...     def start(self): return 0
    ...     def turn(self, position): return 0
    ...     def outcome(self, position): return 1 / 0
    ...     def moves(self, position): return [1]
    ...     def play(self, position, move): return position
    >>> try:
    ...     pnyx.solve(Broken())
    ... except ZeroDivisionError as error:
    ...     "solving.py" in game_traceback(error), game_traceback(error).splitlines()[-1]
    (False, 'ZeroDivisionError: division by zero')
    """
    told = traceback.TracebackException.from_exception(error)
    _cut(told)
    return "".join(told.format())


def is_of_game(error: BaseException) -> bool:
    """Whether it was raised by code that is not ours, and none of ours after it.

    >>> try:
    ...     game_traceback("no exception")
    ... except AttributeError as error:
    ...     is_of_game(error)
    True
    """
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and not frames[-1].filename.startswith(_OURS)


def last_words(error: BaseException) -> str:
    """What an exception is, in one line, as a traceback ends.

    >>> last_words(ValueError("not so"))
    'ValueError: not so'
    """
    return "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]


def _cut(told: traceback.TracebackException) -> None:
    """Begin with the last frames that are not ours: servers have some of their own further above."""
    ours = [frame.filename.startswith(_OURS) for frame in told.stack]
    first = len(ours)
    while first > 0 and ours[first - 1]:
        first -= 1
    while first > 0 and not ours[first - 1]:
        first -= 1
    del told.stack[:first]
    # How a module is found is nobody's mistake.
    while told.stack and told.stack[0].filename.startswith(_IMPORTING):
        del told.stack[0]
    for other in (told.__cause__, told.__context__):
        if other is not None:
            _cut(other)
