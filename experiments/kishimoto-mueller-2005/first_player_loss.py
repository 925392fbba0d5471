"""Table 2: the comparison that the paper's conclusion asks for, where a repetition is a failure of the first player.

The paper has no such table.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from rich.console import Console
from searching import Measured, Method, Problem

import pnyx
import reporting
from pnyx.report import plots

TABLE = "2"
SEED = 2005
HERE = Path(__file__).parent
METHODS = {
    "full": Method("df-pn, full", "df-pn", {"ghi": "full", "table": "exact"}, 300_000),
    "nagai": Method("df-pn, nagai", "df-pn", {"ghi": "nagai", "table": "exact"}, 300_000),
    "bta": Method("pn-bta", "pn-bta", {}, 6_000_000),
}
"""A node of df-pn is an expansion, one of pn-bta a position: these limits allow for about as many positions each."""

MATES = 50
GAMES = 20
PLIES = (3, 4, 5, 6)
"""How long before their end games are taken up: the later winner is on move, or the later loser."""


def problems(console: Console) -> list[Problem]:
    """All sets that are here; a message about those that are not."""
    found = [*_win_at_chess(), *_endings()]
    mates = reporting.data_set("chess/mates.epd", HERE.parent.parent)
    games = reporting.data_set("lines_of_action/games.tsv", HERE.parent.parent)
    for path, name, read in ((mates, "chess/mates.epd", _mates), (games, "lines_of_action/games.tsv", _games)):
        if path is None:
            console.print(f"Without {name}, which is not here; PNYX_DATA can say where it is.")
        else:
            found += read(path)
    return found


def _win_at_chess() -> Iterator[Problem]:
    """The mates of the experiment beside this one."""
    with (HERE.parent / "breuker-2001" / "published.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            yield Problem(TABLE, "Win at Chess", row["id"], "chess", row["fen"], "mate", "proven")


def _endings() -> Iterator[Problem]:
    with (HERE / "endings.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            kind, region = f"pawn endings, {row['verdict']}", {"region": row["region"]}
            yield Problem(TABLE, kind, row["id"], "chess", row["fen"], "promote", row["verdict"], region)


def _mates(path: Path) -> Iterator[Problem]:
    """Some of the mates, and all positions in which the side to move is mated: it does not mate, then."""
    lines = path.read_text(encoding="utf-8").splitlines()
    longest = {i: int(found[1]) for i, line in enumerate(lines, 1) if (found := re.search(r"bm #(-?\d+)", line))}
    chosen = Random(SEED).sample([i for i, moves in longest.items() if moves > 0], MATES)
    for kind, numbers, verdict in (
        ("mates", sorted(chosen), "proven"),
        ("no mates", [i for i, moves in longest.items() if moves < 0], "disproven"),
    ):
        for i in numbers:
            fen = " ".join(lines[i - 1].split()[:4])
            yield Problem(TABLE, kind, f"mates.epd:{i}", "chess", fen, "mate", verdict)


def _games(path: Path) -> Iterator[Problem]:
    """Ends of decided games. What is to be found there is not known."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row[4] in ("1-0", "0-1")]
    for i in sorted(Random(SEED).sample(range(len(rows)), GAMES)):
        moves = rows[i][6].split()
        for plies in PLIES:
            position = pnyx.position("lines-of-action")
            for move in moves[:-plies]:
                position = position.play(move)
            kind = "LOA, winner on move" if plies % 2 else "LOA, loser on move"
            yield Problem(TABLE, kind, f"{rows[i][1]} -{plies}", "lines-of-action", position.text, "win")


def table(found: Sequence[Measured]) -> str:
    """By set and method: what was solved, why not, and what the problems took that all three solve."""
    rows = []
    for kind in dict.fromkeys(each.problem.set for each in found):
        members = [each for each in found if each.problem.set == kind]
        unsolved = {each.problem.id for each in members if not each.solved}
        for name, method in METHODS.items():
            mine = [each for each in members if each.method == name]
            both = [each for each in mine if each.problem.id not in unsolved]
            why = Counter(each.reason.split(":")[0] for each in mine if not each.solved)
            rows.append(
                [
                    f"{kind}: {method.title}",
                    str(len(mine)),
                    str(sum(each.verdict == "proven" for each in mine)),
                    str(sum(each.verdict == "disproven" for each in mine)),
                    ", ".join(f"{reason} {count}" for reason, count in sorted(why.items())) or "-",
                    str(len(both)),
                    f"{sum(each.nodes for each in both):,}",
                    f"{sum(each.generated for each in both):,}",
                    f"{sum(each.seconds for each in both):.1f}",
                ]
            )
    header = ["", "problems", "proven", "disproven", "undecided", "by all", "nodes", "positions", "seconds"]
    return reporting.text_table(header, rows)


def wrong(found: Sequence[Measured]) -> list[str]:
    """Wrong answers, answers without certificates, and methods that contradict each other."""
    missing = [each.wrong for each in found if each.wrong]
    missing += [f"{each.problem.id} by {each.method}: {each.reason}" for each in found if each.flawed]
    verdicts: dict[str, set[str]] = {}
    for each in found:
        if each.solved:
            verdicts.setdefault(each.problem.id, set()).add(each.verdict)
    return missing + [f"{name} both proven and disproven" for name, given in verdicts.items() if len(given) > 1]


def draw(found: Sequence[Measured], path: Path) -> None:
    """How many problems are solved within how many positions: proofs to the left, disproofs to the right."""
    figure = plots.new_figure(9, 4.2)
    left, right = figure.subplots(1, 2)
    for axes, verdict in ((left, "proven"), (right, "disproven")):
        for (name, method), colour, style in zip(METHODS.items(), plots.COLOURS, ("-", "--", "-"), strict=False):
            positions = sorted(each.generated for each in found if (each.method, each.verdict) == (name, verdict))
            ranks = range(1, len(positions) + 1)
            axes.step(positions, ranks, style, where="post", color=colour, linewidth=2, label=method.title)
        axes.set_xscale("log")
        axes.set_title(verdict)
        axes.set_xlabel("positions generated")
        axes.grid(alpha=0.3)
    left.set_ylabel("problems solved")
    left.legend(loc="lower right")
    plots.save(figure, path)
