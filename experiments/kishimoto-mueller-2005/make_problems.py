"""Make the one-eye problems of this experiment: drawn at random, and chosen by what a search finds in them.

    python experiments/kishimoto-mueller-2005/make_problems.py [--out FILE]

Everything follows from one seed and from limits in nodes, so the same version of Pnyx makes the same problems. A
version that counts other nodes chooses others; those in `problems.csv` stay as they are.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from random import Random

from shapes import PLACES, Drawing, draw, mutate

import pnyx
from pnyx.reference.certificate import Certificate, Numbers
from pnyx.reference.rules.go_one_eye import OneEye, OneEyePosition

HERE = Path(__file__).parent
SEED = 2005
MEMORY = 4 << 30

SIZES = ((3, 7), (4, 9), (6, 11), (9, 14), (11, 17))
"""The least and most points of a region, by the number of digits its harder side should need, less one."""
DRAWN = (8, 9, 9, 9, 12)
"""How many problems are drawn for each number of digits."""
HARD = ((100_000, 999_999, 11), (1_000_000, 2_500_000, 6))
"""Nodes, at least and at most, and number of the hard problems. They are mutated from easier ones."""
DECIDED = (2, 4, 4)
"""How many problems more are drawn in which super-ko decides."""
DECIDED_HARDER = (200, 4)
"""Nodes, at least, and number of those mutated from them."""
FLAWED = 7
"""How many problems more there are in which a search that ignores the line goes wrong."""
DESCENTS = 4
"""How many of them are made as small as possible."""
UP, ASIDE, DOWN = 6, 400, 250
"""The mutations that are tried to make a problem harder, other, or smaller."""


@dataclass(frozen=True)
class Found:
    """What a search found about one side moving first."""

    eye: bool
    """Whether there will be an eye."""
    nodes: int
    line: bool
    """Whether the solution makes use of the line, so that super-ko may decide."""
    simple: bool
    """Whether no two lines of the solution share a part without repetition: super-ko decides more often then."""


@dataclass(frozen=True)
class Candidate:
    """A drawing, what a search says about it, and where it came from."""

    drawing: Drawing
    eye: str
    made: str
    found: dict[str, Found]

    @property
    def nodes(self) -> int:
        """The nodes for the harder side."""
        return max(found.nodes for found in self.found.values())

    @property
    def kind(self) -> str:
        """The side that reaches its goal: the one that moves first, or always the same."""
        other = "w" if self.eye == "b" else "b"
        eyes = (self.found[self.eye].eye, self.found[other].eye)
        return {(True, False): "first", (True, True): "eye", (False, False): "no eye"}.get(eyes, "second")


Wanted = Callable[[Candidate], bool]


@dataclass(frozen=True)
class Row:
    """A line of `problems.csv`."""

    id: str
    position: str
    eye: str
    points: int
    place: str
    made: str
    black_first: str
    white_first: str
    black_nodes: int
    white_nodes: int
    black_super_ko: str
    white_super_ko: str


def solve(text: str, nodes: int, ghi: str = "full") -> pnyx.Result:
    """A search with a table that forgets nothing."""
    limit = pnyx.Limit(nodes=nodes, memory=MEMORY)
    return pnyx.solve(text, game="go-one-eye", algorithm="df-pn", options={"ghi": ghi, "table": "exact"}, limit=limit)


def measure(drawing: Drawing, eye: str, made: str, nodes: int) -> Candidate | None:
    """The answers for both sides, if the drawing is a problem at all and these many nodes are enough."""
    if not (drawing.crucial and drawing.connected):
        return None
    found = {}
    for mover in "bw":
        text = f"{drawing.text(eye)} {mover} {eye}"
        try:
            position = pnyx.position("go-one-eye", text)
        except pnyx.InputError:
            return None  # a block without liberties
        if position.outcome is not None:
            return None
        result = solve(text, nodes)
        if result.unknown:
            return None
        assert result.certificate is not None
        found[mover] = Found(result.proven == (mover == eye), result.nodes, *use_of_line(result.certificate.data))
    return Candidate(drawing, eye, made, found)


def use_of_line(certificate: bytes) -> tuple[bool, bool]:
    """Whether the solution makes use of the line, and whether no two lines share a part that does not."""
    body = Numbers(Certificate.from_bytes(certificate).body)
    shared = body.read()
    for _ in range(shared):
        body.read()
    return body.read() == 0, shared == 0


class Repeating(OneEye):
    """The same game, except that positions may be repeated, and then nobody wins."""

    goals = ("win", "draw-or-better")

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.repetition = "draw"

    def repetition_key(self, position: OneEyePosition) -> Hashable:
        """Everything: passes count too."""
        return position


def super_ko(text: str, found: Found, mover_wants_eye: bool) -> str:
    """Whether super-ko decides: without it, the side that gets what it wants could be held off by repeating."""
    if not found.line:
        return "no"
    wins = found.eye == mover_wants_eye
    goal = "win" if wins else "draw-or-better"
    result = pnyx.solve(Repeating(text), goal, "df-pn", options={"table": "exact"}, limit=pnyx.Limit(nodes=2_000))
    if result.unknown:
        return "?"
    return "no" if result.proven == wins else "yes"


def super_ko_of(candidate: Candidate) -> dict[str, str]:
    """By the side that moves first, whether super-ko decides."""
    return {
        mover: super_ko(
            f"{candidate.drawing.text(candidate.eye)} {mover} {candidate.eye}", found, mover == candidate.eye
        )
        for mover, found in candidate.found.items()
    }


def super_ko_decides(candidate: Candidate) -> bool:
    """Whether super-ko decides for one of the two sides that may move first, in a simple solution."""
    simple = {mover: found for mover, found in candidate.found.items() if found.simple}
    return "yes" in super_ko_of(replace(candidate, found=simple)).values()


def ignoring_fails(candidate: Candidate) -> bool:
    """Whether a search that ignores the line says something that cannot be shown."""
    for mover, found in candidate.found.items():
        text = f"{candidate.drawing.text(candidate.eye)} {mover} {candidate.eye}"
        if failed(solve(text, 4 * found.nodes + 1_000, "ignore")):
            return True
    return False


def failed(result: pnyx.Result) -> bool:
    """Whether there was an answer, but no certificate of it."""
    return (result.reason or "").startswith("certificate failed")


def drawings(what: str, digits: int) -> Iterator[tuple[Drawing | None, str]]:
    """Random drawings without end, each with the colour that wants the eye; some came to nothing."""
    rng = Random(f"{SEED} {what} {digits}")
    while True:
        place = rng.choice(PLACES if digits < 4 else PLACES[:3])
        eye = rng.choice("bw")
        yield draw(rng, rng.randint(*SIZES[digits]), place), eye


def draws(what: str, digits: int) -> Iterator[Candidate]:
    """Random problems whose harder side needs this many digits of nodes, less one."""
    for number, (drawing, eye) in enumerate(drawings(what, digits)):
        candidate = drawing and measure(drawing, eye, f"{what} {digits}.{number}", 10 ** (digits + 1) - 1)
        if candidate and candidate.nodes >= 10**digits:
            yield candidate


def choose(candidates: Iterable[Candidate], count: int, known: set[str], wanted: Wanted = bool) -> list[Candidate]:
    """The first candidates that are new and wanted."""
    chosen: list[Candidate] = []
    for candidate in candidates:
        name = candidate.drawing.canonical()
        if name in known or not wanted(candidate):
            continue
        known.add(name)
        chosen.append(candidate)
        report(candidate)
        if len(chosen) == count:
            break
    return chosen


def varied(count: int) -> Wanted:
    """Limits problems that one side wins whichever side moves first to a third."""
    kinds: Counter[str] = Counter()

    def wanted(candidate: Candidate) -> bool:
        kinds[candidate.kind] += 1
        return candidate.kind == "first" or kinds[candidate.kind] <= count // 3

    return wanted


def climb(candidates: Iterable[Candidate], least: int, most: int) -> Iterator[Candidate]:
    """Mutate problems until they need `least` nodes; some never do."""
    for candidate in candidates:
        rng = Random(f"{SEED} up to {least} {candidate.made}")
        for number in range(1, UP + 1):
            drawing, made = mutate(rng, candidate.drawing, harder=True), _mutated(candidate, f"up to {least}:", number)
            harder = measure(drawing, candidate.eye, made, most)
            if harder and harder.nodes > candidate.nodes:
                candidate = harder
            if candidate.nodes >= least:
                yield candidate
                break


def wander(candidate: Candidate) -> Candidate:
    """Mutate a problem in which super-ko decides, as long as it does; gives the hardest on the way."""
    rng = Random(f"{SEED} aside {candidate.made}")
    hardest = candidate
    for number in range(1, ASIDE + 1):
        drawing, made = mutate(rng, candidate.drawing), _mutated(candidate, "aside", number)
        other = measure(drawing, candidate.eye, made, 2_999)
        if other and 2 * other.nodes > candidate.nodes and super_ko_decides(other):
            candidate = other
            hardest = max(hardest, other, key=lambda c: c.nodes)
    return hardest


def descend(candidate: Candidate) -> Candidate:
    """Mutate a problem in which a search that ignores the line goes wrong, as long as that makes it smaller."""
    rng = Random(f"{SEED} down {candidate.made}")
    for number in range(1, DOWN + 1):
        drawing, made = mutate(rng, candidate.drawing), _mutated(candidate, "down", number)
        smaller = measure(drawing, candidate.eye, made, candidate.nodes - 1)
        if smaller and ignoring_fails(smaller):
            candidate = smaller
    return candidate


def _mutated(candidate: Candidate, direction: str, number: int) -> str:
    """What to say of a mutated problem: where it came from, and how many mutations of each kind had been tried."""
    before = [part for part in candidate.made.split(", ") if not part.startswith(direction)]
    return ", ".join([*before, f"{direction} {number}"])


def make() -> list[Candidate]:
    """All problems, the easy ones first."""
    known: set[str] = set()
    chosen: list[Candidate] = []
    for digits, count in enumerate(DRAWN):
        found = choose(draws("drawn", digits), count, known, varied(count))
        chosen += found
    for least, most, count in HARD:
        found = choose(climb(found, least, most), count, known)
        chosen += found
    found = []
    for digits, count in enumerate(DECIDED):
        found += choose(draws("super-ko", digits), count, known, super_ko_decides)
    chosen += found
    least, count = DECIDED_HARDER
    chosen += choose(map(wander, found), count, known, lambda candidate: candidate.nodes >= least)
    found = choose(draws("ghi", 4), FLAWED, known, ignoring_fails)
    chosen += found[DESCENTS:]
    chosen += choose(map(descend, found[:DESCENTS]), DESCENTS, known)
    return sorted(chosen, key=lambda c: (c.nodes, c.drawing.canonical()))


def report(candidate: Candidate) -> None:
    """A line about a problem, for those who watch."""
    nodes = ", ".join(f"{mover} {found.nodes:,}" for mover, found in candidate.found.items())
    print(f"{candidate.made:>16}  {candidate.kind:6}  {nodes}", file=sys.stderr, flush=True)


def place(drawing: Drawing) -> str:
    """Where the region is, by the edges of the board that it touches."""
    rows, columns = {row for row, _ in drawing.region}, {column for _, column in drawing.region}
    edges = (0 in rows, drawing.rows - 1 in rows, 0 in columns, drawing.columns - 1 in columns)
    return {0: "centre", 1: "side", 2: "corner"}.get(sum(edges), "board")


def row(number: int, candidate: Candidate) -> Row:
    """What is written about a problem."""
    found, ko = candidate.found, super_ko_of(candidate)
    words = {True: "eye", False: "no eye"}
    return Row(
        id=f"e{number:02}",
        position=candidate.drawing.text(candidate.eye),
        eye=candidate.eye,
        points=len(candidate.drawing.region),
        place=place(candidate.drawing),
        made=candidate.made,
        black_first=words[found["b"].eye],
        white_first=words[found["w"].eye],
        black_nodes=found["b"].nodes,
        white_nodes=found["w"].nodes,
        black_super_ko=ko["b"],
        white_super_ko=ko["w"],
    )


def main() -> None:
    """Make them and write them down."""
    parser = argparse.ArgumentParser(description="Make the one-eye problems of this experiment.")
    parser.add_argument("--out", type=Path, default=HERE / "problems.csv")
    given = parser.parse_args()
    rows = [row(number, candidate) for number, candidate in enumerate(make(), 1)]
    with given.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Row)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(asdict, rows))
    print(f"{len(rows)} problems in {given.out}")


if __name__ == "__main__":
    main()
