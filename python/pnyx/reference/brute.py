"""An oracle: every reachable position of a game, settled by retrograde analysis, or every line of it.

What it answers
    The same questions as the searches, with nothing in common with them: all positions that can be reached are listed,
    then wins are counted backwards from the final ones. It is as slow and as greedy for memory as that sounds.

Method
    One side must make progress, because a game that only repeats itself does not suit it: the prover when the goal is a
    win, the opponent when the goal is a draw or better. The positions from which that side forces its aim are the least
    set that holds the final ones it wants, each position in which it has a move into the set, and each position in
    which the other side has no move out of it. (Where positions cannot repeat there is no cycle, and the
    same set is the answer.) A position of the history is a drawn final position, unless it is the root.

    Where repeating is illegal the value of a position depends on the line that led to it, so nothing is counted
    backwards: all lines are played to their ends. What has been seen on a line, in whatever order, and its last
    position say how it can go on, so a pair of these two is settled once. That is possible for about a dozen positions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from pnyx.errors import InputError
from pnyx.game import DRAW, Game

LIMIT: Final = 1_000_000

P = TypeVar("P", bound=Hashable)


def solve(
    game: Game[P, Any],
    position: P,
    goal: str = "win",
    history: Iterable[P] = (),
    limit: int | None = LIMIT,
) -> bool:
    """Whether the side to move can force the goal; `history` holds the positions that came before this one.

    `limit` is the largest number of positions to list (pairs of lines and positions, where repeating is illegal); going
    beyond it is an error.

    >>> from pnyx.reference.rules.graph import Graph
    >>> game = Graph("A max: B W; B min: A; W = win")
    >>> solve(game, "A", "win"), solve(game, "B", "win"), solve(game, "B", "draw-or-better")
    (True, False, False)
    >>> solve(Graph("repetition illegal; A max: B W; B min: A; W = win"), "B", "draw-or-better")
    False
    """
    _check_goal(goal)
    if getattr(game, "repetition", "draw") == "illegal":
        return _Lines(game, position, goal, limit).reached(position, frozenset(map(_key_of(game), history)))
    return values(game, position, goal, history=history, limit=limit)[position]


def values(
    game: Game[P, Any],
    position: P,
    goal: str = "win",
    history: Iterable[P] = (),
    limit: int | None = LIMIT,
) -> dict[P, bool]:
    """For every reachable position, whether the player on move in the first one can force the goal from there.

    Of positions that the repetition rule does not distinguish only one is listed. Where repeating is illegal, positions
    have no value of their own: use `solve`.

    >>> from pnyx.reference.rules.graph import Graph
    >>> values(Graph("A max: B W; B min: A; W = win"), "A", "win")
    {'A': True, 'B': True, 'W': True}
    """
    reachable = _Reachable(game, position, goal, history, limit)
    ranks = reachable.ranks()
    return {p: (n in ranks) == reachable.prover_presses for n, p in enumerate(reachable.positions)}


def distances(
    game: Game[P, Any],
    position: P,
    goal: str = "win",
    history: Iterable[P] = (),
    limit: int | None = LIMIT,
) -> dict[P, int]:
    """The number of plies to the end, where the side that must make progress forces its aim; the others are left out.

    That side is the prover for `win` (or `mate`) and the opponent for `draw-or-better`. It plays for the shortest game
    and the other side for the longest.

    >>> from pnyx.reference.rules.graph import Graph
    >>> distances(Graph("A max: B W; B min: A; W = win"), "A", "win")
    {'A': 1, 'B': 2, 'W': 0}
    """
    reachable = _Reachable(game, position, goal, history, limit)
    ranks = reachable.ranks()
    return {p: ranks[n] for n, p in enumerate(reachable.positions) if n in ranks}


@dataclass(init=False)
class _Reachable(Generic[P]):
    """The graph of reachable positions, numbered in the order they were found; the root is 0."""

    positions: list[P]
    presses: list[bool]
    """By position: whether the side that must make progress is on move."""
    aims: list[int]
    """The final positions that side wants."""
    moves: list[int]
    """By position: the number of legal moves, none in final positions."""
    predecessors: list[list[int]]
    """By position: whence moves lead there, as often as they do."""
    prover_presses: bool

    def __init__(self, game: Game[P, Any], root: P, goal: str, history: Iterable[P], limit: int | None) -> None:
        _check_goal(goal)
        repetition = getattr(game, "repetition", "draw")
        if repetition not in ("draw", "impossible"):
            raise InputError(f"expected the repetition rule to be draw or impossible, got {repetition!r}")
        # Where positions cannot repeat, the key need not distinguish them (it may lack a clock).
        key = _key_of(game) if repetition == "draw" else lambda position: position
        past = {key(position) for position in history} - {key(root)} if repetition == "draw" else set()

        prover = game.turn(root)
        self.prover_presses = goal != "draw-or-better"
        presser = prover if self.prover_presses else 1 - prover

        numbers: dict[Hashable, int] = {key(root): 0}
        self.positions, self.presses, self.aims, self.moves, self.predecessors = [root], [False], [], [0], [[]]
        stack = [0]
        while stack:
            number = stack.pop()
            position = self.positions[number]
            outcome = game.outcome(position)
            if outcome is None and key(position) in past:
                outcome = DRAW
            if outcome is not None:
                if outcome == presser:
                    self.aims.append(number)
                continue
            self.presses[number] = game.turn(position) == presser
            for move in game.moves(position):
                target = game.play(position, move)
                other = numbers.setdefault(key(target), len(self.positions))
                if other == len(self.positions):
                    _check_limit(other, limit)
                    self.positions.append(target)
                    self.presses.append(False)
                    self.moves.append(0)
                    self.predecessors.append([])
                    stack.append(other)
                self.moves[number] += 1
                self.predecessors[other].append(number)
            if not self.moves[number]:
                raise _stuck(position)

    def ranks(self) -> dict[int, int]:
        """The positions from which the pressing side forces its aim, with the plies to the end."""
        ranks = dict.fromkeys(self.aims, 0)
        left = self.moves.copy()
        queue = deque(self.aims)
        while queue:
            number = queue.popleft()
            for other in self.predecessors[number]:
                left[other] -= 1
                if other not in ranks and (self.presses[other] or left[other] == 0):
                    ranks[other] = ranks[number] + 1
                    queue.append(other)
        return ranks


class _Lines(Generic[P]):
    """All lines of a game in which repeating is illegal."""

    def __init__(self, game: Game[P, Any], root: P, goal: str, limit: int | None) -> None:
        self.game, self.goal, self.limit = game, goal, limit
        self.prover = game.turn(root)
        self.key = _key_of(game)
        self.exempt: Callable[[P, Any], bool] = getattr(game, "may_repeat", lambda position, move: False)
        self.settled: dict[tuple[P, frozenset[Hashable]], bool] = {}

    def reached(self, position: P, seen: frozenset[Hashable]) -> bool:
        """Whether the prover can force the goal from here, after positions with these keys."""
        outcome = self.game.outcome(position)
        if outcome is not None:
            return bool(outcome != 1 - self.prover if self.goal == "draw-or-better" else outcome == self.prover)
        seen |= {self.key(position)}
        if (position, seen) not in self.settled:
            moves = [(move, self.game.play(position, move)) for move in self.game.moves(position)]
            if not moves:
                raise _stuck(position)
            allowed = [p for move, p in moves if self.key(p) not in seen or self.exempt(position, move)]
            # Of nothing, `any` is false and `all` is true: a player without a move loses.
            enough = any if self.game.turn(position) == self.prover else all
            value = enough(self.reached(target, seen) for target in allowed)
            _check_limit(len(self.settled), self.limit)
            self.settled[position, seen] = value
        return self.settled[position, seen]


def _key_of(game: Game[P, Any]) -> Callable[[P], Hashable]:
    """What the repetition rule compares."""
    return getattr(game, "repetition_key", lambda position: position)


def _check_goal(goal: str) -> None:
    if goal not in ("win", "mate", "draw-or-better"):
        raise InputError(f"expected the goal to be one of win, mate, draw-or-better, got {goal!r}")


def _check_limit(count: int, limit: int | None) -> None:
    if limit is not None and count >= limit:
        raise InputError(f"more than {limit} positions can be reached: raise the limit, or give none")


def _stuck(position: Hashable) -> InputError:
    return InputError(
        f"expected at least one move in a position without an outcome, got none in {position!r:.60}: "
        "outcome() must say how the game has ended there"
    )
