"""`pnyx.search`: values, moves, lines, limits, exact scores and refusals."""

from __future__ import annotations

import random

import pytest

import pnyx
from support.mt_cases import BEST, EXACT, graph_case, tree_case
from support.shared_data import shared_data

EXACT_TOO = ("mtd-double", "mtd-f", "mtd-bi", "mt-sss", "mt-dual")


def end_of(line: list[str], text: str) -> int:
    """What the end of a line is worth to the player on move at its beginning."""
    position = pnyx.position("graph", text)
    sign = 1 if position.turn == "max" else -1
    for move in line:
        position = position.play(move)
    return sign * int(text.split(f"; {line[-1]} = ")[1].split(";")[0])


@pytest.mark.parametrize("algorithm", EXACT)
def test_lines_lead_to_the_value(algorithm: str) -> None:
    for seed in range(60):
        for case in (tree_case(seed), graph_case(3 * seed)):
            found = pnyx.search(case.text, exact=True, game="graph", algorithm=algorithm)
            assert found.value == case.search("minimax").value, (seed, case)
            if found.line:
                assert found.line[0] == found.best_moves[0], (seed, case)
                assert end_of(found.line, case.text) == found.value, (seed, case)


@pytest.mark.parametrize("algorithm", [*EXACT, *BEST])
def test_a_limit_gives_the_last_depth_that_was_finished(algorithm: str) -> None:
    rng = random.Random(f"limits {algorithm}")
    position = pnyx.position("lines-of-action")
    for _ in range(6):
        limit = pnyx.Limit(nodes=rng.randint(1, 20_000))
        found = pnyx.search(position, 5, algorithm, limit=limit)
        deepens = len(found.iterations) > 1
        assert (found.reason is None) == (found.reached == 5)
        # A test examines all moves of a node, as far as the table answers them, before it checks the limit again.
        assert found.nodes <= (limit.nodes or 0) + 100
        if found.reached is not None and deepens:
            again = pnyx.search(position, found.reached, algorithm)
            assert (again.value, again.bound, again.iterations[-1].best_move) == (
                found.value,
                found.bound,
                found.iterations[-1].best_move,
            )
            assert found.line[:1] == found.best_moves[:1]
        position = position.play(rng.choice(position.moves()))


def test_all_best_moves_are_those_of_minimax() -> None:
    for seed in range(80):
        case = tree_case(seed)
        root = pnyx.position("graph", case.text)
        if root.outcome is not None:
            continue
        found = pnyx.search(root, exact=True, all_best=True)
        values = {move: _after(root, move) for move in root.moves()}
        assert found.value == max(values.values()), seed
        assert found.best_moves == [move for move, value in values.items() if value == found.value], seed


def _after(root: pnyx.Position, move: str) -> float:
    child = root.play(move)
    value = pnyx.search(child, exact=True, algorithm="minimax").value
    assert value is not None
    return (
        value
        if child.outcome is None and child.turn == root.turn
        else -value
        if child.outcome is None
        else _final(root, child)
    )


def _final(root: pnyx.Position, child: pnyx.Position) -> float:
    value = pnyx.search(child, exact=True, algorithm="minimax").value
    assert value is not None
    return value if child.turn == root.turn else -value


@pytest.mark.parametrize("algorithm", EXACT_TOO)
def test_own_tests_and_general_ones_agree(algorithm: str) -> None:
    rng = random.Random(f"own {algorithm}")
    for game, options, plies in (("othello", {"size": "4"}, 4), ("connect-four", {"rows": "4", "columns": "4"}, 6)):
        for _ in range(8):
            position = pnyx.position(game, **options)
            for _ in range(plies):
                if position.outcome is None:
                    position = position.play(rng.choice(position.moves()))
            own = pnyx.search(position, exact=True, algorithm=algorithm, all_best=True)
            general = pnyx.search(position, exact=True, algorithm=algorithm, all_best=True, options={"own": False})
            assert (own.value, own.best_moves, own.outcome) == (general.value, general.best_moves, general.outcome), (
                game,
                options,
                plies,
            )


def test_scores_of_connect_four() -> None:
    lines = (shared_data("connect_four") / "Test_L3_R1").read_text(encoding="ascii").split("\n")
    for line in random.Random("scores").sample([line for line in lines if line], 60):
        columns, score = line.split()
        found = pnyx.search(columns, exact=True, game="connect-four")
        assert found.value == int(score), columns


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(pnyx.InputError, match="cannot be searched to the end: positions may be repeated"):
        pnyx.search(pnyx.position("chess"), exact=True)
    with pytest.raises(pnyx.InputError, match="repeating a position is illegal"):
        pnyx.search(pnyx.position("go-one-eye"), 3)
    with pytest.raises(pnyx.InputError, match=r"expected a depth in plies, exact=True .* or a limit"):
        pnyx.search(pnyx.position("chess"))
    with pytest.raises(pnyx.InputError, match="depth and exact=True exclude each other"):
        pnyx.search(pnyx.position("othello"), 3, exact=True)
    with pytest.raises(pnyx.InputError, match="unknown search 'mtd'"):
        pnyx.search(pnyx.position("othello"), 3, "mtd")
    with pytest.raises(pnyx.InputError, match="depth must be a whole number"):
        pnyx.search(pnyx.position("othello"), -1)


def test_only_a_limit_goes_as_deep_as_it_can() -> None:
    found = pnyx.search(pnyx.position("tic-tac-toe"), limit=pnyx.Limit(seconds=60))
    assert (found.reason, found.reached, found.value) == (None, 9, 0)
    deeper = pnyx.search(pnyx.position("chess"), limit=pnyx.Limit(nodes=50_000))
    assert deeper.reason == "nodes"
    assert deeper.reached == deeper.depth is not None


@pytest.mark.parametrize("algorithm", [*EXACT, *BEST, "mt"])
def test_long_lines(algorithm: str) -> None:
    plies = 20_000
    inner = "; ".join(f"n{ply} {('max', 'min')[ply % 2]}: n{ply + 1}" for ply in range(plies))
    position = pnyx.position("graph", f"root n0; repetition impossible; {inner}; n{plies} = 7")
    found = pnyx.search(position, exact=True, algorithm=algorithm)
    assert found.value == 7
    too_long = pnyx.search(position, exact=True, algorithm=algorithm, limit=pnyx.Limit(nodes=10))
    assert (too_long.value, too_long.reason) == (None, "nodes")
