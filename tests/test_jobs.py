"""Jobs: the same question about many positions, in any order, with tables that stay warm; and proofs made of pieces."""

from __future__ import annotations

import random

import pytest

import pnyx
from job_cases import Desk
from pnyx import _core
from pnyx.errors import CertificateError, InputError

CASES, CHUNK = 600, 100
SOAK_CASES, SOAK_CHUNK = 40_000, 1_000

WAYS: tuple[tuple[str, dict[str, str]], ...] = (
    ("df-pn", {}),
    ("df-pn", {"table": "exact", "init": "unit"}),
    ("df-pn", {"tca": "off", "epsilon": "0"}),
    ("df-pn", {"table": "1500"}),
    ("df-pn", {"ghi": "sim"}),
    ("df-pn", {"ghi": "dup"}),
    ("df-pn", {"ghi": "nagai", "large": "4"}),
    ("df-pn", {"ghi": "nagai", "large": "1", "table": "1500"}),
    ("df-pn", {"ghi": "ignore"}),
    ("pds", {}),
    ("pds", {"table": "two-big", "stored": "4"}),
    ("pn-star", {}),
    ("pds-pn", {"a": "3", "b": "2"}),
    ("forced-win", {}),
    ("auto", {}),
    ("pn", {}),
    ("pn-bta", {}),
    ("pn2", {}),
    ("alpha-beta", {}),
)
TABLES = {"df-pn", "pds", "pn-star", "pds-pn", "forced-win", "auto"}


# Random graphs


def run(first: int, count: int, *, python: bool = False) -> tuple[int, int]:
    """Jobs at random positions; gives the numbers of answered and unanswered ones."""
    answered = unanswered = 0
    for seed in range(first, first + count):
        desk = Desk.random(seed, python=python)
        rng = random.Random(f"budgets {seed}")
        algorithm, options = rng.choice(WAYS)
        memory = rng.choice((None, 40_000, 1 << 20)) if not python else None
        jobs = _core.Jobs(desk.position(desk.root), desk.goal, algorithm, options, max_memory=memory)
        about = f"{desk}, {algorithm} {options}, {memory}"
        assert jobs.prover == desk.rules.players[desk.rules.turn(desk.root)], about
        truth = {node: desk.truth(node) for node in desk.nodes}
        for _ in range(rng.randint(1, 30)):
            node = rng.choice(desk.nodes)
            position = desk.position(node)
            assert jobs.question(position) == desk.question(node), about
            found = jobs.solve(position, max_nodes=rng.choice((1, 2, 3, 5, 8, 20, 500)))
            if found.verdict == "unknown":
                unanswered += 1
                assert found.certificate is None, about
                assert (found.children is not None) == (algorithm in TABLES), about
                if found.children is not None:
                    assert [move for move, _, _ in found.children] == position.moves(), about
                    for move, proof, disproof in found.children:
                        if options.get("ghi") != "ignore":
                            assert 0 not in (proof, disproof) or truth[move] == (proof == 0), f"{about}, {node} {move}"
                continue
            answered += 1
            assert (found.verdict == "proven") == truth[node], f"{about}, {node}"
            assert found.certificate is not None and found.children is None, about
            desk.assert_shown(node, found.verdict, found.certificate, f"{about}, {node}")
    return answered, unanswered


@pytest.mark.parametrize("first", range(0, CASES, CHUNK))
def test_random_graphs(first: int) -> None:
    answered, unanswered = run(first, CHUNK)
    assert answered > 5 * CHUNK and unanswered > CHUNK // 4


def test_random_graphs_as_games_in_python() -> None:
    answered, _ = run(0, 60, python=True)
    assert answered > 300


@pytest.mark.soak
@pytest.mark.parametrize("first", range(CASES, SOAK_CASES, SOAK_CHUNK))
def test_random_graphs_soak(first: int) -> None:
    run(first, SOAK_CHUNK)


# Proofs made of pieces


def merge_all(first: int, count: int, *, python: bool = False) -> None:
    for seed in range(first, first + count):
        desk = Desk.random(seed, python=python)
        rng = random.Random(f"pieces {seed}")
        root = desk.position(desk.root)
        jobs = _core.Jobs(root, desk.goal, "df-pn", {})
        found = desk.pieces(jobs, rng, [rng.choice((1, 2, 5, 30)) for _ in range(rng.randint(0, 12))])
        proven = desk.truth(desk.root)
        pieces = list(desk.proof(found, proven, rng))
        data = _core.merge(root, desk.goal, proven, iter(pieces))
        desk.assert_shown(desk.root, "proven" if proven else "disproven", data, str(desk))
        with pytest.raises(CertificateError):
            _core.merge(root, desk.goal, not proven, [])


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_pieces_make_a_proof(first: int) -> None:
    merge_all(first, 100)


def test_pieces_of_a_game_in_python() -> None:
    merge_all(0, 40, python=True)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1_000, 20_000, SOAK_CHUNK))
def test_pieces_make_a_proof_soak(first: int) -> None:
    merge_all(first, SOAK_CHUNK)


# Built-in games

MATE_IN_3 = "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1"
GAMES = (
    ("chess", "1k6/ppp5/8/8/8/8/5PPP/3R2K1 w - - 3 40", {}, ("mate", "win", "draw-or-better")),
    ("chess", "1k6/ppp5/8/8/8/8/5PPP/3R2K1 b - - 3 40", {}, ("mated", "draw-or-better")),
    ("chess", "7k/5ppp/8/8/8/8/8/R5K1 w - - 97 90", {"fifty-move-rule": "on"}, ("mate", "win")),
    ("chess", MATE_IN_3, {"attack": "checks"}, ("mate",)),
    ("othello", "XOOX/OXXO/OXX./XO.. x", {}, ("score 1", "score -3", "score 5", "win", "draw-or-better", "score 16")),
    ("othello", "XOOX/OXXO/OXX./X... o", {}, ("score 2", "score -16")),
    ("connect-four", "...../...../X..O./OX.XO/XOXOX x", {"rows": "5", "columns": "5"}, ("win", "score 1", "score -2")),
    ("lines-of-action", "8/8/2x5/3xo3/4x3/8/6x1/o5o1 b", {}, ("win", "draw-or-better")),
    ("antichess", "8/8/8/8/8/1p6/P7/8 w - - 5 9", {}, ("win",)),
    ("tic-tac-toe", "X../.O./... x", {}, ("win", "draw-or-better")),
)


def walked(root: _core.Position, rng: random.Random, plies: int) -> _core.Position:
    """A position that random moves lead to, read from its identity."""
    position = root
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))
    return _core.position(position.game, position.identity, position.options)
