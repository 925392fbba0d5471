"""Where repeating is illegal: both searches make the same tree, and both checkers say the same of any certificate."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from pnyx import _core
from pnyx.errors import CertificateError
from pnyx.reference.check import Report, check
from support.cases import GOALS, VARIANTS, Case, assert_twin, compared
from support.illegal_certificates import Keyed, Solved, random_solved
from support.illegal_claims import FALSE_CLAIMS, FalseClaim
from support.one_eye_problems import PROBLEMS
from support.sample_games import LineGo

CASES, SOAK_CASES, CHUNK = 400, 20_000, 100


def told(checker: Callable[..., Report | _core.Report], *arguments: Any) -> dict[str, Any] | None:
    try:
        return compared(checker(*arguments))
    except CertificateError:
        return None


def plain(claim: Solved) -> bool:
    """Whether the text of the graph says everything, so that the built-in rules can read it."""
    return isinstance(claim.game, Keyed) and not claim.game.keys and not claim.game.exempt


def agreed(claim: Solved, data: bytes, about: str) -> bool:
    """Whether both checkers accept a file: both or neither, and with the same report."""
    game = () if plain(claim) else (claim.game,)
    report = told(check, data, *game)
    assert report == told(_core.check, data, *game), f"{about}: {claim.game} {data!r}"
    return report is not None


def agree(first: int, count: int) -> None:
    for seed in range(first, first + count):
        claim = random_solved(seed, GOALS[seed % 2])
        if claim.history and not plain(claim):
            continue  # games written in Python have no history
        rng = random.Random(f"illegal agreement {seed}")
        for with_free_part in (True, False):
            right = claim.certificate(claim.graph(with_free_part))
            assert agreed(claim, right.to_bytes(), f"case {seed}")
            body = bytearray(right.body)
            body[rng.randrange(len(body))] = rng.randrange(4)
            damaged = claim.around(bytes(body), right.nodes + rng.choice((-1, 0, 0, 1)), rng.random() < 0.5)
            agreed(claim, damaged.to_bytes(), f"case {seed}, damaged")
        for proven in (True, False):
            wild = claim.certificate(claim.random_graph(rng, proven), proven)
            agreed(claim, wild.to_bytes(), f"case {seed}, random")
        assert_search(claim, VARIANTS[seed // 2 % len(VARIANTS)], f"case {seed}: {claim.game}")


def assert_search(claim: Solved, variant: dict[str, str], about: str) -> None:
    """The compiled search gives the right answer with the twin's tree, and a certificate that both checkers accept."""
    if plain(claim):
        position = _core.position("graph", claim.certificate().position)
    else:
        position = _core.python_position(claim.game, claim.root)
    found = _core.solve(position, _core.Question(claim.goal, "pn", variant, trace=True))
    assert found.verdict == ("proven" if claim.proven else "disproven"), about
    case = Case(0, claim.game.name, about, {}, claim.game, claim.root, claim.history)
    assert_twin(case, claim.goal, variant, found, about)
    assert found.certificate is not None, about
    assert agreed(claim, found.certificate, about)


@pytest.mark.parametrize("first", range(0, CASES, CHUNK))
def test_agreement(first: int) -> None:
    agree(first, CHUNK)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(CASES, CASES + SOAK_CASES, CHUNK))
def test_agreement_soak(first: int) -> None:
    agree(first, CHUNK)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_go_on_a_line(size: int) -> None:
    game = LineGo(size)
    for goal in GOALS:
        for variant in VARIANTS:
            assert_search(Solved(game, game.start(), goal), variant, f"{game.name}, {goal}, {variant}")


@pytest.mark.parametrize("claim", [claim for claim in FALSE_CLAIMS if not claim.before], ids=lambda claim: claim.point)
def test_false_claims_convince_neither_checker(claim: FalseClaim) -> None:
    assert told(check, claim.certificate(), claim.solved().game) is None
    assert told(_core.check, claim.certificate(), claim.solved().game) is None


@pytest.mark.parametrize("number", range(len(PROBLEMS)))
def test_one_eye_problems(number: int) -> None:
    case = Case.read(number, "go-one-eye", PROBLEMS[number].text)
    variant = VARIANTS[number % len(VARIANTS)]
    found = _core.solve(_core.position(case.game, case.text), _core.Question("win", "pn", variant, trace=True))
    assert (found.verdict == "proven") == PROBLEMS[number].mover_wins, case
    assert_twin(case, "win", variant, found, str(case))
    assert found.certificate is not None
    report = told(check, found.certificate)
    assert report is not None
    assert report == told(_core.check, found.certificate)
