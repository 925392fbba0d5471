"""The built-in games and algorithms: lookup of names and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath
from typing import Any

from pnyx import _core
from pnyx.api.wording import unknown_name
from pnyx.errors import InputError, quoted


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

    >>> "mtd-f" in searches()
    True
    """
    return {info.name: info for info in _algorithms(give_values=True)}


def game_info(name: str) -> GameInfo:
    """The built-in game of this name, or an `InputError` that lists the valid names."""
    known = games()
    if name not in known:
        raise InputError(unknown_name("game", name, known))
    return known[name]


def algorithm_info(name: str) -> AlgorithmInfo:
    """The algorithm of this name, or an `InputError` that lists the valid names."""
    return _info("algorithm", name, algorithms(), searches(), "values: pnyx search, or pnyx.search in Python")


def search_info(name: str) -> AlgorithmInfo:
    """The algorithm of `pnyx.search` of this name, or an `InputError` that lists the valid names."""
    return _info("search", name, searches(), algorithms(), "goals: pnyx solve, or pnyx.solve in Python")


def _info(
    kind: str, name: Any, known: Mapping[str, AlgorithmInfo], others: Mapping[str, AlgorithmInfo], purpose: str
) -> AlgorithmInfo:
    if not isinstance(name, str):
        raise InputError(f"the algorithm must be a name, not {quoted(name)}")
    if name not in known:
        hint = f"; it searches for {purpose}" if name in others else ""
        raise InputError(unknown_name(kind, name, known) + hint)
    return known[name]


def owners(info: AlgorithmInfo, kind: str, name: object) -> list[str]:
    """The algorithms of the same family that have an option or a preset (the `kind`) of this name."""
    return [other for other, names in _beside(info, kind).items() if name in names]


def not_of(info: AlgorithmInfo, kind: str, given: object) -> str:
    """The message for an option or a preset (the `kind`) that an algorithm does not have.

    >>> not_of(algorithm_info("auto"), "preset", "breuker-2001")
    "auto has no preset 'breuker-2001': use an algorithm that has it (pn, pn-dag, pn-dcg or pn-bta)"
    >>> not_of(algorithm_info("pds"), "option", "gih")
    "unknown option of pds 'gih': expected one of ghi, table, stored; did you mean 'ghi'?"
    """
    have = _beside(info, kind)
    if found := owners(info, kind, given):
        *others, last = found
        listed = f"{', '.join(others)} or {last}" if others else last
        return f"{info.name} has no {kind} {quoted(given)}: use an algorithm that has it ({listed})"
    if have[info.name]:
        return unknown_name(f"{kind} of {info.name}", given, have[info.name])
    anywhere = dict.fromkeys(name for names in have.values() for name in names)
    return f"{unknown_name(kind, given, anywhere)} ({info.name} has no {kind}s: choose an algorithm)"


def _beside(info: AlgorithmInfo, kind: str) -> dict[str, tuple[str, ...]]:
    """The options or presets, by algorithm, of all algorithms of the same family."""
    known = algorithms()
    family = known if known.get(info.name) == info else searches()
    return {
        other.name: other.presets if kind == "preset" else tuple(option.name for option in other.options)
        for other in family.values()
    }


def read_algorithm_options(info: AlgorithmInfo, given: Mapping[str, object] | None) -> dict[str, str]:
    """The options of an algorithm, as `read_options` returns them."""
    names = [option.name for option in info.options]
    for key in given or ():
        if (name := str(key).replace("_", "-")) not in names:
            raise InputError(not_of(info, "option", name))
    return read_options(f"option of {info.name}", info.options, given)


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
