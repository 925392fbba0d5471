"""Mutual zugzwangs of a table: positions in which each player would be better off if it were the other's turn.

A position is one if the same position with the other player on move is in the table too, if neither is final, and if
each player, being on move, has a worse value than with the other on move: one of them loses on move, and the other
loses or draws on move. Distances do not count.

Whether "the same position with the other player on move" makes sense is for the game to say: where the notation names
the player on move, apart from the board, it is the position with the other name. Games written in Python say it by a
method `swap(position)`, which returns that position, or `None` if there is no such position.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pnyx.api.position import Position, as_position, position
from pnyx.errors import InputError
from pnyx.reference.rules import VARIANTS

if TYPE_CHECKING:
    from pnyx.api.table import Table, TableEntry


@dataclass(frozen=True)
class MutualZugzwang:
    """A position with either player on move, and what each of them can reach who is.

    >>> import pnyx
    >>> table = pnyx.tabulate(pnyx.position("othello", size=4))
    >>> print(table.mutual_zugzwangs()[1])
    XO--XXXXXOXOOOOO X: loss in 2 plies for black on move, draw for white
    """

    first: Position
    """The first player is on move."""
    second: Position
    """The second player is on move."""
    first_entry: TableEntry
    second_entry: TableEntry

    @property
    def full_point(self) -> bool:
        """Whether each of them loses, being on move."""
        return self.first_entry.value == self.second_entry.value == "loss"

    def __str__(self) -> str:
        whose = self.first.turn, self.second.turn
        return f"{self.first.board}: {self.first_entry} for {whose[0]} on move, {self.second_entry} for {whose[1]}"


def mutual_zugzwangs(table: Table) -> Iterator[MutualZugzwang]:
    """All of them, in the order of the table; an `InputError` if the game has no turn to swap."""
    why_not = cannot_swap(table.root)
    if why_not is not None:
        raise InputError(why_not)
    first = table.root.players[0]
    # One of the two is lost: where both are, the first player's is taken.
    for here, entry in table.items(value="loss"):
        if entry.distance == 0:
            continue
        other = swapped(here)
        if other is None or other.outcome is not None:
            continue
        known = table.get(other)
        if known is None or known.value == "win":
            continue
        if here.turn == first:
            yield MutualZugzwang(here, other, entry, known)
        elif known.value == "draw":
            yield MutualZugzwang(other, here, known, entry)


def cannot_swap(here: Position) -> str | None:
    """Why there is no position with the other player on move, whatever the board; `None` if there may be.

    >>> import pnyx
    >>> cannot_swap(pnyx.position("tic-tac-toe"))
    'there are no mutual zugzwangs of tic-tac-toe: the board says whose turn it is'
    """
    if here.python_game is not None:
        if callable(getattr(here.python_game, "swap", None)):
            return None
        return f"{here.game} does not say what a position with the other player on move is: it has no method 'swap'"
    if here.game in _SWAPS:
        return None
    return f"there are no mutual zugzwangs of {here.game}: the board says whose turn it is"


def swapped(here: Position) -> Position | None:
    """The same position with the other player on move, or `None` if the rules do not allow it.

    >>> import pnyx
    >>> swapped(pnyx.position("chess", "8/8/8/8/8/2k5/8/K1q5 w - - 0 1")) is None
    True
    >>> swapped(pnyx.position("checkers", "B:W18,27:B14")).text
    'W:W18,27:B14'
    """
    game = here.python_game
    if game is not None:
        found = game.swap(here.object)
        return None if found is None else as_position(found, game)
    try:
        text = _SWAPS[here.game](here.board)
        return position(here.game, text, **{name.replace("-", "_"): value for name, value in here.options.items()})
    except InputError:
        return None


def _of_fen(text: str) -> str:
    fields = text.split()
    fields[1], fields[3] = "b" if fields[1] == "w" else "w", "-"
    return " ".join(fields)


def _last_word(names: str) -> Callable[[str], str]:
    return lambda text: re.sub(rf"[{names}]$", lambda name: names[1 - names.index(name[0])], text)


def _of_checkers(text: str) -> str:
    return ("W" if text[0] == "B" else "B") + text[1:]


_SWAPS: Final[Mapping[str, Callable[[str], str]]] = {
    **dict.fromkeys(("chess", *VARIANTS), _of_fen),
    "othello": _last_word("XO"),
    "lines-of-action": _last_word("bw"),
    "checkers": _of_checkers,
}
"""Games whose notation names the player on move, and how the other one is named."""
