"""Table 1 of Kishimoto and Müller (2005) on one-eye problems made for it, and the comparison their conclusion asks for.

    pnyx reproduce kishimoto-mueller-2005 [--table 1] [--figure one-eye] [--sample N] [--out DIR] [--jobs J]

Exit status: 0 when this run shows what the paper found, 1 when it does not or an answer is wrong, 2 for bad input.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import first_player_loss
import one_eye
from rich.console import Console
from searching import KEYS, RESULTS, measured, search

import reporting

HERE = Path(__file__).parent
NAME = "kishimoto-mueller-2005"
METHODS = {one_eye.TABLE: one_eye.METHODS, first_player_loss.TABLE: first_player_loss.METHODS}
FIGURES = {"one-eye": one_eye.TABLE, "first-player-loss": first_player_loss.TABLE}


def main(arguments: Sequence[str]) -> int:
    """Run the experiment and give its exit status."""
    description = "Table 1 of Kishimoto and Müller (2005); --table 2 is the comparison that their conclusion asks for."
    given = reporting.parser(NAME, description, list(METHODS), list(FIGURES)).parse_args(arguments)
    reporting.require_figures(given)
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    wanted = [table for table in METHODS if table in given.table or table in map(FIGURES.get, given.figure)]
    problems = []
    if one_eye.TABLE in wanted:
        problems += reporting.sample(one_eye.problems(HERE / "problems.csv"), given.sample)
    if first_player_loss.TABLE in wanted:
        problems += reporting.sample(first_player_loss.problems(console), given.sample)

    by_key = {(problem.table, problem.id): problem for problem in problems}
    tasks = [(problem.table, problem.id, name) for problem in problems for name in METHODS[problem.table]]
    runs = reporting.open_runs(HERE / "runs", given.out, RESULTS, KEYS, tasks)
    runs.measure(
        tasks,
        lambda key, stop: search(by_key[key[0], key[1]], key[2], METHODS[key[0]][key[2]], stop),
        given.jobs,
        console,
    )

    found = [measured(by_key[key[0], key[1]], key[2], runs.rows[key]) for key in tasks]
    by_table = {table: [each for each in found if each.problem.table == table] for table in wanted}
    missing = []
    if one_eye.TABLE in given.table:
        count = len(one_eye.common(by_table[one_eye.TABLE]))
        print(f"Table 1: {len(by_table[one_eye.TABLE]) // len(one_eye.METHODS)} problems, {count} solved by all\n")
        print(f"{one_eye.table(by_table[one_eye.TABLE], HERE / 'published.csv')}\n")
        missing += one_eye.wrong(by_table[one_eye.TABLE])
        missing += [] if given.sample else one_eye.unmet(by_table[one_eye.TABLE])
    if first_player_loss.TABLE in given.table:
        print(f"Table 2\n\n{first_player_loss.table(by_table[first_player_loss.TABLE])}\n")
        missing += first_player_loss.wrong(by_table[first_player_loss.TABLE])
    drawings = {"one-eye": one_eye.draw, "first-player-loss": first_player_loss.draw}
    for figure in given.figure:
        picture = partial(drawings[figure], by_table[FIGURES[figure]])
        reporting.draw_figure(runs.path.with_name(f"{figure}.svg"), picture, console)
    print(f"Not as in the paper, or wrong: {'; '.join(missing) or 'nothing'}.")
    return 1 if missing else 0
