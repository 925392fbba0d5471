"""The protocol a game written in Python follows.

Five methods make a game. Positions and moves may be any hashable objects; `play` returns a new
position and leaves the old one alone.

    >>> class Nim:
    ...     "Take one to three from a heap; the player who takes the last one wins."
    ...     def start(self): return (7, 0)
    ...     def turn(self, position): return position[1]
    ...     def outcome(self, position): return None if position[0] else 1 - position[1]
    ...     def moves(self, position): return range(1, min(3, position[0]) + 1)
    ...     def play(self, position, move): return (position[0] - move, 1 - position[1])
    >>> import pnyx
    >>> isinstance(Nim(), pnyx.Game)
    True
    >>> pnyx.solve(Nim(), goal="win").verdict
    'proven'
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final, Literal, Protocol, TypeVar, runtime_checkable

Outcome = Literal[0, 1, "draw"]
"""Who has won, player 0 or player 1, or `"draw"`."""

Repetition = Literal["draw", "impossible", "illegal"]
"""What a repeated position means; see `Game`."""

DRAW: Final = "draw"
"""The outcome of a drawn game."""

MOST_ESTIMATED: Final = 2**16
"""The cap on the numbers of a game's own `estimate`: searches add them up, and sums are limited."""

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


@runtime_checkable
class Game(Protocol[P, M]):
    """The protocol of a game: five methods, and some optional ones.

    Required are the methods below. A game may also have

    - ``name``: a text for reports (default: the class's name);
    - ``players``: the names of players 0 and 1 (default ``("first", "second")``);
    - ``repetition``: ``"draw"`` (the default: a repeated position is a draw), ``"impossible"`` (positions are never
      repeated; a wrong declaration is detected and reported) or ``"illegal"`` (a move that would repeat a position is
      illegal, and a player without another move loses);
    - ``may_repeat(position, move)``: where repeating is illegal, whether this move is exempt (a pass in Go);
    - ``repetition_key(position)``: a hashable value, the part of a position that the repetition rule compares,
      when that is not the whole. Unless repeating is illegal, positions with equal values must have the same
      outcome and the same moves in the same order, leading to positions with equal values again;
    - ``move_text(position, move)``, ``position_text(position)`` and ``parse(text)``: notations, needed to save
      certificates in files and to type positions on the command line;
    - ``board(position)``: what stands on the board, as rows of characters from the top: a list of texts of equal
      length, or one text with line feeds. ``.`` is an empty square, a blank a place without a square. ``X`` and ``O``
      are a cross and a ring, ``#`` is a wall, another letter a piece with this letter, a capital letter in the first
      player's colour and a small one in the second's; other characters are drawn as they are. Terminals, notebooks and
      the explorer show it, and there moves are made by clicking the squares that they change. Equal positions have
      equal boards;
    - ``svg(position)``: a drawing, the text of one SVG element, for notebooks and the explorer (default: the board, or
      the position's text in a frame). ``width`` and ``height`` are its size in pixels; with a ``viewBox`` alone the
      longer side has 300 of them. It lies on light paper, with who is on move under it. Pages show it under a policy
      that allows no scripts and no inline styles: use attributes such as ``fill``. If it fails, the board or the text
      is shown, with a warning;
    - ``estimate(position, prover)``: how hard a position without an outcome looks, for searches with the option
      ``init=custom``. The question is whether player ``prover`` (0 or 1) can force its goal; the answer is a tuple of
      two ints from 1 on, for how much work it looks like to prove this, and to disprove it. 1 is next to nothing, and
      more than 65,536 counts as that. Estimates steer the search; they cannot make its answer wrong.

    Tables of whole games also look for

    - ``canonical(position)``: one of the positions that are symmetric to this one (turned, reflected), the same for all
      of them, so that they count once (default: the position itself). It must have the same turn and outcome, and
      be its own representative. Its moves must lead to the same representatives as this position's moves, each as
      often. Searches, histories and certificates do not use it;
    - ``swap(position)``: the same position with the other player on move, or ``None`` if there is none. It is asked for
      mutual zugzwangs alone.

    ``pnyx.search`` also looks for

    - ``evaluate(position)``: an estimate of a position without an outcome, a number: the better the position for
      player 0, the larger (default: 0 everywhere). A won game is worth more than any estimate;
    - ``score(position)``: what a position with an outcome is worth to player 0: above 0 where player 0 has won, below 0
      where player 1 has won, 0 for a draw (default: 1, -1 and 0);
    - ``smallest_difference``: all these numbers are multiples of it, up to rounding (default 1, so that they are whole
      numbers; 0.25 for a game that counts in quarters of a point);
    - ``largest_value``: none of them is larger, to either player (default: a million times ``smallest_difference``).

    ``pnyx.testing.check_game(game)`` tests whether a game follows this protocol.
    """

    def start(self) -> P:
        """The position a game begins with."""

    def turn(self, position: P) -> int:
        """The player on move, 0 or 1. Players need not alternate."""

    def outcome(self, position: P) -> Any:
        """``None`` while play goes on, else the winner (0 or 1) or ``"draw"``."""

    def moves(self, position: P) -> Iterable[M]:
        """The legal moves: at least one unless the position has an outcome. The same order every time."""

    def play(self, position: P, move: M) -> P:
        """The position after the move."""
