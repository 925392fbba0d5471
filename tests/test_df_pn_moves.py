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
