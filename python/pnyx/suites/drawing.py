"""Plots of a run: positions solved over nodes and over time, and one algorithm against another.

Needs matplotlib: `pip install pnyx[plot]`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pnyx.errors import InputError, quoted
from pnyx.report import plots
from pnyx.suites.outcomes import Outcome

if TYPE_CHECKING:
    from pnyx.suites.report import SuiteResults

FORMS: Final = ("svg", "png")

_MEASURES: Final[dict[str, Callable[[Outcome], float]]] = {
    # On a logarithmic scale there is no zero.
    "nodes": lambda outcome: max(outcome.nodes, 1),
    "seconds": lambda outcome: max(outcome.seconds, 0.0001),
}


def require_plots(folder: str | os.PathLike[str], form: str) -> None:
    """Refuse before the search what cannot be drawn afterwards."""
    if form not in FORMS:
        raise InputError(f"expected svg or png as the format of plots, got {quoted(form)}")
    if not plots.can_plot():
        raise InputError(plots.MISSING)
    if Path(folder).exists() and not Path(folder).is_dir():
        raise InputError(f"expected a directory for the plots, got the file {quoted(os.fspath(folder))}")


def draw_plots(results: SuiteResults, folder: str | os.PathLike[str], form: str = "svg") -> list[Path]:
    """Draw the plots and return the files: `solved-nodes.svg`, `solved-seconds.svg`, and for every
    algorithm but the first `first-against-second-nodes.svg`.
    """
    require_plots(folder, form)
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot create {quoted(os.fspath(folder))}: {error.strerror or error}") from error
    by_algorithm: dict[str, list[Outcome]] = {}
    for outcome in results.outcomes:
        by_algorithm.setdefault(outcome.algorithm, []).append(outcome)
    drawn = []
    for measure in _MEASURES:
        drawn.append(target / f"solved-{measure}.{form}")
        _draw_solved(by_algorithm, measure, drawn[-1])
    first = next(iter(by_algorithm), None)
    for second in list(by_algorithm)[1:]:
        drawn.append(target / f"{_file_name(first or '')}-against-{_file_name(second)}-nodes.{form}")
        _draw_against(by_algorithm[first or ""], by_algorithm[second], drawn[-1])
    return drawn


def _draw_solved(by_algorithm: dict[str, list[Outcome]], measure: str, path: Path) -> None:
    """Positions solved over effort: curves further up and left are better."""
    figure = plots.new_figure(7.5, 4.5)
    axes = figure.add_subplot()
    largest = max((_MEASURES[measure](each) for found in by_algorithm.values() for each in found), default=1)
    for place, (algorithm, outcomes) in enumerate(by_algorithm.items()):
        taken = sorted(_MEASURES[measure](each) for each in outcomes if each.solved)
        # The line goes on to the end of the plot, where nothing more is solved.
        ranks = [*range(1, len(taken) + 1), len(taken)]
        label = f"{algorithm} ({len(taken)} of {len(outcomes)})"
        axes.step([*taken, largest], ranks, _style(place), where="post", color=_colour(place), linewidth=2, label=label)
    axes.set_ylim(bottom=0)
    plots.label(axes, measure, "positions solved")
    plots.save(figure, path)


def _draw_against(first: Sequence[Outcome], second: Sequence[Outcome], path: Path) -> None:
    """Nodes of one algorithm against those of another; unsolved positions are drawn where the search ended."""
    figure = plots.new_figure(6, 5.5)
    axes = figure.add_subplot()
    others = {each.key[:4]: each for each in second}
    pairs = [(each, others[each.key[:4]]) for each in first if each.key[:4] in others]
    names = first[0].algorithm, second[0].algorithm
    groups = {
        (True, True): "both",
        (True, False): f"only {names[0]}",
        (False, True): f"only {names[1]}",
        (False, False): "neither",
    }
    nodes = _MEASURES["nodes"]
    for place, (solved, title) in enumerate(groups.items()):
        mine = [pair for pair in pairs if (pair[0].solved, pair[1].solved) == solved]
        if mine:
            x, y = ([nodes(pair[side]) for pair in mine] for side in (0, 1))
            filled = _colour(place) if all(solved) else "none"
            axes.scatter(x, y, s=26, facecolors=filled, edgecolors=_colour(place), label=f"{title} ({len(mine)})")
    ends = [1, max((nodes(each) for pair in pairs for each in pair), default=10)]
    axes.plot(ends, ends, ":", color="black", linewidth=0.9)
    plots.label(axes, f"nodes of {names[0]}", f"nodes of {names[1]}", logarithmic="xy", legend="solved by")
    plots.save(figure, path)


def _colour(place: int) -> str:
    return plots.COLOURS[place % len(plots.COLOURS)]


def _style(place: int) -> str:
    return ("-", "--", "-.", ":")[place // len(plots.COLOURS) % 4]


def _file_name(algorithm: str) -> str:
    """An algorithm's label as part of a file's name."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", algorithm)
