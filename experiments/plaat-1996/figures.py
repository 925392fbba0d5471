"""The figures: which searches each of them needs, what it makes of them, and what it looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from drawing import Lines, Look
from searches import BASE, BRATKO_KOPEC, GAMES, GUESS, PLAIN_CHESS, TITLES, WALL, Measured, mean, relative
from simulated import DEPTH, VALUES

Found = Mapping[tuple[str, str], Sequence[Measured]]
"""What was measured, by set and method."""

DEPTHS: Mapping[str, Mapping[str, int]] = {
    "performance": {"checkers": 17, "othello": 10, "chess": 6},
    "plain": {"chess": 7},
    "memory": {"checkers": 13, "othello": 8, "chess": 6},
    "guess": {"checkers": 15, "othello": 9, "chess": 5},
    "wall": {BRATKO_KOPEC: 4},
    "odd wall": {BRATKO_KOPEC: 5},
    "simulated": {f"simulated-{ordered}": DEPTH for ordered in VALUES},
}
"""The plies that searches of a kind look ahead."""
SHIFTS: Mapping[str, Sequence[int]] = {
    "checkers": (-100, -50, -25, -10, -5, -2, 0, 2, 5, 10, 25, 50, 100),
    "othello": (-60, -32, -16, -8, -4, 0, 4, 8, 16, 32, 60),
    "chess": (-100, -50, -25, -10, -5, -2, 0, 2, 5, 10, 25, 50, 100),
}
"""What is added to first guesses."""
LARGE, SMALL = range(10, 21, 2), range(6, 17, 2)
"""Sizes of tables, as powers of 2."""
WALLS = (-100, -50, -20, -10, -5, -2, -1, 0, 1, 2, 5, 10, 20, 50, 100)
GUESSES = (-100, -60, -40, -20, -10, -5, 0, 5, 10, 20, 40, 60, 100)
"""First guesses in simulated trees, which are all worth 0."""
FAR = (4, 10, 25, 100)
"""Classes of guesses, by the largest distance from the value; the last one has no largest."""
STEPS = {"checkers": 2}
"""Plies from iteration to iteration, where it is not 1."""


@dataclass(frozen=True)
class Figure:
    """A figure of the thesis."""

    look: Look
    kind: str
    sets: Sequence[str]
    methods: Sequence[str]
    lines: Callable[[Found], Lines]


def depths(found: Sequence[Measured], count: int) -> list[int]:
    """The deepest iterations that all searches have, up to a number."""
    return [depth for depth in found[0].depths if all(depth in each.depths for each in found)][-count:]


def performance(game: str, nodes: str, suffix: str = "") -> Figure:
    """Figures 4.7 to 4.12: nodes by depth. The suffix is for searches with other options."""
    methods = [method for method in TITLES if method != BASE]

    def lines(found: Found) -> Lines:
        base = found[game, BASE + suffix]
        return {
            TITLES[method]: [
                (at, relative(found[game, method + suffix], base, nodes, at)) for at in depths(base, 99) if at > 1
            ]
            for method in methods
        }

    words = "leaves" if nodes == "leaf" else "all nodes"
    look = Look(f"{game.capitalize()}: {words}{suffix}", "depth", f"{words}, % of {TITLES[BASE]}")
    kind = "plain" if suffix else "performance"
    return Figure(look, kind, [game], [method + suffix for method in (*methods, BASE)], lines)


def time(game: str) -> Figure:
    """Figures 4.15 to 4.17: seconds by depth, of the deeper searches."""

    def lines(found: Found) -> Lines:
        base = {each.problem.id: each for each in found[game, BASE]}
        mine = found[game, "mtd-f"]
        ratios = {at: mean(each.time(at) / base[each.problem.id].time(at) for each in mine) for at in depths(mine, 4)}
        return {TITLES["mtd-f"]: [(at, 100 * ratio) for at, ratio in ratios.items()]}

    look = Look(f"{game.capitalize()}: execution time", "depth", f"seconds, % of {TITLES[BASE]}")
    return Figure(look, "performance", [game], ["mtd-f", BASE], lines)


def memory(game: str, method: str, sizes: Sequence[int], top: float | None = None) -> Figure:
    """Figures 4.1 to 4.6 and 4.24 to 4.28: leaves against Alpha-Beta's by the size of the table."""
    other = "alpha-beta-tt"

    # Small tables have many leaves searched again, which must not be dear.
    suffix = PLAIN_CHESS if game == "chess" else ""

    def sized(name: str, k: int) -> str:
        return f"{name}{suffix} stored={1 << k}"

    def lines(found: Found) -> Lines:
        return {
            f"depth {at}": [
                (k, relative(found[game, sized(method, k)], found[game, sized(other, k)], "leaf", at)) for k in sizes
            ]
            for at in depths(found[game, sized(method, sizes[0])], 3)
        }

    methods = [sized(name, k) for name in (method, other) for k in sizes]
    title = f"{game.capitalize()}: {TITLES[method]} and the size of the table"
    look = Look(title, "table entries, log₂", f"leaves, % of {TITLES[other]}", top=top)
    return Figure(look, "memory", [game], methods, lines)


def guess(game: str) -> Figure:
    """Figures 4.18 to 4.20: leaves by the distance of first guesses from what they would have been."""

    def name(shift: int) -> str:
        return f"mtd-f shift={shift}"

    def lines(found: Found) -> Lines:
        base = found[game, BASE]
        return {
            f"depth {at}": [(shift, relative(found[game, name(shift)], base, "leaf", at)) for shift in SHIFTS[game]]
            for at in depths(base, 3)
        }

    methods = [BASE, *(name(shift) for shift in SHIFTS[game])]
    title = f"{game.capitalize()}: MTD(f) from a distorted first guess"
    look = Look(title, "added to the first guess", f"leaves, % of {TITLES[BASE]}")
    return Figure(look, "guess", [game], methods, lines)


def distance() -> Figure:
    """What first guesses are worth as they come: leaves of single iterations, by the distance of guess and value."""

    def lines(found: Found) -> Lines:
        made: Lines = {}
        for game in GAMES:
            base = {each.problem.id: each for each in found[game, BASE]}
            ratios: dict[int, list[float]] = {}
            for each in found[game, "mtd-f"]:
                ago = int(GUESS[game])
                for at in range(3, len(each.values)):
                    far = abs(each.values[at] - each.values[at - ago])
                    ratio = each.leaf[at] / base[each.problem.id].leaf[at]
                    ratios.setdefault(next((most for most in FAR if far <= most), FAR[-1]), []).append(ratio)
            made[game.capitalize()] = [(most, 100 * mean(some)) for most, some in sorted(ratios.items())]
        return made

    look = Look("MTD(f) by the quality of its guesses", "distance at most", f"leaves, % of {TITLES[BASE]}")
    return Figure(look, "performance", GAMES, [BASE, "mtd-f"], lines)


def order() -> Figure:
    """Figure 5.1: how often the first move is enough, where a move is."""

    def lines(found: Found) -> Lines:
        made: Lines = {}
        for game in GAMES:
            searches = found[game, BASE]
            points: list[tuple[float, float]] = []
            for ply in range(max(len(each.cuts) for each in searches)):
                cuts = [each.cuts[ply] for each in searches if ply < len(each.cuts) and each.cuts[ply][0]]
                if cuts:
                    points.append((ply, sum(100 * by_first / cut for cut, by_first in cuts) / len(cuts)))
            made[game.capitalize()] = points
        return made

    return Figure(
        Look("Level of move ordering", "ply", "cut by the first move, %"), "performance", GAMES, [BASE], lines
    )


def etc(game: str) -> Figure:
    """Figures 5.6 and 5.7: what enhanced transposition cut-offs save."""
    methods = [f"{BASE} etc=0", f"{BASE} etc=2", "mtd-f", "mtd-f etc=0"]
    names = ["ETC", "ETC, not in the last 2 plies", "MTD(f)", "MTD(f) and ETC"]

    def lines(found: Found) -> Lines:
        base = found[game, BASE]
        return {
            name: [(at, relative(found[game, method], base, "leaf", at)) for at in depths(base, 99) if at > 1]
            for name, method in zip(names, methods, strict=True)
        }

    look = Look(f"{game.capitalize()}: enhanced transposition cut-offs", "depth", f"leaves, % of {TITLES[BASE]}")
    return Figure(look, "performance", [game], [BASE, *methods], lines)


def wall(parity: str) -> Figure:
    """The minimax wall of section 4.3.1: the leaves of one test, by its bound."""

    def name(distance: int) -> str:
        return f"mt {WALL}={distance}"

    def lines(found: Found) -> Lines:
        # The test of the value itself, which it passes.
        base = {each.problem.id: each.leaf[-1] for each in found[BRATKO_KOPEC, name(0)]}
        points: list[tuple[float, float]] = [
            (at, 100 * mean(each.leaf[-1] / base[each.problem.id] for each in found[BRATKO_KOPEC, name(at)]))
            for at in WALLS
        ]
        return {"MT": points}

    title, y = f"The minimax wall at {parity} depth", "leaves of the last iteration, % of the test of the value"
    kind = "wall" if parity == "even" else "odd wall"
    look = Look(title, "bound less the value", y)
    return Figure(look, kind, [BRATKO_KOPEC], [name(at) for at in WALLS], lines)


def simulation() -> Figure:
    """Figure 4.21: leaves by first guess, in trees of better and better order."""
    sets = [f"simulated-{ordered}" for ordered in VALUES]

    def name(guess: int) -> str:
        return f"mtd-f shift={guess}"

    def lines(found: Found) -> Lines:
        return {
            f"{trees.partition('-')[2]} %": [
                (guess, sum(each.leaf[-1] for each in found[trees, name(guess)]) / len(found[trees, name(guess)]))
                for guess in GUESSES
            ]
            for trees in sets
        }

    look = Look("First guesses in simulated trees", "first guess", "leaves", logarithmic=True)
    return Figure(look, "simulated", sets, [name(guess) for guess in GUESSES], lines)


FIGURES: Mapping[str, Figure] = {
    **{f"4.{1 + i}": memory(game, "mt-sss", LARGE) for i, game in enumerate(GAMES)},
    **{f"4.{4 + i}": memory(game, "mt-dual", LARGE) for i, game in enumerate(GAMES)},
    **{f"4.{7 + i}": performance(game, "leaf") for i, game in enumerate(GAMES)},
    **{f"4.{10 + i}": performance(game, "total") for i, game in enumerate(GAMES)},
    "4.9-plain": performance("chess", "leaf", PLAIN_CHESS),
    "4.12-plain": performance("chess", "total", PLAIN_CHESS),
    **{f"4.{15 + i}": time(game) for i, game in enumerate(GAMES)},
    **{f"4.{18 + i}": guess(game) for i, game in enumerate(GAMES)},
    "guesses": distance(),
    "4.21": simulation(),
    "wall": wall("even"),
    "wall-odd": wall("odd"),
    "4.24": memory("othello", BASE, SMALL),
    "4.25": memory("othello", "mtd-f", SMALL),
    "4.26": memory("checkers", BASE, SMALL),
    "4.27": memory("checkers", "mtd-f", SMALL),
    "4.28": memory("checkers", "mtd-f", SMALL, top=150),
    "5.1": order(),
    "5.6": etc("chess"),
    "5.7": etc("checkers"),
    "5.7-othello": etc("othello"),
}
