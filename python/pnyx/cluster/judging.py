"""Verifying the reports of workers, who are not trusted: a verdict counts only with a valid certificate."""

from __future__ import annotations

from typing import Any

from pnyx import _core
from pnyx._util.numbers import is_whole
from pnyx.cluster.jobs import Job, Report
from pnyx.cluster.questions import Question, asked_of, effect_of, prover_of
from pnyx.errors import CertificateError, InputError, quoted

_LONGEST_REASON = 1000

_OPPOSITE = {"proven": "disproven", "disproven": "proven"}


class Judge:
    """Verifies reports for one question.

    >>> from pnyx.cluster.job_runner import JobRunner
    >>> question = Question("tic-tac-toe", "XX./OO./... x", "win")
    >>> job = Job(1, question.position, 1000)
    >>> report = JobRunner(question).work(job)
    >>> Judge(question).objection(job, report) is None
    True
    >>> Judge(question).objection(Job(2, ".../.../... x", 1000), report)
    "it is about job 1 and 'XX./OO./... x'"
    """

    def __init__(self, question: Question) -> None:
        self._question = question
        self._root = question.open()
        self._prover = prover_of(question)
        self._options = self._root.native.rules
        self._may_repeat = effect_of(question) != "impossible"

    def objection(self, job: Job, report: Any) -> str | None:
        """Why a report about a job is wrong; `None` if nothing is."""
        if not isinstance(report, Report):
            return f"it is not a report: {quoted(report)}"
        if (report.number, report.position) != (job.number, job.position):
            return f"it is about job {quoted(report.number)} and {quoted(report.position)}"
        if not _is_count(report.nodes) or not _is_time(report.seconds):
            return f"it counts {quoted(report.nodes)} nodes in {quoted(report.seconds)} seconds"
        if not _is_count(report.proof) or not _is_count(report.disproof):
            return f"its numbers are {quoted(report.proof)} and {quoted(report.disproof)}"
        if report.verdict == "unknown":
            if report.reason == "misdeclared" and self._may_repeat:
                return "it says that the game declares repetition impossible, which it does not"
            return _unfinished(report)
        if report.verdict not in ("proven", "disproven") or report.reason is not None:
            return f"its verdict is {quoted(report.verdict)}, because of {quoted(report.reason)}"
        if not isinstance(report.certificate, bytes):
            return f"it says {report.verdict}, but has no certificate"
        return self._certificate(job.position, report.verdict, report.certificate)

    def _certificate(self, position: str, verdict: str, certificate: bytes) -> str | None:
        """Why a certificate does not prove this verdict on this position."""
        root = self._root
        try:
            shown = _core.check(certificate, root.python_game, syzygy=root.options.get("syzygy"))
            about = self._question.open(shown.position)
        except (CertificateError, InputError) as error:
            return f"its certificate is not accepted: {error}"
        if about.text != about.board:
            # What repeats a position of the history ends there, and nowhere else.
            return f"its certificate is about a position with a history: {quoted(shown.position)}"
        goal, negated = asked_of(self._question.goal, about.turn == self._prover)
        said = {"game": shown.game, "options": shown.options, "position": about.identity, "goal": shown.goal}
        asked = {"game": root.game, "options": self._options, "position": position, "goal": goal}
        for name, value in asked.items():
            if said[name] != value:
                return f"its certificate has the {name} {quoted(said[name])}, not {quoted(value)}"
        expected = _OPPOSITE[verdict] if negated else verdict
        if shown.verdict != expected:
            return f"it says {verdict}, but its certificate says the opposite"
        return None


def _unfinished(report: Report) -> str | None:
    """What is wrong with a report whose verdict is unknown."""
    if not isinstance(report.reason, str) or len(report.reason) > _LONGEST_REASON:
        return f"its reason is {quoted(report.reason)}"
    if report.certificate is not None:
        return "it has a certificate, but no verdict"
    return None if _are_children(report.children) else f"its children are {quoted(report.children)}"


def _is_count(number: Any) -> bool:
    """Whether it is a number that a store can hold."""
    return is_whole(number, 0, (1 << 63) - 1)


def _is_time(seconds: Any) -> bool:
    """Whether it is a time, of which many can be added up."""
    return _is_count(seconds) or (isinstance(seconds, float) and 0 <= seconds < 1 << 63)


def _are_children(children: Any) -> bool:
    if children is None:
        return True
    if not isinstance(children, tuple):
        return False
    rows = all(isinstance(row, tuple) and len(row) == 3 for row in children)
    return rows and all(isinstance(move, str) and _is_count(p) and _is_count(d) for move, p, d in children)
