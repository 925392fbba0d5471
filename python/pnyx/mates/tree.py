"""The tree of a mate: moves of the side that mates, each with what the other side can do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from pnyx.problem import Position
from pnyx.result import Verdict, why
from pnyx.wording import player, sentence

if TYPE_CHECKING:
    from pnyx.shortest_win import Shortest

__all__ = ["Attack", "Defence", "Ply", "Replies", "Variations"]


class Ply(NamedTuple):
    """A move and nothing more: in UCI, and in short algebraic notation.

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
    """In short algebraic notation."""
    length: int | None
    """The mate takes at most so many moves, this one included; `None` for a move that does not mate in time."""
    mate: bool
    """Whether this move is the mate."""
    threats: tuple[Attack, ...] = ()
    """The shortest mates there would be if the other side could pass."""
    zugzwang: bool | None = False
    """Whether it neither checks nor threatens a mate in time; `None` when that is not settled."""
    replies: Replies | None = None
    """What the other side can do; `None` after the mate, and where the tree was cut."""


@dataclass(frozen=True)
class Defence:
    """A move of the side that is mated, and the mates that follow."""

    move: str
    san: str
    length: int
    """The mate takes so many more moves of the other side."""
    exact: bool
    """Whether it is settled that the mate does not come sooner."""
    attacks: tuple[Attack, ...]
    """All moves that mate so soon."""
    unsettled: tuple[Ply, ...] = ()
    """Moves of which it is not settled whether they mate so soon."""

    @property
    def dual(self) -> bool:
        """Whether there is more than one way to go on."""
        return len(self.attacks) > 1


@dataclass(frozen=True)
class Replies:
    """The moves of the side that is mated: each of its legal moves is in one of these lists."""

    length: int = 0
    """The longest resistance: so many moves of the other side. 0 if there is no mate in time."""
    defences: tuple[Defence, ...] = ()
    """Those that are looked at, the longest resistance first."""
    short: tuple[Ply, ...] = ()
    """Those left out because the mate comes sooner than after others."""
    idle: tuple[Ply, ...] = ()
    """Those left out because what was threatened still follows."""
    refutations: tuple[Ply, ...] = ()
    """Those after which there is no mate in time: this is proved."""
    unsettled: tuple[Ply, ...] = ()
    """Those of which it is not settled: a limit was reached."""


@dataclass(frozen=True)
class Variations:
    """Every way to mate in a number of moves.

    Not all of it may be settled, so it is not true or false by itself: ask for `verdict`, `keys` and `complete`.

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
    """The moves of the mating side that are looked at: those asked for, or those of the shortest mate found."""
    verdict: Verdict
    """Whether there is a mate in so many moves, by checked certificates."""
    reason: str | None
    """Why something is not settled, if something is not."""
    keys: tuple[Attack, ...]
    """All first moves that mate in time: the key, and the cooks beside it."""
    unsettled: tuple[Ply, ...]
    """The first moves of which it is not settled whether they mate in time."""
    replies: Replies | None
    """With the goal `mated`: the moves of the side to move."""
    set_play: Replies | None
    """If asked for: what follows if the other side were to move."""
    tries: tuple[Attack, ...] | None
    """If asked for: first moves that fail to few defences."""
    unsettled_tries: tuple[Ply, ...]
    """First moves that fail, but it is not settled to how many defences."""
    cut: bool
    """Whether the tree is not written to its ends because it grew too large."""
    questions: int
    """How many questions the searches were asked."""
    nodes: int
    seconds: float
    shortest: Shortest | None
    """The search for the length, if it was not given."""

    @property
    def mating(self) -> str:
        """The name of the side that mates."""
        first, second = self.position.players
        mover = self.position.turn
        return mover if self.goal == "mate" else (second if mover == first else first)

    @property
    def cooked(self) -> bool:
        """Whether more than one first move mates in time."""
        return len(self.keys) > 1

    @property
    def exact(self) -> bool:
        """Whether it is settled that no mate is shorter than `length`."""
        if self.shortest is not None:
            return self.shortest.proved
        if self.verdict != "proven" or not self.settled:
            return False
        lengths = [key.length for key in self.keys] if self.replies is None else [self.replies.length]
        # A key whose defences were not looked at because the tree was cut may be quicker than it says.
        looked_at = all(key.mate or key.replies is not None for key in self.keys)
        return looked_at and all(length == self.length for length in lengths)

    @property
    def settled(self) -> bool:
        """Whether no question stayed open: neither the verdict nor any move of the tree."""
        parts = self.replies, self.set_play
        return (
            self.verdict != "unknown"
            and not self.unsettled
            and not self.unsettled_tries
            and all(_settled(replies) for replies in parts if replies is not None)
            and all(_settled_attack(attack) for attack in (*self.keys, *(self.tries or ())))
        )

    @property
    def complete(self) -> bool:
        """Whether all is settled and the tree is written to its ends."""
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
            return f"{known}; {len(self.keys)} first moves do it" if self.cooked else known
        words = sentence(self.mating, goal, self.verdict, None)
        return f"{words} ({why(self.reason)})" if self.verdict == "unknown" and self.reason else words

    @property
    def text(self) -> str:
        """The variations as problem books write them.

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
            "keys": [_attack_json(key) for key in self.keys],
            "unsettled": _plies_json(self.unsettled),
            "replies": _replies_json(self.replies),
            "set_play": _replies_json(self.set_play),
            "tries": None if self.tries is None else [_attack_json(each) for each in self.tries],
            "unsettled_tries": _plies_json(self.unsettled_tries),
            "questions": self.questions,
            "nodes": self.nodes,
            "seconds": self.seconds,
        }

    def __bool__(self) -> NoReturn:
        raise TypeError("variations may be unsettled, so they are neither true nor false: ask for .verdict or .keys")

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        from pnyx import draw

        return draw.svg(self.position)

    def _repr_html_(self) -> str:
        from pnyx.notebook import answers

        return answers.variations(self)


def _attacks_in(replies: Replies) -> Iterator[Attack]:
    for defence in replies.defences:
        yield from defence.attacks


def _settled(replies: Replies) -> bool:
    return (
        not replies.unsettled
        and all(defence.exact and not defence.unsettled for defence in replies.defences)
        and all(_settled_attack(attack) for attack in _attacks_in(replies))
    )


def _settled_attack(attack: Attack) -> bool:
    if attack.replies is None:
        return True
    threats = all(_settled_attack(threat) for threat in attack.threats)
    return threats and attack.zugzwang is not None and _settled(attack.replies)


def _plies_json(plies: Iterable[Ply]) -> list[dict[str, str]]:
    return [ply._asdict() for ply in plies]


def _attack_json(attack: Attack) -> dict[str, Any]:
    return {
        "move": attack.move,
        "san": attack.san,
        "length": attack.length,
        "mate": attack.mate,
        "threats": [_attack_json(threat) for threat in attack.threats],
        "zugzwang": attack.zugzwang,
        "replies": _replies_json(attack.replies),
    }


def _replies_json(replies: Replies | None) -> dict[str, Any] | None:
    if replies is None:
        return None
    return {
        "length": replies.length,
        "defences": [
            {
                "move": defence.move,
                "san": defence.san,
                "length": defence.length,
                "exact": defence.exact,
                "attacks": [_attack_json(attack) for attack in defence.attacks],
                "unsettled": _plies_json(defence.unsettled),
            }
            for defence in replies.defences
        ],
        "short": _plies_json(replies.short),
        "idle": _plies_json(replies.idle),
        "refutations": _plies_json(replies.refutations),
        "unsettled": _plies_json(replies.unsettled),
    }
