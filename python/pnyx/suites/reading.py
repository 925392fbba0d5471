"""Reading files of positions. The format is recognised by the content, with the name as a hint."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import PurePath
from typing import Final

from pnyx._util.files import read_bounded, read_stream
from pnyx.api.catalogue import game_info, read_options
from pnyx.errors import InputError, quoted
from pnyx.suites.entries import BadLine, Entry, Options, Suite
from pnyx.suites.lines import CHESS, FORMATS, OBF, PLAIN, LineFormat, guess_game
from pnyx.suites.tables import find_table

_MOST_BYTES: Final = 64 << 20
_LOOKED_AT: Final = 200
"""Lines that are examined to see what format a file is in."""

_COMMENTS: Final = ("#", "%", "//")
_HINTS: Final = {".epd": CHESS, ".fen": CHESS, ".obf": OBF}
_OTHERS: Final = {
    "[Event ": "a PGN file, which holds games",
    "(;": "an SGF file, which holds games",
    "{": "a JSON file",
}
_KNOWN: Final = (
    "EPD, one FEN per line, .obf, Pons' strings for Connect Four, one position per line in a game's own notation (with "
    "--game), or a table (CSV, or with tabs) with a column fen or position"
)


def read_suite(source: str | os.PathLike[str], game: str | None = None, options: dict[str, str] | None = None) -> Suite:
    """The positions in a file; `-` is standard input.

    `game` is their game, if the file does not name it; by default chess for EPD and FEN, and a guess for others.
    `options` are those of the game. A line that cannot be read is one of `bad_lines`, and the others are read all the
    same; a file in which no line can be read is an `InputError`.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "three.txt")
    ...     _ = path.write_text("44455 -3\\n445x 1\\n12 1\\n")
    ...     suite = read_suite(path)
    >>> suite.format, [entry.position for entry in suite.entries], suite.bad_lines[0].problem
    ("Pons' strings", ['44455', '12'], "line 2, column 4: expected columns from 1 to 9, got 'x'")
    """
    name = "standard input" if os.fspath(source) == "-" else os.fspath(source)
    text, notes = _decode(_bytes(source), quoted(name))
    lines = [line.rstrip("\r") for line in text.split("\n")]
    given = _options(game, options)
    if not any(map(str.strip, lines)):
        raise InputError(f"{quoted(name)} is empty: expected positions, one per line")
    for start, what in _OTHERS.items():
        if text.lstrip().startswith(start):
            raise InputError(f"{quoted(name)} is {what}, not a list of positions: {_KNOWN}")
    table = find_table(lines)
    if table is not None and table.has_positions:
        kind, (entries, bad) = "a table", table.read(lines, game or "", given)
    else:
        wanted = _recognised(lines, PurePath(name).suffix.lower())
        if wanted is None and table is not None and game is None:
            raise InputError(
                f"{quoted(name)} is a table without positions: expected a column called fen or position, got "
                f"{quoted(', '.join(table.columns))}"
            )
        if wanted is None or (game is not None and game not in wanted.games):
            wanted = PLAIN
        kind, (entries, bad) = wanted.name, _read_lines(wanted, lines, game or "", given)
    if not entries:
        first = bad[0].problem if bad else "it has only comments"
        raise InputError(f"no position found in {quoted(name)}: {first}; a suite may be {_KNOWN}")
    kept, twice, more = _without_repeats(entries)
    return Suite(name, kind, tuple(kept), tuple(sorted([*bad, *more], key=lambda each: each.line)), (*notes, *twice))


def _bytes(source: str | os.PathLike[str]) -> bytes:
    if os.fspath(source) != "-":
        return read_bounded(source, _MOST_BYTES)
    if sys.stdin is None:
        raise InputError("cannot read positions from standard input: it is closed")
    return read_stream(sys.stdin.buffer, _MOST_BYTES, "standard input")


def _decode(data: bytes, name: str) -> tuple[str, list[str]]:
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        if b"\0" in data:
            raise InputError(f"{name} is not text: byte {data.index(0) + 1} is 0; a suite may be {_KNOWN}") from None
        # Old collections have names in Latin-1; the positions are the same in both.
        return data.decode("latin-1"), [f"{name} is not UTF-8 (byte {error.start + 1}): read as Latin-1"]


def _options(game: str | None, options: dict[str, str] | None) -> Options:
    if not options:
        return ()
    if game is None or ":" in game:
        return tuple(sorted(options.items()))
    return tuple(sorted(read_options(f"option of {game}", game_info(game).options, options).items()))


def _without_comments(lines: Iterable[str]) -> Iterator[str]:
    return (line for line in lines if line.strip() and not line.lstrip().startswith(_COMMENTS))


def _recognised(lines: Sequence[str], ending: str) -> LineFormat | None:
    """The format of most of the first lines; if none fits, that of the file's name."""
    looked_at = list(islice(_without_comments(lines), _LOOKED_AT))
    hint = _HINTS.get(ending)
    counts = [(sum(1 for line in looked_at if each.seems(line)), each is hint, each) for each in FORMATS]
    most, _, found = max(counts, key=lambda count: count[:2])
    return found if most else hint


def _read_lines(
    wanted: LineFormat, lines: Sequence[str], game: str, options: Options
) -> tuple[list[Entry], list[BadLine]]:
    entries: list[Entry] = []
    bad: list[BadLine] = []
    if wanted is PLAIN and not game:
        try:
            game = guess_game(islice(_without_comments(lines), _LOOKED_AT))
        except InputError as error:
            return [], [BadLine(1, str(error))]
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith(_COMMENTS):
            continue
        try:
            entry = wanted.read(line, number, game, options)
        except InputError as error:
            bad.append(BadLine(number, str(error)))
        else:
            if entry is not None:
                entries.append(entry)
    return entries, bad


def _without_repeats(entries: Iterable[Entry]) -> tuple[list[Entry], list[str], list[BadLine]]:
    """Each position once. A duplicate is a note, or an error if the file contradicts itself."""
    first: dict[tuple[object, ...], Entry] = {}
    notes: list[str] = []
    bad: list[BadLine] = []
    for entry in entries:
        before = first.setdefault((entry.game, entry.options, entry.position, entry.goal), entry)
        if before is entry:
            continue
        if before.expected == entry.expected:
            notes.append(f"line {entry.line} is the same position as line {before.line}: it is searched once")
            continue
        there, here = (str(each.expected) or "nothing" for each in (before, entry))
        bad.append(
            BadLine(
                entry.line,
                f"line {entry.line}: the same position as line {before.line}, but with {there} there and {here} here",
            )
        )
    return list(first.values()), notes, bad
