"""Figures of chapters 4 and 5 and the tables of appendix C of Plaat's thesis (1996), on positions made for them.

    pnyx reproduce plaat-1996 [--table chess] [--figure 4.7] [--sample N] [--shallower N] [--out DIR] [--jobs J]

Exit status: 0 when this run shows what the thesis found, or differs as the README says; 1 when it does not, or searches
of a position disagree about its value where they must not; 2 for bad input.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

import minimal
from claims import KNOWN, claims, wrong_values
from drawing import draw, numbers
from figures import DEPTHS, FIGURES, STEPS, Found
from rich.console import Console
from searches import (
    BASE,
    BRATKO_KOPEC,
    GAMES,
    KEYS,
    PLAIN_CHESS,
    RESULTS,
    TITLES,
    Measured,
    bratko_kopec,
    mean,
    measured,
    read,
    search,
)
from simulated import VALUES

import reporting
from pnyx.report import plots
from reporting import Key, Problem, Runs

HERE = Path(__file__).parent
NAME = "plaat-1996"
TREES = 20
"""Simulated trees of each kind."""
MANY = 10
"""The claims of the thesis are tested only if this many positions of each game were searched."""
Problems = Mapping[str, Sequence[Problem]]


def table(found: Found, game: str, nodes: str, published: Sequence[Mapping[str, str]]) -> str:
    """A table of appendix C, the best of each position in bold; below it, how methods compare here and there."""
    searches = {method: {each.problem.id: each for each in found[game, method]} for method in TITLES}
    depth = min(each.depths[-1] for by_id in searches.values() for each in by_id.values())
    rows, counts = [], []
    for position in searches["mtd-f"]:
        row = {method: by_id[position].count(nodes, depth) for method, by_id in searches.items()}
        least = min(row.values())
        rows.append([position, *(f"**{count:,}**" if count == least else f"{count:,}" for count in row.values())])
        counts.append(row)
    theirs = [
        {method: int(row[method]) for method in TITLES}
        for row in published
        if row["game"] == game and row["nodes"] == nodes
    ]
    for words, some in (("geometric mean, %", counts), ("published, %", theirs)):
        rows.append([words, *(f"{100 * mean(row[method] / row[BASE] for row in some):.1f}" for method in TITLES)])
    table = reporting.text_table(["position", *TITLES.values()], rows)
    return f"Cumulative {nodes} nodes, {game}, depth {depth}\n\n{table}"


def main(arguments: Sequence[str]) -> int:
    """Run the experiment and give its exit status."""
    description = "Figures of chapters 4 and 5 and the tables of appendix C of Plaat's thesis (1996)."
    parser = reporting.parser(NAME, description, GAMES, [*FIGURES, *minimal.FIGURES])
    parser.add_argument("--shallower", metavar="N", type=int, default=0, help="N iterations fewer than in the README")
    given = parser.parse_args(arguments)
    reporting.require_figures(given)
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    problems = _problems(given.sample)
    drawn = {name: FIGURES[name] for name in given.figure if name in FIGURES}
    if not problems[BRATKO_KOPEC] and any(BRATKO_KOPEC in figure.sets for figure in drawn.values()):
        console.print("No minimax wall: the Bratko-Kopec positions are not here; PNYX_DATA can say where they are.")
    by_key = {(problem.set, problem.id): problem for some in problems.values() for problem in some}

    def keys(kind: str, sets: Sequence[str], methods: Sequence[str]) -> list[Key]:
        plies = {name: max(DEPTHS[kind][name] - given.shallower * STEPS.get(name, 1), 1) for name in sets}
        return [
            (name, problem.id, method, str(plies[name]))
            for name in sets
            for problem in problems[name]
            for method in methods
        ]

    tables = {game: keys("performance", [game], list(TITLES)) for game in given.table}
    drawn = {name: figure for name, figure in drawn.items() if all(problems[each] for each in figure.sets)}
    wanted = {name: keys(figure.kind, figure.sets, figure.methods) for name, figure in drawn.items()}
    tasks = list(dict.fromkeys(key for some in (*tables.values(), *wanted.values()) for key in some))
    runs = reporting.open_runs(HERE / "runs", given.out, RESULTS, KEYS, tasks)
    runs.measure(
        tasks, lambda key, stop: search(by_key[key[0], key[1]], key[2], int(key[3]), stop), given.jobs, console
    )

    def collected(some: Sequence[Key]) -> Found:
        made: dict[tuple[str, str], list[Measured]] = {}
        for key in some:
            made.setdefault((key[0], key[2]), []).append(measured(by_key[key[0], key[1]], runs.rows[key]))
        return made

    graphs = {name: minimal.FIGURES[name] for name in given.figure if name in minimal.FIGURES}
    sizes = _graphs(graphs, problems, given.shallower, runs.path.with_name("measures.csv"), given.jobs, console)

    with (HERE / "published.csv").open(newline="", encoding="utf-8") as file:
        published = list(csv.DictReader(file))
    for game, some in tables.items():
        for nodes in ("leaf", "total"):
            print(f"{table(collected(some), game, nodes, published)}\n")
    shown = [(name, figure.look, figure.lines(collected(wanted[name]))) for name, figure in drawn.items()]
    shown += [(name, figure.look, figure.lines(sizes)) for name, figure in graphs.items()]
    for name, look, lines in shown:
        print(f"Figure {name}. {look.title}: {look.y}\n\n{numbers(look, lines)}\n")
        if plots.can_plot():
            draw(name, look, lines, runs.path.with_name(f"figure-{name}.svg"))
    if given.figure and not plots.can_plot():
        console.print(f"No figures: {plots.MISSING}")

    words, wrong = wrong_values(collected(tasks))
    for line in words:
        print(line)
    if all(len(problems[game]) >= MANY for game in GAMES):
        methods = list(dict.fromkeys(key[2] for key in tasks))
        plain = [method for method in methods if method.endswith(PLAIN_CHESS)]
        asked = [*keys("performance", GAMES, methods), *keys("plain", ["chess"], plain)]
        deepest = [key for key in asked if key in runs.rows]
        unmet = [claim for claim, holds in claims(collected(deepest)).items() if not holds]
        print(f"Not as in the thesis, as the README says: {'; '.join(c for c in unmet if c in KNOWN) or 'nothing'}.")
        wrong += [claim for claim in unmet if claim not in KNOWN]
    print(f"Not as in the thesis otherwise, or wrong: {'; '.join(wrong) or 'nothing'}.")
    return 1 if wrong else 0


def _problems(count: int | None) -> Problems:
    """All sets, or so much of each of them."""
    made = {game: read(HERE / "positions.csv", game, count) for game in GAMES}
    trees = reporting.sample([str(number) for number in range(1, TREES + 1)], count)
    for ordered in VALUES:
        made[f"simulated-{ordered}"] = [Problem(f"simulated-{ordered}", number, "") for number in trees]
    path = reporting.data_set("chess/bratko_kopec.epd", HERE.parent.parent)
    made[BRATKO_KOPEC] = [] if path is None else bratko_kopec(path, count)
    return made


def _graphs(
    figures: Mapping[str, minimal.GraphFigure],
    problems: Problems,
    shallower: int,
    path: Path,
    jobs: int,
    console: Console,
) -> minimal.Graphs:
    """What the figures of minimal trees and graphs need, measured or found measured."""
    games = [game for game in GAMES if any(game in figure.games for figure in figures.values())]
    plies = {game: minimal.DEPTHS[game][: max(len(minimal.DEPTHS[game]) - shallower, 1)] for game in games}
    asked = {(game, depth): problems[game] for game in games for depth in plies[game]}
    if not asked:
        return {}
    by_key = {minimal.key(problem, depth): (problem, depth) for (_, depth), some in asked.items() for problem in some}
    runs = Runs(path, minimal.COLUMNS, minimal.KEYS)
    runs.measure(list(by_key), lambda key, stop: minimal.measure(*by_key[key], stop), jobs, console)
    return {
        (game, depth): [minimal.sizes(runs.rows[minimal.key(problem, depth)]) for problem in some]
        for (game, depth), some in asked.items()
    }
