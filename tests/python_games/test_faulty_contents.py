"""Positions that hide what matters from `==`, from pickling and from each other: no wrong answer, and none lost."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import pytest

import pnyx
from pnyx import _core


class At:
    """A position: a node and something beside it, which `==` leaves out."""

    def __init__(self, node: Any, beside: Any = 0) -> None:
        self.node, self.beside = node, beside

    def __eq__(self, other: object) -> bool:
        return isinstance(other, At) and self.node == other.node

    def __hash__(self) -> int:
        return hash(self.node)

    def __repr__(self) -> str:
        return f"{self.node}/{self.beside}"


class Funnel:
    """Many moves lead to positions that are equal; only the last one decides for the other side."""

    def __init__(self, width: int, decisive: int | None) -> None:
        self.width, self.decisive = width, decisive

    def start(self) -> At:
        return At(0)

    def turn(self, position: At) -> int:
        return int(position.node == 1)

    def outcome(self, position: At) -> int | None:
        if position.node < 4:
            return None
        return 1 if position.beside == self.decisive else 0

    def moves(self, position: At) -> list[int]:
        return list(range(self.width)) if position.node == 1 else [0]

    def play(self, position: At, move: int) -> At:
        return At(position.node + 1, move if position.node == 1 else position.beside)


@pytest.mark.parametrize("width", [40, 3_000])
def test_however_many_contents_a_position_has_they_are_followed(width: int) -> None:
    assert pnyx.solve(Funnel(width, width - 1), "win").verdict != "proven"
    assert pnyx.solve(Funnel(width, None), "win").verdict == "proven"


@pytest.mark.soak
def test_too_many_contents_give_no_answer() -> None:
    result = pnyx.solve(Funnel(150_000, 149_999), "win")
    assert result.unknown
    assert (result.reason or "").startswith("rules: equal positions were met with too many different contents")


class Line:
    """Three moves, each of which may take something; `play` takes it from the position before as well."""

    def start(self) -> Any:
        return At(0, [])

    def turn(self, position: Any) -> int:
        return int(position.node % 2)

    def outcome(self, position: Any) -> int | None:
        return None if position.node < 3 else int(len(position.beside) > 1)

    def moves(self, position: Any) -> list[str]:
        return ["leave", "take"]

    def play(self, position: Any, move: str) -> Any:
        after = copy.copy(position)  # not a deep one: the list is that of the position before
        after.node += 1
        if move == "take":
            after.beside.append("x")
        return after


def test_a_play_that_changes_what_positions_share_is_found() -> None:
    for goal in ("win", "draw-or-better"):
        result = pnyx.solve(Line(), goal)
        assert (result.reason or "").startswith("rules: "), result


class Lazy(At):
    """Keeps what was computed."""

    kept: Any = None


class LazyNim:
    """Sound rules that keep things in their positions."""

    def start(self) -> Lazy:
        return Lazy(9, 0)

    def turn(self, position: Lazy) -> int:
        return int(position.beside)

    def outcome(self, position: Lazy) -> int | None:
        return None if position.node else 1 - position.beside

    def moves(self, position: Lazy) -> list[int]:
        return list(range(1, min(3, position.node) + 1))

    def play(self, position: Lazy, move: int) -> Lazy:
        position.kept = (position.kept or 0) or position.node * 2
        return Lazy(position.node - move, 1 - position.beside)


class LazyPosition(Lazy):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lazy) and (self.node, self.beside) == (other.node, other.beside)

    def __hash__(self) -> int:
        return hash((self.node, self.beside))


class SoundLazyNim(LazyNim):
    def start(self) -> Lazy:
        return LazyPosition(9, 0)

    def play(self, position: Lazy, move: int) -> Lazy:
        after = super().play(position, move)
        return LazyPosition(after.node, after.beside)


def test_rules_may_keep_in_a_position_what_they_have_computed() -> None:
    assert pnyx.solve(SoundLazyNim(), "win").verdict == "proven"


class Table:
    """The root, and moves of which two win, one of them by way of the root with something else beside it."""

    repetition = "draw"
    edges: ClassVar[dict[str, str]] = {"R": "ab", "X": "c"}

    def start(self) -> At:
        return At("R", 0)

    def turn(self, position: At) -> int:
        return int(position.node == "X")

    def outcome(self, position: At) -> int | None:
        return 0 if position.node == "W" else None

    def moves(self, position: At) -> list[str]:
        return list(self.edges[position.node])

    def play(self, position: At, move: str) -> At:
        return {"a": At("W"), "b": At("X"), "c": At("R", 1)}[move]


def test_a_winning_move_is_not_left_out() -> None:
    result = pnyx.solve(Table(), "win", all_moves=True)
    assert {*(result.winning_moves or ()), *(result.unsettled_moves or ())} == {"'a'", "'b'"}


class Alike(Table):
    edges: ClassVar[dict[str, str]] = {"R": "ab"}

    def outcome(self, position: At) -> int | None:
        return {"W": 0, "X": 1}.get(position.node)

    def move_text(self, position: At, move: str) -> str:
        return "same"


def test_moves_that_have_the_same_text_are_refused() -> None:
    result = pnyx.solve(Alike(), "win")
    assert (result.reason or "").startswith("rules: the moves 'a' and 'b' have the same text, 'same', at ")


@dataclass
class Player:
    points: int = 0


class Shared:
    """Nim, whose positions keep in some place of their own whose turn it is."""

    def __init__(self, make: Callable[[int, int], Any], turn: Callable[[Any], int], size: int) -> None:
        self.make, self.turn, self.size = make, turn, size

    def start(self) -> Any:
        return self.make(self.size, 0)

    def outcome(self, position: Any) -> int | None:
        return None if position.size else 1 - self.turn(position)

    def moves(self, position: Any) -> list[int]:
        return list(range(1, min(3, position.size) + 1))

    def play(self, position: Any, move: int) -> Any:
        return self.make(position.size - move, 1 - self.turn(position))


class BySize:
    """Equal if the sizes are."""

    size: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BySize) and self.size == other.size

    def __hash__(self) -> int:
        return hash(self.size)


class Pointing(BySize):
    def __init__(self, size: int, turn: int) -> None:
        self.size, self.players = size, (Player(), Player())
        self.current = self.players[turn]


class SlottedSet(set[int]):
    __slots__ = ("turn",)
    turn: int


class WithSet(BySize):
    def __init__(self, size: int, turn: int) -> None:
        self.size, self.held = size, SlottedSet()
        self.held.turn = turn


class WithProperty(BySize):
    def __init__(self, size: int, turn: int) -> None:
        self.size = size
        self.__dict__["turn"] = turn

    @cached_property
    def turn(self) -> int:
        return 0


class Omitting(BySize):
    def __init__(self, size: int, turn: int) -> None:
        self.size, self.turn = size, turn

    def __getstate__(self) -> Any:
        return {"size": self.size}


class Reduced(Omitting):
    def __reduce__(self) -> Any:
        return Reduced, (self.size, 0)


class Silent(Omitting):
    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("nobody's business")


HIDING: dict[str, tuple[Callable[[int, int], Any], Callable[[Any], int]]] = {
    "sharing": (Pointing, lambda position: int(position.current is position.players[1])),
    "slots of a set": (WithSet, lambda position: int(position.held.turn)),
    "a property": (WithProperty, lambda position: int(position.turn)),
    "getstate": (Omitting, lambda position: int(position.turn)),
    "reduce": (Reduced, lambda position: int(position.turn)),
    "silence": (Silent, lambda position: int(position.turn)),
}


@pytest.mark.parametrize("size", [5, 8, 9, 11, 12])
@pytest.mark.parametrize("where", HIDING)
def test_wherever_the_turn_is_hidden_there_is_no_wrong_answer(where: str, size: int) -> None:
    result = pnyx.solve(Shared(*HIDING[where], size), "win")
    if result.unknown:
        assert (result.reason or "").startswith("rules: turn() ")
    else:
        assert result.verdict == ("proven" if size % 4 else "disproven")


class Full(Omitting):
    """The same with an equality that is right."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Full) and (self.size, self.turn) == (other.size, other.turn)

    def __hash__(self) -> int:
        return hash((self.size, self.turn))


@pytest.mark.parametrize("algorithm", pnyx.algorithms())
@pytest.mark.parametrize("size", [8, 9])
def test_pickling_may_leave_things_out(algorithm: str, size: int) -> None:
    result = pnyx.solve(Shared(Full, lambda position: int(position.turn), size), "win", algorithm)
    assert result.verdict == ("proven" if size % 4 else "disproven")


class Cell:
    def __init__(self) -> None:
        self.neighbours: list[Cell] = []


def board() -> list[Cell]:
    cells = [Cell() for _ in range(36)]
    for place, cell in enumerate(cells):
        cell.neighbours = [cells[(place + step) % 36] for step in (1, 6, 30, 35)]
    return cells


def test_each_part_is_looked_at_once() -> None:
    content = _core.Contents(by_value=False).content
    one, other = board(), board()
    assert content(one) == content(other)
    other[0].neighbours.reverse()
    assert content(one) != content(other)
    assert content([[], []]) != content([one := [], one])
    assert content(((1, 2), (1, 2))) == content(((two := (1, 2)), two))
    cells = board()
    assert content({(1, cells[0]), (2, cells[1])}) == content({(2, cells[1]), (1, cells[0])})
    with pytest.raises(pnyx.ContractError, match="must be made of no more than 1048576 parts"):
        content([0] * (1 << 21))


@dataclass(frozen=True)
class Counted:
    node: str
    count: list[int] = field(compare=False, hash=False)


class Keyed:
    """Sound: a key where repeating is illegal, and a number that is another one at each call."""

    repetition = "illegal"
    edges: ClassVar[dict[str, str]] = {"a": "b", "b": "ac"}
    calls = 0

    def start(self) -> Counted:
        return Counted("a", [0])

    def turn(self, position: Counted) -> int:
        return int(position.node == "b")

    def outcome(self, position: Counted) -> int | None:
        return 0 if position.node == "c" else None

    def moves(self, position: Counted) -> list[str]:
        return list(self.edges[position.node])

    def play(self, position: Counted, move: str) -> Counted:
        Keyed.calls += 1
        return Counted(move, [Keyed.calls])

    def repetition_key(self, position: Counted) -> str:
        return position.node


def test_a_number_that_is_another_one_at_each_call_loses_no_answer() -> None:
    assert pnyx.solve(Keyed(), "win").verdict == "proven"


class Single:
    """Equal only to itself."""

    def __init__(self, size: int, turn: int, call: int) -> None:
        self.size, self.turn, self.call = size, turn, call


def test_positions_that_equal_only_themselves_may_differ_at_each_call() -> None:
    calls = iter(range(10**9))
    game = Shared(lambda size, turn: Single(size, turn, next(calls)), lambda position: int(position.turn), 5)
    assert pnyx.solve(game, "win").verdict == "proven"
