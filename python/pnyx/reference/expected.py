"""Whether a certificate answers the question that was asked, and other ways to write a goal (`#3`, `mate in 3`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from pnyx.errors import InputError, quoted
from pnyx.reference.certificate import Header
from pnyx.reference.rules import VARIANTS, read_position

_SIGNS: Final = re.compile(r"(?:# ?(?P<mated>-)?(?P<before>\d+|N)|(?P<after>\d+)#)", re.ASCII)
"""`#2`, `#-2` for the mate of the side to move, and `2#`."""

_WORDS: Final = re.compile(r"(?P<goal>mated?|win)[ _-]?in[ _-](?P<number>\d+|n)", re.ASCII | re.IGNORECASE)


def other_position(
    header: Header, game: Any, text: str | None, name: str | None, options: Mapping[str, str]
) -> str | None:
    """How the position of a certificate differs from the one in `text`, or `None` if it does not.

    Positions are compared as the game does, with the positions before them. `game` is a game written in Python, `name`
    and `options` say which built-in game is meant, and which rules, if not the certificate's game with its usual ones.

    >>> header = Header("chess", {}, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "mate", "white", "fails", "proven", 2)
    >>> other_position(header, None, "7k/8/5KQ1/8/8/8/8/8 w - - 12 60", None, {})
    >>> other_position(header, None, "7k/8/5KQ1/8/8/8/8/8 b - - 0 1", None, {})
    "the position is '7k/8/5KQ1/8/8/8/8/8 w - - 0 1', not '7k/8/5KQ1/8/8/8/8/8 b - - 0 1'"
    """
    if text is None:
        if name is not None or options:
            raise InputError("expected --expect-position with --expect-game and --expect-option, got none")
        return None
    said = f"the position is {quoted(header.position, 200)}, not {quoted(text, 200)}"
    if game is not None:
        if name is not None or options:
            raise InputError("expected --expect-game and --expect-option with built-in games only, got --game too")
        return None if _parse(game, header.position) == _parse(game, text) else said
    if name not in (None, header.game):
        return f"the game is {header.game}, not {name}"
    if name is None and header.game in VARIANTS:
        return f"the game is {header.game}, and a text alone means chess: say so with --expect-game {header.game}"
    # Tables say which positions are final, and nothing about which are the same.
    shown = read_position(header.game, header.position, _without_tables(header.options))
    try:
        asked = read_position(header.game, text, _without_tables(options))
    except InputError:
        read_position(header.game, text, _without_tables(header.options))  # a position by other rules
        asked = None
    if asked is None or {**asked.rules.options, **_tables(options)} != header.options:
        return f"the rules are {dict(header.options)}, not {dict(options)}"
    past = header.repetition != "impossible"  # else what was before cannot be repeated
    same = asked.root == shown.root and (not past or list(asked.history) == list(shown.history))
    return None if same else said


def plain_goal(text: str) -> str:
    """A goal in the words of `pnyx games`; a text that is not another spelling of a number of moves stays as it is.

    >>> plain_goal("#2"), plain_goal("mate in 2"), plain_goal("Mated-in-3"), plain_goal("#N"), plain_goal("win in 3")
    ('mate-in 2', 'mate-in 2', 'mated-in 3', 'mate-in N', 'win-in 3')
    """
    written = " ".join(text.split())
    if (signs := _SIGNS.fullmatch(written)) is not None:
        return f"{'mated' if signs['mated'] else 'mate'}-in {signs['before'] or signs['after']}"
    if (words := _WORDS.fullmatch(written)) is not None:
        return f"{words['goal'].lower()}-in {words['number'].upper()}"
    return text


def other_goal(header: Header, goal: str | None) -> str | None:
    """How the goal of a certificate differs from this one, or `None` if it does not.

    >>> header = Header("chess", {}, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "mate-in 1", "white", "impossible", "proven", 2)
    >>> other_goal(header, "mate")
    "the goal is 'mate-in 1', not 'mate'"
    >>> other_goal(header, "#1")
    """
    if goal is None or " ".join(plain_goal(goal).split()) == header.goal:
        return None
    return f"the goal is {quoted(header.goal)}, not {quoted(goal)}"


def other_verdict(header: Header, verdict: str | None) -> str | None:
    """How the verdict of a certificate differs from this one, or `None` if it does not.

    >>> header = Header("chess", {}, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "mate", "white", "fails", "proven", 2)
    >>> other_verdict(header, "disproven")
    'the verdict is proven, not disproven'
    """
    return None if verdict in (None, header.verdict) else f"the verdict is {header.verdict}, not {verdict}"


def _parse(game: Any, text: str) -> Any:
    if not hasattr(game, "parse"):
        raise InputError("expected a game with the method parse, to read the position, got one without")
    try:
        return game.parse(text)
    except Exception as error:  # whatever the object raises, it means that this text is not a position
        raise InputError(f"the game does not read {quoted(text)}: {error}") from error


def _without_tables(options: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in options.items() if name != "tables"}


def _tables(options: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in options.items() if name == "tables"}
