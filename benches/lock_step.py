"""How many nodes several searchers of `df-pn` need together on one table, beside one searcher: exact, on any machine.

Run by `make bench`. `lock_step.csv` names the questions: for six kinds of positions the first four from random games
(random placements in pawn endings) that one searcher decides with 60,000 to 500,000 nodes. Searchers take turns of one
node in one thread (option `searchers`), with the first shuffle of the moves. The table is also written to
`benches/runs/`.
"""

from __future__ import annotations

import argparse
import csv
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import pnyx

SEARCHERS = (2, 4, 8, 16)
LIMIT = pnyx.Limit(nodes=4_000_000)
HERE = Path(__file__).parent


def nodes(question: dict[str, str], searchers: int) -> tuple[str, int]:
    """The verdict, and the nodes of all searchers together."""
    options = {"shuffle": 1, "searchers": searchers}
    position = pnyx.position(question["game"], question["position"])
    answer = pnyx.solve(position, question["goal"], "df-pn", options=options, limit=LIMIT)
    return answer.verdict, answer.nodes


def mean(ratios: Sequence[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def table(searchers: Sequence[int]) -> Iterator[str]:
    """A line for each kind of question, then the mean of all."""
    yield "nodes of N searchers together, against one: geometric means"
    yield f"  {'':18}{'one':>12}" + "".join(f"{count:>8}" for count in searchers)
    with (HERE / "lock_step.csv").open() as file:
        questions = list(csv.DictReader(file))
    ratios, ones = defaultdict[tuple[str, int], list[float]](list), defaultdict[str, int](int)
    for question in questions:
        verdict, one = nodes(question, 1)
        ones[question["kind"]] += one
        for count in searchers:
            other, together = nodes(question, count)
            if other not in (verdict, "unknown"):
                raise SystemExit(f"{question}: {verdict} by one searcher, {other} by {count}")
            for kind in (question["kind"], "all"):
                ratios[kind, count].append(together / one)
    for kind in [*ones, "all"]:
        nodes_of_one = ones[kind] if kind in ones else sum(ones.values())
        yield f"  {kind:18}{nodes_of_one:>12,}" + "".join(f"{mean(ratios[kind, count]):>8.2f}" for count in searchers)


def main() -> None:
    """Print the table, and write it down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--searchers", type=int, nargs="+", default=SEARCHERS, help="how many (2 4 8 16)")
    kept = []
    for line in table(parser.parse_args().searchers):
        print(line, flush=True)
        kept.append(line)
    (HERE / "runs").mkdir(exist_ok=True)
    (HERE / "runs" / "lock_step.txt").write_text("\n".join(kept) + "\n")


if __name__ == "__main__":
    main()
