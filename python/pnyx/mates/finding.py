"""All of a mate in one call: `pnyx.variations`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from pnyx import _core
from pnyx.errors import InputError, PnyxError, quoted
from pnyx.goals import refuse_other_stipulations
from pnyx.mates.asking import Found, Place, Questions, VariationsProgress
from pnyx.mates.building import Builder
from pnyx.mates.tree import Attack, Ply, Replies, Variations
from pnyx.result import Verdict
from pnyx.shortest_win import Shortest, shortest
from pnyx.solving import Limit, read_order
from pnyx.wording import unknown_name

__all__ = ["DEFAULT_TREE", "variations"]

DEFAULT_TREE = 10_000
"""The moves that are written into a tree before it is cut."""

_LONGEST = 1_000_000
_MOST_REFUTATIONS = 1_000
_GOALS = ("mate", "mated")
_NO_THREAT = Found("disproven")


def variations(
    position: Any,
    moves: int | None = None,
    *,
    goal: str = "mate",
    set_play: bool = False,
    tries: bool = False,
    refutations: int = 1,
    short: bool = False,
    all_defences: bool = False,
    game: Any = None,
    algorithm: str = "auto",
    options: Mapping[str, Any] | None = None,
    limit: Limit | None = None,
    threads: int = 1,
    max_tree: int = DEFAULT_TREE,
    on_progress: Callable[[VariationsProgress], None] | None = None,
    stop: _core.StopFlag | None = None,
) -> Variations:
    """Every way to mate in a number of moves, as problemists want it.

    Without `moves` the length is that of the shortest mate. The answer holds all first moves that mate in time, the
    key and its cooks; after each of them what is threatened, or that it is zugzwang, and every defence with all mates
    that follow. Left out, but named, are defences after which the mate comes sooner than after others, unless `short`,
    and those that let the threat happen, unless `all_defences`.

    `set_play` asks what would follow if the other side were to move. `tries` asks for first moves that fail to at most
    so many `refutations`. With the goal `mated` the side to move is the one that is mated, and the tree begins with its
    moves.

    Every verdict is one of `pnyx.solve`, with a certificate that was checked. The limit is for all of them together;
    what it leaves open is named as unsettled. A tree of more than `max_tree` moves is cut.

    >>> import pnyx
    >>> print(pnyx.variations("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", tries=True).text)
    White mates in 2.
    <BLANKLINE>
    Tries:
    1.Ra5? (zugzwang)
        1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#
        but 1...a6!
    1.Rxa7+? but 1...Bxa7!
    <BLANKLINE>
    Key:
    1.Ra6! (zugzwang)
        1...bxa6 2.b7#
        1...Bh2, Bg3, Bf4, Be5, Bd6, Bc7 2.Rxa7#
    """
    order = read_order(position, game, algorithm, None, options, limit, threads)
    root = order.position
    if root.game != "chess" or root.python_game is not None:
        raise InputError(f"variations are those of mates in chess: expected a position of chess, not of {root.game}")
    if goal not in _GOALS:
        refuse_other_stipulations(goal)
        raise InputError(unknown_name("goal of variations", goal, _GOALS))
    if goal == "mated" and (set_play or tries):
        raise InputError("set play and tries belong to the side that mates on its move: leave them out for 'mated'")
    if "region" in root.options:
        raise InputError("variations are those of the whole board: leave out the option 'region'")
    if tries and "attack" in root.options:
        raise InputError("tries are those among all moves: leave them out, or the option 'attack'")
    if moves is not None:
        _whole("moves", moves, _LONGEST)
    _whole("refutations", refutations, _MOST_REFUTATIONS)
    _whole("max_tree", max_tree, 10_000_000)

    spending = Limit() if limit is None else limit
    questions = Questions(order.algorithm, order.options, spending, threads, stop, on_progress)
    found = None
    if moves is None:
        found = shortest(
            root,
            goal,
            algorithm,
            options=options,
            limit=limit,
            threads=threads,
            on_progress=questions.reporter(),
            stop=stop,
        )
        questions.asked += len(found.questions)
        questions.nodes += found.nodes
        if not found.proved:
            questions.open(found.reason)
        moves = found.length
    builder = Builder(questions, short, all_defences, max_tree)
    work = _Work(Place.of(root), builder, found)
    if moves is not None:
        if goal == "mated":
            work.find_replies(moves)
        else:
            work.find_keys(moves)
            if set_play:
                work.find_set_play(moves)
            if tries:
                work.find_tries(moves, refutations)
    return Variations(
        position=root,
        goal=goal,
        algorithm=order.algorithm,
        length=moves,
        verdict=work.verdict,
        reason=questions.reason,
        keys=work.keys,
        unsettled=work.unsettled,
        replies=work.replies,
        set_play=work.set_play,
        tries=work.tries,
        unsettled_tries=work.unsettled_tries,
        cut=builder.cut,
        questions=questions.asked,
        nodes=questions.nodes,
        seconds=questions.seconds,
        shortest=found,
    )


@dataclass
class _Work:
    """The parts of the answer, as they are found."""

    place: Place
    builder: Builder
    length_found: Shortest | None
    keys: tuple[Attack, ...] = ()
    unsettled: tuple[Ply, ...] = ()
    replies: Replies | None = None
    set_play: Replies | None = None
    tries: tuple[Attack, ...] | None = None
    unsettled_tries: tuple[Ply, ...] = ()
    verdict: Verdict = "unknown"

    def __post_init__(self) -> None:
        if self.length_found is not None:
            if self.length_found.length is not None:
                self.verdict = "proven"
            elif self.length_found.proved:
                self.verdict = "disproven"

    def find_keys(self, length: int) -> None:
        answer = self.builder.questions.ask(self.place, length)
        moves = answer.moves
        if self.length_found is not None and not moves:  # its certificate shows one
            moves = tuple(self.length_found.line[:1])
        else:
            self.verdict = "proven" if moves else answer.verdict
        self.unsettled = self.builder.plies(self.place, [move for move in answer.unsettled if move not in moves])
        self.keys = tuple(self.builder.attack(self.place, move, length) for move in moves)

    def find_replies(self, length: int) -> None:
        if self.place.is_mate:
            self.verdict = "proven"
            return
        self.replies = self.builder.replies(self.place, length, _NO_THREAT)
        if self.replies.refutations or not self.place.position.moves():
            self.verdict = "disproven"
        elif not self.replies.unsettled:
            self.verdict = "proven"

    def find_set_play(self, length: int) -> None:
        passed = self.place.passed()
        self.set_play = Replies() if passed is None else self.builder.replies(passed, length - 1, _NO_THREAT)

    def find_tries(self, length: int, most: int) -> None:
        """First moves that fail to at most so many defences; what refuted the last ones is tried first."""
        options = self.place.position.options
        settled = {*(key.move for key in self.keys), *(ply.move for ply in self.unsettled)}
        settled.update(options.get("exclude", "").split(","))
        refuters: list[str] = []
        tries: list[str] = []
        unsettled: list[str] = []
        for move in self.place.position.moves():
            if move in settled:
                continue
            verdict = self._is_try(self.place.play(move), length - 1, most, refuters)
            if verdict != "disproven":
                (tries if verdict == "proven" else unsettled).append(move)
        self.tries = tuple(self.builder.attempt(self.place, move, length) for move in tries)
        self.unsettled_tries = self.builder.plies(self.place, unsettled)

    def _is_try(self, place: Place, length: int, most: int, refuters: list[str]) -> Verdict:
        """Whether some moves, but no more than so many, leave no mate in time."""
        replies = place.position.moves()
        refuting = 0
        verdict: Verdict = "proven"
        for move in sorted(replies, key=lambda move: _rank(move, refuters)):
            answer = self.builder.questions.ask(place.play(move), length, all_moves=False) if length else None
            if answer is None or answer.verdict == "disproven":
                refuting += 1
                if move in refuters:
                    refuters.remove(move)
                refuters.insert(0, move)
                if refuting > most:
                    return "disproven"
            elif answer.verdict == "unknown":
                verdict = "unknown"
        if not replies:  # a draw at once, which is no try
            return "disproven"
        if not refuting and verdict == "proven":
            raise PnyxError(
                f"two checked answers contradict each other: {place.position.text} is lost in {length} moves, and the "
                "move to it does not mate in time; please report this"
            )
        return verdict


def _rank(move: str, refuters: Collection[str]) -> int:
    ranked = list(refuters)
    return ranked.index(move) if move in ranked else len(ranked)


def _whole(name: str, given: Any, most: int) -> None:
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= most:
        raise InputError(f"{name} must be a whole number from 1 to {most:,}, not {quoted(given)}")
