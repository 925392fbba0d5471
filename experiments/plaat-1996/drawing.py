"""What all figures have: points, names, and the look of the thesis' plots."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import reporting
from pnyx.report import plots

Lines = dict[str, list[tuple[float, float]]]
"""Points by the names of the lines they belong to."""
COLOURS = (*plots.COLOURS, "#56b4e9", "#000000")


@dataclass(frozen=True)
class Look:
    """What stands around a figure."""

    title: str
    x: str
    y: str
    logarithmic: bool = False
    """The ordinate."""
    top: float | None = None
    """Where the ordinate ends, if it shows a part only."""


def numbers(look: Look, lines: Lines) -> str:
    """A figure as a table: a row for each point of the abscissa."""
    at = sorted({x for points in lines.values() for x, _ in points})
    by_line = [dict(points) for points in lines.values()]
    rows = [[f"{x:g}", *(f"{line[x]:,.1f}" if x in line else "" for line in by_line)] for x in at]
    return reporting.text_table([look.x, *lines], rows)


def draw(name: str, look: Look, lines: Lines, path: Path) -> None:
    """A figure as SVG."""
    canvas = plots.new_figure(6.5, 4.2)
    axes = canvas.add_subplot()
    # A shallow run may have nothing for some of the lines.
    some = {label: points for label, points in lines.items() if points}
    for (label, points), colour, mark in zip(some.items(), COLOURS, "osD^vP", strict=False):
        axes.plot(*zip(*points, strict=True), marker=mark, color=colour, linewidth=1.6, markersize=4, label=label)
    if "% of " in look.y:
        axes.axhline(100, color="0.4", linewidth=0.8, linestyle="--")
    if look.logarithmic:
        axes.set_yscale("log")
    if (at := sorted({x for points in some.values() for x, _ in points})) and at[-1] - at[0] < 20:
        axes.set_xticks(at)
    if look.top is not None:
        axes.set_ylim(top=look.top)
    axes.set_title(f"Figure {name}. {look.title}", fontsize=10)
    axes.set_xlabel(look.x)
    axes.set_ylabel(look.y)
    axes.grid(alpha=0.3)
    if some:
        axes.legend(fontsize=8)
    plots.save(canvas, path)
