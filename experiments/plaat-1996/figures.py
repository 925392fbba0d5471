"""The figures: which searches each of them needs, what it makes of them, and what it looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from measuring import GAMES, TITLES, Measured, mean, relative

from pnyx import report
from pnyx.report import plots

__all__ = ["BASE", "DEPTHS", "FIGURES", "Figure", "Found", "Lines", "draw", "numbers"]

BASE = "aspiration-nega-scout"
Found = Mapping[tuple[str, str], Sequence[Measured]]
"""What was measured, by game and method."""
Lines = dict[str, list[tuple[float, float]]]
"""Points by the names of the lines they belong to."""

DEPTHS: Mapping[str, Mapping[str, int]] = {
    "performance": {"checkers": 17, "othello": 10, "chess": 7},
    "memory": {"checkers": 13, "othello": 8, "chess": 6},
    "guess": {"checkers": 15, "othello": 9, "chess": 6},
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
STEPS = {"checkers": 2, "othello": 1, "chess": 1}


@dataclass(frozen=True)
class Figure:
    """A figure of the thesis."""

    title: str
    kind: str
    games: Sequence[str]
    methods: Sequence[str]
    lines: Callable[[Found], Lines]
    x: str
    y: str


def depths(found: Sequence[Measured], count: int) -> list[int]:
    """The deepest iterations, so many of them, that all searches have."""
    return [depth for depth in found[0].depths if all(depth in each.depths for each in found)][-count:]


def performance(game: str, nodes: str) -> Figure:
    """Figures 4.7 to 4.12: nodes by depth."""
    methods = [method for method in TITLES if method != BASE]

    def lines(found: Found) -> Lines:
        base = found[game, BASE]
        return {
            TITLES[method]: [(at, relative(found[game, method], base, nodes, at)) for at in depths(base, 99) if at > 1]
            for method in methods
        }

    words = "leaves" if nodes == "leaf" else "all nodes"
    title = f"{game.capitalize()}: {words}"
    return Figure(title, "performance", [game], [*methods, BASE], lines, "depth", f"{words}, % of {TITLES[BASE]}")


def time(game: str) -> Figure:
    """Figures 4.15 to 4.17: seconds by depth, of the deeper searches."""

    def lines(found: Found) -> Lines:
        base = {each.problem.id: each for each in found[game, BASE]}
        mine = found[game, "mtd-f"]
        ratios = {at: mean(each.time(at) / base[each.problem.id].time(at) for each in mine) for at in depths(mine, 4)}
        return {TITLES["mtd-f"]: [(at, 100 * ratio) for at, ratio in ratios.items()]}

    title = f"{game.capitalize()}: execution time"
    return Figure(title, "performance", [game], ["mtd-f", BASE], lines, "depth", f"seconds, % of {TITLES[BASE]}")


def memory(game: str, method: str, sizes: Sequence[int]) -> Figure:
    """Figures 4.1 to 4.6 and 4.24 to 4.28: leaves against Alpha-Beta's by the size of the table."""
    other = "alpha-beta-tt"

    def lines(found: Found) -> Lines:
        deep = depths(found[game, f"{method} stored={1 << sizes[0]}"], 3)
        return {
            f"depth {at}": [
                (k, relative(*(found[game, f"{name} stored={1 << k}"] for name in (method, other)), "leaf", at))
                for k in sizes
            ]
            for at in deep
        }

    methods = [f"{name} stored={1 << k}" for name in (method, other) for k in sizes]
    title = f"{game.capitalize()}: {TITLES[method]} with little memory"
    return Figure(title, "memory", [game], methods, lines, "table entries, log₂", f"leaves, % of {TITLES[other]}")


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
    return Figure(title, "guess", [game], methods, lines, "added to the first guess", f"leaves, % of {TITLES[BASE]}")


def order() -> Figure:
    """Figure 5.1: how often the first move is enough, where a move is."""

    def lines(found: Found) -> Lines:
        made: Lines = {}
        for game in GAMES:
            searches = found[game, BASE]
            points = []
            for ply in range(max(len(each.cuts) for each in searches)):
                cuts = [each.cuts[ply] for each in searches if ply < len(each.cuts) and each.cuts[ply][0]]
                if cuts:
                    points.append((ply, sum(100 * by_first / cut for cut, by_first in cuts) / len(cuts)))
            made[game.capitalize()] = points
        return made

    return Figure("Level of move ordering", "performance", GAMES, [BASE], lines, "ply", "cut by the first move, %")


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

    title = f"{game.capitalize()}: enhanced transposition cut-offs"
    return Figure(title, "performance", [game], [BASE, *methods], lines, "depth", f"leaves, % of {TITLES[BASE]}")


FIGURES: Mapping[str, Figure] = {
    **{f"4.{1 + i}": memory(game, "mt-sss", LARGE) for i, game in enumerate(GAMES)},
    **{f"4.{4 + i}": memory(game, "mt-dual", LARGE) for i, game in enumerate(GAMES)},
    **{f"4.{7 + i}": performance(game, "leaf") for i, game in enumerate(GAMES)},
    **{f"4.{10 + i}": performance(game, "total") for i, game in enumerate(GAMES)},
    **{f"4.{15 + i}": time(game) for i, game in enumerate(GAMES)},
    **{f"4.{18 + i}": guess(game) for i, game in enumerate(GAMES)},
    "4.24": memory("othello", BASE, SMALL),
    "4.25": memory("othello", "mtd-f", SMALL),
    "4.26": memory("checkers", BASE, SMALL),
    "4.27": memory("checkers", "mtd-f", SMALL),
    "5.1": order(),
    "5.6": etc("chess"),
    "5.7": etc("checkers"),
    "5.7-othello": etc("othello"),
}


def numbers(figure: Figure, lines: Lines) -> str:
    """A figure as a table: a row for each point of the abscissa."""
    at = sorted({x for points in lines.values() for x, _ in points})
    by_line = [dict(points) for points in lines.values()]
    rows = [[f"{x:g}", *(f"{line[x]:.1f}" if x in line else "" for line in by_line)] for x in at]
    return report.text_table([figure.x, *lines], rows)


def draw(name: str, figure: Figure, lines: Lines, path: Path) -> None:
    """A figure as SVG."""
    canvas = plots.new_figure(6.5, 4.2)
    axes = canvas.add_subplot()
    for (label, points), colour, mark in zip(lines.items(), plots.COLOURS, "osD^", strict=False):
        axes.plot(*zip(*points, strict=True), marker=mark, color=colour, linewidth=1.6, markersize=4, label=label)
    if "%" in figure.y and " of " in figure.y:
        axes.axhline(100, color="0.4", linewidth=0.8, linestyle="--")
    axes.set_title(f"Figure {name}. {figure.title}", fontsize=10)
    axes.set_xlabel(figure.x)
    axes.set_ylabel(figure.y)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    plots.save(canvas, path)
