"""The player that `pnyx play` and the Play tab have: which move to make at which level, and what is known of it.

A perfect player takes the soonest win, keeps a draw, and resists longest when it is lost, as far as the rules, a table
or searches with checked certificates tell; everything else it does is a guess, and said to be one. The weaker levels
are defined by what they look at, for children and beginners. Equal moves are chosen by a seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from pnyx import _core
from pnyx.api.moves import MovesProgress, MoveValue, MoveValues, moves, rank
from pnyx.api.notation import move_texts
from pnyx.api.position import Position
from pnyx.api.search import search
from pnyx.api.solve import Limit
from pnyx.api.table import Table
from pnyx.api.value import GameValue
from pnyx.api.walked import walked
from pnyx.api.wording import unknown_name
from pnyx.errors import InputError

Level = Literal["random", "easy", "medium", "hard", "perfect"]

LEVELS: Final[dict[str, str]] = {
    "random": "any legal move",
    "easy": "wins at once if it can, and otherwise plays any move",
    "medium": "wins at once if it can, does not let the other player win at once, and otherwise plays any move",
    "hard": "plays one move in four like medium, and the others like perfect",
    "perfect": "the best move, as far as a table or proofs reach; a guess where they do not",
}
"""The levels, the weakest first, and what each of them does."""

THINKING: Final = Limit(seconds=3.0)
"""What a move may take if no limit is given."""

NO_SEARCH: Final = Limit(nodes=1)
"""A limit that leaves nothing to search: what the rules and a table say of the moves."""

_MEDIUM_MOVES: Final = 0.25
_DEEPEST: Final = 100
_FOR_PROOFS: Final = 0.75
"""The part of the limit for values that can be proved; the rest is for guesses."""

Kind = Literal["proved", "guess", "level"]
"""Whether a move's value is proved, the move is a guess, or it was chosen as the level says."""


@dataclass(frozen=True)
class Choice:
    """A move that was chosen, and what is known of it.

    >>> import pnyx
    >>> str(Player("perfect").choose(pnyx.position("tic-tac-toe", "XX./OO./... x")))
    'c3 (proved: win in 1 ply)'
    """

    move: str
    text: str
    """The move for display."""
    kind: Kind
    level: str
    known: MoveValue | None = None
    """The move's value, if values were looked for."""

    @property
    def value(self) -> GameValue | None:
        """The value for the player who makes the move; `None` if it is unknown."""
        return None if self.known is None else self.known.value

    @property
    def words(self) -> str:
        """What is known of the move, in a few words."""
        if self.kind == "level":
            return f"as level {self.level} plays"
        if self.kind == "proved":
            return f"proved: {self.known}"
        return "a guess" if self.known is None or self.known.value is None else f"{self.known}, the rest is a guess"

    def to_json(self) -> dict[str, Any]:
        """The choice as the page gets it."""
        return {
            "move": self.move,
            "text": self.text,
            "kind": self.kind,
            "words": self.words,
            "value": self.value,
            "distance": None if self.known is None else self.known.distance,
        }

    def __str__(self) -> str:
        return f"{self.text} ({self.words})"


class Player:
    """A player of a level, with a table if there is one. The same seed and the same game lead to the same choices.

    >>> import pnyx
    >>> start = pnyx.position("tic-tac-toe")
    >>> player = Player("perfect", pnyx.tabulate("tic-tac-toe"), seed=1)
    >>> choice = player.choose(start, ["a1", "a2"])
    >>> choice.kind, choice.value, choice.known.distance, choice == player.choose(start, ["a1", "a2"])
    ('proved', 'win', 5, True)
    """

    def __init__(
        self, level: str = "perfect", table: Table | None = None, *, limit: Limit | None = None, seed: int = 0
    ) -> None:
        if level not in LEVELS:
            raise InputError(unknown_name("level", level, LEVELS))
        self.level, self.table, self.seed = level, table, seed
        self.limit = THINKING if limit is None or limit == Limit() else limit

    def choose(
        self,
        start: Position,
        line: Sequence[str] = (),
        *,
        stop: _core.StopFlag | None = None,
        on_progress: Callable[[MovesProgress], None] | None = None,
    ) -> Choice:
        """The move to make after a line of moves from a position."""
        here = _open_position(start, line)
        dice = random.Random(f"{self.seed} {start.text} {' '.join(line)}")
        if self.level in ("random", "easy", "medium") or (self.level == "hard" and dice.random() < _MEDIUM_MOVES):
            return self._by_level(here, dice)
        return self._best(here, dice, stop, on_progress)

    def hint(
        self,
        start: Position,
        line: Sequence[str] = (),
        *,
        stop: _core.StopFlag | None = None,
        on_progress: Callable[[MovesProgress], None] | None = None,
    ) -> Choice:
        """The move that a perfect player would make, whatever the level is."""
        here = _open_position(start, line)
        return self._best(here, random.Random(f"{self.seed}"), stop, on_progress)

    def _by_level(self, here: Position, dice: random.Random) -> Choice:
        after = _legal(here)
        among = list(after)
        if self.level != "random":
            among = [move for move in after if _wins_now(here, after[move])] or among
        if self.level in ("medium", "hard") and len(among) == len(after):
            among = [move for move in after if not _can_win_now(here, after[move])] or among
        move = dice.choice(among)
        (text,) = move_texts(here, [move])
        if not _wins_now(here, after[move]):
            return Choice(move, text, "level", self.level)
        return Choice(move, text, "proved", self.level, MoveValue(move, text, ("win",), 1, "rules"))

    def _best(
        self,
        here: Position,
        dice: random.Random,
        stop: _core.StopFlag | None,
        on_progress: Callable[[MovesProgress], None] | None,
    ) -> Choice:
        values = None if self.table is None else moves(here, self.table, limit=NO_SEARCH, stop=stop)
        if values is None or not is_settled(values):
            values = moves(here, self.table, limit=_part(self.limit, _FOR_PROOFS), stop=stop, on_progress=on_progress)
        row, is_guess = self._pick(here, values, dice)
        return Choice(row.move, row.text, "guess" if is_guess else "proved", self.level, row)

    def _pick(self, here: Position, values: MoveValues, dice: random.Random) -> tuple[MoveValue, bool]:
        """The best row, and whether choosing it was a guess."""
        best = [row for row in values if rank(row) == rank(values[0])]
        value = best[0].value
        if value == "draw" or (value is not None and best[0].distance is not None) or len(values) == 1:
            return dice.choice(best), value is None
        liked = self._liked(here, value) if len(best) > 1 else []
        best = [row for row in best if row.move in liked] or best
        if value == "win":
            return dice.choice(best), False
        replies = {row.move: len(_legal(walked(here, [row.move])[0])) for row in best}
        return dice.choice([row for row in best if replies[row.move] == min(replies.values())]), True

    def _liked(self, here: Position, value: GameValue | None) -> list[str]:
        """The moves that a search of limited depth likes best: of wins without a known length the soonest, of losses
        those that are lost latest."""
        limit = _part(self.limit, 1 - _FOR_PROOFS)
        try:
            if value is None:
                return search(here, limit=limit, all_best=True).best_moves
            liked: list[str] = []
            for depth in range(1, _DEEPEST):
                found = search(here, depth, limit=limit, all_best=True)
                if found.reason is not None or found.outcome == "loss":
                    break
                liked = found.best_moves
                if found.outcome == "win":
                    break
        except InputError:  # where repeating is illegal, positions have no value of their own
            return []
        return liked


def is_settled(values: MoveValues) -> bool:
    """Whether no search can find a move that a player would choose instead of the best one.

    A win that a search finds has no distance, so it is not chosen instead of one that has.

    >>> import pnyx
    >>> [is_settled(pnyx.moves(each, limit=NO_SEARCH)) for each in ("XX./OO./... x", pnyx.position("chess"))]
    [True, False]
    """
    best = values[0]
    if best.value == "win":
        return best.distance is not None
    better = {"draw": {"win"}, "loss": {"win", "draw", "loss"}}.get(best.value or "", set())
    return best.proved and not any(better.intersection(row.possible) for row in values if not row.proved)


def _open_position(start: Position, line: Sequence[str]) -> Position:
    here, returned = walked(start, line)
    if here.outcome is not None or returned is not None or not _legal(here):
        raise InputError("the game is over: there is no move to choose")
    return here


def _legal(here: Position) -> dict[str, Position]:
    """The legal moves, with the positions after them."""
    if here.outcome is not None:
        return {}
    after = {move: walked(here, [move]) for move in here.moves()}
    return {move: reached for move, (reached, returned) in after.items() if returned != "illegal"}


def _wins_now(here: Position, after: Position) -> bool:
    return after.outcome is not None and after.outcome == here.turn


def _can_win_now(here: Position, after: Position) -> bool:
    """Whether the other player could win by one move then, or has won."""
    if after.outcome is not None:
        return after.outcome not in ("draw", here.turn)
    return after.turn != here.turn and any(after.play(move).outcome == after.turn for move in after.moves())


def _part(limit: Limit, part: float) -> Limit:
    nodes, seconds = limit.nodes, limit.seconds
    return Limit(
        nodes=None if nodes is None else max(1, int(part * nodes)),
        seconds=None if seconds is None else part * seconds,
        memory=limit.memory,
    )
