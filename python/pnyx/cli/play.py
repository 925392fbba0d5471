"""`pnyx play`: a game in the terminal against a perfect opponent, or a weaker one."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from pnyx.cli import options
from pnyx.cli.completion import complete_levels
from pnyx.cli.group import ANSWERED
from pnyx.cli.inputs import open_root, read_limit, whole
from pnyx.cli.interrupt import stopped_by_interrupt
from pnyx.cli.moves import TableOption, describe, emit_rows
from pnyx.cli.output import emit, is_unicode
from pnyx.errors import InputError

if TYPE_CHECKING:
    from pnyx import Position, Table
    from pnyx.api.match import Match
    from pnyx.api.moves import MoveValues
    from pnyx.api.play import Player

_COMMANDS: Final = {
    "hint": "the best move, as far as it is known",
    "moves": "the value of every move",
    "back": "take back your last move and the answer to it",
    "resign": "give the game up",
    "new": "begin again",
    "help": "these words",
    "quit": "leave",
}


def play(
    game: options.GameArgument,
    position: options.PositionArgument = None,
    first: Annotated[bool, typer.Option("--first", help="You make the first move (this is the default).")] = False,
    second: Annotated[bool, typer.Option("--second", help="Pnyx makes the first move.")] = False,
    level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL",
            help="How well Pnyx plays: random, easy (wins at once if it can), medium (and does not let you win at "
            "once), hard (one move in four is medium, the others perfect) or perfect.",
            autocompletion=complete_levels,
        ),
    ] = "perfect",
    table: TableOption = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="N", help="Choose between equal moves by this number, so that a game can be repeated."),
    ] = None,
    option: options.OptionsOption = None,
    max_nodes: options.MaxNodesOption = None,
    max_seconds: options.MaxSecondsOption = None,
    memory: options.MemoryOption = options.DEFAULT_MIB,
) -> int:
    """Play a game against Pnyx.

    Type a move, or one of the words hint, moves, back, resign, new, help and quit. Pnyx says of each of its moves
    whether it is proved or a guess. A small game is tabulated before it begins, in at most 5 seconds; then every move
    is proved. The limits are for each move of Pnyx, by default 3 seconds.

    Exit status: 0 the game was played or left, 2 bad input.
    """
    from pnyx.api.play import Player

    if first and second:
        raise InputError("--first and --second exclude each other: give one of them")
    if position == "-":
        raise InputError("a position cannot be read from standard input here: your moves are")
    root, _ = open_root(game, position, option)
    if root.outcome is not None:
        raise InputError("the game is over in this position: choose another one")
    limit = read_limit(max_nodes, max_seconds, memory)
    if limit.nodes is None and limit.seconds is None:
        limit = read_limit(None, "3", memory)
    number = secrets.randbelow(10**6) if seed is None else whole("--seed", seed, 0)
    player = Player(level, limit=limit, seed=number)
    player.table = _table(root, table)
    you = next(name for name in root.players if (name == root.turn) != second)
    _Game(root, you, player).run()
    return ANSWERED


def _table(root: Position, file: str | None) -> Table | None:
    """The table that was named, or one that is made of a small game."""
    import pnyx
    from pnyx.api.small_table import SMALL, small_table

    if file is not None:
        return pnyx.Table(file, root.python_game)
    waiting: Any = nullcontext()
    if sys.stdout.isatty():
        from rich.console import Console

        waiting = Console().status(f"Looking at all positions of the game, for at most {SMALL.seconds:g} seconds")
    with waiting:
        return small_table(root)


class _Game:
    """One game after the other, in the terminal."""

    def __init__(self, root: Position, you: str, player: Player) -> None:
        from pnyx.api.match import Match

        self._root, self._you, self._player = root, you, player
        self._match: Match = Match(root)
        self._told = False

    def run(self) -> None:
        """Play until the reader leaves."""
        from pnyx._util.words import player_within
        from pnyx.api.play import LEVELS

        emit(
            f"You are {player_within(self._you)}. Pnyx plays at level {self._player.level}: "
            f"{LEVELS[self._player.level]}."
        )
        if self._player.table is not None:
            emit(f"A table of {len(self._player.table):,} positions knows the values.")
        else:
            emit("There is no table of the game: what is not proved is a guess.")
        emit("Type a move, or help.")
        self._show()
        while True:
            self._reply()
            line = self._read()
            if line is None or line.lower().lstrip("/") in ("quit", "exit"):
                emit("The game was left.")
                return
            if line:
                self._obey(line)

    def _show(self) -> None:
        from pnyx import draw

        match = self._match
        last = match.line[-1] if match.line else None
        emit()
        emit(draw.text(match.position, last_move=last, unicode=is_unicode()))

    def _reply(self) -> None:
        """Let Pnyx move as long as it is its turn, and say how the game has ended."""
        match = self._match
        while match.ending is None and match.turn != self._you:
            choice = self._think(self._player.choose)
            match.play(choice.move)
            emit(f"Pnyx plays {choice}.")
            self._show()
        if match.ending is None:
            self._told = False
        elif not self._told:
            self._told = True
            emit(f"{match.words}. Type new, back or quit.")

    def _think(self, ask: Any) -> Any:
        import pnyx
        from pnyx.cli.progress import watched

        stop = pnyx.StopFlag()
        told = partial(describe, limit=self._player.limit)
        with stopped_by_interrupt(stop), watched(told, told, attrgetter("seconds"), quiet=False) as on_progress:
            return ask(self._root, self._match.line, stop=stop, on_progress=on_progress)

    def _values(self, root: Position, line: Sequence[str], **watching: Any) -> MoveValues:
        import pnyx

        return pnyx.moves(root, self._player.table, line=line, limit=self._player.limit, **watching)

    def _read(self) -> str | None:
        """A line of the reader's; `None` at the end of the input."""
        from pnyx._util.words import player

        who = "" if self._match.ending is not None else player(self._you)
        if sys.stdin is None:
            return None
        sys.stdout.write(f"{who}> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            emit(line.rstrip("\n"))
        return line.strip() if line else None

    def _obey(self, line: str) -> None:
        """A move or a word; a move of this name comes before a word."""
        word = line.lower().lstrip("/")
        if word not in _COMMANDS or (self._match.find(line) is not None):
            self._move(line)
            return
        over = self._match.ending is not None
        match word:
            case "help":
                for name, meaning in _COMMANDS.items():
                    emit(f"{name:<7} {meaning}")
                if not over:
                    emit(f"Moves: {' '.join(self._match.shown())}")
            case "new":
                self._match = type(self._match)(self._root)
                self._show()
            case "back":
                if self._match.take_back(self._you):
                    self._show()
                else:
                    emit("You have not moved yet.")
            case _ if over:
                emit("The game is over: type new, back or quit.")
            case "hint":
                emit(f"Hint: {self._think(self._player.hint)}.")
            case "moves":
                emit_rows(self._think(self._values))
            case "resign":
                self._match.resigned = self._you

    def _move(self, line: str) -> None:
        if self._match.ending is not None:
            emit("The game is over: type new, back or quit.")
            return
        try:
            self._match.play(line)
        except InputError as error:
            emit(f"{error}; or type help.")
            return
        self._show()
