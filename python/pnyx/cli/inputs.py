"""Reading the arguments that several commands share: games, positions, options and numbers."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from pnyx._util.numbers import MOST_THREADS
from pnyx.errors import InputError, quoted

if TYPE_CHECKING:
    from pnyx.api.catalogue import AlgorithmInfo
    from pnyx.api.position import Position
    from pnyx.api.solve import Limit

_MIB = "MiB"
_MOST_SECONDS = 1e9
_MOST_INPUT = 64 << 20
"""The longest position that is read from a file or from standard input: 64 MiB."""


def load_python_game(name: str | None) -> Any:
    """The game written in Python that a certificate is about, if `--game` names one."""
    from pnyx.api.loading import load_game

    loaded = None if name is None else load_game(name)
    if isinstance(loaded, str):
        raise InputError(f"{loaded} is a built-in game: --game is for games written in Python, as module:attribute")
    return loaded


def open_root(
    game: str, text: str | None, options: Sequence[str] | None, algorithm: AlgorithmInfo | None = None
) -> tuple[Position, dict[str, str]]:
    """The position named on the command line, and the options of the algorithm."""
    from pnyx.api.loading import load_game

    loaded = load_game(game)
    game_options, algorithm_options = split_options(options, loaded, algorithm)
    return open_position(loaded, text, game_options), algorithm_options


def open_position(game: Any, text: str | None, options: dict[str, str]) -> Position:
    """The position named on the command line, of a game given by `load_game`."""
    from pnyx.api.position import position

    read = None if text is None else read_text(game, text)
    try:
        return position(game, read, **options)
    except InputError as error:
        if game == "chess" and read is not None and re.search(r"\b(bm|am|dm|ce|acd|id) [^;]*;", read):
            raise InputError(f"{error}; for a line of EPD, save it to a file and run pnyx suite FILE") from None
        raise


def split_options(
    given: Sequence[str] | None, game: Any, algorithm: AlgorithmInfo | None = None
) -> tuple[dict[str, str], dict[str, str]]:
    """Sort `key=value` pairs into options of the game and options of the algorithm.

    A key that both have is written `chess.key` or `pn.key`.
    """
    from pnyx.api.catalogue import game_info

    owners = {}
    if isinstance(game, str):
        owners[game] = [option.name for option in game_info(game).options]
    if algorithm is not None:
        owners[algorithm.name] = [option.name for option in algorithm.options]
    found: dict[str, dict[str, str]] = {owner: {} for owner in owners}
    for pair in given or []:
        key, value = key_and_value(pair)
        matches = [
            (owner, name) for owner, names in owners.items() for name in names if key in (name, f"{owner}.{name}")
        ]
        if not matches:
            raise InputError(_no_option(key, [name for names in owners.values() for name in names], game, algorithm))
        if len(matches) > 1:
            ways = " or ".join(f"{owner}.{name}" for owner, name in matches)
            raise InputError(f"option {key!r} is ambiguous: write {ways}")
        owner, name = matches[0]
        if name in found[owner]:
            raise InputError(f"option {key!r} is given twice")
        found[owner][name] = value
    of_game = found[game] if isinstance(game, str) else {}
    return of_game, found[algorithm.name] if algorithm is not None else {}


def key_and_value(pair: str) -> tuple[str, str]:
    """The two parts of an option.

    >>> key_and_value("init=unit")
    ('init', 'unit')
    """
    key, equals, value = pair.partition("=")
    if not equals or not key:
        raise InputError(f"an option is given as key=value, not {quoted(pair)}")
    return key, value


def _no_option(key: str, valid: Sequence[str], game: Any, algorithm: AlgorithmInfo | None) -> str:
    """The message for an option that neither the game nor the algorithm has."""
    from pnyx.api.catalogue import not_of, owners
    from pnyx.api.wording import unknown_name

    name = key.rpartition(".")[2]
    if algorithm is not None and owners(algorithm, "option", name):
        return not_of(algorithm, "option", name)
    said = unknown_name("option", key, valid)
    if isinstance(game, str) or said.endswith("?"):
        return said
    return f"{said}; a game written in Python has no options here: name an object that has them set"


def whole(name: str, text: str, least: int | None = None, most: int | None = None, unit: str = "") -> int:
    """A whole number as people type it: 1000000, 1_000_000 or 1e6.

    >>> whole("--max-nodes", "1e6"), whole("--max-nodes", "1_000_000")
    (1000000, 1000000)
    >>> whole("--memory", "0", 1, unit="MiB")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: --memory must be at least 1 MiB, not '0'
    """
    number = _whole(text)
    if number is None:
        raise InputError(f"{name} must be a whole number, not {quoted(text)}")
    for bound, words, is_wrong in (
        (least, "least", least is not None and number < least),
        (most, "most", most is not None and number > most),
    ):
        if is_wrong and bound is not None:
            raise InputError(f"{name} must be at {words} {_measured(bound, unit)}, not {quoted(text)}")
    return number


def _whole(text: str) -> int | None:
    if re.fullmatch(r"[+-]?\d[\d_]{0,999}", text, re.ASCII):
        return int(text.replace("_", ""))
    if re.fullmatch(r"[+-]?\d{1,20}(\.\d{1,20})?[eE]\+?\d{1,2}", text, re.ASCII):
        number = Decimal(text)
        if number == int(number):
            return int(number)
    return None


def _measured(number: int, unit: str) -> str:
    plural = "" if number == 1 or unit in ("", _MIB) else "s"
    return f"{number:,} {unit}{plural}".rstrip()


def thread_count(text: str) -> int:
    """What `--threads` says.

    >>> thread_count("2")
    2
    """
    return whole("--threads", text, 1, MOST_THREADS)


def real(name: str, text: str) -> float:
    """A number.

    >>> real("--max-seconds", "2.5")
    2.5
    """
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{name} must be a number, not {quoted(text)}") from None


def count(name: str, text: str | None, unit: str, most: int = 2**63 - 1) -> int | None:
    """A whole number of something from 1 on, if it is given.

    >>> count("--max-jobs", "20", "job"), count("--max-jobs", None, "job")
    (20, None)
    """
    return None if text is None else whole(name, text, 1, most, unit)


def seconds(name: str, text: str | None) -> float | None:
    """A time in seconds, more than 0.

    >>> seconds("--max-seconds", "-1")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: --max-seconds must be more than 0 seconds, not '-1'
    """
    if text is None:
        return None
    number = real(name, text)
    if not number > 0:
        raise InputError(f"{name} must be more than 0 seconds, not {quoted(text)}")
    if number > _MOST_SECONDS:
        raise InputError(f"{name} must be at most {_MOST_SECONDS:,.0f} seconds, not {quoted(text)}")
    return number


def mebibytes(name: str, text: str | None) -> int | None:
    """Memory that is given in MiB, in bytes.

    >>> mebibytes("--memory", "64")
    67108864
    """
    number = count(name, text, _MIB, (1 << 43) - 1)
    return None if number is None else number << 20


def read_limit(max_nodes: str | None, max_seconds: str | None, memory: str | None) -> Limit:
    """What a search may spend, as people type it; memory is in MiB.

    >>> read_limit("1e6", None, "64")
    Limit(nodes=1000000, seconds=None, memory=67108864)
    """
    from pnyx.api.solve import Limit

    return Limit(
        nodes=count("--max-nodes", max_nodes, "node"),
        seconds=seconds("--max-seconds", max_seconds),
        memory=mebibytes("--memory", memory),
    )


def read_text(game: Any, text: str) -> str:
    """A position as typed, or read from standard input or from the file of a graph."""
    from pnyx._util.files import read_bounded, read_stream

    is_graph = isinstance(game, str) and game == "graph"
    if text == "-":
        if sys.stdin is None:
            raise InputError("cannot read a position from standard input: it is closed")
        source, data = "standard input", read_stream(sys.stdin.buffer, _MOST_INPUT, "standard input")
    elif is_graph and os.path.isfile(text):
        source, data = quoted(text), read_bounded(text, _MOST_INPUT)
    elif is_graph and not re.search(r"[\s;={]", text):
        raise InputError(f"expected a graph or the path of a file that holds one, not {quoted(text)}")
    else:
        return text
    try:
        read = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise InputError(f"{source} is not UTF-8 text: byte {error.start + 1} is invalid") from None
    if not read:
        raise InputError(f"{source} is empty: expected a position")
    return read
