"""Simulation: whether a verdict that was reached on one line holds on another.

Paper
    A. Kishimoto and M. Müller, "A solution to the GHI problem for depth-first proof-number search", *Information
    Sciences* 175 (2005) 296-314, section 3.3, after Kawano (1996): the moves of a known solution are played on the new
    line, all replies to them are examined, and everything must end as the verdict says.

What it answers
    For a child that has twins, but none for its line, whether one of their verdicts holds on its line too; and what the
    verdict depends on there. Dual simulation, for disproofs, is the same with the players' parts exchanged.

Deviations and errata
    - Of the twins of a position below the child, the latest with the verdict gives the move.
    - Two twins of the child that begin with the same move are tried once.
    - Simulations of one node are abandoned after 1,000 positions, and earlier if all of them together would take more
      than 10 a node: a solution may join many lines, and is played line by line.
    - Nothing recurses.

What counts as a node
    A position of the solution whose moves are played. They are counted apart from those of the search.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final, Literal

from pnyx.reference.df_pn_problem import PATH_INDEPENDENT, Line, Problem

MOST_AT_ONCE: Final = 1_000
"""The positions that simulations may examine for one node of the search."""

MOST_EACH: Final = 10
"""The positions that they may examine for each node, over all."""


@dataclass(eq=False, slots=True)
class Step:
    """A position of the solution: the moves still to be played, and whether the solution has chosen them."""

    position: Any
    moves: list[Any]
    chosen: bool
    depends_on_ply: int = PATH_INDEPENDENT


@dataclass(frozen=True)
class Look:
    """What is known about a move: its position `holds` or `fails` by itself, the move is `forbidden`, or `further`
    positions have to be examined, the first of them with a `best` move."""

    what: Literal["holds", "fails", "forbidden", "further"]
    depends_on_ply: int = PATH_INDEPENDENT
    best: int | None = None
    position: Any = None
    line: Line | None = None


FAILS: Final = Look("fails")


def allow_simulation(problem: Problem) -> None:
    """How far simulations may go at the node that is being begun."""
    spent = problem.simulation.nodes
    left = max(MOST_EACH * problem.nodes + MOST_AT_ONCE - spent, 0)
    problem.simulation_ends = spent + min(left, MOST_AT_ONCE)


def simulate(problem: Problem, position: Hashable, key: Hashable, line: Line) -> tuple[bool, int] | None:
    """Try the twins of a position, the latest first; store a success. Returns the verdict, and what it depends on."""
    entry = problem.table.get(key)
    if problem.ghi not in ("full", "sim") or entry is None or not entry.twins:
        return None
    found = None
    tried = set()
    problem.path.push(line)
    for twin in reversed(list(entry.twins.values())):
        if (twin.proven, twin.best) in tried or problem.simulation.nodes >= problem.simulation_ends:
            continue
        tried.add((twin.proven, twin.best))
        problem.simulation.calls += 1
        depends_on_ply = holds(problem, position, twin.proven, twin.best)
        if depends_on_ply is not None:
            found = twin.proven, problem.store_verdict(key, twin.proven, twin.best, depends_on_ply)
            break
        problem.simulation.failed += 1
    problem.path.pop()
    return found


def holds(problem: Problem, position: Hashable, proven: bool, best: int | None) -> int | None:
    """Play a solution of the last position of the line. Returns what the verdict depends on, if it holds."""
    steps = list[Step]()
    sound = enter(problem, position, proven, best, steps)
    depends_on_ply: int | None = None
    while sound and depends_on_ply is None:
        step = steps[-1]
        if not step.moves:
            done = problem.depends_above(step.depends_on_ply, problem.path.line.ply)
            steps.pop()
            if steps:
                steps[-1].depends_on_ply = min(steps[-1].depends_on_ply, done)
                problem.path.pop()
            else:
                depends_on_ply = done
            continue
        found = look(problem, step.position, step.moves.pop(0), proven)
        if found.what == "holds" or (found.what == "forbidden" and not step.chosen):
            step.depends_on_ply = min(step.depends_on_ply, found.depends_on_ply)
        elif found.what == "further" and problem.simulation.nodes < problem.simulation_ends:
            assert found.line is not None
            problem.path.push(found.line)
            sound = enter(problem, found.position, proven, found.best, steps)
        else:
            sound = False
    for _ in steps[1:]:
        problem.path.pop()
    return depends_on_ply


def enter(problem: Problem, position: Hashable, proven: bool, best: int | None, steps: list[Step]) -> bool:
    """Go into a position: with the solution's move, or with all moves. False if that move is not known."""
    problem.simulation.nodes += 1
    moves = problem.moves(position)
    chosen = problem.node_type(position) == ("OR" if proven else "AND")
    if chosen:
        moves = [] if best is None else moves[best : best + 1]
    steps.append(Step(position, moves, chosen))
    return bool(moves)


def look(problem: Problem, above: Hashable, move: Any, proven: bool) -> Look:
    """What is known about the position after a move at the end of the line, for this verdict."""
    position = problem.game.play(above, move)
    key = problem.repetition_key(position)
    ply = problem.returns_to(above, move, key)
    if ply is not None:
        if problem.repetition == "illegal":
            return Look("forbidden", ply)
        return Look("holds", ply) if problem.drawn() == proven else FAILS
    outcome = problem.game.outcome(position)
    if outcome is not None:
        return Look("holds") if problem.reached(outcome) == proven else FAILS
    entry = problem.table.get(problem.identity(position))
    if entry is None:
        return FAILS
    if entry.verdict is not None:
        return Look("holds") if entry.verdict == proven else FAILS
    line = problem.path.line.after(key)
    own = entry.twins.get(line)
    if own is not None:
        return Look("holds", own.depends_on_ply) if own.proven == proven else FAILS
    for twin in reversed(entry.twins.values()):
        if twin.proven == proven:
            return Look("further", best=twin.best, position=position, line=line)
    return FAILS
