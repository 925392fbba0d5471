"""Forced lines of 20,000 plies: found, written down and checked, whichever way they end."""

from __future__ import annotations

import pytest

import pnyx
from cases import VARIANTS

PLIES = 20_000


def corridor(plies: int, end: str, *, asides: bool) -> str:
    """Two players walk down a corridor to a final node, or `back` to where they came from.

    With `asides` they may step aside, but whoever does so loses. Then every step changes the numbers of all nodes
    above it, so the search takes time that grows with the square of the length.
    """
    statements = ["root n0", "repetition draw"]
    for ply in range(plies):
        onward = "n0" if ply + 1 == plies and end == "back" else f"n{ply + 1}"
        moves = [onward]
        if asides:  # first and last by turns, so that no order of moves is the lucky one
            moves.insert(ply // 2 % 2, f"aside{ply % 2}")
        statements.append(f"n{ply} {('max', 'min')[ply % 2]}: {' '.join(moves)}")
    return "; ".join([*statements, f"n{plies} = {'draw' if end == 'back' else end}", "aside0 = loss", "aside1 = win"])


@pytest.mark.parametrize(
    ("plies", "asides"),
    [
        pytest.param(PLIES, False, id="long"),
        pytest.param(PLIES // 10, True, id="with asides"),
        pytest.param(PLIES, True, id="long with asides", marks=pytest.mark.soak),
    ],
)
@pytest.mark.parametrize(
    ("end", "goal", "verdict", "cycles"),
    [
        ("win", "win", "proven", False),
        ("draw", "win", "disproven", True),
        ("back", "win", "disproven", True),
        ("loss", "draw-or-better", "disproven", False),
        ("draw", "draw-or-better", "proven", True),
        ("back", "draw-or-better", "proven", True),
    ],
)
def test_depth_is_no_limit(plies: int, asides: bool, end: str, goal: str, verdict: str, cycles: bool) -> None:
    position = pnyx.position("graph", corridor(plies, end, asides=asides))
    # A graph that might have cycles has no length.
    length = (plies // 2 if verdict == "proven" else None, plies)
    certificates = set()
    for variant in VARIANTS:
        result = pnyx.solve(position, goal, "pn", options=variant)
        assert result.verdict == verdict, (variant, result.reason)
        assert (result.moves_to_win, result.plies) == ((None, None) if cycles else length), variant
        assert len(result.line) == plies, variant
        assert result.certificate is not None
        certificates.add(result.certificate.data)
    for data in certificates:
        report = pnyx.check(data)  # by both checkers
        assert (report.verdict, report.moves_to_win, report.plies) == (verdict, result.moves_to_win, result.plies)
        assert report.nodes >= plies


@pytest.mark.parametrize("end", ["win", "back"])
@pytest.mark.parametrize(
    ("algorithm", "ghi"),
    [(name, None) for name in pnyx.algorithms() if name != "df-pn"]
    + [("df-pn", ghi) for ghi in ("full", "sim", "dup", "nagai", "ignore")]
    + [("pds", "dup"), ("pds", "ignore"), ("pn-star", "sim"), ("pds-pn", "ignore")],
)
def test_depth_is_no_limit_for_any_algorithm(algorithm: str, ghi: str | None, end: str) -> None:
    plies = PLIES // 4 if algorithm == "pn-bta" else PLIES  # which goes down from the root every time
    position = pnyx.position("graph", corridor(plies, end, asides=False))
    options = {"unsafe": "on"} if algorithm == "pn-dcg" else {} if ghi is None else {"ghi": ghi}
    result = pnyx.solve(position, "win", algorithm, options=options)
    if algorithm == "forced-win" and end == "back":
        assert result.reason == "numbers"  # it cannot say no to what goes round
        return
    assert result.verdict == ("proven" if end == "win" else "disproven"), result.reason
    assert result.checked
    assert len(result.line) == plies
