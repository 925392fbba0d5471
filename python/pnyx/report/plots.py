"""Plots as files: SVG that is the same whenever the numbers are, or PNG. Needs matplotlib: `pip install pnyx[plot]`."""

from __future__ import annotations

import io
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pnyx._util.files import write_atomically
from pnyx.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Colours that can also be distinguished by those who do not see all of them."""

MISSING = "plots need matplotlib, which is not installed: pip install 'pnyx[plot]'"


def can_plot() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def new_figure(width: float, height: float) -> Figure:
    """An empty figure, its sides in inches. It belongs to no window and to no global state."""
    if not can_plot():
        raise InputError(MISSING)
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def label(axes: Axes, x: str, y: str, *, logarithmic: str = "x", legend: str | None = None) -> None:
    """Name the axes of a plot, say which of them are logarithmic (`x` or `xy`), and add a grid and a legend."""
    axes.set_xscale("log")
    if "y" in logarithmic:
        axes.set_yscale("log")
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right", title=legend)


def save(figure: Figure, path: Path) -> None:
    """Write the figure as SVG, or as PNG if the name ends so.

    SVG has no date in it, names of its parts that do not change, and text that stays text.
    """
    import matplotlib

    image = io.BytesIO()
    if path.suffix == ".png":
        figure.savefig(image, format="png", dpi=150)
        write_atomically(path, image.getvalue())
        return
    with matplotlib.rc_context({"svg.hashsalt": path.name, "svg.fonttype": "none"}):
        figure.savefig(image, format="svg", metadata={"Date": None, "Creator": None})
    # Matplotlib leaves blanks at the ends of lines.
    lines = (line.rstrip() for line in image.getvalue().splitlines())
    write_atomically(path, b"\n".join(lines) + b"\n")
