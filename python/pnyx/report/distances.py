"""A plot of a table: how many positions each player on move wins and loses in how many plies. Needs matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pnyx.report import plots

if TYPE_CHECKING:
    from pnyx import Table


def draw_distances(table: Table, path: Path) -> None:
    """Draw the positions by distance to a file, SVG or PNG by its name. Draws have no distance."""
    figure = plots.new_figure(7.5, 4.5)
    axes = figure.add_subplot()
    place = 0
    for player, by_value in table.counts().items():
        for value, marker in (("win", "o"), ("loss", "x")):
            counts = by_value[value]  # type: ignore[index]
            if counts:
                total = sum(counts.values())
                axes.plot(
                    [distance or 0 for distance in counts],
                    list(counts.values()),
                    marker=marker,
                    markersize=4,
                    linewidth=1,
                    color=plots.COLOURS[place % len(plots.COLOURS)],
                    label=f"{player} on move: {value} ({total:,})",
                )
            place += 1
    axes.set_title(f"{table.game}: {len(table):,} positions, {table.values['draw']:,} draws")
    axes.set_yscale("log")
    axes.set_xlabel("plies to the end")
    axes.set_ylabel("positions")
    axes.grid(alpha=0.3)
    if axes.lines:
        axes.legend()
    plots.save(figure, path)
