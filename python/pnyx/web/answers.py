"""Answering a question, in the worker: the search, what it tells while it runs, and the `Answer` at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pnyx
from pnyx import draw
from pnyx.errors import InputError
from pnyx.files import write_atomically
from pnyx.notation import line_text
from pnyx.result import Result, why
from pnyx.web.games import open_position
from pnyx.wording import sentence

__all__ = ["answer"]

_BETWEEN: Final = 0.25
_LONGEST_LINE: Final = 200
"""The most moves of a line that are shown."""
INFINITY: Final = 2**32 - 1
"""What the searches have for an infinite number."""

Tell = Callable[[dict[str, Any]], None]


def answer(order: Mapping[str, Any], stop: pnyx.StopFlag, tell: Tell) -> dict[str, Any]:
    """Search as the order says, telling how it goes."""
    root = open_position(order)
    search: dict[str, Any] = {
        "algorithm": order["algorithm"],
        "options": order["algorithm_options"],
        "threads": order["threads"],
        "on_progress": _reporter(root, tell),
        "stop": stop,
    }
    limit = pnyx.Limit(nodes=order["max_nodes"], seconds=order["seconds"], memory=order["memory"])
    folder = Path(order["folder"])
    if order["shortest"]:
        shortest = pnyx.shortest(root, order["goal"] or "mate", limit=limit, **search)
        return _several(shortest, shortest.questions, shortest.questions[0].verdict, None, folder)
    if order["goals"]:
        return _in_turn(root, order["goals"], order["enough"], limit, search, folder)
    value = pnyx.value(root, limit=limit, **search)
    verdict = "unknown" if value.value is None else "proven" if value.value == "win" else "disproven"
    return _several(value, value.questions, verdict, value.value, folder)


def _in_turn(
    root: pnyx.Position,
    goals: Sequence[str],
    enough: str | None,
    limit: pnyx.Limit,
    search: Mapping[str, Any],
    folder: Path,
) -> dict[str, Any]:
    """One goal, or several one after the other until one has the verdict that is enough.

    All but the last get half of the time that is left, and without that verdict they say nothing about the answer.
    """
    results: list[Result] = []
    for goal in goals:
        share = _left(limit, results, 1.0 if goal == goals[-1] else 0.5)
        results.append(pnyx.solve(root, goal, limit=share, **search))
        if results[-1].verdict == enough or search["stop"].is_set():
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
        "nodes": sum(result.nodes for result in results),
        "seconds": sum(result.seconds for result in results),
        "results": _results(results, folder),
    }


def _left(limit: pnyx.Limit, results: Sequence[Result], share: float) -> pnyx.Limit:
    """A share of what the questions so far have left; never nothing, for that would be no limit at all."""
    nodes, seconds = limit.nodes, limit.seconds
    if nodes is not None:
        nodes = max(1, int(share * (nodes - sum(result.nodes for result in results))))
    if seconds is not None:
        seconds = max(0.01, share * (seconds - sum(result.seconds for result in results)))
    return pnyx.Limit(nodes, seconds, limit.memory)


def _several(
    found: pnyx.Value | pnyx.Shortest, questions: Sequence[Result], verdict: str, value: str | None, folder: Path
) -> dict[str, Any]:
    """An answer that takes several questions: its numbers are those of all of them, its line that of the last answer
    that has one.
    """
    main = next((question for question in reversed(questions) if question.proven), questions[0])
    if isinstance(found, pnyx.Shortest):
        main = questions[0]
    return {
        **_numbers(main),
        "headline": found.headline[:1].upper() + found.headline[1:],
        "details": " ".join(map(str, questions)),
        "verdict": verdict,
        "value": value,
        "reason": found.reason,
        "nodes": found.nodes,
        "seconds": found.seconds,
        "results": _results(questions, folder),
    }


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


def _reporter(root: pnyx.Position, tell: Tell) -> Callable[[pnyx.Progress], None]:
    told = 0.0

    def report(progress: pnyx.Progress) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told < _BETWEEN:
            return
        told = now
        tell(_progress(root, progress))

    return report


def _progress(root: pnyx.Position, progress: pnyx.Progress) -> dict[str, Any]:
    line = list(progress.line[:_LONGEST_LINE])
    reached = root
    for move in line:
        reached = reached.play(move)
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
    return None if number >= INFINITY else number
