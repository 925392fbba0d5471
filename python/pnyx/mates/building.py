"""Builds the tree: searches every defence, and chooses which of them are followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pnyx.errors import PnyxError
from pnyx.mates.asking import NO_THREAT, Found, Place, Questions
from pnyx.mates.tree import Attack, Defence, Ply, Replies

_DEEPEST = 50
"""The longest mate that is written to its end, in moves: the forms it is written in are nested that deep."""


@dataclass
class Builder:
    """Writes moves into a tree up to a number of moves."""

    questions: Questions
    short: bool
    """Whether shorter mates are followed."""
    idle: bool
    """Whether defences that do not stop the threat are followed."""
    most: int
    cut: bool = False

    def plies(self, place: Place, moves: Iterable[str]) -> tuple[Ply, ...]:
        """Moves by both their names."""
        return tuple(Ply(move, place.san(move)) for move in moves)

    def attack(self, place: Place, move: str, length: int) -> Attack:
        """A move that mates in at most `length` moves."""
        san = place.san(move)
        self.questions.moves += 1
        with self._looking_at(move):
            after = place.play(move)
            if after.is_mate:
                return Attack(move, san, 1, True)
            if not self._room():
                return Attack(move, san, length, False)
            threats, zugzwang, threat = self.threats(after, length - 1)
            replies = self.replies(after, length - 1, threat)
        if replies.refutations:
            raise PnyxError(
                f"two checked answers contradict each other: {san} mates in {length} from {place.position.text}, and "
                f"does not after {replies.refutations[0].san}; please report this bug"
            )
        if not replies.unsettled:
            length = replies.length + 1
        return Attack(move, san, length, False, threats, zugzwang, replies)

    def attempt(self, place: Place, move: str, length: int) -> Attack:
        """A move that does not mate in `length` moves, with the mates that follow other defences."""
        with self._looking_at(move):
            after = place.play(move)
            threats, zugzwang, threat = self.threats(after, length - 1)
            replies = self.replies(after, length - 1, threat)
        return Attack(move, place.san(move), None, False, threats, zugzwang, replies)

    def threats(self, place: Place, most: int) -> tuple[tuple[Attack, ...], bool | None, Found]:
        """What follows if the side to move passes, and whether the move before was a waiting one."""
        passed = place.passed()
        if passed is None:
            return (), False, NO_THREAT
        with self._looking_at("0000"):
            found = self.questions.shortest(passed, most)
            if found.length is None:
                return (), True if found.verdict == "disproven" else None, NO_THREAT
            settled = found.exact and not found.unsettled
            return self._attacks(passed, found), False if settled else None, found

    def replies(self, place: Place, most: int, threat: Found) -> Replies:
        """The moves of the side to move against a mate in `length` moves."""
        mates: list[tuple[str, Place, Found]] = []
        refutations: list[str] = []
        unsettled: list[str] = []
        for move in place.position.moves():
            with self._looking_at(move):
                after = place.play(move)
                found = self.questions.shortest(after, most)
            if found.length is not None:
                mates.append((move, after, found))
            else:
                (refutations if found.verdict == "disproven" else unsettled).append(move)
        longest = max((found.length or 0 for _, _, found in mates), default=0)
        shown: list[Defence] = []
        short: list[str] = []
        idle: list[str] = []
        for move, after, found in sorted(mates, key=lambda mate: -(mate[2].length or 0)):
            if not self.idle and found.exact and _lets_it_happen(threat, found):
                idle.append(move)
            elif not self.short and found.exact and (found.length or 0) < longest:
                short.append(move)
            else:
                with self._looking_at(move):
                    shown.append(self._defence(place, move, after, found))
        return Replies(
            longest,
            tuple(shown),
            self.plies(place, short),
            self.plies(place, idle),
            self.plies(place, refutations),
            self.plies(place, unsettled),
        )

    def _defence(self, place: Place, move: str, after: Place, found: Found) -> Defence:
        self.questions.moves += 1
        attacks = self._attacks(after, found)
        unsettled = self.plies(after, found.unsettled)
        return Defence(move, place.san(move), found.length or 0, found.exact, attacks, unsettled)

    def _attacks(self, place: Place, found: Found) -> tuple[Attack, ...]:
        return tuple(self.attack(place, move, found.length or 0) for move in found.moves)

    def _room(self) -> bool:
        """Whether there is room for more moves; if not, the tree is cut here."""
        if self.questions.moves < self.most and len(self.questions.line) < 2 * _DEEPEST:
            return True
        self.cut = True
        return False

    @contextmanager
    def _looking_at(self, move: str) -> Iterator[None]:
        self.questions.line.append(move)
        yield
        self.questions.line.pop()


def _lets_it_happen(threat: Found, found: Found) -> bool:
    return threat.length is not None and found.length == threat.length and not set(threat.moves).isdisjoint(found.moves)
