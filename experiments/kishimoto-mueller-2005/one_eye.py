"""Table 1: what it costs not to ignore the line, on one-eye problems."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from searching import Measured, Method, Problem

import reporting
from pnyx.report import plots

TABLE = "1"
NODES = 5_000_000
METHODS = {
    ghi: Method(title, "df-pn", {"ghi": ghi, "table": "exact"}, NODES)
    for ghi, title in (
        ("ignore", "IGNORE-GHI"),
        ("dup", "(a) DUP"),
        ("sim", "(b) (a) + SIM"),
        ("full", "(c) (b) + NOCYCLE"),
    )
}
COUNTS = (
    ("nodes", "expansions"),
    ("simulation_nodes", "simulation_nodes"),
    ("simulation_calls", "simulation_calls"),
    ("simulation_failed", "simulation_failed"),
)
"""The paper's counts, and ours."""


def problems(path: Path) -> list[Problem]:
    """Both sides first in every problem of the file."""
    found = []
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for mover, first in (("b", "black_first"), ("w", "white_first")):
                wins = (row[first] == "eye") == (mover == row["eye"])
                text = f"{row['position']} {mover} {row['eye']}"
                expected = "proven" if wins else "disproven"
                found.append(Problem(TABLE, "one-eye", f"{row['id']} {mover}", "go-one-eye", text, "win", expected))
    return found


def table(found: Sequence[Measured], published: Path) -> str:
    """The paper's table, its numbers and ours side by side; counts and seconds are those of the common problems."""
    shared = common(found)
    with published.open(newline="", encoding="utf-8") as file:
        paper = {row["method"]: row for row in csv.DictReader(file)}
    rows = []
    for name, method in METHODS.items():
        mine = [each for each in found if each.method == name]
        both = [each for each in mine if each.problem.id in shared]
        row = [method.title, _solved(int(paper[name]["solved"]), int(paper[name]["flawed"]))]
        row.append(_solved(sum(each.solved for each in mine), sum(each.flawed for each in mine)))
        for theirs, ours in COUNTS:
            given = paper[name][theirs]
            row += [reporting.grouped(given) or "-", f"{sum(getattr(each, ours) for each in both):,}" if given else "-"]
        rows.append([*row, paper[name]["seconds"], f"{sum(each.seconds for each in both):.0f}"])
    heads = ("solved", "total nodes", "nodes by SIM", "SIM calls", "failed", "seconds")
    return reporting.text_table(["", *(name for head in heads for name in (head, "measured"))], rows)


def common(found: Sequence[Measured]) -> set[str]:
    """The problems that all methods solve."""
    return {each.problem.id for each in found} - {each.problem.id for each in found if not each.solved}


def wrong(found: Sequence[Measured]) -> list[str]:
    """Wrong answers, and answers without certificates of methods that should have them."""
    flawed = [each for each in found if each.flawed and each.method != "ignore"]
    return [each.wrong for each in found if each.wrong] + [
        f"{each.problem.id} by {each.method}: {each.reason}" for each in flawed
    ]


def unmet(found: Sequence[Measured]) -> list[str]:
    """What the paper found and this run, of all problems, did not."""
    shared, missing = common(found), []
    solved = {name: sum(each.solved for each in found if each.method == name) for name in METHODS}
    nodes = {
        name: sum(each.expansions for each in found if each.method == name and each.problem.id in shared)
        for name in METHODS
    }
    if solved["full"] < solved["ignore"]:
        missing.append(f"full solves {solved['full']} problems, ignore {solved['ignore']}")
    if nodes["full"] >= 1.1 * nodes["ignore"]:
        missing.append(f"full needs {nodes['full']:,} nodes, ignore {nodes['ignore']:,}: 10 % more or worse")
    if nodes["dup"] < 1.5 * nodes["full"]:
        missing.append(f"dup needs {nodes['dup']:,} nodes, full {nodes['full']:,}: not 1.5 times as many")
    if sum(each.flawed for each in found) < 2:
        missing.append("ignoring the line does no harm")
    return missing


def draw(found: Sequence[Measured], path: Path) -> None:
    """How many problems are solved within how many nodes."""
    figure = plots.new_figure(7.5, 4.5)
    axes = figure.add_subplot()
    styles = ("-", "-", "--", ":")
    for (name, method), colour, style in zip(METHODS.items(), plots.COLOURS, styles, strict=True):
        nodes = sorted(each.expansions for each in found if each.method == name and each.solved)
        axes.step(nodes, range(1, len(nodes) + 1), style, where="post", color=colour, linewidth=2, label=method.title)
    axes.set_xscale("log")
    axes.set_xlabel("nodes, those of simulations included")
    axes.set_ylabel("problems solved")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    plots.save(figure, path)


def _solved(count: int, flawed: int) -> str:
    return f"{count} + {flawed}" if flawed else str(count)
