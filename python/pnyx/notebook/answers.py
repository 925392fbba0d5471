"""Cards of answers: results, values, shortest wins, certificates, proofs, variations and searches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Any, Final

from pnyx import draw
from pnyx.api.convergence import Convergence, number_words
from pnyx.api.notation import line_text, move_texts
from pnyx.api.position import Position
from pnyx.api.proof import Proof, ProofNode
from pnyx.api.result import Certificate, Result
from pnyx.api.search import SearchResult
from pnyx.api.shortest import Shortest
from pnyx.api.value import Value
from pnyx.api.wording import counted, moves_title, sentence, table_use, why
from pnyx.draw.canvas import clip
from pnyx.errors import PnyxError
from pnyx.mates import Variations
from pnyx.notebook.cards import Fact, board, board_svg, card, convergence, facts, folded, muted
from pnyx.notebook.html import Html, element
from pnyx.notebook.outline import outline
from pnyx.notebook.proof_tree import tree

_READ_AT_ONCE: Final = 100_000
"""Larger certificates are not read for the card, because that takes too long."""

_READ_BY_PYTHON: Final = 2_000
"""The same for games written in Python."""

_LONGEST: Final = 400


@singledispatch
def card_of(shown: object) -> str:
    """The card of an answer, a certificate, a proof or a record of a search."""
    raise TypeError(f"there is no card of {type(shown).__name__}")


def board_of(answer: Any) -> str:
    """The board of an answer; a result's has the moves that are proved to reach the goal.

    >>> import pnyx
    >>> board_of(pnyx.solve("XX./OO./... x", goal="win")).count('class="next-move"')
    1
    """
    if isinstance(answer, Result):
        return board_svg(answer.position, _keys(answer))
    position: Position = answer.position
    return draw.svg(position)


@card_of.register
def _result(answer: Result) -> str:
    words = sentence(answer.prover, answer.goal, answer.verdict, answer.moves_to_win, answer.position.options)
    if answer.reason is not None:
        words += f": {why(answer.reason)}"
    return card(board(answer.position, _keys(answer)), words, facts(_facts(answer)), *_shown(answer))


@card_of.register
def _value(answer: Value) -> str:
    """The card of a `Value`: the value, and every question that was asked for it."""
    best = next((question for question in answer.questions if question.proven), None)
    marked = _keys(best) if best is not None else []
    return card(
        board(answer.position, marked), _begun(answer.headline), *_questions(answer.questions), _plot(answer.history)
    )


@card_of.register
def _shortest(answer: Shortest) -> str:
    """The card of a `Shortest`: the length, and what shows that it is the shortest."""
    total = facts([("in all", f"{counted(answer.nodes, 'node')} in {answer.seconds:.2f} s")])
    drawing = board(answer.position, _keys(answer.questions[0]))
    return card(drawing, _begun(answer.headline), total, *_questions(answer.questions), _plot(answer.history))


@card_of.register
def _certificate(shown: Certificate) -> str:
    """The card of a `Certificate`: that of its proof, unless it is so large that one should be asked for."""
    found = _read(shown)
    if not isinstance(found, str):
        return _proof(found)
    size = "" if shown.nodes is None else f" of {counted(shown.nodes, 'position')}"
    return card(board(shown.position), f"A certificate{size}", element("p", muted(found)))


@card_of.register
def _proof(found: Proof) -> str:
    """The card of a `Proof`: what it shows, and its tree."""
    root = found.root
    ways = f", {counted(found.shared, 'transposition')}" if found.shared else ""
    rows = [("proof", f"{counted(found.nodes, 'position')}{ways}, checked{table_use(found.position.options)}")]
    marked = [move.move for move in root.moves] if root.kind == "choice" else []
    words = sentence(found.prover, found.goal, found.verdict, found.moves_to_win, found.position.options)
    return card(board(found.position, marked), words, facts([*_longest(root), *rows]), tree(root))


@card_of.register
def _node(place: ProofNode) -> str:
    """The card of a `ProofNode`: where the line leads, and what lies below."""
    told = {
        "choice": "the proof chooses one move",
        "replies": "the proof answers every move",
        "end": "the line ends here",
        "repetition": "the position is a repetition",
    }[place.kind]
    marked = [move.move for move in place.moves] if place.kind == "choice" else []
    after = line_text(place.proof.position, place.line)
    rows = [("here", told), *_longest(place), ("below", counted(place.size, "position"))]
    title = f"After {clip(after, _LONGEST)}" if place.line else "The root of the proof"
    return card(board(place.position, marked), title, facts(rows), tree(place))


@card_of.register
def _variations(found: Variations) -> str:
    """The card of `Variations`: the problem, the key, and everything after it."""
    marked = [key.move for key in found.keys]
    asked = counted(found.questions, "question")
    rows = [("search", f"{asked}, {counted(found.nodes, 'node')} in {found.seconds:.2f} s")]
    return card(board(found.position, marked), found.headline, facts(rows), outline(found.text.split("\n\n")[1:]))


@card_of.register
def _search(found: SearchResult) -> str:
    """The card of a `SearchResult`: the value and the depths it was found at."""
    rows: list[Fact] = [("line", clip(found.line_text, _LONGEST))] if found.line else []
    rows.append(("search", f"{found.algorithm}: {counted(found.nodes, 'node')} in {found.seconds:.2f} s"))
    return card(board(found.position, found.best_moves), _begun(found.headline), facts(rows))


card_of.register(Convergence, convergence)


def _keys(answer: Result) -> list[str]:
    """The moves of an answer that are marked on its board: those that are proved to reach the goal."""
    if not answer.proven or answer.prover != answer.position.turn:
        return []
    return list(answer.winning_moves or answer.line[:1])


def _begun(words: str) -> str:
    """Words as they begin a line."""
    return words[:1].upper() + words[1:]


def _facts(answer: Result) -> Iterator[Fact]:
    if answer.line:
        yield "line", clip(answer.line_text, _LONGEST)
    reached = moves_title(answer.goal).lower()
    for title, moves in ((reached, answer.winning_moves), ("undecided moves", answer.unsettled_moves)):
        if moves:
            yield title, clip(", ".join(move_texts(answer.position, moves)), _LONGEST)
    if answer.unknown:
        numbers = number_words(answer.proof), number_words(answer.disproof)
        yield "at the end", "proof number {}, disproof number {}".format(*numbers)
    if answer.plies is not None:
        yield "longest line", counted(answer.plies, "ply").replace("plys", "plies")
    cost = f"{counted(answer.nodes, 'node')} in {answer.seconds:.2f} s"
    memory = f", {answer.memory_bytes / (1 << 20):,.0f} MiB" if answer.memory_bytes >= 1 << 20 else ""
    yield "search", f"{answer.algorithm}: {cost}{memory}"
    if answer.certificate is not None and answer.certificate.nodes is not None:
        size = counted(answer.certificate.nodes, "position")
        yield "certificate", f"{size}, checked{table_use(answer.position.options)}"


def _shown(answer: Result) -> Iterator[Html]:
    """The parts of a result that are folded away: its proof, and how it was found."""
    if answer.certificate is not None:
        found = _read(answer.certificate)
        title = "The proof" if answer.proven else "The disproof"
        yield folded(title, element("p", muted(found)) if isinstance(found, str) else tree(found.root))
    yield _plot(answer.history)


def _questions(questions: Sequence[Result]) -> Iterator[Html]:
    for question in questions:
        yield folded(str(question), facts(_facts(question)), *_shown(question), opened=len(questions) == 1)


def _plot(record: Convergence | None) -> Html:
    return Html("") if record is None else folded("Proof and disproof number of the root", convergence(record))


def _longest(place: ProofNode) -> Iterator[Fact]:
    line = place.main_line()
    if line:
        yield "longest line", clip(line_text(place.position, line), _LONGEST)


def _read(shown: Certificate) -> Proof | str:
    """The proof of a certificate, or why there is none to be drawn."""
    most = _READ_AT_ONCE if shown.position.python_game is None else _READ_BY_PYTHON
    if shown.nodes is not None and shown.nodes > most:
        return f"With {counted(shown.nodes, 'position')} the proof is large: use certificate.proof() to show it."
    try:
        return shown.proof()
    except PnyxError as error:
        return f"It cannot be drawn: {error}"
