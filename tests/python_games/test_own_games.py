"""Games written in Python on the compiled searches."""

from __future__ import annotations

import random
import traceback
from enum import IntEnum
from typing import Any, ClassVar

import pytest

import pnyx
from pnyx.reference import brute
from pnyx.reference.check import check
from support.sample_games import BareNim, Nim, NimPosition, Ring

by_tree_and_by_table = pytest.mark.parametrize("algorithm", ["pn", "auto"])


class Thrown(Exception):
    """An exception that only this test knows."""


class Failing(BareNim):
    """Fails in one method, at one position."""

    def __init__(self, method: str) -> None:
        super().__init__(9)
        self.method = method

    def _maybe(self, method: str, position: Any) -> None:
        if method == self.method and position[0] == 4:
            raise Thrown(method)

    def turn(self, position: Any) -> int:
        self._maybe("turn", position)
        return super().turn(position)

    def outcome(self, position: Any) -> int | None:
        self._maybe("outcome", position)
        return super().outcome(position)

    def moves(self, position: Any) -> list[int]:
        self._maybe("moves", position)
        return super().moves(position)

    def play(self, position: Any, move: int) -> Any:
        self._maybe("play", position)
        return super().play(position, move)


@by_tree_and_by_table
@pytest.mark.parametrize("method", ["turn", "outcome", "moves", "play"])
def test_an_exception_reaches_the_caller_as_itself(method: str, algorithm: str) -> None:
    with pytest.raises(Thrown) as caught:
        pnyx.solve(Failing(method), algorithm=algorithm)
    assert caught.value.args == (method,)
    assert "_maybe" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]


@pytest.mark.parametrize("heap", range(1, 20))
def test_nim(heap: int) -> None:
    result = pnyx.solve(Nim(heap), "win")
    assert result.verdict == ("disproven" if heap % 4 == 0 else "proven")
    assert result.certificate is not None
    assert check(result.certificate.data, Nim(heap)).verdict == result.verdict


def test_a_game_with_cycles() -> None:
    ring = Ring()
    for goal in ("win", "draw-or-better"):
        expected = brute.solve(ring, ring.start(), goal)
        assert pnyx.solve(ring, goal).verdict == ("proven" if expected else "disproven"), goal


class RandomGraph:
    """A random cyclic game whose positions and moves are objects of several kinds."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        names: list[Any] = [f"n{i}" if i % 3 else (i, "tuple", frozenset({i})) for i in range(rng.randint(3, 14))]
        self.targets = {name: rng.sample(names, min(len(names), rng.randint(1, 3))) for name in names}
        self.turns = {name: rng.randint(0, 1) for name in names}
        self.ends: dict[Any, Any] = {name: rng.choice([0, 1, "draw"]) for name in names[1:] if rng.random() < 0.3}
        self.first = names[0]

    def start(self) -> Any:
        return self.first

    def turn(self, position: Any) -> int:
        if position in self.ends:
            raise Thrown("nobody moves when the game is over")
        return self.turns[position]

    def outcome(self, position: Any) -> Any:
        return self.ends.get(position)

    def moves(self, position: Any) -> list[Any]:
        return [("to", target) for target in self.targets[position]]

    def play(self, position: Any, move: Any) -> Any:
        return move[1]


@by_tree_and_by_table
@pytest.mark.parametrize("seed", range(200))
def test_random_games_agree_with_brute_force(seed: int, algorithm: str) -> None:
    game = RandomGraph(seed)
    for goal in ("win", "draw-or-better"):
        result = pnyx.solve(game, goal, algorithm, limit=pnyx.Limit(nodes=100_000))
        expected = brute.solve(game, game.start(), goal)
        assert result.verdict == ("proven" if expected else "disproven"), goal
        assert result.certificate is not None, goal
        assert result.certificate.check().verdict == result.verdict, goal


def test_positions_need_no_order_and_no_text() -> None:
    result = pnyx.solve((5, 1), "win", game=BareNim())
    assert result.proven
    assert result.line[0] == "1"


class Misdeclared(Ring):
    """Says that positions cannot be repeated, and they are."""

    repetition = "impossible"


@by_tree_and_by_table
def test_a_false_declaration_is_noticed(algorithm: str) -> None:
    result = pnyx.solve(Misdeclared(), "win", algorithm, limit=pnyx.Limit(nodes=100_000))
    assert (result.verdict, result.reason) == ("unknown", "misdeclared")
    assert "declares" in str(result)


class NoWayOn(BareNim):
    """Has positions with neither an outcome nor a move."""

    def moves(self, position: Any) -> list[int]:
        return super().moves(position) if position[0] > 3 else []


@by_tree_and_by_table
def test_a_position_without_moves_and_outcome_is_the_authors_mistake(algorithm: str) -> None:
    with pytest.raises(pnyx.ContractError, match="must have an outcome or a move"):
        pnyx.solve(NoWayOn(9), algorithm=algorithm)


class ListPositions(BareNim):
    def play(self, position: NimPosition, move: int) -> Any:
        return list(super().play(position, move))


class SetStart(BareNim):
    def start(self) -> Any:
        return {7}


class ListMoves(BareNim):
    def moves(self, position: NimPosition) -> Any:
        return [[move] for move in super().moves(position)]


class NoMoves(BareNim):
    def moves(self, position: NimPosition) -> Any:
        return None


class NumberOfMoves(BareNim):
    def moves(self, position: NimPosition) -> Any:
        return 3


class NothingPlayed(BareNim):
    def play(self, position: NimPosition, move: int) -> Any:
        super().play(position, move)


class OneName(BareNim):
    players = "ab"


class NamedTurn(BareNim):
    def turn(self, position: NimPosition) -> Any:
        return "first"


class Heap:
    """A heap that changes."""

    def __init__(self, size: int) -> None:
        self.size, self.turn = size, 0


class InPlace:
    def start(self) -> Heap:
        return Heap(5)

    def turn(self, position: Heap) -> int:
        return position.turn

    def outcome(self, position: Heap) -> int | None:
        return None if position.size else 1 - position.turn

    def moves(self, position: Heap) -> list[int]:
        return [1]

    def play(self, position: Heap, move: int) -> Heap:
        position.size, position.turn = position.size - move, 1 - position.turn
        return position


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (ListPositions, r"a position must be hashable, but \[.*\] is a list: give a tuple"),
        (SetStart, r"a position must be hashable, but \{7\} is a set: give a frozenset"),
        (ListMoves, r"a move must be hashable, but \[1\] is a list: give a tuple"),
        (NoMoves, r"moves\(\) must return a list of moves, not None, at \(7, 0\)"),
        (NumberOfMoves, r"moves\(\) must return a list of moves, not 3, at \(7, 0\)"),
        (NothingPlayed, r"play\(\) must return the next position, not None, at \(7, 0\)"),
        (OneName, "players must be a tuple of two names, not 'ab'"),
        (NamedTurn, r"turn\(\) must return 0 or 1, not 'first', at \(7, 0\)"),
        (InPlace, r"play\(\) must return a new position, but it has changed its argument"),
    ],
)
@pytest.mark.parametrize("algorithm", ["auto", "pn", "df-pn"])
def test_what_new_authors_forget_is_told_in_words(game: type, message: str, algorithm: str) -> None:
    with pytest.raises(pnyx.PnyxError, match=message):
        pnyx.solve(game(), "win", algorithm)


class Act(IntEnum):
    KEEP = 1
    SWAP = 2


class Piece(IntEnum):
    ROOK = 1
    KNIGHT = 2


class EqualMoves:
    """Moves of different positions compare equal and are different things."""

    repetition = "impossible"

    def start(self) -> tuple[str, ...]:
        return ()

    def turn(self, position: tuple[str, ...]) -> int:
        return 0

    def outcome(self, position: tuple[str, ...]) -> Any:
        if len(position) < 2:
            return None
        return 0 if position == ("KEEP", "ROOK") else "draw"

    def moves(self, position: tuple[str, ...]) -> list[Any]:
        return list(Piece) if position else list(Act)

    def play(self, position: tuple[str, ...], move: Any) -> tuple[str, ...]:
        return (*position, move.name)


@by_tree_and_by_table
def test_equal_moves_of_different_positions_are_kept_apart(algorithm: str) -> None:
    result = pnyx.solve(EqualMoves(), "win", algorithm)
    assert (result.verdict, result.line) == ("proven", ["<Act.KEEP: 1>", "<Piece.ROOK: 1>"])
    assert result.certificate is not None
    assert result.certificate.check().moves_to_win == 2


class KeyWithoutRepetition:
    """Has a repetition key that does not matter, because positions cannot be repeated."""

    repetition = "impossible"
    table: ClassVar[dict[str, list[str]]] = {"R": ["A"], "A": ["B0", "B1"]}

    def start(self) -> str:
        return "R"

    def turn(self, position: str) -> int:
        return 1 if position == "A" else 0

    def outcome(self, position: str) -> int | None:
        return 0 if position == "W" else None

    def moves(self, position: str) -> list[str]:
        return self.table.get(position, ["W"])

    def play(self, position: str, move: str) -> str:
        return move

    def repetition_key(self, position: str) -> str:
        return position[0]


@by_tree_and_by_table
def test_a_repetition_key_counts_only_where_positions_repeat(algorithm: str) -> None:
    certificate = pnyx.solve(KeyWithoutRepetition(), "win", algorithm).certificate
    assert certificate is not None
    assert certificate.check().nodes == 6


@pytest.mark.parametrize(
    "wrong", [{"name": "a\nb"}, {"name": ""}, {"players": ("a\tb", "c")}, {"position_text": lambda position: "a\tb"}]
)
def test_texts_that_no_certificate_can_hold_are_refused(wrong: dict[str, Any]) -> None:
    game = Nim(3)
    for name, value in wrong.items():
        setattr(game, name, value)
    with pytest.raises(pnyx.ContractError):
        pnyx.solve(game)
