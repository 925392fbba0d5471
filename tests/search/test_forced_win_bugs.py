"""The test of the tests of `forced-win`: mistakes put into the twin must be noticed.

What must be noticed is another trace than that of the compiled search, or, with a limit, than the twin's own, which the
tests of composed positions hold against the compiled one; a wrong verdict; a note that is false; a wrong length; or a
question left open that has an answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pnyx import _core
from pnyx.reference import brute, forced_win, forced_win_frame
from pnyx.reference.forced_win import ForcedWinResult
from pnyx.reference.forced_win_lengths import LengthTable
from support.cases import Case
from support.forced_win_cases import Way, compiled, false_lengths, lengths, question, searched, winner
from support.mistakes import Mistake, both_tests

QUESTIONS, NODES = 300, 600
LIMITS = (2, 1, 4, 3)
TRACE, LIMITED, WRONG, FALSE, LENGTH, OPEN = (
    "trace",
    "trace with a limit",
    "wrong verdict",
    "false note",
    "wrong length",
    "left open",
)


def mistake(name: str, function: str, right: str, wrong: str, *signs: str) -> Mistake:
    home = forced_win if hasattr(forced_win, function.partition(".")[0]) else forced_win_frame
    return Mistake(name, home, function, right, wrong, frozenset(signs))


MISTAKES = [
    mistake(
        "a hopeless line is a disproof",
        "first_state",
        "return State.open(HOPELESS, 1)",
        "return State.not_won(NEVER)",
        TRACE,
        FALSE,
    ),
    mistake("a hopeless number is stored", "put", "if hopeless else known", "if False else known", TRACE, OPEN),
    mistake("a circle of one move is not seen", "first_state", "child.key == frame.key or", "False or", TRACE),
    mistake("circles are not seen", "first_state", "child.key in problem.on_line", "False", TRACE, OPEN),
    mistake("a node stays on the line", "pop", "problem.on_line.discard(frame.key)", "pass", TRACE, OPEN),
    mistake(
        "the other side may not repeat",
        "first_state",
        "not frame.is_or and closes_cycle(frame, child.key)",
        "False",
        LIMITED,
        OPEN,
    ),
    mistake(
        "history is ignored",
        "Problem.__init__",
        'past = history if self.repetition == "draw" else ()',
        "past = ()",
        TRACE,
        WRONG,
    ),
    mistake("a win gets no longer", "decide_by_one", "].state.win + 1", "].state.win", FALSE, LENGTH),
    mistake(
        "the shortest of the other side's wins", "decide_by_all", "State.won(max((", "State.won(min((", FALSE, LENGTH
    ),
    mistake("the longest of the prover's holds", "decide_by_all", "least = min((", "least = max((", FALSE),
    mistake("no_win_within does not grow", "decide_by_all", "min(least + 1, NEVER - 1)", "least", LENGTH, LIMITED),
    mistake("what holds for now holds forever", "decide_by_all", "min(least + 1, NEVER - 1)", "NEVER", FALSE),
    mistake(
        "moves that are used up are a draw",
        "enter",
        "frame.state = State.not_won(0)\n",
        "frame.state = State.not_won(NEVER)\n",
        FALSE,
    ),
    mistake(
        "nobody wins by the other side's move",
        "enter",
        "left == 0 and (frame.is_or or problem.wins_on_own_move)",
        "left == 0",
        FALSE,
        LENGTH,
    ),
    mistake("a move takes nothing of a limit", "left_after", "frame.left - 1 if", "frame.left if", LIMITED, WRONG),
    mistake("every move takes of a limit", "left_after", "frame.is_or and", "frame.left > 0 and", LIMITED, WRONG),
    mistake("any win is short enough", "State.from_lengths", " and known.win <= left", "", WRONG),
    mistake(
        "any no_win_within is enough",
        "State.from_lengths",
        "known.no_win_within >= left and",
        "known.no_win_within > 0 and",
        WRONG,
    ),
    mistake("no_win_within = 0 is news", "State.from_lengths", " and (left > 0 or seen)", "", LIMITED, OPEN),
    mistake(
        "numbers of all limits are the same",
        "put",
        "problem.lengths.put_numbers(frame.key, frame.left, known)",
        "problem.lengths.put(frame.key, known)",
        LIMITED,
    ),
    mistake(
        "a verdict with a limit takes the numbers away",
        "put",
        "replace(known, proof=proof, disproof=disproof)",
        "known",
        LIMITED,
    ),
    mistake(
        "numbers without a limit do not help",
        "look_up",
        "lengths.numbers(key, left) or known",
        "lengths.numbers(key, left)",
        LIMITED,
    ),
    mistake(
        "the root is stored with one move alone",
        "put",
        "if frame.above is None and problem.only_move is not None:",
        "if False:",
        FALSE,
    ),
    mistake("the longer win is kept", "Known.also", "min(self.win, before.win)", "max(self.win, before.win)", LIMITED),
    mistake(
        "the smaller no_win_within is kept",
        "Known.also",
        "max(self.no_win_within, before.no_win_within)",
        "min(self.no_win_within, before.no_win_within)",
        LIMITED,
    ),
    mistake(
        "the move of win is that of no_win_within",
        "Known.also",
        "earlier = before.no_win_within > self.no_win_within",
        "earlier = before.win < self.win or before.no_win_within > self.no_win_within",
        FALSE,
    ),
    mistake(
        "shares are exchanged",
        "Problem.share",
        "self.others_disproof if is_or",
        "self.others_disproof if not is_or",
        TRACE,
    ),
    mistake("others count fully", "Problem.share", "numbers * (", "numbers or (", TRACE),
    mistake("sums have no limit", "count", "if total > SUM:", "if False:", TRACE),
    mistake("the largest counts twice", "count", "sum(summed) - largest", "sum(summed)", TRACE),
    mistake("as far as the second child", "select", "second + 1)", "second)", TRACE),
    mistake("others take nothing of a sum", "select", "most_rest - others", "most_rest", TRACE),
    mistake("the 1 + ε trick is forgotten", "select", "int(second * (1.0 + problem.epsilon))", "0", TRACE),
    mistake(
        "children are not looked up again", "descend", "known is not None and known != child.state", "False", TRACE
    ),
    mistake(
        "lengths of a child are forgotten",
        "leave",
        "frame.state._replace(win=win, no_win_within=no_win_within)",
        "frame.state",
        LIMITED,
        LENGTH,
    ),
    mistake("holding is winning", "result_of", "(root.proof == 0) != problem.turned", "root.proof == 0", WRONG),
]


@dataclass(frozen=True)
class Found:
    """What the twin finds for one question, asked in several ways."""

    whole: ForcedWinResult
    limited: tuple[ForcedWinResult, ...]
    """With limits that share a length table."""
    alone: tuple[ForcedWinResult, ...]
    """Some moves by themselves, and then all of them, with a length table of their own."""

    @property
    def lengths(self) -> list[tuple[int | None, int]]:
        return [(result.win, result.no_win_within) for result in (self.whole, *self.limited)]


def found_by_twin(case: Case, goal: str, way: Way) -> Found:
    whole = searched(case, goal, way, NODES)
    table = LengthTable()
    limited = [searched(case, goal, way, NODES, left=left, lengths=table) for left in LIMITS]
    limited.append(searched(case, goal, way, NODES, lengths=table))
    limited.append(searched(case, goal, way, NODES, left=LIMITS[0], lengths=whole.problem.lengths))
    table = LengthTable()
    moves = [] if case.rules.outcome(case.root) is not None else list(case.rules.moves(case.root))
    alone = [searched(case, goal, way, NODES, only_move=move, lengths=table) for move in (*moves[:3], None)]
    return Found(whole, tuple(limited), tuple(alone))


@dataclass(frozen=True)
class Asked:
    """A question, what the compiled search did, and what the right twin finds."""

    case: Case
    goal: str
    way: Way
    compiled: _core.Solution
    right: Found
    steps: tuple[object, ...]


@cache
def questions() -> list[Asked]:
    """As the agreement tests ask them."""
    asked = []
    for seed in range(QUESTIONS):
        case, goal, way = question(seed)
        right = found_by_twin(case, goal, way)
        steps = tuple(result.trace for result in right.limited)
        asked.append(Asked(case, goal, way, compiled(case, goal, way, NODES), right, steps))
    return asked


def noticed(asked: Asked) -> set[str]:
    case, goal = asked.case, asked.goal
    try:
        found = found_by_twin(case, goal, asked.way)
    except AssertionError as error:
        if "contradicts" in str(error):
            return {FALSE}
        raise
    signs = set[str]()
    if found.whole.trace != asked.compiled.trace:
        signs.add(TRACE)
    if tuple(result.trace for result in found.limited) != asked.steps:
        signs.add(LIMITED)
    needed = lengths(case, winner(case, goal)).get(case.root)
    truth = brute.solve(case.rules, case.root, goal, case.history)
    for result, left in zip(
        (found.whole, found.alone[-1], *found.limited), (None, None, *LIMITS, None, LIMITS[0]), strict=True
    ):
        won = truth if left is None else (needed is not None and needed <= left) == (goal == "win")
        if result.verdict not in ("unknown", "proven" if won else "disproven"):
            signs.add(WRONG)
    right = asked.right
    pairs = zip((found.whole, *found.limited), (right.whole, *right.limited), strict=True)
    if any(now.verdict == "unknown" != before.verdict for now, before in pairs):
        signs.add(OPEN)
    tables = (found.whole, found.limited[0], found.alone[-1])
    if any(false_lengths(result, case, goal) for result in tables):
        signs.add(FALSE)
    if found.lengths != right.lengths:
        signs.add(LENGTH)
    return signs


test_the_right_search_is_not_suspected, test_mistakes_are_noticed = both_tests(MISTAKES, questions, noticed)
