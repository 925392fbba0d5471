"""Games written in Python on the compiled searches."""

from __future__ import annotations

import random
import traceback
from typing import Any

import pytest

import pnyx
from pnyx.reference import brute
from pnyx.reference.check import check
from sample_games import BareNim, Nim, Ring


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


@pytest.mark.parametrize("method", ["turn", "outcome", "moves", "play"])
def test_an_exception_reaches_the_caller_as_itself(method: str) -> None:
    with pytest.raises(Thrown) as caught:
        pnyx.solve(Failing(method))
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
        assert pnyx.solve(ring, goal).verdict == ("proven" if expected else "disproven")


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


@pytest.mark.parametrize("seed", range(200))
def test_random_games_agree_with_brute_force(seed: int) -> None:
    game = RandomGraph(seed)
    for goal in ("win", "draw-or-better"):
        result = pnyx.solve(game, goal, limit=pnyx.Limit(nodes=100_000))
        expected = brute.solve(game, game.start(), goal)
        assert result.verdict == ("proven" if expected else "disproven")
        assert result.certificate is not None
        assert result.certificate.check().verdict == result.verdict


def test_positions_need_no_order_and_no_text() -> None:
    result = pnyx.solve((5, 1), "win", game=BareNim())
    assert result.proven
    assert result.line[0] == "1"


class Misdeclared(Ring):
    """Says that positions cannot come back, and they do."""

    repetition = "impossible"


def test_a_false_declaration_is_noticed() -> None:
    result = pnyx.solve(Misdeclared(), "win", limit=pnyx.Limit(nodes=100_000))
    assert result.unknown
    assert result.reason is not None
    assert "repetition impossible" in result.reason


class NoWayOn(BareNim):
    """Has positions with neither an outcome nor a move."""

    def moves(self, position: Any) -> list[int]:
        return super().moves(position) if position[0] > 3 else []


def test_a_position_without_moves_and_outcome_is_the_authors_mistake() -> None:
    with pytest.raises(pnyx.ContractError, match="must have an outcome or a move"):
        pnyx.solve(NoWayOn(9))
