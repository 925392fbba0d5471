"""The rules of the built-in games by name, and positions with the moves that led to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from pnyx.errors import InputError, quoted
from pnyx.game import Game
from pnyx.reference.rules.base import RuleBook

__all__ = ["GAMES", "VARIANTS", "Reading", "RuleBook", "game_of", "perft", "read_position", "replay", "split_history"]

_BOOKS: Final[Mapping[str, tuple[str, ...]]] = {
    "tic-tac-toe": ("tic_tac_toe:TicTacToe", "rows", "columns", "k"),
    "graph": ("graph:Graph",),
    "chess": (
        "chess:Chess",
        *("fifty-move-rule", "order", "en-passant", "region", "attack", "exclude", "tables", "syzygy"),
    ),
    "connect-four": ("connect_four:ConnectFour", "rows", "columns"),
    "othello": ("othello:Othello", "size"),
    "lines-of-action": ("lines_of_action:LinesOfAction",),
    "checkers": ("checkers:Checkers",),
    "go-one-eye": ("go_one_eye:OneEye",),
    "antichess": ("chess_variants:Antichess",),
    "atomic": ("chess_variants:Atomic",),
    "three-check": ("chess_variants:ThreeCheck",),
    "king-of-the-hill": ("chess_variants:KingOfTheHill",),
    "racing-kings": ("chess_variants:RacingKings",),
    "horde": ("chess_variants:Horde",),
    "crazyhouse": ("chess_variants:Crazyhouse",),
}
"""The module and class of each game's rules, and the names of its options."""

GAMES: Final[Mapping[str, tuple[str, ...]]] = {name: book[1:] for name, book in _BOOKS.items()}
"""The built-in games and the names of their options."""

VARIANTS: Final = tuple(name for name, book in _BOOKS.items() if book[0].startswith("chess_variants:"))
"""Games whose positions are written as those of chess: a text alone never means one of them."""


@dataclass(frozen=True)
class Reading:
    """A position that was read: the rules, the position itself, and the positions before it.

    >>> reading = read_position("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves a1a8 e8e7")
    >>> reading.rules.position_text(reading.root), len(reading.history)
    ('R7/4k3/8/8/8/8/8/4K3 w - - 2 2', 2)
    """

    rules: RuleBook[Any, Any]
    root: Hashable
    history: Sequence[Hashable]


def game_of(name: str, options: Mapping[str, str] | None = None) -> RuleBook[Any, Any]:
    """The rules of a built-in game. (Those of a graph come with its text: use `read_position`.)

    >>> rules = game_of("tic-tac-toe", {"rows": "2", "columns": "4"})
    >>> rules.position_text(rules.start())
    '..../.... x'
    """
    return _open(name, None, options or {})[0]


def read_position(name: str, text: str | None = None, options: Mapping[str, str] | None = None) -> Reading:
    """Read a position of a built-in game; no text means its start.

    Moves may follow the position, as in `FEN moves e2e4 e7e5`; the position is then the one after these moves.

    >>> reading = read_position("graph", "A max: B C; B min: A; C = win moves B A")
    >>> reading.root, reading.history
    ('A', ['A', 'B'])
    """
    if name == "graph" and text is not None:  # comments may speak of moves
        from pnyx.reference.rules.graph_notation import without_comments

        text = without_comments(text)
    placement, moves = (None, []) if text is None else split_history(text)
    rules, root = _open(name, placement, options or {})
    return Reading(rules, *replay(rules, root, moves))


def replay(rules: RuleBook[Any, Any], position: Hashable, moves: Sequence[str]) -> tuple[Hashable, list[Hashable]]:
    """The position after some moves, and the positions before it. A move must not repeat where that is illegal.

    >>> rules = game_of("tic-tac-toe", {"rows": "1", "columns": "2"})
    >>> replay(rules, rules.start(), ["b1"])[0]
    TicTacToePosition(cells='.X', turn=1)
    """
    key: Callable[[Hashable], Hashable] = getattr(rules, "repetition_key", lambda position: position)
    seen: set[Hashable] = set()
    history = []
    for number, move in enumerate(moves, start=1):
        if rules.outcome(position) is not None:
            raise InputError(f"move {number}, {quoted(move)}: expected no move, because the game is over")
        try:
            found = rules.find_move(position, move)
        except InputError as error:
            raise InputError(f"move {number}: {error}") from None
        exempt = rules.repetition != "illegal" or rules.may_repeat(position, found)
        history.append(position)
        seen.add(key(position))
        position = rules.play(position, found)
        if not exempt and key(position) in seen:
            raise InputError(f"move {number}, {quoted(move)}: expected no repetition, which is illegal in {rules.name}")
    return position, history


def split_history(text: str) -> tuple[str, list[str]]:
    """The text of a position, and the moves that follow it.

    >>> split_history("X../.../... o moves b2 c3")
    ('X../.../... o', ['b2', 'c3'])
    """
    parts = re.split(r"(?<=\s)moves(?!\S)", text, maxsplit=1)
    if len(parts) == 1:
        return text, []
    moves = parts[1].split()
    if not moves:
        raise InputError("expected moves after the word 'moves', got none: leave the word out")
    return parts[0].rstrip(), moves


def perft(game: Game[Any, Any], position: Hashable, depth: int) -> int:
    """The number of sequences of moves of this length.

    >>> rules = game_of("chess")
    >>> perft(rules, rules.start(), 2)
    400
    """
    if depth == 0:
        return 1
    if game.outcome(position) is not None:
        return int(depth <= getattr(game, "closing_plies", 0))
    moves = list(game.moves(position))
    return len(moves) if depth == 1 else sum(perft(game, game.play(position, move), depth - 1) for move in moves)


def _open(name: str, text: str | None, options: Mapping[str, str]) -> tuple[RuleBook[Any, Any], Any]:
    # Each game is imported when it is asked for, so that only chess needs python-chess.
    if name not in GAMES:
        raise InputError(f"expected a game ({', '.join(GAMES)}), got {quoted(name)}")
    for option in options:
        if option not in GAMES[name]:
            known = ", ".join(GAMES[name]) or "none"
            raise InputError(f"expected an option of {name} ({known}), got {quoted(option)}")
    module, _, book = _BOOKS[name][0].partition(":")
    rules: type[RuleBook[Any, Any]] = getattr(import_module(f"{__name__}.{module}"), book)
    return rules.read(text, options)
