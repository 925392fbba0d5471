"""Starts of every built-in game, for the tests that treat all games alike."""

from __future__ import annotations

from typing import Final, NamedTuple


class Start(NamedTuple):
    """A game, its options, a position (`None`: the usual start), and how many plies a random play-out may have."""

    game: str
    text: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    plies: int = 400

    @property
    def label(self) -> str:
        """A short name for reports."""
        return " ".join(
            [self.game, *(f"{name}={value}" for name, value in self.options), (self.text or "")[:24]]
        ).strip()


VARIANTS: Final = ("antichess", "atomic", "three-check", "king-of-the-hill", "racing-kings", "horde", "crazyhouse")

STARTS: Final = (
    Start("tic-tac-toe"),
    Start("tic-tac-toe", None, (("rows", "4"), ("columns", "5"), ("k", "4"))),
    Start("connect-four"),
    Start("connect-four", None, (("rows", "4"), ("columns", "5"))),
    Start("othello"),
    Start("othello", None, (("size", "6"),)),
    Start("othello", None, (("size", "4"),)),
    Start("checkers"),
    Start("checkers", "W:W9,18,K3,K31:B20,27,K12,K29"),
    Start("lines-of-action", plies=150),
    Start("lines-of-action", "2x3o1/8/1o2x3/4o3/x5x1/3o4/1x3o2/8 w", plies=80),
    Start("go-one-eye", plies=60),
    Start("chess", plies=150),
    Start("chess", "8/P5k1/8/3pP3/2p5/1K6/6p1/8 w - d6 0 1", plies=150),
    Start("chess", "8/P5k1/8/3pP3/2p5/1K6/6p1/8 w - - 0 1", (("region", "a1-h5"),), plies=60),
    *(Start(name, plies=150) for name in VARIANTS),
)
