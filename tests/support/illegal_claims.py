"""False claims where repeating is illegal, each with a certificate that only one point of the format gives away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from support.illegal_certificates import Keyed, Solved


class FalseClaim(NamedTuple):
    """That max gets its way (min is not the winner if min begins), a body that says so, and why it is refused."""

    point: str
    graph: str
    body: tuple[int, ...]
    nodes: int
    reason: str
    keys: Mapping[str, str] = {}
    exempt: tuple[tuple[str, str], ...] = ()
    before: tuple[str, ...] = ()
    """The positions before the root."""

    def solved(self) -> Solved:
        game = Keyed(f"repetition illegal; {self.graph}; W = win; L = loss", self.keys, self.exempt)
        return Solved(game, game.start(), "win", self.before)

    def certificate(self) -> bytes:
        solved = self.solved()
        return solved.around(bytes(self.body), self.nodes, solved.prover == 0).to_bytes()


HISTORY, LINE, FREE, ENDS = "before the root", "the history part", "unlike those of the free part", "ends of the free"
"""Which positions a node is alike."""

FALSE_CLAIMS = [
    FalseClaim("7: a barred move is chosen", "A max: B; B max: W", (0, 0, 0, 0, 0, 0), 3, "not barred", {"B": "A"}),
    FalseClaim(
        "7: a bar from before the root is forgotten",
        "root B; A max: B; B max: C; C max: W",
        (0, 0, 0, 0, 0, 0),
        3,
        "not barred",
        {"C": "A"},
        before=("A",),
    ),
    FalseClaim(
        "an exempt reply is left out",
        "A max: B; B min: A W",
        (0, 0, 0, 0, 0),
        3,
        "got the end",
        exempt=(("B", "A"),),
    ),
    FalseClaim(
        "a reply that was barred on another line is left out",
        "R min: A B; A min: W; B min: W a; a min: L",
        (0, 0, 0, 0, 0, 0),
        5,
        "got the end",
        {"a": "A"},
    ),
    FalseClaim(
        "8: a reference to a position that is only alike",
        "R min: A B; A max: W; B max: L",
        (1, 1, 0, 1, 0, 0, 2),
        3,
        "another position",
        {"B": "A"},
    ),
    FalseClaim("8: a cycle", "A max: B; B max: A", (1, 0, 1, 0, 0, 0, 1), 2, "no cycle"),
    FalseClaim(
        "9: two free nodes alike",
        "A max: B; B max: C; C max: W",
        (0, 1, 0, 0, 0, 0, 0, 0),
        4,
        FREE,
        {"C": "B"},
    ),
    FalseClaim(
        "9: a free node alike one on the line",
        "A max: B; B max: C; C max: W",
        (0, 0, 0, 1, 0, 0, 0, 0),
        4,
        LINE,
        {"C": "A"},
    ),
    FalseClaim(
        "9: a free node alike one from before the root",
        "root B; A max: B; B max: C; C max: W",
        (0, 1, 0, 0, 0, 0),
        3,
        HISTORY,
        {"C": "A"},
        before=("A",),
    ),
    FalseClaim(
        "9: a node on the line alike a free one that began before",
        "R min: A B; A max: W; B max: C; C max: A",
        (1, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1),
        5,
        FREE,
        {"B": "A"},
    ),
    FalseClaim("10: an end alike a free node", "A max: W", (0, 1, 0, 0), 2, FREE, {"W": "A"}),
    FalseClaim("10: an end alike the line", "A max: B; B max: W", (0, 0, 0, 1, 0, 0), 3, LINE, {"W": "A"}),
    FalseClaim(
        "10: an end alike a position from before the root",
        "root B; A max: B; B max: W",
        (0, 1, 0, 0),
        2,
        HISTORY,
        {"W": "A"},
        before=("A",),
    ),
    FalseClaim(
        "10: an end by a reference",
        "A min: W X; X max: W",
        (1, 1, 1, 0, 0, 0, 1),
        3,
        "a shared node that is not final",
        {"W": "A"},
    ),
    FalseClaim(
        "10: an end alike a free node that begins after it",
        "A min: B C; B max: W; C max: B",
        (1, 1, 1, 0, 0, 0, 0, 0, 1),
        4,
        ENDS,
        {"W": "C"},
    ),
    FalseClaim(
        "10: an end alike a node of the line that begins after it",
        "A min: B C; B max: W; C max: B",
        (1, 1, 0, 1, 0, 0, 0, 0, 2),
        4,
        ENDS,
        {"W": "C"},
    ),
]
