"""Depth-first proof-number search for forced wins, with lengths, to be read beside the compiled search.

Source
    The loop is that of `df_pn` (Nagai 2002; Kishimoto and Müller 2005, Figure 2), with the 1 + ε trick (Pawlewicz and
    Lew 2007) and sums in which only the largest number counts fully, after Ueda et al. (2008). The functions carry the
    names of the compiled search: `run`, `descend`, `enter`, `first_state`, `leave`, `put`, `look_up`; and those
    of `forced_win_frame`, `count`, `decide_by_one`, `decide_by_all`, `select`.

What it answers
    Whether the prover can force a win, with any number of own moves or within N; how many it takes at most; and for
    how many there is none. For games in which a repetition fails the prover, or cannot occur. The goal `draw-or-better`
    is answered by searching for a win of the other side; proof numbers of steps are then those of that win.

Lengths
    The length table stores facts that count on all lines: the prover wins within `win` own moves, and does not within
    `no_win_within`.
    With a limit the moves left fall along every line. Without one, a move back to a position of the line is hopeless
    there: a number so large that nobody searches on, but no disproof, and not store. So what is not won because
    play repeats positions stays unknown, for the reason `numbers`.

Deviations from the compiled search
    - One thread, and a dictionary that forgets nothing.
    - Moves are made to be judged, and all look alike: numbers of 1 and 1. With `first_numbers`, a function of a
      position and a move, they are the numbers that it gives.
    - A game may have the methods `moves_left(position)`, where the goal limits the prover's moves, and then
      `board_key(position)`, which leaves them out. If it says `wins_on_own_move`, nobody's move wins for the other.
    - Nothing recurses, so the length of a line is no limit.

What counts as a node
    A position that is played to, as often as it is; if moves are made to be judged, these too.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias

from pnyx.game import Game
from pnyx.reference.forced_win_frame import HOPELESS, count, goes_on, is_too_long, left_after, select
from pnyx.reference.forced_win_lengths import NEVER, UNLIMITED, Known, State
from pnyx.reference.forced_win_problem import Child, Frame, Problem
from pnyx.reference.pn import INFINITY, Step

DOUBTFUL: Final = 1 << 16
"""The proof number that is stored for a position that was hopeless on one line."""

Reason: TypeAlias = Literal["nodes", "numbers", "plies"]


@dataclass(eq=False)
class ForcedWinResult:
    """What the search found: `win` and `no_win_within` are lengths of the win in question. The problem has the
    length table.

    >>> from pnyx.reference.rules.graph import Graph
    >>> result = search(Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win"), "A")
    >>> result.verdict, result.win, result.nodes, result.expansions
    ('proven', 1, 10, 5)
    """

    verdict: Literal["proven", "disproven", "unknown"]
    reason: Reason | None
    win: int | None
    no_win_within: int
    nodes: int
    expansions: int
    proof: int
    disproof: int
    problem: Problem = field(repr=False)

    @property
    def trace(self) -> list[Step]:
        """One entry for each step: the line so far, the root's numbers and the count of nodes.

        >>> from pnyx.reference.rules.graph import Graph
        >>> search(Graph("A max: B W; B min: A; W = win"), "A").trace
        [([], 1, 2, 3), ([], 1, 2, 5)]
        """
        return [(self.line(frame), root.proof, root.disproof, nodes) for frame, root, nodes in self.problem.steps]

    def line(self, frame: Frame) -> list[str]:
        """The moves to a node."""
        texts = []
        while frame.above is not None:
            texts.append(self.problem.move_text(frame.above.position, frame.move))
            frame = frame.above
        return texts[::-1]


def search(
    game: Game[Any, Any], position: Hashable, goal: str = "win", *, left: int | None = None, **how: Any
) -> ForcedWinResult:
    """Search a position of a game, if asked to with N of the prover's moves `left`. `how` is that of `Problem`.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("A max: B C; B min: A; C min: D; D max: W; W = win")
    >>> search(game, "A").win, search(game, "A", left=1).verdict, search(game, "A", left=1).no_win_within
    (2, 'disproven', 1)
    >>> search(Graph("A max: B; B min: A D; D = win"), "A").reason
    'numbers'
    >>> search(Graph("A max: B C; B = win; C = draw"), "A", "draw-or-better").verdict
    'proven'
    """
    problem = Problem(game, position, goal, **how)
    return run(problem, position, problem.moves_left(position) if left is None else left)


def run(problem: Problem, position: Hashable, left: int) -> ForcedWinResult:
    """Search a position, with N of the prover's moves left."""
    root = last = Frame(position, problem.board_key(position), left, (HOPELESS, HOPELESS))
    enter(problem, root)
    while True:
        if goes_on(last):
            if problem.out_of_nodes():
                break_off(problem, last)
                return result_of(problem, root.state, "nodes")
            problem.steps.append((last, root.state, problem.nodes))
            last = descend(problem, last)
        else:
            above = leave(problem, last)
            if above is None:
                open_: Reason = "plies" if problem.too_long else "numbers"
                return result_of(problem, root.state, None if root.state.is_decided else open_)
            last = above


def descend(problem: Problem, frame: Frame) -> Frame:
    """Go on with the most promising child, unless more is known about it by now."""
    left = left_after(frame)
    best, thresholds = select(problem, frame)
    frame.searched = best
    child = frame.children[best]
    known = look_up(problem, child.key, left, child.state)
    if known is not None and known != child.state:
        child.state = known
        count(problem, frame)
        return frame
    below = Frame(child.position, child.key, left, thresholds, frame, child.move)
    enter(problem, below)
    return below


def enter(problem: Problem, frame: Frame) -> None:
    """Begin a node: list its moves, and look up what is known about them."""
    game, position, left = problem.game, frame.position, frame.left
    frame.is_or = game.turn(position) == problem.prover
    outcome = game.outcome(position)
    moves = problem.moves(position) if outcome is None else []
    problem.nodes += 1 + (len(moves) if problem.first_numbers is None else 0)
    problem.expansions += 1
    if frame.above is None and problem.only_move is not None:
        moves = [move for move in moves if move == problem.only_move]
    if outcome is not None and outcome == problem.prover:
        frame.state = State.won(0)
    elif outcome is not None:
        # When the moves are used up, nothing is said about more of them.
        frame.state = State.not_won(0 if left == 0 else NEVER)
    elif left == 0 and (frame.is_or or problem.wins_on_own_move):
        frame.state = State.not_won(0)
    else:
        for move in moves:
            after = game.play(position, move)
            child = Child(move, after, problem.board_key(after), State.open(1, 1))
            child.state = first_state(problem, frame, child)
            frame.children.append(child)
        count(problem, frame)
    if left == UNLIMITED:
        problem.on_line.add(frame.key)


def first_state(problem: Problem, frame: Frame, child: Child) -> State:
    """What is known about the position after a move."""
    numbers = (1, 1) if problem.first_numbers is None else problem.first_numbers(frame.position, child.move)
    fresh = State.open(*numbers)
    left = left_after(frame)
    if child.key in problem.history:
        return State.not_won(NEVER)
    if left == UNLIMITED and (child.key == frame.key or child.key in problem.on_line):
        return State.open(HOPELESS, 1)
    if left != UNLIMITED and not frame.is_or and closes_cycle(frame, child.key):
        return State.not_won(left)
    return look_up(problem, child.key, left, fresh) or fresh


def closes_cycle(frame: Frame, after: Hashable) -> bool:
    """Whether a move of the other side repeats a position since the prover's last move. These moves alone may
    be repeated forever, so that is no win, whatever is left."""
    before: Frame | None = frame
    while before is not None and not before.is_or:
        if before.key == after:
            return True
        before = before.above
    return False


def leave(problem: Problem, frame: Frame) -> Frame | None:
    """End a node: store what was found, and update the node above, if there is one."""
    problem.too_long |= is_too_long(frame)
    pop(problem, frame)
    above = frame.above
    if above is not None:
        child = above.children[above.searched]
        win, no_win_within = (
            min(frame.state.win, child.state.win),
            max(frame.state.no_win_within, child.state.no_win_within),
        )
        child.state = frame.state._replace(win=win, no_win_within=no_win_within)
        count(problem, above)
    return above


def pop(problem: Problem, frame: Frame) -> None:
    """Take the last node off the line."""
    if frame.left == UNLIMITED:
        problem.on_line.discard(frame.key)
    put(problem, frame)


def put(problem: Problem, frame: Frame) -> None:
    """Store what was found at a node."""
    # With one of its moves alone, the root is another question than the position is.
    if frame.above is None and problem.only_move is not None:
        return
    known = Known(*frame.state, frame.best)
    if not frame.state.is_decided:
        hopeless = max(frame.state.proof, frame.state.disproof) >= HOPELESS
        known = replace(known, proof=DOUBTFUL, disproof=1) if hopeless else known
        problem.lengths.put_numbers(frame.key, frame.left, known)
    elif frame.left == UNLIMITED:
        problem.lengths.put(frame.key, known)
    else:
        # The numbers that a search without a limit has stored there stay.
        before = problem.lengths.get(frame.key)
        proof, disproof = (0, 0) if before is None else (before.proof, before.disproof)
        problem.lengths.put(frame.key, replace(known, proof=proof, disproof=disproof))


def break_off(problem: Problem, last: Frame) -> None:
    """End all nodes of the line."""
    frame: Frame | None = last
    while frame is not None:
        pop(problem, frame)
        frame = frame.above


def look_up(problem: Problem, key: Hashable, left: int, fresh: State) -> State | None:
    """What the length table says about a position with N moves left, if more than its first state."""
    lengths = problem.lengths
    known = lengths.get(key)
    decided = State.from_lengths(known, left, problem.wins_on_own_move)
    if decided is not None:
        return decided
    win, no_win_within = (NEVER, 0) if known is None else (known.win, known.no_win_within)
    # The numbers for this limit; those of the search without one are better than none.
    numbers = lengths.numbers(key, left) or known
    if numbers is None or {numbers.proof, numbers.disproof} & {0, INFINITY}:
        return None if known is None else fresh._replace(win=win, no_win_within=no_win_within)
    return State(numbers.proof, numbers.disproof, win, no_win_within)


def result_of(problem: Problem, root: State, reason: Reason | None) -> ForcedWinResult:
    """What was found, if the root is known so in the end. What decides against the other side's win is a proof."""
    verdict: Literal["proven", "disproven", "unknown"] = "unknown"
    if reason is None:
        verdict = "proven" if (root.proof == 0) != problem.turned else "disproven"
    proof, disproof = (root.disproof, root.proof) if problem.turned else (root.proof, root.disproof)
    win = None if root.win == NEVER else root.win
    counts = problem.nodes, problem.expansions
    return ForcedWinResult(verdict, reason, win, root.no_win_within, *counts, proof, disproof, problem)
