"""The algorithms of a run, each with its options: `df-pn`, or `pn,init=unit`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnyx.api.catalogue import AlgorithmInfo, algorithms, read_options, searches
from pnyx.api.wording import unknown_name
from pnyx.errors import InputError, quoted


@dataclass(frozen=True)
class Contender:
    """An algorithm as it is run: its name, a preset, and options that are not at their defaults."""

    name: str
    options: tuple[tuple[str, str], ...] = ()
    preset: str | None = None

    @property
    def label(self) -> str:
        """Its name in results; `read_contender` reads it back.

        >>> Contender("pn", (("init", "unit"),)).label
        'pn,init=unit'
        """
        preset = [] if self.preset is None else [f"preset={self.preset}"]
        return ",".join([self.name, *preset, *(f"{name}={value}" for name, value in self.options)])


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
    if searching and name in algorithms():
        return f"{name} proves goals, but the question asks for a value: use --goal or --value"
    if not searching and name in searches():
        return f"{name} returns values, but the question asks for a proof: use --depth, or one of {', '.join(known)}"
    return unknown_name("algorithm", name, known)
