"""Depth-first proof-number search for forced wins, with lengths, to be read beside the compiled search.

Source
    The loop is that of `df_pn` (Nagai 2002; Kishimoto and Müller 2005, Figure 2), with the 1 + ε trick (Pawlewicz and
    Lew 2007) and sums in which only the largest number counts fully, after Ueda et al. (2008). The functions carry the
    names of the compiled search: `run`, `descend`, `enter`, `first_state`, `leave`, `put`, `look_up`; of a frame
    `count`, `decide_by_one`, `decide_by_all`, `select`.

What it answers
    Whether the prover can force a win, with any number of own moves or with so many; how many it takes at most; and for
    how many there is none. For games in which a repetition fails the prover, or cannot occur. The goal `draw-or-better`
    is answered by searching for a win of the other side; proof numbers of steps are then those of that win.

Lengths
    The notes hold facts that count on all lines: the prover wins within `win` own moves, and does not within `hold`.
    With a limit the moves left fall along every line. Without one, a move back to a position of the line is hopeless
    there: a number so large that nobody searches on, but no disproof, and not put down. So what is not won because
    play goes round stays unknown, for the reason `numbers`.

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

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from pnyx.errors import InputError
from pnyx.game import Game
from pnyx.reference.pn import INFINITY

__all__ = ["HOPELESS", "NEVER", "ForcedWinResult", "Known", "Notes", "Problem", "Shortest", "search", "shortest"]

NEVER: Final = 2**14 - 1
"""Above all lengths. As a win: none is known. As a hold: there is none."""

UNLIMITED: Final = NEVER
"""No limit to the prover's moves."""

HOPELESS: Final = 1 << 28
"""From here a number says that a line goes round."""

SUM: Final = 1 << 16
"""Up to here numbers are added; beyond it only the largest counts, and 1 for each other: a position in a circle is part
of its own sum."""

DOUBTFUL: Final = 1 << 16
"""The proof number that is put down for a position that was hopeless on one line."""

FIRST_TURN: Final = 1 << 13
"""Nodes of the first turn from above, when the shortest win is looked for. Each turn has twice as many as the last."""

BELOW: Final = 4
"""From below there are a share of these."""

UNLIMITED_NODES: Final = 2**64 - 1

FirstNumbers: TypeAlias = Callable[[Any, Any], "tuple[int, int]"]
Reason: TypeAlias = Literal["nodes", "numbers"]
Step: TypeAlias = "tuple[list[str], int, int, int]"


class State(NamedTuple):
    """What is known of a position with so many moves left.

    >>> State.won(2).is_decided, State.open(1, 3).is_decided
    (True, False)
    """

    proof: int
    disproof: int
    win: int = NEVER
    """The prover wins within so many own moves; `NEVER` if no win is known."""
    hold: int = 0
    """The prover does not win within so many own moves."""

    @classmethod
    def open(cls, proof: int, disproof: int) -> State:
        """A position of which only these numbers are known."""
        return cls(proof, disproof)

    @classmethod
    def won(cls, win: int) -> State:
        """A win within so many moves."""
        return cls(0, INFINITY, win=win)

    @classmethod
    def held(cls, hold: int) -> State:
        """No win within so many moves, which is all that are left."""
        return cls(INFINITY, 0, hold=hold)

    @classmethod
    def from_lengths(cls, known: Known | None, left: int, seen: bool) -> State | None:
        """What the lengths that are known say about so many moves left. A hold of 0 is no news; with no move left it
        decides only where a win would have been `seen` at once."""
        if known is None:
            return None
        if known.win != NEVER and known.win <= left:
            return cls.won(known.win)._replace(hold=known.hold)
        if known.hold >= left and (left > 0 or seen):
            return cls.held(known.hold)._replace(win=known.win)
        return None

    @property
    def is_decided(self) -> bool:
        """Whether the prover is known to win, or not to."""
        return self.proof == 0 or self.disproof == 0

    def seen_by(self, is_or: bool) -> tuple[int, int]:
        """The number that is minimised at the node above, and the one that is summed."""
        return (self.proof, self.disproof) if is_or else (self.disproof, self.proof)


@dataclass(frozen=True)
class Known:
    """What is put down of a position: numbers, lengths, and the place of the move that decides, if one does.

    >>> Known(9, 8, NEVER, 1, best=5).also(Known(1, 1, win=3, hold=0, best=None))
    Known(proof=9, disproof=8, win=3, hold=1, best=5)
    """

    proof: int
    disproof: int
    win: int
    hold: int
    best: int | None

    def also(self, before: Known | None) -> Known:
        """The same and what was known before: the shorter win, the longer hold, and the move that goes with them.

        Only one kind of length has a move: wins where the prover is on move, holds where the other side is. What is new
        tells which.
        """
        if before is None:
            return self
        win, hold = min(self.win, before.win), max(self.hold, before.hold)
        if win != NEVER and hold >= max(win, 1):
            raise AssertionError(f"{self} contradicts {before}")
        if self.win != NEVER:
            earlier = before.win < self.win
        elif self.hold != 0:
            earlier = before.hold > self.hold
        else:
            earlier = before.win != NEVER or before.hold != 0
        first, second = (before.best, self.best) if earlier else (self.best, before.best)
        return replace(self, win=win, hold=hold, best=second if first is None else first)


class Notes:
    """What searches of one player's wins remember. Lengths are shared between all limits, numbers kept apart.

    >>> notes = Notes()
    >>> notes.put("A", Known(0, INFINITY, 2, 0, best=1))
    >>> notes.get("A").win, notes.numbers("A", 1)
    (2, None)
    """

    def __init__(self) -> None:
        self.table: dict[tuple[Hashable, int], Known] = {}

    def get(self, key: Hashable) -> Known | None:
        """What is known of a position: its lengths, and the numbers of a search without a limit."""
        return self.numbers(key, UNLIMITED)

    def numbers(self, key: Hashable, left: int) -> Known | None:
        """What is known of a position with so many moves left: its numbers."""
        return self.table.get((key, left))

    def put(self, key: Hashable, known: Known) -> None:
        """Put down lengths, with the numbers of a search without a limit."""
        self.put_numbers(key, UNLIMITED, known)

    def put_numbers(self, key: Hashable, left: int, known: Known) -> None:
        """Put down the numbers of a position with so many moves left."""
        self.table[key, left] = known.also(self.table.get((key, left)))


@dataclass(eq=False, slots=True)
class Child:
    """A move, and what is known of the position after it."""

    move: Any
    position: Any
    key: Hashable
    state: State


@dataclass(eq=False, slots=True)
class Frame:
    """A node on the current line."""

    position: Any
    key: Hashable
    left: int
    """The prover's moves left."""
    thresholds: tuple[int, int]
    """Where to stop: the proof and the disproof number."""
    above: Frame | None = field(default=None, repr=False)
    move: Any = None
    """The move that leads to it."""
    children: list[Child] = field(default_factory=list, repr=False)
    is_or: bool = False
    searched: int = 0
    """The child that is being searched."""
    state: State = field(default_factory=lambda: State.open(1, 1))
    best: int | None = None
    """The place of the move that decides, where one does."""


class Problem:
    """A game, and whose win is looked for; how to search; the notes, the line, and what has been counted.

    >>> from pnyx.reference.rules.graph import Graph
    >>> problem = Problem(Graph("A max: B C; B = win; C = draw"), "A", "draw-or-better")
    >>> problem.prover, problem.turned
    (1, True)
    """

    def __init__(
        self,
        game: Game[Any, Any],
        position: Hashable,
        goal: str = "win",
        *,
        prover: int | None = None,
        epsilon: float = 0.25,
        others: int = 64,
        others_disproof: int = 256,
        first_numbers: FirstNumbers | None = None,
        only_move: Any = None,
        notes: Notes | None = None,
        max_nodes: int | None = None,
        history: Iterable[Hashable] = (),
    ) -> None:
        if goal not in ("win", "mate", "draw-or-better"):
            raise InputError(f"expected the goal to be one of win, mate, draw-or-better, got {goal!r:.60}")
        self.repetition: str = getattr(game, "repetition", "draw")
        if self.repetition == "illegal":
            raise InputError(
                "forced_win cannot search games in which repeating a position is illegal: whether a move is legal "
                "depends on the way to it, and what it knows counts on all ways; use df_pn"
            )
        self.game = game
        self.wins_on_own_move: bool = getattr(game, "wins_on_own_move", False)
        self.turned = goal == "draw-or-better"
        """Whether the other side's win decides the goal."""
        asked = game.turn(position) if prover is None else prover
        self.prover = 1 - asked if self.turned else asked
        self.epsilon, self.others, self.others_disproof = epsilon, others, others_disproof
        self.first_numbers = first_numbers
        self.only_move = only_move
        self.notes = Notes() if notes is None else notes
        self.max_nodes = max_nodes
        past = history if self.repetition == "draw" else ()
        self.history = frozenset(map(self.board_key, past))
        """Positions before the root, which must not come back."""
        self.on_line: set[Hashable] = set()
        """Keys of the frames, where there is no limit."""
        self.steps: list[tuple[Frame, State, int]] = []
        self.nodes = self.expansions = 0

    def board_key(self, position: Hashable) -> Hashable:
        """What tells positions apart, but for the moves left. If a repetition is a draw, the rule says what does."""
        name = "repetition_key" if self.repetition == "draw" else "board_key"
        key: Hashable = getattr(self.game, name, lambda position: position)(position)
        return key

    def moves_left(self, position: Hashable) -> int:
        """How many moves the prover has left, where the goal limits them."""
        left: int = getattr(self.game, "moves_left", lambda position: UNLIMITED)(position)
        return left

    def share(self, is_or: bool, numbers: int) -> int:
        """What these numbers add to the largest one in a sum."""
        return numbers * (self.others_disproof if is_or else self.others) >> 8

    def out_of_nodes(self) -> bool:
        """Whether there have been as many nodes as there may be."""
        return self.max_nodes is not None and self.nodes >= self.max_nodes

    def moves(self, position: Hashable) -> list[Any]:
        """The legal moves of a position without an outcome."""
        moves = list(self.game.moves(position))
        if not moves:
            raise InputError(
                f"expected at least one move in a position without an outcome, got none in {position!r:.60}: "
                "outcome() must say how the game has ended there"
            )
        return moves

    def move_text(self, position: Hashable, move: Any) -> str:
        """A move in the game's notation, or as Python writes it."""
        text = getattr(self.game, "move_text", None)
        return repr(move) if text is None else str(text(position, move))


@dataclass(eq=False)
class ForcedWinResult:
    """What the search found: `win` and `hold` are lengths of the win that was looked for. The problem has the notes.

    >>> from pnyx.reference.rules.graph import Graph
    >>> result = search(Graph("A max: B C; B min: A; C min: W W2; W = win; W2 = win"), "A")
    >>> result.verdict, result.win, result.nodes, result.expansions
    ('proven', 1, 10, 5)
    """

    verdict: Literal["proven", "disproven", "unknown"]
    reason: Reason | None
    win: int | None
    hold: int
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


@dataclass(frozen=True)
class Shortest:
    """What is known of the shortest win: its length, for how many moves there is none, and why the two do not meet."""

    win: int | None
    hold: int
    reason: Reason | None
    nodes: int
    questions: tuple[ForcedWinResult, ...] = field(repr=False)


def search(
    game: Game[Any, Any], position: Hashable, goal: str = "win", *, left: int | None = None, **how: Any
) -> ForcedWinResult:
    """Search a position of a game, if asked to with so many of the prover's moves `left`. `how` is that of `Problem`.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("A max: B C; B min: A; C min: D; D max: W; W = win")
    >>> search(game, "A").win, search(game, "A", left=1).verdict, search(game, "A", left=1).hold
    (2, 'disproven', 1)
    >>> search(Graph("A max: B; B min: A D; D = win"), "A").reason
    'numbers'
    >>> search(Graph("A max: B C; B = win; C = draw"), "A", "draw-or-better").verdict
    'proven'
    """
    problem = Problem(game, position, goal, **how)
    return run(problem, position, problem.moves_left(position) if left is None else left)


def shortest(game: Game[Any, Any], position: Hashable, max_nodes: int | None = None, **how: Any) -> Shortest:
    """Look for the shortest win, from above and from below, until they meet. All searches share their notes.

    >>> from pnyx.reference.rules.graph import Graph
    >>> shortest(Graph("A max: B C; B min: A; C min: D; D max: W; W = win"), "A")
    Shortest(win=2, hold=1, reason=None, nodes=22)
    """
    pincers = Pincers(game, position, max_nodes, how)
    pincers.close()
    return pincers.known


class Pincers:
    """Two searches that take turns. From above: any win, then a shorter one than the last. From below: a win within one
    move, within two, and so on."""

    def __init__(self, game: Game[Any, Any], position: Hashable, max_nodes: int | None, how: dict[str, Any]) -> None:
        self.game, self.position, self.max_nodes = game, position, max_nodes
        self.how = {"notes": Notes(), **how}
        self.known = Shortest(None, 0, None, 0, ())

    def close(self) -> None:
        """Take turns until all is known."""
        turn = FIRST_TURN
        while True:
            for below, nodes in ((False, turn), (True, turn // BELOW)):
                while nodes > 0:
                    before = self.known.nodes
                    if not self.search(below, nodes):
                        break
                    if self.is_done():
                        return
                    nodes -= self.known.nodes - before
            turn *= 2

    def is_done(self) -> bool:
        """Whether the two have met, or cannot meet."""
        win, hold = self.known.win, self.known.hold
        return self.known.reason is not None or hold == NEVER or (win is not None and win <= hold + 1)

    def search(self, below: bool, nodes: int) -> bool:
        """One search, of at most so many nodes. Gives whether it came to an end."""
        known = self.known
        left = known.hold + 1 if below else UNLIMITED if known.win is None else known.win - 1
        rest = UNLIMITED_NODES if self.max_nodes is None else max(self.max_nodes - known.nodes, 0)
        found = search(self.game, self.position, left=left, max_nodes=min(nodes, rest), **self.how)
        questions = (*known.questions, found)
        self.known = known = replace(known, nodes=known.nodes + found.nodes, questions=questions)
        if found.verdict == "proven":
            assert found.win is not None
            self.known = replace(known, win=found.win if known.win is None else min(known.win, found.win))
        elif found.verdict == "disproven":
            self.known = replace(known, hold=max(known.hold, found.hold))
        elif found.reason == "nodes" and nodes < rest:
            return False
        else:
            self.known = replace(known, reason=found.reason)
        return True


def run(problem: Problem, position: Hashable, left: int) -> ForcedWinResult:
    """Search a position, with so many of the prover's moves left."""
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
                return result_of(problem, root.state, None if root.state.is_decided else "numbers")
            last = above


def descend(problem: Problem, frame: Frame) -> Frame:
    """Go on with the most promising child, unless more is known of it by now."""
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
    """Begin a node: list its moves, and look up what is known of them."""
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
        frame.state = State.held(0 if left == 0 else NEVER)
    elif left == 0 and (frame.is_or or problem.wins_on_own_move):
        frame.state = State.held(0)
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
    """What is known of the position after a move."""
    numbers = (1, 1) if problem.first_numbers is None else problem.first_numbers(frame.position, child.move)
    fresh = State.open(*numbers)
    left = left_after(frame)
    if child.key in problem.history:
        return State.held(NEVER)
    if left == UNLIMITED and (child.key == frame.key or child.key in problem.on_line):
        return State.open(HOPELESS, 1)
    if left != UNLIMITED and not frame.is_or and circles(frame, child.key):
        return State.held(left)
    return look_up(problem, child.key, left, fresh) or fresh


def circles(frame: Frame, after: Hashable) -> bool:
    """Whether a move of the other side comes back to a position since the prover's last move. These moves alone may go
    round for ever, so that is no win, whatever is left."""
    before: Frame | None = frame
    while before is not None and not before.is_or:
        if before.key == after:
            return True
        before = before.above
    return False


def leave(problem: Problem, frame: Frame) -> Frame | None:
    """End a node: put down what was found, and tell the node above it, if there is one."""
    pop(problem, frame)
    above = frame.above
    if above is not None:
        child = above.children[above.searched]
        win, hold = min(frame.state.win, child.state.win), max(frame.state.hold, child.state.hold)
        child.state = frame.state._replace(win=win, hold=hold)
        count(problem, above)
    return above


def pop(problem: Problem, frame: Frame) -> None:
    """Take the last node off the line."""
    if frame.left == UNLIMITED:
        problem.on_line.discard(frame.key)
    put(problem, frame)


def put(problem: Problem, frame: Frame) -> None:
    """Put down what was found at a node."""
    # With one of its moves alone, the root is another question than the position is.
    if frame.above is None and problem.only_move is not None:
        return
    known = Known(*frame.state, frame.best)
    if not frame.state.is_decided:
        hopeless = max(frame.state.proof, frame.state.disproof) >= HOPELESS
        known = replace(known, proof=DOUBTFUL, disproof=1) if hopeless else known
        problem.notes.put_numbers(frame.key, frame.left, known)
    elif frame.left == UNLIMITED:
        problem.notes.put(frame.key, known)
    else:
        # The numbers that a search without a limit has put down there stay.
        before = problem.notes.get(frame.key)
        proof, disproof = (0, 0) if before is None else (before.proof, before.disproof)
        problem.notes.put(frame.key, replace(known, proof=proof, disproof=disproof))


def break_off(problem: Problem, last: Frame) -> None:
    """End all nodes of the line."""
    frame: Frame | None = last
    while frame is not None:
        pop(problem, frame)
        frame = frame.above


def look_up(problem: Problem, key: Hashable, left: int, fresh: State) -> State | None:
    """What the notes know of a position with so many moves left, if more than its first state."""
    notes = problem.notes
    known = notes.get(key)
    decided = State.from_lengths(known, left, problem.wins_on_own_move)
    if decided is not None:
        return decided
    win, hold = (NEVER, 0) if known is None else (known.win, known.hold)
    # The numbers for this limit; those of the search without one are better than none.
    numbers = notes.numbers(key, left) or known
    if numbers is None or {numbers.proof, numbers.disproof} & {0, INFINITY}:
        return None if known is None else fresh._replace(win=win, hold=hold)
    return State(numbers.proof, numbers.disproof, win, hold)


def left_after(frame: Frame) -> int:
    """The prover's moves left after a move."""
    return frame.left - 1 if frame.is_or and frame.left != UNLIMITED else frame.left


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
        frame.state = State.won(min(frame.children[frame.best].state.win + 1, NEVER - 1))
    else:
        frame.best = max(deciding, key=lambda place: frame.children[place].state.hold)
        frame.state = State.held(frame.children[frame.best].state.hold)


def decide_by_all(frame: Frame) -> None:
    """All moves lead to the same."""
    if frame.is_or:
        least = min((child.state.hold for child in frame.children), default=NEVER)
        frame.state = State.held(NEVER if least == NEVER else min(least + 1, NEVER - 1))
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


def result_of(problem: Problem, root: State, reason: Reason | None) -> ForcedWinResult:
    """What was found, if the root is known so in the end. What decides against the other side's win is a proof."""
    verdict: Literal["proven", "disproven", "unknown"] = "unknown"
    if reason is None:
        verdict = "proven" if (root.proof == 0) != problem.turned else "disproven"
    proof, disproof = (root.disproof, root.proof) if problem.turned else (root.proof, root.disproof)
    win = None if root.win == NEVER else root.win
    counts = problem.nodes, problem.expansions
    return ForcedWinResult(verdict, reason, win, root.hold, *counts, proof, disproof, problem)
