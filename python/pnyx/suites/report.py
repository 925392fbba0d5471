"""All results of a run, with their summary and comparison as data and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from pnyx.api.wording import why
from pnyx.report.tables import text_table
from pnyx.suites.outcomes import Outcome
from pnyx.suites.planning import Plan
from pnyx.suites.summary import Comparison, Summary, compare, contradictions, summarise


@dataclass(frozen=True)
class SuiteResults:
    """The results of a suite. Printed, it is the summary."""

    plan: Plan
    outcomes: tuple[Outcome, ...]
    """One for each position and algorithm, in the order of the suite."""
    found_done: int = 0
    """How many of them were in the file of results before."""
    interrupted: bool = False
    """Whether the run was stopped before the end."""
    unwritten: int = 0
    """How many of them could not be written to the file of results."""

    @cached_property
    def summaries(self) -> tuple[Summary, ...]:
        """The counts for each algorithm."""
        return summarise(self.outcomes)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Every two algorithms side by side."""
        return compare(self.outcomes)

    @cached_property
    def contradictions(self) -> tuple[tuple[Outcome, Outcome], ...]:
        """Answers of two algorithms that cannot both be right."""
        return contradictions(self.outcomes)

    @property
    def wrong(self) -> tuple[Outcome, ...]:
        """Answers that contradict the suite."""
        return tuple(each for each in self.outcomes if each.wrong)

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """Searches that failed."""
        return tuple(each for each in self.outcomes if each.status == "failed")

    def to_json(self) -> dict[str, Any]:
        """The results as `pnyx suite --json` prints them."""
        suite = self.plan.suite
        return {
            "suite": suite.name,
            "format": suite.format,
            "games": suite.games,
            "questions": self.plan.questions,
            "conditions": self.plan.conditions,
            "tasks": len(self.plan.tasks),
            "done": len(self.outcomes),
            "found_done": self.found_done,
            "interrupted": self.interrupted,
            "unwritten": self.unwritten,
            "bad_lines": [{"line": each.line, "problem": each.problem} for each in suite.bad_lines],
            "notes": list(suite.notes),
            "summaries": [each.to_json() for each in self.summaries],
            "comparisons": [each.to_json() for each in self.comparisons],
            "contradictions": [[asdict(first), asdict(second)] for first, second in self.contradictions],
            "results": [asdict(each) for each in self.outcomes],
        }

    def __str__(self) -> str:
        tables = [_summary_table(self.summaries)] if self.summaries else ["No positions were searched."]
        if self.comparisons:
            tables.append(_comparison_table(self.comparisons))
        return "\n\n".join(tables)


def _summary_table(summaries: Sequence[Summary]) -> str:
    rows: list[list[str]] = []

    def add(title: str, cells: Sequence[str], *, always: bool = False) -> None:
        if always or any(cell not in ("0", "-") for cell in cells):
            rows.append([title, *cells])

    add("positions", [f"{each.positions:,}" for each in summaries], always=True)
    add("solved", [f"{each.solved:,}" for each in summaries], always=True)
    for answer in dict.fromkeys(answer for each in summaries for answer in each.answers):
        add(f"  {answer}", [f"{each.answers.get(answer, 0):,}" for each in summaries])
    for reason in dict.fromkeys(reason for each in summaries for reason in each.unknown):
        add(f"unknown: {why(reason)}", [f"{each.unknown.get(reason, 0):,}" for each in summaries])
    add("failed", [f"{each.failed:,}" for each in summaries])
    add("wrong", [f"{each.wrong:,}" for each in summaries], always=True)
    add("agree with the suite", [f"{each.right:,}" for each in summaries])
    add("mates as short as the suite's", [f"{each.at_length:,}" for each in summaries])
    add("moves the suite does not list", [f"{each.missed:,}" for each in summaries])
    add("nodes", [f"{each.nodes:,}" for each in summaries], always=True)
    add("nodes, median of the solved", [_number(each.median_nodes) for each in summaries], always=True)
    add("seconds", [f"{each.seconds:,.2f}" for each in summaries], always=True)
    return text_table(["", *(each.algorithm for each in summaries)], rows)


def _comparison_table(comparisons: Sequence[Comparison]) -> str:
    header = ["first : second", "both solve", "only first", "only second", "neither", "nodes", "seconds"]
    rows = [
        [
            f"{each.first} : {each.second}",
            *(f"{count:,}" for count in (each.both, each.only_first, each.only_second, each.neither)),
            _ratio(each.nodes),
            _ratio(each.seconds),
        ]
        for each in comparisons
    ]
    note = "Nodes and seconds: first divided by second, geometric mean over positions both solve."
    return f"{text_table(header, rows)}\n{note}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"


def _ratio(value: float | None) -> str:
    return "-" if value is None else f"{value:,.3g}"
