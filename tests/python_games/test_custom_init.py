"""`init=custom`: a game written in Python says itself how hard its positions look."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from typing import Any

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx import _core
from pnyx.cli import app
from pnyx.reference import brute, df_pn, pds_pn, pn, pn2, pn_bta, pn_dag, pn_dcg
from pnyx.reference.check import check
from pnyx.reference.rules.graph import Graph
from support.cases import GOALS
from support.raising import raises_for
from support.random_games import random_graph
from support.sample_games import BareNim, Learned, LineGo, NimPosition

TWINS: dict[str, Any] = {
    "pn": pn,
    "pn-dag": pn_dag,
    "pn-dcg": pn_dcg,
    "pn-bta": pn_bta,
    "pn2": pn2,
    "df-pn": df_pn,
    "pds-pn": pds_pn,
}
ALGORITHMS = tuple(TWINS)
CUSTOM = {"init": "custom"}
CASES, CHUNK = 400, 100
ESTIMATES = (1, 1, 2, 3, 5, 20, 70_000)


class Judged(Graph):
    """A graph with random evaluations, which differ from prover to prover and are mostly wrong."""

    def __init__(self, text: str, seed: int) -> None:
        super().__init__(text)
        rng = random.Random(f"judged {seed}")
        self.judged = {
            (name, prover): (rng.choice(ESTIMATES), rng.choice(ESTIMATES)) for name in self.nodes for prover in (0, 1)
        }
        self.asked = Counter[tuple[str, int]]()

    def estimate(self, position: str, prover: int) -> tuple[int, int]:
        self.asked[position, prover] += 1
        return self.judged[position, prover]


def judged(seed: int) -> Judged:
    rng = random.Random(f"custom {seed}")
    if seed % 5 == 0:
        return Judged(random_graph(rng, repetition="impossible", largest=20), seed)
    return Judged(random_graph(rng), seed)


def compiled(game: Any, goal: str, algorithm: str, options: dict[str, Any] | None = None) -> pnyx.Result:
    return pnyx.solve(game, goal, algorithm, options=CUSTOM | (options or {}), trace=True)


def assert_agreement(game: Judged, goal: str, algorithm: str, options: dict[str, Any], about: str) -> None:
    """The compiled search goes the way of its twin, and is right."""
    found = compiled(game, goal, algorithm, {name.replace("_", "-"): value for name, value in options.items()})
    assert max(game.asked.values(), default=0) <= 1, about
    prover = game.turn(game.start())
    assert all(asked == prover and game.outcome(name) is None for name, asked in game.asked), about
    twin = TWINS[algorithm].search(game, game.start(), goal, init="custom", **options)
    assert found.trace is not None, about
    assert [tuple(step) for step in found.trace] == [tuple(step) for step in twin.trace], about
    told = (found.verdict, found.reason, found.nodes, found.proof, found.disproof)
    assert told == (twin.verdict, twin.reason, twin.nodes, twin.proof, twin.disproof), about
    if found.reason is not None and algorithm == "pn-dcg":
        assert found.reason.startswith("unsafe"), about
        return
    expected = brute.solve(game, game.start(), goal)
    assert (found.verdict, found.reason) == ("proven" if expected else "disproven", None), about
    assert found.certificate is not None, about
    assert check(found.certificate.data, game).verdict == found.verdict, about


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("first", range(0, CASES, CHUNK))
def test_twins_agree_node_for_node(algorithm: str, first: int) -> None:
    for seed in range(first, first + CHUNK):
        for goal in GOALS:
            assert_agreement(judged(seed), goal, algorithm, {}, f"case {seed}, {goal}")


@pytest.mark.parametrize("ghi", ["sim", "dup", "nagai"])
@pytest.mark.parametrize("large", [2, 1 << 20])
def test_twins_of_df_pn_agree_where_estimates_are_too_large(ghi: str, large: int) -> None:
    for seed in range(CHUNK):
        for goal in GOALS:
            assert_agreement(judged(seed), goal, "df-pn", {"ghi": ghi, "large": large}, f"case {seed}, {goal}")


@pytest.mark.parametrize("algorithm", ["pn", "df-pn"])
def test_twins_agree_where_repeating_is_illegal(algorithm: str) -> None:
    for seed in range(CHUNK):
        text = random_graph(random.Random(f"illegal {seed}"), largest=8, repetition="illegal")
        assert_agreement(Judged(text, seed), GOALS[seed % 2], algorithm, {}, f"case {seed}")


def test_recycling_changes_no_number() -> None:
    for seed in range(20):
        kept, recycled = (compiled(judged(seed), "win", "pn", {"recycle": recycle}) for recycle in (False, True))
        assert kept.trace == recycled.trace, seed


# What an estimate is good for


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("heap", [15, 16])
def test_knowledge_saves_nodes(algorithm: str, heap: int) -> None:
    options = {"a": 4, "b": 4} if algorithm == "pds-pn" else {}  # it asks at the second level alone
    custom, unit = (
        pnyx.solve(Learned(heap), "win", algorithm, options={"init": init, **options}) for init in ("custom", "unit")
    )
    assert custom.verdict == unit.verdict == ("disproven" if heap == 16 else "proven")
    assert custom.nodes < unit.nodes


def test_values_and_all_moves_ask_too() -> None:
    assert pnyx.value(Learned(8), "pn", options=CUSTOM).value == "loss"
    assert pnyx.solve(Learned(9), "win", "pn", options=CUSTOM, all_moves=True).winning_moves == ["1"]


class JudgedGo(LineGo):
    """Areas so far, as an evaluation on a game in which repeating is illegal and passes may."""

    def estimate(self, position: tuple[str, int, int], prover: int) -> tuple[int, int]:
        return 1 + position[0].count("o#"[prover]), 1 + position[0].count("#o"[prover])


def test_a_game_with_a_repetition_key() -> None:
    for goal in GOALS:
        expected = brute.solve(JudgedGo(), JudgedGo().start(), goal)
        for algorithm in ("pn", "df-pn"):
            found = compiled(JudgedGo(), goal, algorithm)
            assert found.verdict == ("proven" if expected else "disproven"), (goal, algorithm)
            twin = TWINS[algorithm].search(JudgedGo(), JudgedGo().start(), goal, init="custom")
            assert found.trace == twin.trace, (goal, algorithm)


# What an estimate must be


class Says(BareNim):
    """Returns the same answer everywhere."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer

    def estimate(self, position: NimPosition, prover: int) -> Any:
        return self.answer


def root_numbers(answer: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """The numbers that the root begins with, in the compiled search and in its twin."""
    found = pnyx.solve(Says(answer), "win", "pn", options=CUSTOM, limit=pnyx.Limit(nodes=1))
    twin = pn.search(Says(answer), (7, 0), init="custom", max_nodes=1)
    return (found.proof, found.disproof), (twin.proof, twin.disproof)


@pytest.mark.parametrize(
    ("answer", "counts"),
    [
        ((3, 4), (3, 4)),
        ((1, 65_536), (1, 65_536)),
        ((65_537, 1), (65_536, 1)),
        ((2**32 - 1, 2**64), (65_536, 65_536)),
        ((10**30, 1), (65_536, 1)),
    ],
)
def test_numbers_count_up_to_a_bound(answer: tuple[int, int], counts: tuple[int, int]) -> None:
    assert root_numbers(answer) == (counts, counts)
    for algorithm in ALGORITHMS:
        assert pnyx.solve(Says(answer), "win", algorithm, options=CUSTOM).verdict == "proven", algorithm


WRONG = [(0, 1), (1, 0), (-3, 1), (1, -(10**30)), (1.0, 1), (True, 1), (1, None), (1,), (1, 1, 1), [1, 1], 1, "11"]


@pytest.mark.parametrize("answer", WRONG, ids=repr)
def test_wrong_answers_are_the_authors_mistake(answer: Any) -> None:
    message = r"estimate\(\) must return two whole numbers from 1 on, .* not "
    for algorithm in ALGORITHMS:
        with raises_for(algorithm, pnyx.ContractError, match=message) as caught:
            pnyx.solve(Says(answer), "win", algorithm, options=CUSTOM)
        assert repr(answer)[:20] in str(caught.value), algorithm
        with raises_for(algorithm, pnyx.ContractError, match=message) as caught:
            TWINS[algorithm].search(Says(answer), (7, 0), init="custom")
        assert repr(answer)[:20] in str(caught.value), algorithm
    with pytest.raises(pnyx.ContractError, match=r"Says\.estimate must return a tuple of two whole numbers from 1 on"):
        pnyx.testing.check_game(Says(answer))


class Thrown(Exception):
    """An exception that only this test knows."""


class Throws(BareNim):
    def estimate(self, position: NimPosition, prover: int) -> tuple[int, int]:
        if position[0] == 4:
            raise Thrown(prover)
        return (1, 1)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_exception_reaches_the_caller_as_itself(algorithm: str) -> None:
    with pytest.raises(Thrown) as caught:
        pnyx.solve(Throws(), "win", algorithm, options=CUSTOM)
    assert caught.value.args == (0,)
    assert "estimate" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]


def test_nobody_asks_unless_told_to() -> None:
    for algorithm in ALGORITHMS:
        for init in ("mobility", "unit"):
            assert pnyx.solve(Throws(), "win", algorithm, options={"init": init}).proven, (algorithm, init)


def test_a_good_estimate_keeps_the_contract() -> None:
    pnyx.testing.check_game(Learned(), playouts=5)
    pnyx.testing.check_game(Says((10**30, 1)), playouts=5)


class Wavers(BareNim):
    calls = 0

    def estimate(self, position: NimPosition, prover: int) -> tuple[int, int]:
        self.calls += 1
        return (self.calls, 1)


def test_an_estimate_that_changes_breaks_the_contract() -> None:
    with pytest.raises(pnyx.ContractError, match=r"Wavers\.estimate returns another answer when called twice; at"):
        pnyx.testing.check_game(Wavers())


# Where there is none


class NoLonger(Learned):
    estimate = None  # type: ignore[assignment]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_game_without_estimates_is_refused(algorithm: str) -> None:
    for game, name in ((BareNim(), "BareNim"), (NoLonger(), "NoLonger")):
        with raises_for(
            (game, name), pnyx.InputError, match=rf"and {name} has none: write a method estimate.*init=mobility"
        ):
            pnyx.solve(game, "win", algorithm, options=CUSTOM)
        with raises_for(
            (game, name), pnyx.InputError, match=rf"{name} has no method estimate\(position, prover\).*init='mobil"
        ):
            TWINS[algorithm].search(game, (7, 0), init="custom")
    with pytest.raises(pnyx.InputError, match="BareNim has none: write a method estimate"):
        pnyx.value(BareNim(), algorithm, options=CUSTOM)


@pytest.mark.parametrize("info", _core.games(), ids=lambda info: info[0])
def test_built_in_games_have_none(info: tuple[str, ...]) -> None:
    with pytest.raises(pnyx.InputError, match=f"and {info[0]} has none: use init=mobility or init=unit"):
        pnyx.solve(pnyx.position(info[0]), algorithm="pn", options=CUSTOM)


def test_delayed_evaluation_refuses() -> None:
    with pytest.raises(pnyx.InputError, match="because init=custom evaluates at once"):
        pnyx.solve(Learned(), "win", "pn", options=CUSTOM | {"evaluation": "delayed"})
    with pytest.raises(pnyx.InputError, match="works only with init=unit, because init=mobility"):
        pnyx.solve(Learned(), "win", "pn", options={"init": "mobility", "evaluation": "delayed"})
    with pytest.raises(pnyx.InputError, match="delayed evaluation cannot start from custom: asking the game"):
        pn.search(Learned(), (7, 0), init="custom", evaluation="delayed")


def test_the_command_line() -> None:
    custom = ["--algorithm", "pn", "-o", "init=custom"]
    done = CliRunner().invoke(app, ["solve", "support.sample_games:Learned", *custom, "--goal", "win"])
    assert (done.exit_code, "The first player wins" in done.output) == (0, True), done.output
    done = CliRunner().invoke(app, ["solve", "chess", *custom])
    assert (done.exit_code, "and chess has none: use init=mobility" in done.stderr) == (2, True), done.output
    listed = CliRunner().invoke(app, ["algorithms"]).output
    assert listed.count("custom (") == len(ALGORITHMS)
