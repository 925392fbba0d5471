"""Proofs: the graph of a certificate, node by node."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from pnyx import _core
from pnyx._util.numbers import expect_whole
from pnyx.api.check import CheckReport, read_certificate, require_rules
from pnyx.api.notation import line_text, move_texts
from pnyx.api.position import Position, position, unicode_text
from pnyx.api.result import Certificate
from pnyx.api.shown import Shown, shared_fields
from pnyx.api.solve import Limit
from pnyx.errors import InputError, quoted

if TYPE_CHECKING:
    from pnyx._core import StopFlag

Kind = Literal["choice", "replies", "end", "repetition"]
"""The kinds of nodes: one move is chosen, every move is answered, the game is over, or the position is a repetition."""

_LONGEST_MAIN_LINE = 1_000


@dataclass(frozen=True)
class ProofMove:
    """A move of a proof, and facts about the node it leads to.

    >>> import pnyx
    >>> proof = pnyx.solve("XX./OO./... x", goal="win").certificate.proof()
    >>> proof.root.moves
    (ProofMove(move='c3', text='c3', size=1, plies=0, moves_to_win=0, shared=False, kind='end'),)
    """

    move: str
    """In the game's notation."""
    text: str
    """For display: standard algebraic notation in chess."""
    size: int
    plies: int | None
    moves_to_win: int | None
    shared: bool
    kind: Kind


@dataclass(frozen=True)
class FoundLines:
    """The result of `Proof.find`.

    >>> import pnyx
    >>> proof = pnyx.solve("XX./OO./... x", goal="win").certificate.proof()
    >>> proof.find("XXX")
    FoundLines(lines=[('c3',)], complete=True)
    """

    lines: list[tuple[str, ...]]
    """The lines from the root to the nodes found."""
    complete: bool
    """Whether all nodes were searched and these are all."""


@dataclass(frozen=True)
class ProofNode(Shown):
    """A node of a proof, reached by a line from the root.

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
    """The node's number in the certificate."""
    kind: Kind
    """`choice`: one move is chosen. `replies`: every move is answered. `end`: the game is over, or the rule against
    repetition leaves no legal move. `repetition`: the position occurred before on the line, see `returns_to`."""
    size: int
    """The number of nodes whose records lie within this one's, itself included: 1 plus the sizes of the moves that are
    not shared. A reference back to a node of the line counts as 1."""
    plies: int | None
    """The longest line from here, where the proof has lengths."""
    moves_to_win: int | None
    """The largest number of the prover's moves on a line from here, where the proof has lengths."""
    shared: bool
    """A transposition: the node's record is elsewhere, and counts there."""
    returns_to: int | None
    """For a repetition: the ply of the first occurrence. `None` means before the root."""
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
        """The chosen move, or all answered moves in the order of their notation."""
        texts = move_texts(self.position, [row[0] for row in self._rows])
        return tuple(ProofMove(row[0], text, *row[1:]) for row, text in zip(self._rows, texts, strict=True))

    @property
    def line_text(self) -> str:
        """The line for display: numbered moves in standard algebraic notation for chess, else the moves as they are.

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

    def to_json(self) -> dict[str, Any]:
        """The facts about this node, without the nodes below it.

        >>> import pnyx
        >>> node = pnyx.solve("XX./OO./... x", goal="win").certificate.proof().root.to_json()
        >>> node["kind"], node["moves"][0]["move"]
        ('choice', 'c3')
        """
        known = ("number", "kind", "size", "plies", "moves_to_win", "shared", "returns_to")
        told = {"line": list(self.line), "line_text": self.line_text, "position": self.position.board}
        return {**told, **{name: getattr(self, name) for name in known}, "moves": [vars(move) for move in self.moves]}


class Proof(Shown):
    """The proof in an accepted certificate, to be walked move by move.

    The certificate is that of a result, a file's path or bytes; `game` and `syzygy` are as for `pnyx.check`. The Rust
    checker reads it and raises a `CertificateError` if it rejects it; `pnyx.check` runs both checkers. A proof takes
    about thirty bytes per node, without positions, so that proofs of millions of nodes can be walked.

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
        """The native object of the proof."""
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
        """The checker's report."""
        return CheckReport(**shared_fields(self._native.report, CheckReport), checkers=("rust",))

    @property
    def goal(self) -> str:
        """The prover's goal."""
        return self.report.goal

    @property
    def prover(self) -> str:
        """The name of the player whose goal it is."""
        return self.report.prover

    @property
    def verdict(self) -> Literal["proven", "disproven"]:
        """The verdict that the certificate proves."""
        return self.report.verdict

    @property
    def nodes(self) -> int:
        """The nodes of the graph."""
        return self.report.nodes

    @property
    def shared(self) -> int:
        """Transpositions: nodes with more than one parent."""
        return self.report.shared

    @property
    def plies(self) -> int | None:
        """The longest line, in moves of both sides, if the proof has no cycles."""
        return self.report.plies

    @property
    def moves_to_win(self) -> int | None:
        """The prover reaches the goal in at most this many own moves."""
        return self.report.moves_to_win

    @cached_property
    def root(self) -> ProofNode:
        """The root."""
        return self.at(())

    def at(self, line: Sequence[str]) -> ProofNode:
        """The node at the end of a line, whose moves are in the game's notation or, in chess, in SAN.

        A move that the proof does not have there is an `InputError`, which names the moves it has.

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
        known = shared_fields(place, ProofNode, without=["line"])
        return ProofNode(proof=self, line=tuple(place.line), **known, _rows=tuple(place.moves))

    def find(
        self,
        text: str,
        *,
        below: Sequence[str] = (),
        most: int = 20,
        seconds: float | None = None,
        stop: StopFlag | None = None,
    ) -> FoundLines:
        """Lines to nodes whose position's text contains `text`, or that are reached by the move `text`.

        Moves are in the game's notation or, in chess, in SAN, where `Nf3` is every knight's move to f3, with check or
        without. `below` is the line at whose end the search begins. Every node is visited once, where its record is.
        At most `most` lines are returned. The search ends after `seconds`, or when `stop` is set, with the lines found
        so far; `complete` is `False` if there may be more.

        >>> import pnyx
        >>> proof = pnyx.solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").certificate.proof()
        >>> proof.find("b7#").lines
        [('a1a6', 'b7a6', 'b6b7')]
        >>> proof.find("Rxa7", most=1)
        FoundLines(lines=[('a1a6', 'b8c7', 'a6a7')], complete=False)
        """
        if not isinstance(text, str) or not text:
            raise InputError(f"expected a text to find, part of a position or a move, not {quoted(text)}")
        expect_whole("most", most)
        limit = Limit(seconds=seconds).seconds
        lines, complete = self._native.find(unicode_text(text), _moves(below), min(most, 2**63 - 1), limit, stop)
        return FoundLines([tuple(line) for line in lines], complete)

    def __str__(self) -> str:
        return str(self.report)

    def __repr__(self) -> str:
        return f"<Proof: {self}>"


def _moves(line: Sequence[str]) -> list[str]:
    if isinstance(line, str) or not all(isinstance(move, str) for move in line):
        raise InputError(f"a line is a list of moves, for example ['e2e4', 'e7e5'], not {quoted(line)}")
    return [unicode_text(move) for move in line]
