"""Tables 1 and 2 of Breuker et al. (2001), counted again on the 82 Win at Chess positions.

    pnyx reproduce breuker-2001 [--only ID ...] [--table 1] [--figure solved] [--sample N] [--out DIR] [--jobs J]

Exit status: 0 when every count is the published one or a difference that `published.csv` names, 1 when there is another
difference, 2 for bad input.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

import pnyx
import reporting
from pnyx.report import plots
from reporting import Key

HERE = Path(__file__).parent
NAME = "breuker-2001"
"""Of the experiment, and of the preset, which includes the paper's limit of 500,000 nodes."""

COLUMNS = {"tree": ("Tree", "pn"), "dag": ("DAG", "pn-dag"), "dcg": ("DCG", "pn-dcg"), "bta": ("BTA", "pn-bta")}
"""The columns of Table 2, their titles and our algorithms."""

RESULTS = (
    "id",
    "column",
    "algorithm",
    "published",
    "verdict",
    "reason",
    "nodes",
    "moves_to_win",
    *reporting.PROOF,
)
KEYS = 2
UNSOLVED = "-"


@dataclass(frozen=True)
class Problem:
    """A row of `published.csv`, its counts by column.

    `filled` are the columns where digits that the scan had lost were filled in, `known` the counts that are known to
    come out differently here.
    """

    id: str
    fen: str
    published: Mapping[str, str]
    filled: frozenset[str]
    known: Mapping[str, str]


@dataclass(frozen=True)
class Measured:
    """What came out for one position and one algorithm."""

    problem: Problem
    column: str
    verdict: str
    reason: str
    nodes: int
    checkers: str

    @property
    def published(self) -> str:
        """The count in the paper."""
        return self.problem.published[self.column]

    @property
    def shown(self) -> str:
        """The count as the paper prints it: a dash where the limit came first."""
        return UNSOLVED if self.verdict == "unknown" else str(self.nodes)

    @property
    def difference(self) -> str:
        """What differs from the paper, in words; nothing when nothing does."""
        where = f"{self.problem.id} {COLUMNS[self.column][0]}"
        if self.verdict == "disproven":
            return f"{where} disproven, though there is a mate"
        if self.verdict == "unknown" and self.reason != "nodes":
            return f"{where} without an answer: {self.reason}"
        if self.verdict == "proven" and self.checkers != "2":
            return f"{where} without a certificate that both checkers accept"
        if re.fullmatch(self.published.replace("x", "[0-9]"), self.shown):
            return ""
        return f"{where} {reporting.grouped(self.shown)} instead of {reporting.grouped(self.published)}"

    @property
    def is_known(self) -> bool:
        """Whether this difference is the one that `published.csv` names."""
        return (self.verdict, self.checkers) == ("proven", "2") and self.problem.known.get(self.column) == self.shown


def read_problems(path: Path) -> list[Problem]:
    """The rows of the published table."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [
        Problem(
            row["id"],
            row["fen"],
            {column: row[column] for column in COLUMNS},
            frozenset(title.lower() for title in re.findall(r"(\w+) digits lost", row["note"])),
            dict(re.findall(r"(\w+) published; not reproduced: (\d+)", row["note"].lower())),
        )
        for row in rows
    ]


def check_positions(problems: Sequence[Problem], console: Console) -> None:
    """See that the positions are those of the set the problems were taken from, if it is here."""
    path = reporting.data_set("chess/win_at_chess.csv", HERE.parent.parent)
    if path is None:
        console.print("The positions are those of published.csv: the set of win_at_chess.csv, to compare them with, is")
        console.print("not here. PNYX_DATA can say where it is: a folder with chess/win_at_chess.csv in it.")
        return
    with path.open(newline="", encoding="utf-8") as file:
        theirs = {row["id"]: row["fen"] for row in csv.DictReader(file)}
    wrong = [problem.id for problem in problems if theirs.get(problem.id) != problem.fen]
    if wrong:
        raise pnyx.InputError(f"published.csv and {path} have different positions for {', '.join(wrong)}")


def search(problem: Problem, column: str, stop: pnyx.StopFlag) -> list[object]:
    """Search one position by the paper's recipe: a row of the raw results."""
    algorithm = COLUMNS[column][1]
    result = pnyx.solve(problem.fen, "mate", algorithm, game="chess", preset=NAME, stop=stop)
    return [
        problem.id,
        column,
        algorithm,
        problem.published[column],
        result.verdict,
        result.reason or "",
        result.nodes,
        "" if result.moves_to_win is None else result.moves_to_win,
        *reporting.proof_cells(result),
    ]


def read_measured(problems: Sequence[Problem], rows: Mapping[Key, Mapping[str, str]]) -> list[Measured]:
    """The results of these problems, in their order."""
    return [
        Measured(problem, column, row["verdict"], row["reason"], int(row["nodes"]), row["checkers"])
        for problem in problems
        for column in COLUMNS
        for row in [rows[problem.id, column]]
    ]


def table_1(found: Sequence[Measured]) -> str:
    """Positions solved, and nodes for those that all four variants solve, in the paper and here."""
    common = _common(found)
    rows = []
    for column, (title, _) in COLUMNS.items():
        mine = [each for each in found if each.column == column]
        both = [each for each in mine if each.problem.id in common]
        rows.append(
            [
                title,
                f"{sum(each.published != UNSOLVED for each in mine)}",
                f"{sum(each.shown != UNSOLVED for each in mine)}",
                f"{sum(int(each.published) for each in both):,}",
                f"{sum(each.nodes for each in both):,}",
            ]
        )
    positions = len(found) // len(COLUMNS)
    header = ["", f"solved of {positions}", "measured", f"nodes for {len(common)}", "measured"]
    return reporting.text_table(header, rows)


def table_2(found: Sequence[Measured]) -> str:
    """The nodes of every position, in the paper and here. An asterisk: digits were filled in."""
    header = [""] + [name for title, _ in COLUMNS.values() for name in (title, "measured")]
    rows: dict[str, list[str]] = {}
    for each in found:
        row = rows.setdefault(each.problem.id, [each.problem.id])
        filled = "*" if each.column in each.problem.filled else ""
        row += [reporting.grouped(each.published) + filled, reporting.grouped(each.shown)]
    return reporting.text_table(header, rows.values())


def draw_solved(found: Sequence[Measured], path: Path) -> None:
    """How many positions are solved within how many nodes, in the paper and here."""
    figure = plots.new_figure(7.5, 4.5)
    axes = figure.add_subplot()
    for (column, (title, algorithm)), colour in zip(COLUMNS.items(), plots.COLOURS, strict=True):
        mine = [each for each in found if each.column == column]
        measured = sorted(each.nodes for each in mine if each.shown != UNSOLVED)
        # A digit that could not be read is taken for a 5; nobody sees the difference here.
        published = sorted(int(each.published.replace("x", "5")) for each in mine if each.published != UNSOLVED)
        label, ranks = f"{title} ({algorithm})", range(1, len(measured) + 1)
        axes.step(measured, ranks, where="post", color=colour, linewidth=2.2, label=label)
        axes.step(published, range(1, len(published) + 1), ":", where="post", color="black", linewidth=0.9)
    axes.plot([], [], ":", color="black", linewidth=0.9, label="published")
    plots.label(axes, "nodes", "positions solved")
    plots.save(figure, path)


def main(arguments: Sequence[str]) -> int:
    """Run the experiment and give its exit status."""
    parser = reporting.parser(
        NAME, "Tables 1 and 2 of Breuker et al. (2001) on the 82 Win at Chess positions.", ["1", "2"], ["solved"]
    )
    parser.add_argument("--only", metavar="ID", nargs="+", help="only these positions, such as r1 r4")
    given = parser.parse_args(arguments)
    problems = read_problems(HERE / "published.csv")
    if given.only:
        unknown = sorted(set(given.only) - {problem.id for problem in problems})
        if unknown:
            parser.error(f"expected ids of published.csv, such as {problems[0].id}, got {', '.join(unknown)}")
        problems = [problem for problem in problems if problem.id in given.only]
    problems = reporting.sample(problems, given.sample)
    reporting.require_figures(given)

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    check_positions(problems, console)
    by_id = {problem.id: problem for problem in problems}
    tasks = [(problem.id, column) for problem in problems for column in COLUMNS]
    runs = reporting.open_runs(HERE / "runs", given.out, RESULTS, KEYS, tasks)
    runs.measure(tasks, lambda key, stop: search(by_id[key[0]], key[1], stop), given.jobs, console)

    found = read_measured(problems, runs.rows)
    for name, table in (("1", table_1), ("2", table_2)):
        if name in given.table:
            print(f"Table {name}\n\n{table(found)}\n")
    if "solved" in given.figure:
        reporting.draw_figure(runs.path.with_name("solved.svg"), lambda path: draw_solved(found, path), console)
    solved = sum((each.verdict, each.checkers) == ("proven", "2") for each in found)
    print(f"{solved} of {len(found)} searches proved a mate by a certificate that both checkers accept.")
    return reporting.tell_differences(found)


def _common(found: Iterable[Measured]) -> set[str]:
    """The positions that all variants solve, in the paper and here."""
    found = list(found)
    return {each.problem.id for each in found} - {
        each.problem.id for each in found if UNSOLVED in (each.published, each.shown)
    }
