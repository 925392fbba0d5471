"""What the commands have in common: naming a game, a position, options and numbers."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
from collections.abc import Sequence
from decimal import Decimal
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnyx.cli.completion import complete_games, complete_options
from pnyx.errors import InputError, quoted

if TYPE_CHECKING:
    from pnyx.catalogue import AlgorithmInfo
    from pnyx.problem import Position
    from pnyx.solving import Limit

__all__ = [
    "CertificateArgument",
    "GameArgument",
    "JsonOption",
    "OptionsOption",
    "PositionArgument",
    "PythonGameOption",
    "SyzygyOption",
    "count",
    "load_game",
    "load_python_game",
    "mebibytes",
    "open_position",
    "read_limit",
    "read_text",
    "real",
    "seconds",
    "split_options",
    "thread_count",
    "whole",
]

_MIB = "MiB"
_MOST_SECONDS = 1e9
_MOST_INPUT = 64 << 20
"""The longest position that is read from a file or from standard input: 64 MiB."""


GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game (see `pnyx games`), or module:attribute for one written in Python.",
        show_default=False,
        autocompletion=complete_games,
    ),
]
PositionArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="POSITION",
        help="The position in the game's notation, as one argument; - reads standard input; "
        "a graph may also be given as a file. Without it: the game's start.",
        show_default=False,
    ),
]
OptionsOption = Annotated[
    list[str] | None,
    typer.Option(
        "-o",
        "--option",
        metavar="KEY=VALUE",
        help="Set an option; may be repeated.",
        autocompletion=complete_options,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
CertificateArgument = Annotated[str, typer.Argument(metavar="FILE", help="The certificate.", show_default=False)]
PythonGameOption = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="MODULE:ATTRIBUTE", help="The game written in Python that the certificate speaks of."
    ),
]
SyzygyOption = Annotated[
    str | None,
    typer.Option("--syzygy", metavar="DIRECTORY", help="Where Syzygy tables are, if the certificate leans on them."),
]


def load_game(name: str) -> Any:
    """The game that was named: the name itself if it is built in, the object for `module:attribute`.

    The current directory is searched first, as it is by `python -m`. A class is called without arguments.
    """
    from pnyx.catalogue import games
    from pnyx.problem import require_game

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
            raise InputError(f"{quoted(name)} names nothing: there is no {part!r} in {_title(found)}{hint}")
        found = getattr(found, part)
    if isinstance(found, type):
        try:
            inspect.signature(found).bind()
        except (TypeError, ValueError):
            raise InputError(f"{quoted(name)} cannot be made without arguments: name an object instead") from None
        found = found()
    require_game(found)
    return found


def load_python_game(name: str | None) -> Any:
    """The game written in Python that goes with a certificate, if one was named."""
    loaded = None if name is None else load_game(name)
    if isinstance(loaded, str):
        raise InputError(f"{loaded} is built in: --game is for games written in Python, as module:attribute")
    return loaded


def open_position(game: Any, text: str | None, options: dict[str, str]) -> Position:
    """The position named on the command line, of a game given by `load_game`."""
    from pnyx.problem import position

    read = None if text is None else read_text(game, text)
    try:
        return position(game, read, **options)
    except InputError as error:
        if game == "chess" and read is not None and re.search(r"\b(bm|am|dm|ce|acd|id) [^;]*;", read):
            raise InputError(f"{error}; a line of EPD goes into a file, for pnyx suite FILE") from None
        raise


def split_options(
    given: Sequence[str] | None, game: Any, algorithm: AlgorithmInfo | None = None
) -> tuple[dict[str, str], dict[str, str]]:
    """Sort `key=value` pairs into options of the game and options of the algorithm.

    A key that both have is written `chess.key` or `pn.key`.
    """
    from pnyx.catalogue import game_info

    owners = {}
    if isinstance(game, str):
        owners[game] = [option.name for option in game_info(game).options]
    if algorithm is not None:
        owners[algorithm.name] = [option.name for option in algorithm.options]
    found: dict[str, dict[str, str]] = {owner: {} for owner in owners}
    for pair in given or []:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InputError(f"an option is given as key=value, not {quoted(pair)}")
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


def _no_option(key: str, valid: Sequence[str], game: Any, algorithm: AlgorithmInfo | None) -> str:
    """The message for an option that neither the game nor the algorithm has."""
    from pnyx.catalogue import not_of, owners
    from pnyx.wording import unknown_name

    name = key.rpartition(".")[2]
    if algorithm is not None and owners(algorithm, "option", name):
        return not_of(algorithm, "option", name)
    said = unknown_name("option", key, valid)
    if isinstance(game, str) or said.endswith("?"):
        return said
    return f"{said}; a game written in Python has none of its own: make an object of it in its module, and name that"


def whole(name: str, text: str | None) -> int | None:
    """A whole number as people type it: 1000000, 1_000_000 or 1e6.

    >>> whole("--max-nodes", "1e6"), whole("--max-nodes", "1_000_000")
    (1000000, 1000000)
    """
    if text is None:
        return None
    if re.fullmatch(r"[+-]?\d[\d_]{0,999}", text, re.ASCII):
        return int(text.replace("_", ""))
    if re.fullmatch(r"[+-]?\d{1,20}(\.\d{1,20})?[eE]\+?\d{1,2}", text, re.ASCII):
        number = Decimal(text)
        if number == int(number):
            return int(number)
    raise InputError(f"{name} must be a whole number, not {quoted(text)}")


def thread_count(text: str) -> int:
    """What `--threads` says.

    >>> thread_count("2")
    2
    """
    threads = whole("--threads", text) or 0
    if not 1 <= threads <= 1024:
        raise InputError(f"--threads must be a whole number from 1 to 1024, not {quoted(text)}")
    return threads


def real(name: str, text: str | None) -> float | None:
    """A number.

    >>> real("--max-seconds", "2.5")
    2.5
    """
    try:
        return None if text is None else float(text)
    except ValueError:
        raise InputError(f"{name} must be a number, not {quoted(text)}") from None


def count(name: str, text: str | None, unit: str, most: int = 2**63 - 1) -> int | None:
    """A whole number of something from 1 on.

    >>> count("--memory", "0", "MiB")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: --memory must be at least 1 MiB, not '0'
    """
    number = whole(name, text)
    if number is not None and number < 1:
        raise InputError(f"{name} must be at least 1 {unit}, not {quoted(text)}")
    if number is not None and number > most:
        raise InputError(f"{name} must be at most {most:,} {unit}{'' if unit == _MIB else 's'}, not {quoted(text)}")
    return number


def seconds(name: str, text: str | None) -> float | None:
    """A time in seconds, more than 0.

    >>> seconds("--max-seconds", "-1")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: --max-seconds must be more than 0 seconds, not '-1'
    """
    number = real(name, text)
    if number is not None and not number > 0:
        raise InputError(f"{name} must be more than 0 seconds, not {quoted(text)}")
    if number is not None and number > _MOST_SECONDS:
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
    from pnyx.solving import Limit

    return Limit(
        nodes=count("--max-nodes", max_nodes, "node"),
        seconds=seconds("--max-seconds", max_seconds),
        memory=mebibytes("--memory", memory),
    )


def read_text(game: Any, text: str) -> str:
    """A position as it was typed, or from where it was said to be: standard input, or the file of a graph."""
    from pnyx.files import read_bounded, read_stream

    is_graph = isinstance(game, str) and game == "graph"
    if text == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed, so no position can be read from it")
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
        raise InputError(f"{source} is not UTF-8 text: byte {error.start + 1} fits no character") from None
    if not read:
        raise InputError(f"{source} is empty: expected a position")
    return read


def _unknown_game(name: str) -> str:
    """The message for a name that is neither built in nor of the form of one's own game."""
    from pnyx.catalogue import games
    from pnyx.wording import unknown_name

    if (game := _reads(name)) is not None:
        return f"{quoted(name)} is a position: put the name of its game before it, as in {game} {quoted(name)}"
    module = name.removesuffix(".py")
    own = f"{module}:Class" if os.path.isfile(f"{module}.py") and module.isidentifier() else "module:Class"
    said = unknown_name("game", name, games())
    return said if said.endswith("?") else f"{said}; a game of your own is named as {own}"


def _reads(text: str) -> str | None:
    """The built-in game that takes this for a position."""
    from pnyx.problem import as_position

    try:
        return as_position(text).game
    except InputError:
        return None


def _similar(found: Any, part: str) -> str:
    """A hint at a name that may have been meant."""
    names = {name.lower(): name for name in dir(found) if not name.startswith("_")}
    close = get_close_matches(part.lower(), names, n=1)
    return f"; did you mean {names[close[0]]!r}?" if close else ""


def _title(found: Any) -> str:
    name = getattr(found, "__name__", None)
    return repr(name if isinstance(name, str) else type(found).__name__)
