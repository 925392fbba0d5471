"""What the thesis found, asked of what was measured here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from figures import Found
from searches import BASE, GAMES, PLAIN_CHESS, relative

CYCLIC = ("checkers", "chess")
"""Games in which positions can be repeated. What a repetition is worth depends on the line by which it was reached, and
a value that the table has from another line may miss it: searches that go about it differently may differ."""
FEWER = "MTD(f) has fewer leaves than Aspiration NegaScout"
KNOWN: Mapping[str, str] = {
    f"chess, one iteration before: {FEWER}": "half of the guesses are off by 5 points and more, where MTD(f) loses",
    f"chess{PLAIN_CHESS}: {FEWER}": "values go up and down, and most guesses are off by more than 10 points",
}
"""Claims that do not hold here, and why."""
Place = tuple[str, str, int]
"""Set, position and depth."""


def disagreements(found: Found) -> dict[Place, dict[int, list[str]]]:
    """What is worth different things to different methods, and who says what."""
    said: dict[Place, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for (name, method), searches in found.items():
        for each in searches:
            for depth, value in zip(each.depths, each.values, strict=True):
                said[name, each.problem.id, depth][value].append(method)
    return {place: dict(values) for place, values in said.items() if len(values) > 1}


def wrong_values(found: Found) -> tuple[list[str], list[str]]:
    """How often searches agree, in words; and where they are wrong."""
    words, wrong = [], []
    # Quiescence is part of the question.
    for game, plain in ((game, plain) for plain in (False, True) for game in GAMES):
        mine = {
            (name, method): searches
            for (name, method), searches in found.items()
            if name == game and (PLAIN_CHESS in method) == plain
        }
        asked = {(each.problem.id, depth) for some in mine.values() for each in some for depth in each.depths}
        different = disagreements(mine)
        if asked:
            what = f"{game}{PLAIN_CHESS if plain else ''}"
            words.append(f"{what}: searches agree about {len(asked) - len(different)} of {len(asked)} values.")
        if game not in CYCLIC:
            wrong += [f"{game} {place[1]}, depth {place[2]}: {said}" for place, said in different.items()]
    for (name, method), searches in found.items():
        if name.startswith("simulated"):
            wrong += [f"{name}, tree {each.problem.id}, by {method}: not 0" for each in searches if any(each.values)]
    return words, wrong


def claims(found: Found) -> dict[str, bool]:
    """Those claims of the thesis that what was measured can answer, and whether they hold at the largest depth."""
    made: dict[str, bool] = {}
    saved: dict[str, float] = {}
    for game in GAMES:
        if (percent := _percent(found, game, "mtd-f")) is not None:
            made[f"{game}: {FEWER}"] = percent < 100
        if (percent := _percent(found, game, "mtd-f", before=1)) is not None:
            made[f"{game}, one iteration before: {FEWER}"] = percent < 100
        if (percent := _percent(found, game, "mtd-f", suffix=PLAIN_CHESS)) is not None:
            made[f"{game}{PLAIN_CHESS}: {FEWER}"] = percent < 100
        if (percent := _percent(found, game, "alpha-beta-tt")) is not None:
            made[f"{game}: Alpha-Beta has more leaves than Aspiration NegaScout"] = percent > 100
        if (percent := _percent(found, game, "mt-sss", nodes="total")) is not None:
            made[f"{game}: SSS* has more nodes in all than Aspiration NegaScout"] = percent > 100
        if (percent := _percent(found, game, f"{BASE} etc=0")) is not None:
            saved[game] = 100 - percent
    for game in CYCLIC:
        if game in saved:
            made[f"{game}: ETC saves leaves"] = saved[game] > 0
            if "othello" in saved:
                made[f"ETC saves more in {game} than in othello"] = saved[game] > saved["othello"]
    return made


def _percent(
    found: Found, game: str, method: str, nodes: str = "leaf", before: int = 0, suffix: str = ""
) -> float | None:
    """Nodes in percent of Aspiration NegaScout's, at the largest depth or some iterations before it."""
    base = found.get((game, BASE + suffix))
    mine = found.get((game, method + suffix))
    if not base or not mine or len(base[0].depths) <= before:
        return None
    return relative(mine, base, nodes, base[0].depths[-1 - before])
