"""The numbers and lengths of a node of the search for forced wins: what follows from its children."""

from __future__ import annotations

from typing import Final

from pnyx.reference.forced_win_lengths import NEVER, UNLIMITED, State
from pnyx.reference.forced_win_problem import Frame, Problem
from pnyx.reference.pn import INFINITY

HOPELESS: Final = 1 << 28
"""From here a number says that a line repeats a position."""

SUM: Final = 1 << 16
"""Up to here numbers are added; beyond it only the largest counts, and 1 for each other: a position in a circle is part
of its own sum."""


def left_after(frame: Frame) -> int:
    """The prover's moves left after a move."""
    return frame.left - 1 if frame.is_or and frame.left != UNLIMITED else frame.left


def is_too_long(frame: Frame) -> bool:
    """Whether a move wins, but takes longer than can be told."""
    return frame.is_or and frame.state.proof == HOPELESS and any(child.state.proof == 0 for child in frame.children)


def goes_on(frame: Frame) -> bool:
    """Whether the node is to be searched on."""
    proof, disproof = frame.thresholds
    return not frame.state.is_decided and frame.state.proof < proof and frame.state.disproof < disproof


def count(problem: Problem, frame: Frame) -> None:
    """What follows from the children."""
    numbers = [child.state.seen_by(frame.is_or) for child in frame.children]
    smallest = min((cost for cost, _ in numbers), default=INFINITY)
    if smallest == 0:
        decide_by_one(frame)
    elif smallest == INFINITY:
        decide_by_all(frame)
    else:
        summed = [rest for _, rest in numbers if rest > 0]
        largest = max(summed)
        total = largest + problem.share(frame.is_or, sum(summed) - largest)
        if total > SUM:
            total = max(largest + len(summed) - 1, SUM)
        total = min(total, HOPELESS)
        frame.state = State.open(smallest, total) if frame.is_or else State.open(total, smallest)


def decide_by_one(frame: Frame) -> None:
    """One move is enough: the shortest win, or the one that holds longest."""
    deciding = [place for place, child in enumerate(frame.children) if child.state.seen_by(frame.is_or)[0] == 0]
    if frame.is_or:
        frame.best = min(deciding, key=lambda place: frame.children[place].state.win)
        win = frame.children[frame.best].state.win + 1
        # A length that does not fit into the table would be a false one.
        frame.state = State.open(HOPELESS, 1) if win == NEVER else State.won(win)
    else:
        frame.best = max(deciding, key=lambda place: frame.children[place].state.no_win_within)
        frame.state = State.not_won(frame.children[frame.best].state.no_win_within)


def decide_by_all(frame: Frame) -> None:
    """All moves lead to the same."""
    if frame.is_or:
        least = min((child.state.no_win_within for child in frame.children), default=NEVER)
        frame.state = State.not_won(NEVER if least == NEVER else min(least + 1, NEVER - 1))
    else:
        frame.state = State.won(max((child.state.win for child in frame.children), default=0))


def select(problem: Problem, frame: Frame) -> tuple[int, tuple[int, int]]:
    """The most promising child, and its thresholds."""
    best, smallest, second, total, open_ = 0, INFINITY, INFINITY, 0, 0
    for place, child in enumerate(frame.children):
        cost, rest = child.state.seen_by(frame.is_or)
        total += rest
        open_ += rest > 0
        if cost < smallest:
            best, second, smallest = place, smallest, cost
        elif cost < second:
            second = cost
    cost, rest = frame.children[best].state.seen_by(frame.is_or)
    most, most_rest = frame.thresholds if frame.is_or else frame.thresholds[::-1]
    most = max(min(max(int(second * (1.0 + problem.epsilon)), second + 1), most), cost + 1)
    others = problem.share(frame.is_or, total - rest)
    if most_rest > SUM:
        others = min(others, open_)
    room = max(most_rest - others, rest + 1)
    return best, (most, room) if frame.is_or else (room, most)
