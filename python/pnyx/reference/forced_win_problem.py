"""What the search for forced wins takes for granted: the question, and the nodes of the current line."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pnyx.errors import InputError
from pnyx.game import Game
from pnyx.reference.forced_win_lengths import UNLIMITED, LengthTable, State
from pnyx.reference.pn import GOALS, Asked, expect

FirstNumbers: TypeAlias = Callable[[Any, Any], "tuple[int, int]"]


@dataclass(eq=False, slots=True)
class Child:
    """A move, and what is known about the position after it."""

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


class Problem(Asked):
    """A game, and whose win is looked for; how to search; the lengths, the line, and what has been counted.

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
        lengths: LengthTable | None = None,
        max_nodes: int | None = None,
        history: Iterable[Hashable] = (),
    ) -> None:
        expect("goal", goal, GOALS)
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
        self.lengths = LengthTable() if lengths is None else lengths
        self.max_nodes = max_nodes
        past = history if self.repetition == "draw" else ()
        self.history = frozenset(map(self.board_key, past))
        """Positions before the root, which must not be repeated."""
        self.on_line: set[Hashable] = set()
        """Keys of the frames, where there is no limit."""
        self.steps: list[tuple[Frame, State, int]] = []
        self.nodes = self.expansions = 0
        self.too_long = False
        """Whether a win was met that takes longer than can be told."""

    def board_key(self, position: Hashable) -> Hashable:
        """What distinguishes positions, but for the moves left. If a repetition is a draw, the rule says what does."""
        name = "repetition_key" if self.repetition == "draw" else "board_key"
        key: Hashable = getattr(self.game, name, lambda position: position)(position)
        return key

    def moves_left(self, position: Hashable) -> int:
        """How many moves the prover has left, where the goal limits them."""
        left: int | None = getattr(self.game, "moves_left", lambda position: None)(position)
        return UNLIMITED if left is None else left

    def share(self, is_or: bool, numbers: int) -> int:
        """What these numbers add to the largest one in a sum."""
        return numbers * (self.others_disproof if is_or else self.others) >> 8

    def out_of_nodes(self) -> bool:
        """Whether there have been as many nodes as there may be."""
        return self.max_nodes is not None and self.nodes >= self.max_nodes
