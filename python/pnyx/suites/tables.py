"""Tables with a header, separated by commas or tabs.

| column | |
|---|---|
| `fen` or `position` | the position; one of them must be there |
| `id` or `name` | its name |
| `game` | its game, if all are names of games |
| `goal` | its goal, unless one is given for all |
| `mate_in`, `mate`, `dm` | the length of the mate, negative if the side to move is mated |
| `bm` | the same as `#3`, or best moves |
| `score` | the score with best play, for the player on move |
| `verdict`, `value` | `proven` or `disproven`, `win`, `draw` or `loss` |

A column named like an option of the game is that option. Other columns are ignored.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pnyx.api.catalogue import games
from pnyx.errors import InputError, quoted
from pnyx.report.lines import csv_cells
from pnyx.suites.chess_lines import read_chess
from pnyx.suites.entries import BadLine, Entry, Expected, Options
from pnyx.suites.lines import CHESS, guess_game, read_plain

Row = dict[str, str]
"""The cells of a line, by the names of their columns."""

_POSITION: Final = ("fen", "position", "epd")
_NAME: Final = ("id", "name")
_MATE: Final = ("mate_in", "mate", "dm")
_VERDICT: Final = ("verdict", "value")
_VERDICTS: Final = ("proven", "disproven", "win", "draw", "loss")


class Table:
    """A table that was recognised: its columns, in lower case, and the number of the header's line."""

    def __init__(self, columns: Sequence[str], separator: str, line: int) -> None:
        self.columns = list(columns)
        self._separator = separator
        self._line = line
        self.has_positions = any(name in self.columns for name in _POSITION)

    def read(self, lines: Sequence[str], game: str, options: Options) -> tuple[list[Entry], list[BadLine]]:
        """Its rows: those that could be read, and the others."""
        entries: list[Entry] = []
        bad: list[BadLine] = []
        rows = list(self._rows(lines, bad))
        if not game and not self._names_games(rows):
            try:
                game = self._guess(rows)
            except InputError as error:
                return [], [BadLine(self._line, str(error))]
        for number, row in rows:
            own = game or row["game"]
            try:
                entries.append(_entry(row, number, own, options))
            except InputError as error:
                bad.append(BadLine(number, str(error)))
        return entries, bad

    def _rows(self, lines: Sequence[str], bad: list[BadLine]) -> Iterator[tuple[int, Row]]:
        """The cells of each line by their columns."""
        reader = csv.reader((f"{line}\n" for line in lines[self._line :]), delimiter=self._separator)
        while True:
            number = self._line + reader.line_num + 1
            try:
                cells = [cell.strip() for cell in next(reader)]
            except StopIteration:
                return
            except csv.Error as error:
                bad.append(BadLine(number, f"line {number}: {error}"))
                continue
            if len(cells) == len(self.columns):
                yield number, dict(zip(self.columns, cells, strict=True))
            elif any(cells) and not cells[0].startswith("#"):
                wanted = f"expected {len(self.columns)} cells, one per column, got {len(cells)}"
                bad.append(BadLine(number, f"line {number}: {wanted}"))

    def _names_games(self, rows: Sequence[tuple[int, Row]]) -> bool:
        """Whether the column `game`, which may mean anything, holds names of games."""
        return "game" in self.columns and all(row["game"] in games() for _, row in rows)

    def _guess(self, rows: Sequence[tuple[int, Row]]) -> str:
        texts = [text for _, row in rows if (text := _first(row, _POSITION))]
        return "chess" if any(map(CHESS.seems, texts)) else guess_game(texts)


def _entry(row: Row, number: int, game: str, options: Options) -> Entry:
    text = _first(row, _POSITION)
    if not text:
        raise InputError(f"line {number}: expected a position, got an empty cell")
    info = games().get(game)
    own = {each.name: row[each.name] for each in info.options if row.get(each.name)} if info else {}
    given = tuple(sorted({**dict(options), **own}.items()))
    read = read_chess if game == "chess" else read_plain
    entry = read(text, number, game, given)
    return replace(
        entry,
        name=_first(row, _NAME) or entry.name,
        expected=_expected(row, number, entry),
        goal=row.get("goal") or None,
    )


def find_table(lines: Sequence[str]) -> Table | None:
    """The table that some lines are, if the first that is not empty is its header.

    >>> find_table(["id,fen,mate_in"]).columns
    ['id', 'fen', 'mate_in']
    >>> find_table(["44455 -3"]) is None
    True
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        header = line.lstrip("\ufeff# ")
        for separator in ("\t", ",", ";"):
            cells = csv_cells(header, separator)
            names = [cell.strip().lower() for cell in cells]
            if any(name in _POSITION for name in names):
                return Table(names, separator, number)
            if all(re.match("[a-z]", name) for name in names) and _same_width(lines[number:], cells, separator):
                return Table(names, separator, number)
        return None
    return None


def _same_width(rows: Sequence[str], header: Sequence[str], separator: str) -> bool:
    """Whether the first row has as many cells as the header, and more than one: else it is no table."""
    first = next((row for row in rows if row.strip()), "")
    return len(header) > 1 and len(csv_cells(first, separator)) == len(header)


def _first(row: Row, names: Sequence[str]) -> str:
    return next((row[name] for name in names if row.get(name)), "")


def _expected(row: Row, number: int, entry: Entry) -> Expected:
    found = entry.expected
    mate, best = found.mate, found.best
    if _first(row, _MATE):
        mate = _whole(_first(row, _MATE), number, "moves to mate")
    moves = row.get("bm", "")
    if moves.startswith("#"):
        mate = _whole(moves[1:], number, "moves to mate")
    elif moves:
        best = tuple(_move(move, number, entry) for move in re.split(r"[\s,]+", moves))
    score = _whole(row["score"], number, "a score") if row.get("score") else found.score
    verdict = _first(row, _VERDICT) or None
    if verdict is not None and verdict not in _VERDICTS:
        raise InputError(f"line {number}: expected a verdict ({', '.join(_VERDICTS)}), got {quoted(verdict)}")
    return Expected(mate, score, verdict, best, found.avoid)


def _whole(text: str, number: int, what: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,6}", text, re.ASCII):
        raise InputError(f"line {number}: expected {what}, a whole number, got {quoted(text)}")
    return int(text)


def _move(text: str, number: int, entry: Entry) -> str:
    """A move in the game's own notation or, in chess, in standard algebraic notation."""
    from pnyx.api.notation import move_texts
    from pnyx.api.position import position

    root = position(entry.game, entry.position, **dict(entry.options))
    known = root.moves()
    short = dict(zip((move.rstrip("+#") for move in move_texts(root, known)), known, strict=True))
    if text in known:
        return text
    if text.rstrip("+#!?") not in short:
        raise InputError(f"line {number}: expected a legal move after bm, got {quoted(text)}")
    return short[text.rstrip("+#!?")]
