"""What can be asked of a mate: the options `attack` and `exclude`, which restrict the side that mates.

`attack` says what every move of that side must do, some of `checks`, `replies<=K` and `flights<=K`; `exclude` lists
moves in UCI that it must not begin with. Certificates hold both in one form: the words in this order, the moves sorted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

import chess

from pnyx.errors import InputError, quoted

MOST: Final = 500
MOST_EXCLUDED: Final = 64


class Attack(NamedTuple):
    """What a move of the side that must mate does: it gives check, or it leaves few replies, or few to the king.

    >>> Attack(checks=True).allows(True, [chess.Move.from_uci("e8d8")], chess.E8)
    True
    >>> Attack(flights=0).allows(True, [chess.Move.from_uci("e8d8")], chess.E8)
    False
    """

    checks: bool = False
    replies: int | None = None
    flights: int | None = None

    def allows(self, gives_check: bool, replies: Iterable[chess.Move], king: chess.Square | None) -> bool:
        """Whether a move is allowed after which there are these replies, and the king stands there."""
        if self.checks and not gives_check:
            return False
        by_king = [reply.from_square == king for reply in replies]
        if self.replies is not None and len(by_king) > self.replies:
            return False
        return self.flights is None or sum(by_king) <= self.flights


def read_attack(text: str) -> Attack:
    """The restrictions that a text names.

    >>> read_attack("replies<=3, checks")
    Attack(checks=True, replies=3, flights=None)
    >>> read_attack("check")
    Traceback (most recent call last):
    pnyx.errors.InputError: expected option attack to be some of checks, replies<=K and flights<=K (K from 0 to 500), \
each once and separated by commas, got 'check'
    """
    if not text.strip():
        return Attack()
    found: dict[str, int] = {}
    for word in text.split(","):
        parts = re.fullmatch(r"\s*(?:(checks)|(replies|flights)<=(0|[1-9][0-9]{0,2}))\s*", word, re.ASCII)
        name = "" if parts is None else parts[1] or parts[2]
        limit = 0 if parts is None else int(parts[3] or 0)
        if not name or name in found or limit > MOST:
            raise InputError(
                f"expected option attack to be some of checks, replies<=K and flights<=K (K from 0 to {MOST}), "
                f"each once and separated by commas, got {quoted(text)}"
            )
        found[name] = limit
    return Attack("checks" in found, found.get("replies"), found.get("flights"))


def attack_text(attack: Attack) -> str:
    """The canonical text.

    >>> attack_text(read_attack("flights<=0,checks"))
    'checks,flights<=0'
    """
    words = ["checks"] if attack.checks else []
    words += [] if attack.replies is None else [f"replies<={attack.replies}"]
    words += [] if attack.flights is None else [f"flights<={attack.flights}"]
    return ",".join(words)


def read_excluded(text: str) -> tuple[str, ...]:
    """The moves that a text names, sorted.

    >>> read_excluded("e7e8q,d1h5, d1h5")
    ('d1h5', 'e7e8q')
    """
    if not text.strip():
        return ()
    moves = {word.strip() for word in text.split(",")}
    for move in sorted(moves):
        if not re.fullmatch("[a-h][1-8][a-h][1-8][nbrq]?", move):
            raise InputError(
                f"expected option exclude to be moves such as d1h5 or e7e8q, separated by commas, "
                f"got {quoted(text)} ({quoted(move)})"
            )
    if len(moves) > MOST_EXCLUDED:
        raise InputError(f"expected at most {MOST_EXCLUDED} moves in option exclude, got {len(moves)}")
    return tuple(sorted(moves))
