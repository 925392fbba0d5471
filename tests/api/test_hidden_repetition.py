"""Values where positions repeat: what a table may hide is said, and nothing else."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable

import pytest
from typer.testing import CliRunner

import pnyx
from pnyx.api.search import SearchProgress
from pnyx.cli import app
from pnyx.cli import search as search_command
from pnyx.suites import answering
from support.mt_cases import BEST, EXACT, TABLE, Case, cyclic_case, truth
from support.repetition_cases import HIDDEN, LARGEST, Numbered, acyclic, cyclic, search_options

ALL = (*EXACT, *BEST, "mt")
WITHOUT_TABLE = ("minimax", "alpha-beta", "sss-star", "dual-star")
WORDS = "a draw by repetition may be hidden"

Record = Callable[[str, object], None]


def is_right(value: float, bound: str | None, right: int) -> bool:
    """Whether a value is what it is called."""
    return {"exact": value == right, "lower": value <= right, "upper": value >= right}[bound or ""]


def check(game: Numbered, depth: int, algorithm: str, options: dict[str, str], counts: Counter[str]) -> None:
    """Every value is that of minimax, or a draw may be hidden; that is said only where a line repeats a position."""
    about = (algorithm, options, depth, game)
    found = pnyx.search(game, depth, algorithm, options=options, all_best=True)
    sign = 1 if game.turn(0) == 0 else -1
    for iteration in found.iterations:
        assert iteration.depth is not None
        right = is_right(iteration.value, iteration.bound, sign * game.worth(0, iteration.depth))
        may_return = game.returns(0, iteration.depth)
        counts["values"] += 1
        counts["that may return"] += may_return
        counts["flagged"] += iteration.may_hide_repetition
        counts["wrong"] += not right
        assert right or iteration.may_hide_repetition, about
        assert may_return or not iteration.may_hide_repetition, about
    if algorithm in WITHOUT_TABLE or options.get("table") == "off":
        assert not found.may_hide_repetition, about
    if found.may_hide_repetition:
        assert game.returns(0, depth), about
        assert found.outcome is None, about
        assert WORDS in found.headline, about
    else:
        assert WORDS not in found.headline, about
        values = {str(move): sign * game.worth(move, depth - 1, frozenset([0])) for move in game.moves(0)}
        best = [move for move, value in values.items() if value == max(values.values())]
        if algorithm in EXACT:
            assert found.best_moves == best, about
        elif algorithm in BEST:
            assert found.best_moves[0] in best, about
    assert found.may_hide_repetition >= found.iterations[-1].may_hide_repetition, about


def check_random(seeds: range, counts: Counter[str]) -> None:
    """Small graphs, searched by all algorithms with random options. One in five has no cycles."""
    for seed in seeds:
        rng = random.Random(f"hidden {seed}")
        size = rng.randint(3, 9)
        game = acyclic(rng, size, size) if seed % 5 == 0 else cyclic(rng, size)
        depth = rng.randint(2, 6)
        for algorithm in ALL:
            check(game, depth, algorithm, search_options(rng, algorithm), counts)


def share(counts: Counter[str]) -> str:
    """The counts, for the summary of the test run."""
    return (
        f"a draw by repetition may be hidden in {counts['flagged']:,} of {counts['values']:,} values "
        f"({counts['flagged'] / counts['values']:.2%}), {counts['that may return']:,} of them with a repetition; "
        f"{counts['wrong']:,} are not those of minimax, all of them flagged"
    )


def test_a_wrong_value_is_never_without_the_flag(record_property: Record) -> None:
    counts = Counter[str]()
    check_random(range(600), counts)
    assert counts["wrong"] > 20  # the cases are worth it
    assert counts["flagged"] < counts["that may return"] / 20
    record_property("measured", share(counts))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 20_000, 2_000))
def test_a_wrong_value_is_never_without_the_flag_soak(first: int, record_property: Record) -> None:
    counts = Counter[str]()
    check_random(range(first, first + 2_000), counts)
    record_property("measured", share(counts))


@pytest.mark.parametrize("algorithm", [*TABLE, "mt"])
def test_the_flag_is_never_set_where_no_line_returns(algorithm: str) -> None:
    """Positions are met at many plies here. In the larger graphs doubts outgrow the work that is allowed for them."""
    for size, stride, depth in ((40, 5, 9), (300, 12, 16)):
        for seed in range(4):
            rng = random.Random(f"forward {algorithm} {size} {seed}")
            game, options = acyclic(rng, size, stride, 0.03), search_options(rng, algorithm)
            found = pnyx.search(game, depth, algorithm, options=options, limit=pnyx.Limit(nodes=30_000))
            assert not any(iteration.may_hide_repetition for iteration in found.iterations), (algorithm, options, game)


@pytest.mark.parametrize("algorithm", ALL)
def test_positions_before_the_root_count(algorithm: str) -> None:
    for seed in range(150):
        rng = random.Random(f"before {algorithm} {seed}")
        case = cyclic_case(seed)
        before = case.graph.start()
        move = rng.choice(case.graph.moves(before))
        if case.graph.outcome(move) is not None or move == before or case.depth is None:
            continue
        played = pnyx.position("graph", f"{case.text} moves {move}")
        found = pnyx.search(played, case.depth, algorithm, options=search_options(rng, algorithm))
        assert found.value is not None, seed
        right = truth(Case(seed, case.text.replace(f"root {before}", f"root {move}"), case.depth), [before])[None]
        assert found.may_hide_repetition or is_right(found.value, found.bound, right), (algorithm, case, move)


@pytest.mark.parametrize("algorithm", EXACT)
def test_the_game_of_a_draw_that_was_hidden(algorithm: str) -> None:
    found = pnyx.search(HIDDEN, 3, algorithm)
    assert found.value == 0 or found.may_hide_repetition
    assert HIDDEN.worth(0, 3) == 0
    if algorithm in ("mtd-f", "nega-scout", "mt-sss"):
        assert (found.value, found.bound, found.may_hide_repetition) == (-9, "exact", True)
        assert found.headline == "-9 for Min, looking 3 plies ahead; a draw by repetition may be hidden"
        assert found.to_json()["may_hide_repetition"] is True
        assert found.to_json()["iterations"][-1]["may_hide_repetition"] is True
    if algorithm in WITHOUT_TABLE:
        assert (found.value, found.may_hide_repetition) == (0, False)


@pytest.mark.parametrize("game", ["chess", "lines-of-action", "atomic"])
@pytest.mark.parametrize("algorithm", ["mtd-f", "nega-scout"])
def test_no_flag_where_only_the_root_can_return(game: str, algorithm: str) -> None:
    """Four plies lead back to the root at best, and what depends on the root is never stored."""
    found = pnyx.search(pnyx.position(game), 4, algorithm)
    assert found.transposition_nodes > 100
    assert [iteration for iteration in found.iterations if iteration.may_hide_repetition] == []


def test_flags_are_rare_in_real_games(record_property: Record) -> None:
    """Nearly all answers of the table are beyond doubt, and the others can be shown."""
    counts = Counter[str]()
    for game, depth in (("chess", 5), ("lines-of-action", 5), ("checkers", 9)):
        rng = random.Random(f"rare {game}")
        for _ in range(4):
            position = pnyx.position(game)
            for _ in range(rng.randint(0, 40)):
                position = position.play(rng.choice(position.moves())) if position.outcome is None else position
            for algorithm in ("mtd-f", "nega-scout"):
                found = pnyx.search(position, depth, algorithm)
                counts["searches"] += 1
                counts["flagged"] += found.may_hide_repetition
    assert counts["flagged"] * 4 <= counts["searches"], counts
    record_property("measured", f"flags of chess, Lines of Action and checkers: {dict(counts)}")


def test_a_hidden_draw_is_no_win() -> None:
    """A value beyond all evaluations that may hide a draw says nothing about the end of the game."""
    for seed in range(4_000):
        rng = random.Random(f"no win {seed}")
        game = cyclic(rng, rng.randint(4, 9))
        found = pnyx.search(game, 4, "mtd-f")
        if found.may_hide_repetition and found.value is not None and abs(found.value) > LARGEST:
            assert found.outcome is None, seed
            assert "wins" not in found.headline, seed
            assert "loses" not in found.headline, seed
            return
    raise AssertionError("no such game")


# Bounds


WON = "repetition impossible; A max: B C; B = 3; C = 7"
LOST = "repetition impossible; A max: B C; B = -3; C = -7"


def bounded(text: str, bound: int) -> pnyx.SearchResult:
    return pnyx.search(text, exact=True, game="graph", algorithm="mt", options={"bound": bound})


def test_bounds_are_shown_as_bounds() -> None:
    assert bounded(WON, 2).headline == "Max wins (at least 3), to the end of the game"
    assert bounded(WON, 9).headline == "at most +7 for Max, to the end of the game"
    assert bounded(LOST, -2).headline == "Max loses (at most -3), to the end of the game"
    assert bounded(LOST, -5).headline == "at least -3 for Max, to the end of the game"
    assert str(bounded(WON, 2)).startswith("Max wins (at least 3), to the end")
    assert "at least 3" in bounded(WON, 2)._repr_html_()


@pytest.mark.parametrize("algorithm", ["mt", *BEST])
def test_no_bound_is_shown_as_a_score(algorithm: str) -> None:
    """Wherever the value is shown, words say that it is a bound."""
    words, seen = {"lower": "at least ", "upper": "at most "}, Counter[str]()
    for seed in range(60):
        game = cyclic(random.Random(f"bounds {seed}"), 6)
        found = pnyx.search(game, 3, algorithm)
        assert found.bound is not None, seed
        assert found.value is not None, seed
        seen[found.bound] += 1
        answer = answering._searched(found)
        if found.bound == "exact":
            continue
        assert words[found.bound] in found.headline, seed
        assert words[found.bound] in answer["headline"], seed
        assert (answer["status"], answer["answer"], answer["reason"]) == ("unknown", "", "bound"), seed
        assert found.to_json()["bound"] == found.bound, seed
        progress = SearchProgress(1, 1.0, 1, 3, found.value, found.bound)
        assert f"last value {words[found.bound]}{found.value:g} " in search_command.describe(progress), seed
    assert seen["lower"] + seen["upper"] > 20


def test_progress_says_what_a_value_is() -> None:
    """The last value of a search that knows bounds is a bound."""
    told: list[SearchProgress] = []
    pnyx.search(pnyx.position("chess"), 6, "mtd-best", limit=pnyx.Limit(seconds=1), on_progress=told.append)
    assert [each for each in told if (each.value is None) != (each.bound is None)] == []


def test_a_suite_does_not_call_a_doubtful_value_an_answer() -> None:
    answer = answering._searched(pnyx.search(HIDDEN, 3))
    assert (answer["status"], answer["answer"], answer["reason"]) == ("unknown", "", "repetition")
    assert WORDS in answer["headline"]


def test_the_command_line_says_it() -> None:
    arguments = ["search", "support.repetition_cases:HIDDEN", "--depth", "3"]
    shown = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert f"looking 3 plies ahead; {WORDS} (" in shown.stdout
    printed = CliRunner().invoke(app, [*arguments, "--json"], catch_exceptions=False)
    assert json.loads(printed.stdout)["may_hide_repetition"] is True
