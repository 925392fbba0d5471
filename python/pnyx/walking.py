"""Walking through a proof: what a certificate has at each place, move by move."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

from pnyx import _core
from pnyx.errors import InputError, quoted
from pnyx.notation import line_text, move_texts
from pnyx.problem import Position, position, unicode_text
from pnyx.proof import CheckReport, read_certificate, reported, require_rules
from pnyx.result import Certificate
from pnyx.solving import Limit

if TYPE_CHECKING:
    from pnyx._core import StopFlag

__all__ = ["Found", "Kind", "Proof", "ProofMove", "ProofNode"]

Kind = Literal["choice", "replies", "end", "repetition"]
"""What a node of a proof is: one move is named, every move is answered, the game is over, or the line has come back."""

_LONGEST_MAIN_LINE = 1_000


@dataclass(frozen=True)
class ProofMove:
    """A move of a proof, and what is known of the node it leads to.

    >>> import pnyx
    >>> proof = pnyx.solve("XX./OO./... x", goal="win").certificate.proof()
    >>> proof.root.moves
    (ProofMove(move='c3', text='c3', size=1, plies=0, moves_to_win=0, shared=False, kind='end'),)
    """

    move: str
    """In the game's notation."""
    text: str
    """For people: short algebraic notation in chess."""
    size: int
    plies: int | None
    moves_to_win: int | None
    shared: bool
    kind: Kind


@dataclass(frozen=True)
class Found:
    """What `Proof.find` found.

    >>> import pnyx
    >>> proof = pnyx.solve("XX./OO./... x", goal="win").certificate.proof()
    >>> proof.find("XXX")
    Found(lines=[('c3',)], complete=True)
    """

    lines: list[tuple[str, ...]]
    """The lines that lead to it, from the root."""
    complete: bool
    """Whether these are all, and everything was looked at."""


@dataclass(frozen=True)
class ProofNode:
    """A place in a proof: a line from the root, and what the proof has there.

    >>> import pnyx
    >>> proof = pnyx.solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").certificate.proof()
    >>> node = proof.at(["a1a6"])
    >>> node.kind, node.size, node.plies, node.moves_to_win
    ('replies', 15, 2, 1)
    >>> [(move.text, move.size) for move in node.moves][:3]
    [('bxa6', 2), ('Bc7', 2), ('Bd6', 2)]
    >>> node.play("b7a6").moves[0].text
    'b7#'
    """

    proof: Proof = field(repr=False)
    line: tuple[str, ...]
    """The moves from the root, in the game's notation."""
    number: int
    """The number that the certificate gives the node."""
    kind: Kind
    """`choice`: one move is named. `replies`: every move is answered. `end`: the game is over, or as good as over,
    because the rule against repeating leaves no move. `repetition`: the line has come back, see `returns_to`."""
    size: int
    """The nodes whose records lie within this one's, itself included: the sizes of moves that are not shared, and 1,
    make up the size of their node. A reference back to a node of the line counts as 1."""
    plies: int | None
    """The longest line from here, where the proof tells lengths."""
    moves_to_win: int | None
    """The largest number of the prover's moves on a line from here, where the proof tells lengths."""
    shared: bool
    """Reached by a reference: the record stands elsewhere, and counts there."""
    returns_to: int | None
    """Where the line has come back: how many moves had been made the first time. `None` means before the root."""
    _rows: tuple[tuple[Any, ...], ...] = field(repr=False, compare=False)

    @cached_property
    def position(self) -> Position:
        """The position, without history."""
        at = self.proof.start
        for move in self.line:
            at = at.play(move)
        return at

    @cached_property
    def moves(self) -> tuple[ProofMove, ...]:
        """The move that is named, or all moves that are answered, in the order of their notation."""
        texts = move_texts(self.position, [row[0] for row in self._rows])
        return tuple(ProofMove(row[0], text, *row[1:]) for row, text in zip(self._rows, texts, strict=True))

    @property
    def line_text(self) -> str:
        """The line for people: numbered moves in short algebraic notation for chess, else the moves as they are.

        >>> import pnyx
        >>> pnyx.solve("7k/8/5KQ1/8/8/8/8/8 w - - 0 1").certificate.proof().at(["g6g7"]).line_text
        '1. Qg7#'
        """
        return line_text(self.proof.position, self.line)

    def play(self, move: str) -> ProofNode:
        """The node after one of the moves.

        >>> import pnyx
        >>> pnyx.solve("XX./OO./... x", goal="win").certificate.proof().root.play("c3").kind
        'end'
        """
        after = self.proof.at((*self.line, move))
        if "position" in vars(self):  # one move more is less work than the whole line again
            vars(after)["position"] = self.position.play(after.line[-1])
        return after

    def main_line(self) -> tuple[str, ...]:
        """The longest line from here, or where lengths are unknown the one through the largest records.

        It has at most 1,000 moves. Of several moves that are as good, the first is taken.

        >>> import pnyx
        >>> pnyx.solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").certificate.proof().root.main_line()
        ('a1a6', 'b7a6', 'b6b7')
        """
        return tuple(self.proof.native.main_line(list(self.line), _LONGEST_MAIN_LINE))

    def _repr_html_(self) -> str:
        from pnyx.notebook import answers

        return answers.node(self)

    def to_json(self) -> dict[str, Any]:
        """What is known of this node, without the nodes below it.

        >>> import pnyx
        >>> node = pnyx.solve("XX./OO./... x", goal="win").certificate.proof().root.to_json()
        >>> node["kind"], node["moves"][0]["move"]
        ('choice', 'c3')
        """
        known = ("number", "kind", "size", "plies", "moves_to_win", "shared", "returns_to")
        told = {"line": list(self.line), "line_text": self.line_text, "position": self.position.board}
        return {**told, **{name: getattr(self, name) for name in known}, "moves": [vars(move) for move in self.moves]}


class Proof:
    """A certificate that was accepted, to be walked move by move.

    The certificate is one of a result, a file's path or bytes; `game` and `syzygy` mean what they mean for
    `pnyx.check`. The Rust checker reads it, and what it does not accept is a `CertificateError`; `pnyx.check` asks both
    checkers. About thirty bytes a node are kept, and no positions, so that a proof of a million nodes can be walked.

    >>> import pnyx
    >>> proof = pnyx.Proof(pnyx.solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").certificate)
    >>> print(proof)
    White mates in at most 2 from kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1: checked, 16 positions, 1 checker agrees
    >>> proof.root.kind, proof.root.moves[0].text
    ('choice', 'Ra6')
    """

    def __init__(
        self,
        certificate: Certificate | str | os.PathLike[str] | bytes,
        game: Any = None,
        *,
        syzygy: str | os.PathLike[str] | None = None,
    ) -> None:
        place = None if syzygy is None else os.fspath(syzygy)
        if isinstance(certificate, Certificate):
            data, within, own_place = certificate.subject()
            game, place = within if game is None else game, place or own_place
        else:
            data = certificate if isinstance(certificate, bytes) else read_certificate(certificate)
        require_rules(data, game)
        given = game.native if isinstance(game, Position) else game
        self._native = _core.Proof(data, given, syzygy=place)
        python_game = game.python_game if isinstance(game, Position) else game
        self._position = Position(self._native.position, python_game=python_game)

    @property
    def native(self) -> _core.Proof:
        """The proof as the native module knows it."""
        return self._native

    @property
    def position(self) -> Position:
        """The root."""
        return self._position

    @cached_property
    def start(self) -> Position:
        """The root without its history."""
        root = self._position
        return root if root.text == root.board else position(root.game, root.board, **root.options)

    @cached_property
    def report(self) -> CheckReport:
        """What the checker has established."""
        return reported(self._native.report, ("rust",))

    @property
    def goal(self) -> str:
        """What the prover wants."""
        return self.report.goal

    @property
    def prover(self) -> str:
        """The name of the player whose goal it is."""
        return self.report.prover

    @property
    def verdict(self) -> Literal["proven", "disproven"]:
        """What the certificate shows."""
        return self.report.verdict

    @property
    def nodes(self) -> int:
        """The nodes of the graph."""
        return self.report.nodes

    @property
    def shared(self) -> int:
        """Those that are reached in more than one way."""
        return self.report.shared

    @property
    def plies(self) -> int | None:
        """The longest line, in moves of both sides, where lines cannot go round."""
        return self.report.plies

    @property
    def moves_to_win(self) -> int | None:
        """The prover reaches the goal in at most this many own moves."""
        return self.report.moves_to_win

    @cached_property
    def root(self) -> ProofNode:
        """The node where every line begins."""
        return self.at(())

    def at(self, line: Sequence[str]) -> ProofNode:
        """The node at the end of a line, whose moves are in the game's notation or, in chess, in the short one.

        A move that the proof does not have there is an `InputError`, which says what it has instead.

        >>> import pnyx
        >>> proof = pnyx.solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").certificate.proof()
        >>> proof.at(["Ra6", "bxa6"]).line
        ('a1a6', 'b7a6')
        >>> proof.at(["a1a5"])
        Traceback (most recent call last):
            ...
        pnyx.errors.InputError: move 1 of the line, 'a1a5', leaves the proof: the proof plays a1a6 there
        """
        place = self._native.at(_moves(line))
        return ProofNode(
            proof=self,
            line=tuple(place.line),
            number=place.number,
            kind=cast(Kind, place.kind),
            size=place.size,
            plies=place.plies,
            moves_to_win=place.moves_to_win,
            shared=place.shared,
            returns_to=place.returns_to,
            _rows=tuple(place.moves),
        )

    def find(
        self,
        text: str,
        *,
        below: Sequence[str] = (),
        most: int = 20,
        seconds: float | None = None,
        stop: StopFlag | None = None,
    ) -> Found:
        """Lines to nodes whose position's text contains `text`, or that are reached by a move written so.

        Moves are given in the game's notation or, in chess, in the short one, where `Nf3` is every knight's move to f3,
        with check or without. `below` is the line at whose end the search begins. Every node is looked at once, where
        its record stands. At most `most` lines are given, and after some seconds, or when `stop` is set, the search
        ends with those it has: `complete` says whether there may be more.

        >>> import pnyx
        >>> proof = pnyx.solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").certificate.proof()
        >>> proof.find("b7#").lines
        [('a1a6', 'b7a6', 'b6b7')]
        >>> proof.find("Rxa7", most=1)
        Found(lines=[('a1a6', 'b8c7', 'a6a7')], complete=False)
        """
        if not isinstance(text, str) or not text:
            raise InputError(f"expected some text to look for, a part of a position or a move, not {quoted(text)}")
        if isinstance(most, bool) or not isinstance(most, int) or most < 1:
            raise InputError(f"most must be a whole number from 1 on, not {quoted(most)}")
        limit = Limit(seconds=seconds).seconds
        lines, complete = self._native.find(unicode_text(text), _moves(below), min(most, 2**63 - 1), limit, stop)
        return Found([tuple(line) for line in lines], complete)

    def __str__(self) -> str:
        return str(self.report)

    def __repr__(self) -> str:
        return f"<Proof: {self}>"

    def _repr_html_(self) -> str:
        from pnyx.notebook import answers

        return answers.proof(self)


def _moves(line: Sequence[str]) -> list[str]:
    if isinstance(line, str) or not all(isinstance(move, str) for move in line):
        raise InputError(f"a line is a list of moves, for example ['e2e4', 'e7e5'], not {quoted(line)}")
    return [unicode_text(move) for move in line]
