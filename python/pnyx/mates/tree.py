"""The tree of a mate: moves of the side that mates, each with the replies of the other side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from pnyx._util.words import player
from pnyx.api.goal import Goal
from pnyx.api.position import Position
from pnyx.api.result import Verdict
from pnyx.api.shown import ShownOnBoard
from pnyx.api.wording import sentence, why

if TYPE_CHECKING:
    from pnyx.api.shortest import Shortest


class Ply(NamedTuple):
    """A move in UCI and in standard algebraic notation.

    >>> Ply("a1a6", "Ra6").san
    'Ra6'
    """

    move: str
    san: str


@dataclass(frozen=True)
class Attack:
    """A move of the side that mates, and what can follow."""

    move: str
    """In UCI."""
    san: str
    """In standard algebraic notation."""
    length: int | None
    """The mate takes at most this many moves, this one included; `None` for a move that does not mate in time."""
    mate: bool
    """Whether this move is the mate."""
    threats: tuple[Attack, ...] = ()
    """The shortest mates there would be if the other side could pass."""
    zugzwang: bool | None = False
    """Whether it neither checks nor threatens a mate in time; `None` if undecided."""
    replies: Replies | None = None
    """The replies of the other side; `None` after the mate, and where the tree was cut."""


@dataclass(frozen=True)
class Defence:
    """A move of the side that is mated, and the mates that follow."""

    move: str
    san: str
    length: int
    """The mate takes this many more moves of the other side."""
    exact: bool
    """Whether it is proved that no mate is shorter."""
    attacks: tuple[Attack, ...]
    """All moves that mate in this length."""
    unsettled: tuple[Ply, ...] = ()
    """Undecided moves."""

    @property
    def dual(self) -> bool:
        """Whether there is more than one way to go on."""
        return len(self.attacks) > 1


@dataclass(frozen=True)
class Replies:
    """The moves of the side that is mated: each of its legal moves is in one of these lists."""

    length: int = 0
    """The longest resistance, in moves of the other side. 0 if there is no mate in time."""
    defences: tuple[Defence, ...] = ()
    """The defences that are followed, the longest resistance first."""
    short: tuple[Ply, ...] = ()
    """Defences left out because they shorten the mate."""
    idle: tuple[Ply, ...] = ()
    """Defences left out because they do not stop the threat."""
    refutations: tuple[Ply, ...] = ()
    """Defences after which there is no mate in time, which is proved."""
    unsettled: tuple[Ply, ...] = ()
    """Undecided defences: a limit was reached."""


@dataclass(frozen=True)
class Variations(ShownOnBoard):
    """All mates in a number of moves.

    Some of it may be undecided, so it is neither true nor false: use `verdict`, `keys` and `complete`.

    >>> import pnyx
    >>> found = pnyx.variations("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2)
    >>> [key.san for key in found.keys], found.keys[0].zugzwang
    (['Ra6'], True)
    >>> [(each.san, each.attacks[0].san) for each in found.keys[0].replies.defences][0]
    ('bxa6', 'b7#')
    """

    position: Position
    goal: str
    """`mate`, or `mated` when the side to move is the one that is mated."""
    algorithm: str
    length: int | None
    """The length in moves of the mating side: the given one, or that of the shortest mate found."""
    verdict: Verdict
    """Whether there is a mate in `length` moves, by checked certificates."""
    reason: str | None
    """Why something is undecided, if anything is."""
    keys: tuple[Attack, ...]
    """All first moves that mate in time: the key, and the cooks beside it."""
    unsettled: tuple[Ply, ...]
    """The undecided first moves."""
    replies: Replies | None
    """With the goal `mated`: the moves of the side to move."""
    set_play: Replies | None
    """With `set_play`: the play if the other side were to move."""
    tries: tuple[Attack, ...] | None
    """With `tries`: first moves that fail to few defences."""
    unsettled_tries: tuple[Ply, ...]
    """First moves that fail, with an undecided number of refutations."""
    cut: bool
    """Whether the tree was cut because it was too large."""
    questions: int
    """How many questions the searches were asked."""
    nodes: int
    seconds: float
    shortest: Shortest | None
    """The search for the length, if it was not given."""

    @property
    def mating(self) -> str:
        """The name of the side that mates."""
        return Goal(self.goal).prover(self.position)

    @property
    def cooked(self) -> bool:
        """Whether more than one first move mates in time."""
        return len(self.keys) > 1

    @property
    def exact(self) -> bool:
        """Whether it is proved that no mate is shorter than `length`."""
        if self.shortest is not None:
            return self.shortest.proved
        if self.verdict != "proven" or not self.settled:
            return False
        lengths = [key.length for key in self.keys] if self.replies is None else [self.replies.length]
        # A key whose defences were not examined because the tree was cut may be quicker than it says.
        looked_at = all(key.mate or key.replies is not None for key in self.keys)
        return looked_at and all(length == self.length for length in lengths)

    @property
    def settled(self) -> bool:
        """Whether nothing is undecided: neither the verdict nor any move of the tree."""
        left = self.verdict == "unknown" or self.unsettled or self.unsettled_tries
        return not left and all(map(_settled, parts(self)))

    @property
    def complete(self) -> bool:
        """Whether nothing is undecided and the tree was not cut."""
        return self.settled and not self.cut

    @property
    def headline(self) -> str:
        """The answer in a few words.

        >>> import pnyx
        >>> pnyx.variations("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1).headline
        'White mates in 1'
        """
        if self.length is None:
            who = player(self.mating)
            none = f"{who} cannot force mate" if self.verdict == "disproven" else "No mate was found"
            return f"{none} ({why(self.reason)})" if self.reason else none
        if self.length == 0:
            return f"{player(self.position.turn)} is mated already"
        goal = f"{self.goal}-in {self.length}"
        if self.verdict == "proven":
            known = f"{player(self.mating)} mates in {'at most ' * (not self.exact)}{self.length}"
            return f"{known}; {len(self.keys)} winning first moves" if self.cooked else known
        words = sentence(self.mating, goal, self.verdict, None)
        return f"{words} ({why(self.reason)})" if self.verdict == "unknown" and self.reason else words

    @property
    def text(self) -> str:
        """The variations in the style of problem books.

        >>> import pnyx
        >>> print(pnyx.variations("8/8/8/8/8/5K2/7R/6k1 w - - 0 1", 2).text.splitlines()[-1])
        1.Rh8! (zugzwang) 1...Kf1 2.Rh1#
        """
        from pnyx.mates.text import write

        return write(self)

    @property
    def pgn(self) -> str:
        """The variations as a game with variations; a null move stands for passing, in threats and in set play."""
        from pnyx.mates.pgn import write

        return write(self)

    def to_json(self) -> dict[str, Any]:
        """The variations as `pnyx variations --json` prints them."""
        return {
            "game": self.position.game,
            "position": self.position.text,
            "goal": self.goal,
            "mating": self.mating,
            "algorithm": self.algorithm,
            "length": self.length,
            "exact": self.exact,
            "verdict": self.verdict,
            "reason": self.reason,
            "settled": self.settled,
            "cut": self.cut,
            "keys": _json(self.keys),
            "unsettled": _json(self.unsettled),
            "replies": _json(self.replies),
            "set_play": _json(self.set_play),
            "tries": _json(self.tries),
            "unsettled_tries": _json(self.unsettled_tries),
            "questions": self.questions,
            "nodes": self.nodes,
            "seconds": self.seconds,
        }

    def __bool__(self) -> NoReturn:
        raise TypeError("variations may be undecided, so they are neither true nor false: use .verdict or .keys")

    def __str__(self) -> str:
        return self.text


def parts(found: Variations) -> Iterator[Attack | Defence | Replies]:
    """Every part of the tree."""
    waiting: list[Attack | Defence | Replies | None] = [
        found.replies,
        found.set_play,
        *found.keys,
        *(found.tries or ()),
    ]
    while waiting:
        part = waiting.pop()
        if part is None:
            continue
        yield part
        if isinstance(part, Attack):
            waiting += [*part.threats, part.replies]
        else:
            waiting += part.attacks if isinstance(part, Defence) else part.defences


def _settled(part: Attack | Defence | Replies) -> bool:
    """Whether nothing is undecided here, whatever is below."""
    if isinstance(part, Attack):
        return part.zugzwang is not None
    return not part.unsettled and (isinstance(part, Replies) or part.exact)


def _json(part: Any) -> Any:
    if isinstance(part, Ply):
        return part._asdict()
    if isinstance(part, tuple):
        return [_json(each) for each in part]
    if isinstance(part, (Attack, Defence, Replies)):
        return {name: _json(value) for name, value in vars(part).items()}
    return part
