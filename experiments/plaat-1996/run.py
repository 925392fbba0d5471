"""Figures of chapters 4 and 5 and the tables of appendix C of Plaat's thesis (1996), on positions made for them.

    pnyx reproduce plaat-1996 [--table chess] [--figure 4.7] [--sample N] [--shallower N] [--out DIR] [--jobs J]

Exit status: 0 when this run shows what the thesis found, or differs as the README says; 1 when it does not, or searches
of a position disagree about its value where they must not; 2 for bad input.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from claims import CYCLIC, KNOWN, claims, disagreements
from figures import DEPTHS, FIGURES, STEPS, Found, draw, numbers
from measuring import GAMES, KEYS, RESULTS, TITLES, Measured, mean, measured, read, search
from rich.console import Console

import pnyx
from pnyx import report
from pnyx.report import plots
from pnyx.report.runs import Key

HERE = Path(__file__).parent
NAME = "plaat-1996"
MANY = 10
"""So many positions of a game have to be searched before it is asked whether the thesis was right."""


def table(found: Found, game: str, nodes: str, published: Sequence[Mapping[str, str]]) -> str:
    """A table of appendix C, the best of each position in bold; and below it how methods compare there and here."""
    searches = {method: {each.problem.id: each for each in found[game, method]} for method in TITLES}
    depth = min(each.depths[-1] for by_id in searches.values() for each in by_id.values())
    rows, counts = [], {}
    for position in searches["mtd-f"]:
        counts[position] = {method: by_id[position].count(nodes, depth) for method, by_id in searches.items()}
        least = min(counts[position].values())
        cells = [f"**{count:,}**" if count == least else f"{count:,}" for count in counts[position].values()]
        rows.append([position, *cells])
    base = "aspiration-nega-scout"
    theirs = [row for row in published if row["game"] == game and row["nodes"] == nodes]
    for words, ratios in (
        ("% of NegaScout", {m: mean(row[m] / row[base] for row in counts.values()) for m in TITLES}),
        ("published, %", {m: mean(int(row[m]) / int(row[base]) for row in theirs) for m in TITLES}),
    ):
        rows.append([words, *(f"{100 * ratio:.1f}" for ratio in ratios.values())])
    return f"Cumulative {nodes} nodes, {game}, depth {depth}\n\n{report.text_table(['position', *TITLES.values()], rows)}"


def main(arguments: Sequence[str]) -> int:
    """Run the experiment and give its exit status."""
    description = "Figures of chapters 4 and 5 and the tables of appendix C of Plaat's thesis (1996)."
    parser = report.parser(NAME, description, GAMES, list(FIGURES))
    parser.add_argument(
        "--shallower", metavar="N", type=int, default=0, help="iterations fewer than the depths of the README"
    )
    given = parser.parse_args(arguments)
    if given.figure and given.asked and not plots.can_plot():
        raise pnyx.InputError(plots.MISSING)
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    problems = {game: read(HERE / "positions.csv", game, given.sample) for game in GAMES}
    by_key = {(game, problem.id): problem for game, some in problems.items() for problem in some}

    def keys(kind: str, games: Sequence[str], methods: Sequence[str]) -> list[Key]:
        plies = {game: max(DEPTHS[kind][game] - given.shallower * STEPS[game], 1) for game in games}
        return [
            (game, problem.id, method, str(plies[game]))
            for game in games
            for problem in problems[game]
            for method in methods
        ]

    wanted = {f"table {game}": keys("performance", [game], list(TITLES)) for game in given.table}
    for name in given.figure:
        figure = FIGURES[name]
        wanted[f"figure {name}"] = keys(figure.kind, figure.games, figure.methods)
    tasks = list(dict.fromkeys(key for some in wanted.values() for key in some))
    runs = report.open_runs(HERE / "runs", given.out, RESULTS, KEYS, tasks)
    runs.measure(
        tasks, lambda key, stop: search(by_key[key[0], key[1]], key[2], int(key[3]), stop), given.jobs, console
    )

    def collected(some: Sequence[Key]) -> Found:
        made: dict[tuple[str, str], list[Measured]] = {}
        for key in some:
            made.setdefault((key[0], key[2]), []).append(measured(by_key[key[0], key[1]], runs.rows[key]))
        return made

    with (HERE / "published.csv").open(newline="", encoding="utf-8") as file:
        published = list(csv.DictReader(file))
    for game in given.table:
        found = collected(wanted[f"table {game}"])
        for nodes in ("leaf", "total"):
            print(f"{table(found, game, nodes, published)}\n")
    for name in given.figure:
        figure = FIGURES[name]
        lines = figure.lines(collected(wanted[f"figure {name}"]))
        print(f"Figure {name}. {figure.title}: {figure.y}\n\n{numbers(figure, lines)}\n")
        if plots.can_plot():
            draw(name, figure, lines, runs.path.with_name(f"figure-{name}.svg"))
    if not plots.can_plot() and given.figure:
        console.print(f"No figures: {plots.MISSING}")

    at_depth = [key for key in tasks if key in set(keys("performance", GAMES, sorted({key[2] for key in tasks})))]
    wrong = _values(collected(tasks))
    unmet = []
    if all(len(some) >= MANY for some in problems.values()):
        unmet = [claim for claim, holds in claims(collected(at_depth)).items() if not holds]
    print(f"Not as in the thesis, as the README says: {'; '.join(c for c in unmet if c in KNOWN) or 'nothing'}.")
    wrong += [claim for claim in unmet if claim not in KNOWN]
    print(f"Not as in the thesis otherwise, or wrong: {'; '.join(wrong) or 'nothing'}.")
    return 1 if wrong else 0


def _values(found: Found) -> list[str]:
    """Say how often searches disagree about a value; where they must not, it is an error."""
    wrong = []
    different = disagreements(found)
    for game in GAMES:
        asked = {(each.problem.id, d) for (g, _), some in found.items() if g == game for each in some for d in each.depths}
        if not asked:
            continue
        mine = [key for key in different if key[0] == game]
        print(f"{game}: searches agree about {len(asked) - len(mine)} of {len(asked)} values.")
        if game not in CYCLIC:
            wrong += [f"{game} {position}, depth {depth}: {different[g, position, depth]}" for g, position, depth in mine]
    return wrong
