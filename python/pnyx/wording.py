"""Sentences shared by results, reports and errors. Pure Python."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches

from pnyx.errors import quoted

__all__ = [
    "RESTRICTIONS",
    "bounded",
    "counted",
    "leaning",
    "moves_title",
    "player",
    "player_within",
    "sentence",
    "spent",
    "unknown_name",
    "value_words",
]

# Words for a yes, a no, and what is not known; the number of a goal that has one follows them.
_GOALS = {
    "mate": ("mates", "cannot force mate", "can force mate"),
    "mate-in": ("mates in at most", "has no mate in", "has a mate in"),
    "mated": ("mates", "cannot force mate", "can force mate"),
    "mated-in": ("mates in at most", "has no mate in", "has a mate in"),
    "win": ("wins", "cannot force a win", "can force a win"),
    "draw-or-better": ("can hold at least a draw", "cannot hold a draw", "can hold at least a draw"),
    "promote": ("promotes", "cannot force a promotion", "can force a promotion"),
    "score": ("scores at least", "cannot score", "can score at least"),
}

# Goals that are reached in a number of moves, which a proof shows.
_LENGTHS = {"win": "wins", "mate": "mates", "mate-in": "mates", "mated": "mates", "mated-in": "mates"}


_NUMBERED = ("first", "second")
"""Players who have no other name."""


def unknown_name(kind: str, given: object, valid: Iterable[str]) -> str:
    """The message for a name that is not one of the valid ones.

    >>> unknown_name("goal", "wim", ["win", "draw-or-better"])
    "unknown goal 'wim': expected one of win, draw-or-better; did you mean 'win'?"
    >>> unknown_name("goal", "draw", ["win", "draw-or-better"])
    "unknown goal 'draw': expected one of win, draw-or-better; did you mean 'draw-or-better'?"
    """
    names = list(valid)
    if not names:
        return f"unknown {kind} {quoted(given)}: there are none here"
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
    """A value, or what is known of it where it is a bound; with `sign`, a plus before what is above 0.

    >>> bounded(3, "exact"), bounded(3, "lower"), bounded(-2, "upper"), bounded(0.5, "lower", sign=True)
    ('3', 'at least 3', 'at most -2', 'at least +0.5')
    """
    words = {"lower": "at least ", "upper": "at most "}.get(bound or "exact", "")
    return f"{words}{value:+g}" if sign and value else f"{words}{value:g}"


def spent(nodes: int, seconds: float) -> str:
    """What a search took.

    >>> spent(4608, 0.031), spent(1, 0)
    ('4,608 nodes, 0.03 s', '1 node, 0.00 s')
    """
    return f"{counted(nodes, 'node')}, {seconds:.2f} s"


def player(name: str) -> str:
    """A player's name as it begins a sentence.

    >>> player("white"), player("first")
    ('White', 'The first player')
    """
    if name in _NUMBERED:
        return f"The {name} player"
    return name[:1].upper() + name[1:]


def player_within(name: str) -> str:
    """A player's name in the middle of a sentence.

    >>> player_within("white"), player_within("first")
    ('White', 'the first player')
    """
    return f"the {name} player" if name in _NUMBERED else player(name)


RESTRICTIONS = ("attack", "exclude")
"""Options that restrict the prover: without them a verdict would say more than is known."""


def sentence(
    prover: str, goal: str, verdict: str, moves_to_win: int | None, options: Mapping[str, str] | None = None
) -> str:
    """What a verdict says, without a full stop.

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
    who = player(prover)
    name, _, number = goal.partition(" ")
    yes, no, whether = (f"{words} {number}".rstrip() for words in _GOALS[name])
    if verdict == "disproven":
        return f"{who} {no}"
    if verdict != "proven":
        return f"Unknown whether {player_within(prover)} {whether}"
    if name not in _LENGTHS or moves_to_win is None:
        return f"{who} {yes}"
    if moves_to_win == 0:
        return f"{who} has already won"
    return f"{who} {_LENGTHS[name]} in {'at most ' * (moves_to_win > 1)}{moves_to_win}"


def moves_title(goal: str) -> str:
    """What the first moves have in common that a search for all of them has found.

    >>> moves_title("mate"), moves_title("mate-in 3")
    ('Moves that reach the goal in any number of moves', 'Moves that reach the goal within 3 moves')
    """
    name, _, number = goal.partition(" ")
    within = f"within {counted(int(number), 'move')}" if name in ("mate-in", "mated-in") else "in any number of moves"
    return f"Moves that reach the goal {within}"


def leaning(options: Mapping[str, str]) -> str:
    """What is to be trusted beside the rules where these are the options of a game; it follows other words.

    >>> leaning({"tables": "5"}), leaning({})
    ('; it leans on Syzygy tables for up to 5 pieces', '')
    """
    return f"; it leans on Syzygy tables for up to {options['tables']} pieces" if "tables" in options else ""


def value_words(mover: str, possible: Collection[str]) -> str:
    """What is known about a position's value, when these values are possible for the player on move.

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
