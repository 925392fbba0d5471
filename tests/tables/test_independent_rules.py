"""Tables of the built-in games against the second, independent rules: nine positions each, by plain look-ahead.

A position that a table says is won or lost in a few plies is searched that far with the rules of `pnyx.reference`,
which must find that win and no shorter one; where a table says draw, or a greater distance, nobody may force a win so
soon.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import pytest

import pnyx
from pnyx.api.table import TableEntry
from pnyx.reference.rules import read_position

PLIES = 3
"""How far the look-ahead goes."""


class Space(NamedTuple):
    """A game, options, and a position from which few enough can be reached."""

    game: str
    text: str | None = None
    options: tuple[tuple[str, str], ...] = ()


SMALL = (
    Space("tic-tac-toe"),
    Space("tic-tac-toe", None, (("rows", "3"), ("columns", "4"), ("k", "3"))),
    Space("connect-four", None, (("rows", "4"), ("columns", "4"))),
    Space("othello", None, (("size", "4"),)),
    Space("checkers", "W:WK32,K31:BK1"),
    Space("chess", "8/8/8/8/8/2k5/8/K1r5 w - - 0 1"),
    Space("king-of-the-hill", "8/8/8/8/8/k7/8/2K5 w - - 0 1"),
    Space("racing-kings", "8/8/8/8/8/8/6k1/3K4 w - - 0 1"),
    Space("antichess", "8/8/8/8/8/2k5/8/K7 w - - 0 1"),
    Space("horde", "8/8/8/8/3k4/8/3P4/8 w - - 0 1"),
)
LARGER = (
    Space("lines-of-action", "8/8/8/2x2o2/8/2o2x2/8/8 b"),
    Space("chess", "8/8/8/8/8/2k5/P7/K7 w - - 0 1"),
    Space("king-of-the-hill", "8/8/8/8/8/k7/8/2K4r w - - 0 1"),
    Space("racing-kings", "8/8/8/8/8/8/6k1/1R1K4 w - - 0 1"),
    Space("antichess", "8/8/8/8/8/2k5/8/K1r5 w - - 0 1"),
    Space("three-check", "8/8/8/8/8/k7/8/2K4r w - - 2+2 0 1"),
    Space("crazyhouse", "8/8/8/8/8/2k5/8/K1r5[] w - - 0 1"),
    Space("atomic", "8/8/8/8/8/2k5/8/K4q2 w - - 0 1"),
)


def forced(rules: Any, position: Any, plies: int) -> int | None:
    """Who can force a win within so many plies."""
    outcome = rules.outcome(position)
    if outcome is not None or plies == 0:
        return outcome if isinstance(outcome, int) else None
    turn: int = rules.turn(position)
    winners = set()
    for move in rules.moves(position):
        winner = forced(rules, rules.play(position, move), plies - 1)
        if winner == turn:
            return turn
        winners.add(winner)
    return 1 - turn if winners == {1 - turn} else None


def chosen(table: pnyx.Table, rng: random.Random) -> Iterator[tuple[pnyx.Position, TableEntry]]:
    """Nine positions: wins, losses and draws, near the end where there are such."""
    step = 1 + len(table) // 20_000
    rows = list(islice(table.items(), rng.randrange(step), None, step))
    rng.shuffle(rows)
    near = [row for row in rows if 0 < (row[1].distance or 0) <= PLIES]
    kinds = [[row for row in near if row[1].value == value] for value in ("win", "loss")]
    kinds.append([row for row in rows if row[1].value == "draw" and row[0].outcome is None])
    first = [row for kind in kinds for row in kind[:3]]
    yield from (first + [row for row in rows if row[0].outcome is None and row not in first])[:9]


def compare(space: Space) -> None:
    options = {name.replace("-", "_"): value for name, value in space.options}
    table = pnyx.tabulate(pnyx.position(space.game, space.text, **options))
    compared = 0
    for position, entry in chosen(table, random.Random(str(space))):
        reading = read_position(space.game, position.board, dict(space.options))
        rules, root = reading.rules, reading.root
        won = None if entry.value == "draw" else rules.turn(root) if entry.value == "win" else 1 - rules.turn(root)
        distance = PLIES + 1 if entry.distance is None else entry.distance
        for plies in range(PLIES + 1):
            expected = won if plies >= distance else None
            assert forced(rules, root, plies) == expected, (position.board, entry, plies)
        # Every position reached by the independent rules is in the table, symmetric or not.
        for _, move in rules.sorted_moves(root):
            assert rules.position_text(rules.play(root, move)) in table, (position.board, move)
        compared += 1
    assert compared == 9


@pytest.mark.parametrize("space", SMALL, ids=lambda space: space.game)
def test_nine_positions_by_the_independent_rules(space: Space) -> None:
    compare(space)


@pytest.mark.soak
@pytest.mark.parametrize("space", LARGER, ids=lambda space: space.game)
def test_nine_positions_of_larger_spaces_by_the_independent_rules(space: Space) -> None:
    compare(space)
