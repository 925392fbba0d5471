"""Table 3.1 of Breuker (1998), after Breuker et al. (1994): proof-number search against alpha-beta on chess mates.

    pnyx reproduce breuker-1994 [--table 3.1] [--figure nodes] [--sample N] [--out DIR] [--jobs J]

Exit status: 0 when every position is solved by the algorithms that the paper says, or by others as `published.csv`
names them; 1 when there is another difference, 2 for bad input.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

import pnyx
import reporting
from pnyx.report import plots
from reporting import Key

HERE = Path(__file__).parent
NAME = "breuker-1994"
POSITIONS = HERE.parent / "breuker-2001" / "published.csv"
"""The positions are those of the other experiment."""

NODES = 1_000_000
ALGORITHMS = ("pn", "alpha-beta")
LISTS = {"both": "Both algorithms", "pn": "pn only", "alpha-beta": "alpha-beta only", "neither": "Neither algorithm"}
"""The lists of section 3.6."""

PUBLISHED = {
    "total": ("953,762", "5,198,074"),
    "average": ("13,065", "71,206"),
    "best": ("61", "12"),
    "best of pn": ("271", "331,404"),
    "best of alpha-beta": ("2,355", "311"),
    "alpha-beta failed": ("230,166", ">1,000,000"),
    "pn failed": (">1,000,000", "644,058"),
}
"""Table 3.1, which is about 117 positions: these 82 and 35 of Krabbé's."""

RESULTS = (
    "id",
    "algorithm",
    "verdict",
    "reason",
    "nodes",
    "generated",
    "moves_to_win",
    *reporting.PROOF,
)
KEYS = 2


@dataclass(frozen=True)
class Problem:
    """A row of `published.csv`.

    `solved_by` is the list that the paper has it in, and `here` the one it is known to be in here, if that is another.
    """

    id: str
    fen: str
    solved_by: str
    here: str
    published: tuple[str, ...]
    """The nodes of both algorithms, of the few positions for which the text has them."""


@dataclass(frozen=True)
class Measured:
    """What came out for one position: the rows of both algorithms."""

    problem: Problem
    rows: Mapping[str, Mapping[str, str]]

    def solved(self, algorithm: str) -> bool:
        """Whether an algorithm found a mate."""
        return self.rows[algorithm]["verdict"] == "proven"

    def nodes(self, algorithm: str) -> int:
        """The nodes of an algorithm."""
        return int(self.rows[algorithm]["nodes"])

    @property
    def ratio(self) -> float:
        """The nodes of pn for each of alpha-beta."""
        return self.nodes("pn") / self.nodes("alpha-beta")

    @property
    def solved_by(self) -> str:
        """The list it belongs to."""
        solving = [algorithm for algorithm in ALGORITHMS if self.solved(algorithm)]
        return "both" if len(solving) == 2 else solving[0] if solving else "neither"

    @property
    def difference(self) -> str:
        """What differs from the paper, in words; nothing when nothing does."""
        for algorithm, row in self.rows.items():
            where = f"{self.problem.id} {algorithm}"
            if row["verdict"] == "disproven":
                return f"{where} disproven, though there is a mate"
            if row["verdict"] == "unknown" and row["reason"] != "nodes":
                return f"{where} without an answer: {row['reason']}"
            if row["verdict"] == "proven" and row["checkers"] != "2":
                return f"{where} without a certificate that both checkers accept"
        if self.solved_by == self.problem.solved_by:
            return ""
        return f"{self.problem.id} solved by {self.solved_by} instead of {self.problem.solved_by}"

    @property
    def is_known(self) -> bool:
        """Whether this difference is the one that `published.csv` names."""
        return self.difference.endswith(f"solved by {self.problem.here} instead of {self.problem.solved_by}")


def read_problems(path: Path, positions: Path) -> list[Problem]:
    """The published lists, with the positions of the set."""
    with positions.open(newline="", encoding="utf-8") as file:
        fens = {row["id"]: row["fen"] for row in csv.DictReader(file)}
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Problem(row["id"], fens[row["id"]], row["solved_by"], row["here"], (row["pn"], row["alpha_beta"]))
            for row in csv.DictReader(file)
        ]


def search(problem: Problem, algorithm: str, stop: pnyx.StopFlag) -> list[object]:
    """Search one position: a row of the raw results."""
    # Moves and positions as in the paper, as far as proof-number search shows what they were.
    position = pnyx.position("chess", problem.fen, **{"order": "papers", "en-passant": "always"})
    result = pnyx.solve(position, "mate", algorithm, limit=pnyx.Limit(nodes=NODES), stop=stop)
    return [
        problem.id,
        algorithm,
        result.verdict,
        result.reason or "",
        result.nodes,
        result.generated,
        "" if result.moves_to_win is None else result.moves_to_win,
        *reporting.proof_cells(result),
    ]


def read_measured(problems: Sequence[Problem], rows: Mapping[Key, Mapping[str, str]]) -> list[Measured]:
    """The results of these problems, in their order."""
    return [Measured(problem, {name: rows[problem.id, name] for name in ALGORITHMS}) for problem in problems]


def table_3_1(found: Sequence[Measured]) -> str:
    """The sums, averages and best instances of both algorithms, in the paper and here."""
    both = [each for each in found if each.solved_by == "both"]
    failed = {name: [each for each in found if each.solved_by == name] for name in ALGORITHMS}
    measured: dict[str, tuple[str, ...]] = {
        "total": _each(lambda name: sum(each.nodes(name) for each in both)),
        "average": tuple(_average(both, name) for name in ALGORITHMS),
        "best": (f"{sum(each.ratio < 1 for each in both)}", f"{sum(each.ratio > 1 for each in both)}"),
        "alpha-beta failed": (_average(failed["pn"], "pn"), f">{NODES:,}"),
        "pn failed": (f">{NODES:,}", _average(failed["alpha-beta"], "alpha-beta")),
    }
    names = {
        "total": "total nodes, solved by both",
        "average": "average nodes",
        "best": "best performer",
    }
    for key, choose in (("best of pn", min), ("best of alpha-beta", max)):
        best = choose(both, key=lambda each: each.ratio, default=None)
        measured[key] = ("-", "-") if best is None else _each(best.nodes)
        paper = "r217" if key == "best of pn" else "r253"
        names[key] = f"{key} ({paper}; here {'-' if best is None else best.problem.id})"
    names["alpha-beta failed"] = "average where alpha-beta failed"
    names["pn failed"] = "average where pn failed"
    header = ["", "pn", "measured", "alpha-beta", "measured"]
    rows = [
        [name, PUBLISHED[key][0], measured[key][0], PUBLISHED[key][1], measured[key][1]] for key, name in names.items()
    ]
    return reporting.text_table(header, rows)


def instances(found: Sequence[Measured]) -> str:
    """The positions of which the text gives the nodes, in the paper and here."""
    rows = [
        [each.problem.id, *(cell for pair in zip(published, shown, strict=True) for cell in pair)]
        for each in found
        if all(each.problem.published)
        for published in [map(reporting.grouped, each.problem.published)]
        for shown in [[f"{each.nodes(name):,}" if each.solved(name) else "-" for name in ALGORITHMS]]
    ]
    return reporting.text_table(["", "pn", "measured", "alpha-beta", "measured"], rows)


def lists(found: Sequence[Measured]) -> str:
    """Which positions are solved by which algorithms; in brackets those that the paper has in another list."""
    parts = []
    for name, title in LISTS.items():
        mine = [each for each in found if each.solved_by == name]
        shown = [each.problem.id if each.problem.solved_by == name else f"({each.problem.id})" for each in mine]
        theirs = sum(each.problem.solved_by == name for each in found)
        parts.append(f"{title}, {theirs} in the paper and {len(mine)} here: {', '.join(shown) or 'none'}.")
    return "\n\n".join(parts)


def draw_nodes(found: Sequence[Measured], path: Path) -> None:
    """The nodes of one algorithm against those of the other; what was not solved is drawn hollow, at the limit."""
    figure = plots.new_figure(6, 5.5)
    axes = figure.add_subplot()
    for (name, title), colour in zip(LISTS.items(), plots.COLOURS, strict=True):
        mine = [each for each in found if each.solved_by == name]
        pn, alpha_beta = ([min(each.nodes(algorithm), NODES) for each in mine] for algorithm in ALGORITHMS)
        filled = colour if name == "both" else "none"
        axes.scatter(pn, alpha_beta, s=26, facecolors=filled, edgecolors=colour, label=f"{title} ({len(mine)})")
    axes.plot([10, NODES], [10, NODES], ":", color="black", linewidth=0.9)
    plots.label(axes, "nodes of pn", "nodes of alpha-beta", logarithmic="xy", legend="solved by")
    plots.save(figure, path)


def main(arguments: Sequence[str]) -> int:
    """Run the experiment and give its exit status."""
    about = "Table 3.1 of Breuker (1998): pn against alpha-beta on the 82 Win at Chess positions."
    parser = reporting.parser(NAME, about, ["3.1", "instances", "lists"], ["nodes"])
    given = parser.parse_args(arguments)
    problems = reporting.sample(read_problems(HERE / "published.csv", POSITIONS), given.sample)
    reporting.require_figures(given)

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    by_id = {problem.id: problem for problem in problems}
    tasks = [(problem.id, algorithm) for problem in problems for algorithm in ALGORITHMS]
    runs = reporting.open_runs(HERE / "runs", given.out, RESULTS, KEYS, tasks)
    runs.measure(tasks, lambda key, stop: search(by_id[key[0]], key[1], stop), given.jobs, console)

    found = read_measured(problems, runs.rows)
    for name, title, table in (("3.1", "Table 3.1\n\n", table_3_1), ("instances", "", instances), ("lists", "", lists)):
        if name in given.table:
            print(f"{title}{table(found)}\n")
    if "nodes" in given.figure:
        reporting.draw_figure(runs.path.with_name("nodes.svg"), lambda path: draw_nodes(found, path), console)
    return reporting.tell_differences(found)


def _each(count: Callable[[str], int]) -> tuple[str, ...]:
    return tuple(f"{count(name):,}" for name in ALGORITHMS)


def _average(found: Sequence[Measured], algorithm: str) -> str:
    return f"{round(sum(each.nodes(algorithm) for each in found) / len(found)):,}" if found else "-"
