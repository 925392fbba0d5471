"""Tables of Connect Four on small boards against the exact solver, which searches and shares nothing with tables."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import pnyx

BOARDS = ((4, 4), (5, 4), (5, 5))
"""Rows and columns."""


def random_positions(start: pnyx.Position, seed: str, count: int) -> Iterator[pnyx.Position]:
    """Positions without an outcome, as random games reach them, from a random ply."""
    rng = random.Random(seed)
    while count:
        here = start
        for _ in range(rng.randrange(25)):
            if here.outcome is not None:
                break
            here = here.play(rng.choice(here.moves()))
        if here.outcome is None:
            count -= 1
            yield here


def exact(position: pnyx.Position) -> str:
    """What the exact search says: the sign of the score is that of the value for the player on move."""
    found = pnyx.search(position, exact=True)
    assert found.value is not None, position.text
    return "draw" if found.value == 0 else "win" if found.value > 0 else "loss"


def compare(rows: int, columns: int, count: int) -> None:
    start = pnyx.position("connect-four", rows=rows, columns=columns)
    table = pnyx.tabulate(start)
    seen: dict[Any, int] = {}
    for here in random_positions(start, f"{rows} {columns}", count):
        entry = table[here]
        assert entry.value == exact(here), here.text
        assert str(entry) == str(table[here.board]), here.text
        seen[entry.value] = seen.get(entry.value, 0) + 1
    assert len(seen) == 3, seen
    assert min(seen.values()) > count // 50, seen


@pytest.mark.parametrize(("rows", "columns"), BOARDS[:2])
def test_connect_four_has_the_values_of_the_exact_search(rows: int, columns: int) -> None:
    compare(rows, columns, 150)


@pytest.mark.soak
@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_ten_thousand_positions_have_the_values_of_the_exact_search(rows: int, columns: int) -> None:
    compare(rows, columns, 10_000)
