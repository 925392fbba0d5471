"""Tables of whole games, read and checked in pure Python: slow, and independent of what makes them.

`TableFile` is a reader of `docs/table-format.md`, and `check_table` asks the rules of `pnyx.reference.rules`, or those
of a game written in Python, whether the table is closed under moves and every entry agrees with its successors. The
format's page proves that such a table is right.

A position is found in the file by its bytes, and which bytes those are is read from the format's page too
(`pnyx.reference.packing`). So that no bytes need be unpacked here, somebody else says which position a record is; this
is not believed, but packed and compared with the record.
"""

from __future__ import annotations

import json
import mmap
import os
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pnyx.errors import CertificateError, InputError, quoted
from pnyx.game import Game

FIRST_LINE: Final = "pnyx table 1"
LONGEST_HEADER: Final = 1 << 20
BLOCK: Final = 256
"""Positions of a block."""
_SUM: Final = 4
_TEXTS: Final = ("game", "options", "starts", "repetition", "symmetry")
_NUMBERS: Final = ("positions", "edges", "plies", "wins", "draws", "losses", "longest", "record", "entry")
_WORDS: Final = {"repetition": ("draw", "impossible"), "symmetry": ("yes", "no"), "entry": ("1", "2", "4")}


class Entry(NamedTuple):
    """Who is on move, who wins, and in how many plies; a draw has neither.

    >>> Entry.of_code(11)
    Entry(turn=1, winner=1, distance=2)
    >>> print(Entry.of_code(0), Entry.of_code(12), sep=", ")
    a draw with player 0 on move, a loss in 2 plies of player 0 on move
    """

    turn: int
    winner: int | None
    distance: int | None

    @classmethod
    def of_code(cls, code: int) -> Entry:
        """The entry that is written as this number."""
        value, turn = divmod(code, 2)
        if value == 0:
            return cls(turn, None, None)
        distance, is_loss = divmod(value - 1, 2)
        return cls(turn, 1 - turn if is_loss else turn, distance)

    def __str__(self) -> str:
        if self.winner is None:
            return f"a draw with player {self.turn} on move"
        return (
            f"a {'win' if self.winner == self.turn else 'loss'} in {self.distance} plies of player {self.turn} on move"
        )


class TableFile:
    """A table's file: its header and directory are examined when it is opened, a block when it is first used."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        try:
            with open(path, "rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise InputError(f"cannot read {quoted(os.fspath(path))}: {error}") from None
        self.texts, numbers, self._start = _read_header(bytes(self._bytes[:LONGEST_HEADER]))
        self.numbers: Mapping[str, int] = numbers
        """The numbers of the header by their names."""
        self.width, self._entry = numbers["record"], numbers["entry"]
        self._blocks = -(-numbers["positions"] // BLOCK)
        self._directory = self._start + numbers["positions"] * (self.width + self._entry)
        end = self._directory + self._blocks * (self.width + _SUM)
        if len(self._bytes) != end + _SUM:
            raise CertificateError(f"it has {len(self._bytes):,} bytes, and its header speaks of {end + _SUM:,}")
        if _sum(self._bytes[self._directory : end]) != self._bytes[end:]:
            raise CertificateError("the checksum of its directory is wrong")
        self._examined: set[int] = set()

    @property
    def game(self) -> str:
        """The game's name."""
        return self.texts["game"]

    @property
    def options(self) -> dict[str, str]:
        """The options of the game that differ from the defaults."""
        try:
            options = json.loads(self.texts["options"])
        except ValueError:
            options = None
        if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
            raise CertificateError(f"its options are not an object of texts: {quoted(self.texts['options'])}")
        return options

    @property
    def symmetry(self) -> bool:
        """Whether it has one of the positions that are symmetric to each other."""
        return self.texts["symmetry"] == "yes"

    def __len__(self) -> int:
        return self.numbers["positions"]

    def __getitem__(self, number: int) -> tuple[bytes, Entry]:
        block, place = divmod(number, BLOCK)
        records, entries = self._block(block)
        return self._record(records, place), self._code(entries, place)

    def __iter__(self) -> Iterator[tuple[bytes, Entry]]:
        return (self[number] for number in range(len(self)))

    def find(self, packed: bytes) -> Entry | None:
        """The entry of the position with these bytes, if it is in the table."""
        wanted = packed.ljust(self.width, b"\0")
        if len(wanted) > self.width:
            return None
        block = _last(self._blocks, lambda block: self.first_record(block) <= wanted)
        if block is None:
            return None
        records, entries = self._block(block)
        place = _last(len(records) // self.width, lambda place: self._record(records, place) <= wanted)
        if place is None or self._record(records, place) != wanted:
            return None
        return self._code(entries, place)

    def first_record(self, block: int) -> bytes:
        """The first record of a block, as the directory has it."""
        at = self._directory + block * (self.width + _SUM)
        return bytes(self._bytes[at : at + self.width])

    def _record(self, records: bytes, place: int) -> bytes:
        return records[place * self.width : (place + 1) * self.width]

    def _code(self, entries: bytes, place: int) -> Entry:
        return Entry.of_code(int.from_bytes(entries[place * self._entry : (place + 1) * self._entry], "little"))

    def _block(self, block: int) -> tuple[bytes, bytes]:
        count = min(BLOCK, len(self) - block * BLOCK)
        at = self._start + block * BLOCK * (self.width + self._entry)
        found = bytes(self._bytes[at : at + count * (self.width + self._entry)])
        if block not in self._examined:
            place = self._directory + block * (self.width + _SUM) + self.width
            if _sum(found) != self._bytes[place : place + _SUM]:
                raise CertificateError(f"the checksum of its block {block + 1} is wrong")
            self._examined.add(block)
        return found[: count * self.width], found[count * self.width :]


def check_table(
    table: TableFile,
    game: Game[Any, Any],
    position_at: Callable[[int], Any],
    images: Callable[[Any], Sequence[bytes]],
    *,
    starts: Iterable[Any] = (),
    sample: int | None = None,
    watch: Callable[[int], None] = lambda examined: None,
) -> int:
    """Examine a table, or a sample spread evenly over it, and return how many positions were right.

    `position_at` says which position has which number in the table, and `images` are the bytes of a position and of
    those symmetric to it. `watch` is told how many positions have been examined, and may raise something to end it. A
    wrong table is a `CertificateError`.
    """
    total = len(table)
    count = total if sample is None else min(sample, total)
    if count == total:
        _check_order(table)
    checker = _Checker(table, game, images)
    for start in starts:
        if checker.entry(start) is None:
            raise CertificateError(f"the start {_shown(game, start)} is missing")
    for place in range(count):
        watch(place)
        number = place * total // count
        record, entry = table[number]
        checker.check(record, position_at(number), entry)
    if count == total:
        checker.check_header()
    return count


def _check_order(table: TableFile) -> None:
    """What is searched for is found only where records ascend, and the directory names the first of each block."""
    before = b""
    for number, (record, _) in enumerate(table):
        named = number % BLOCK or table.first_record(number // BLOCK) == record
        if not named or (number and record <= before):
            raise CertificateError(f"record {number + 1} does not stand where it belongs: {record.hex()}")
        before = record


class _Checker:
    def __init__(self, table: TableFile, game: Game[Any, Any], images: Callable[[Any], Sequence[bytes]]) -> None:
        self._table, self._game, self._images = table, game, images
        self._edges = 0
        self._values: Counter[str] = Counter()
        self._longest = 0

    def entry(self, position: Any) -> Entry | None:
        """The entry of a position, whichever of those symmetric to it the table has."""
        for packed in self._images(position):
            entry = self._table.find(packed)
            if entry is not None:
                return entry
        return None

    def check(self, record: bytes, position: Any, entry: Entry) -> None:
        """That a record is this position and represents those symmetric to it, and that its entry is right."""
        own, *others = (packed.ljust(self._table.width, b"\0") for packed in self._images(position))
        if own != record:
            raise CertificateError(f"record {record.hex()} is not {_shown(self._game, position)}")
        for other in others:
            if other != own and self._table.find(other) is not None:
                raise CertificateError(f"{_shown(self._game, position)} is there twice, as symmetric positions")
        expected = self._expected(position)
        if entry != expected:
            raise CertificateError(f"{_shown(self._game, position)} is {expected}, not {entry}")
        value = "draws" if entry.winner is None else "wins" if entry.winner == entry.turn else "losses"
        self._values[value] += 1
        self._longest = max(self._longest, entry.distance or 0)

    def _expected(self, position: Any) -> Entry:
        game = self._game
        turn, outcome = game.turn(position), game.outcome(position)
        if outcome is not None:
            return Entry(turn, None, None) if outcome == "draw" else Entry(turn, int(outcome), 0)
        wins, losses, draws = [], [], 0
        for move in game.moves(position):
            after = game.play(position, move)
            entry = self.entry(after)
            if entry is None:
                words = f"{_shown(game, after)}, to which a move from {_shown(game, position)} leads, is missing"
                raise CertificateError(words)
            self._edges += 1
            if entry.winner is None or entry.distance is None:
                draws += 1
            elif entry.winner == turn:
                wins.append(entry.distance)
            else:
                losses.append(entry.distance)
        if wins:
            return Entry(turn, turn, min(wins) + 1)
        if draws:
            return Entry(turn, None, None)
        if not losses:
            raise CertificateError(f"{_shown(game, position)} has neither an outcome nor a move")
        return Entry(turn, 1 - turn, max(losses) + 1)

    def check_header(self) -> None:
        """That the counts of the header are true, when all positions have been examined."""
        for name, found in {"edges": self._edges, **self._by_value(), "longest": self._longest}.items():
            said = self._table.numbers[name]
            if said != found:
                raise CertificateError(f"its header says '{name}: {said}', and it should be {found}")

    def _by_value(self) -> dict[str, int]:
        return {name: self._values[name] for name in ("wins", "draws", "losses")}


def _read_header(head: bytes) -> tuple[dict[str, str], dict[str, int], int]:
    """The texts and the numbers of a header, and where it ends."""
    text, empty_line, _ = head.partition(b"\n\n")
    lines = text.split(b"\n")
    if lines[0] != FIRST_LINE.encode():
        raise CertificateError(f"it does not begin with the line {FIRST_LINE!r}")
    names = ("", *_TEXTS, *_NUMBERS, "checksum")
    if not empty_line or len(lines) != len(names):
        raise CertificateError(f"its header should have {len(names)} lines and end with an empty one")
    texts: dict[str, str] = {}
    for name, line in list(zip(names, lines, strict=True))[1:]:
        key, _, value = line.decode("utf-8", "replace").partition(": ")
        if key != name or value not in _WORDS.get(name, (value,)):
            raise CertificateError(
                f"its header should have the line '{name}: ...', not {quoted(line.decode('utf-8', 'replace'))}"
            )
        texts[name] = value
    if texts["checksum"] != f"{zlib.crc32(text[: text.rindex(b'checksum: ')]):08x}":
        raise CertificateError("the checksum of its header is wrong")
    wrong = [name for name in _NUMBERS if not re.fullmatch("0|[1-9][0-9]{0,18}", texts[name], re.ASCII)]
    if wrong or texts["record"] == "0":
        raise CertificateError(f"the line '{(wrong or ['record'])[0]}' of its header should have a number")
    numbers = {name: int(texts[name]) for name in _NUMBERS}
    return {name: texts[name] for name in _TEXTS}, numbers, len(text) + 2


def _sum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(_SUM, "little")


def _last(count: int, holds: Callable[[int], bool]) -> int | None:
    """The last number for which this holds, if it holds for the first ones only; `None` if for none."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            low = middle + 1
        else:
            high = middle
    return low - 1 if low else None


def _shown(game: Any, position: Any) -> str:
    text = getattr(game, "position_text", None)
    return str(position) if text is None else str(text(position))
