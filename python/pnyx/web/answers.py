"""Answering a question, in the worker: the search, its progress messages, and the `Answer` at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pnyx
from pnyx import draw
from pnyx._util.child import Report, serve
from pnyx._util.files import write_atomically
from pnyx._util.limits import set_limits
from pnyx.api.advice import PAGE, advice
from pnyx.api.answering import ask
from pnyx.api.convergence import INFINITE
from pnyx.api.notation import line_text
from pnyx.api.result import Result
from pnyx.api.walked import walked, way
from pnyx.api.wording import sentence, why
from pnyx.errors import InputError
from pnyx.web.games import open_position
from pnyx.web.questions import Searched

_BETWEEN: Final = 0.25
_DECIDING: Final = ("proven", "unknown", "disproven")
"""After which reply a question is decided, the last of these first."""
_LONGEST_LINE: Final = 200
"""The largest number of moves shown of a line."""


def main() -> None:
    """Answer one question, in a process of its own."""
    stop = pnyx.StopFlag()
    serve(lambda question, report: _answer(question, stop, report), stop, once=True)


def _answer(question: Any, stop: pnyx.StopFlag, report: Report) -> dict[str, Any]:
    """Run the search of a question, and report its progress."""
    set_limits(question["memory"], question["threads"])
    if question["kind"] in ("moves", "reply", "hint"):
        from pnyx.web.replies import reply

        return reply(question, stop)
    root = open_position(question)
    folder = Path(question["folder"])
    if question["kind"] == "solve" and question["replies"]:
        return _after_replies(question, root, stop, report, folder)
    search: Callable[[Any], Any] = partial(ask, root=root, on_progress=_reporter(root, report), stop=stop)
    if question["kind"] == "solve":
        return _in_turn(question, search, stop, folder)
    return _several(search(question), question, folder)


def _in_turn(
    question: Searched, search: Callable[[Searched], Any], stop: pnyx.StopFlag, folder: Path
) -> dict[str, Any]:
    """One goal, or several one after the other until one has the verdict that is enough.

    All but the last get half of the time that is left, and without that verdict they say nothing about the answer.
    """
    goals, enough = question["goals"], question["enough"]
    results: list[Result] = []
    for goal in goals:
        share = _left(question, results, 1.0 if goal == goals[-1] else 0.5)
        results.append(search({**share, "goal": goal}))
        if results[-1].verdict == enough or stop.is_set():
            break
    last = results[-1]
    told = _numbers(last)
    if last.verdict != enough and last.goal != goals[-1]:
        told.update(verdict="unknown", reason="stopped", line=[], line_text="")
    return {
        **told,
        "headline": _headline(last),
        "details": " ".join(map(str, results)),
        "value": None,
        "possible_values": None,
        "nodes": sum(result.nodes for result in results),
        "seconds": sum(result.seconds for result in results),
        "advice": _advice(results, question),
        "results": _results(results, folder),
    }


def _after_replies(
    question: Searched, root: pnyx.Position, stop: pnyx.StopFlag, report: Report, folder: Path
) -> dict[str, Any]:
    """One goal after each reply, until it is not reached after one of them; then once more where it is undecided, with
    what is left of the limits. The line and the proof are those of the reply that decides: the one that refutes, or
    that is undecided, or that takes longest."""
    goal, replies = question["goals"][0], question["replies"]
    found: dict[int, Result] = {}
    searches: list[Result] = []

    def is_over() -> bool:
        return bool(found) and (stop.is_set() or any(result.disproven for result in found.values()))

    for _ in range(2):
        open_ones = [number for number in range(len(replies)) if number not in found or found[number].unknown]
        for place, number in enumerate(open_ones):
            if is_over():
                break
            here = walked(root, replies[number])[0]
            share: Any = _left(question, searches, 1 / (len(open_ones) - place))
            share["goal"] = goal
            searched = ask(share, here, on_progress=_reporter(here, report), stop=stop)
            assert isinstance(searched, Result)
            found[number] = searched
            searches.append(searched)
    number, result = max(found.items(), key=lambda each: (_DECIDING.index(each[1].verdict), each[1].moves_to_win or 0))
    reply = replies[number]
    line = [*reply, *result.line]
    told = {**_numbers(result), "line": line, "line_text": line_text(root, line[:_LONGEST_LINE])}
    if result.proven and len(found) < len(replies):
        told.update(verdict="unknown", reason="stopped", line=[], line_text="")
    words = f"After {line_text(root, reply).replace('. ', '.')}: {_headline(result)}"
    return {
        **told,
        "headline": words,
        "details": " ".join(map(str, searches)),
        "value": None,
        "possible_values": None,
        "nodes": sum(each.nodes for each in searches),
        "seconds": sum(each.seconds for each in searches),
        "advice": [],
        "results": [{**each, "headline": words, "reply": reply} for each in _results([result], folder)],
    }


def _left(question: Searched, results: Sequence[Result], share: float) -> Searched:
    """The question with a share of the remaining limits; never 0, which would mean no limit."""
    nodes, seconds = question["nodes"], question["seconds"]
    if nodes is not None:
        nodes = max(1, int(share * (nodes - sum(result.nodes for result in results))))
    if seconds is not None:
        seconds = max(0.01, share * (seconds - sum(result.seconds for result in results)))
    return {**question, "nodes": nodes, "seconds": seconds}


def _several(found: pnyx.Value | pnyx.Shortest, question: Searched, folder: Path) -> dict[str, Any]:
    """An answer that takes several questions: its numbers are those of all of them, a value's line that of the last
    answer that has one. A value that is known has no verdict: it is not about one goal.
    """
    questions, value, possible = found.questions, None, None
    main = questions[0]
    verdict: str | None = main.verdict
    if isinstance(found, pnyx.Value):
        main = next((question for question in reversed(questions) if question.proven), main)
        value, possible = found.value, list(found.possible)
        verdict = "unknown" if value is None else None
    return {
        **_numbers(main),
        "headline": found.headline[:1].upper() + found.headline[1:],
        "details": " ".join(map(str, questions)),
        "verdict": verdict,
        "value": value,
        "possible_values": possible,
        "reason": found.reason,
        "nodes": found.nodes,
        "seconds": found.seconds,
        "advice": _advice(questions, question),
        "results": _results(questions, folder),
    }


def _advice(results: Sequence[Result], question: Searched) -> list[str]:
    """What to try next if a search ran out, in the words of the page."""
    last = next((result for result in reversed(results) if result.unknown), None)
    if last is None:
        return []
    limit = pnyx.Limit(question["nodes"], question["seconds"], question["memory"])
    return advice(last.position, last.goal, last.algorithm, last.reason, limit, game=question["game"], words=PAGE)


def _numbers(result: Result) -> dict[str, Any]:
    return {
        "details": str(result),
        "verdict": result.verdict,
        "reason": result.reason,
        "nodes": result.nodes,
        "seconds": result.seconds,
        "line": result.line,
        "line_text": line_text(result.position, result.line[:_LONGEST_LINE]),
    }


def _results(questions: Sequence[Result], folder: Path) -> list[dict[str, Any]]:
    """Each question's answer; `proof` is the name of the file that its certificate was left in, `lost` why there is
    none where there should be one."""
    found = []
    for number, result in enumerate(questions):
        file = lost = None
        if result.certificate is not None:
            try:
                # Also those that cannot leave the program for want of a notation: the server knows the game.
                file = write_atomically(folder / f"{number}.pnyx", result.certificate._data).name
            except InputError as error:
                lost = str(error)
        found.append(
            {
                "goal": result.goal,
                "prover": result.prover,
                "verdict": result.verdict,
                "headline": _headline(result),
                "moves_to_win": result.moves_to_win,
                "line": result.line[:_LONGEST_LINE],
                "proof": file,
                "lost": lost,
                "certificate_nodes": None if result.certificate is None else result.certificate.nodes,
            }
        )
    return found


def _headline(result: Result) -> str:
    words = sentence(result.prover, result.goal, result.verdict, result.moves_to_win, result.position.options)
    return words if result.reason is None else f"{words}: {why(result.reason)}"


def _reporter(root: pnyx.Position, report: Report) -> Callable[[pnyx.Progress], None]:
    last = 0.0

    def show(progress: pnyx.Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < _BETWEEN:
            return
        last = now
        report(_progress(root, progress))

    return show


def _progress(root: pnyx.Position, progress: pnyx.Progress) -> dict[str, Any]:
    line = list(progress.line[:_LONGEST_LINE])
    reached = way(root, line)[-1]
    return {
        "nodes": progress.nodes,
        "seconds": progress.seconds,
        "nodes_per_second": progress.nodes_per_second,
        "memory_bytes": progress.memory_bytes,
        "proof": _finite(progress.proof),
        "disproof": _finite(progress.disproof),
        "goal": progress.goal,
        "line": line,
        "line_text": line_text(root, line),
        "svg": draw.svg(reached, last_move=line[-1] if line else None, marked=draw.marked(root)),
    }


def _finite(number: int) -> int | None:
    return None if number >= INFINITE else number
