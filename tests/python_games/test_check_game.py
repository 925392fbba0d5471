"""`pnyx.testing.check_game` finds what is wrong with a game, and says so."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import pnyx
from pnyx import _core
from pnyx.game.testing import ContractError, _Tester, check_game
from support.sample_games import BareNim, Broken, LineGo, Nim, NimPosition, Ring, Wheel

counter = itertools.count()


class OneWay(Wheel):
    """Two places that lead to each other: after the first move there is no other, and its player has lost."""

    def __init__(self) -> None:
        super().__init__(2, repetition="illegal")


@pytest.mark.parametrize("game", [BareNim(), Nim(), Ring(), LineGo(), OneWay(), "tic-tac-toe", "graph", "chess"])
def test_good_games(game: Any) -> None:
    report = check_game(game, playouts=20, max_plies=30)
    assert report.playouts == 20
    assert report.plies > 0
    assert "rules are consistent" in str(report)


def test_from_a_position() -> None:
    assert check_game(Nim(), position=(3, 1), playouts=5).game == "nim"
    assert check_game("chess", position="7k/8/8/8/8/8/8/K5R1 w - - 0 1", playouts=2).game == "chess"


def test_where_repeating_is_illegal_a_play_out_ends_when_nothing_else_is_left() -> None:
    met = list[int]()

    class Watched(OneWay):
        def play(self, position: int, move: int) -> int:
            met.append(position)
            return super().play(position, move)

    _Tester(Watched()).play_outs(0, 1, 50, random.Random(0))
    assert 0 < len(met) < 10


def test_the_same_seed_plays_the_same_games() -> None:
    assert check_game(Nim(), seed=3) == check_game(Nim(), seed=3)


class NoOutcome:
    def start(self) -> int:
        return 0

    def turn(self, position: int) -> int:
        return 0

    def moves(self, position: int) -> list[int]:
        return [1]

    def play(self, position: int, move: int) -> int:
        return position


class ListPositions(BareNim):
    def start(self) -> Any:
        return [7, 0]


class ListMoves(BareNim):
    def moves(self, position: NimPosition) -> Any:
        return [[1]]


class NamedTurn(BareNim):
    def turn(self, position: NimPosition) -> Any:
        return "first"


class BoolTurn(BareNim):
    def turn(self, position: NimPosition) -> Any:
        return position[1] == 1


class BoolOutcome(BareNim):
    def outcome(self, position: NimPosition) -> Any:
        return position[0] == 0


class ScoreOutcome(BareNim):
    def outcome(self, position: NimPosition) -> Any:
        return None if position[0] else -1


class Stuck(BareNim):
    def outcome(self, position: NimPosition) -> None:
        return None


class SetMoves(BareNim):
    def moves(self, position: NimPosition) -> Any:
        return set(super().moves(position))


class MovesTwice(BareNim):
    def moves(self, position: NimPosition) -> list[int]:
        return [1, *super().moves(position)]


class MovesChange(BareNim):
    def moves(self, position: NimPosition) -> list[int]:
        moves = super().moves(position)
        return moves if next(counter) % 2 else moves[::-1]


class TurnChanges(BareNim):
    def turn(self, position: NimPosition) -> int:
        return next(counter) % 2


class PlayChanges(BareNim):
    def play(self, position: NimPosition, move: int) -> NimPosition:
        return (position[0] - 1 - next(counter) % 2, 1 - position[1])


class Heap:
    """A position that can be changed, and compares by identity."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __repr__(self) -> str:
        return f"Heap({self.size})"


class InPlace:
    def start(self) -> Heap:
        return Heap(3)

    def turn(self, position: Heap) -> int:
        return position.size % 2

    def outcome(self, position: Heap) -> int | None:
        return None if position.size > 0 else 0

    def moves(self, position: Heap) -> list[int]:
        return [1]

    def play(self, position: Heap, move: int) -> Heap:
        position.size -= move
        return position


class ByIdentity(InPlace):
    def play(self, position: Heap, move: int) -> Heap:
        return Heap(position.size - move)


class Comparing(Heap):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and self.size == other.size

    def __hash__(self) -> int:
        return id(self)


class HashByIdentity(InPlace):
    def start(self) -> Heap:
        return Comparing(3)

    def play(self, position: Heap, move: int) -> Heap:
        return Comparing(position.size - move)


class OddRepetition(BareNim):
    repetition = "loss"


class NotImpossible(Ring):
    repetition = "impossible"


class SameNames(Nim):
    players = ("ann", "ann")


class ThreePlayers(Nim):
    players: Any = ("ann", "bob", "cyd")


class SameTexts(Nim):
    def move_text(self, position: NimPosition, move: int) -> str:
        return "take"


class SpacedTexts(Nim):
    def move_text(self, position: NimPosition, move: int) -> str:
        return f"take {move}"


class NumberTexts(Nim):
    def move_text(self, position: NimPosition, move: int) -> Any:
        return move


class TwoLines(Nim):
    def position_text(self, position: NimPosition) -> str:
        return f"{position[0]}\n{position[1]}"


class Reserved(Nim):
    def position_text(self, position: NimPosition) -> str:
        return f"{position[0]} moves {position[1]}"


class ParsesOther(Nim):
    def parse(self, text: str) -> NimPosition:
        return (1, 0)


class CoarseKey(BareNim):
    def repetition_key(self, position: NimPosition) -> int:
        return position[0] % 2


class NothingPlayed(BareNim):
    def play(self, position: NimPosition, move: int) -> Any:
        super().play(position, move)


class NoExemption(LineGo):
    def may_repeat(self, position: Any, move: int) -> Any:
        return None


class ListKey(BareNim):
    def repetition_key(self, position: NimPosition) -> list[int]:
        return [1]


class Evaluations(BareNim):
    def evaluate(self, position: NimPosition) -> Any:
        return position[0] - 3

    def score(self, position: NimPosition) -> Any:
        return 2 if position[1] else -2


class Quarters(Evaluations):
    smallest_difference = 0.25

    def evaluate(self, position: NimPosition) -> Any:
        return position[0] / 4


class FloatEvaluation(Evaluations):
    def evaluate(self, position: NimPosition) -> Any:
        return position[0] / 2


class Thirds(Quarters):
    def evaluate(self, position: NimPosition) -> Any:
        return position[0] / 3


class LargeEvaluation(Evaluations):
    largest_value = 3


class TextEvaluation(Evaluations):
    def evaluate(self, position: NimPosition) -> Any:
        return "good"


class NotANumber(Evaluations):
    def evaluate(self, position: NimPosition) -> Any:
        return float("nan")


class EvaluationChanges(Evaluations):
    def evaluate(self, position: NimPosition) -> Any:
        return next(counter)


class BoolScore(Evaluations):
    def score(self, position: NimPosition) -> Any:
        return True


class WrongSign(Evaluations):
    def score(self, position: NimPosition) -> Any:
        return -2 if position[1] else 2


class NoScore(Evaluations):
    def score(self, position: NimPosition) -> Any:
        return 0


class NegativeStep(Evaluations):
    smallest_difference = -1


HeapsPosition = Any
"""Two heaps and who is on move."""


class TwoHeaps:
    """Take any number from one of two heaps; the player who takes the last one wins. The heaps are alike."""

    repetition = "impossible"

    def start(self) -> HeapsPosition:
        return (2, 3, 0)

    def turn(self, position: HeapsPosition) -> Any:
        return position[2]

    def outcome(self, position: HeapsPosition) -> int | None:
        return None if sum(position[:2]) else 1 - position[2]

    def moves(self, position: HeapsPosition) -> list[Any]:
        return [(heap, taken) for heap in (0, 1) for taken in range(1, position[heap] + 1)]

    def play(self, position: HeapsPosition, move: Any) -> HeapsPosition:
        heaps = list(position[:2])
        heaps[move[0]] -= move[1]
        return (*heaps, 1 - position[2])

    def canonical(self, position: HeapsPosition) -> HeapsPosition:
        return (*sorted(position[:2]), position[2])


class NoCanonical(TwoHeaps):
    def canonical(self, position: HeapsPosition) -> Any:
        return None


class ListCanonical(TwoHeaps):
    def canonical(self, position: HeapsPosition) -> Any:
        return list(position)


class CanonicalChanges(TwoHeaps):
    def canonical(self, position: HeapsPosition) -> Any:
        return position if next(counter) % 2 else (*sorted(position[:2]), position[2])


class HeapList(list[int]):
    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self))


class CanonicalInPlace(TwoHeaps):
    def start(self) -> HeapsPosition:
        return HeapList([3, 2, 0])

    def play(self, position: HeapsPosition, move: Any) -> HeapsPosition:
        return HeapList(super().play(position, move))

    def canonical(self, position: HeapsPosition) -> Any:
        position[:2] = sorted(position[:2])
        return position


class NotItsOwn(TwoHeaps):
    def canonical(self, position: HeapsPosition) -> Any:
        return (position[1], position[0], position[2])


class CanonicalTurn(TwoHeaps):
    def canonical(self, position: HeapsPosition) -> Any:
        return (*sorted(position[:2]), 0)


class CanonicalOutcome(TwoHeaps):
    def canonical(self, position: HeapsPosition) -> Any:
        return position if any(position[:2]) else (0, 1, position[2])


class FewerHeaps(TwoHeaps):
    def canonical(self, position: HeapsPosition) -> Any:
        return (*sorted(min(heap, 2) for heap in position[:2]), position[2])


class MovesTwiceAsOften(TwoHeaps):
    """From heaps that are in order each move can be made in two ways."""

    def moves(self, position: HeapsPosition) -> list[Any]:
        ways = (0, 1) if position[0] < position[1] else (0,)
        return [(*move, way) for move in super().moves(position) for way in ways]


@pytest.mark.parametrize("game", [Evaluations, Quarters])
def test_games_with_numbers(game: type) -> None:
    assert check_game(game()).playouts == 50


WRONG = [
    (NoOutcome, "NoOutcome has no method 'outcome'"),
    (ListPositions, r"a position must be hashable, but \[7, 0\] is a list"),
    (ListMoves, r"a move must be hashable, but \[1\] is a list; at \(7, 0\)"),
    (NamedTurn, "NamedTurn.turn must return 0 or 1, not 'first'"),
    (BoolTurn, "BoolTurn.turn must return 0 or 1, not False"),
    (BoolOutcome, "BoolOutcome.outcome must return None, 0, 1 or 'draw', not False"),
    (ScoreOutcome, "ScoreOutcome.outcome must return None, 0, 1 or 'draw', not -1"),
    (Stuck, "Stuck.moves returns no move and Stuck.outcome returns None"),
    (SetMoves, "SetMoves.moves returns a set"),
    (MovesTwice, "MovesTwice.moves returns 1 twice"),
    (MovesChange, "MovesChange.moves returns other moves when called twice"),
    (TurnChanges, "TurnChanges.turn returns another answer when called twice"),
    (PlayChanges, "PlayChanges.play returns two different positions for one move"),
    (NothingPlayed, r"NothingPlayed.play returns None \(move .\): it must return the next position"),
    (InPlace, r"InPlace.play changes its argument \(move 1\)"),
    (ByIdentity, "ByIdentity.play returns two different positions for one move.*must compare equal"),
    (HashByIdentity, r"two equal positions, Heap\(2\), have different hashes"),
    (OddRepetition, "OddRepetition.repetition must be 'draw', 'impossible' or 'illegal', not 'loss'"),
    (NoExemption, "NoExemption.may_repeat must return True or False, not None for"),
    (NotImpossible, "repetition is 'impossible', but a position was repeated"),
    (SameNames, "SameNames.players must be two different names"),
    (ThreePlayers, "ThreePlayers.players must be two names"),
    (SameTexts, "SameTexts.move_text returns 'take' for two moves"),
    (SpacedTexts, "SpacedTexts.move_text must return a text without spaces, not 'take 1' for 1"),
    (NumberTexts, "NumberTexts.move_text must return a text without spaces, not 1 for 1"),
    (TwoLines, "TwoLines.position_text must return one line of text"),
    (Reserved, "' moves ' is reserved"),
    (ParsesOther, r"ParsesOther.parse reads '7a' as another position, \(1, 0\)"),
    (CoarseKey, "CoarseKey.repetition_key returns . here and at"),
    (ListKey, "a repetition key must be hashable"),
    (FloatEvaluation, "FloatEvaluation.evaluate must return a whole number unless .* smallest_difference, not 3.5"),
    (Thirds, "Thirds.evaluate must return a multiple of smallest_difference, 0.25, not 2.33"),
    (LargeEvaluation, r"LargeEvaluation.evaluate must return a number from -3 to 3 \(largest_value\), not 4"),
    (TextEvaluation, "TextEvaluation.evaluate must return a number, not 'good'"),
    (NotANumber, "NotANumber.evaluate must return a number, not nan"),
    (EvaluationChanges, "EvaluationChanges.evaluate returns another answer when called twice"),
    (BoolScore, "BoolScore.score must return a number, not True"),
    (WrongSign, "WrongSign.score must be above 0 where player 0 has won.*not .*2 where WrongSign.outcome returns"),
    (NoScore, "NoScore.score must be above 0 where player 0 has won"),
    (NoCanonical, r"NoCanonical.canonical returns None: it must return a position; at \(2, 3, 0\)"),
    (ListCanonical, r"a position must be hashable, but \[2, 3, 0\] is a list"),
    (CanonicalChanges, "CanonicalChanges.canonical returns another answer when called twice"),
    (CanonicalInPlace, "CanonicalInPlace.canonical changes its argument: it must return a new position"),
    (NotItsOwn, r"NotItsOwn.canonical returns \(3, 2, 0\), but \(2, 3, 0\) for that: a representative must be its own"),
    (CanonicalTurn, r"canonical returns \(.*, 0\), where CanonicalTurn.turn returns 0, not 1; at \(.*, 1\)"),
    (CanonicalOutcome, r"canonical returns \(0, 1, .\), where CanonicalOutcome.outcome returns None, not [01]"),
    (FewerHeaps, r"canonical returns \(2, 2, 0\), from which \d moves lead to .* or what it stands for, but \d from"),
    (MovesTwiceAsOften, r"from which 2 moves lead to .* or what it stands for, but 1 from this position"),
    (NegativeStep, "NegativeStep.smallest_difference must be a number above 0, not -1"),
]


@pytest.mark.parametrize(("game", "message"), WRONG)
def test_wrong_games(game: type, message: str) -> None:
    with pytest.raises(ContractError, match=message) as caught:
        check_game(game())
    assert isinstance(caught.value, AssertionError)
    assert isinstance(caught.value, pnyx.PnyxError)


def test_symmetric_positions_are_examined() -> None:
    asked = set[HeapsPosition]()

    class Watched(TwoHeaps):
        def canonical(self, position: HeapsPosition) -> HeapsPosition:
            asked.add(position)
            return super().canonical(position)

    assert check_game(Watched()).playouts == 50
    assert {(2, 3, 0), (2, 1, 1), (0, 0, 0), (0, 0, 1)} <= asked


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (NoCanonical, r"canonical\(\) must return a position, but it returned None, at \(2, 3, 0\)"),
        (NotItsOwn, r"and another position for that, at '\(2, 3, 0\)'"),
        (CanonicalOutcome, "where the outcome is another"),
        (MovesTwiceAsOften, "stands for more of its successors than of the position's"),
    ],
)
def test_the_compiled_core_finds_the_same(game: type, message: str) -> None:
    with pytest.raises(pnyx.PnyxError, match=message):
        _core.check_game(pnyx.position(game()).native, 50, 50, 0)


def test_exceptions_come_out_as_they_are() -> None:
    with pytest.raises(ZeroDivisionError):
        check_game(Broken())


def test_a_class_is_not_a_game() -> None:
    with pytest.raises(ContractError, match=r"write BareNim\(\)"):
        check_game(BareNim)


@pytest.mark.parametrize("arguments", [{"playouts": 0}, {"max_plies": -1}, {"seed": "x"}, {"playouts": True}])
def test_bad_input(arguments: dict[str, Any]) -> None:
    with pytest.raises(pnyx.InputError, match="must be a whole number"):
        check_game(Nim(), **arguments)
    with pytest.raises(pnyx.InputError):
        check_game("chess", position="x")
