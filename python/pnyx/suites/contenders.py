"""The algorithms of a run, each with its options: `df-pn`, or `pn,init=unit`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnyx.catalogue import AlgorithmInfo, algorithms, read_options, searches
from pnyx.errors import InputError, quoted
from pnyx.wording import unknown_name

__all__ = ["Contender", "can_search", "can_solve", "read_contender", "read_contenders"]


@dataclass(frozen=True)
class Contender:
    """An algorithm as it is run: its name, a preset, and options that are not at their defaults."""

    name: str
    options: tuple[tuple[str, str], ...] = ()
    preset: str | None = None

    @property
    def label(self) -> str:
        """What results call it; `read_contender` reads it back.

        >>> Contender("pn", (("init", "unit"),)).label
        'pn,init=unit'
        """
        preset = [] if self.preset is None else [f"preset={self.preset}"]
        return ",".join([self.name, *preset, *(f"{name}={value}" for name, value in self.options)])


def can_solve(name: str) -> bool:
    """Whether `pnyx.solve` has an algorithm of this name."""
    return name in algorithms()


def can_search(name: str) -> bool:
    """Whether `pnyx.search` has one."""
    return name in searches()


def read_contender(text: str, general: Mapping[str, str] | None = None, *, searching: bool = False) -> Contender:
    """The algorithm that a text names, with its own options and those of the general ones that it has.

    >>> read_contender("pn,init=unit", {"evaluation": "delayed"}).label
    'pn,evaluation=delayed,init=unit'
    """
    name, *pairs = (part.strip() for part in text.split(","))
    known = searches() if searching else algorithms()
    if name not in known:
        raise InputError(_unknown(name, known, searching))
    info = known[name]
    own: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key or key in own:
            raise InputError(f"expected an algorithm and its options, like 'pn,init=unit', got {quoted(text)}")
        own[key] = value
    preset = own.pop("preset", None)
    if preset is not None and preset not in info.presets:
        raise InputError(unknown_name(f"preset of {info.name}", preset, info.presets))
    names = {option.name for option in info.options}
    chosen = {key: value for key, value in (general or {}).items() if key in names}
    chosen |= read_options(f"option of {info.name}", info.options, own)
    return Contender(name, tuple(sorted(chosen.items())), preset)


def read_contenders(
    texts: Sequence[str], general: Mapping[str, str] | None = None, *, searching: bool = False
) -> tuple[Contender, ...]:
    """All of them; a general option must be one that at least one of them has."""
    found = tuple(read_contender(text, general, searching=searching) for text in texts)
    known = searches() if searching else algorithms()
    valid = [option.name for each in found for option in known[each.name].options]
    for name in general or {}:
        if name not in valid:
            raise InputError(unknown_name("option", name, dict.fromkeys(valid)))
    labels = [each.label for each in found]
    for label in labels:
        if labels.count(label) > 1:
            raise InputError(f"algorithm {quoted(label)} is given twice")
    return found


def _unknown(name: str, known: Mapping[str, AlgorithmInfo], searching: bool) -> str:
    if searching and can_solve(name):
        return (
            f"{name} answers yes or no, and a value is wanted: name a goal, or ask for win, draw or loss with --value"
        )
    if not searching and can_search(name):
        return f"{name} gives values, and a yes or a no is wanted: give --depth, or name one of {', '.join(known)}"
    return unknown_name("algorithm", name, known)
