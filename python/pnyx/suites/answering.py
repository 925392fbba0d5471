"""Answers of searches as plain data, which results store: the work of the processes of a run."""

from __future__ import annotations

from typing import Literal, TypedDict

import pnyx
from pnyx._util.child import serve
from pnyx.api.answering import Question, ask
from pnyx.api.notation import move_texts
from pnyx.api.wording import sentence, why

Status = Literal["solved", "unknown", "failed"]
"""Whether the question was solved, the search reached a limit, or the search failed."""


class Answer(TypedDict):
    """The answer to a question, as results store it."""

    status: Status
    answer: str
    """`proven` or `disproven`; `win`, `draw`, `loss` or two of them; a value; empty if nothing is known."""
    length: int | None
    """Moves to mate, or to win, that were proved to be enough."""
    none_within: int | None
    """Proved: there is no mate in this many moves."""
    reason: str
    """Why it is unknown, or the error."""
    headline: str
    """The answer in a few words."""
    nodes: int
    seconds: float
    memory_bytes: int
    moves: list[str]
    """The line that belongs to the answer."""


def answer(question: Question, stop: pnyx.StopFlag | None = None) -> Answer:
    """Search, and return the answer.

    >>> answer(Question(
    ...     game="tic-tac-toe", position="XX./OO./... x", game_options={}, kind="solve", goal="win", depth=None,
    ...     algorithm="pn", options={}, preset=None, nodes=None, seconds=None, memory=None, threads=1,
    ... ))["headline"]
    'X wins in 1'
    """
    match ask(question, stop=stop):
        case pnyx.Result() as found:
            return _solved(found)
        case pnyx.Shortest() as found:
            return _shortest(found)
        case pnyx.Value() as found:
            return _valued(found)
        case pnyx.SearchResult() as found:
            return _searched(found)


def main() -> None:
    """Answer the questions of a run, in a process of its own."""
    stop = pnyx.StopFlag()
    serve(lambda question, report: answer(question, stop), stop)


def failure(reason: str) -> Answer:
    """The answer of a search that failed.

    >>> failure("killed")["status"]
    'failed'
    """
    return _answer("failed", "", reason, f"failed: {reason}", (0, 0.0, 0), [])


def _answer(
    status: Status,
    answer: str,
    reason: str | None,
    headline: str,
    effort: tuple[int, float, int],
    moves: list[str],
    length: int | None = None,
    none_within: int | None = None,
) -> Answer:
    nodes, seconds, memory_bytes = effort
    return Answer(
        status=status,
        answer=answer,
        length=length,
        none_within=none_within,
        reason=reason or "",
        headline=headline,
        nodes=nodes,
        seconds=seconds,
        memory_bytes=memory_bytes,
        moves=moves,
    )


def _solved(found: pnyx.Result) -> Answer:
    effort = found.nodes, found.seconds, found.memory_bytes
    if found.unknown:
        headline = f"undecided: {why(found.reason or 'stopped')}"
        return _answer("unknown", "", found.reason, headline, effort, [], found.moves_to_win)
    headline = sentence(found.prover, found.goal, found.verdict, found.moves_to_win, found.position.options)
    moves = found.line if found.proven else []
    return _answer("solved", found.verdict, found.reason, headline, effort, moves, found.moves_to_win)


def _shortest(found: pnyx.Shortest) -> Answer:
    reasons = (question.reason for question in found.questions if question.reason)
    return _answer(
        "solved" if found.proved else "unknown",
        "" if not found.proved else "disproven" if found.length is None else "proven",
        "" if found.proved else found.reason or next(reasons, "nodes"),
        found.headline,
        (found.nodes, found.seconds, found.memory_bytes),
        found.line if found.length is not None else [],
        found.length,
        found.none_within,
    )


def _valued(found: pnyx.Value) -> Answer:
    status: Status = "unknown" if found.unknown else "solved"
    answer = " or ".join(found.possible) if len(found.possible) < 3 else ""
    effort = found.nodes, found.seconds, max(question.memory_bytes for question in found.questions)
    win = found.questions[0] if found.value == "win" else None
    moves, length = ([], None) if win is None else (win.line, win.moves_to_win)
    return _answer(status, answer, found.reason, found.headline, effort, moves, length)


def _searched(found: pnyx.SearchResult) -> Answer:
    # An interrupted search has the value of a smaller depth, or none. Neither answers the question, nor does a bound or
    # a value that may be wrong.
    doubt = "bound" if found.bound != "exact" else "repetition" if found.may_hide_repetition else None
    finished = found.reason is None and doubt is None
    moves = found.line or found.best_moves
    chosen = f"{move_texts(found.position, moves[:1])[0]}, " if moves else ""
    status: Status = "solved" if finished else "unknown"
    answer = f"{found.value:g}" if finished else ""
    effort = found.nodes, found.seconds, found.memory_bytes
    return _answer(status, answer, found.reason or doubt, f"{chosen}{found.headline}", effort, moves)
