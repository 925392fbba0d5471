"""What the thesis found, asked of what was measured here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from figures import BASE, Found
from measuring import GAMES, Measured, relative

__all__ = ["CYCLIC", "KNOWN", "Claims", "claims", "disagreements"]

Claims = dict[str, bool]
CYCLIC = ("checkers", "chess")
"""Games in which positions come back. What a repetition is worth depends on the line by which it was reached, and a
value that the table has from another line may miss it: searches that go about it differently may differ."""
KNOWN: Mapping[str, str] = {}
"""Claims that do not hold here, and why."""


def disagreements(found: Found) -> dict[tuple[str, str, int], dict[int, list[str]]]:
    """Positions and depths that are worth different things to different methods: game, position, depth, and who says what."""
    said: dict[tuple[str, str, int], dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for (game, method), searches in found.items():
        for each in searches:
            for depth, value in zip(each.depths, each.values, strict=True):
                said[game, each.problem.id, depth][value].append(method)
    return {key: dict(values) for key, values in said.items() if len(values) > 1}


def _deepest(searches: Sequence[Measured]) -> int:
    return min(each.depths[-1] for each in searches)


def claims(found: Found) -> Claims:
    """Those claims of the thesis that what was measured can answer, and whether they hold at the largest depth."""
    made: Claims = {}
    saved: dict[str, float] = {}
    for game in GAMES:
        base = found.get((game, BASE))
        if not base:
            continue
        deep = _deepest(base)

        def percent(method: str, nodes: str, game: str = game, deep: int = deep, base: Sequence[Measured] = base) -> float:
            return relative(found[game, method], base, nodes, deep)

        if (game, "mtd-f") in found:
            made[f"{game}: MTD(f) has fewer leaves than Aspiration NegaScout"] = percent("mtd-f", "leaf") < 100
        if (game, "mt-sss") in found:
            made[f"{game}: SSS* has more nodes in all than Aspiration NegaScout"] = percent("mt-sss", "total") > 100
        if (game, "alpha-beta-tt") in found:
            made[f"{game}: Alpha-Beta has more leaves than Aspiration NegaScout"] = percent("alpha-beta-tt", "leaf") > 100
        if (game, f"{BASE} etc=0") in found:
            saved[game] = 100 - percent(f"{BASE} etc=0", "leaf")
    for game in CYCLIC:
        if game in saved:
            made[f"{game}: ETC saves leaves"] = saved[game] > 0
            if "othello" in saved:
                made[f"ETC saves more in {game} than in othello"] = saved[game] > saved["othello"]
    return made
