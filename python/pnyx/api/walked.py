"""Positions that remember the earlier positions of their line.

The result of a move may depend on them: a repetition is a draw, or illegal. Built-in games keep a history in a
position's text. A game written in Python has none, so it is wrapped in one that has: there an earlier position is a
draw, or cannot be moved to.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, Literal, cast

from pnyx.api.position import CHESS_VARIANTS, Position, as_position, position
from pnyx.errors import InputError

_WITH_FEN: Final = ("chess", *CHESS_VARIANTS)

OF_ROOT: Final = ("exclude",)
"""Options about the moves of one position, without meaning after a move."""

_WITHOUT_HISTORY: Final = ("en-passant",)
"""Options with a value that ignores the history; verdicts are the same without them."""

Return = Literal["draw", "illegal"] | None
"""The consequence of a repetition, if there is one."""


class Remembering:
    """A game written in Python in which positions have been on the board already.

    >>> class Walk:
    ...     def start(self): return 0
    ...     def turn(self, position): return 0
    ...     def outcome(self, position): return None
    ...     def moves(self, position): return (1, -1)
    ...     def play(self, position, move): return position + move
    >>> Remembering(Walk(), [0]).outcome(0), Remembering(Walk(), [0]).outcome(1)
    ('draw', None)
    """

    def __init__(self, game: Any, before: Iterable[Any]) -> None:
        nested = isinstance(game, Remembering)
        self._game: Any = game._game if nested else game
        self.before: tuple[Any, ...] = (*(game.before if nested else ()), *before)
        self._keys = frozenset(map(self.key, self.before))
        self._illegal = getattr(game, "repetition", "draw") == "illegal"
        self.name = getattr(game, "name", type(game).__name__)

    @property
    def forgetful(self) -> Any:
        """The game itself."""
        return self._game

    def __getattr__(self, name: str) -> Any:
        # Whatever else the game has, and nothing that it does not have.
        return getattr(self._game, name)

    def remembers(self, position: Any) -> bool:
        """Whether the position repeats an earlier one."""
        return self.key(position) in self._keys

    def outcome(self, position: Any) -> Any:
        """The game's; an earlier position is a draw, and without a move that may be played the player on move loses."""
        known = self._game.outcome(position)
        if known is not None:
            return known
        if self._illegal:
            return None if self.moves(position) else 1 - self._game.turn(position)
        return "draw" if self.remembers(position) else None

    def moves(self, position: Any) -> list[Any]:
        """The game's; where repeating is illegal, those that may be played."""
        moves = list(self._game.moves(position))
        return [move for move in moves if self.allows(position, move)] if self._illegal else moves

    def allows(self, position: Any, move: Any) -> bool:
        """Whether a move leads to a new position, or may repeat."""
        exempt = getattr(self._game, "may_repeat", None)
        return not self.remembers(self._game.play(position, move)) or (exempt is not None and exempt(position, move))

    def key(self, position: Any) -> Hashable:
        """What is the same in positions that repeat each other."""
        key: Callable[[Any], Hashable] | None = getattr(self._game, "repetition_key", None)
        return key(position) if key is not None else cast(Hashable, position)


def walked(root: Position, line: Sequence[str]) -> tuple[Position, Return]:
    """The position after a line, which remembers the earlier ones, and whether the last move repeated one of them.

    >>> import pnyx
    >>> root = pnyx.position("graph", "A max: B; B min: A C; C = win")
    >>> walked(root, ["B"])[0].text.rpartition(" moves ")[2], walked(root, ["B", "A"])[1]
    ('B', 'draw')
    """
    if not line:
        return root, None
    return _built_in(root, line) if root.python_game is None else _python(root, line)


def _built_in(root: Position, line: Sequence[str]) -> tuple[Position, Return]:
    options = {name: value for name, value in root.options.items() if name not in (*OF_ROOT, *_WITHOUT_HISTORY)}
    origin, _, made = root.text.partition(" moves ")
    moves = [*made.split(), *line]
    *before, last = way(position(root.game, origin, **options), moves)
    try:
        reached = position(root.game, " ".join([origin, "moves", *moves]), **options)
    except InputError:  # each of the moves can be played, but for what was there before
        return last, "illegal"
    # Without a history in its text, no earlier position can be repeated.
    key = repetition_key(reached)
    returns = reached.text != reached.board and any(repetition_key(each) == key for each in before)
    return reached, "draw" if returns else None


def repetition_key(position: Position) -> Hashable:
    """What is the same in positions that repeat each other; in a FEN the numbers of moves do not count.

    >>> import pnyx
    >>> repetition_key(pnyx.position("chess", "8/8/8/8/8/2k5/8/K1q5 w - - 12 60"))
    '8/8/8/8/8/2k5/8/K1q5 w - -'
    """
    if position.python_game is not None:
        return Remembering(position.python_game, ()).key(position.object)
    return position.board.rsplit(" ", 2)[0] if position.game in _WITH_FEN else position.board


def passed(reached: Position) -> list[Position]:
    """The positions before one that remembers its line, the first one first, and then itself; all without a history.

    >>> import pnyx
    >>> here, _ = walked(pnyx.position("graph", "A max: B; B min: A C; C = win"), ["B"])
    >>> [each.text for each in passed(here)]
    ['root A; repetition draw; A max: B; B min: A C; C = win', 'root B; repetition draw; A max: B; B min: A C; C = win']
    """
    if isinstance(reached.python_game, Remembering):
        return [
            as_position(each, reached.python_game.forgetful) for each in (*reached.python_game.before, reached.object)
        ]
    if reached.python_game is not None:
        return [reached]
    origin, _, made = reached.text.partition(" moves ")
    options = {name: value for name, value in reached.options.items() if name not in OF_ROOT}
    return way(position(reached.game, origin, **options), made.split())


def way(start: Position, moves: Sequence[str]) -> list[Position]:
    """The positions from the start to the end of some moves."""
    passed = [start]
    for move in moves:
        passed.append(passed[-1].play(move))
    return passed


def _python(root: Position, line: Sequence[str]) -> tuple[Position, Return]:
    *before, reached = way(root, line)
    game = root.python_game
    repetition = getattr(game, "repetition", "draw")
    if repetition == "impossible":
        return reached, None
    remembering = Remembering(game, [each.object for each in before])
    after = as_position(reached.object, remembering)
    if repetition == "illegal":
        allowed = as_position(before[-1].object, remembering).moves()
        return after, None if line[-1] in allowed else "illegal"
    return after, "draw" if remembering.remembers(reached.object) else None
