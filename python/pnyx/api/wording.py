"""The reasons why an answer is undecided, in words, and other sentences shared by results, reports and errors.

Pure Python.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches

from pnyx._util.words import player, player_within
from pnyx.api.goal_words import words_for
from pnyx.errors import quoted


def unknown_name(kind: str, given: object, valid: Iterable[str]) -> str:
    """The message for a name that is not one of the valid ones.

    >>> unknown_name("goal", "wim", ["win", "draw-or-better"])
    "unknown goal 'wim': expected one of win, draw-or-better; did you mean 'win'?"
    >>> unknown_name("goal", "draw", ["win", "draw-or-better"])
    "unknown goal 'draw': expected one of win, draw-or-better; did you mean 'draw-or-better'?"
    """
    names = list(valid)
    if not names:
        return f"unknown {kind} {quoted(given)}: there are none"
    wanted = str(given).lower().replace("_", "-")
    close = get_close_matches(wanted, names, n=1, cutoff=0.6)
    close = close or [name for name in names if wanted and name.startswith(wanted)]
    hint = f"; did you mean {close[0]!r}?" if close else ""
    expected = names[0] if len(names) == 1 else f"one of {', '.join(names)}"
    return f"unknown {kind} {quoted(given)}: expected {expected}{hint}"


def counted(number: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "position"), counted(4608, "node")
    ('1 position', '4,608 nodes')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def bounded(value: float, bound: str | None, *, sign: bool = False) -> str:
    """A value, with "at least" or "at most" if it is a bound; with `sign`, a plus before positive values.

    >>> bounded(3, "exact"), bounded(3, "lower"), bounded(-2, "upper"), bounded(0.5, "lower", sign=True)
    ('3', 'at least 3', 'at most -2', 'at least +0.5')
    """
    words = {"lower": "at least ", "upper": "at most "}.get(bound or "exact", "")
    return f"{words}{value:+g}" if sign and value else f"{words}{value:g}"


def spent(nodes: int, seconds: float) -> str:
    """The effort of a search.

    >>> spent(4608, 0.031), spent(1, 0)
    ('4,608 nodes, 0.03 s', '1 node, 0.00 s')
    """
    return f"{counted(nodes, 'node')}, {seconds:.2f} s"


RESTRICTIONS = ("attack", "exclude")
"""Options that restrict the prover. A verdict must name them, or it would claim too much."""


def sentence(
    prover: str, goal: str, verdict: str, moves_to_win: int | None, options: Mapping[str, str] | None = None
) -> str:
    """A verdict as a sentence without a full stop.

    >>> sentence("white", "mate", "proven", 13)
    'White mates in at most 13'
    >>> sentence("white", "mate-in 3", "proven", 2), sentence("white", "mate-in 3", "disproven", None)
    ('White mates in at most 2', 'White has no mate in 3')
    >>> sentence("x", "win", "disproven", None)
    'X cannot force a win'
    >>> sentence("black", "score -10", "proven", 7)
    'Black scores at least -10'
    >>> sentence("white", "mate-in 3", "disproven", None, {"attack": "checks", "exclude": "d1h5"})
    'White has no mate in 3 with attack=checks and exclude=d1h5'
    """
    limits = [f"{name}={options[name]}" for name in RESTRICTIONS if name in options] if options else []
    return _claim(prover, goal, verdict, moves_to_win) + (f" with {' and '.join(limits)}" if limits else "")


def _claim(prover: str, goal: str, verdict: str, moves_to_win: int | None) -> str:
    who, words = player(prover), words_for(goal)
    if verdict == "disproven":
        return f"{who} {words.disproven}"
    if verdict != "proven":
        return f"Unknown whether {player_within(prover)} {words.unknown}"
    if not words.counted or moves_to_win is None:
        return f"{who} {words.proven}"
    if moves_to_win == 0:
        return f"{who} has already won"
    return f"{who} {words.counted} in {'at most ' * (moves_to_win > 1)}{moves_to_win}"


_UNSAFE = "pn-dcg found a {} that may rest on a false repetition; -o unsafe=on tries to certify it"

_OUT_OF = {
    "nodes": "the node limit was reached",
    "seconds": "the time limit was reached",
    "jobs": "the job limit was reached",
    "memory": "the memory limit was reached",
    "stopped": "you stopped the search",
    "numbers": "the proof numbers grew too large",
    "selections": "too many cycles; -o selections=N allows more steps between two expansions",
    "plies": "a line was too long for the search",
    "misdeclared": "a position was repeated, but the game declares repetition impossible: remove that declaration",
    "bound": "only a bound on the value is known",
    "repetition": "a draw by repetition may be hidden",
    "unsafe: proven": _UNSAFE.format("proof"),
    "unsafe: disproven": _UNSAFE.format("disproof"),
}


def why(reason: str) -> str:
    """Why an answer is undecided, as a clause.

    >>> why("nodes")
    'the node limit was reached'
    >>> why("rules: moves() returned other moves when asked again at (7, 0)")
    "the game's rules are inconsistent: moves() returned other moves when asked again at (7, 0)"
    """
    if reason.startswith("rules: "):
        return f"the game's rules are inconsistent: {reason.removeprefix('rules: ')}"
    return _OUT_OF.get(reason, reason)


def moves_title(goal: str) -> str:
    """The title of the list of first moves that reach the goal.

    >>> moves_title("mate"), moves_title("mate-in 3")
    ('Winning moves', 'Moves that mate in 3')
    """
    return words_for(goal).moves


def count_words(number: float) -> str:
    """A number that may be a rough one.

    >>> count_words(853_185), count_words(3.3e12)
    ('853,185', '3.3e12')
    """
    return f"{number:,.0f}" if number < 1e7 else f"{number:.1e}".replace("e+0", "e").replace("e+", "e")


def byte_words(number: float) -> str:
    """Bytes in a larger unit.

    >>> byte_words(275), byte_words(2_600), byte_words(3 << 40)
    ('275 B', '2.5 KiB', '3.0 TiB')
    """
    for name in ("B", "KiB", "MiB", "GiB", "TiB"):
        unit = name
        if number < 1024 or unit == "TiB":
            break
        number /= 1024
    return f"{count_words(number)} {unit}" if number >= 10 or unit == "B" else f"{number:.1f} {unit}"


def time_words(seconds: float) -> str:
    """A time in a larger unit.

    >>> time_words(3.14), time_words(120), time_words(1e10)
    ('3.1 s', '2.0 min', '317 years')
    """
    for name, length in {"s": 60, "min": 60, "h": 24, "days": 365, "years": math.inf}.items():
        unit = name
        if seconds < length:
            break
        seconds /= length
    return f"{seconds:.1f} {unit}" if seconds < 10 else f"{count_words(seconds)} {unit}"


def range_words(bounds: tuple[float, float], words: Callable[[float], str]) -> str:
    """What lies between two bounds, in words.

    >>> range_words((1, 1.01), time_words), range_words((1, 90), time_words)
    ('1.0 s', '1.0 s to 1.5 min')
    """
    low, high = map(words, bounds)
    return low if low == high else f"{low} to {high}"


def table_use(options: Mapping[str, str]) -> str:
    """A clause that names the endgame tables a verdict relies on, if the game's options have any.

    >>> table_use({"tables": "5"}), table_use({})
    ('; it relies on Syzygy tables for up to 5 pieces', '')
    """
    return f"; it relies on Syzygy tables for up to {options['tables']} pieces" if "tables" in options else ""


def value_words(mover: str, possible: Collection[str]) -> str:
    """A position's value in words, if these values are possible for the player on move.

    >>> value_words("white", ["win"]), value_words("first", ["draw", "loss"])
    ('a win for White', 'at most a draw for the first player')
    """
    who = player_within(mover)
    match tuple(possible):
        case ("draw",):
            return "a draw"
        case ("win", "draw"):
            return f"at least a draw for {who}"
        case ("draw", "loss"):
            return f"at most a draw for {who}"
        case values:
            return f"{' or '.join(f'a {value}' for value in values)} for {who}"
