"""What the tests of `pn-dag` and `pn-dcg` share: published counts, questions about random cases, what must agree."""

from __future__ import annotations

import csv
from typing import Any, Literal

import pnyx
from pnyx import _core
from pnyx.reference import brute
from pnyx.reference.check import check
from pnyx.reference.pn_graph import GraphResult
from pnyx.reference.rules.chess import Chess
from support.cases import Case, blocks, compared
from support.places import PUBLISHED

ROWS = list(csv.DictReader(PUBLISHED.read_text().splitlines()))
INITS: tuple[Literal["mobility", "unit"], ...] = ("mobility", "unit")
CASES = {"graph": 2_000, "tic-tac-toe": 500}  # the oracle is slow on boards
BLOCKS = [block for game, cases in CASES.items() for block in blocks(cases, 250, 100_000, 1_000, game)]
"""Random cases of both games: a game, the first number, and how many."""

FIGURE_3 = "A max: B; B min: C D; C max: E F; D max: F; F min: C G; E = win; G = win"
"""The first player wins, because from D by way of F, C is no repetition."""

FIGURE_3_LATER = "A max: B; B min: C D; C max: F E; D max: F; E min: W; F min: C G; G = win; W = win"
"""The same, but that C's other move wins one ply later: then F is settled before C is."""


def rows_under(column: str, most: int) -> list[dict[str, str]]:
    """The published rows with fewer nodes."""
    return [row for row in ROWS if row[column] != "-" and int(row[column]) < most]


def assert_published_and_twin(row: dict[str, str], algorithm: str, column: str, twin: Any) -> None:
    """The count is the published one, and the search in Python makes the same graph, node for node."""
    result = pnyx.solve(row["fen"], "mate", algorithm, preset="breuker-2001", trace=True)
    rules = Chess(order="papers", en_passant="always")
    reference = twin.search(rules, rules.parse(row["fen"]), "mate", max_nodes=500_000)
    assert result.nodes == reference.nodes == int(row[column])
    assert result.trace is not None
    assert [tuple(step) for step in result.trace] == [tuple(step) for step in reference.trace]


def assert_published(row: dict[str, str], algorithm: str, column: str) -> None:
    """The count is the published one; where there is none, the search ends at the preset's limit."""
    result = pnyx.solve(row["fen"], "mate", algorithm, preset="breuker-2001")
    if row[column] == "-":
        assert (result.verdict, result.reason) == ("unknown", "nodes")
    else:
        assert (result.verdict, result.nodes) == ("proven", int(row[column]))
        assert (result.moves_to_win or 0) >= int(row["mate_in"])


def ask(case: Case, goal: str, algorithm: str, options: dict[str, str]) -> _core.Solution:
    """The answer of the compiled search, with its trace."""
    return _core.solve(
        _core.position(case.game, case.text, case.options), _core.Question(goal, algorithm, options, trace=True)
    )


def truth(case: Case, goal: str) -> str:
    """The verdict by brute force."""
    return "proven" if brute.solve(case.rules, case.root, goal, case.history) else "disproven"


def assert_certificate(found: _core.Solution, about: str) -> None:
    """Both checkers accept it and report the same."""
    assert found.certificate is not None, about
    report = check(found.certificate)
    assert compared(_core.check(found.certificate)) == compared(report), about
    assert (report.verdict, report.moves_to_win) == (found.verdict, found.moves_to_win), about


def assert_same(found: _core.Solution, twin: GraphResult, about: str) -> None:
    """The twin went the same way."""
    assert found.trace == twin.trace, about
    told = (found.nodes, found.expansions, found.proof, found.disproof)
    assert told == (twin.nodes, twin.expansions, twin.proof, twin.disproof), about
