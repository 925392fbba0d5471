"""Drawings of positions: text for terminals, SVG for notebooks and pages, one look for all games.

    >>> from pnyx import draw
    >>> print(draw.text("tic-tac-toe", "X.O/.X./..O x"))
      ┌───────┐
    3 │ X · O │
    2 │ · X · │
    1 │ · · O │
      └───────┘
        a b c
    X to move
    >>> draw.svg("tic-tac-toe", "X.O/.X./..O x", last_move="c1").startswith("<svg ")
    True

A game gets its drawing from a module with a function `read(position, last_move)` that returns a `Picture`, named in
the table below, and its pieces from that module's table `PIECES`. Games that have none show their text in a frame. So
do games written in Python, but for those that say what stands on their board, by a method `board(position)`, and those
that draw themselves, by a method `svg(position)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol, overload

from pnyx.draw.board import Board, Piece, Place
from pnyx.draw.framed import Framed
from pnyx.draw.ground import Mark, Square
from pnyx.draw.own import Faulty, Own, complaint_of
from pnyx.draw.own_board import board_of, changes
from pnyx.draw.status import ended, status_of
from pnyx.errors import InputError, quoted

if TYPE_CHECKING:
    from pnyx.api.position import Position

# Modules by name, not imported here: drawing a graph should not wait for python-chess. After a dot comes the function,
# where it is not `read`.
_MODULES: Final = {
    "antichess": "chess_variants.antichess",
    "atomic": "chess_variants.atomic",
    "checkers": "checkers",
    "chess": "chess",
    "connect-four": "connect_four",
    "crazyhouse": "chess_variants.crazyhouse",
    "go-one-eye": "go_one_eye",
    "graph": "graph",
    "horde": "chess_variants.horde",
    "king-of-the-hill": "chess_variants.king_of_the_hill",
    "lines-of-action": "lines_of_action",
    "othello": "othello",
    "racing-kings": "chess_variants.racing_kings",
    "three-check": "chess_variants.three_check",
    "tic-tac-toe": "tic_tac_toe",
}


class Drawable(Protocol):
    """What draws itself without further words: an object that knows its game's name and its position's text.

    >>> class Heap:
    ...     game = "nim"
    ...     board = "7 left"
    >>> print(text(Heap()))
    ┌────────┐
    │ 7 left │
    └────────┘
    """

    @property
    def game(self) -> str:
        """The game's name."""

    @property
    def board(self) -> str:
        """The position in the game's notation, without a history."""


class Picture(Protocol):
    """A position that has been read and can be drawn either way.

    >>> shown: Picture = picture("nim", "7 left")
    >>> print(shown.text(unicode=False))
    +--------+
    | 7 left |
    +--------+
    """

    def text(self, *, unicode: bool = True) -> str:
        """The drawing for a terminal; without `unicode` it is pure ASCII."""

    def svg(self, *, size: int = 360) -> str:
        """The drawing as a standalone SVG element."""


def picture(game: str, position: str, *, last_move: str | None = None, marked: Sequence[str] = ()) -> Picture:
    """Read a position of any game, ready to be drawn.

    >>> picture("graph", "root A; repetition draw; A max: B; B = win").text(unicode=False).splitlines()[0]
    'graph of 2 nodes, repetition draw'
    """
    module, _, function = _MODULES.get(game, "").partition(".")
    drawing: Picture
    if module:
        drawing = getattr(import_module(f"{__name__}.{module}"), function or "read")(position, last_move)
    else:
        drawing = Framed(game, position, last_move)
    return _with_goals(drawing, game, marked) if marked else drawing


def picture_of(position: Drawable, *, last_move: str | None = None, marked: Sequence[str] = ()) -> Picture:
    """The same of a `pnyx.Position`, or of anything else that knows its game and its text.

    >>> import pnyx
    >>> print(picture_of(pnyx.position("tic-tac-toe", "X./.. o")).text(unicode=False).splitlines()[1])
    2 | X . |
    """
    if getattr(position, "object", None) is None:
        read = picture(position.game, position.board, last_move=last_move, marked=marked)
        outcome = getattr(position, "outcome", None)
        return ended(read, outcome) if outcome is not None and isinstance(read, Board) else read
    # A Python game may carry a built-in game's name, but its notation is its own.
    drawing = _of_python(position, last_move)
    return _with_goals(drawing, position.game, marked) if marked else drawing


@overload
def text(
    game: Drawable, /, *, last_move: str | None = None, marked: Sequence[str] = (), unicode: bool = True
) -> str: ...
@overload
def text(
    game: str, position: str, *, last_move: str | None = None, marked: Sequence[str] = (), unicode: bool = True
) -> str: ...
def text(
    game: str | Drawable,
    position: str | None = None,
    *,
    last_move: str | None = None,
    marked: Sequence[str] = (),
    unicode: bool = True,
) -> str:
    """Draw a position for a terminal; without `unicode` the drawing is pure ASCII.

    The squares of the last move stand in brackets, goals in parentheses: those that belong to the game, such as four
    in a row, and those whose names are in `marked`.

    >>> print(text("tic-tac-toe", "XO./.X. o", last_move="b1", marked=["a2"], unicode=False))
      +-------+
    2 |(X)O . |
    1 | .[X]. |
      +-------+
        a b c
    O to move
    """
    return _picture(game, position, last_move, marked).text(unicode=unicode)


@overload
def svg(game: Drawable, /, *, last_move: str | None = None, marked: Sequence[str] = (), size: int = 360) -> str: ...
@overload
def svg(
    game: str, position: str, *, last_move: str | None = None, marked: Sequence[str] = (), size: int = 360
) -> str: ...
def svg(
    game: str | Drawable,
    position: str | None = None,
    *,
    last_move: str | None = None,
    marked: Sequence[str] = (),
    size: int = 360,
) -> str:
    """Draw a position as a standalone SVG element with a background of its own.

    `size` is the longer side of a board in pixels. Graphs and framed texts take the room they need to be legible
    at size 360 and scale with it.

    >>> svg("chess", "8/8/8/8/8/8/1r6/K1k5 w - - 0 1", size=200).count("<use ")
    3
    """
    if size < 1:
        raise InputError(f"expected a size of at least 1 pixel, got {size}")
    return _picture(game, position, last_move, marked).svg(size=size)


def attempt(drawing: Picture) -> tuple[str, str | None]:
    """The SVG of a picture, and what is wrong with that of a game that draws itself and fails.

    >>> attempt(picture("nim", "7 left"))[1] is None
    True
    """
    return drawing.attempt() if isinstance(drawing, (Own, Faulty)) else (drawing.svg(), None)


def ahead(position: Drawable, moves: Mapping[str, Drawable]) -> Picture:
    """A position with moves on it that can be played: arrows, or frames where a piece is placed.

    `moves` holds the position that each of them leads to. What is not drawn as a board is drawn without moves.

    >>> import pnyx
    >>> start = pnyx.position("connect-four", "44")
    >>> ahead(start, {"4": start.play("4")}).svg().count('class="next-move"')
    1
    """
    drawing = picture_of(position)
    if not isinstance(drawing, Board):
        return drawing
    after = (picture_of(reached, last_move=move) for move, reached in moves.items())
    boards = [board for board in after if isinstance(board, Board)]
    if getattr(position, "object", None) is not None:
        return replace(drawing, arrows=[way for board in boards if (way := _way(drawing, board))])
    return replace(drawing, arrows=[tuple(board.marks.get(Mark.LAST_MOVE, ())) for board in boards])


def pieces(game: str) -> dict[str, Piece]:
    """The pieces of a game by their signs in its notation; none for a game that is not drawn as a board.

    >>> [piece.name for piece in pieces("othello").values()]
    ['black disc', 'white disc']
    >>> pieces("chess")["N"].svg().startswith("<svg ")
    True
    """
    module = _MODULES.get(game, "").partition(".")[0]
    if module == "chess_variants":
        module = "chess"
    found: Mapping[str, Piece] = getattr(import_module(f"{__name__}.{module}"), "PIECES", {}) if module else {}
    return dict(found)


def places(drawing: Picture) -> list[Place]:
    """Where the squares of a position are in its SVG drawing; none for a game that is not drawn as a board.

    >>> [place.name for place in places(picture("tic-tac-toe", "XO/.. x"))]
    ['a1', 'b1', 'a2', 'b2']
    """
    return drawing.places() if isinstance(drawing, Board) else []


def marked(position: Position) -> list[str]:
    """The squares that belong to the question about a position, and are marked when it is drawn.

    >>> import pnyx
    >>> marked(pnyx.position("chess", region="a1-b1"))
    ['a1', 'b1']
    """
    if position.game != "chess" or position.python_game is not None or "region" not in position.options:
        return []
    from pnyx.draw.chess import region_squares

    return region_squares(position.options["region"])


def _way(before: Board, after: Board) -> tuple[Square, ...]:
    """The squares that a move touches, if it goes from one to another, or just places a piece."""
    emptied, filled = changes(before, after)
    return (*emptied, *filled) if len(filled) == 1 and len(emptied) <= 1 else ()


def _of_python(position: Any, last_move: str | None) -> Picture:
    game, status = getattr(position, "python_game", None), status_of(position)
    drawing: Picture = Framed(position.game, position.board, last_move, status)
    if callable(getattr(game, "board", None)):
        words = {"title": position.game, "text": position.board, "status": status, "last_move": last_move}
        try:
            drawing = board_of(game, position.object, **words)
        except Exception as error:  # as of drawings: a bug of the board should not keep the game from being played
            drawing = Faulty(position.game, position.board, last_move, status, complaint_of(error, game, "board"))
    if callable(getattr(game, "svg", None)):
        return Own(position.game, position.board, last_move, status, game, position.object, drawing)
    return drawing


def _with_goals(drawing: Picture, game: str, marked: Sequence[str]) -> Picture:
    if not isinstance(drawing, Board):
        raise InputError(
            f"expected no squares to mark, for {quoted(game)} is not drawn as a board, got {quoted(marked)}"
        )
    return drawing.with_goals(marked)


def _picture(game: str | Drawable, position: str | None, last_move: str | None, marked: Sequence[str]) -> Picture:
    if isinstance(game, str):
        if position is None:
            raise InputError(f"expected a position of {game!r} to draw, got none; give its text after the game's name")
        return picture(game, position, last_move=last_move, marked=marked)
    if not hasattr(game, "board"):
        raise InputError(f"expected a position to draw, such as pnyx.position(game), not {quoted(game)}")
    return picture_of(game, last_move=last_move, marked=marked)
