"""Lines of Action: move along a line as many squares as there are stones on it, and bring all your stones together.

Notation: the ranks from the eighth down with `/` between them, `x` for Black, `o` for White, digits for runs of empty
squares, then the side to move, as in `1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 b`. Moves are written `a2-c4`,
captures `c1xa3`, and `pass` is the move of a player who has no other.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final, NamedTuple

from pnyx.errors import InputError, quoted
from pnyx.game import Outcome
from pnyx.reference.rules.base import RuleBook

START: Final = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 b"
STONES: Final = "xo"
SIDES: Final = "bw"
MOST: Final = 12
PASS: Final = "pass"

NAMES: Final = [f"{file}{rank}" for rank in "87654321" for file in "abcdefgh"]
"""The squares in the order of a position's cells."""
DIRECTIONS: Final = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)]
"""Steps in rows and columns; the last four lead back along the lines of the first four."""
LINES: Final = [
    (("row", row), ("column", column), ("falling", row - column), ("rising", row + column))
    for row in range(8)
    for column in range(8)
]
"""For each square the names of its four lines, in the order of the directions."""


def _ray(square: int, direction: tuple[int, int]) -> list[int]:
    """The squares beyond a square in one direction, the nearest first."""
    (row, column), (down, right) = divmod(square, 8), direction
    steps = [(row + i * down, column + i * right) for i in range(1, 8)]
    return [r * 8 + c for r, c in steps if 0 <= r < 8 and 0 <= c < 8]


RAYS: Final = [[_ray(square, direction) for direction in DIRECTIONS] for square in range(64)]
NEIGHBOURS: Final = [[ray[0] for ray in rays if ray] for rays in RAYS]


class LinesOfActionPosition(NamedTuple):
    """The squares rank by rank from a8, each `x`, `o` or `.`, and the player on move.

    >>> LinesOfAction().start().cells[:16]
    '.xxxxxx.o......o'
    """

    cells: str
    turn: int


class LinesOfAction(RuleBook[LinesOfActionPosition, str]):
    """The rules; a move is its own text: the squares, with `x` between them for a capture and `-` otherwise; or `pass`.

    >>> rules = LinesOfAction()
    >>> rules.moves(rules.start())[:6]
    ['b1-b3', 'b1-d3', 'b1-h1', 'b8-b6', 'b8-d6', 'b8-h8']
    >>> rules.position_text(rules.play(rules.start(), "b1-d3"))
    '1xxxxxx1/o6o/o6o/o6o/o6o/o2x3o/o6o/2xxxxx1 w'
    """

    name = "lines-of-action"
    players = ("black", "white")
    repetition = "draw"

    def start(self) -> LinesOfActionPosition:
        """Black on the first and the eighth rank, White on the a-file and the h-file, Black to move."""
        return self.parse(START)

    def outcome(self, position: LinesOfActionPosition) -> Outcome | None:
        """The player whose stones are all connected; a draw if those of both are."""
        black, white = (_connected(position.cells, stone) for stone in STONES)
        if black and white:
            return "draw"
        return 0 if black else 1 if white else None

    def moves(self, position: LinesOfActionPosition) -> list[str]:
        """The legal moves in the order of their texts; none when the game is over."""
        if self.outcome(position) is not None:
            return []
        cells, own, other = position.cells, STONES[position.turn], STONES[1 - position.turn]
        stones = Counter(line for square in range(64) if cells[square] != "." for line in LINES[square])
        found = []
        for source in range(64):
            if cells[source] != own:
                continue
            for i, ray in enumerate(RAYS[source]):
                distance = stones[LINES[source][i % 4]]
                if distance > len(ray) or any(cells[passed] == other for passed in ray[: distance - 1]):
                    continue
                target = ray[distance - 1]
                if cells[target] != own:
                    found.append(f"{NAMES[source]}{'x' if cells[target] == other else '-'}{NAMES[target]}")
        return sorted(found) or [PASS]

    def play(self, position: LinesOfActionPosition, move: str) -> LinesOfActionPosition:
        """The position with one stone moved."""
        cells = list(position.cells)
        if move != PASS:
            source, target = NAMES.index(move[:2]), NAMES.index(move[3:])
            cells[source], cells[target] = ".", cells[source]
        return LinesOfActionPosition("".join(cells), 1 - position.turn)

    def is_irreversible(self, position: LinesOfActionPosition, move: str) -> bool:
        """Captures."""
        return "x" in move

    def position_text(self, position: LinesOfActionPosition) -> str:
        """The ranks from the eighth down, with empty squares counted, and the side to move."""
        ranks = "/".join(position.cells[start : start + 8] for start in range(0, 64, 8))
        return f"{re.sub('[.]+', lambda run: str(len(run[0])), ranks)} {SIDES[position.turn]}"

    def parse(self, text: str) -> LinesOfActionPosition:
        """The position that a text describes; one in which a side has no stones or too many is refused."""
        # White space is what ASCII calls so: other kinds are characters that do not belong here.
        fields = list(re.finditer(r"[^ \t\n\f\r]+", text))
        if not fields:
            raise InputError(f"expected a board and the side to move, like '{START}', got {quoted(text)}")
        # The board comes first: a foreign character may be why there are not two words.
        cells = _read_board(text, *fields[0].span())
        if len(fields) != 2:
            raise InputError(
                f"expected a board and the side to move, like '{START}', got {len(fields)} words in {quoted(text)}"
            )
        side = fields[1][0].lower()
        if side not in ("b", "w"):
            raise InputError(
                f"expected the side to move to be b or w in {quoted(text)}, "
                f"got {quoted(fields[1][0])} at column {fields[1].start() + 1}"
            )
        counts = [(player, cells.count(stone)) for player, stone in zip(self.players, STONES, strict=True)]
        reasons = [f"{count} stones of {player}" for player, count in counts if not 1 <= count <= MOST]
        if reasons:
            raise InputError(f"expected 1 to {MOST} stones of each side in {quoted(text)}, got {' and '.join(reasons)}")
        return LinesOfActionPosition(cells, SIDES.index(side))


def _read_board(text: str, start: int, end: int) -> str:
    """The squares that `text[start:end]` describes, rank by rank from a8."""
    ranks = [""]
    for column, symbol in enumerate(text[start:end], start=start + 1):
        if symbol == "/":
            _expect_full(ranks, text, column)
            ranks.append("")
        elif symbol in "xXoO.":
            ranks[-1] += symbol.lower()
        elif symbol in "12345678":
            ranks[-1] += "." * int(symbol)
        else:
            raise InputError(
                f"expected x, o, ., / or 1 to 8 in {quoted(text)}, got {quoted(symbol)} at column {column}"
            )
        if len(ranks[-1]) > 8 or len(ranks) > 8:
            raise InputError(f"expected 8 ranks of 8 squares in {quoted(text)}, got more at column {column}")
    _expect_full(ranks, text, end + 1)
    if len(ranks) < 8:
        raise InputError(f"expected 8 ranks in {quoted(text)}, got {len(ranks)}: the board ends at column {end}")
    return "".join(ranks)


def _expect_full(ranks: list[str], text: str, column: int) -> None:
    if len(ranks[-1]) < 8:
        rank, squares = 9 - len(ranks), len(ranks[-1])
        raise InputError(f"expected 8 squares on rank {rank} in {quoted(text)}, got {squares} before column {column}")


def _connected(cells: str, stone: str) -> bool:
    """Whether all stones of one kind can be reached from one of them by a king's steps over the others."""
    stones = {square for square, here in enumerate(cells) if here == stone}
    reached: set[int] = set()
    waiting = [min(stones)]
    while waiting:
        square = waiting.pop()
        if square not in reached:
            reached.add(square)
            waiting.extend(stones.intersection(NEIGHBOURS[square]))
    return reached == stones
