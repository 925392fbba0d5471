"""Portable Game Notation: games of chess and its variants, in and out.

>>> from pnyx.adapters import pgn
>>> game = pgn.loads("1. e4 e5 2. Nf3 *")[0]
>>> game.position().text
'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 moves g1f3'
>>> game.position(ply=1).board
'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
"""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TextIO, cast

import chess
import chess.pgn

from pnyx._util.files import read_bounded
from pnyx.adapters.boards import complaint, to_board
from pnyx.api.position import Position, board_game
from pnyx.api.position import position as open_position
from pnyx.errors import InputError, quoted

_MOST_BYTES = 64 << 20


class Played(Protocol):
    """A position with a line from it, such as a `pnyx.Result`."""

    @property
    def position(self) -> Position:
        """Where it begins."""

    @property
    def line(self) -> list[str]:
        """The moves."""


@dataclass(frozen=True)
class PgnGame:
    """A game that was read: its main line.

    >>> loads('[White "Ann"]\\n\\n1. e4 *')[0].tags["White"]
    'Ann'
    """

    game: str
    """The game's name, from the tag Variant."""
    tags: Mapping[str, str]
    start: str
    """The position it begins with."""
    moves: tuple[str, ...]
    """The moves of the main line, in UCI."""

    def position(self, ply: int | None = None, **options: object) -> Position:
        """The position after some plies, by default after the last, with the moves before it as its history.

        >>> loads("1. e4 e5 *")[0].position(ply=3)
        Traceback (most recent call last):
        pnyx.errors.InputError: expected a ply from 0 to 2, got 3
        """
        last = len(self.moves)
        if ply is not None and not 0 <= ply <= last:
            raise InputError(f"expected a ply from 0 to {last}, got {ply}")
        played = self.moves[:ply]
        text = f"{self.start} moves {' '.join(played)}" if played else self.start
        return open_position(self.game, text, **options)


def loads(text: str) -> list[PgnGame]:
    """The games in a text. Variations and comments are left out; what cannot be read is an error with its place.

    >>> loads('[FEN "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"]\\n\\n1. Qa7 *')
    Traceback (most recent call last):
    pnyx.errors.InputError: line 3, column 4: illegal san: 'Qa7' in 7k/8/5KQ1/8/8/8/8/8 w - - 0 1
    """
    lines = _Lines(text)
    found = []
    while (game := chess.pgn.read_game(cast(TextIO, lines), Visitor=lambda: _Builder(lines))) is not None:
        found.append(_game(game, lines))
    return found


def load(path: str | os.PathLike[str]) -> list[PgnGame]:
    """The games in a file; it is read as UTF-8, or as Latin-1 where that is what it is."""
    data = read_bounded(path, _MOST_BYTES)
    try:
        return loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return loads(data.decode("latin-1"))


def dumps(what: Position | Played, tags: Mapping[str, str] | None = None) -> str:
    """A position with its history, or a result with its line, as a game.

    >>> import pnyx
    >>> print(dumps(pnyx.solve("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), {"Event": "Example"}))
    [Event "Example"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "?"]
    [Black "?"]
    [Result "1-0"]
    [FEN "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"]
    [SetUp "1"]
    <BLANKLINE>
    1. Qg7# 1-0
    """
    position, line = (what, []) if isinstance(what, Position) else (what.position, what.line)
    board = to_board(position)
    for move in line:
        board.push_uci(move)
        position = position.play(move)
    game = chess.pgn.Game.from_board(board)
    ends = {position.players[0]: "1-0", position.players[1]: "0-1", "draw": "1/2-1/2", None: "*"}
    game.headers["Result"] = ends[position.outcome]
    try:
        game.headers.update(tags or {})
    except ValueError as error:
        raise InputError(f"{quoted(dict(tags or {}))} cannot be written as tags: {error}") from None
    return str(game)


class _Lines:
    """A text that counts its lines as they are read."""

    def __init__(self, text: str) -> None:
        self._text = io.StringIO(text)
        self.number = 0
        self.line = ""

    def readline(self) -> str:
        self.number += 1
        self.line = self._text.readline()
        return self.line

    def complaint(self, error: Exception) -> InputError:
        """The error with the place where reading has come to."""
        return complaint(self.number, self.line.rstrip("\r\n"), error)


class _Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Builds games and stops at the first mistake."""

    def __init__(self, lines: _Lines) -> None:
        super().__init__()
        self._lines = lines

    def handle_error(self, error: Exception) -> None:
        raise self._lines.complaint(error) from None


def _game(game: chess.pgn.Game, lines: _Lines) -> PgnGame:
    board = game.board()
    try:
        if board.chess960:
            raise InputError("the game is one of Chess960, whose castling is not supported")
        name = board_game(board)
        start = board.fen(en_passant="fen")
        open_position(name, start)
    except InputError as error:
        raise lines.complaint(InputError(f"in the game that ends here: {error}")) from None
    return PgnGame(name, dict(game.headers), start, tuple(move.uci() for move in game.mainline_moves()))
