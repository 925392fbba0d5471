"""The games of the explorer, and the position of a request.

A position of a game written in Python that has no notation cannot be read from its text. Those that the page was shown
are remembered by the moves that lead to them, so that such a game can be played and asked about all the same.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypedDict
from urllib.parse import urlencode

from pnyx.api.catalogue import game_info, games, read_options
from pnyx.api.loading import load_game
from pnyx.api.position import Position, missing_methods, position
from pnyx.api.walked import OF_ROOT, walked, way
from pnyx.api.wording import unknown_name
from pnyx.errors import InputError, quoted
from pnyx.web.fields import Body, optional_text, pairs, text

_NOTATION: Final = ("parse", "position_text")
"""The methods a game written in Python needs for its positions to be identified by text."""

_PATHS: Final = ("syzygy",)
"""Options that name files, which no request may do."""

_REMEMBERED: Final = 20_000
_LONGEST_REMEMBERED: Final = 1_000
_SMALL_WORDS: Final = ("of", "the")


class Place(TypedDict):
    """A position as another process can find it: by its text or by its moves, and by the line that it remembers."""

    game: str
    position: str | None
    game_options: dict[str, str]
    moves: list[str]
    walked: list[str]


@dataclass(frozen=True)
class Shown:
    """The position of a request, with its names on the page."""

    game: str
    options: dict[str, str]
    position: Position
    moves: tuple[str, ...] | None = None
    """The moves from the start, where the position's text cannot be read."""
    before: Shown | None = None
    """The first position of the line that a position of a game written in Python remembers."""
    line: tuple[str, ...] = ()
    """The moves of that line."""

    @property
    def link(self) -> str:
        """The part of the page's address that leads to this position."""
        named = {"game": self.game, "position": self.position.text}
        return "?" + urlencode({**named, **{f"o.{name}": value for name, value in self.options.items()}})

    def place(self) -> Place:
        """What `open_position` needs to find it in another process."""
        if self.before is not None:
            place = self.before.place()
            return {**place, "walked": [*place["walked"], *self.line]}
        return {
            "game": self.game,
            "position": self.position.text if self.moves is None else None,
            "game_options": self.options,
            "moves": list(self.moves or ()),
            "walked": [],
        }


class Games:
    """The built-in games, and those written in Python that the command line named as `module:attribute`."""

    def __init__(self, named: Sequence[str] = ()) -> None:
        self._loaded: dict[str, Any] = {name: load_game(name) for name in named if ":" in name}
        self._first = [name for name in named if ":" in name or load_game(name)]
        for game in self._loaded.values():
            position(game)  # its mistakes are shown now, not on the page
        self._seen: OrderedDict[tuple[str, str], tuple[str, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def python_game(self, name: str) -> Any:
        """The object behind a game written in Python; `None` for a built-in one."""
        return self._loaded.get(name)

    def python_name(self, title: str) -> str | None:
        """The name on the command line of the game written in Python that calls itself so."""
        return next((name for name, game in self._loaded.items() if position(game).game == title), None)

    def names(self) -> list[str]:
        """All names, those that the command line gave first."""
        return list(dict.fromkeys([*self._first, *games()]))

    def open(self, body: Body) -> Shown:
        """The position that `game`, `position` and `options` of a request identify."""
        return self.find(text(body, "game"), optional_text(body, "position"), pairs(body, "options"))

    def find(self, name: str, written: str | None, options: Mapping[str, str]) -> Shown:
        """The position of a game, by its text; without one, the game's start."""
        loaded = self._loaded.get(name)
        if loaded is None:
            chosen = self._chosen(name, options)
            return Shown(name, chosen, position(name, written, **chosen))
        if options:
            raise InputError(f"{name} is written in Python and takes no options, but got {quoted(dict(options))}")
        if not missing_methods(loaded, _NOTATION):
            return Shown(name, {}, position(loaded, written))
        moves = self._moves(name, written)
        return Shown(name, {}, way(position(loaded), moves)[-1], moves)

    def play(self, shown: Shown, move: str) -> Shown:
        """The position after a move."""
        return self.after(shown, [move], shown.position.play(move))

    def after(self, shown: Shown, line: Sequence[str], reached: Position) -> Shown:
        """The position that a line leads to, which the caller has played."""
        moves = None if shown.moves is None else (*shown.moves, *line)
        options = {name: value for name, value in shown.options.items() if name not in OF_ROOT or not line}
        if moves is not None and len(moves) <= _LONGEST_REMEMBERED:
            with self._lock:
                self._seen[shown.game, reached.text] = moves
                while len(self._seen) > _REMEMBERED:
                    self._seen.popitem(last=False)
        return Shown(shown.game, options, reached, moves)

    def walked(self, shown: Shown, line: Sequence[str], reached: Position) -> Shown:
        """The same for a position that remembers the line, as `walked` returns it."""
        if reached.python_game is None:
            return Shown(shown.game, dict(reached.options), reached)
        return replace(self.after(shown, line, reached), before=shown, line=tuple(line))

    def options(self, name: str) -> list[Any]:
        """The options of a built-in game that requests may set."""
        if name in self._loaded:
            return []
        if name not in games():
            raise InputError(unknown_name("game", name, self.names()))
        return [option for option in game_info(name).options if option.name not in _PATHS]

    def about(self, name: str) -> dict[str, Any]:
        """What the page says of a game."""
        from pnyx.web.editors import is_editable

        loaded = self._loaded.get(name)
        start = self.find(name, None, {})
        if loaded is None:
            info = game_info(name)
            title, description = _title(name), info.description
            goals = list(info.goals)
        else:
            title = start.position.game
            description = " ".join((type(loaded).__doc__ or "a game written in Python").split())
            goals = start.position.goals
        return {
            "name": name,
            "title": title,
            "description": description,
            "start": start.position.text,
            "goals": goals,
            "options": [vars(option) for option in self.options(name)],
            "players": list(start.position.players),
            "editable": loaded is None and is_editable(name),
            "python": loaded is not None,
        }

    def _chosen(self, name: str, options: Mapping[str, str]) -> dict[str, str]:
        for key in options:
            if key.replace("_", "-") in _PATHS:
                raise InputError(
                    f"option {key!r} names files of the server and cannot be set on the page: leave it out"
                )
        return read_options(f"option of {name}", self.options(name), options)

    def _moves(self, name: str, written: str | None) -> tuple[str, ...]:
        if written is None:
            return ()
        with self._lock:
            moves = self._seen.get((name, written))
        if moves is None and written == position(self._loaded[name]).text:
            return ()
        if moves is None:
            missing = missing_methods(self._loaded[name], _NOTATION)
            raise InputError(
                f"{type(self._loaded[name]).__name__} has no method {' and no '.join(map(repr, missing))}, "
                f"so {quoted(written)} cannot be read: play to it from the start"
            )
        return moves


def open_position(place: Mapping[str, Any]) -> Position:
    """The position of a `Place`, in a process that knows nothing yet."""
    start = position(load_game(place["game"]), place["position"], **place["game_options"])
    return walked(way(start, place["moves"])[-1], place["walked"])[0]


def _title(name: str) -> str:
    return " ".join(word if word in _SMALL_WORDS else word.capitalize() for word in name.split("-"))
