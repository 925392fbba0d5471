"""`pnyx check`: verify a certificate."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pnyx.cli.group import ANSWERED, UNKNOWN, complain
from pnyx.cli.inputs import CertificateArgument, JsonOption, PythonGameOption, SyzygyOption, load_python_game
from pnyx.cli.output import emit
from pnyx.errors import CertificateError

if TYPE_CHECKING:
    from pnyx import CheckReport

__all__ = ["check"]


def check(
    file: CertificateArgument,
    game: PythonGameOption = None,
    syzygy: SyzygyOption = None,
    as_json: JsonOption = False,
) -> int:
    """Verify a certificate with both checkers.

    Exit status: 0 accepted, 1 rejected, 2 bad input.
    """
    from pnyx.cli.progress import Notice
    from pnyx.proof import check as verify

    loaded = load_python_game(game)
    try:
        with Notice("checking"):
            report = verify(file, game=loaded, syzygy=syzygy)
    except CertificateError as error:
        if as_json:
            emit(json.dumps(_answer(file, None, str(error))))
        else:
            complain(f"{file}: rejected: {error}")
        return UNKNOWN
    emit(json.dumps(_answer(file, report, None)) if as_json else str(report))
    return ANSWERED


def _answer(file: str, report: CheckReport | None, reason: str | None) -> dict[str, Any]:
    known = ("game", "options", "position", "goal", "prover", "repetition", "verdict")
    answer: dict[str, Any] = {"file": file}
    answer.update((name, None if report is None else getattr(report, name)) for name in known)
    answer["accepted"] = report is not None
    answer["nodes"] = None if report is None else report.nodes
    answer["moves_to_win"] = None if report is None else report.moves_to_win
    answer["checkers"] = [] if report is None else list(report.checkers)
    answer["reason"] = reason
    return answer
