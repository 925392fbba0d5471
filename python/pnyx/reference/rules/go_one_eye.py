"""The one-eye problem in Go: can one colour make an eye in a region of the board?

Play goes on inside the region only, under ordinary captures, without suicide, and under situational super-ko: a stone
must not repeat an earlier whole-board position with the same player to move. A pass is always legal.

Notation: `STONES MASK MOVER EYE`, then `pass` for each pass just made. Stones and mask are rows from the top with `/`
between. Stones are `X` (black), `O` (white) and `.`. In the mask, `r` is a point of the region and `.` one outside;
`C` and `c` are crucial stones inside and outside of it, `L` and `l` such stones that were captured, and `s` is a stone
outside that is safe. `MOVER` and `EYE`, the colour that wants the eye, are `b` or `w`. Moves are points like `a1` (at
the bottom left; there is no column `i`) or `pass`.

Where the rules leave a choice:

- Empty points outside the region are liberties forever, because nobody plays there.
- A block of the colour against the eye is safe if one of its stones stands outside the region.
- A stone of the eye's colour on a marked point is crucial, whenever it was put there. The eye has failed when no
  crucial stone is left; the block of the eye must contain one.
- Whether an eye can be captured at once is a question about the board: super-ko is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from typing import ClassVar, Final, NamedTuple

from pnyx.errors import InputError, quoted
from pnyx.game import Outcome, Repetition
from pnyx.reference.rules.base import RuleBook

LARGEST: Final = 19
LETTERS: Final = "abcdefghjklmnopqrst"
START: Final = "....O/.XXOO/.XOO./OOO.. rrrrs/rCCss/rCss./sss.. b b"
PASS: Final = "pass"
REASONS_SHOWN: Final = 6


class OneEyePosition(NamedTuple):
    """The points with black and with white stones, the player on move (0 is black), and the passes just made.

    >>> OneEyePosition((frozenset({"a1"}), frozenset()), 1, 0).stones[0]
    frozenset({'a1'})
    """

    stones: tuple[frozenset[str], frozenset[str]]
    turn: int
    passes: int


class OneEye(RuleBook[OneEyePosition, str]):
    """The rules of one problem; a point or a move is its name.

    >>> rules, position = OneEye.read("..O/XXO rrs/CCs b b", {})
    >>> rules.moves(position)
    ['a2', 'b2', 'pass']
    >>> rules.position_text(rules.play(position, "b2"))
    '.XO/XXO rrs/CCs w b'
    """

    name = "go-one-eye"
    players = ("black", "white")
    goals: ClassVar[tuple[str, ...]] = ("win",)
    repetition: Repetition = "illegal"

    def __init__(self, text: str = START) -> None:
        drawing = _Drawing(text)
        self.rows, self.columns, self.eye = drawing.rows, drawing.columns, drawing.eye
        self.region, self.crucial, self.safe = drawing.region, drawing.crucial, drawing.safe
        self.neighbours = drawing.neighbours
        self._start = drawing.position
        self._outside = {point: drawing.stones[point] for point in self.neighbours if point not in self.region}

    @classmethod
    def read(cls, text: str | None, options: Mapping[str, str]) -> tuple[OneEye, OneEyePosition]:
        """The problem that a text describes, and its position; no text means an example."""
        rules = cls(START if text is None else text)
        return rules, rules.start()

    def start(self) -> OneEyePosition:
        """The position the problem was given with."""
        return self._start

    def outcome(self, position: OneEyePosition) -> Outcome | None:
        """A win for the eye's colour if there is an eye, for the other when that has failed."""
        winner: Outcome = 1 if self.eye else 0
        loser: Outcome = 0 if self.eye else 1
        if self.crucial and not self.crucial & position.stones[self.eye]:
            return loser
        if any(self._is_eye(position, point) for point in self.region):
            return winner
        return loser if position.passes == 2 else None

    def moves(self, position: OneEyePosition) -> list[str]:
        """The legal points row by row from `a1`, then the pass; none when the game is over."""
        if self.outcome(position) is not None:
            return []
        return [point for point in self.neighbours if self._is_legal(position, point)] + [PASS]

    def play(self, position: OneEyePosition, move: str) -> OneEyePosition:
        """The position after a pass, or after a stone and its captures."""
        if move == PASS:
            return position._replace(turn=1 - position.turn, passes=min(position.passes + 1, 2))
        own = position.stones[position.turn] | {move}
        other = position.stones[1 - position.turn]
        for near in self.neighbours[move]:
            if near in other and not self._lives(self.block(other, near), own | other):
                other = other - self.block(other, near)
        return OneEyePosition((own, other) if position.turn == 0 else (other, own), 1 - position.turn, 0)

    def may_repeat(self, position: OneEyePosition, move: str) -> bool:
        """Whether the move is a pass, which super-ko does not forbid."""
        return move == PASS

    def repetition_key(self, position: OneEyePosition) -> Hashable:
        """Stones and player on move: what super-ko compares."""
        return position[:2]

    def position_text(self, position: OneEyePosition) -> str:
        """The stones, the mask, the side to move and the colour that wants the eye."""
        names = "bw"
        fields = [
            self._drawn({point: self._stone(position, point) for point in self.neighbours}),
            self._drawn({point: self._mark(position, point) for point in self.neighbours}),
            names[position.turn],
            names[self.eye],
        ]
        return " ".join(fields + [PASS] * position.passes)

    def parse(self, text: str) -> OneEyePosition:
        """The position that a text describes, if it is one of this problem."""
        drawing = _Drawing(text)
        for what, here, there in (
            ("number of rows", self.rows, drawing.rows),
            ("number of columns", self.columns, drawing.columns),
            ("colour that wants the eye", self.players[self.eye], self.players[drawing.eye]),
        ):
            if here != there:
                raise InputError(f"expected a position of this problem, got another {what} in {quoted(text)}")
        for point in self.neighbours:
            stone = drawing.stones[point]
            first = self._outside.get(point, stone)
            if (point in drawing.region, point in drawing.crucial) != (point in self.region, point in self.crucial):
                raise InputError(f"expected a position of this problem, got another mask at {point} in {quoted(text)}")
            if stone != first and not (stone is None and first == self.eye):
                raise InputError(f"expected a position of this problem, got another stone at {point} in {quoted(text)}")
        return drawing.position

    def block(self, stones: frozenset[str], point: str) -> frozenset[str]:
        """The stones that are connected with the one on a point."""
        return frozenset(_connected(self.neighbours, stones, point))

    def liberties(self, block: frozenset[str], taken: frozenset[str]) -> frozenset[str]:
        """The empty points next to a block; `taken` are the points with stones."""
        return frozenset(near for point in block for near in self.neighbours[point] if near not in taken)

    def _lives(self, block: frozenset[str], taken: frozenset[str]) -> bool:
        return bool(block & self.safe or self.liberties(block, taken))

    def _is_legal(self, position: OneEyePosition, point: str) -> bool:
        if point not in self.region or any(point in stones for stones in position.stones):
            return False
        after = self.play(position, point).stones
        return self._lives(self.block(after[position.turn], point), after[0] | after[1])

    def _is_eye(self, position: OneEyePosition, point: str) -> bool:
        own, taken = position.stones[self.eye], position.stones[0] | position.stones[1]
        around = self.neighbours[point]
        if point in taken or not around or not all(near in own for near in around):
            return False
        block = self.block(own, around[0])
        if not block.issuperset(around) or (self.crucial and not self.crucial & block):
            return False
        return position.turn == self.eye or len(self.liberties(block, taken)) > 1

    def _stone(self, position: OneEyePosition, point: str) -> str:
        return "X" if point in position.stones[0] else "O" if point in position.stones[1] else "."

    def _mark(self, position: OneEyePosition, point: str) -> str:
        if point in self.crucial:
            letter = "c" if point in position.stones[self.eye] else "l"
            return letter.upper() if point in self.region else letter
        return "r" if point in self.region else "s" if point in self.safe else "."

    def _drawn(self, symbols: Mapping[str, str]) -> str:
        rows = ["".join(symbols[f"{c}{row}"] for c in LETTERS[: self.columns]) for row in range(1, self.rows + 1)]
        return "/".join(reversed(rows))


def _connected(neighbours: Mapping[str, list[str]], stones: frozenset[str], start: str) -> set[str]:
    reached, todo = {start}, [start]
    while todo:
        for near in neighbours[todo.pop()]:
            if near in stones and near not in reached:
                reached.add(near)
                todo.append(near)
    return reached


class _Drawing:
    """What a text says; one that cannot be is refused with every reason."""

    def __init__(self, text: str) -> None:
        self.text = text
        fields = [(found.start() + 1, found.group()) for found in re.finditer(r"[^ \t\n\f\r]+", text)]
        reasons = []
        if len(fields) < 4:
            what = "stones, mask, side to move and colour that wants the eye"
            reasons.append(f"expected {what}, got {len(fields)} fields")
            # The missing ones are empty: what is wrong with the others may be why they are missing.
            fields += [(len(text) + 1, "")] * (4 - len(fields))
        (_, stones), (_, mask), mover, eye, *passes = fields
        lines = stones.split("/")
        self.rows, self.columns = len(lines), len(lines[0])
        reasons += [
            f"expected a board with 1 to {LARGEST} {what}, got {count}"
            for what, count in (("rows", self.rows), ("columns", self.columns))
            if not 1 <= count <= LARGEST
        ]
        reasons += self._shape("stones", "XxOo.", *fields[0])
        reasons += self._shape("mask", ".rscClL", *fields[1])
        for what, (column, word) in (("side to move", mover), ("colour that wants the eye", eye)):
            if word.lower() not in ("b", "w"):
                reasons.append(f"expected the {what} to be b or w, got {quoted(word)} at column {column}")
        for column, word in passes:
            if word != PASS:
                reasons.append(f"expected nothing but 'pass' at the end, got {quoted(word)} at column {column}")
        if len(passes) > 2:
            reasons.append(f"expected at most two passes, got {len(passes)}")
        self._refuse(reasons)

        names = [f"{LETTERS[column]}{row}" for row in range(1, self.rows + 1) for column in range(self.columns)]
        drawn = dict(zip(names, "".join(lines[::-1]), strict=True))
        marks = dict(zip(names, "".join(mask.split("/")[::-1]), strict=True))
        self.eye = "bw".index(eye[1].lower())
        self.stones = {point: {"X": 0, "O": 1}.get(stone.upper()) for point, stone in drawn.items()}
        self.neighbours = {point: list(self._around(point)) for point in names}
        self.region = frozenset(point for point, mark in marks.items() if mark in "rCL")
        self.crucial = frozenset(point for point, mark in marks.items() if mark in "cClL")
        self.safe = frozenset(p for p, stone in self.stones.items() if stone == 1 - self.eye and p not in self.region)
        black, white = (frozenset(p for p, stone in self.stones.items() if stone == colour) for colour in (0, 1))
        self.position = OneEyePosition((black, white), "bw".index(mover[1].lower()), len(passes))
        self._refuse([*self._wrong_marks(marks), *self._dead_blocks()])

    def _around(self, point: str) -> Iterator[str]:
        column, row = LETTERS.index(point[0]), int(point[1:])
        for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if 0 <= x < self.columns and 1 <= y <= self.rows:
                yield f"{LETTERS[x]}{y}"

    def _shape(self, what: str, symbols: str, start: int, drawn: str) -> Iterator[str]:
        for column, symbol in enumerate(drawn, start=start):
            if symbol not in symbols and symbol != "/":
                yield f"expected one of {' '.join(symbols)} in the {what}, got {quoted(symbol)} at column {column}"
        lines = drawn.split("/")
        if len(lines) != self.rows:
            yield f"expected {self.rows} rows in the {what}, got {len(lines)}"
        column = start
        for number, line in enumerate(lines, start=1):
            if len(line) != self.columns:
                yield (
                    f"expected {self.columns} points in row {number} of the {what}, got {len(line)} at column {column}"
                )
            column += len(line) + 1

    def _wrong_marks(self, marks: Mapping[str, str]) -> Iterator[str]:
        if not self.region:
            yield "expected a region (r in the mask), got none"
        for point, mark in marks.items():
            stone = self.stones[point]
            if mark in "cC" and stone != self.eye:
                yield f"expected a stone of the eye's colour under {mark} at {point} (l or L if it was captured)"
            if mark in "lL" and stone == self.eye:
                yield f"expected no stone of the eye's colour under {mark} at {point} (c or C if there is one)"
            if mark == "s" and stone != 1 - self.eye:
                yield f"expected a stone against the eye under s at {point}"

    def _dead_blocks(self) -> Iterator[str]:
        for stones in self.position.stones:
            seen: set[str] = set()
            for point in self.neighbours:
                if point in stones and point not in seen:
                    block = _connected(self.neighbours, stones, point)
                    seen |= block
                    near = {other for each in block for other in self.neighbours[each]}
                    if not block & self.safe and all(self.stones[other] is not None for other in near):
                        yield f"expected every block to have a liberty, got none for the one at {point}"

    def _refuse(self, reasons: list[str]) -> None:
        if reasons:
            more = [f"{len(reasons) - REASONS_SHOWN} more"] if len(reasons) > REASONS_SHOWN else []
            listed = "; and ".join(reasons[:REASONS_SHOWN] + more)
            raise InputError(f"{listed}; in {quoted(self.text)}; a position looks like '{START}'")
