"""Tables 1 to 5 and Figure 3 of Winands, Uiterwijk and van den Herik (2003) on Lines of Action.

    pnyx reproduce winands-2003 [--table 1] [--figure 3] [--sample N] [--nodes N] [--out DIR] [--jobs J]

Exit status: 0 when this run shows what the paper found, 1 when it does not or an answer is wrong, 2 for bad input.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from methods import KEYS, NAMED, RESULTS, STORED, Measured, common, grid, measured, memory, named, read, search
from rich.console import Console

import pnyx
import reporting
from pnyx.report import plots
from reporting import Method

HERE = Path(__file__).parent
NAME = "winands-2003"
LIMITS = {"positions": 50_000_000, "hard": 500_000_000}
"""The most nodes for a position of each set."""
MANY = 50
"""The claims of the paper are tested only if this many problems were searched."""
TABLES: Mapping[str, tuple[str, Sequence[str]]] = {
    "1": ("positions", ("alpha-beta", "pn", "pds", "pn2")),
    "2": ("positions", ("pds", "pn2")),
    "3": ("positions", tuple(grid())),
    "4": ("positions", ("pds-pn", "pn2")),
    "5": ("hard", ("pds-pn", "pn2")),
}
FIGURES: Mapping[str, tuple[str, Sequence[str]]] = {"3": ("positions", tuple(memory()))}


def table(name: str, found: Sequence[Measured], published: Sequence[Mapping[str, str]]) -> str:
    """Published and measured: what was solved, and nodes and seconds for the problems that all methods solve."""
    if name == "3":
        return _grid(found, published)
    shared, rows = common(found), []
    count = len({each.problem.id for each in found})
    for row in published:
        mine = [each for each in found if each.method == row["method"]]
        both = [each for each in mine if each.problem.id in shared]
        seconds = f"{int(row['milliseconds']) / 1000:,.0f}" if row["milliseconds"] else "-"
        cells = [NAMED[row["method"]].title, row["solved"] or "-", str(sum(each.solved for each in mine))]
        cells += [f"{int(row['nodes']):,}", f"{sum(each.nodes for each in both):,}"]
        rows.append([*cells, seconds, f"{sum(each.seconds for each in both):,.1f}"])
    subset = published[0]["subset"]
    header = ["", f"solved of {published[0]['of']}", f"measured of {count}"]
    header += [f"nodes for {subset}", f"measured for {len(shared)}", "seconds", "measured"]
    return reporting.text_table(header, rows)


def _grid(found: Sequence[Measured], published: Sequence[Mapping[str, str]]) -> str:
    """Table 3: positions solved by a and b."""
    rows = []
    for row in published:
        a, b = row["method"].split()[1].split("/")
        solved = sum(each.solved for each in found if each.method == row["method"])
        rows.append([reporting.grouped(a), reporting.grouped(b), row["solved"] or "-", str(solved)])
    count = len({each.problem.id for each in found})
    return reporting.text_table(["a", "b", f"solved of {published[0]['of']}", f"measured of {count}"], rows)


def solved(found: Sequence[Measured]) -> dict[str, int]:
    """The number of problems solved by each method."""
    counts = dict.fromkeys((each.method for each in found), 0)
    for each in found:
        counts[each.method] += each.solved
    return counts


def unmet(name: str, found: Sequence[Measured]) -> list[str]:
    """What the paper found and this run did not."""
    count, shared = solved(found), common(found)
    # Methods count nodes in ways of their own; the sizes of their trees are compared by what all of them do.
    generated = {
        method: sum(each.generated for each in found if each.method == method and each.problem.id in shared)
        for method in count
    }
    claims: list[tuple[bool, str]] = []
    if name == "1":
        claims += [
            (generated["pn"] <= generated[other], f"PN's trees are not smaller than those of {other}")
            for other in count
        ]
        claims += [(count[other] > count["pn"], f"{other} solves no more than PN") for other in ("pds", "pn2")]
        claims.append((count["alpha-beta"] < min(count["pds"], count["pn2"]), "αβ solves as many as PDS or PN²"))
    elif name == "5":
        claims.append((count["pds-pn"] >= count["pn2"], "PDS-PN solves fewer of the hard ones than PN²"))
    elif name == "figure 3":
        whole = {method: count[f"{method} 1/1"] for method in ("pn2", "pds-pn")}
        lost = {method: whole[method] - count[f"{method} 1/64"] for method in whole}
        claims.append((lost["pds-pn"] <= 0.05 * whole["pds-pn"], "PDS-PN solves fewer with a 64th of the memory"))
        claims.append((lost["pn2"] > lost["pds-pn"], "PN² does not suffer from little memory"))
    return [words for met, words in claims if not met]


def draw(found: Sequence[Measured], path: Path) -> None:
    """Figure 3: problems solved against the nodes that may be stored."""
    figure = plots.new_figure(7.5, 4.5)
    axes = figure.add_subplot()
    count = solved(found)
    for name, colour in zip(("pn2", "pds-pn"), plots.COLOURS, strict=False):
        points = [
            (STORED / int(method.split("/")[1]), n) for method, n in count.items() if method.startswith(f"{name} ")
        ]
        axes.plot(*zip(*points, strict=True), "o-", color=colour, linewidth=2, label=NAMED[name].title)
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("nodes that may be stored")
    axes.set_ylabel(f"positions solved of {len({each.problem.id for each in found})}")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    plots.save(figure, path)


def main(arguments: Sequence[str]) -> int:
    """Run the experiment and give its exit status."""
    description = "Tables 1 to 5 and Figure 3 of Winands, Uiterwijk and van den Herik (2003) on Lines of Action."
    parser = reporting.parser(NAME, description, list(TABLES), list(FIGURES))
    parser.add_argument("--nodes", metavar="N", type=int, help="the most nodes for a search (those of the paper)")
    given = parser.parse_args(arguments)
    if given.figure and given.asked and not plots.can_plot():
        raise pnyx.InputError(plots.MISSING)
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    wanted = {name: TABLES[name] for name in given.table} | {f"figure {name}": FIGURES[name] for name in given.figure}
    sets = {name: read(name, HERE / f"{name}.csv", given.sample) for name, _ in wanted.values()}
    limits = {name: given.nodes or limit for name, limit in LIMITS.items()}

    by_key = {(problem.set, problem.id): problem for problems in sets.values() for problem in problems}
    methods: dict[str, Method] = {}
    keys: dict[str, list[tuple[str, ...]]] = {}
    for what, (name, ways) in wanted.items():
        keep = dict(named(way) for way in ways)
        methods |= keep
        keys[what] = [(name, problem.id, way, str(limits[name])) for problem in sets[name] for way in keep]
    tasks = list(dict.fromkeys(key for some in keys.values() for key in some))
    runs = reporting.open_runs(HERE / "runs", given.out, RESULTS, KEYS, tasks)
    runs.measure(
        tasks,
        lambda key, stop: search(by_key[key[0], key[1]], key[2], methods[key[2]], int(key[3]), stop),
        given.jobs,
        console,
    )

    with (HERE / "published.csv").open(newline="", encoding="utf-8") as file:
        published = list(csv.DictReader(file))
    missing: list[str] = []
    for what, (name, ways) in wanted.items():
        found = [
            measured(problem, way, runs.rows[name, problem.id, named(way)[0], str(limits[name])])
            for problem in sets[name]
            for way in ways
        ]
        missing += [each.wrong for each in found if each.wrong]
        if len(sets[name]) >= MANY:
            missing += unmet(what, found)
        if what in TABLES:
            print(f"Table {what}\n\n{table(what, found, [row for row in published if row['table'] == what])}\n")
        elif plots.can_plot():
            path = runs.path.with_name("memory.svg")
            draw(found, path)
            print(f"Figure 3: {path}\n\n{_memory(found)}\n")
        else:
            console.print(f"No figure: {plots.MISSING}")
    print(f"Not as in the paper, or wrong: {'; '.join(dict.fromkeys(missing)) or 'nothing'}.")
    return 1 if missing else 0


def _memory(found: Sequence[Measured]) -> str:
    """Figure 3 in numbers."""
    count = solved(found)
    parts = list(dict.fromkeys(method.split("/")[1] for method in count))
    rows = [
        [f"{STORED // int(part):,}", *(str(count[f"{name} 1/{part}"]) for name in ("pn2", "pds-pn"))] for part in parts
    ]
    return reporting.text_table(["stored", "PN²", "PDS-PN"], rows)
