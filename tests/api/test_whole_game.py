"""`auto` where the space of positions is small and full of cycles: the answer comes from a table of all of them.

And certificates that tables make for any of their positions.
"""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest

import pnyx
from pnyx.api.value import GameValue
from pnyx.errors import InputError
from pnyx.reference import brute
from support.chase import Chase, ForgetfulChase
from support.cyclic_game import Cyclic
from support.random_endings import random_endings
from support.random_games import random_graph

GOALS = ("win", "draw-or-better")

BEYOND_OTHERS = 16_384
"""The nodes of the other searches before the whole game is looked for."""

BEYOND_OTHERS_IF_SLOW = 2_048
"""The same for games written in Python."""


def expected(truth: bool) -> str:
    return "proven" if truth else "disproven"


def both_accept(result: pnyx.Result) -> bool:
    assert result.certificate is not None
    return result.certificate.check().checkers == ("rust", "python")


def truth_about(game: Any) -> GameValue:
    start = game.start()
    if brute.solve(game, start, "win"):
        return "win"
    return "draw" if brute.solve(game, start, "draw-or-better") else "loss"


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(6, 80))])
def test_a_value_among_cycles_is_that_of_brute_force(seed: int) -> None:
    game = Chase(seed)
    value = pnyx.value(game)
    assert value.value == truth_about(game)
    assert all(both_accept(question) for question in value.questions), seed


def test_the_second_question_about_a_value_is_answered_by_the_table_of_the_first() -> None:
    games = map(Chase, range(50))
    game = next(game for game in games if pnyx.value(game).questions[0].nodes > BEYOND_OTHERS_IF_SLOW)
    first, second = pnyx.value(game).questions
    assert (first.verdict, second.verdict, second.nodes) == ("disproven", "proven", 1)
    # Every position is expanded once.
    assert first.nodes - BEYOND_OTHERS_IF_SLOW == len(pnyx.tabulate(game))
    assert first.expansions > 100


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 40))])
def test_bytes_that_say_less_than_the_rules_make_no_wrong_answer(seed: int) -> None:
    game = ForgetfulChase(seed)
    answer = pnyx.value(game, limit=pnyx.Limit(nodes=60_000))
    assert answer.value in (None, truth_about(Chase(seed)))
    assert all(both_accept(question) for question in answer.questions if question.certificate), seed


@pytest.mark.parametrize("nodes", [BEYOND_OTHERS, BEYOND_OTHERS + 100, 18_000])
def test_limits_hold_while_positions_are_found(nodes: int) -> None:
    answer = pnyx.solve("8/8/8/8/3k4/8/8/R6K w - - 0 1", "mate", game="chess", limit=pnyx.Limit(nodes=nodes))
    assert (answer.verdict, answer.reason) == ("unknown", "nodes")
    # df-pn counts positions that it played to, here, and may exceed its turn by those of a node.
    assert answer.nodes <= nodes + 2_000


def test_a_space_that_does_not_close_takes_a_quarter_more_nodes_at_most() -> None:
    position = pnyx.position("checkers", "W:WK15,K18:B11,K1")
    limit = pnyx.Limit(nodes=60_000)
    alone = pnyx.solve(position, "win", "df-pn", limit=limit)
    shared = pnyx.solve(position, "win", limit=limit)
    if not alone.unknown and not shared.unknown:
        assert shared.nodes <= alone.nodes * 5 // 4


@pytest.fixture(scope="module")
def rook_table() -> pnyx.Table:
    return pnyx.tabulate("chess", [pnyx.position("chess", "8/8/8/8/3k4/8/8/R6K w - - 0 1")])


@pytest.mark.parametrize(("count", "plies"), [(15, 13), pytest.param(200, 99, marks=pytest.mark.soak)])
def test_the_shortest_mate_with_king_and_rook(count: int, plies: int, rook_table: pnyx.Table) -> None:
    for fen in random_endings(("K", "R", "k"), count):
        entry = rook_table[fen]
        assert entry.distance is not None, fen
        if entry.distance > plies:
            continue
        answer = pnyx.shortest(fen)
        assert (answer.length, answer.proved) == ((entry.distance + 1) // 2, True), fen
        assert [question.checked for question in answer.questions] == [True] * len(answer.questions), fen


@pytest.mark.parametrize(
    "seed", [*range(40), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(40, 2000))]
)
def test_a_table_has_a_certificate_for_every_position(seed: int) -> None:
    rng = random.Random(seed)
    text = random_graph(rng, alternating=0.5, repetition="impossible" if seed % 3 == 0 else "draw")
    table = pnyx.tabulate(pnyx.position("graph", text))
    for position, entry in table.items():
        for goal in GOALS:
            result = table.result(position, goal)
            reached = entry.value == "win" or (entry.value == "draw" and goal == "draw-or-better")
            assert result.verdict == expected(reached), (position.text, goal)
            assert both_accept(result), (position.text, goal)


def test_a_table_of_a_game_in_python_has_certificates() -> None:
    game = Cyclic(random_graph(random.Random(5)))
    table = pnyx.tabulate(game)
    for position in table:
        for goal in GOALS:
            truth = brute.solve(game, position.object, goal)
            assert table.result(position, goal).verdict == expected(truth), (position.object, goal)


def test_a_table_shows_shortest_mates(rook_table: pnyx.Table) -> None:
    fen = "8/8/R7/8/8/8/5K2/3k4 w - - 0 1"
    mate = rook_table.result(fen, "mate")
    assert (mate.verdict, mate.moves_to_win) == ("proven", 7)
    assert rook_table.result(fen, "mate-in 6").verdict == "disproven"
    assert rook_table.result(fen, "draw-or-better").verdict == "proven"


def test_what_a_table_cannot_answer(rook_table: pnyx.Table) -> None:
    with pytest.raises(InputError, match="not in it"):
        rook_table.result("8/8/8/8/3k4/8/8/1Q5K w - - 0 1")
    with pytest.raises(InputError, match="with a history"):
        rook_table.result(pnyx.position("chess", "8/8/8/8/3k4/8/8/R6K w - - 0 1 moves a1a2"), "draw-or-better")
    with pytest.raises(InputError, match="unknown goal"):
        rook_table.result("8/8/8/8/3k4/8/8/R6K w - - 0 1", "checkmate")
    with pytest.raises(InputError, match=r"a table of chess .*, not of tic-tac-toe"):
        rook_table.result(pnyx.position("tic-tac-toe"))


def test_values_are_what_brute_force_can_say() -> None:
    assert {truth_about(Chase(seed)) for seed in range(30)} == set(get_args(GameValue))
