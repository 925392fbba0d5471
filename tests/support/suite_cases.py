"""Suites for tests: small files, plans that need no search, and games that break."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from pnyx.api.solve import Limit
from pnyx.suites.answering import Answer, failure
from pnyx.suites.asking import Question
from pnyx.suites.contenders import Contender
from pnyx.suites.entries import Entry, Suite
from pnyx.suites.planning import Plan, Task
from support.sample_games import Nim

MATES = """\
# Two mates, and a side to move that is mated.
kbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2; id "Morphy";
6k1/5ppp/8/8/8/8/8/K2R4 w - - bm #1;
7k/5K2/8/6Q1/8/8/8/8 b - - bm #-1;
"""


def written(folder: Path, text: str, name: str = "suite.epd") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def row(printed: str, title: str) -> list[str]:
    """The cells of the summary's row with this title."""
    for line in printed.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == title:
            return cells[1:]
    raise AssertionError(f"there is no row {title!r} in:\n{printed}")


def plan_of(positions: int, algorithms: tuple[str, ...] = ("pn",), nodes: int = 1000) -> Plan:
    """A plan about made-up positions."""
    entries = tuple(Entry(line, "chess", f"position {line}") for line in range(1, positions + 1))
    tasks = tuple(Task(entry, Question("solve", "mate"), Contender(name)) for entry in entries for name in algorithms)
    return Plan(Suite("made up", "EPD", entries), tasks, Limit(nodes=nodes))


def solved(answer: str = "proven", length: int | None = None, **more: object) -> Answer:
    """An answer that was found."""
    found: Answer = {**failure(""), "status": "solved", "headline": answer, "answer": answer, "length": length}
    found.update(more)  # type: ignore[typeddict-item]
    return found


class Fragile(Nim):
    """Nim that breaks at heaps of 5 and kills its process at heaps of 6, and says so loudly."""

    def moves(self, position: tuple[int, int]) -> list[int]:
        print("this must not come between the answers")
        if position[0] == 5:
            raise ZeroDivisionError("five")
        if position[0] == 6:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().moves(position)
