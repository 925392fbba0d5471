"""Pnyx settles positions of games, and proves its answers.

>>> import pnyx
>>> result = pnyx.solve("XX./OO./... x", goal="win")
>>> result.verdict
'proven'
>>> result.line
['c3']

The public names are listed in `__init__.pyi`, for type checkers and for this file. Each is loaded when it is first
used, so that `pnyx.reference`, which is pure Python, works without the native module.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

_HOMES = {
    name: home
    for home, name in re.findall(
        r"^from (\S+) import (\w+)", Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8"), re.MULTILINE
    )
}
"""The module each public name lives in."""

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            value: Any = version("pnyx")
        except PackageNotFoundError:  # run from a source tree that was never installed
            value = "unknown"
    elif name == "testing":
        value = import_module("pnyx.game.testing")
    elif name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module 'pnyx' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
