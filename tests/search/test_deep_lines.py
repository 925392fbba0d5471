"""Forced lines of 20,000 plies and more: found, written down and checked, whichever way they end."""

from __future__ import annotations

import pytest

import pnyx
from pnyx import _core
from pnyx.reference import forced_win, forced_win_frame, forced_win_lengths, forced_win_problem
from pnyx.reference.forced_win_lengths import State
from pnyx.reference.rules.graph import Graph
from support.cases import VARIANTS

PLIES = 20_000
LONGER = 100_000


def corridor(plies: int, end: str, *, asides: bool) -> str:
    """Two players walk down a corridor to a final node, or `back` to where they came from.

    With `asides` they may step aside, but who does so loses. Then every step changes the numbers of all nodes
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
        assert result.certificate is not None, variant
        certificates.add(result.certificate.data)
    for number, data in enumerate(certificates):
        report = pnyx.check(data)  # by both checkers
        assert (report.verdict, report.moves_to_win, report.plies) == (verdict, result.moves_to_win, result.plies), (
            number
        )
        assert report.nodes >= plies, number


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
        assert result.reason == "numbers"  # it cannot disprove a cycle
        return
    assert result.verdict == ("proven" if end == "win" else "disproven"), result.reason
    assert result.checked
    assert len(result.line) == plies


@pytest.mark.parametrize(
    ("end", "goal", "verdict"), [("win", "win", "proven"), ("loss", "draw-or-better", "disproven")]
)
def test_a_forced_win_of_100_000_plies_is_found_and_shown(end: str, goal: str, verdict: str) -> None:
    position = pnyx.position("graph", corridor(LONGER, end, asides=False))
    result = pnyx.solve(position, goal, "forced-win")
    assert (result.verdict, result.reason, result.plies) == (verdict, None, LONGER)
    assert result.moves_to_win == (LONGER // 2 if verdict == "proven" else None)
    assert result.certificate is not None
    report = result.certificate.check()  # by both checkers
    assert (report.verdict, report.plies, report.nodes) == (verdict, LONGER, LONGER + 1)


def test_a_proof_of_100_000_plies_is_merged_and_walked_through() -> None:
    root = _core.position("graph", corridor(LONGER, "win", asides=False))
    jobs = _core.Jobs(root, "win", "forced-win", {})
    below, certificate = root.play("n1"), jobs.solve(root.play("n1"), max_nodes=10 * LONGER).certificate
    assert certificate is not None
    proof = pnyx.Proof(_core.merge(root, "win", True, [(below, certificate), (root, "n1")]))
    assert (proof.plies, proof.moves_to_win) == (LONGER, LONGER // 2)
    assert proof.root.main_line()[:2] == ("n1", "n2")


def test_the_twin_counts_the_same_nodes_where_wins_take_long() -> None:
    text = corridor(33_000, "win", asides=True)
    found, result = forced_win.search(Graph(text), "n0"), pnyx.solve(text, "win", "forced-win", game="graph")
    assert (found.verdict, found.win, found.nodes) == (result.verdict, result.moves_to_win, result.nodes)
    assert found.win == 16_500


def test_a_win_longer_than_the_table_can_tell_stays_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin with a smaller table; the compiled one has its own test, in `frame.rs`."""
    for module in (forced_win, forced_win_frame, forced_win_lengths, forced_win_problem):
        for name in ("NEVER", "UNLIMITED"):
            monkeypatch.setattr(module, name, 31, raising=False)
    monkeypatch.setattr(State.__new__, "__defaults__", (31, 0))
    for moves, reason in ((30, None), (31, "plies"), (40, "plies")):
        game = Graph(corridor(2 * moves, "win", asides=False))
        found = forced_win.search(game, "n0", left=31)
        assert (found.reason, found.win) == (reason, None if reason else moves), moves
