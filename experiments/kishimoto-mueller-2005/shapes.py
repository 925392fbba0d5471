"""One-eye problems drawn at random: a region with its wall, and stones of both sides in it.

A drawing has the eye's colour as `X`, whichever it will be. Points are pairs of row and column from the bottom left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

Point = tuple[int, int]

PLACES = ("corner", "side", "centre", "board")
"""Where a region may be: on two, one or no edges of the board, or on all four, when it is the whole board."""

EYE, OTHER = "X", "O"


@dataclass(frozen=True)
class Drawing:
    """A problem without its colours and without a side to move."""

    rows: int
    columns: int
    stones: Mapping[Point, str]
    region: frozenset[Point]
    crucial: frozenset[Point]

    def text(self, eye: str) -> str:
        """Stones and mask in the game's notation; `eye` is the colour that wants the eye, `b` or `w`."""
        return _write(self.rows, self.columns, self._symbols(), eye)

    @property
    def connected(self) -> bool:
        """Whether the region is in one piece."""
        todo = sorted(self.region)[:1]
        reached = set(todo)
        while todo:
            more = {near for near in _near(todo.pop()) if near in self.region} - reached
            reached |= more
            todo += more
        return reached == self.region

    def canonical(self) -> str:
        """The same text for drawings that are turned or reflected copies of each other."""
        return min(_write(*self._turned(turns, flip), "b") for turns in range(4) for flip in (False, True))

    def turned(self, rng: Random) -> Drawing:
        """A copy that is turned and reflected at random."""
        turns, flip = rng.randrange(4), rng.random() < 0.5
        rows, columns = (self.columns, self.rows) if turns % 2 else (self.rows, self.columns)
        move = self._moves(turns, flip)
        return Drawing(
            rows,
            columns,
            {move[point]: stone for point, stone in self.stones.items()},
            frozenset(move[point] for point in self.region),
            frozenset(move[point] for point in self.crucial),
        )

    def _symbols(self) -> dict[Point, tuple[str, str]]:
        return {point: (self.stones.get(point, "."), self._mark(point)) for point in _board(self.rows, self.columns)}

    def _mark(self, point: Point) -> str:
        if point in self.crucial:
            return "C" if point in self.region else "c"
        if point in self.region:
            return "r"
        return "s" if self.stones.get(point) == OTHER else "."

    def _moves(self, turns: int, flip: bool) -> dict[Point, Point]:
        moved = {}
        for point in _board(self.rows, self.columns):
            row, column = point
            rows, columns = self.rows, self.columns
            if flip:
                column = columns - 1 - column
            for _ in range(turns):
                row, column = columns - 1 - column, row
                rows, columns = columns, rows
            moved[point] = (row, column)
        return moved

    def _turned(self, turns: int, flip: bool) -> tuple[int, int, dict[Point, tuple[str, str]]]:
        move, symbols = self._moves(turns, flip), self._symbols()
        rows, columns = (self.columns, self.rows) if turns % 2 else (self.rows, self.columns)
        return rows, columns, {move[point]: symbol for point, symbol in symbols.items()}


def _write(rows: int, columns: int, symbols: Mapping[Point, tuple[str, str]], eye: str) -> str:
    swap = str.maketrans("XO", "OX" if eye == "w" else "XO")
    layers = []
    for layer in (0, 1):
        lines = ["".join(symbols[row, column][layer] for column in range(columns)) for row in range(rows)]
        layers.append("/".join(reversed(lines)))
    return f"{layers[0].translate(swap)} {layers[1]}"


def _board(rows: int, columns: int) -> Iterator[Point]:
    return ((row, column) for row in range(rows) for column in range(columns))


def _near(point: Point) -> list[Point]:
    row, column = point
    return [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]


def draw(rng: Random, points: int, place: str) -> Drawing | None:
    """A random problem with a region of this many points; `None` if the attempt failed."""
    if place == "board":
        rows = rng.randint(2, 4)
        columns = -(-points // rows)
        region = set(_board(rows, columns))
    else:
        side = max(3, int(points**0.5) + 1)
        rows, columns = side + rng.randint(1, 2), side + rng.randint(1, 2)
        grown = _grow(rng, points, rows, columns, place)
        if grown is None:
            return None
        region = grown
    stones = _wall(rng, rows, columns, region)
    crucial = {point for point, stone in stones.items() if stone == EYE}
    for _ in range(rng.choice((1, 1, 2))):
        crucial |= _chain(rng, region, rng.randint(1, max(1, points // 3)))
    stones.update((point, EYE) for point in crucial)
    against, own = rng.choice((0.0, 0.1, 0.2, 0.3)), rng.choice((0.0, 0.1, 0.2))
    for point in sorted(region - crucial):
        chance = rng.random()
        if chance < against + own:
            stones[point] = OTHER if chance < against else EYE
    return Drawing(rows, columns, stones, frozenset(region), frozenset(crucial)).turned(rng)


def _grow(rng: Random, points: int, rows: int, columns: int, place: str) -> set[Point] | None:
    """A connected region that leaves room for its wall, except at the edges it may touch."""
    bottom, left = int(place == "centre"), int(place != "corner")
    allowed = {(row, column) for row, column in _board(rows - 1, columns - 1) if row >= bottom and column >= left}
    start = sorted(point for point in allowed if point[0] == bottom and (place != "corner" or point[1] == 0))
    region = {rng.choice(start)}
    while len(region) < points:
        front = sorted({near for point in region for near in _near(point) if near in allowed} - region)
        if not front:
            return None
        # Compact regions are what players enclose: points with several neighbours in it come sooner.
        weights = [sum(near in region for near in _near(point)) * 2 - 1 for point in front]
        region.add(rng.choices(front, weights)[0])
    return region


def _wall(rng: Random, rows: int, columns: int, region: Iterable[Point]) -> dict[Point, str]:
    """Stones around a region: safe ones; now and then some of the eye's colour, or a liberty that nobody can take."""
    inside = set(region)
    outside = sorted({near for point in inside for near in _near(point)} - inside)
    around = [(row, column) for row, column in outside if 0 <= row < rows and 0 <= column < columns]
    stones = dict.fromkeys(around, OTHER)
    if around and rng.random() < 0.25:
        row, column = rng.choice(around)
        run = sorted(around, key=lambda point: (abs(point[0] - row) + abs(point[1] - column), point))
        stones.update(dict.fromkeys(run[: rng.randint(1, 3)], EYE))
    if around and rng.random() < 0.1:
        del stones[rng.choice(around)]
    return stones


def _chain(rng: Random, region: Iterable[Point], length: int) -> set[Point]:
    inside = set(region)
    chain = {rng.choice(sorted(inside))}
    while len(chain) < length:
        front = sorted({near for point in chain for near in _near(point) if near in inside} - chain)
        if not front:
            break
        chain.add(rng.choice(front))
    return chain


def mutate(rng: Random, drawing: Drawing, *, harder: bool = False) -> Drawing:
    """The drawing with one point changed: a stone, or whether the point belongs to the region.

    With `harder`, only changes that leave more room.
    """
    stones, region, crucial = dict(drawing.stones), set(drawing.region), set(drawing.crucial)
    wall = sorted(point for point, stone in stones.items() if stone == OTHER and point not in region)
    kind = rng.choice(("empty", "larger") if harder else ("stone", "stone", "stone", "larger", "smaller"))
    if kind == "larger" and wall:
        point = rng.choice(wall)
        del stones[point]
        region.add(point)
        for near in set(_near(point)) & set(_board(drawing.rows, drawing.columns)) - region:
            stones.setdefault(near, OTHER)
    elif kind == "smaller" and len(region) > 2:
        point = rng.choice(sorted(region))
        region.discard(point)
        crucial.discard(point)
        stones[point] = OTHER
    else:
        point = rng.choice(sorted(region))
        before = stones.pop(point, ".")
        crucial.discard(point)
        stone = rng.choice([symbol for symbol in (".", EYE, OTHER) if symbol != before])
        if stone != "." and kind != "empty":
            stones[point] = stone
    return Drawing(drawing.rows, drawing.columns, stones, frozenset(region), frozenset(crucial))
