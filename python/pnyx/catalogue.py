"""The games and algorithms that are built in, and how their names and options are looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath

from pnyx import _core
from pnyx.errors import InputError, quoted
from pnyx.wording import unknown_name

__all__ = [
    "AlgorithmInfo",
    "GameInfo",
    "OptionInfo",
    "algorithm_info",
    "algorithms",
    "game_info",
    "games",
    "read_options",
    "search_info",
    "searches",
]


@dataclass(frozen=True)
class OptionInfo:
    """An option of a game or an algorithm.

    >>> import pnyx
    >>> [(option.name, option.default) for option in pnyx.games()["tic-tac-toe"].options if option.name == "k"]
    [('k', '3')]
    """

    name: str
    default: str
    meaning: str


@dataclass(frozen=True)
class GameInfo:
    """A built-in game.

    >>> import pnyx
    >>> pnyx.games()["chess"].goals[0]
    'mate'
    """

    name: str
    description: str
    start: str
    goals: tuple[str, ...]
    options: tuple[OptionInfo, ...]


@dataclass(frozen=True)
class AlgorithmInfo:
    """A search algorithm.

    >>> import pnyx
    >>> "breuker-2001" in pnyx.algorithms()["pn"].presets
    True
    """

    name: str
    description: str
    source: str
    parallel: bool
    options: tuple[OptionInfo, ...]
    presets: tuple[str, ...]


@lru_cache(maxsize=1)
def _games() -> tuple[GameInfo, ...]:
    return tuple(
        GameInfo(name, description, start, tuple(goals), tuple(OptionInfo(*option) for option in options))
        for name, description, start, goals, options in _core.games()
    )


@lru_cache(maxsize=2)
def _algorithms(give_values: bool) -> tuple[AlgorithmInfo, ...]:
    rows = _core.searches() if give_values else _core.algorithms()
    return tuple(
        AlgorithmInfo(
            name, description, source, parallel, tuple(OptionInfo(*option) for option in options), tuple(presets)
        )
        for name, description, source, parallel, options, presets in rows
    )


def games() -> dict[str, GameInfo]:
    """The built-in games by name.

    >>> import pnyx
    >>> {"chess", "checkers", "othello"} <= pnyx.games().keys()
    True
    """
    return {info.name: info for info in _games()}


def algorithms() -> dict[str, AlgorithmInfo]:
    """The algorithms of `pnyx.solve` by name.

    >>> import pnyx
    >>> "pn" in pnyx.algorithms()
    True
    """
    return {info.name: info for info in _algorithms(give_values=False)}


def searches() -> dict[str, AlgorithmInfo]:
    """The algorithms of `pnyx.search` by name.

    >>> import pnyx
    >>> "mtd-f" in pnyx.searches()
    True
    """
    return {info.name: info for info in _algorithms(give_values=True)}


def game_info(name: str) -> GameInfo:
    """The built-in game of this name, or an `InputError` that says which there are."""
    known = games()
    if name in known:
        return known[name]
    raise InputError(unknown_name("game", name, known))


def algorithm_info(name: str) -> AlgorithmInfo:
    """The algorithm of this name, or an `InputError` that says which there are."""
    known = algorithms()
    if name not in known:
        raise InputError(unknown_name("algorithm", name, known))
    return known[name]


def search_info(name: str) -> AlgorithmInfo:
    """The algorithm of `pnyx.search` of this name, or an `InputError` that says which there are."""
    known = searches()
    if not isinstance(name, str):
        raise InputError(f"the algorithm must be given by its name, not {quoted(name)}")
    if name not in known:
        raise InputError(unknown_name("search", name, known))
    return known[name]


def read_options(kind: str, valid: Sequence[OptionInfo], given: Mapping[str, object] | None) -> dict[str, str]:
    """Options as the native module takes them: names checked, values as text (`True` is `on`, `False` is `off`).

    Underscores in a name may stand for its hyphens, so that options can be keyword arguments.

    >>> read_options("option", [OptionInfo("fifty-move-rule", "off", "")], {"fifty_move_rule": True})
    {'fifty-move-rule': 'on'}
    """
    names = [option.name for option in valid]
    read: dict[str, str] = {}
    for key, value in (given or {}).items():
        name = key if key in names else str(key).replace("_", "-")
        if name not in names:
            raise InputError(unknown_name(kind, key, names))
        if name in read:
            raise InputError(f"{kind} {name!r} is given twice")
        read[name] = _option_text(kind, name, value)
    return read


def _option_text(kind: str, name: str, value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (str, int, float, PurePath)):
        text = str(value)
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise InputError(f"{kind} {name!r} is not valid text: {quoted(value)}")
        return text
    raise InputError(f"{kind} {name!r} must be a text, a number, True or False, not {quoted(value)}")
