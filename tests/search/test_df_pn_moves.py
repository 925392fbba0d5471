"""df-pn asked about every first move, one after the other, and in positions with more moves than its table can name."""

from __future__ import annotations

import pytest

import pnyx


class Undo:
    """Player 0 wins at once, or lets player 1 take the move back; taking back is allowed, repeating is not."""

    repetition = "illegal"

    def start(self) -> str:
        return "home"

    def turn(self, position: str) -> int:
        return int(position == "away")

    def outcome(self, position: str) -> int | None:
        return {"win": 0, "lose": 1}.get(position)

    def moves(self, position: str) -> tuple[str, ...]:
        return ("win", "lose", "away") if position == "home" else ("away", "home")

    def play(self, position: str, move: str) -> str:
        return move

    def may_repeat(self, position: str, move: str) -> bool:
        return (position, move) == ("away", "home")

    def move_text(self, position: str, move: str) -> str:
        return move


@pytest.mark.parametrize("ghi", ["full", "sim", "dup"])
def test_a_first_move_that_fails_says_nothing_about_the_position(ghi: str) -> None:
    """After `lose`, which is lost, comes `away`: it leads back to the root, which is not."""
    found = pnyx.solve(Undo(), "win", "df-pn", options={"ghi": ghi, "table": "exact"}, all_moves=True)
    assert found.proven
    assert sorted(found.winning_moves or ()) == ["away", "win"]
    assert not found.unsettled_moves


@pytest.mark.parametrize("repetition", ["draw", "illegal"])
@pytest.mark.parametrize(("others", "verdict"), [(65_533, "proven"), (65_535, "unknown")])
def test_more_moves_than_the_table_can_name(repetition: str, others: int, verdict: str) -> None:
    """Only the last move wins. When it has no name there is no certificate, and that is said without delay."""
    names = [f"x{number}" for number in range(others)]
    statements = [f"root a; repetition {repetition}; a max: {' '.join(names)} b; b min: c; c max: d; d = win"]
    statements.extend(f"{name} = loss" for name in names)
    found = pnyx.solve(pnyx.position("graph", "; ".join(statements)), "win", "df-pn")
    assert found.verdict == verdict
    assert found.reason is None or found.reason.startswith("certificate failed")
