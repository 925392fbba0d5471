"""One question answered, in plain data: this is what the processes of a run do."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

import pnyx
from pnyx.notation import move_texts
from pnyx.result import why
from pnyx.suites.asking import Kind
from pnyx.suites.lines import load_game
from pnyx.wording import sentence

__all__ = ["Answer", "Request", "Status", "answer", "failure"]

Status = Literal["solved", "unknown", "failed"]
"""Whether the question was answered, or the search ran out, or something broke."""


class Request(TypedDict):
    """What is asked, and how."""

    game: str
    position: str
    game_options: dict[str, str]
    kind: Kind
    goal: str
    depth: int | None
    algorithm: str
    options: dict[str, str]
    preset: str | None
    nodes: int | None
    seconds: float | None
    memory: int | None
    threads: int


class Answer(TypedDict):
    """What was found."""

    status: Status
    answer: str
    """`proven` or `disproven`; `win`, `draw`, `loss` or two of them; a value; empty if nothing is known."""
    length: int | None
    """Moves to mate, or to win, that were proved to be enough."""
    none_within: int | None
    """It was proved that there is no mate in so many moves."""
    reason: str
    """Why it is unknown, or what broke."""
    headline: str
    """The answer in a few words."""
    nodes: int
    seconds: float
    memory_bytes: int
    moves: list[str]
    """The line that belongs to the answer."""


def answer(request: Request) -> Answer:
    """Search, and give what was found.

    >>> answer(Request(
    ...     game="tic-tac-toe", position="XX./OO./... x", game_options={}, kind="solve", goal="win", depth=None,
    ...     algorithm="pn", options={}, preset=None, nodes=None, seconds=None, memory=None, threads=1,
    ... ))["headline"]
    'X wins in 1'
    """
    root = pnyx.position(load_game(request["game"]), request["position"], **request["game_options"])
    asked: dict[str, Any] = {
        "options": request["options"],
        "limit": pnyx.Limit(nodes=request["nodes"], seconds=request["seconds"], memory=request["memory"]),
    }
    algorithm, threads = request["algorithm"], request["threads"]
    match request["kind"]:
        case "solve":
            asked |= {"preset": request["preset"], "threads": threads}
            return _solved(pnyx.solve(root, request["goal"], algorithm, **asked))
        case "shortest":
            return _shortest(pnyx.shortest(root, request["goal"], algorithm, threads=threads, **asked))
        case "value":
            return _valued(pnyx.value(root, algorithm, preset=request["preset"], threads=threads, **asked))
        case "exact":
            return _searched(pnyx.search(root, None, algorithm, exact=True, **asked))
        case "depth":
            return _searched(pnyx.search(root, request["depth"], algorithm, **asked))


def failure(reason: str) -> Answer:
    """The answer of a search that broke.

    >>> failure("killed")["status"]
    'failed'
    """
    return Answer(
        status="failed",
        answer="",
        length=None,
        none_within=None,
        reason=reason,
        headline=f"failed: {reason}",
        nodes=0,
        seconds=0.0,
        memory_bytes=0,
        moves=[],
    )


def _solved(found: pnyx.Result) -> Answer:
    return Answer(
        status="unknown" if found.unknown else "solved",
        answer="" if found.unknown else found.verdict,
        length=found.moves_to_win,
        none_within=None,
        reason=found.reason or "",
        headline=f"unknown ({why(found.reason or 'stopped')})"
        if found.unknown
        else sentence(found.prover, found.goal, found.verdict, found.moves_to_win, found.position.options),
        nodes=found.nodes,
        seconds=found.seconds,
        memory_bytes=found.memory_bytes,
        moves=found.line if found.proven else [],
    )


def _shortest(found: pnyx.Shortest) -> Answer:
    reasons = (question.reason for question in found.questions if question.reason)
    return Answer(
        status="solved" if found.proved else "unknown",
        answer="" if not found.proved else "disproven" if found.length is None else "proven",
        length=found.length,
        none_within=found.none_within,
        reason="" if found.proved else found.reason or next(reasons, "nodes"),
        headline=found.headline,
        nodes=found.nodes,
        seconds=found.seconds,
        memory_bytes=found.memory_bytes,
        moves=found.line if found.length is not None else [],
    )


def _valued(found: pnyx.Value) -> Answer:
    return Answer(
        status="unknown" if found.unknown else "solved",
        answer=" or ".join(found.possible) if len(found.possible) < 3 else "",
        length=found.questions[0].moves_to_win if found.value == "win" else None,
        none_within=None,
        reason=found.reason or "",
        headline=found.headline,
        nodes=found.nodes,
        seconds=found.seconds,
        memory_bytes=max(question.memory_bytes for question in found.questions),
        moves=found.questions[0].line if found.value == "win" else [],
    )


def _searched(found: pnyx.SearchResult) -> Answer:
    # A search that was cut short has the value of a smaller depth, or none: neither was asked for. Nor was a bound, or
    # a value that may be wrong.
    doubt = "bound" if found.bound != "exact" else "repetition" if found.may_hide_repetition else None
    finished = found.reason is None and doubt is None
    moves = found.line or found.best_moves
    chosen = f"{move_texts(found.position, moves[:1])[0]}, " if moves else ""
    return Answer(
        status="solved" if finished else "unknown",
        answer=f"{found.value:g}" if finished else "",
        length=None,
        none_within=None,
        reason=found.reason or doubt or "",
        headline=f"{chosen}{found.headline}",
        nodes=found.nodes,
        seconds=found.seconds,
        memory_bytes=found.memory_bytes,
        moves=moves,
    )
