"""The engine's options, as `setoption` sets them."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from typing import Any, Literal

from pnyx._util.numbers import MOST_THREADS
from pnyx.api.position import position
from pnyx.api.wording import unknown_name
from pnyx.errors import InputError, quoted

_EMPTY = "<empty>"
"""What UCI writes for a text of no characters."""


@dataclass(frozen=True)
class Settings:
    """What the options are set to."""

    hash: int = 256
    threads: int = 1
    multi_pv: int = 1
    ponder: bool = False
    syzygy: str = ""
    tables: int = 0
    """The most pieces for which no table is missing there; 0 without tables."""
    overhead: int = 20
    algorithm: str = "auto"
    attack: str = ""
    fifty_moves: bool = True
    certificate: str = ""


@dataclass(frozen=True)
class Option:
    """One option: its name for the chess program, its kind, and the setting behind it."""

    name: str
    kind: Literal["spin", "check", "string", "combo"]
    setting: str
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()

    @property
    def declaration(self) -> str:
        """The line that answers `uci`.

        >>> OPTIONS[0].declaration
        'option name Hash type spin default 256 min 1 max 65536'
        """
        default = getattr(Settings(), self.setting)
        shown = str(default).lower() if self.kind == "check" else str(default) or _EMPTY
        limits = f" min {self.least} max {self.most}" if self.kind == "spin" else ""
        return f"option name {self.name} type {self.kind} default {shown}{limits}" + "".join(
            f" var {choice}" for choice in self.choices
        )

    def read(self, text: str) -> int | bool | str:
        """A value as the chess program gives it."""
        if self.kind == "spin":
            if not text.isascii() or not text.isdigit() or len(text) > 9 or not self.least <= int(text) <= self.most:
                raise InputError(f"option {self.name} takes {self.least} to {self.most}, not {quoted(text)}")
            return int(text)
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise InputError(f"option {self.name} takes true or false, not {quoted(text)}")
            return text.lower() == "true"
        if self.kind == "combo" and text not in self.choices:
            raise InputError(unknown_name(f"value of option {self.name}", text, self.choices))
        return "" if text == _EMPTY else text


OPTIONS = (
    Option("Hash", "spin", "hash", 1, 65536),
    Option("Threads", "spin", "threads", 1, MOST_THREADS),
    Option("MultiPV", "spin", "multi_pv", 1, 256),
    Option("Ponder", "check", "ponder"),
    Option("SyzygyPath", "string", "syzygy"),
    Option("Move Overhead", "spin", "overhead", 0, 5000),
    Option("Algorithm", "combo", "algorithm", choices=("auto", "forced-win", "df-pn", "pn")),
    Option("Attack", "string", "attack"),
    Option("Fifty Move Rule", "check", "fifty_moves"),
    Option("Certificate File", "string", "certificate"),
)
"""All options, in the order in which they are declared."""

_UNSUPPORTED = {
    "uci_chess960": ("false", "Chess960 is not supported"),
    "uci_variant": ("chess", "chess variants are not supported here: use `pnyx solve`"),
}
"""Options that are not declared and that some programs set all the same: the one value that can be had."""


def with_option(settings: Settings, name: str, text: str) -> Settings:
    """The settings after `setoption`; the case of the name does not matter.

    >>> with_option(Settings(), "hash", "64").hash
    64
    """
    wanted = name.lower()
    if wanted in _UNSUPPORTED:
        only, complaint = _UNSUPPORTED[wanted]
        if text.lower() == only:
            return settings
        raise InputError(complaint)
    option = next((option for option in OPTIONS if option.name.lower() == wanted), None)
    if option is None:
        raise InputError(unknown_name("option", name, [option.name for option in OPTIONS]))
    value: Any = option.read(text)
    changed = replace(settings, **{option.setting: value})
    if option.setting == "syzygy":
        return replace(changed, tables=_most_pieces(changed.syzygy))
    if changed.attack:
        position("chess", attack=changed.attack)  # which says what is wrong with it, if something is
    return changed


def _most_pieces(place: str) -> int:
    """The most pieces for which no table is missing."""
    if not place:
        return 0
    for pieces in range(7, 3, -1):
        with contextlib.suppress(InputError):
            position("chess", tables=pieces, syzygy=place)
            return pieces
    position("chess", tables=3, syzygy=place)
    return 3
