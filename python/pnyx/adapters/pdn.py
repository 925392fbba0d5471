"""PDN, the files of checkers players: positions and games of English checkers, in and out.

The text of a checkers position is PDN FEN already; `read_fen` takes the other ways to write one, and `read_pdn` and
`write_pdn` take whole files. Moves in a file may be short (`1x19` for `1x10x19`); here they have every square.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import fill
from typing import Final

from pnyx.errors import InputError, quoted
from pnyx.reference.rules import replay, split_history
from pnyx.reference.rules.checkers import Checkers, CheckersPosition

_RULES: Final = Checkers()
_START: Final = _RULES.position_text(_RULES.start())
_ENGLISH: Final = "21"
_SETUP: Final = ("FEN", "SetUp")
_RESULTS: Final = ("1/2-1/2", "1-0", "0-1", "2-0", "0-2", "1-1", "0-0", "*")
_WIDTH: Final = 80
_NAME: Final = r"[A-Za-z0-9_]+"
_TOKEN: Final = re.compile(
    rf"""(?P<skip>    [\s\ufeff]+ | \{{[^}}]*\}} | ;[^\n]* | ^%[^\n]* | \$[0-9]+ | [0-9]*\.+ )
    |    (?P<tag>     \[\s* (?P<name>{_NAME}) \s* "(?P<value>(?:[^"\\\n]|\\.)*)" \s*\] )
    |    (?P<result>  (?:{"|".join(re.escape(result) for result in _RESULTS)}) (?![0-9:xX-]) )
    |    (?P<move>    (?P<path>[0-9]{{1,2}}(?:[-xX:][0-9]{{1,2}})+) (?![0-9]) (?:[!?]+|\*)? )
    |    (?P<open>    \( )
    |    (?P<close>   \) )""",
    re.VERBOSE | re.MULTILINE,
)
_UNCLOSED: Final = {"{": "'}' after the comment", "(": "')' after the variation", "[": 'a tag like [Event "..."]'}


@dataclass(frozen=True)
class PdnGame:
    """A game: where it began, its moves, and what the file says about it.

    >>> game = PdnGame("B:W18,27:B14", ("14x23x32",))
    >>> game.text
    'B:W18,27:B14 moves 14x23x32'
    """

    position: str = _START
    """The position the game began with."""
    moves: tuple[str, ...] = ()
    """The moves with every square of their paths."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """The tags, without those for the position."""
    result: str = "*"
    """`1-0`, `0-1`, `1/2-1/2` and so on as the file has it, or `*`."""

    @property
    def text(self) -> str:
        """The position after the moves, with its history: what `pnyx.position("checkers", ...)` reads.

        >>> PdnGame(moves=("11-15", "23-19")).text.partition(" ")[2]
        'moves 11-15 23-19'
        """
        return " moves ".join([self.position, " ".join(self.moves)] if self.moves else [self.position])

    @classmethod
    def from_text(cls, text: str, tags: Mapping[str, str] | None = None, result: str = "*") -> PdnGame:
        """The game that a position with its history describes.

        >>> PdnGame.from_text("W:BK5,1:W32 moves 32-28").position
        'W:W32:B1,K5'
        """
        placement, moves = split_history(text)
        root = _RULES.parse(placement)
        replay(_RULES, root, moves)
        return cls(_RULES.position_text(root), tuple(moves), dict(tags or {}), result)


def read_fen(text: str) -> str:
    """The position of a PDN FEN, which may stand in quotes or be a whole FEN tag.

    >>> read_fen('[FEN "W:B1-3,K30:W20, 21."]')
    'W:W20,21:B1,2,3,K30'
    """
    text = text.strip()
    tag = re.fullmatch(r'\[\s*FEN\s*"([^"]*)"\s*\]', text) or re.fullmatch(r'"([^"]*)"', text)
    return _RULES.position_text(_RULES.parse(tag[1] if tag else text))


def read_pdn(text: str) -> list[PdnGame]:
    """The games of a PDN file. Comments, variations, move numbers and marks are passed over.

    >>> game, = read_pdn('[White "A. N."] 1. 11-15 {a comment} 23-19 2. 8-11 22-17 1/2-1/2')
    >>> game.moves, game.result, game.tags
    (('11-15', '23-19', '8-11', '22-17'), '1/2-1/2', {'White': 'A. N.'})
    """
    games: list[PdnGame] = []
    record = _Record(text)
    for token in _tokens(text):
        if token["tag"]:
            if record.moves:
                games.append(record.game("*"))
                record = _Record(text)
            record.tags[token["name"]] = token
        elif token["move"]:
            record.moves.append(token)
        else:
            games.append(record.game(token["result"]))
            record = _Record(text)
    if record.tags or record.moves:
        games.append(record.game("*"))
    return games


def write_pdn(games: Iterable[PdnGame]) -> str:
    """A PDN file of these games.

    >>> print(write_pdn([PdnGame("W:W24:B9", ("24-20", "9-14"), {"Event": "Test"})]), end="")
    [Event "Test"]
    [SetUp "1"]
    [FEN "W:W24:B9"]
    <BLANKLINE>
    1... 24-20 2. 9-14 *
    """
    return "\n".join(_written(game) for game in games)


def _written(game: PdnGame) -> str:
    if game.result not in _RESULTS:
        raise InputError(f"expected a result ({' '.join(_RESULTS)}), got {quoted(game.result)}")
    game = PdnGame.from_text(game.text, game.tags, game.result)
    tags = {name: value for name, value in game.tags.items() if name not in _SETUP}
    if game.position != _START:
        tags |= {"SetUp": "1", "FEN": game.position}
    lines = []
    for name, value in tags.items():
        if not re.fullmatch(_NAME, name):
            raise InputError(f"expected the name of a tag (letters, digits and _), got {quoted(name)}")
        if "\n" in value:
            raise InputError(f"expected one line of text in tag {name}, got {quoted(value)}")
        escaped = value.replace("\\", r"\\").replace('"', r"\"")
        lines.append(f'[{name} "{escaped}"]')
    words = []
    first = int(game.position.startswith("W"))  # black has the first half of a move number
    for ply, move in enumerate(game.moves, start=first):
        if ply % 2 == 0 or ply == first:
            words.append(f"{ply // 2 + 1}.{'..' if ply % 2 else ''} {move}")
        else:
            words.append(move)
    movetext = fill(" ".join([*words, game.result]), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", movetext] if lines else [movetext]) + "\n"


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """The tags, moves and results that stand outside comments and variations."""
    at = 0
    variations: list[int] = []
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            given = text[at : at + 20].split(maxsplit=1)[0]
            expected = _UNCLOSED.get(text[at], "a move like 11-15 or 15x22, a tag or a result")
            raise _error(text, at, f"expected {expected}, got {quoted(given)}")
        if token["open"]:
            variations.append(at)
        elif token["close"]:
            if not variations:
                raise _error(text, at, "expected '(' before ')', got none")
            variations.pop()
        elif not token["skip"] and not variations:
            yield token
        at = token.end()
    if variations:
        raise _error(text, variations[0], f"expected {_UNCLOSED['(']}, got the end of the file")


class _Record:
    """What has been read of a game."""

    def __init__(self, text: str) -> None:
        self.tags: dict[str, re.Match[str]] = {}
        self.moves: list[re.Match[str]] = []
        self._text = text

    def game(self, result: str) -> PdnGame:
        """The game, its moves made on the board."""
        tags = {name: re.sub(r"\\(.)", r"\1", token["value"]) for name, token in self.tags.items()}
        game_type = tags.get("GameType", _ENGLISH)
        if game_type.split(",")[0].strip() != _ENGLISH:
            raise self._error("GameType", f"expected game type {_ENGLISH}, English checkers, got {quoted(game_type)}")
        if tags.get("SetUp") == "1" and "FEN" not in tags:
            raise self._error("SetUp", "expected a tag FEN beside SetUp, got none")
        try:
            position = _RULES.parse(tags["FEN"]) if "FEN" in tags else _RULES.start()
        except InputError as error:
            raise self._error("FEN", str(error)) from None
        start, moves = _RULES.position_text(position), []
        for token in self.moves:
            try:
                move = _resolve(position, token["path"])
            except InputError as error:
                raise _error(self._text, token.start(), str(error)) from None
            moves.append(_RULES.move_text(position, move))
            position = _RULES.play(position, move)
        return PdnGame(start, tuple(moves), {n: v for n, v in tags.items() if n not in _SETUP}, result)

    def _error(self, tag: str, what: str) -> InputError:
        return _error(self._text, self.tags[tag].start("value"), what)


def _resolve(position: CheckersPosition, text: str) -> tuple[int, ...]:
    """The legal move that a file means: squares between the first and the last may be missing."""
    if _RULES.outcome(position) is not None:
        raise InputError(f"expected no move, because the game is over, got {quoted(text)}")
    text = re.sub("[X:]", "x", text)
    squares = [int(number) for number in re.split("[-x]", text)]
    fitting = []
    for notation, path in _RULES.sorted_moves(position):
        rest = iter(path)
        ends = (path[0], path[-1]) == (squares[0], squares[-1])
        if (
            ends
            and ("x" in notation, "-" in notation) == ("x" in text, "-" in text)
            and all(s in rest for s in squares)
        ):
            if list(path) == squares:
                return path
            fitting.append(path)
    if not fitting:
        return _RULES.find_move(position, text)
    # Routes that take the same pieces are the same to the writer of a short move.
    if len({_RULES.play(position, path) for path in fitting}) > 1:
        routes = ", ".join(_RULES.move_text(position, path) for path in fitting)
        raise InputError(f"expected one of {routes}, got {quoted(text)}, which may be any of them")
    return fitting[0]


def _error(text: str, at: int, what: str) -> InputError:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return InputError(f"line {line}, column {column}: {what}")
