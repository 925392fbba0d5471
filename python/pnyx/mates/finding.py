"""The full solution of a mate problem: `pnyx.variations`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pnyx import _core
from pnyx._util.numbers import expect_whole
from pnyx.api.goal import Goal, mate_goals, read_goal
from pnyx.api.result import Verdict
from pnyx.api.shortest import Shortest, shortest
from pnyx.api.solve import Limit, prepare
from pnyx.api.wording import unknown_name
from pnyx.errors import InputError, PnyxError
from pnyx.mates.asking import NO_THREAT, Place, Questions, VariationsProgress
from pnyx.mates.building import Builder
from pnyx.mates.tree import Attack, Ply, Replies, Variations

DEFAULT_TREE = 10_000
"""The moves that are written into a tree before it is cut."""

_LONGEST = 1_000_000
_MOST_REFUTATIONS = 1_000


def variations(
    position: Any,
    moves: int | None = None,
    *,
    goal: str | Goal = "mate",
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
    """List every mate in a number of moves, as the solution of a chess problem.

    Without `moves` the length is that of the shortest mate. The answer has all first moves that mate in time, the key
    and its cooks; after each of them the threats, or that it is zugzwang, and every defence with all mates that follow.
    Defences that shorten the mate are only named, unless `short` is set, and so are those that do not stop the threat,
    unless `all_defences` is set.

    `set_play` adds the play if the other side were to move. `tries` adds first moves that fail to at most `refutations`
    defences. With the goal `mated` the side to move is mated, and the tree begins with its moves.

    Every verdict is one of `pnyx.solve`, with a checked certificate. The limit is for all of them together; moves that
    it leaves open are undecided. A tree of more than `max_tree` moves is cut.

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
    prepared = prepare(position, game, algorithm, None, options, limit, threads)
    root = prepared.position
    if root.game != "chess" or root.python_game is not None:
        raise InputError(f"variations are for chess mates: expected a chess position, not one of {root.game}")
    asked = read_goal(root, goal)
    if asked not in mate_goals(root.goals):
        raise InputError(unknown_name("goal of variations", asked.text, map(str, mate_goals(root.goals))))
    if asked.of_other and (set_play or tries):
        raise InputError("set play and tries need the side that mates on move: leave them out for 'mated'")
    if "region" in root.options:
        raise InputError("variations do not support the option 'region': leave it out")
    if tries and "attack" in root.options:
        raise InputError("tries do not support the option 'attack': leave out one of them")
    if moves is not None:
        expect_whole("moves", moves, most=_LONGEST)
    expect_whole("refutations", refutations, most=_MOST_REFUTATIONS)
    expect_whole("max_tree", max_tree, most=10_000_000)

    spending = Limit() if limit is None else limit
    questions = Questions(prepared.algorithm, prepared.options, spending, threads, stop, on_progress)
    found = None
    if moves is None:
        found = shortest(
            root,
            asked,
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
        if asked.of_other:
            work.find_replies(moves)
        else:
            work.find_keys(moves)
            if set_play:
                work.find_set_play(moves)
            if tries:
                work.find_tries(moves, refutations)
    return Variations(
        position=root,
        goal=asked.text,
        algorithm=prepared.algorithm,
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
        self.replies = self.builder.replies(self.place, length, NO_THREAT)
        if self.replies.refutations or not self.place.position.moves():
            self.verdict = "disproven"
        elif not self.replies.unsettled:
            self.verdict = "proven"

    def find_set_play(self, length: int) -> None:
        passed = self.place.passed()
        self.set_play = Replies() if passed is None else self.builder.replies(passed, length - 1, NO_THREAT)

    def find_tries(self, length: int, most: int) -> None:
        """First moves that fail to at most `refutations` defences; the last refutations are tried first."""
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
        """Whether some moves, but at most a given number, leave no mate in time."""
        replies = place.position.moves()
        refuting = 0
        verdict: Verdict = "proven"
        rank = {move: place for place, move in enumerate(refuters)}
        for move in sorted(replies, key=lambda move: rank.get(move, len(rank))):
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
                "move to it does not mate in time; please report this bug"
            )
        return verdict
