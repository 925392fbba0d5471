"""Games by name: built-in ones, and those written in Python as `module:attribute`."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from difflib import get_close_matches
from types import ModuleType
from typing import Any

from pnyx.api.catalogue import games
from pnyx.api.position import as_position, require_game
from pnyx.api.wording import unknown_name
from pnyx.errors import InputError, quoted


def load_game(name: str) -> Any:
    """The game of this name: the name itself if it is built in, the object for `module:attribute`.

    The current directory is searched first, as it is by `python -m`. A class is called without arguments.
    """
    if ":" not in name:
        if name not in games():
            raise InputError(_unknown_game(name))
        return name
    module, _, attribute = name.partition(":")
    if not all(part.isidentifier() for part in [*module.split("."), *attribute.split(".")]):
        raise InputError(f"expected module:attribute, for example games.nim:Nim, not {quoted(name)}")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise  # the module is there, and it is its own import that fails
        bare = module.removesuffix(".py")
        hint = f": write {bare}:{attribute}, without .py" if bare != module else ""
        raise InputError(
            f"there is no Python module {quoted(error.name)} in the current directory or on the path{hint}"
        ) from None
    for part in attribute.split("."):
        if not hasattr(found, part):
            hint = _similar(found, part)
            raise InputError(f"{_title(found)} has no {part!r}{hint}")
        found = getattr(found, part)
    if isinstance(found, type):
        try:
            inspect.signature(found).bind()
        except (TypeError, ValueError):
            raise InputError(f"{quoted(name)} cannot be called without arguments: name an object instead") from None
        found = found()
    require_game(found)
    return found


def _unknown_game(name: str) -> str:
    """The message for a name that is neither a built-in game nor `module:attribute`."""
    if (game := _reads(name)) is not None:
        return f"{quoted(name)} is a position: put the name of its game first, as in {game} {quoted(name)}"
    module = name.removesuffix(".py")
    own = f"{module}:Class" if os.path.isfile(f"{module}.py") and module.isidentifier() else "module:Class"
    said = unknown_name("game", name, games())
    return said if said.endswith("?") else f"{said}; name a game of your own as {own}"


def _reads(text: str) -> str | None:
    """The built-in game that can read this as a position."""
    try:
        return as_position(text).game
    except InputError:
        return None


def _similar(found: Any, part: str) -> str:
    """A hint with a similar name, if there is one."""
    names = {name.lower(): name for name in dir(found) if not name.startswith("_")}
    close = get_close_matches(part.lower(), names, n=1)
    return f"; did you mean {names[close[0]]!r}?" if close else ""


def _title(found: Any) -> str:
    name = getattr(found, "__name__", None)
    kind = "module " if isinstance(found, ModuleType) else ""
    return f"{kind}{(name if isinstance(name, str) else type(found).__name__)!r}"
