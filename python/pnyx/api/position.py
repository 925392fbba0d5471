"""Positions: `pnyx.Position`, and how texts, boards and Python objects become one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, cast

from pnyx import _core
from pnyx._util.numbers import expect_whole
from pnyx.api.catalogue import game_info, games, read_options
from pnyx.errors import InputError, quoted

if TYPE_CHECKING:
    import chess

_REQUIRED = ("start", "turn", "outcome", "moves", "play")

NOTATIONS = ("move_text", "position_text", "parse")
"""The optional methods of a Python game that files and the command line need."""

_DEEPEST_PERFT = 255

_VARIANTS = {
    "antichess": "antichess",
    "atomic": "atomic",
    "3check": "three-check",
    "kingofthehill": "king-of-the-hill",
    "racingkings": "racing-kings",
    "horde": "horde",
    "crazyhouse": "crazyhouse",
}
"""The variants of chess, by their names in python-chess and UCI."""

CHESS_VARIANTS = tuple(_VARIANTS.values())
"""Games whose positions are written as those of chess: a text alone never means one of them."""


class Position:
    """A position together with its game. Made by `pnyx.position`; immutable.

    >>> import pnyx
    >>> start = pnyx.position("tic-tac-toe")
    >>> start.turn, len(start.moves()), start.play("b2").turn
    ('x', 9, 'o')
    """

    __slots__ = ("_given", "_native", "_python_game", "_read")

    def __init__(
        self,
        native: _core.Position,
        *,
        python_game: Any = None,
        read: str | None = None,
        given: Mapping[str, str] | None = None,
    ) -> None:
        if not isinstance(native, _core.Position):
            raise TypeError("a Position is made by pnyx.position(game, text)")
        self._native = native
        self._python_game = python_game
        self._read = read
        self._given = dict(given or {})

    @property
    def game(self) -> str:
        """The game's name, as typed on the command line."""
        return self._native.game

    @property
    def options(self) -> dict[str, str]:
        """The game options that differ from the defaults."""
        return self._native.options

    @property
    def text(self) -> str:
        """The position in the game's notation, with ` moves ...` where a history matters."""
        return self._native.text

    @property
    def board(self) -> str:
        """The position alone, without its history."""
        return self._native.board

    @property
    def identity(self) -> str:
        """The text without irrelevant counters and without the history. Equal positions have the same text.

        >>> import pnyx
        >>> pnyx.position("chess", "8/8/8/8/8/2k5/8/K1q5 w - - 12 60").identity
        '8/8/8/8/8/2k5/8/K1q5 w - - 0 1'
        """
        return self._native.identity

    @property
    def turn(self) -> str:
        """The name of the player on move."""
        return self._native.turn

    @property
    def players(self) -> tuple[str, str]:
        """The names of the first and the second player."""
        return self._native.players

    @property
    def outcome(self) -> str | None:
        """`None` while play goes on, else the winner's name or `"draw"`."""
        return self._native.outcome

    @property
    def goals(self) -> list[str]:
        """The goals that can be asked for, the default first; N stands for a number. `pnyx.Goal` reads them.

        >>> import pnyx
        >>> pnyx.position("chess").goals
        ['mate', 'win', 'draw-or-better', 'promote', 'mate-in N', 'mated', 'mated-in N', 'win-in N']
        """
        return self._native.goals

    @property
    def repetition(self) -> Literal["draw", "illegal", "impossible"]:
        """What a repetition means: a draw, an illegal move, or that positions cannot be repeated.

        >>> import pnyx
        >>> [pnyx.position(game).repetition for game in ("chess", "go-one-eye", "othello")]
        ['draw', 'illegal', 'impossible']
        """
        return cast(Literal["draw", "illegal", "impossible"], self._native.repetition)

    @property
    def python_game(self) -> Any:
        """The game written in Python that this is a position of, or `None` when the game is built in."""
        return self._python_game

    @property
    def native(self) -> _core.Position:
        """The native object of the position."""
        return self._native

    def moves(self) -> list[str]:
        """The legal moves in the game's notation and in the order the searches see.

        >>> import pnyx
        >>> pnyx.position("tic-tac-toe", "XO./.../... x").moves()[:3]
        ['c3', 'a2', 'b2']
        """
        return self._native.moves()

    def play(self, move: str) -> Position:
        """The position after a move, without history.

        >>> import pnyx
        >>> pnyx.position("chess").play("e2e4").board
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
        """
        if not isinstance(move, str):
            raise InputError(f"a move must be a text in the game's notation, not {quoted(move)}")
        return Position(self._native.play(unicode_text(move)), python_game=self._python_game, given=self._given)

    def perft(self, depth: int) -> int:
        """The number of move sequences of this length.

        >>> import pnyx
        >>> pnyx.position("chess").perft(3)
        8902
        """
        expect_whole("the depth", depth, 0, _DEEPEST_PERFT)
        return self._native.perft(depth)

    def with_defaults(self, options: Mapping[str, str]) -> Position:
        """This position of a built-in game, with these options where none were asked for by name."""
        asked = {**self.options, **self._given}
        if all(name in asked for name in options):
            return self
        # The text as it was read: the canonical one may lack fields that these options need.
        text = self.text if self._read is None else self._read
        merged = {**options, **asked}
        return Position(_core.position(self.game, text, merged), read=text, given=self._given)

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self._python_game is not None or other._python_game is not None:
            same_game = self._python_game is other._python_game
            return same_game and bool(self._native.object == other._native.object)
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        if self._python_game is not None:
            return hash(self._native.object)
        return hash(self._identity())

    def _identity(self) -> tuple[str, str, tuple[tuple[str, str], ...]]:
        return self.game, self.text, tuple(sorted(self.options.items()))

    def __repr__(self) -> str:
        if self._python_game is not None:
            return f"<pnyx.Position of {self.game}: {self._native.object!r}>"
        options = "".join(f", {name.replace('-', '_')}={value!r}" for name, value in sorted(self.options.items()))
        return f"pnyx.position({self.game!r}, {self.text!r}{options})"

    def __str__(self) -> str:
        from pnyx import draw

        return draw.text(self)

    def _repr_svg_(self) -> str:
        from pnyx import draw

        return draw.svg(self)

    @property
    def object(self) -> Any:
        """The Python position behind a Python game, else `None`."""
        return self._native.object


def position(game: Any, text: str | None = None, **options: Any) -> Position:
    """A position of a game: of a built-in one by its name, or of a game written in Python.

    Without a text it is the game's start. Options are the game's own (see `pnyx.games`), with underscores for
    hyphens. For a Python game the text is read by its `parse` method. A board of python-chess is a position by itself.

    >>> import pnyx
    >>> pnyx.position("tic-tac-toe", "..../..../..../.... x", k=4).options
    {'k': '4'}
    >>> pnyx.position("chess", fifty_move_rule=True).options
    {'fifty-move-rule': 'on'}
    """
    if text is not None and not isinstance(text, str):
        raise InputError(f"a position must be a text here, not {quoted(text)}; pnyx.solve takes other kinds")
    if _is_board(game):
        if text is not None:
            raise InputError(f"a board is a position already: leave out {quoted(text)}")
        return position(board_game(game), _board_text(game), **options)
    if not isinstance(game, str):
        return _python_position(game, text, options)
    info = game_info(game)
    given = read_options(f"option of {game}", info.options, options)
    if text is not None:
        unicode_text(text)
        if not text.strip():
            raise InputError(f"the position is empty: {game} starts with {quoted(info.start)}")
    return Position(_core.position(game, text, given), read=text, given=given)


def perft(position: Any, depth: int, *, game: Any = None) -> int:
    """The number of move sequences of this length; `position` is anything that `pnyx.solve` takes.

    >>> import pnyx
    >>> pnyx.perft(pnyx.position("tic-tac-toe"), 9)
    127872
    """
    return as_position(position, game).perft(depth)


def as_position(given: Any, game: Any = None) -> Position:
    """Make a `Position` of anything that `pnyx.solve` takes."""
    if game is not None and not isinstance(game, str):
        require_game(game)
        if isinstance(given, Position):
            if given.python_game is not game:
                raise InputError(f"the position belongs to {given.game}, not to the given game")
            return given
        if isinstance(given, str) and not missing_methods(game, ("parse",)) and not isinstance(game.start(), str):
            return _python_position(game, given, {})
        return Position(_core.python_position(game, given), python_game=game)
    found = _built_in(given, game)
    if game is not None and found.game != game:
        raise InputError(f"the position belongs to {found.game}, not to game {quoted(game)}")
    return found


def _built_in(given: Any, game: str | None) -> Position:
    if isinstance(given, Position):
        return given
    if isinstance(given, str):
        return _guess(given) if game is None else position(game, given)
    if _is_board(given):
        return position(given)
    if callable(getattr(given, "board", None)) and missing_methods(given):  # such as a game read from PGN
        raise InputError(f"a {type(given).__name__} is not a position, but has one: pass .board()")
    if game is None and any(hasattr(given, name) for name in _REQUIRED):
        require_game(given)
        return position(given)
    raise InputError(
        "expected a text, a pnyx.Position, a chess.Board, a game written in Python (for its start), "
        f"or a position of such a game together with game=; got {quoted(given)}"
    )


def missing_methods(game: Any, names: tuple[str, ...] = _REQUIRED) -> list[str]:
    """The methods that a Python game lacks."""
    return [name for name in names if not callable(getattr(game, name, None))]


def require_game(game: Any) -> None:
    """Raise an `InputError` that names the missing methods unless this is a game written in Python."""
    if isinstance(game, type):
        raise InputError(f"a game must be an object, not the class {game.__name__}: write {game.__name__}()")
    missing = missing_methods(game)
    if not missing:
        return
    what = f"{type(game).__name__} has no method {' and no '.join(map(repr, missing))}"
    if len(missing) == len(_REQUIRED):
        what = f"{quoted(game)} is not a game"
    raise InputError(f"{what}: a game needs the methods {', '.join(_REQUIRED[:-1])} and {_REQUIRED[-1]}")


def require_notations(game: Any) -> None:
    """Raise an `InputError` that names the missing methods unless a Python game can write certificates."""
    missing = missing_methods(game, NOTATIONS)
    if missing:
        lacks = " and no ".join(map(repr, missing))
        them = "that method" if len(missing) == 1 else "these methods"
        raise InputError(
            f"{type(game).__name__} cannot write certificates: it has no {lacks}; add {them} (see help(pnyx.Game))"
        )


def _python_position(game: Any, text: str | None, options: Mapping[str, Any]) -> Position:
    require_game(game)
    name = type(game).__name__
    if options:
        raise InputError(f"{name} is written in Python and takes no options here: set them on the object")
    if text is None:
        return Position(_core.python_position(game, game.start()), python_game=game)
    if missing_methods(game, ("parse",)):
        raise InputError(f"{name} cannot read positions from text: it has no method 'parse'")
    try:
        parsed = game.parse(text)
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{name} cannot read the position {quoted(text)}: {error}") from error
    return Position(_core.python_position(game, parsed), python_game=game)


def _guess(text: str) -> Position:
    known = games()
    if text in known:
        raise InputError(f"{text!r} is the name of a game: for its start use pnyx.position({text!r})")
    # A FEN without further words means chess.
    found = []
    for name in (name for name in known if name not in CHESS_VARIANTS):
        with suppress(InputError):
            found.append(position(name, text))
    if len(found) == 1:
        return found[0]
    if found:
        names = " and ".join(each.game for each in found)
        raise InputError(f"{names} can all read {quoted(text)}: choose one with game=")
    raise InputError(
        f"no built-in game can read {quoted(text)}: choose one with game= ({', '.join(known)}) to see what is wrong"
    )


def _is_board(given: Any) -> bool:
    # A caller with a board has imported python-chess. Others need not wait for the import.
    module = sys.modules.get("chess")
    return module is not None and isinstance(given, module.Board)


def board_game(board: chess.Board) -> str:
    """The name of the game that a board of python-chess belongs to."""
    variant = type(board).uci_variant
    if variant == "chess":
        return "chess"
    if variant not in _VARIANTS:
        raise InputError(
            f"the board's variant {variant!r} is not built in; available are chess and {', '.join(_VARIANTS.values())}"
        )
    return _VARIANTS[variant]


def _board_text(board: chess.Board) -> str:
    """A python-chess board in our notation: its moves since the last irreversible one are the history."""
    if board.chess960:
        raise InputError("Chess960 castling is not supported: pass chess.Board(fen)")
    before = board.copy()
    moves: list[str] = []
    while before.move_stack:
        move = before.pop()
        if not move or before.is_irreversible(move):
            before.push(move)
            break
        moves.append(move.uci())
    fen = before.fen(en_passant="fen")
    return f"{fen} moves {' '.join(reversed(moves))}" if moves else fen


def unicode_text(text: str) -> str:
    """The text, if the native module can read it.

    >>> unicode_text("a\\ud800")
    Traceback (most recent call last):
        ...
    pnyx.errors.InputError: 'a\\ud800' is not valid text: column 2 is not a character
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{quoted(text)} is not valid text: column {error.start + 1} is not a character") from error
    return text
