"""A forced line of 20,000 plies: found, written down and checked, whichever way it ends."""

from __future__ import annotations

import pytest

import pnyx
from cases import VARIANTS
from pnyx.reference import pn
from pnyx.reference.check import check as check_in_python
from pnyx.reference.rules.graph import Graph

PLIES = 20_000


def corridor(end: str, *, back: bool = False) -> str:
    """Two players walk down a long corridor. Whoever steps aside loses, so nobody does; at the end is a final node,
    or, with `back`, only the way back to the beginning."""
    statements = ["root n0", "repetition draw"]
    for ply in range(PLIES):
        aside = "aside_max" if ply % 2 == 0 else "aside_min"
        onward = f"n{ply + 1}" if ply + 1 < PLIES or not back else "n0"
        # The way aside comes first and last by turns, so that no order of moves is the lucky one.
        moves = (onward, aside) if ply % 4 < 2 else (aside, onward)
        statements.append(f"n{ply} {('max', 'min')[ply % 2]}: {' '.join(moves)}")
    statements += [f"n{PLIES} = {end}", "aside_max = loss", "aside_min = win"]
    return "; ".join(statements)


ENDS = [
    # end, back, goal, verdict, prover's moves, plies
    ("win", False, "win", "proven", PLIES // 2, PLIES),
    ("draw", False, "win", "disproven", None, None),
    ("win", True, "win", "disproven", None, None),
    ("loss", False, "draw-or-better", "disproven", None, PLIES),
    ("draw", False, "draw-or-better", "proven", None, None),
    ("loss", True, "draw-or-better", "proven", None, None),
]


@pytest.mark.parametrize(("end", "back", "goal", "verdict", "moves", "plies"), ENDS)
def test_twenty_thousand_plies(
    end: str, back: bool, goal: str, verdict: str, moves: int | None, plies: int | None
) -> None:
    position = pnyx.position("graph", corridor(end, back=back))
    certificates = set()
    for variant in VARIANTS:
        result = pnyx.solve(position, goal, options=variant)
        assert (result.verdict, result.moves_to_win, result.plies) == (verdict, moves, plies), variant
        assert len(result.line) == PLIES
        assert result.certificate is not None
        certificates.add(result.certificate.data)
    for data in certificates:  # all of them are the same, or nearly so
        report = pnyx.check(data)
        assert (report.verdict, report.moves_to_win, report.plies) == (verdict, moves, plies)
        assert report.nodes >= PLIES
    print(len(certificates))
