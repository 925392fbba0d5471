"""Tables of random games with cycles, alternating and not, with symmetry and without, against brute force."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

import pytest

import pnyx
from support.cyclic_game import Cyclic
from support.random_games import random_graph
from support.whole_games import Doubled, DoubledWithSymmetry, brute, rows

PLAIN = 4_000
SYMMETRIC = 1_000
"""How many games the ordinary tests try; soak tries twenty times as many."""


@pytest.fixture(autouse=True)
def _tables_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of small files need not wait for a disk."""
    if Path("/dev/shm").is_dir():
        monkeypatch.setattr(tempfile, "tempdir", "/dev/shm")


def random_text(rng: random.Random) -> str:
    """A game whose players alternate, or never mind, or do in most of its parts."""
    repetition: Any = rng.choice(("draw", "draw", "impossible"))
    return random_graph(rng, largest=22, alternating=rng.choice((0.0, 0.8, 1.0)), repetition=repetition)


def plain(name: str, numbers: range) -> None:
    for number in numbers:
        game = Cyclic(random_text(random.Random(f"{name} {number}")))
        assert rows(pnyx.tabulate(game, threads=1)) == brute(game), number


def symmetric(name: str, numbers: range) -> None:
    """The table holds one of two twins, and knows the value of both."""
    for number in numbers:
        rng = random.Random(f"{name} {number}")
        text, seed = random_text(rng), rng.random()
        expected = brute(Doubled(text, random.Random(seed)))
        table = pnyx.tabulate(DoubledWithSymmetry(text, random.Random(seed)), threads=1)
        assert table.symmetry, number
        assert len(table) == len({str(position[0]) for position in expected}), number
        found = {position: table[position] for position in expected}
        assert {p: (entry.value, entry.distance) for p, entry in found.items()} == expected, number


def test_games_have_the_values_and_distances_of_brute_force() -> None:
    plain("table", range(PLAIN))


def test_games_with_twins_have_the_values_and_distances_of_brute_force() -> None:
    symmetric("twins", range(SYMMETRIC))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_ten_thousand_games_have_the_values_and_distances_of_brute_force(part: int) -> None:
    plain("table soak", range(10_000 * part, 10_000 * (part + 1)))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(2))
def test_ten_thousand_games_with_twins_have_the_values_and_distances_of_brute_force(part: int) -> None:
    symmetric("twins soak", range(10_000 * part, 10_000 * (part + 1)))


def test_the_random_games_are_what_they_should_be() -> None:
    """Some do not alternate, most have cycles in which nobody can win, and distances are long."""
    drawn, long, turned = 0, 0, 0
    for number in range(200):
        game = Cyclic(random_text(random.Random(f"table {number}")))
        expected = brute(game)
        drawn += any(value == "draw" for value, _ in expected.values())
        long += any((distance or 0) >= 5 for _, distance in expected.values())
        turned += any(
            game.turn(after) == game.turn(here)
            for here, (_, following) in game.inner.items()
            for after in following
            if after in game.inner
        )
    assert min(drawn, long, turned) >= 20, (drawn, long, turned)
